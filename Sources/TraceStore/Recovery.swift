import SQLite
import ScrollModel

/// The result of a recovery.
public struct Recovery: Hashable, Sendable {
  /// The file with the recovered data: the damaged one itself, or a new one.
  public var path: String
  /// The number of traces that are now complete and sealed.
  public var traces = 0
  /// The number of recovered events.
  public var events: Int64 = 0
  /// The number of known lost events.
  public var lostEvents: Int64 = 0
  /// The number of unreadable traces.
  public var lostTraces = 0
}

extension TraceStore {
  /// Recovers a store that was not closed or is damaged.
  ///
  /// A store that was merely not closed is sealed in place. The readable data of a damaged one is
  /// written to `newPath`, which must not exist; the damaged file is unchanged.
  public static func recover(_ path: String, to newPath: String) throws -> Recovery {
    guard fileExists(path) else { throw StoreError(.missing, "there is no file '\(path)'") }
    var options = Options()
    options.checksPages = false
    do {
      if let recovery = try salvageIfDamaged(path, to: newPath, options) { return recovery }
    } catch let error as StoreError where error.kind == .inputOutput {
      // A writer that was killed while changing the journal mode leaves a journal that only a
      // writer can roll back. Opening the store for writing does so, if it is ours.
      try TraceStore(path: path, mode: .readWrite, options: options).close()
      if let recovery = try salvageIfDamaged(path, to: newPath, options) { return recovery }
    }
    let store = try TraceStore(path: path, mode: .readWrite, options: options)
    let recovery = try store.sealWhatIsOpen()
    try store.close()
    return recovery
  }

  /// Copies the readable data of a damaged store to a new one; nil if the store is not damaged.
  private static func salvageIfDamaged(
    _ path: String, to newPath: String, _ options: Options
  ) throws -> Recovery? {
    // A store with a running recording is not closed either, but then its writer has the lock.
    let lock = try WriterLock.acquire(for: path, patience: nil)
    return try withExtendedLifetime(lock) {
      let (store, isCut) = try openDamaged(path, options)
      if !isCut, let problems = try? store.integrityProblems(), problems.isEmpty {
        try store.close()
        return nil
      }
      return try store.salvage(to: newPath)
    }
  }

  /// Opens a damaged store, and returns whether SQLite rejects it as it is.
  private static func openDamaged(
    _ path: String, _ options: Options
  ) throws -> (store: TraceStore, isCut: Bool) {
    do {
      return (try TraceStore(path: path, mode: .readOnly, options: options), false)
    } catch let error as StoreError where error.kind == .damaged {
      var options = options
      options.toleratesMissingPages = true
      do {
        return (try TraceStore(path: path, mode: .readOnly, options: options), true)
      } catch let error as StoreError where error.kind == .damaged {
        throw StoreError(
          .damaged,
          "nothing of '\(path)' can be read: it is no store, or a page of its schema is damaged")
      }
    }
  }

  /// Seals every trace that its writer did not end.
  private func sealWhatIsOpen() throws -> Recovery {
    var recovery = Recovery(path: path)
    try commit {
      for trace in try traces() {
        recovery.traces += 1
        guard !trace.isSealed else {
          recovery.events = recovery.events.heldSum(with: trace.eventCount ?? 0)
          continue
        }
        recovery.events = recovery.events.heldSum(with: try seal(trace))
      }
      for capture in try captures() where !capture.isClosed {
        try noteRecovery(of: capture.id, "the writer of this capture did not close it")
        try database.run("UPDATE capture SET is_closed = 1 WHERE capture_id = ?", capture.id)
      }
    }
    return recovery
  }

