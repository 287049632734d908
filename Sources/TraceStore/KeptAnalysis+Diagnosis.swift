import SQLite
public import ScrollModel

extension KeptAnalysis {
  /// The result of a diagnosis.
  public struct Diagnosis: Hashable, Sendable {
    /// One release.
    public struct Decision: Hashable, Sendable {
      /// The time of the release.
      public var time: TraceTime
      /// The resting offset, in points.
      public var rest: Double
      /// The smallest change of the release that changes the choice; nil if none does.
      public var margin: Double?

      /// Creates a row.
      public init(time: TraceTime, rest: Double, margin: Double?) {
        self.time = time
        self.rest = rest
        self.margin = margin
      }
    }

    /// A cause that explains the recording.
    public struct Cause: Hashable, Sendable {
      /// Its kind.
      public var kind: String
      /// The app's behavior and its difference from the declaration.
      public var summary: String
      /// The configuration that reproduces the behavior.
      public var configuration: String
      /// The name of the number that it depends on.
      public var parameter: String?
      /// The value of that number.
      public var value: Double?
      /// The number's unit.
      public var unit: String?
      /// The lengths of the layout that the number equals.
      public var symbolic: String?
      /// `certain`, `likely` or `undecided`.
      public var certainty: String
      /// The odds against the next best cause.
      public var odds: Double
      /// The number of rests that it explains.
      public var explainedCount: Int
      /// Detectors whose findings are effects of this cause.
      public var effects: [String] = []
      /// The suggested change.
      public var fix: String?
      /// The change as code of the app.
      public var fixCode: String?
      /// The configuration after the change.
      public var fixConfiguration: String?

      /// Creates a row without a parameter and a fix.
      public init(
        kind: String, summary: String, configuration: String, certainty: String, odds: Double,
        explainedCount: Int
      ) {
        self.kind = kind
        self.summary = summary
        self.configuration = configuration
        self.certainty = certainty
        self.odds = odds
        self.explainedCount = explainedCount
      }
    }

    /// The conclusion.
    public var verdict: String
    /// The reason why there is nothing to diagnose.
    public var obstacle: String?
    /// The number of releases that the conclusion explains.
    public var explainedCount: Int
    /// The number of releases that the declared configuration explains; nil without one.
    public var declaredExplainedCount: Int?
    /// The releases.
    public var decisions: [Decision] = []
    /// The causes, the main one first.
    public var causes: [Cause] = []

    /// Creates a diagnosis without releases and causes.
    public init(
      verdict: String, obstacle: String?, explainedCount: Int, declaredExplainedCount: Int?
    ) {
      self.verdict = verdict
      self.obstacle = obstacle
      self.explainedCount = explainedCount
      self.declaredExplainedCount = declaredExplainedCount
    }
  }
}

extension TraceStore {
  func insert(_ diagnosis: KeptAnalysis.Diagnosis, _ id: Int64) throws {
    try database.run(
      "INSERT INTO kept_diagnosis VALUES (?, ?, ?, ?, ?, ?)", id, diagnosis.verdict,
      diagnosis.obstacle, Int64(diagnosis.decisions.count), Int64(diagnosis.explainedCount),
      diagnosis.declaredExplainedCount.map { Int64($0) })
    for (number, cause) in diagnosis.causes.enumerated() {
      try database.run(
        "INSERT INTO kept_cause VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id,
        Int64(number), cause.kind, cause.summary, cause.configuration, cause.parameter,
        finiteReal(cause.value), cause.unit, cause.symbolic, cause.certainty,
        finiteReal(cause.odds), Int64(cause.explainedCount),
        cause.effects.isEmpty ? nil : cause.effects.joined(separator: " "), cause.fix,
        cause.fixCode, cause.fixConfiguration)
    }
    for (number, decision) in diagnosis.decisions.prefix(KeptAnalysis.keptRows).enumerated() {
      try database.run(
        "INSERT INTO kept_decision VALUES (?, ?, ?, ?, ?)", id, Int64(number) + 1,
        decision.time.nanoseconds, finiteReal(decision.rest), finiteReal(decision.margin))
    }
  }
}
