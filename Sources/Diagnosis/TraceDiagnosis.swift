public import Analysis
public import ScrollModel

/// The conclusion of a diagnosis.
public enum DiagnosisVerdict: String, CaseIterable, Hashable, Sendable {
  /// The declared configuration explains the recording.
  case asDeclared = "as-declared"
  /// Another cause explains it.
  case cause
  /// Several causes explain it about equally well, or none does.
  case undecided
  /// The trace contains no decisions to explain.
  case noEvidence = "no-evidence"
}

/// The certainty of a cause.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// At least 100 to 1 against the next best.
  case certain
  /// At least 10 to 1.
  case likely
  /// Lower odds.
  case undecided
}

/// An alternative hypothesis.
public struct Alternative: Hashable, Sendable {
  /// The kind.
  public var cause: CauseClass
  /// Its action, as a sentence without a subject.
  public var summary: String
  /// The configuration that reproduces it.
  public var configuration: Configuration
  /// The number of rests that it explains.
  public var explained: Int
  /// The ratio of the first cause's probability to its own.
  public var odds: Double
  /// Whether it has the same rests as the first on this recording.
  public var isSameOutcome: Bool
}

/// The suggested change, in terms of the app's code.
public struct DiagnosisFix: Hashable, Sendable {
  /// The change, as text.
  public var summary: String
  /// The configuration after the change.
  public var configuration: Configuration
  /// The code of the change for each platform.
  var change: FixCode
  /// The platform of the app.
  var platform = AppPlatform.apple
  /// The effects that a replay under it no longer has; nil if no replay was possible.
  public var removed: [String]?
  /// Its effect on correct traces; nil if it was not checked.
  public var guarded: GuardResult?
  /// Its effect on programmatic scrolls.
  var edit: RequestEdit?

  /// Code that can be pasted, in the language of the app's platform.
  public var code: String { change.text(on: platform) }

  /// The name of that language in a fence of Markdown.
  public var language: String {
    switch platform {
    case .apple: "swift"
    case .web: code.prefix { $0 != ":" }.allSatisfy { $0.isLowercase || $0 == "-" } ? "css" : "js"
    case .android: "kotlin"
    case .flutter: "dart"
    case .reactNative: "jsx"
    }
  }
}

/// The cause of a recording with its proof.
public struct DiagnosedCause: Hashable, Sendable {
  /// The kind.
  public var cause: CauseClass
  /// The app's behavior and its difference from the declaration, as sentences.
  public var sentences: [String]
  /// The name of the hypothesis in the text form, such as `interval(300)`.
  public var name: String
  /// The configuration that reproduces the behavior.
  public var configuration: Configuration
  /// The assumption beyond the configuration, such as offsets in device pixels; nil without one.
  public var assumption: String?
  /// The number that it depends on.
  public var parameter: CauseParameter?
  /// The lengths of the scene that the number equals.
  public var symbolic: String?
  /// The certainty.
  public var certainty: Certainty
  /// The odds against the next best cause of another kind.
  public var odds: Double
  /// The number of rests that it explains.
  public var explained: Int
  /// The largest distance of an explained rest from its position.
  public var worstMiss: Double
  /// Findings of the recording that a replay under the cause has as well.
  public var effects: [Finding] = []
  /// The suggested change.
  public var fix: DiagnosisFix?
  /// The best alternatives, the best first.
  public var alternatives: [Alternative]
  /// A gesture that would distinguish the cause from the next alternative.
  public var separatingGesture: String?
  /// The evidence of a cause that is not about rests, as sentences; else empty.
  public var proof: [String] = []
}

/// The smallest changes of a release that change its rest; nil if none does.
public struct DecisionMargin: Hashable, Sendable {
  /// The change of its end, in points.
  public var points: Double?
  /// The change of its velocity, in points per second.
  public var pointsPerSecond: Double?
  /// The change of its time, in milliseconds.
  public var milliseconds: Double?
  /// Whether the noise of the recorded offsets is sufficient for another rest.
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

/// The number of decisions of one kind in a recording, and how many are as declared.
public struct DecisionCount: Hashable, Sendable {
  /// The kind, in the singular: `rest`, `scroll`, `id`.
  public var noun: String
  /// The number of decisions.
  public var count: Int
  /// The number that the declaration explains.
  public var explained: Int
}

/// The diagnosis of one trace.
public struct TraceDiagnosis: Hashable, Sendable {
  /// A part that a recording may lack.
  public enum Missing: Hashable, Sendable {
    /// The size of the container.
    case containerSize
    /// The frames of the items.
    case layout
  }

  /// The conclusion.
  public var verdict: DiagnosisVerdict
  /// The releases and rests of the trace.
  public var decisions: [RestDecision] = []
  /// The number of decisions that the conclusion explains.
  public var explained = 0
  /// The number of decisions that the declared configuration explains; nil without one.
  public var declaredExplained: Int?
  /// The declared behavior in the text form; nil without a configuration.
  public var declaredName: String?
  /// The causes, the main one first.
  public var causes: [DiagnosedCause] = []
  /// The margin of each release under the conclusion.
  public var margins: [DecisionMargin] = []
  /// Decisions of other kinds than rests.
  public var counts: [DecisionCount] = []
  /// The reason why there is nothing to explain.
  public var obstacle: String?
  /// What the trace lacks and `attach` can add, if an answer failed for that reason.
  public var missing: Missing?
  /// The findings of the recording under the declaration, from notice up.
  public var findings: [Finding] = []
  /// The name of the targets in the singular, such as `card`.
  public var item = "item"
  /// Whether the decisions are those of a program that scrolls after almost every release.
  public internal(set) var isProgramChoosing = false
}