  private func seal(_ trace: TraceRecord) throws -> Int64 {
    var digester = TraceDigester(trace.information)
    let reader = try reader(of: trace.id)
    var last = TraceTime.zero
    while let (time, event) = try reader.next() {
      digester.add(event, at: time)
      last = time
    }
    let digests = digester.digests()
    let count = reader.seq + 1
    try database.run(
      """
      UPDATE trace
      SET event_count = ?, duration_ns = ?, inputs_digest = ?, observations_digest = ?,
          information_digest = ?
      WHERE trace_id = ?
      """,
      count, last.nanoseconds, digests.inputs, digests.observations, digests.information, trace.id)
    return count
  }

  private func noteRecovery(of capture: Int64, _ message: String) throws {
    try database.run(
      """
      INSERT INTO diagnostic (capture_id, number, severity, kind, message)
      SELECT ?1, 1 + coalesce(max(number), 0), 'data-loss', 'not-closed', ?2
      FROM diagnostic
      WHERE capture_id = ?1
      """,
      capture, message)
    try database.run(
      """
      INSERT INTO diagnostic_count VALUES (?, 'not-closed', 'data-loss', 1)
      ON CONFLICT DO UPDATE SET count = count + 1
      """,
      capture)
  }

  // MARK: Damaged files

  private func salvage(to newPath: String) throws -> Recovery {
    var recovery = Recovery(path: newPath)
    let records = try salvagedRecords()
    guard !records.isEmpty else {
      throw StoreError(.damaged, "'\(path)': no trace of it can be read; nothing was recovered")
    }
    guard !fileExists(newPath) else {
      throw StoreError(.cannotCreate, "'\(newPath)' exists already; name a new file with --to")
    }
    let target = try TraceStore(path: newPath, mode: .create)
    for (capture, traces) in records {
      let source = CaptureSource(
        format: capture.format, name: capture.sourceName, toolVersion: capture.toolVersion,
        unixMilliseconds: capture.addedUnixMilliseconds)
      _ = try target.importCapture(source) { writer in
        for trace in traces { try salvage(trace, into: &writer, &recovery) }
        try writer.report(
          Diagnostic(
            severity: .dataLoss, kind: "recovered",
            message: "this capture was recovered from a damaged store"))
        if capture == .unreadable(capture.id) {
          try writer.report(
            Diagnostic(
              severity: .dataLoss, kind: "lost-capture",
              message: "where these traces came from could not be read"))
        }
        return SourceEnd(fileHash: nil, byteCount: nil)
      }
    }
    try target.close()
    return recovery
  }

  /// The captures and traces with readable rows.
  ///
  /// A trace of an unreadable capture is kept under a placeholder capture.
  private func salvagedRecords() throws -> [(CaptureRecord, [TraceRecord])] {
    guard let traces = try? traces() else { return [] }
    var captures = (try? captures()) ?? []
    var known = Set(captures.map(\.id))
    for trace in traces where known.insert(trace.captureID).inserted {
      captures.append(.unreadable(trace.captureID))
    }
    let tracesOfCapture = Dictionary(grouping: traces, by: \.captureID)
    return captures.map { ($0, tracesOfCapture[$0.id] ?? []) }
  }

  private func salvage(
    _ trace: TraceRecord, into writer: inout CaptureWriter, _ recovery: inout Recovery
  ) throws {
    guard var reader = try? SalvageReader(trace.id, in: database) else {
      recovery.lostTraces += 1
      return
    }
    let number = try writer.beginTrace(trace.information)
    recovery.traces += 1
    var last = TraceTime.zero
    while let entry = reader.next() {
      switch entry {
      case .event(let time, let event)
      where time >= last && ModelLimits.problem(with: event, at: time) == nil:
        if reader.missing > 0 {
          try writer.append(
            .stream(.gap(from: last, to: time, count: reader.missing)), at: time, to: number)
          recovery.lostEvents = recovery.lostEvents.heldSum(with: reader.missing)
          reader.missing = 0
        }
        try writer.append(event, at: time, to: number)
        recovery.events += 1
        last = time
      case .event, .unreadable:
        reader.missing += 1
      }
    }
    let sealed = trace.eventCount.flatMap { (0...SalvageReader.mostEvents).contains($0) ? $0 : nil }
    let missing = reader.missing + max(reader.strays, (sealed ?? 0) - reader.nextSeq)
    if missing > 0 {
      try writer.append(.stream(.gap(from: last, to: last, count: missing)), at: last, to: number)
      recovery.lostEvents = recovery.lostEvents.heldSum(with: missing)
    }
  }
}

