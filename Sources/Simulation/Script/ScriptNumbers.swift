import ScrollModel
import TextKit

/// Parses the numbers of a script, which have the grammar of JSON.
enum ScriptNumbers {
  /// The largest absolute value of a length or speed.
  static let limit = 1e6
  /// The longest wait and the longest gesture in nanoseconds.
  static let longestWait: Int64 = 3_600_000_000_000
  static let longestGesture: Int64 = 60_000_000_000

  static func whole(_ word: String) -> Int64? {
    var scanner = JSONScanner(Array(word.utf8))
    guard let number = try? scanner.int64(), (try? scanner.end()) != nil else { return nil }
    return number
  }

  static func number(_ word: some StringProtocol, upTo limit: Double = limit) -> Double? {
    var scanner = JSONScanner(Array(word.utf8))
    guard let number = try? scanner.double(), (try? scanner.end()) != nil else { return nil }
    return number.magnitude <= limit ? number + 0.0 : nil
  }

  /// Returns a fixed number of numbers, separated by commas.
  static func list(_ word: String, _ count: Int) -> [Double]? {
    let parts = word.split(separator: ",", maxSplits: count, omittingEmptySubsequences: false)
    guard parts.count == count else { return nil }
    var numbers: [Double] = []
    for part in parts {
      guard let number = number(part) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  static func point(_ word: String) -> Point? {
    list(word, 2).map { Point(x: $0[0], y: $0[1]) }
  }

  /// Returns a point and its time, `X,Y@TIME`.
  static func pathSample(_ word: String) -> GestureScript.PathSample? {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let point = point(parts[0]),
      let time = duration(parts[1], in: 0...longestGesture)
    else { return nil }
    return GestureScript.PathSample(point: point, time: time)
  }

  static func vector(_ word: String) -> Vector? {
    list(word, 2).map { Vector(dx: $0[0], dy: $0[1]) }
  }

  static func size(_ word: String) -> Size? {
    guard let numbers = list(word, 2), numbers[0] >= 0, numbers[1] >= 0 else { return nil }
    return Size(width: numbers[0], height: numbers[1])
  }

  static func itemSize(_ word: String) -> SceneFile.ItemSize? {
    if let size = size(word) { return .fixed(size) }
    return number(word).flatMap { $0 >= 0 ? .length($0) : nil }
  }

  /// Returns the nanoseconds of `300ms` or `2.5s`, if they are in a range.
  static func duration(_ word: String, in range: ClosedRange<Int64>) -> Int64? {
    let isMilliseconds = word.hasSuffix("ms")
    // The longest wait in milliseconds; the range bounds the rest.
    guard word.hasSuffix("s"),
      let number = number(word.dropLast(isMilliseconds ? 2 : 1), upTo: Double(longestWait) / 1e6)
    else { return nil }
    let nanoseconds = (number * (isMilliseconds ? 1e6 : 1e9)).rounded()
    guard let whole = Int64(exactly: nanoseconds), range.contains(whole) else { return nil }
    return whole
  }

  static func anchor(_ word: String) -> UnitPoint? {
    if let named = UnitPoint.named.first(where: { $0.name == word }) { return named.point }
    return list(word, 2).map { UnitPoint(x: $0[0], y: $0[1]) }
  }

  /// Returns the id of a word without quotes.
  ///
  /// `12` is an integer, `uuid:…` a UUID, `Type(text)` a value of another type, anything else a
  /// string. A question mark at the end makes the declared type optional.
  static func id(_ word: String) -> TargetID? {
    let isOptional = word.utf8.count > 1 && word.hasSuffix("?")
    let name = isOptional ? String(word.dropLast()) : word
    guard name.utf8.count <= ModelLimits.idBytes else { return nil }
    // `007` and `1e3` are texts: only the canonical form of an integer is one.
    if let integer = Int64(name), "\(integer)" == name {
      return TargetID(.int(integer), isOptional: isOptional)
    }
    if name.hasPrefix("uuid:") {
      return TargetID(uuidText: String(name.dropFirst(5)), isOptional: isOptional)
    }
    if name.hasSuffix(")"), let bracket = name.firstIndex(of: "("), bracket > name.startIndex {
      let text = name[name.index(after: bracket)...].dropLast()
      return TargetID(
        .other(type: String(name[..<bracket]), text: String(text)), isOptional: isOptional)
    }
    return TargetID(.string(name), isOptional: isOptional)
  }
}

extension ScriptNumbers {
  /// Returns the text of a time in script syntax.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    ((try? NumberText.text(Double(nanoseconds) / 1e6)) ?? "\(nanoseconds / 1_000_000)") + "ms"
  }
}
