import SQLite
public import ScrollModel
import TextKit

/// The source of a capture.
public struct CaptureSource: Sendable {
  /// Format of the source, such as `scrolltrace-jsonl`.
  public var format: String
  /// The file name as given; nil for a stream.
  public var name: String?
  /// The version of the writing program.
  public var toolVersion: String
  /// The wall clock, in Unix milliseconds.
  public var unixMilliseconds: Int64

  /// Creates the description of a source.
  public init(format: String, name: String?, toolVersion: String, unixMilliseconds: Int64) {
    self.format = format
    self.name = name
    self.toolVersion = toolVersion
    self.unixMilliseconds = unixMilliseconds
  }
}

/// Writes one capture: the traces of one file or of one recording run.
///
/// The writer is a sink; `TraceStore.importCapture` and the recorder control its transactions.
/// `seal` writes the digests of the traces, which completes the capture.
public final class CaptureWriter: TraceSink {
  /// The largest number of diagnostics of one kind that are stored individually.
  static let keptDiagnostics: Int64 = 1000

  /// The number of the capture in the file.
  public let captureID: Int64
  private let database: Database
  private let inserter: EventInserter
  private var traces: [OpenTrace] = []
  private var names: [(name: String, id: Int64)] = []
  private var diagnosticNumber: Int64 = 0
  private var diagnosticCounts: [String: (severity: Severity, count: Int64)] = [:]

  init(_ source: CaptureSource, in database: Database) throws {
    self.database = database
    inserter = try EventInserter(database)
    try database.run(
      """
      INSERT INTO capture (format, source_name, added_unix_ms, tool_version, is_closed)
      VALUES (?, ?, ?, ?, 0)
      """,
      source.format, source.name, source.unixMilliseconds, source.toolVersion)
    captureID = database.lastInsertRowID
  }

  /// The seq of the next event of a trace: the number of its events so far.
  public func nextSeq(of trace: TraceNumber) -> Int64? {
    traces.indices.contains(trace &- 1) ? traces[trace - 1].nextSeq : nil
  }