extension CaptureRecord {
  /// A placeholder for a capture of which only the id is known.
  fileprivate static func unreadable(_ id: Int64) -> CaptureRecord {
    CaptureRecord(
      id: id, format: "unknown", sourceName: nil, fileHash: nil, byteCount: nil,
      addedUnixMilliseconds: 0, toolVersion: "unknown", isClosed: true)
  }
}

/// Reads the readable events of a damaged trace, in the order of seq, and counts missing ones.
struct SalvageReader: ~Copyable {
  enum Entry {
    case event(TraceTime, TraceEvent)
    case unreadable
  }

  /// A bound of a trace's number of events: SQLite files are limited to 2⁴⁸ bytes, with over 8
  /// bytes per row.
  ///
  /// A larger number is damaged and does not count as missing events.
  static let mostEvents: Int64 = 1 << 45

  /// The number of missing events before the next one.
  var missing: Int64 = 0
  /// The seq after the last entry.
  private(set) var nextSeq: Int64 = 0
  /// The number of tables that ended in rows with a damaged seq, whose position is unknown.
  private(set) var strays: Int64 = 0
  private let stored: StoredTrace
  private let database: Database
  private var cursors: [EventCursor] = []

  init(_ trace: Int64, in database: Database) throws {
    self.database = database
    stored = try StoredTrace(trace, in: database)
    for table in EventTable.allCases {
      if let cursor = Self.cursor(table, trace, from: 0, database) { cursors.append(cursor) }
    }
  }

  /// Opens a table at a seq, or after the damage there.
  private static func cursor(
    _ table: EventTable, _ trace: Int64, from seq: Int64, _ database: Database
  ) -> EventCursor? {
    if let cursor = try? EventCursor(table, of: trace, from: seq, in: database) {
      return cursor.nextSeq == nil ? nil : cursor
    }
    // Finds the end of the damage by reading backwards from the end, then reads forward from there.
    guard
      let end = try? EventCursor(table, of: trace, from: seq, isDescending: true, in: database),
      var first = end.nextSeq
    else { return nil }
    var second = first
    while (try? end.skip()) != nil, let previous = end.nextSeq {
      second = first
      first = previous
    }
    // The first row after a bad page may be in its parent page, and SQLite reads the bad page to
    // find it. The second row never has this problem.
    return (try? EventCursor(table, of: trace, from: first, in: database))
      ?? (try? EventCursor(table, of: trace, from: second, in: database))
  }

  mutating func next() -> Entry? {
    guard
      let place = cursors.indices.filter({ cursors[$0].nextSeq != nil }).min(by: {
        (cursors[$0].nextSeq ?? .max) < (cursors[$1].nextSeq ?? .max)
      }), let seq = cursors[place].nextSeq
    else { return nil }
    guard seq < Self.mostEvents else {
      // The following rows in its table have larger numbers.
      cursors.remove(at: place)
      strays += 1
      return next()
    }
    // A damaged seq may be any number; a row with a smaller seq is kept at its position.
    if seq > nextSeq { missing += seq - nextSeq }
    nextSeq = max(seq, nextSeq) + 1
    let entry = try? cursors[place].read(stored)
    if (try? cursors[place].skip()) == nil { resume(place) }
    return entry.map { .event($0.time, $0.event) } ?? .unreadable
  }

  /// Continues after the damage in a table's rows.
  private mutating func resume(_ place: Int) {
    let table = cursors.remove(at: place).table
    if let cursor = Self.cursor(table, stored.id, from: nextSeq, database) {
      cursors.append(cursor)
    }
  }
}
