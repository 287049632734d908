public import Analysis
public import Diagnosis
public import Replay

/// What goes wrong in a trace, told apart from other defects without its numbers.
public enum Defect: Hashable, Sendable {
  /// A diagnosis names a cause of this kind with this sentence, but for its numbers and ids.
  case cause(CauseClass, sentence: String)
  /// A detector finds a case of one structure, at least so severe.
  case finding(detector: String, structure: [String], FindingSeverity)
  /// The recording and the replay under the declared configuration part first at this decision.
  case divergence(DivergenceKind, DecisionStep)

  /// Creates the defect that is the main cause of a diagnosis; nil if that names none.
  public init?(_ diagnosis: TraceDiagnosis) {
    guard diagnosis.verdict == .cause, let cause = diagnosis.causes.first else { return nil }
    self = .cause(cause.cause, sentence: Self.withoutNumbers(cause.sentences.first ?? ""))
  }

  /// A sentence without what differs between two cases of one defect: numbers, ids, remarks in brackets.
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
      // A list of numbers may be of any length, and one thing is no other than several of it.
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

  /// The kind of defect and what it is, such as `finding S01`.
  public var name: String {
    switch self {
    case .cause(let cause, _): "cause \(cause.rawValue)"
    case .finding(let detector, _, _): "finding \(detector)"
    case .divergence(let kind, let viewState):
      "divergence of the \(kind.rawValue), \(viewState.rawValue)"
    }
  }
}
