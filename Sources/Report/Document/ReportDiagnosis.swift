/// The diagnosis of a trace as plain values, shown first in a report.
///
/// `diagnose` prints the same lines and writes the same JSON.
public struct ReportDiagnosis: Sendable {
  /// The conclusion.
  public enum Verdict: String, Sendable {
    /// The declared configuration explains the recording.
    case asDeclared = "as-declared"
    /// Another cause explains it.
    case cause
    /// Several causes explain it about equally well, or none does.
    case undecided
    /// The trace contains nothing to explain.
    case noEvidence = "no-evidence"
  }

  /// One labelled line for people; a line without a label continues the part before it.
  public struct Line: Hashable, Sendable {
    /// The label, such as `Cause`.
    public var label: String
    /// The text.
    public var text: String

    /// Creates a line.
    public init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A release and its margin.
  public struct Decision: Hashable, Sendable {
    /// The number of the release, from 1.
    public var number: Int
    /// The time of the release, in nanoseconds.
    public var releaseTime: Int64
    /// The resting offset from the leading side, in points.
    public var rest: Double
    /// The smallest change of its end that changes the rest, in points; nil if none does.
    public var margin: Double?
    /// The smallest change of its velocity that changes the rest, in points per second.
    public var velocityMargin: Double?
    /// The smallest change of its time that changes the rest, in milliseconds.
    public var timeMargin: Double?
    /// Whether the noise of the recorded offsets is sufficient for another rest.
    public var isFragile = false

    /// Creates a decision.
    public init(number: Int, releaseTime: Int64, rest: Double, margin: Double?) {
      self.number = number
      self.releaseTime = releaseTime
      self.rest = rest
      self.margin = margin
    }
  }

  /// The number of decisions of one kind in the trace, and how many are as declared.
  public struct Count: Hashable, Sendable {
    /// The kind, in the singular: `scroll`, `id`.
    public var kind: String
    /// The number of decisions.
    public var count: Int
    /// The number that the declaration explains.
    public var explained: Int

    /// Creates a count.
    public init(kind: String, count: Int, explained: Int) {
      self.kind = kind
      self.count = count
      self.explained = explained
    }
  }

  /// A rest that differs from the result of the fixed configuration.
  public struct Expectation: Hashable, Sendable {
    /// The time of the release, in nanoseconds.
    public var releaseTime: Int64
    /// Whether it is along the horizontal axis.
    public var isHorizontal: Bool
    /// The recorded resting offset, in points.
    public var rest: Double
    /// The expected target; nil if the position has none.
    public var id: String?
    /// The expected resting offset, in points.
    public var place: Double

    /// Creates an expectation.
    public init(
      releaseTime: Int64, isHorizontal: Bool, rest: Double, id: String?, place: Double
    ) {
      self.releaseTime = releaseTime
      self.isHorizontal = isHorizontal
      self.rest = rest
      self.id = id
      self.place = place
    }
  }

  /// The conclusion.
  public var verdict: Verdict
  /// Whether the trace declares a configuration, which the app may contradict.
  public var isDeclared: Bool
  /// The diagnosis in at most ten lines, the cause first.
  public var lines: [Line]
  /// The reason why there is nothing to diagnose.
  public var obstacle: String?
  /// The number of decisions that the conclusion explains.
  public var explained = 0
  /// The number of decisions that the declared configuration explains; nil without one.
  public var declaredExplained: Int?
  /// Every release.
  public var decisions: [Decision] = []
  /// Decisions of other kinds than releases.
  public var counts: [Count] = []
  /// The causes, the main one first.
  public var causes: [ReportCause] = []
  /// Rests that differ under the fixed configuration, in order of time.
  public var expectations: [Expectation] = []

  /// Creates a diagnosis without causes.
  public init(verdict: Verdict, isDeclared: Bool, lines: [Line]) {
    self.verdict = verdict
    self.isDeclared = isDeclared
    self.lines = lines
  }
}

/// A cause with its proof and its fix.
public struct ReportCause: Sendable {
  /// The number that a cause depends on.
  public struct Parameter: Hashable, Sendable {
    /// The name, such as `interval`.
    public var name: String
    /// The value.
    public var value: Double
    /// The unit.
    public var unit: String

    /// Creates a parameter.
    public init(name: String, value: Double, unit: String) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  /// The effect of a fix on correct traces.
  public struct Guarded: Hashable, Sendable {
    /// A trace and its result.
    public struct Trace: Hashable, Sendable {
      /// Its name.
      public var name: String
      /// The detectors of its new findings, or the reason why it was not checked.
      public var text: String

      /// Creates a trace.
      public init(name: String, text: String) {
        self.name = name
        self.text = text
      }
    }

    /// The number of replayed traces.
    public var checkedCount: Int
    /// Traces with new findings of severity warning or higher.
    public var worse: [Trace]
    /// Traces that could not be checked.
    public var unchecked: [Trace]

    /// Creates a result.
    public init(checkedCount: Int, worse: [Trace], unchecked: [Trace]) {
      self.checkedCount = checkedCount
      self.worse = worse
      self.unchecked = unchecked
    }
  }

  /// The suggested change.
  public struct Fix: Hashable, Sendable {
    /// The change, as text.
    public var summary: String
    /// The configuration after the change, as text.
    public var configuration: String
    /// The change as code of the app.
    public var code: String
    /// Detectors of effects that a replay under it no longer has; nil if no replay was possible.
    public var removes: [String]?
    /// Its effect on guard traces; nil if it was not checked.
    public var guarded: Guarded?

