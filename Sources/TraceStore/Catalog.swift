import SQLite
public import ScrollModel

/// A capture in the store.
public struct CaptureRecord: Hashable, Sendable {
  /// Its id in the file.
  public let id: Int64
  /// Format of the source.
  public let format: String
  /// The file name as given; nil for a stream.
  public let sourceName: String?
  /// SHA-256 of the source's bytes; nil for a stream.
  public let fileHash: [UInt8]?
  /// Bytes of the source.
  public let byteCount: Int64?
  /// The time of addition, in Unix milliseconds.
  public let addedUnixMilliseconds: Int64
  /// The version of scrolltrace that wrote it.
  public let toolVersion: String
  /// False while its writer runs, and permanently if the writer was killed.
  public let isClosed: Bool
}

/// A trace in the store.
public struct TraceRecord: Hashable, Sendable {
  /// Its id in the file.
  public let id: Int64
  /// The capture that contains it.
  public let captureID: Int64
  /// Its number in the capture, from 1.
  public let number: Int64
  /// All data except its events.
  public let information: TraceInformation
  /// The number of its events; nil until it is sealed.
  public let eventCount: Int64?
  /// The time of its last event; nil until it is sealed.
  public let duration: TraceTime?
  /// Its digests; nil until it is sealed.
  public let digests: TraceDigests?

  /// Whether the trace is known to be complete.
  public var isSealed: Bool { digests != nil }
}

/// The number of diagnostics of one kind in a capture.
public struct DiagnosticCount: Hashable, Sendable {
  /// The kind.
  public let kind: String
  /// The worst severity of the kind.
  public let severity: Severity
  /// The number of diagnostics.
  public let count: Int64
}

extension TraceStore {
  /// Returns all captures in the order of addition.
  public func captures() throws -> [CaptureRecord] {
    try reading {
      try database.rows(
        """
        SELECT capture_id, format, source_name, file_hash, byte_count, added_unix_ms, tool_version,
          is_closed
        FROM capture
        ORDER BY capture_id
        """
      ) { row throws(DatabaseError) in
        CaptureRecord(
          id: try row.next(), format: try row.next(), sourceName: try row.next(),
          fileHash: try row.next(), byteCount: try row.next(),
          addedUnixMilliseconds: try row.next(), toolVersion: try row.next(),
          isClosed: try row.next())
      }
    }
  }

  /// Returns all traces in the order of addition.
  public func traces() throws -> [TraceRecord] { try traces(ofCaptures: .min ... .max) }

  /// Returns the traces of one capture in the order of addition.
  public func traces(ofCapture id: Int64) throws -> [TraceRecord] {
    try traces(ofCaptures: id...id)
  }

  private func traces(ofCaptures captures: ClosedRange<Int64>) throws -> [TraceRecord] {
    try reading {
      try database.rows(
        """
        SELECT trace_id, capture_id, number, event_count, duration_ns, inputs_digest,
          observations_digest, information_digest, name, coordinate_space, parent_name, device,
          system, app, declared_configuration, axes, scale, clock_name, clock_origin, source_format,
          source_hash
        FROM trace
        WHERE capture_id BETWEEN ? AND ?
        ORDER BY trace_id
        """, captures.lowerBound, captures.upperBound
      ) { row throws(DatabaseError) in try self.traceRecord(&row) }
    }
  }

  private func traceRecord(_ row: inout Row) throws(DatabaseError) -> TraceRecord {
    let id: Int64 = try row.next()
    let captureID: Int64 = try row.next()
    let number: Int64 = try row.next()
    let eventCount: Int64? = try row.next()
    let duration: Int64? = try row.next()
    let digests = try (row.next([UInt8]?.self), row.next([UInt8]?.self), row.next([UInt8]?.self))
    return TraceRecord(
      id: id, captureID: captureID, number: number,
      information: try information(&row, id), eventCount: eventCount,
      duration: duration.map(TraceTime.init(nanoseconds:)), digests: Self.digests(digests))
  }

  private static func digests(_ parts: ([UInt8]?, [UInt8]?, [UInt8]?)) -> TraceDigests? {
    guard case (let inputs?, let observations?, let information?) = parts else { return nil }
    return TraceDigests(inputs: inputs, observations: observations, information: information)
  }

  private func information(
    _ row: inout Row, _ id: Int64
  ) throws(DatabaseError) -> TraceInformation {
    var information = TraceInformation(
      name: try row.next(), coordinateSpace: try row.next())
    information.parentName = try row.next()
    information.device = try row.next()
    information.system = try row.next()
    information.app = try row.next()
    information.declaredConfiguration = try row.next()
    information.axes = try row.next()
    information.scale = try row.next()
    let clockName: String? = try row.next()
    let clockOrigin: String? = try row.next()
    information.clock = clockName.map { SourceClock(name: $0, origin: clockOrigin) }
    let sourceFormat: String? = try row.next()
    let sourceHash: String? = try row.next()
    information.source = sourceFormat.map { SourceOrigin(format: $0, hash: sourceHash) }
    let entries = try database.rows(
      "SELECT key, json FROM metadata WHERE trace_id = ?", id
    ) { row throws(DatabaseError) in
      MetadataEntry(key: try row.next(), json: try row.next())
    }
    for entry in entries { information.setMetadata(entry) }
    try readQualities(into: &information, id)
    return information
  }

  private func readQualities(
    into information: inout TraceInformation, _ id: Int64
  ) throws(DatabaseError) {
    let qualities = try database.rows(
      "SELECT quantity, quality, interval_ms FROM quality WHERE trace_id = ?", id
    ) { row throws(DatabaseError) -> (Quantity, String, Double?) in
      (try row.next(), try row.next(), try row.next())
    }
    for (quantity, name, interval) in qualities {
      switch (name, interval) {
      case ("throttled", let interval?):
        information.qualities[quantity] = .throttled(milliseconds: interval)
      case ("derived", _):
        information.qualities[quantity] = .derived
      default:
        information.qualities[quantity] = .exact
      }
    }
  }

  /// Returns the counts of each kind of diagnostic in a capture, the worst first.
  public func diagnosticCounts(ofCapture id: Int64) throws -> [DiagnosticCount] {
    let counts = try reading {
      try database.rows(
        "SELECT kind, severity, count FROM diagnostic_count WHERE capture_id = ? ORDER BY kind", id
      ) { row throws(DatabaseError) in
        DiagnosticCount(
          kind: try row.next(), severity: try Self.severity(&row), count: try row.next())
      }
    }
    return counts.sortedStably { $0.severity > $1.severity }
  }

  /// Returns the first diagnostics of a capture in the order of the source.
  public func diagnostics(ofCapture id: Int64, limit: Int = .max) throws -> [Diagnostic] {
    try reading {
      try database.rows(
        """
        SELECT severity, kind, line, column, byte, message
        FROM diagnostic
        WHERE capture_id = ?
        ORDER BY number
        LIMIT ?
        """, id, limit
      ) { row throws(DatabaseError) in
        Diagnostic(
          severity: try Self.severity(&row), kind: try row.next(), line: try row.next(),
          column: try row.next(), byte: try row.next(), message: try row.next())
      }
    }
  }

  private static func severity(_ row: inout Row) throws(DatabaseError) -> Severity {
    let name: String = try row.next()
    guard let severity = Severity(name: name) else {
      throw DatabaseError(.mismatch, "'\(name)' is no severity")
    }
    return severity
  }

  /// Runs a reading body; database errors are converted to errors that name the file.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
