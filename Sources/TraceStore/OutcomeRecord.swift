import SQLite
public import ScrollModel

/// The stored data of an outcome: its key, its digest, and frequently queried results.
public struct OutcomeRecord: Sendable {
  /// The key of a replay.
  public struct Replay: Hashable, Sendable {
    /// Canonical text of the configuration.
    public var configuration: String
    /// SHA-256 of that text.
    public var configurationDigest: [UInt8]
    /// Version of the engine.
    public var engineVersion: String
    /// The source of movement.
    public var drive: String

    /// Creates the key of a replay.
    public init(
      configuration: String, configurationDigest: [UInt8], engineVersion: String, drive: String
    ) {
      self.configuration = configuration
      self.configurationDigest = configurationDigest
      self.engineVersion = engineVersion
      self.drive = drive
    }
  }

  /// The comparison of a replay with its recording.
  public struct Summary: Hashable, Sendable {
    /// Recorded frames that did not drive the replay.
    public var comparedFrames: Int64
    /// Recorded frames that drove the replay.
    public var excludedFrames: Int64
    /// The tolerance.
    public var tolerance: Double
    /// The largest distance.
    public var maximum: Double
    /// The number of divergences.
    public var divergenceCount: Int

    /// Creates a summary.
    public init(
      comparedFrames: Int64, excludedFrames: Int64, tolerance: Double, maximum: Double,
      divergenceCount: Int
    ) {
      self.comparedFrames = comparedFrames
      self.excludedFrames = excludedFrames
      self.tolerance = tolerance
      self.maximum = maximum
      self.divergenceCount = divergenceCount
    }
  }

  /// One divergence.
  public struct Divergence: Hashable, Sendable {
    /// The kind, the visible effect, the stage and the cause, as words and a sentence.
    public var (kind, verdict, stage, cause): (String, String, String, String)
    /// The first and the last time beyond the tolerance.
    public var (from, to): (TraceTime, TraceTime)
    /// The largest distance, and the integral of the distance over time.
    public var (maximum, area): (Double, Double)
    /// The distance of the resting offsets.
    public var restDifference: Double?
    /// The targets at the resting offsets.
    public var (recordedRest, replayedRest): (String?, String?)

    /// Creates a row.
    public init(
      kind: String, verdict: String, stage: String, cause: String, from: TraceTime, to: TraceTime,
      maximum: Double, area: Double, restDifference: Double?, recordedRest: String?,
      replayedRest: String?
    ) {
      (self.kind, self.verdict, self.stage, self.cause) = (kind, verdict, stage, cause)
      (self.from, self.to) = (from, to)
      (self.maximum, self.area) = (maximum, area)
      self.restDifference = restDifference
      (self.recordedRest, self.replayedRest) = (recordedRest, replayedRest)
    }
  }

  /// The trace.
  public var traceID: Int64
  /// The replay; nil for the recording itself.
  public var replay: Replay?
  /// The digest of the outcome's observations.
  public var digest: [UInt8]
  /// Frames of the outcome.
  public var frameCount: Int64
  /// The comparison with the recording, if there was one.
  public var summary: Summary?
  /// The decisions.
  public var settles: [Settle] = []
  /// The reported ids with their times.
  public var ids: [(time: TraceTime, id: TargetID?)] = []
  /// The divergences, worst first.
  public var divergences: [Divergence] = []

  /// Creates a record without details.
  public init(traceID: Int64, replay: Replay?, digest: [UInt8], frameCount: Int64) {
    self.traceID = traceID
    self.replay = replay
    self.digest = digest
    self.frameCount = frameCount
  }
}

/// The key and the digest of a stored outcome.
public struct KeptOutcome: Hashable, Sendable {
  /// Its id in the file.
  public let id: Int64
  /// The trace.
  public let traceID: Int64
  /// The replay; nil for the recording itself.
  public let replay: OutcomeRecord.Replay?
  /// The trace's inputs digest at that time.
  public let inputs: [UInt8]
  /// The trace's observations digest at that time.
  public let observations: [UInt8]
  /// The digest of the outcome's observations.
  public let digest: [UInt8]
}

