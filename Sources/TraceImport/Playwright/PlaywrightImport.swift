import ScrollModel
import TextKit

/// Imports traces of Playwright: the offset of every scroller at each action, and the actions.
enum PlaywrightImport {
  /// The stored name of this format.
  static let name = "playwright-trace"
  /// The longest record that is read: a whole page is one.
  static let recordLimit = 64 << 20
  /// The largest decompressed size of one archive member, in bytes.
  static let memberLimit: Int64 = 4 << 30

  /// Recognizes an archive with a trace member, or its bare records.
  static func recognize(_ head: FormatHead) -> Recognition? {
    if ZipReader.recognizes(head.bytes) {
      let zip = ZipReader(ByteSource(bytes: head.bytes))
      var names: [String] = []
      while let member = (try? zip.next()) ?? nil, names.count < 50 {
        if isTrace(member.name) {
          return Recognition(
            confidence: 90, reason: "a zip archive with the member '\(member.name)'")
        }
        names.append(member.name)
      }
      let isPlaywright = names.contains { $0.hasPrefix("resources/") || $0.hasSuffix(".network") }
      return isPlaywright
        ? Recognition(confidence: 40, reason: "a zip archive laid out like a Playwright trace")
        : nil
    }
    guard JSONParts.hasKeys(["version", "type", "browserName"], in: head.content) else {
      return nil
    }
    return Recognition(confidence: 80, reason: "line 1 has the options of a Playwright context")
  }

  private static func isTrace(_ name: String) -> Bool {
    name.hasSuffix(".trace") && name != "test.trace"
  }

  /// Writes a trace for every page and every scroller to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var session = PlaywrightSession()
    var summary = ImportSummary()
    do {
      if ZipReader.recognizes(FormatHead(of: source).bytes) {
        try readArchive(source, &session, &summary, into: &sink, progress)
      } else {
        try readLines(LineReader(source, limit: recordLimit), &session, &summary, into: &sink) {
          try progress(source.rawCount)
        }
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: 0, into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try session.finish(into: &sink)
    summary.bytes = source.count
    summary.events = session.eventCount
    guard summary.events > 0 else {
      throw SourceDamage.nothing(
        in: source,
        "holds no snapshot and no input of a page; record the trace with snapshots switched on")
    }
    return summary
  }

  private static func readArchive<Sink: TraceSink>(
    _ source: ByteSource, _ session: inout PlaywrightSession, _ summary: inout ImportSummary,
    into sink: inout Sink, _ progress: (Int64) throws -> Void
  ) throws {
    let zip = ZipReader(source, limit: memberLimit)
    while let member = try zip.next() {
      guard isTrace(member.name) else { continue }
      session.beginMember()
      let lines = LineReader(member.source, limit: recordLimit)
      do {
        try readLines(lines, &session, &summary, into: &sink) { try progress(source.rawCount) }
      } catch let error as InputError {
        try session.lose(
          "damaged-member", byte: member.offset, "\(error.description)", into: &sink)
      }
      if let problem = member.problem {
        try session.lose(
          "damaged-member", byte: member.offset,
          "the member '\(DisplayText.escaped(member.name))' is not whole: \(problem)", into: &sink)
      }
    }
    if let offset = zip.damageOffset {
      try session.lose(
        "damaged-archive", byte: offset, "bytes between members are none of the archive's",
        into: &sink)
    }
    if zip.isCutOff {
      try session.note("cut-off", "the archive ends before its directory", into: &sink)
    }
  }

  private static func readLines<Sink: TraceSink>(
    _ lines: LineReader, _ session: inout PlaywrightSession, _ summary: inout ImportSummary,
    into sink: inout Sink, progress: () throws -> Void
  ) throws {
    while let line = try lines.next() {
      summary.lines += 1
      if line.isTooLong {
        try session.lose(
          "line-too-long", line: Int64(line.number), byte: line.offset,
          "the line has \(line.length) bytes, more than \(recordLimit)", into: &sink)
      } else if line.bytes.contains(where: { $0 > 0x20 }) {
        try session.take(line, into: &sink)
      }
      if line.number & 0xFF == 0 { try progress() }
    }
  }
}
