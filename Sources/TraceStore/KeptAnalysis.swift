import SQLite
public import ScrollModel

/// The stored result of one analysis of an outcome.
public struct KeptAnalysis: Sendable {
  /// One impression, or a near miss.
  public struct Impression: Hashable, Sendable {
    /// The id of the target as text.
    public var id: String
    /// The time at which it began to count.
    public var from: TraceTime
    /// The time at which it stopped; nil at the end of the trace.
    public var to: TraceTime?
    /// The time of qualification; nil for a near miss.
    public var at: TraceTime?
    /// The largest visible fraction.
    public var peak: Double
    /// The certainty of the times.
    public var certainty: String

    /// Creates a row.
    public init(
      id: String, from: TraceTime, to: TraceTime?, at: TraceTime?, peak: Double, certainty: String
    ) {
      self.id = id
      self.from = from
      self.to = to
      self.at = at
      self.peak = peak
      self.certainty = certainty
    }
  }

  /// One finding.
  public struct Finding: Hashable, Sendable {
    /// The detector.
    public var detector: String
    /// `info`, `notice`, `warning` or `error`.
    public var severity: String
    /// The start.
    public var from: TraceTime
    /// The end.
    public var to: TraceTime
    /// The id of the target, if any.
    public var id: String?
    /// The problem as one sentence with its numbers.
    public var summary: String
    /// The likely cause.
    public var cause: String
    /// The smallest change that fixes it.
    public var repair: String?
    /// An id that is equal for equal kinds of defects.
    public var fingerprint: String

    /// Creates a row.
    public init(
      detector: String, severity: String, from: TraceTime, to: TraceTime, id: String?,
      summary: String, cause: String, repair: String?, fingerprint: String
    ) {
      self.detector = detector
      self.severity = severity
      self.from = from
      self.to = to
      self.id = id
      self.summary = summary
      self.cause = cause
      self.repair = repair
      self.fingerprint = fingerprint
    }
  }

  /// The name of the analysis.
  public var name: String
  /// Its options as text.
  public var options: String
  /// Its version.
  public var version: String
  /// Its impressions.
  public var impressions: [Impression]
  /// Its findings.
  public var findings: [Finding]
  /// The intervals of measured smoothness.
  public var stretches: [ScrollInterval] = []
  /// The result of a probe.
  public var probe: Probe?
  /// The result of a transition.
  public var transition: Transition?
  /// The result of a diagnosis.
  public var diagnosis: Diagnosis?
  /// The assumptions, or the reasons for missing results.
  public var notes: [String] = []

  /// Creates the results of an analysis.
  public init(
    name: String, options: String, version: String, impressions: [Impression] = [],
    findings: [Finding] = []
  ) {
    self.name = name
    self.options = options
    self.version = version
    self.impressions = impressions
    self.findings = findings
  }

  /// The largest number of stored rows of one list.
  static let keptRows = 10_000

  /// The tables with rows of an analysis, referring tables first.
  static let tables = [
    "impression", "finding", "analysis_note", "smoothness_measure", "smoothness_stretch",
    "probe_action", "probe", "transition_change", "transition_mismatch", "transition",
    "kept_decision", "kept_cause", "kept_diagnosis",
  ]
}

extension TraceStore {
  /// Stores an analysis of an outcome, replacing an older one with the same options.
  public func keep(_ analysis: KeptAnalysis, of outcome: Int64) throws {
    do {
      try database.transaction(.immediate) {
        let old = try database.rows(
          "SELECT analysis_id FROM analysis WHERE outcome_id = ? AND name = ? AND options = ?",
          outcome, analysis.name, analysis.options, as: Int64.self)
        for id in old {
          for table in KeptAnalysis.tables {
            try database.run("DELETE FROM \(table) WHERE analysis_id = ?", id)
          }
          try database.run("DELETE FROM analysis WHERE analysis_id = ?", id)
        }
        try database.run(
          "INSERT INTO analysis (outcome_id, name, options, version) VALUES (?, ?, ?, ?)", outcome,
          analysis.name, analysis.options, analysis.version)
        try insertRows(of: analysis, database.lastInsertRowID)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  private func insertRows(of analysis: KeptAnalysis, _ id: Int64) throws {
    for (number, row) in analysis.impressions.enumerated() {
      try database.run(
        "INSERT INTO impression VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, Int64(number), row.id,
        row.from.nanoseconds, row.to?.nanoseconds, row.at?.nanoseconds,
        min(max(row.peak, 0), 1), row.certainty)
    }
    for (number, row) in analysis.findings.enumerated() {
      try database.run(
        "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id, Int64(number),
        row.detector, row.severity, row.from.nanoseconds, row.to.nanoseconds, row.id, row.summary,
        row.cause, row.repair, row.fingerprint)
    }
    for (number, note) in analysis.notes.enumerated() {
      try database.run("INSERT INTO analysis_note VALUES (?, ?, ?)", id, Int64(number), note)
    }
    for (number, stretch) in analysis.stretches.enumerated() {
      try insert(stretch, Int64(number), id)
    }
    if let probe = analysis.probe { try insert(probe, id) }
    if let transition = analysis.transition { try insert(transition, id) }
    if let diagnosis = analysis.diagnosis { try insert(diagnosis, id) }
  }

  /// The id of a stored outcome; nil if it is not stored, or results from other inputs.
  ///
  /// Replays are equal under the same configuration, drive and engine version.
  public func keptOutcome(
    of trace: TraceRecord, replay: OutcomeRecord.Replay?
  ) throws -> Int64? {
    try keptOutcomes(of: trace.id).first { kept in
      kept.replay == replay && kept.inputs == trace.digests?.inputs
        && kept.observations == trace.digests?.observations
    }?.id
  }
}
