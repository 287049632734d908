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
