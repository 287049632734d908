/// The diagnosis of a trace as plain values: what a report says first.
///
/// `diagnose` prints the same lines and writes the same JSON.
public struct ReportDiagnosis: Sendable {
  /// What is concluded.
  public enum Verdict: String, Sendable {
    /// The declared configuration explains what was recorded.
    case asDeclared = "as-declared"
    /// Something else explains it.
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

  /// A release and how far it is from another rest.
  public struct Decision: Hashable, Sendable {
    /// The number of the release, from 1.
    public var number: Int
    /// When the content was let go, in nanoseconds.
    public var releaseTime: Int64
    /// Where it came to rest, from the leading side, in points.
    public var rest: Double
    /// How far the release could end elsewhere until another rest is chosen; nil if it never is.
    public var margin: Double?
    /// By how much its velocity could change until then, in points per second.
    public var velocityMargin: Double?
    /// By how much earlier or later it could be until then, in milliseconds.
    public var timeMargin: Double?
    /// Whether the noise of the recorded offsets is enough for another rest.
    public var isFragile = false

    /// Creates a decision.
    public init(number: Int, releaseTime: Int64, rest: Double, margin: Double?) {
      self.number = number
      self.releaseTime = releaseTime
      self.rest = rest
      self.margin = margin
    }
  }

  /// How many decisions of one kind the trace contains, and how many behave as declared.
  public struct Count: Hashable, Sendable {
    /// What they are, in the singular: `scroll`, `id`.
    public var kind: String
    /// How many there are.
    public var count: Int
    /// How many the declaration explains.
    public var explained: Int

    /// Creates a count.
    public init(kind: String, count: Int, explained: Int) {
      self.kind = kind
      self.count = count
      self.explained = explained
    }
  }

  /// A rest that differs from what the fixed configuration does.
  public struct Expectation: Hashable, Sendable {
    /// When the content was let go, in nanoseconds.
    public var releaseTime: Int64
    /// Whether it is along the horizontal axis.
    public var isHorizontal: Bool
    /// Where it came to rest, in points.
    public var rest: Double
    /// The target at which it would rest; nil if the place is no target's.
    public var id: String?
    /// Where it would rest, in points.
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

  /// What is concluded.
  public var verdict: Verdict
  /// Whether the trace declares a configuration that the app could contradict.
  public var isDeclared: Bool
  /// The diagnosis in at most ten lines, the cause first.
  public var lines: [Line]
  /// Why there is nothing to diagnose.
  public var obstacle: String?
  /// How many decisions the conclusion explains.
  public var explained = 0
  /// How many decisions the declared configuration explains; nil without one.
  public var declaredExplained: Int?
  /// Every release.
  public var decisions: [Decision] = []
  /// Decisions of other kinds than releases.
  public var counts: [Count] = []
  /// The causes, the main one first.
  public var causes: [ReportCause] = []
  /// Rests that the fixed configuration would not have, in order of time.
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
    /// What it is, such as `interval`.
    public var name: String
    /// How much.
    public var value: Double
    /// Of what.
    public var unit: String

    /// Creates a parameter.
    public init(name: String, value: Double, unit: String) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  /// What a fix does to traces that are right.
  public struct Guarded: Hashable, Sendable {
    /// A trace and what is said of it.
    public struct Trace: Hashable, Sendable {
      /// Its name.
      public var name: String
      /// The detectors of its new findings, or why it was not checked.
      public var text: String

      /// Creates a trace.
      public init(name: String, text: String) {
        self.name = name
        self.text = text
      }
    }

    /// How many traces were replayed.
    public var checkedCount: Int
    /// Traces with new findings of a warning or above.
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

  /// What to change.
  public struct Fix: Hashable, Sendable {
    /// What to do.
    public var summary: String
    /// The configuration after the change, as text.
    public var configuration: String
    /// The change as code of the app.
    public var code: String
    /// Detectors of effects that a replay under it no longer shows; nil where no replay was possible.
    public var removes: [String]?
    /// What it does to guard traces; nil where it was not replayed on any.
    public var guarded: Guarded?

    /// Creates a fix.
    public init(summary: String, configuration: String, code: String, removes: [String]?) {
      self.summary = summary
      self.configuration = configuration
      self.code = code
      self.removes = removes
    }
  }

  /// Another hypothesis.
  public struct Alternative: Hashable, Sendable {
    /// Its kind.
    public var kind: String
    /// The configuration that shows it, as text.
    public var configuration: String
    /// What the app would do, without its subject.
    public var summary: String
    /// How many rests it explains.
    public var explained: Int
    /// How many times less probable it is than the cause.
    public var odds: Double
    /// Whether it leads to the same rests as the cause.
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
  /// The configuration that shows the same, as text.
  public var configuration: String
  /// What is assumed beyond the configuration, such as offsets in device pixels.
  public var assumption: String?
  /// The number that it depends on.
  public var parameter: Parameter?
  /// The lengths of the layout that the number equals.
  public var symbolic: String?
  /// What the app does and how that differs from what it declares.
  public var sentences: [String]
  /// `certain`, `likely` or `undecided`.
  public var certainty: String
  /// The odds against the next best cause with another outcome.
  public var odds: Double
  /// How many rests it explains.
  public var explained: Int
  /// The largest distance of an explained rest from its computed place.
  public var worstMiss: Double
  /// Detectors whose findings a replay under the cause shows as well.
  public var effects: [String] = []
  /// What to change.
  public var fix: Fix?
  /// The next best hypotheses, the best first.
  public var alternatives: [Alternative] = []
  /// A gesture to record that would separate the cause from the next alternative.
  public var separatingGesture: String?
  /// The evidence of a cause that is not about rests, as sentences.
  public var proof: [String] = []

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
  /// The cause that the verdict of a report states: something other than what the app declares.
  ///
  /// Without a declaration there is nothing that an app could do otherwise.
  public var leadCause: ReportCause? { isDeclared ? causes.first : nil }

  /// The lines of each label together.
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

  /// The first line's text, which is the whole conclusion of a trace without a cause.
  public var conclusion: String { lines.first?.text ?? "" }
}

extension ReportDocument {
  /// Whether the verdict states the conclusion of the diagnosis, so that it need not be repeated.
  var statesConclusion: Bool {
    guard let diagnosis else { return false }
    return diagnosis.leadCause != nil
      || verdict.statement == ReportText.withoutPeriod(diagnosis.conclusion)
  }

  /// What the verdict has to add to the lines of the diagnosis.
  var furtherRemarks: [String] {
    let hasEffects = diagnosis?.lines.contains { $0.label == "Effects" } ?? false
    return hasEffects ? verdict.remarks.filter { $0 != effectsTitle } : verdict.remarks
  }

  /// How many findings follow from the cause, as a sentence without a period.
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

  /// What an alert says of a finding: the cause, where the diagnosis has one for it.
  func causeMessage(of finding: ReportFinding) -> String {
    finding.isEffect && diagnosis?.leadCause != nil ? causeMessage : finding.message
  }

  /// The cause if no finding is an effect of it.
  var causeWithoutFinding: ReportCause? { effectCount == 0 ? diagnosis?.leadCause : nil }
}

extension ReportCause {
  /// The rule that the cause breaks, for tools that gather alerts.
  var ruleID: String { "cause/\(kind)" }
}
