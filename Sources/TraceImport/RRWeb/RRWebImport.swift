import ScrollModel
import TextKit

/// Imports recordings of the rrweb library and its forks, in their usual wrappers.
enum RRWebImport {
  /// The stored name of this format.
  static let name = "rrweb"
  /// The longest record that is read: a whole page is one.
  static let recordLimit = 64 << 20
  /// The part of a recording that is examined for its wrapper: the first line may contain a whole
  /// page.
  private static let headLength = 1 << 20

  /// Recognizes a recording by its first event.
  static func recognize(_ head: FormatHead) -> Recognition? {
    RRWebShape(head)?.recognition
  }

  /// Writes a trace for every scroller of a recording to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    let head = source.head(headLength)
    let isWhole = head.count < headLength
    let shape = RRWebShape(FormatHead(head, isWhole: isWhole)) ?? RRWebShape()
    var session = RRWebSession()
    var summary = ImportSummary()
    do {
      switch shape.container {
      case .lines:
        try readLines(source, &session, &summary, into: &sink, progress)
      case .array:
        try readElements(source, shape, &session, into: &sink, progress)
      }
    } catch let error as UnfinishedInput {
      try SourceDamage.report(error.error, unfinished: error.count, into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try session.finish(into: &sink)
    summary.bytes = source.count
    summary.events = session.eventCount
    guard session.hasAny else {
      throw SourceDamage.nothing(
        in: source,
        "holds no whole rrweb event with something about scrolling in it; a recording is an "
          + "array of events, a line each, or under 'events', 'result' or 'data.snapshots'")
    }
    return summary
  }

  /// The error of a source, and the number of bytes of an incomplete record.
  private struct UnfinishedInput: Error {
    var error: InputError
    var count: Int64
  }

  private static func readElements<Sink: TraceSink>(
    _ source: ByteSource, _ shape: RRWebShape, _ session: inout RRWebSession,
    into sink: inout Sink, _ progress: (Int64) throws -> Void
  ) throws {
    var arrays = shape.arrays
    let stream = JSONStream(source, arrays.choices, limit: recordLimit, allowsScript: true)
    var count = 0
    while true {
      let piece: JSONPiece?
      do throws(InputError) {
        piece = try stream.next()
      } catch {
        throw UnfinishedInput(error: error, count: stream.unfinishedCount)
      }
      guard let piece else { break }
      switch piece {
      case .value(let value):
        if let window = arrays.window(of: value) {
          try session.take(value.bytes, window: window, byte: value.offset, into: &sink)
        }
      case .damage(let offset, let length, let reason):
        try session.lose(
          reason == .cutOff ? "cut-off" : "damaged-record", byte: offset,
          "\(reason); \(length) bytes were left out", into: &sink)
      }
      count += 1
      if count & 0xFF == 0 { try progress(source.rawCount) }
    }
    if !stream.isClosed {
      try session.note("unterminated", "the recording is cut off", into: &sink)
    }
  }

  private static func readLines<Sink: TraceSink>(
    _ source: ByteSource, _ session: inout RRWebSession, _ summary: inout ImportSummary,
    into sink: inout Sink, _ progress: (Int64) throws -> Void
  ) throws {
    let lines = LineReader(source, limit: recordLimit)
    while true {
      let next: LineReader.Line?
      do throws(InputError) {
        next = try lines.next()
      } catch {
        throw UnfinishedInput(error: error, count: lines.unfinishedCount)
      }
      guard let line = next else { return }
      summary.lines = Int64(line.number)
      if line.isTooLong {
        try session.lose(
          "line-too-long", line: Int64(line.number), byte: line.offset,
          "the line has \(line.length) bytes, more than \(recordLimit)", into: &sink)
      } else if line.bytes.contains(where: { $0 > 0x20 }) {
        // Concatenated files keep their byte order marks.
        let isMarked = line.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        try session.take(
          line.bytes.dropFirst(isMarked ? 3 : 0), line: Int64(line.number), byte: line.offset,
          isCutOff: !line.hasNewline, into: &sink)
      }
      if line.number & 0xFF == 0 { try progress(source.rawCount) }
    }
  }
}
