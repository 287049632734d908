public import Analysis
public import Diagnosis
public import Replay

/// A defect of a trace, identified independently of its numbers.
public enum Defect: Hashable, Sendable {
  /// A diagnosed cause of this kind with this sentence, except for numbers and ids.
  case cause(CauseClass, sentence: String)
  /// A finding with this structure and at least this severity.
  case finding(detector: String, structure: [String], FindingSeverity)
  /// The first divergence between the recording and the replay under the declared configuration.
  case divergence(DivergenceKind, DecisionStep)

  /// Creates the defect of a diagnosis's main cause; nil if there is none.
  public init?(_ diagnosis: TraceDiagnosis) {
    guard diagnosis.verdict == .cause, let cause = diagnosis.causes.first else { return nil }
    // Code that scrolls to fewer places in a smaller case may fit another rule.
    let sentence =
      diagnosis.isProgramChoosing
      ? cause.sentences.joined(separator: " ") : cause.sentences.first ?? ""
    self = .cause(cause.cause, sentence: Self.withoutNumbers(sentence))
  }

  /// A sentence without case-specific parts: numbers, ids, text in parentheses.
  static func withoutNumbers(_ sentence: String) -> String {
    var depth = 0
    let open = sentence.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
    var words: [String] = []
    for word in open.split(separator: " ") {
      let isNumber = word.contains { $0.isASCII && $0.isNumber }
      let plain = isNumber ? "#" : String(word.filter { !".,:;".contains($0) })
      // Lists may have any length, and singular and plural are equivalent.
      let singular = plain.count > 3 && plain.hasSuffix("s") ? String(plain.dropLast()) : plain
      if singular != "#" || words.last != "#" { words.append(singular) }
    }
    return words.joined(separator: " ")
  }

  /// Creates the defect of a finding.
  public init(_ finding: Finding) {
    self = .finding(
      detector: finding.detector, structure: finding.structure, finding.severity)
  }

  /// The kind and id of the defect, such as `finding S01`.
  public var name: String {
    switch self {
    case .cause(let cause, _): "cause \(cause.rawValue)"
    case .finding(let detector, _, _): "finding \(detector)"
    case .divergence(let kind, let viewState):
      "divergence of the \(kind.rawValue), \(viewState.rawValue)"
    }
  }
}
