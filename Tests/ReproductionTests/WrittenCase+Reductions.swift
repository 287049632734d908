import Simulation

// Reductions that change numbers, merge items, or remove two things, made from the texts alone.

extension WrittenCase {
  /// Every single reduction that makes the case smaller.
  var allReductions: [(name: String, example: WrittenCase)] {
    guard let weight = read?.weight else { return [] }
    return (reductions + rounderLengths + rounderSteps + shorterWaits + joined + pairs)
      .filter { $0.example.read.map { $0.weight < weight } ?? false }
  }

  private func with(_ change: (inout WrittenCase) -> Void) -> WrittenCase {
    var copy = self
    change(&copy)
    return copy
  }

  // MARK: Round numbers

  private static let steps = [1000, 500, 100, 50, 10, 1, 0.5]

  private static func text(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  /// Keys of a scene whose numbers are not lengths.
  private static let counted: Set<String> = [
    "count", "id", "first_id", "int", "scale", "hz", "seed", "measured_ahead", "min", "max", "step",
  ]

  private var rounderLengths: [(String, WrittenCase)] {
    var all: [(String, WrittenCase)] = []
    var key = ""
    for match in scene.matches(of: /"(?<key>[a-z_]+)":|"(?:[^"\\]|\\.)*"|(?<number>-?[0-9.]+)/) {
      if let name = match.output.key { key = String(name) }
      guard let digits = match.output.number, let value = Double(String(digits)),
        !Self.counted.contains(key)
      else { continue }
      for step in Self.steps {
        let rounded = (value / step).rounded() * step
        let least = key == "container" ? 100.0 : key == "size" ? 10 : -1e9
        guard rounded != value, rounded >= least,
          (rounded - value).magnitude <= value.magnitude / 4
        else { continue }
        all.append(
          (
            "\(key) \(digits) as \(rounded)",
            with { $0.scene.replaceSubrange(match.range, with: Self.text(rounded)) }
          ))
      }
    }
    return all
  }

  private static let measuring: Set<Substring> = [
    "drag", "fling", "hold", "tap", "wheel", "trackpad", "resize", "insets",
  ]

  /// The part of a line whose numbers are lengths, speeds or times.
  private static func numbers(of line: String) -> Range<String.Index>? {
    let verb = line.prefix { $0 != " " }
    if measuring.contains(verb) { return line.startIndex..<line.endIndex }
    let word: String? =
      switch verb {
      case "insert": " size "
      case "grow": " to "
      case "scroll":
        [" point ", " to x ", " to y "].first { line.contains($0) }
      default: nil
      }
    guard let word, let found = line.firstRange(of: word) else { return nil }
    let end = verb == "scroll" ? line[found.upperBound...].firstIndex(of: " ") : nil
    return found.upperBound..<(end ?? line.endIndex)
  }

  /// A container is at least 100 pt long, and an item 10 pt.
  private static func leastNumber(of line: String) -> Double {
    switch line.prefix(while: { $0 != " " }) {
    case "resize": 100
    case "insert", "grow": 10
    default: -1e9
    }
  }

  private var rounderSteps: [(String, WrittenCase)] {
    var all: [(String, WrittenCase)] = []
    for (index, line) in lines.enumerated() {
      guard let range = Self.numbers(of: line) else { continue }
      for match in line[range].matches(of: /(x)?(-?[0-9]+(?:\.[0-9]+)?)(ms|s)?/) {
        // A number after an x is a count.
        guard match.output.1 == nil, let number = Double(String(match.output.2)) else { continue }
        let isSeconds = match.output.3 == "s"
        let value = isSeconds ? number * 1000 : number
        for step in Self.steps {
          let rounded = (value / step).rounded() * step
          guard rounded != value, rounded != 0 || value.magnitude < step else { continue }
          let unit = match.output.3 == nil ? "" : "ms"
          // A gesture cannot have a duration of zero.
          let least = unit.isEmpty ? Self.leastNumber(of: line) : 1
          guard rounded >= least else { continue }
          let changed = line.replacingCharacters(match.range, Self.text(rounded) + unit)
          all.append(("'\(line)' as '\(changed)'", with { $0.lines[index] = changed }))
        }
      }
    }
    return all
  }

  private var shorterWaits: [(String, WrittenCase)] {
    lines.enumerated().flatMap { index, line -> [(String, WrittenCase)] in
      guard let match = line.wholeMatch(of: /wait ([0-9.]+)(ms|s)/),
        let number = Double(String(match.output.1))
      else { return [] }
      let value = match.output.2 == "s" ? number * 1000 : number
      return [100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000].filter { $0 < value }.map {
        time in
        (
          "'\(line)' of \(time) ms", with { $0.lines[index] = "wait \(Self.text(time))ms" }
        )
      }
    }
  }

  // MARK: Items

  /// The rule of equal items: their number, the prefix of their ids, and their length.
  private var rule: (count: Int, prefix: String, size: Double)? {
    guard
      let match = scene.firstMatch(
        of: /"items":{"count":([0-9]+)(?:,"prefix":"([^"\\]*)")?,"size":([0-9.]+)}/),
      let count = Int(match.output.1), let size = Double(String(match.output.3))
    else { return nil }
    return (count, match.output.2.map(String.init) ?? "", size)
  }

  private func withRule(_ count: Int, _ size: Double) -> WrittenCase {
    with { copy in
      copy.scene = copy.scene.replacing(/"count":[0-9]+/, maxReplacements: 1) { _ in
        "\"count\":\(count)"
      }
      copy.scene = copy.scene.replacing(/"size":[0-9.]+/, maxReplacements: 1) { _ in
        "\"size\":\(Self.text(size))"
      }
    }
  }

  /// A line with other item numbers and other positions among the items.
  private func renumbered(
    _ line: String, _ count: Int, _ prefix: String, _ change: (Int) -> Int
  ) -> String {
    var words = line.split(separator: " ").map(String.init)
    let places: [String: (id: Int, index: Int?)] = [
      "insert": (1, 3), "move": (1, 3), "remove": (1, nil), "grow": (1, nil), "write": (1, nil),
      "scroll": (3, nil),
    ]
    guard let verb = words.first, let place = places[verb], words.count > place.id,
      verb != "scroll" || words[2] == "id"
    else { return line }
    if words[place.id].hasPrefix(prefix), let number = Int(words[place.id].dropFirst(prefix.count)),
      number < count
    {
      words[place.id] = "\(prefix)\(change(number))"
    }
    if let index = place.index, words.count > index, let number = Int(words[index]) {
      words[index] = "\(change(number))"
    }
    return words.joined(separator: " ")
  }

  private var container: Double? {
    let sizes = /"container":\[([0-9.]+),([0-9.]+)\]/
    guard let match = scene.firstMatch(of: sizes) else { return nil }
    let isHorizontal = scene.contains("\"axis\":\"horizontal\"")
    return Double(String(isHorizontal ? match.output.1 : match.output.2))
  }

  private var joined: [(String, WrittenCase)] {
    guard let (count, prefix, size) = rule, let container else { return [] }
    let spacing =
      scene.firstMatch(of: /"spacing":([0-9.]+)/).flatMap { Double(String($0.output.1)) } ?? 0
    return (2...8).compactMap { group in
      let length = Double(group) * size + Double(group - 1) * spacing
      guard length <= container, count > 1 else { return nil }
      var smaller = withRule((count + group - 1) / group, length)
      smaller.lines = lines.map { line in
        let line = renumbered(line, count, prefix) { $0 / group }
        // Inserted and growing items get longer by the same amount.
        guard line.hasPrefix("insert ") || line.hasPrefix("grow ") || line.hasPrefix("append "),
          let last = line.split(separator: " ").last, let number = Double(String(last)),
          !line.hasPrefix("insert ") || line.contains(" size ")
        else { return line }
        let changed =
          line.hasPrefix("append ")
          ? Double(max(1, Int(number) / group)) : number * Double(group)
        return line.dropLast(last.count) + Self.text(changed)
      }
      return ("\(group) items as one", smaller)
    }
  }

  /// Two lines; and an item with the lines that name it, alone and with one more line.
  private var pairs: [(String, WrittenCase)] {
    let steps = lines.indices.filter { !lines[$0].hasPrefix("wait ") }
    guard steps.count <= 14 else { return [] }
    func dropping(_ dropped: Set<Int>, of example: WrittenCase) -> WrittenCase {
      var copy = example
      copy.lines = example.lines.indices.filter { !dropped.contains($0) }.map { example.lines[$0] }
      return copy
    }
    var all: [(String, WrittenCase)] = steps.flatMap { first in
      steps.filter { $0 > first }.map { second in
        ("without lines \(first + 1) and \(second + 1)", dropping([first, second], of: self))
      }
    }
    guard let (count, prefix, size) = rule, count <= 14, count > 1 else { return all }
    for item in 0..<count {
      let own = Set(
        steps.filter { lines[$0].split(separator: " ").contains("\(prefix)\(item)") })
      guard !own.isEmpty else { continue }
      var smaller = withRule(count - 1, size)
      smaller.lines = lines.map { line in
        renumbered(line, count, prefix) { $0 > item ? $0 - 1 : $0 }
      }
      for more in [nil] + steps.filter({ !own.contains($0) }).map(Optional.some) {
        all.append(
          (
            "without item \(item)\(more.map { " and line \($0 + 1)" } ?? "")",
            dropping(own.union(more.map { [$0] } ?? []), of: smaller)
          ))
      }
    }
    return all
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<String.Index>, _ text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
