import ScrollModel
import TextKit

/// Imports Chrome's trace-event JSON: objects with `traceEvents`, bare arrays, and truncated ones.
enum ChromeTraceImport {
  /// Recognizes a trace by its event list, or by the keys of the first event of an array.
  static func recognize(_ head: FormatHead) -> Recognition? {
    let bytes =
      head.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? head.bytes.dropFirst(3) : head.bytes[...]
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return nil }
    let text = bytes[first...]
    switch text.first {
    case 0x7B:
      if contains(text, "\"traceEvents\"") {
        return Recognition(confidence: 95, reason: "it is an object with 'traceEvents'")
      }
      if hasEventKeys(text) {
        return Recognition(confidence: 40, reason: "its objects have the keys of trace events")
      }
      // Metadata with constants, or with sources of the page, may be longer than the head.
      return !head.isWhole && hasMetadata(text)
        ? Recognition(confidence: 60, reason: "it starts with the metadata of a trace") : nil
    case 0x5B:
      let inside = text.dropFirst().drop { $0 <= 0x20 }
      guard inside.first == 0x7B, hasEventKeys(text) else { return nil }
      return Recognition(confidence: 80, reason: "it is an array of trace events")
    default: return nil
    }
  }

  private static func hasEventKeys(_ text: ArraySlice<UInt8>) -> Bool {
    ["\"ph\"", "\"pid\"", "\"ts\""].allSatisfy { contains(text, $0) }
  }

  /// Whether an object has the metadata that Chrome or its developer tools write.
  private static func hasMetadata(_ text: ArraySlice<UInt8>) -> Bool {
    let words: [StaticString] = [
      "\"DevTools\"", "\"hostDPR\"", "\"clock-domain\"", "\"trace-capture-datetime\"",
    ]
    return contains(text, "\"metadata\"") && words.contains { contains(text, $0) }
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    let needle = Array(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    guard let first = needle.first else { return false }
    var rest = text
    while let place = rest.firstIndex(of: first) {
      if rest[place...].starts(with: needle) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }

  /// Writes one trace per scroller to a sink; errors of `progress` end the import.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var reader = ChromeTraceReader(source)
    try reader.read(into: &sink, progress: progress)
    if let failure = reader.window.failure { try SourceDamage.report(failure, into: &sink) }
    try SourceDamage.reportTrailing(source, into: &sink)
    try reader.extraction.finish(into: &sink)
    guard reader.eventCount > 0 else {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' holds no trace event; a Chrome trace is an object with 'traceEvents' or "
          + "an array of events")
    }
    let content = reader.extraction.content
    guard !content.isEmpty else {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' has \(reader.eventCount) trace events and none about scrolling; record "
          + "with the categories \(RecordedContent.categories) switched on")
    }
    guard reader.extraction.eventCount > 0 else {
      throw ImportError(
        .nothingWhole,
        "'\(source.name)' has \(reader.eventCount) trace events, but nothing scrolls in them; "
          + "record while a page is being scrolled")
    }
    for sentence in content.missing {
      try sink.report(
        Diagnostic(severity: .notice, kind: "missing-category", message: sentence))
    }
    var summary = ImportSummary()
    summary.events = reader.extraction.eventCount
    summary.bytes = source.count
    return summary
  }
}