  /// Starts the next trace.
  public func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    if let problem = ModelLimits.problem(with: information) {
      throw StoreError(.invalid, "the information of a trace is not valid: \(problem)")
    }
    let number = traces.count + 1
    let parent = information.parentName.flatMap { name in
      names.first { $0.name.utf8.elementsEqual(name.utf8) }?.id
    }
    try database.run(
      """
      INSERT INTO trace (capture_id, number, name, parent_name, parent_trace_id, device, system, app,
        declared_configuration, axes, coordinate_space, scale, clock_name, clock_origin,
        source_format, source_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      captureID, number, information.name, information.parentName, parent, information.device,
      information.system, information.app, information.declaredConfiguration, information.axes,
      information.coordinateSpace, information.scale, information.clock?.name,
      information.clock?.origin, information.source?.format, information.source?.hash)
    let id = database.lastInsertRowID
    for entry in information.metadata {
      try database.run("INSERT INTO metadata VALUES (?, ?, ?)", id, entry.key, entry.json)
    }
    try insertQualities(information.qualities, id)
    names.append((information.name, id))
    traces.append(OpenTrace(id: id, information: information))
    return number
  }

  private func insertQualities(_ qualities: [Quantity: SampleQuality], _ id: Int64) throws {
    for quantity in Quantity.allCases {
      let (name, interval): (String, Double?)
      switch qualities[quantity] {
      case nil, .exact: continue
      case .throttled(let milliseconds): (name, interval) = ("throttled", milliseconds)
      case .derived: (name, interval) = ("derived", nil)
      }
      try database.run("INSERT INTO quality VALUES (?, ?, ?, ?)", id, quantity, name, interval)
    }
  }

  /// Appends an event to a trace.
  ///
  /// Throws `StoreError.Kind.invalid` for a value outside the model's limits, for a decreasing time
  /// and for an unknown trace; nothing is written then.
  public func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    guard traces.indices.contains(trace &- 1) else {
      throw StoreError(.invalid, "there is no trace \(trace) in this capture")
    }
    if let problem = ModelLimits.problem(with: event, at: time) {
      throw StoreError(.invalid, "an event at \(time.nanoseconds) ns is not valid: \(problem)")
    }
    try traces[trace - 1].append(event, at: time, with: inserter)
  }

  /// Stores a diagnostic; beyond a number of one kind they are only counted.
  public func report(_ diagnostic: Diagnostic) throws {
    var (severity, count) = diagnosticCounts[diagnostic.kind] ?? (diagnostic.severity, 0)
    severity = max(severity, diagnostic.severity)
    count += 1
    diagnosticCounts[diagnostic.kind] = (severity, count)
    try database.run(
      """
      INSERT INTO diagnostic_count VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET severity = ?3, count = ?4
      """,
      captureID, diagnostic.kind, severity.name, count)
    guard count <= Self.keptDiagnostics else { return }
    diagnosticNumber += 1
    try database.run(
      "INSERT INTO diagnostic VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      captureID, diagnosticNumber, diagnostic.severity.name, diagnostic.kind, diagnostic.line,
      diagnostic.column, diagnostic.byte, diagnostic.message)
  }

  /// Writes pending rows; called before every commit.
  func flush() throws {
    try inserter.flush()
  }

  /// Writes the digests of all traces and closes the capture.
  func seal(fileHash: [UInt8]?, byteCount: Int64?) throws {
    try flush()
    for trace in traces {
      let digests = trace.digester.digests()
      try database.run(
        """
        UPDATE trace
        SET event_count = ?, duration_ns = ?, inputs_digest = ?, observations_digest = ?,
            information_digest = ?
        WHERE trace_id = ?
        """,
        trace.nextSeq, trace.lastTime.nanoseconds, digests.inputs, digests.observations,
        digests.information, trace.id)
    }
    try database.run(
      "UPDATE capture SET is_closed = 1, file_hash = ?, byte_count = ? WHERE capture_id = ?",
      fileHash, byteCount, captureID)
  }
}

extension TraceStore {
  /// The result of an import.
  public enum ImportOutcome: Hashable, Sendable {
    /// The capture was added with this id.
    case added(captureID: Int64)
    /// The same bytes were imported before, as the capture with this id; nothing was changed.
    case known(captureID: Int64)
  }

  /// Data about a source that is known at its end.
  public struct SourceEnd: Sendable {
    /// SHA-256 of the bytes on disk.
    public var fileHash: [UInt8]?
    /// Their number.
    public var byteCount: Int64?

    /// Creates a source's end.
    public init(fileHash: [UInt8]?, byteCount: Int64?) {
      self.fileHash = fileHash
      self.byteCount = byteCount
    }
  }

  /// Signals that the store already contains the imported bytes.
  private struct AlreadyKnown: Error {
    let captureID: Int64
  }

  /// Writes one capture in one transaction: all its traces or, if `body` throws, none.
  ///
  /// `body` writes the traces and returns the file's hash and size. Equal bytes are recognized by
  /// their hash, regardless of the file's path and name.
  public func importCapture(
    _ source: CaptureSource, _ body: (inout CaptureWriter) throws -> SourceEnd
  ) throws -> ImportOutcome {
    do {
      return try database.transaction {
        var writer = try CaptureWriter(source, in: database)
        let end = try body(&writer)
        if let known = try capture(withHash: end.fileHash) {
          throw AlreadyKnown(captureID: known)
        }
        try writer.seal(fileHash: end.fileHash, byteCount: end.byteCount)
        return .added(captureID: writer.captureID)
      }
    } catch let known as AlreadyKnown {
      return .known(captureID: known.captureID)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Returns the capture that was imported from a file with this hash, if there is one.
  public func capture(withHash hash: [UInt8]?) throws -> Int64? {
    guard let hash else { return nil }
    return try database.first(
      "SELECT capture_id FROM capture WHERE file_hash = ?", hash, as: Int64.self)
  }

  /// Begins a capture of a recording, written in batches that are durable individually.
  public func beginRecording(_ source: CaptureSource) throws -> CaptureWriter {
    do {
      try database.setSynchronous(.full)
      let writer = try database.transaction { try CaptureWriter(source, in: database) }
      recording = writer
      return writer
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Writes one batch of a recording; after it returns, the batch survives a power loss.
  public func commit(_ body: () throws -> Void) throws {
    do {
      try database.transaction(.immediate) {
        try body()
        try recording?.flush()
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Ends a recording: writes the digests of its traces and closes the capture.
  public func endRecording(_ writer: CaptureWriter) throws {
    try commit { try writer.seal(fileHash: nil, byteCount: nil) }
  }
}
