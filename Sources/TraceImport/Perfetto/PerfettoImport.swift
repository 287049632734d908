import ScrollModel
import TextKit

/// Imports Perfetto's protobuf traces: Chrome's scrolling, and Android's input events.
enum PerfettoImport {
  /// Recognizes a trace by its first packets, or its text format by the first word.
  static func recognize(_ head: FormatHead) -> Recognition? {
    if isText(head.bytes[...]) {
      return Recognition(confidence: 70, reason: "it starts with a packet in protobuf's text form")
    }
    var index = 0
    var count = 0
    while index < head.bytes.count, head.bytes[index] == 0x0A,
      let (length, start) = ProtobufFields.varint(head.bytes[...], at: index + 1), length > 0
    {
      let isPacked = isPacked(head.bytes[start...], of: length)
      guard length <= UInt64(head.bytes.count - start), let size = Int(exactly: length) else {
        // The last packet may be longer than the head.
        if isPacked { count += 1 }
        break
      }
      guard let packet = TracePacket(head.bytes[start..<(start + size)]),
        isPacked || packet.sequence != 0
      else { break }
      count += 1
      index = start + size
    }
    guard count > 0 else { return nil }
    return Recognition(
      confidence: count > 2 ? 95 : 60, reason: "it starts with packets of a Perfetto trace")
  }

  /// Whether a packet contains only other packets, compressed by zlib or zstd.
  ///
  /// A compressed trace contains only such packets, without a writer.
  private static func isPacked(_ content: ArraySlice<UInt8>, of length: UInt64) -> Bool {
    // The tags of the fields 50 and 133.
    guard content.starts(with: [0x92, 0x03]) || content.starts(with: [0xAA, 0x08]),
      let (inner, end) = ProtobufFields.varint(content, at: content.startIndex + 2)
    else { return false }
    let (rest, overflow) = length.subtractingReportingOverflow(UInt64(end - content.startIndex))
    return !overflow && inner == rest
  }

  /// Whether bytes are the text format of a trace, possibly after comments.
  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes.drop { $0 <= 0x20 }
    while rest.first == 0x23 { rest = rest.drop { $0 != 0x0A }.drop { $0 <= 0x20 } }
    guard rest.starts(with: "packet".utf8) else { return false }
    let open = rest.dropFirst(6).drop { $0 <= 0x20 || $0 == 0x3A }
    return open.first == 0x7B
  }

  /// Writes one trace per scroller or display to a sink; errors of `progress` end the import.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var reader = PerfettoReader(source, options: options)
    if reader.window.require(16), isText(reader.window.bytes) {
      throw ImportError(
        .unknownFormat,
        "'\(source.name)' is a Perfetto trace in protobuf's text form; make it binary with "
          + "'protoc --encode=perfetto.protos.Trace' and Perfetto's trace.proto, and import that")
    }
    try reader.read(into: &sink, progress: progress)
    if let failure = reader.window.failure { try SourceDamage.report(failure, into: &sink) }
    try SourceDamage.reportTrailing(source, into: &sink)
    try reader.extraction.finish(into: &sink)
    try reader.input.finish(into: &sink)
    try report(reader.losses, redacted: reader.input.redactedCount, into: &sink)
    try check(reader, source, into: &sink)
    var summary = ImportSummary()
    summary.events = reader.extraction.eventCount + reader.input.eventCount
    summary.bytes = source.count
    return summary
  }

  /// Reports missing data, or an empty trace.
  private static func check<Sink: TraceSink>(
    _ reader: PerfettoReader, _ source: ByteSource, into sink: inout Sink
  ) throws {
    guard reader.packetCount > 0 else {
      throw ImportError(.nothingWhole, "'\(source.name)' holds no whole packet of a Perfetto trace")
    }
    let content = reader.extraction.content
    if content.isEmpty, reader.input.eventCount == 0, reader.input.redactedCount > 0 {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' has \(reader.input.redactedCount) input events, but Android left out "
          + "where they were; record them with the trace level TRACE_LEVEL_COMPLETE")
    }
    guard !content.isEmpty || reader.input.eventCount > 0 else {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' has \(reader.packetCount) packets and nothing about scrolling; record "
          + "Chrome with the categories \(RecordedContent.categories) switched on, or Android "
          + "with the data source android.input.inputevent")
    }
    guard reader.extraction.eventCount + reader.input.eventCount > 0 else {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' has \(reader.packetCount) packets, but nothing scrolls in them; record "
          + "while a page is being scrolled")
    }
    guard !content.isEmpty else { return }
    for sentence in content.missing {
      try sink.report(
        Diagnostic(severity: .notice, kind: "missing-category", message: sentence))
    }
  }

  private static func report<Sink: TraceSink>(
    _ losses: PerfettoReader.Losses, redacted: Int, into sink: inout Sink
  ) throws {
    let messages: [(Int, String, String)] = [
      (losses.gaps, "packet-loss", "places where the recorder had no room and dropped packets"),
      (
        losses.stateless, "missing-state",
        "events were left out, because the names or the clock they need were lost before them"
      ),
      (
        losses.zstd, "zstd",
        "packets are packed with zstd, which is not read; record without compression"
      ),
      (
        redacted, "redacted-input",
        "input events were recorded without their positions; record them with the trace level "
          + "TRACE_LEVEL_COMPLETE"
      ),
      (losses.unpackable, "damaged-packet", "packed packets do not unpack; they were left out"),
    ]
    for (count, kind, message) in messages where count > 0 {
      try sink.report(
        Diagnostic(severity: .dataLoss, kind: kind, message: "\(count) \(message)"))
    }
  }
}
