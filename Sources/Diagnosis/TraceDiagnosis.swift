public import Analysis
public import ScrollModel

/// What a diagnosis concludes.
public enum DiagnosisVerdict: String, CaseIterable, Hashable, Sendable {
  /// The declared configuration explains what was recorded.
  case asDeclared = "as-declared"
  /// Something else explains it.
  case cause
  /// Several causes explain it about equally well, or none does.
  case undecided
  /// The trace contains nothing to explain.
  case noEvidence = "no-evidence"
}

/// How sure a cause is.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// At least 100 to 1 against the next best.
  case certain
  /// At least 10 to 1.
  case likely
  /// Less.
  case undecided
}

/// Another hypothesis beside the first.
public struct Alternative: Hashable, Sendable {
  /// Its kind.
  public var cause: CauseClass
  /// What it does, as a sentence without its subject.
  public var summary: String
  /// The configuration that shows it.
  public var configuration: Configuration
  /// How many rests it explains.
  public var explained: Int
  /// How many times less probable it is than the first.
  public var odds: Double
  /// Whether it leads to the same rests as the first on this recording.
  public var isSameOutcome: Bool
}

/// What to change, in words of the app's code.
public struct DiagnosisFix: Hashable, Sendable {
  /// What to do.
  public var summary: String
  /// The configuration after the change.
  public var configuration: Configuration
  /// SwiftUI code that can be pasted.
  public var code: String
  /// The effects that a replay under it no longer shows; nil where no replay was possible.
  public var removed: [String]?
  /// What it does to traces that are right; nil where it was not replayed on any.
  public var guarded: GuardResult?
  /// What it does to the program's scrolls.
  var edit: RequestEdit?
}

/// The cause of a recording with its proof.
public struct DiagnosedCause: Hashable, Sendable {
  /// Its kind.
  public var cause: CauseClass
  /// What the app does, and how that differs from what it declares, as sentences.
  public var sentences: [String]
  /// The name of the hypothesis in the text form, such as `interval(300)`.
  public var name: String
  /// The configuration that shows the same.
  public var configuration: Configuration
  /// What is assumed beyond the configuration, such as offsets in device pixels; nil if nothing.
  public var assumption: String?
  /// How far content rests behind the places of the configuration, as with padding of a page.
  public var restShift = 0.0
  /// The number that it depends on.
  public var parameter: CauseParameter?
  /// Which lengths of the scene the number equals.
  public var symbolic: String?
  /// How sure it is.
  public var certainty: Certainty
  /// The odds against the next best cause of another kind.
  public var odds: Double
  /// How many rests it explains.
  public var explained: Int
  /// The largest distance of an explained rest from its place.
  public var worstMiss: Double
  /// Findings of the recording that a replay under the cause shows as well.
  public var effects: [Finding] = []
  /// What to change.
  public var fix: DiagnosisFix?
  /// The next best hypotheses, the best first.
  public var alternatives: [Alternative]
  /// A gesture that would separate the cause from the next alternative.
  public var separatingGesture: String?
  /// The evidence of a cause that is not about rests, as sentences; empty for one about rests.
  public var proof: [String] = []
}

/// How far a release is from another rest; nil where no change leads to one.
public struct DecisionMargin: Hashable, Sendable {
  /// How far its end may move, in points.
  public var points: Double?
  /// By how much its velocity may change, in points per second.
  public var pointsPerSecond: Double?
  /// By how much earlier or later it may be, in milliseconds.
  public var milliseconds: Double?
  /// Whether the noise of the recorded offsets is enough for another rest.
  public var isFragile = false

  /// Creates the margin of a release that never rests elsewhere.
  public init() {}

  init(points: Double, pointsPerSecond: Double, milliseconds: Double?, isFragile: Bool) {
    self.points = points
    self.pointsPerSecond = pointsPerSecond
    self.milliseconds = milliseconds
    self.isFragile = isFragile
  }
}

/// How many decisions of one kind a recording contains, and how many behave as declared.
public struct DecisionCount: Hashable, Sendable {
  /// What they are, in the singular: `rest`, `scroll`, `id`.
  public var noun: String
  /// How many there are.
  public var count: Int
  /// How many the declaration explains.
  public var explained: Int
}

/// What a diagnosis says about one trace.
public struct TraceDiagnosis: Hashable, Sendable {
  /// The conclusion.
  public var verdict: DiagnosisVerdict
  /// The releases and rests of the trace.
  public var decisions: [RestDecision] = []
  /// How many decisions the conclusion explains.
  public var explained = 0
  /// How many decisions the declared configuration explains; nil without one.
  public var declaredExplained: Int?
  /// The declared behavior in the text form; nil without a configuration.
  public var declaredName: String?
  /// The causes, the first one the main one.
  public var causes: [DiagnosedCause] = []
  /// How far each release is from another rest under the conclusion.
  public var margins: [DecisionMargin] = []
  /// Decisions of other kinds than rests.
  public var counts: [DecisionCount] = []
  /// Why there is nothing to explain.
  public var obstacle: String?
  /// What the recording shows under what is declared, from notice up.
  public var findings: [Finding] = []
  /// What the targets are called, in the singular, such as `card`.
  public var item = "item"
}
