public import ScrollModel
public import TextKit

/// What an import read.
public struct ImportSummary: Hashable, Sendable {
  /// Events that arrived whole.
  public var events: Int64 = 0
  /// Bytes of the source after unpacking.
  public var bytes: Int64 = 0
  /// Lines of the source.
  public var lines: Int64 = 0

  /// Creates the summary of a source of which nothing was read.
  public init() {}
}

/// Reads a whole source in our own log format.
public enum NativeImport {
  /// Recognizes a log by its header, or by an event on one of its first lines.
  static func recognize(_ head: FormatHead) -> Recognition? {
    var options = NativeReader.Options()
    options.confirmsJumps = false
    var reader = NativeReader(options: options)
    var sink = CarelessSink()
    let lines = head.bytes.split(separator: 0x0A, maxSplits: 100).prefix(100)
    for (index, line) in lines.enumerated() {
      guard let first = line.first(where: { $0 > 0x20 }), first == 0x7B else { continue }
      guard (try? reader.take(line, line: Int64(index), byte: 0, into: &sink)) != nil else {
        return nil
      }
      if reader.hasHeader {
        return Recognition(confidence: 100, reason: "it starts with a scrolltrace header")
      }
      if reader.eventCount > 0 {
        return Recognition(
          confidence: index == 0 ? 60 : 30, reason: "line \(index + 1) is a scrolltrace event")
      }
    }
    return nil
  }

  /// Pushes every trace of a source into a sink.
  ///
  /// `progress` is called now and then with the raw bytes read so far. Damage becomes diagnostics;
  /// thrown are errors of the sink, of the system, and `ImportError` where nothing can be read.
  public static func read<Sink: TraceSink>(
    _ source: ByteSource, options: NativeReader.Options = NativeReader.Options(),
    into sink: inout Sink, progress: (Int64) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let lines = LineReader(source, limit: NativeFormat.lineLimit)
    var reader = NativeReader(options: options)
    var summary = ImportSummary()
    do {
      while let line = try lines.next() {
        summary.lines = Int64(line.number)
        if line.isTooLong {
          try reader.takeOverlong(
            line: Int64(line.number), byte: line.offset, length: line.length, into: &sink)
        } else {
          try reader.take(
            line.bytes, line: Int64(line.number), byte: line.offset, isCutOff: !line.hasNewline,
            into: &sink)
        }
        if line.number & 0xFFF == 0 { try progress(source.rawCount) }
      }
    } catch let error as InputError {
      try reportDamage(error, lines, &sink)
    }
    if let offset = source.trailingGarbageOffset {
      try sink.report(
        Diagnostic(
          severity: .notice, kind: "trailing-garbage", byte: offset,
          message: "what follows the gzip data is not gzip; it was left out"))
    }
    try reader.end(into: &sink)
    summary.events = reader.eventCount
    summary.bytes = source.count
    guard reader.hasHeader || reader.eventCount > 0 else {
      throw ImportError(
        summary.bytes == 0 ? .nothingWhole : .unknownFormat,
        summary.bytes == 0
          ? "'\(source.name)' is empty"
          : "'\(source.name)' holds no header and no event of the scrolltrace log format; "
            + "'scrolltrace help import' names the formats")
    }
    return summary
  }

  /// A damaged gzip stream ends the source, not the import; what the system refuses ends both.
  private static func reportDamage<Sink: TraceSink>(
    _ error: InputError, _ lines: LineReader, _ sink: inout Sink
  ) throws {
    switch error.kind {
    case .truncatedGzip, .corruptGzip: break
    case .system, .directory, .tooLarge: throw error
    }
    let rest = lines.unfinishedCount
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "damaged-gzip", byte: error.offset,
        message: "\(error.description)"
          + (rest > 0 ? "; the last \(rest) bytes are half a line" : "")))
  }
}

/// A sink that forgets what it takes.
private struct CarelessSink: TraceSink {
  private var count = 0

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    count += 1
    return count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {}

  mutating func report(_ diagnostic: Diagnostic) {}
}