    /// Creates a fix.
    public init(summary: String, configuration: String, code: String, removes: [String]?) {
      self.summary = summary
      self.configuration = configuration
      self.code = code
      self.removes = removes
    }
  }

  /// An alternative hypothesis.
  public struct Alternative: Hashable, Sendable {
    /// Its kind.
    public var kind: String
    /// The configuration that reproduces it, as text.
    public var configuration: String
    /// The app's action, without a subject.
    public var summary: String
    /// The number of rests that it explains.
    public var explained: Int
    /// The ratio of the cause's probability to its own.
    public var odds: Double
    /// Whether it has the same rests as the cause.
    public var isSameOutcome: Bool

    /// Creates an alternative.
    public init(
      kind: String, configuration: String, summary: String, explained: Int, odds: Double,
      isSameOutcome: Bool
    ) {
      self.kind = kind
      self.configuration = configuration
      self.summary = summary
      self.explained = explained
      self.odds = odds
      self.isSameOutcome = isSameOutcome
    }
  }

  /// Its kind, such as `interval`.
  public var kind: String
  /// The configuration that reproduces the behavior, as text.
  public var configuration: String
  /// The assumption beyond the configuration, such as offsets in device pixels.
  public var assumption: String?
  /// The number that it depends on.
  public var parameter: Parameter?
  /// The lengths of the layout that the number equals.
  public var symbolic: String?
  /// The app's behavior and its difference from the declaration.
  public var sentences: [String]
  /// `certain`, `likely` or `undecided`.
  public var certainty: String
  /// The odds against the next best cause with another outcome.
  public var odds: Double
  /// The number of rests that it explains.
  public var explained: Int
  /// The largest distance of an explained rest from its computed position.
  public var worstMiss: Double
  /// Detectors whose findings a replay under the cause has as well.
  public var effects: [String] = []
  /// The suggested change.
  public var fix: Fix?
  /// The best alternatives, the best first.
  public var alternatives: [Alternative] = []
  /// A gesture that would distinguish the cause from the next alternative.
  public var separatingGesture: String?
  /// The evidence of a cause that is not about rests, as sentences.
  public var proof: [String] = []
  /// Whether it describes what rests are like, because nothing is declared that they could contradict.
  public var isComparison = false

  /// Creates a cause.
  public init(
    kind: String, configuration: String, sentences: [String], certainty: String, odds: Double,
    explained: Int, worstMiss: Double
  ) {
    self.kind = kind
    self.configuration = configuration
    self.sentences = sentences
    self.certainty = certainty
    self.odds = odds
    self.explained = explained
    self.worstMiss = worstMiss
  }
}

extension ReportDiagnosis {
  /// The cause in the verdict of a report: a difference from the declaration, or a defect.
  public var leadCause: ReportCause? { causes.first.flatMap { $0.isComparison ? nil : $0 } }

  /// The lines, grouped by label.
  var parts: [(label: String, texts: [String])] {
    var parts: [(label: String, texts: [String])] = []
    for line in lines {
      if line.label.isEmpty, !parts.isEmpty {
        parts[parts.count - 1].texts.append(line.text)
      } else {
        parts.append((line.label, [line.text]))
      }
    }
    return parts
  }

  /// The parts after the conclusion, which is the first one.
  var furtherParts: ArraySlice<(label: String, texts: [String])> { parts.dropFirst() }

  /// The text of the first line: the conclusion of a trace without a cause.
  public var conclusion: String { lines.first?.text ?? "" }
}

extension ReportDocument {
  /// Whether the verdict contains the conclusion of the diagnosis, so that it need not be repeated.
  var statesConclusion: Bool {
    guard let diagnosis else { return false }
    return diagnosis.leadCause != nil
      || verdict.statement == ReportText.withoutPeriod(diagnosis.conclusion)
  }

  /// Remarks of the verdict that are not in the lines of the diagnosis.
  var furtherRemarks: [String] {
    let hasEffects = diagnosis?.lines.contains { $0.label == "Effects" } ?? false
    return hasEffects ? verdict.remarks.filter { $0 != effectsTitle } : verdict.remarks
  }

  /// The number of findings that follow from the cause, as a sentence without a period.
  public var effectsTitle: String {
    ReportText.counted(effectCount, "finding")
      + (effectCount == 1 ? " is a consequence" : " are consequences") + " of this cause"
  }
}

extension ReportDocument {
  /// The cause and its fix as one message.
  var causeMessage: String {
    guard let cause = diagnosis?.leadCause else { return "" }
    return cause.sentences.joined(separator: " ")
      + (cause.fix.map { " Fix: \($0.summary)." } ?? "")
  }

  /// The message of an alert about a finding: the cause, if the diagnosis has one for it.
  func causeMessage(of finding: ReportFinding) -> String {
    finding.isEffect && diagnosis?.leadCause != nil ? causeMessage : finding.message
  }

  /// The cause if no finding is an effect of it.
  var causeWithoutFinding: ReportCause? { effectCount == 0 ? diagnosis?.leadCause : nil }
}

extension ReportCause {
  /// The rule id of the cause, for tools that collect alerts.
  var ruleID: String { "cause/\(kind)" }
}
