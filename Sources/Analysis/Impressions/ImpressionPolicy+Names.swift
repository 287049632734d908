import ScrollModel

/// A problem of a policy or of its name.
public struct ImpressionPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the remedy, as a sentence.
  public let message: String

  /// The message.
  public var description: String { message }
}

extension ImpressionPolicy {
  /// Every preset with its default numbers.
  public static let presets: [ImpressionPolicy] = [
    .mrcDisplay, .mrcDisplayLarge, .mrcVideo, .mrcCrossMediaVideo, .anyPixel, .beginToRender,
    .fullAnyTime, .appleAdAttribution(), .swiftUIVisibility(), .swiftUITargets(),
    .composeVisibility(), .epoxyVisible, .epoxyFocused, .epoxyFull, .epoxyPartial(percent: 50),
    .reactNativeItem(percent: 50, milliseconds: 250),
    .reactNativeArea(percent: 50, milliseconds: 250),
    .reactNativeItem(percent: 50, milliseconds: 250, cancelsOlder: true),
    .reactNativeArea(percent: 50, milliseconds: 250, cancelsOlder: true),
    .intersectionObserver(), .intersectionObserver2(), .feedDefault,
  ]

  /// Creates a preset from its name with its numbers in parentheses, as in `rn.item(50, 250)`.
  ///
  /// Numbers may be omitted from the right: `epoxy.partial(percent)`, `rn.…(percent,
  /// milliseconds)`, `compose.visibility(fraction, milliseconds)`, `io.v1(threshold, …)`,
  /// `io.v2(threshold, milliseconds)`, `apple.…(threshold)`, and `swiftui.…(threshold, strict)`. A
  /// `strict` of 1 requires more than the threshold. After the numbers of any policy, the word
  /// `uncovered` excludes what a pinned header or footer covers (PIN-7).
  public init(preset text: String) throws(ImpressionPolicyError) {
    let (name, numbers, isUncovered) = try Self.parts(of: text)
    guard var preset = Self.preset(name, numbers) else {
      guard let known = Self.presets.first(where: { $0.name == name }) else {
        throw ImpressionPolicyError(message: Self.unknown(name))
      }
      throw ImpressionPolicyError(
        message: "the policy '\(known.name)' does not take \(numbers.count) numbers")
    }
    if isUncovered { preset.pinned = .excluded }
    if let problem = preset.problems.first {
      throw ImpressionPolicyError(message: "the policy '\(text)': \(problem)")
    }
    self = preset
  }

  private static func unknown(_ name: String) -> String {
    let names = presets.map(\.name)
    let near = NearestWord.word(for: name, among: names).map { " (did you mean '\($0)'?)" } ?? ""
    return "there is no policy '\(name)'\(near); known are \(names.joined(separator: ", "))"
  }

  private static func parts(
    of text: String
  ) throws(ImpressionPolicyError) -> (name: String, numbers: [Double], isUncovered: Bool) {
    guard let open = text.firstIndex(of: "(") else { return (text, [], false) }
    let name = String(text[..<open])
    guard text.hasSuffix(")") else {
      throw ImpressionPolicyError(message: "the policy '\(text)' lacks its ')'")
    }
    let inner = text[text.index(after: open)...].dropLast()
    var numbers: [Double] = []
    var parts = inner.split(separator: ",", omittingEmptySubsequences: false)
    let isUncovered = parts.last?.split(separator: " ") == ["uncovered"]
    if isUncovered { parts.removeLast() }
    for part in parts {
      let words = part.split(separator: " ")
      guard words.count == 1, let number = Double(String(words[0])), number.isFinite else {
        throw ImpressionPolicyError(
          message: "'\(part)' in the policy '\(text)' is not a number")
      }
      numbers.append(number)
    }
    return (name, numbers, isUncovered)
  }

  private static func preset(_ name: String, _ numbers: [Double]) -> ImpressionPolicy? {
    func number(_ place: Int, _ fallback: Double) -> Double {
      place < numbers.count ? numbers[place] : fallback
    }
    func milliseconds(_ place: Int, _ fallback: Int64) -> Int64 {
      place < numbers.count ? Int64(min(max(numbers[place], -1), 1e12)) : fallback
    }
    func strictness(_ place: Int) -> VisibilityCompareChoice {
      number(place, 0) == 0 ? .atLeast : .moreThan
    }
    let limit = parameterCounts.first { $0.name == name }?.count ?? 0
    guard numbers.count <= limit else { return nil }
    let cancels = name.hasSuffix(".fixed")
    switch name {
    case "apple.adattribution": return .appleAdAttribution(threshold: number(0, 0.5))
    case "swiftui.visibility":
      return .swiftUIVisibility(threshold: number(0, 0.5), comparison: strictness(1))
    case "swiftui.targets":
      return .swiftUITargets(threshold: number(0, 0.5), comparison: strictness(1))
    case "compose.visibility":
      return .composeVisibility(fraction: number(0, 1), milliseconds: milliseconds(1, 0))
    case "epoxy.partial": return .epoxyPartial(percent: number(0, 50))
    case "rn.item", "rn.item.fixed":
      return .reactNativeItem(
        percent: number(0, 50), milliseconds: milliseconds(1, 250), cancelsOlder: cancels)
    case "rn.area", "rn.area.fixed":
      return .reactNativeArea(
        percent: number(0, 50), milliseconds: milliseconds(1, 250), cancelsOlder: cancels)
    case "io.v1": return .intersectionObserver(thresholds: numbers.isEmpty ? [0] : numbers)
    case "io.v2":
      return .intersectionObserver2(
        threshold: number(0, 0), milliseconds: milliseconds(1, 100))
    default: return presets.first { $0.name == name }
    }
  }

  /// The number of parameters of each preset.
  private static let parameterCounts: [(name: String, count: Int)] = [
    ("apple.adattribution", 1), ("swiftui.visibility", 2), ("swiftui.targets", 2),
    ("compose.visibility", 2), ("epoxy.partial", 1), ("rn.item", 2), ("rn.item.fixed", 2),
    ("rn.area", 2), ("rn.area.fixed", 2), ("io.v1", 101), ("io.v2", 2),
  ]
}
