extension DeclaredCode {
  /// Parses a description such as `stack: eager, observes: contentOffset.y > 120, header: 80/60`.
  ///
  /// The pairs are: `stack: eager` or `lazy`; `observes:` with the expression of a geometry
  /// observer, repeatable; `header:` with the offset at which a header collapses, a slash and the
  /// reduction; `paging: on` in addition to the behavior; `impressions: every` without a rule for
  /// repeats.
  public init(text: String) throws(DeclaredCodeError) {
    self.init()
    for part in Self.parts(of: text) {
      let pair = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else {
        throw DeclaredCodeError("'\(Self.trimmed(part))' is no pair; write 'stack: eager'")
      }
      try set(Self.trimmed(pair[0]), Self.trimmed(pair[1]))
    }
  }

  /// The pairs; commas within brackets are not separators.
  private static func parts(of text: String) -> [Substring] {
    var depth = 0
    return text.split {
      if $0 == "(" { depth += 1 }
      if $0 == ")" { depth -= 1 }
      return depth <= 0 && $0 == ","
    }
  }

  private mutating func set(_ key: String, _ value: String) throws(DeclaredCodeError) {
    switch (key, value) {
    case ("stack", "eager"): isLazy = false
    case ("stack", "lazy"): isLazy = true
    case ("paging", "on"): pagesBeside = true
    case ("impressions", "every"): countsEveryImpression = true
    case ("observes", _) where !value.isEmpty: geometryTransforms.append(value)
    case ("header", _):
      let numbers = value.split(separator: "/").compactMap { Double(Self.trimmed($0)) }
      guard numbers.count == 2, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw DeclaredCodeError(
          "'\(value)' is no header; write where it collapses and by how much: 'header: 80/60'")
      }
      (headerThreshold, headerCollapse) = (numbers[0], numbers[1])
    case ("stack", _), ("paging", _), ("impressions", _), ("observes", _):
      throw DeclaredCodeError("'\(key)' cannot be '\(value)'; \(Self.forms)")
    default: throw DeclaredCodeError("'\(key)' is no key; \(Self.forms)")
    }
  }

  private static let forms =
    "there are 'stack: eager|lazy', 'observes: EXPRESSION', 'header: OFFSET/HEIGHT', 'paging: on' "
    + "and 'impressions: every'"

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A syntax error of a description of code.
public struct DeclaredCodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the expected text.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