extension TraceStore {
  /// Stores an outcome, replacing an older one with the same key; returns its id.
  ///
  /// The trace must be sealed, because its digests are part of the key.
  @discardableResult
  public func keep(_ record: OutcomeRecord, of trace: TraceRecord) throws -> Int64 {
    guard let digests = trace.digests else {
      throw StoreError(.invalid, "the trace \(trace.id) is not sealed; nothing of it can be kept")
    }
    do {
      return try database.transaction(.immediate) {
        try forget(record)
        try database.run(
          """
          INSERT INTO outcome (trace_id, kind, configuration, configuration_digest, engine_version,
            drive, inputs_digest, observations_digest, outcome_digest, frame_count, compared_frames,
            excluded_frames, tolerance_pt, max_distance_pt, divergence_count)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          record.traceID, record.replay == nil ? "recorded" : "replayed",
          record.replay?.configuration, record.replay?.configurationDigest,
          record.replay?.engineVersion, record.replay?.drive, digests.inputs, digests.observations,
          record.digest, record.frameCount, record.summary?.comparedFrames,
          record.summary?.excludedFrames, record.summary?.tolerance, record.summary?.maximum,
          record.summary.map { Int64($0.divergenceCount) })
        let id = database.lastInsertRowID
        try insertDetails(of: record, id)
        return id
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Deletes the stored outcome with the same key and its details.
  ///
  /// A writing connection does not enforce foreign keys, because that would slow down every
  /// insertion of a recording.
  private func forget(_ record: OutcomeRecord) throws {
    let ids = try database.rows(
      """
      SELECT outcome_id FROM outcome
      WHERE trace_id = ?1 AND configuration_digest IS ?2 AND drive IS ?3
      """, record.traceID, record.replay?.configurationDigest, record.replay?.drive, as: Int64.self)
    for id in ids {
      for statement in Self.forgetting { try database.run(statement, id) }
    }
  }

  private static let forgetting: [String] =
    KeptAnalysis.tables.map { table in
      """
      DELETE FROM \(table)
      WHERE analysis_id IN (SELECT analysis_id FROM analysis WHERE outcome_id = ?)
      """
    } + [
      "DELETE FROM analysis WHERE outcome_id = ?",
      "DELETE FROM settle_candidate WHERE outcome_id = ?",
      "DELETE FROM settle WHERE outcome_id = ?", "DELETE FROM reported_id WHERE outcome_id = ?",
      "DELETE FROM divergence WHERE outcome_id = ?",
      "DELETE FROM outcome_frame WHERE outcome_id = ?",
      "DELETE FROM outcome WHERE outcome_id = ?",
    ]

  /// Stores the settles of an outcome with their numbers from 0, replacing older ones.
  public func keep(_ settles: [(number: Int, settle: Settle)], of outcome: Int64) throws {
    do {
      try database.transaction(.immediate) {
        try database.run("DELETE FROM settle_candidate WHERE outcome_id = ?", outcome)
        try database.run("DELETE FROM settle WHERE outcome_id = ?", outcome)
        try insert(settles, outcome)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  private func insert(_ settles: [(number: Int, settle: Settle)], _ id: Int64) throws {
    for (number, settle) in settles {
      try database.run(
        "INSERT INTO settle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, Int64(number), settle.time.nanoseconds,
        settle.axis == .vertical ? "vertical" : "horizontal", settle.isResize, settle.velocity,
        settle.original, settle.natural, settle.proposed, settle.chosen,
        settle.chosenID?.displayText, settle.rule.rawValue, settle.clamp.rawValue,
        settle.limit.map(Int64.init), settle.flipMargin, settle.curve.rawValue)
      for (place, candidate) in settle.candidates.enumerated() {
        try database.run(
          "INSERT INTO settle_candidate VALUES (?, ?, ?, ?, ?, ?)", id, Int64(number),
          Int64(place), candidate.id?.displayText, candidate.offset, candidate.distance)
      }
    }
  }

  private func insertDetails(of record: OutcomeRecord, _ id: Int64) throws {
    try insert(record.settles.enumerated().map { (number: $0.offset, settle: $0.element) }, id)
    for (number, entry) in record.ids.enumerated() {
      try database.run(
        "INSERT INTO reported_id VALUES (?, ?, ?, ?)", id, Int64(number), entry.time.nanoseconds,
        entry.id?.displayText)
    }
    for (number, divergence) in record.divergences.enumerated() {
      try database.run(
        "INSERT INTO divergence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, Int64(number), divergence.kind, divergence.verdict, divergence.from.nanoseconds,
        divergence.to.nanoseconds, divergence.maximum, divergence.area, divergence.restDifference,
        divergence.recordedRest, divergence.replayedRest, divergence.stage, divergence.cause)
    }
  }

  /// Stores frames of an outcome, in order.
  public func keepFrames(
    _ frames: [(time: TraceTime, offset: Point, phase: ScrollPhase?)], of outcome: Int64
  ) throws {
    do {
      try database.transaction(.immediate) {
        for (number, frame) in frames.enumerated() {
          try database.run(
            "INSERT INTO outcome_frame VALUES (?, ?, ?, ?, ?, ?)", outcome, Int64(number),
            frame.time.nanoseconds, frame.offset.x, frame.offset.y,
            frame.phase.map { Int64($0.rawValue) })
        }
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Returns the stored outcomes of a trace, or of all traces; none in an older file.
  public func keptOutcomes(of trace: Int64? = nil) throws -> [KeptOutcome] {
    try reading {
      guard try database.userVersion() >= 2 else { return [] }
      return try database.rows(
        """
        SELECT outcome_id, trace_id, configuration, configuration_digest, engine_version, drive,
          inputs_digest, observations_digest, outcome_digest
        FROM outcome
        WHERE ?1 IS NULL OR trace_id = ?1
        ORDER BY outcome_id
        """, trace
      ) { row throws(DatabaseError) in
        let (id, traceID): (Int64, Int64) = (try row.next(), try row.next())
        let parts: (String?, [UInt8]?, String?, String?) = (
          try row.next(), try row.next(), try row.next(), try row.next()
        )
        var replay: OutcomeRecord.Replay?
        if case (let configuration?, let digest?, let version?, let drive?) = parts {
          replay = OutcomeRecord.Replay(
            configuration: configuration, configurationDigest: digest, engineVersion: version,
            drive: drive)
        }
        return KeptOutcome(
          id: id, traceID: traceID, replay: replay, inputs: try row.next(),
          observations: try row.next(), digest: try row.next())
      }
    }
  }
}
