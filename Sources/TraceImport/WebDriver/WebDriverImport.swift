import ScrollModel
import TextKit

/// Imports the gestures of a browser driver's log: chromedriver's, geckodriver's, or bare actions.
///
/// If the log contains the touches sent to the browser, these are used as they are. If it contains
/// only the requested W3C actions, they are expanded.
enum WebDriverImport {
  /// The stored name of this format.
  static let name = "webdriver-log"
  /// The longest entry that is read.
  static let entryLimit = 1 << 20

  /// Recognizes a log by its first lines, or bare actions by their keys.
  static func recognize(_ head: FormatHead) -> Recognition? {
    if let actions = JSONParts.firstElement(in: head.content, under: "actions"),
      JSONParts.hasKeys(["type", "actions"], in: actions)
        || JSONParts.hasKeys(["type", "id"], in: actions)
    {
      return Recognition(confidence: 75, reason: "an object with W3C 'actions'")
    }
    let words = ["ChromeDriver", "DevTools WebSocket", "COMMAND ", "webdriver::", "geckodriver"]
    for line in lines(of: head) where WebDriverLine(line) != nil {
      let text = String(decoding: line.prefix(400), as: UTF8.self)
      if let word = words.first(where: { text.contains($0) }) {
        return Recognition(
          confidence: 80, reason: "stamped lines of a driver's log ('\(word)')")
      }
    }
    return nil
  }

  /// The examined lines: a clipped log may start with the rest of a long entry.
  private static func lines(of head: FormatHead) -> ArraySlice<ArraySlice<UInt8>> {
    head.content.split(separator: 0x0A, maxSplits: 400).prefix(400)
  }

  /// Whether a source contains bare actions, and not the rest of an entry before a log.
  private static func isBare(_ head: FormatHead) -> Bool {
    head.content.first { $0 > 0x20 } == UInt8(ascii: "{")
      && !lines(of: head).contains { WebDriverLine($0) != nil }
  }

  /// Writes a trace for every session with gestures to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    let isBare = isBare(FormatHead(of: source))
    let lines = LineReader(source, limit: entryLimit)
    var log = WebDriverLog()
    var entry = Entry()
    var bodies = WebDriverBodies()
    var summary = ImportSummary()
    do {
      while let line = try lines.next() {
        summary.lines = Int64(line.number)
        if isBare {
          try takeBare(line, &bodies, &entry, &log, into: &sink)
        } else if let start = WebDriverLine(line.bytes) {
          try log.take(entry, isCutOff: false, into: &sink)
          entry = Entry(start, line)
        } else if entry.isOfInterest {
          entry.append(line.bytes, of: line)
        }
        if line.number & 0xFFF == 0 { try progress(source.rawCount) }
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: lines.unfinishedCount, into: &sink)
    }
    try log.take(entry, isCutOff: true, into: &sink)
    try SourceDamage.reportTrailing(source, into: &sink)
    try log.finish(into: &sink)
    summary.bytes = source.count
    summary.events = log.shared.eventCount
    guard log.shared.hasGesture else {
      throw SourceDamage.nothing(
        in: source,
        "holds no touch, wheel or scroll that a driver sent; chromedriver writes them with "
          + "--verbose, and W3C actions appear in the log as 'PerformActions'")
    }
    return summary
  }

  /// Handles a line of bare actions: each object is a request.
  private static func takeBare<Sink: TraceSink>(
    _ line: LineReader.Line, _ bodies: inout WebDriverBodies, _ entry: inout Entry,
    _ log: inout WebDriverLog, into sink: inout Sink
  ) throws {
    guard !line.isTooLong else {
      // Its brackets are unknown.
      entry.append([], of: line)
      try log.take(entry, isCutOff: false, into: &sink)
      (entry, bodies) = (Entry(), WebDriverBodies())
      return
    }
    var rest = line.bytes
    while let part = bodies.next(in: &rest) {
      switch part {
      case .last(let bytes):
        entry.append(bytes, of: line)
        try log.take(entry, isCutOff: false, into: &sink)
        entry = Entry()
      case .piece(let bytes): entry.append(bytes, of: line)
      case .other(let bytes):
        let byte = line.offset + Int64(bytes.startIndex - line.bytes.startIndex)
        try log.reportUnread(line: Int64(line.number), byte: byte, into: &sink)
      }
    }
  }

  /// One entry of the log with its lines.
  struct Entry {
    /// Nil before the first one.
    var start: WebDriverLine?
    var text: [UInt8] = []
    var line: Int64 = 0
    var byte: Int64 = 0
    var isTooLong = false
    private(set) var heading = WebDriverHeading.bareActions

    init() {}

    init(_ start: WebDriverLine, _ line: LineReader.Line) {
      self.start = start
      self.line = Int64(line.number)
      byte = line.offset
      text = Array(start.text)
      heading = WebDriverHeading(text[...])
    }

    /// Whether it has a timestamp and a relevant subject.
    var isOfInterest: Bool { start != nil && heading.subject != nil }

    /// Adds a line, or a part of it.
    mutating func append(_ bytes: ArraySlice<UInt8>, of line: LineReader.Line) {
      if text.isEmpty {
        self.line = Int64(line.number)
        byte = line.offset
        if !bytes.isEmpty { byte += Int64(bytes.startIndex - line.bytes.startIndex) }
      }
      guard !line.isTooLong, text.count + bytes.count < WebDriverImport.entryLimit else {
        isTooLong = true
        return
      }
      text.append(0x0A)
      text += bytes
    }
  }
}
