import ScrollModel
import TextKit

/// Imports the XML output of `xctrace export --xpath`: hitches, hangs, vsyncs, signposts.
enum XCTraceImport {
  /// Recognizes an export by its outermost element.
  static func recognize(_ head: FormatHead) -> Recognition? {
    var tokenizer = XMLTokenizer(ByteSource(bytes: head.bytes))
    for _ in 0..<8 {
      guard let token = tokenizer.next() else { return nil }
      guard case .start(let name, _) = token else { continue }
      switch name {
      case "trace-query-result":
        return Recognition(confidence: 100, reason: "its outermost element is trace-query-result")
      case "trace-toc":
        return Recognition(confidence: 100, reason: "its outermost element is trace-toc")
      default: return nil
      }
    }
    return nil
  }

  /// Writes one trace per table to a sink; errors of `progress` end the import.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var reader = XCTraceReader(source)
    try reader.read(into: &sink, progress: progress)
    if let failure = reader.tokenizer.failure { try SourceDamage.report(failure, into: &sink) }
    try SourceDamage.reportTrailing(source, into: &sink)
    for problem in reader.tokenizer.problems {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "damaged-xml", byte: problem.offset,
          message: message(of: problem)))
    }
    if reader.values.unknownCount > 0 {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "lost-reference",
          message: "\(reader.values.unknownCount) values refer to others that are not in the "
            + "export, or are too far before them"))
    }
    guard reader.eventCount > 0 else { throw nothing(in: reader, source) }
    var summary = ImportSummary()
    summary.events = reader.eventCount
    summary.bytes = source.count
    return summary
  }

  private static func message(of problem: XMLProblem) -> String {
    switch problem.kind {
    case .cutOff: "the export ends inside a tag, a comment or a section"
    case .badTag: "what starts with '<' is no tag; it was left out"
    case .tooLong: "a tag is longer than \(XMLTokenizer.tagLimit) bytes; it was left out"
    }
  }

  private static func nothing(in reader: XCTraceReader, _ source: ByteSource) -> ImportError {
    let advice =
      "export a table, such as with xctrace export --input FILE.trace --xpath "
      + "'/trace-toc/run/data/table[@schema=\"hitches\"]'"
    if reader.isContents {
      return ImportError(
        .nothingWhole, "'\(source.name)' is only the table of contents of a recording; \(advice)")
    }
    let found =
      reader.tableCount == 0 ? "no table" : "no row that has a time"
    return ImportError(.nothingWhole, "'\(source.name)' holds \(found); \(advice)")
  }
}
