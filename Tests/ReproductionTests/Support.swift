import Analysis
import Reproduction
import ScrollModel
import Simulation
import TestSupport
import TraceStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A case as in the folder of a reproduction: two texts and the configurations.
struct WrittenCase {
  var scene: String
  var lines: [String]
  var declared: String?
  var ran: String
  var fixed: String?
  var fixIsDeclared: Bool
  var fixChangesRests: Bool

  init(_ example: ScrollCase) {
    scene = String(decoding: example.scene.json, as: UTF8.self)
    lines = example.script.lines
    declared = example.declared?.text
    ran = example.ran.text
    fixed = example.fixed?.text
    fixIsDeclared = example.fixIsDeclared
    fixChangesRests = example.fixChangesRests
  }

  /// Parses the texts again; nil if they are not a valid case.
  var read: ScrollCase? {
    guard let scene = try? SceneFile(json: Array(scene.utf8), name: "case"),
      let script = try? GestureScript(lines.joined(separator: "\n")),
      let ran = try? Configuration(text: ran)
    else { return nil }
    var example = ScrollCase(
      scene: scene, script: script, declared: declared.flatMap { try? Configuration(text: $0) },
      ran: ran)
    example.fixed = fixed.flatMap { try? Configuration(text: $0) }
    example.fixIsDeclared = fixIsDeclared
    example.fixChangesRests = fixChangesRests
    return example
  }

  /// Whether the case shows a defect, and no longer does with its fix.
  func reproduces(_ oracle: DefectOracle) throws -> Bool {
    guard let example = read, let broken = try? example.recording(isFixed: false) else {
      return false
    }
    guard try oracle.isShown(by: broken) else { return false }
    guard example.fixed != nil else { return true }
    let right = try example.recording(isFixed: true)
    guard try !oracle.isShown(by: right) else { return false }
    return try !fixChangesRests || Rests(of: broken).differ(from: Rests(of: right))
  }

  // MARK: Every single reduction, made from the texts without the shrinker

  var reductions: [(name: String, example: WrittenCase)] {
    var all: [(String, WrittenCase)] = []
    for index in lines.indices {
      var copy = self
      copy.lines.remove(at: index)
      all.append(("without '\(lines[index])'", copy))
    }
    for key in ["insets", "direction", "scale", "hz", "lazy", "seed", "stack"] {
      guard let shorter = Self.without(key, in: scene) else { continue }
      var copy = self
      copy.scene = shorter
      all.append(("without \(key)", copy))
    }
    if let range = scene.firstRange(of: "\"count\":") {
      let digits = scene[range.upperBound...].prefix { $0.isNumber }
      if let count = Int(digits), count > 0 {
        var copy = self
        copy.scene.replaceSubrange(digits.startIndex..<digits.endIndex, with: "\(count - 1)")
        // The last item is skipped: items inserted after it move.
        copy.lines = lines.map { line in
          let words = line.split(separator: " ").map(String.init)
          guard words.first == "insert", words.count > 3, words[3] == "\(count)" else {
            return line
          }
          return (words[..<3] + ["\(count - 1)"] + words[4...]).joined(separator: " ")
        }
        all.append(("one item less", copy))
      }
    }
    let pairs = [declared, ran, fixed].compactMap { $0 }
      .flatMap { (try? Configuration(text: $0).pairs) ?? [] }
    // The case is about the keys that the fix changes, and every configuration needs a profile.
    func isEssential(_ key: String) -> Bool {
      fixed != nil && Self.value(key, fixed) != Self.value(key, ran) || key == "profile"
    }
    for key in Set(pairs.map(\.key)).sorted() where !isEssential(key) {
      var copy = self
      copy.declared = declared.map { Self.without(key: key, $0) }
      copy.ran = Self.without(key: key, ran)
      copy.fixed = fixed.map { Self.without(key: key, $0) }
      all.append(("without the key \(key)", copy))
    }
    return all
  }

  private static func value(_ key: String, _ text: String?) -> String? {
    text.flatMap { try? Configuration(text: $0).pairs }?.first { $0.key == key }?.value
  }

  private static func without(key: String, _ text: String) -> String {
    ((try? Configuration(text: text).pairs) ?? []).filter { $0.key != key }
      .map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  /// Removes a top-level key and its value from compact JSON.
  private static func without(_ key: String, in json: String) -> String? {
    guard let range = json.firstRange(of: ",\"\(key)\":") else { return nil }
    var depth = 0
    var end = range.upperBound
    while end < json.endIndex {
      let character = json[end]
      if depth == 0, character == "," || character == "}" { break }
      if character == "{" || character == "[" { depth += 1 }
      if character == "}" || character == "]" { depth -= 1 }
      end = json.index(after: end)
    }
    var copy = json
    copy.removeSubrange(range.lowerBound..<end)
    return copy
  }
}

/// The processor seconds of this thread, which other programs do not affect.
enum ProcessorTime {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The totals of many reproductions.
struct ReproductionFigures {
  private var lines: [Int] = []
  private var items: [Int] = []
  private var seconds: [Double] = []
  private(set) var simulated = 0
  private(set) var twoSided = 0
  private(set) var missing: [String] = []
  private(set) var tried = 0
  /// Reductions that the second implementation tried.
  var reductions = 0
  /// Cases of more than eight lines or items.
  var large: [String] = []

  mutating func add(_ made: Reproduction, _ time: Double) {
    lines.append(made.lineCount)
    items.append(made.itemCount)
    seconds.append(time)
    if case .simulated = made.content { simulated += 1 }
    if made.isTwoSided { twoSided += 1 }
    tried += made.triedCount
  }

  mutating func miss(_ name: String) { missing.append(name) }

  var count: Int { lines.count }

  /// Prints two lines for `docs/reproduction.md`.
  func print(_ name: String) {
    func ends(_ values: [some Comparable]) -> String {
      guard !values.isEmpty else { return "-" }
      let sorted = values.sorted()
      return "\(sorted[sorted.count / 2]) / \(sorted[sorted.count * 95 / 100])"
    }
    let times = seconds.map { ($0 * 1000).rounded() / 1000 }
    Swift.print(
      "reproductions of \(name): \(count) of \(count + missing.count) have a defect and reproduce"
        + ", \(simulated) as scene and script, \(twoSided) with a fix"
        + "; median / 95 %: lines \(ends(lines)), items \(ends(items)), seconds \(ends(times))"
        + "; candidates \(tried), reductions by hand \(reductions)"
        + (large.isEmpty ? "" : "; large \(large.count): \(large.prefix(8))")
        + (missing.isEmpty
          ? "" : "; without a cause or a finding \(missing.count): \(missing.prefix(5))"))
  }
}
