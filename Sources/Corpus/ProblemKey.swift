import TextKit

/// The key that assigns traces to a problem: their cause or their defects, never their numbers.
public struct ProblemKey: Hashable, Comparable, Sendable {
  /// The kind of problem.
  public enum Kind: Int, Comparable, Sendable {
    /// Traces with one diagnosed cause.
    case cause
    /// Traces with the same defects and no diagnosed cause.
    case defects
    /// Captures that could not be read or analyzed, for one kind of reason.
    case failure

    /// Whether one comes before another.
    public static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
  }

  /// The kind.
  public let kind: Kind
  /// The common parts of members, such as the cause's class and its lengths.
  public let parts: [String]

  /// Creates the key of a row; nil if its trace has no problem, or was not analyzed.
  public init?(_ row: TriageRow) {
    if row.verdict == .failed {
      kind = .failure
      parts = [row.errorKind ?? "unknown"]
      return
    }
    if row.verdict == .cause, let cause = row.causes.first, cause.certainty != "undecided",
      !cause.isComparison
    {
      kind = .cause
      parts = [cause.kind, Self.withoutNumbers(cause.variant)]
      return
    }
    let detectors = Set(row.findings.filter { $0.isAlarming }.map(\.detector)).sorted()
    guard !detectors.isEmpty else { return nil }
    kind = .defects
    parts = detectors
  }

  /// A name for folders and links, equal in every run.
  public var name: String {
    let lead = kind == .defects ? ["findings"] : kind == .failure ? ["unreadable"] : []
    var name = ""
    for scalar in (lead + parts).joined(separator: "-").lowercased().unicodeScalars {
      if "a"..."z" ~= scalar || "0"..."9" ~= scalar {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    if name.count > Self.nameLimit {
      let cut = name.prefix(Self.nameLimit)
      name = (cut.lastIndex(of: "-").map { String(cut[..<$0]) } ?? String(cut)) + "-" + digits
    }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty ? "problem-" + digits : name
  }

  /// The longest name, suitable for a folder.
  private static let nameLimit = 60

  /// Six hexadecimal digits of all parts.
  private var digits: String {
    var hash = SHA256()
    for part in parts { hash.update(Array(part.utf8) + [0]) }
    return hash.digest.prefix(3).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The names of lengths without their values, which depend on the device; `S28` is a name.
  private static func withoutNumbers(_ text: String) -> String {
    var words = String.UnicodeScalarView()
    var isInName = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        if isInName { words.append(scalar) }
      case "(", ")":
        isInName = false
        words.append(" ")
      case ".":
        isInName = false
      default:
        isInName = "a"..."z" ~= scalar || "A"..."Z" ~= scalar
        words.append(scalar)
      }
    }
    return String(words).split(separator: " ").joined(separator: " ")
  }

  /// Whether one comes before another: causes, then defects, then failures.
  public static func < (first: ProblemKey, second: ProblemKey) -> Bool {
    if first.kind != second.kind { return first.kind < second.kind }
    return first.parts.lexicographicallyPrecedes(second.parts)
  }
}

extension TriageRow.Finding {
  /// Whether it is a warning or an error.
  public var isAlarming: Bool { severity == "warning" || severity == "error" }
}
