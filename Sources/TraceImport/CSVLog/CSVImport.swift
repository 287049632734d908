import ScrollModel
import TextKit

/// Imports a scroll log in the form of a table, with touches in the same or in a second one.
enum CSVImport {
  /// The stored name of this format.
  static let name = "csv"

  /// Recognizes a table by its column names, or by increasing numbers.
  static func recognize(_ head: FormatHead) -> Recognition? {
    CSVDialect(head)?.recognition
  }

  /// Writes the traces of a table and its companion to a sink: one, or one for each named view.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    let head = FormatHead(of: source)
    if let problem = head.encodingProblem { throw SourceDamage.nothing(in: source, problem) }
    guard let dialect = CSVDialect(head) else {
      throw SourceDamage.nothing(
        in: source,
        "is no table of a scroll log: it needs a column of times ('t_ms') and columns of "
          + "offsets ('offset_x', 'offset_y') or of touches ('event', 'x', 'y')")
    }
    var tally = DiagnosticSummary()
    var readers = [CSVReader(source, dialect)]
    for companion in options.companions {
      guard let other = CSVDialect(FormatHead(of: companion)),
        other.hasTouches != dialect.hasTouches || other.hasOffsets != dialect.hasOffsets
      else {
        try tally.report(
          "companion-unused", .notice,
          "'\(DisplayText.escaped(companion.name))' adds nothing to this table and was not read",
          into: &sink)
        continue
      }
      readers.append(CSVReader(companion, other))
    }
    var merge = CSVMerge(readers: readers, tally: tally)
    let summary = try merge.run(source, into: &sink, progress: progress)
    guard summary.events > 0 else {
      throw SourceDamage.nothing(in: source, "has no row with a time and an offset or a touch")
    }
    return summary
  }
}

/// Merges the rows of several tables with a common clock.
private struct CSVMerge {
  let readers: [CSVReader]
  var tally: DiagnosticSummary
  /// The views of the traces, and their writers.
  private var views: [String?: Int] = [:]
  private var traces: [MonotonicTraceWriter] = []
  private var origin: Int64 = 0
  /// The time shift of the current recording, which places it after the previous one.
  private var shift: Int64 = 0
  /// The latest shifted time.
  private var latest = Int64.min

  init(readers: [CSVReader], tally: DiagnosticSummary) {
    self.readers = readers
    self.tally = tally
  }

  mutating func run<Sink: TraceSink>(
    _ source: ByteSource, into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var summary = ImportSummary()
    try reportGuess(into: &sink)
    repeat {
      while let (time, row) = nextRow() {
        try reportProblems(into: &sink)
        try take(row, at: time, &summary, into: &sink)
        if row.line & 0xFFF == 0 { try progress(source.rawCount) }
      }
    } while try startNext(into: &sink)
    try reportProblems(into: &sink)
    for index in traces.indices { try traces[index].finish(into: &sink) }
    for reader in readers {
      guard let failure = reader.failure else { continue }
      try SourceDamage.report(failure.error, unfinished: failure.unfinished, into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try tally.finish(into: &sink)
    summary.bytes = source.count
    summary.lines = readers[0].lineCount
    return summary
  }

  private mutating func take<Sink: TraceSink>(
    _ row: CSVReader.Row, at ownTime: Int64, _ summary: inout ImportSummary,
    into sink: inout Sink
  ) throws {
    guard !row.isLost else {
      for index in traces.indices { traces[index].lost += 1 }
      return
    }
    let time = TraceTime(nanoseconds: ownTime).advanced(byNanoseconds: shift).nanoseconds
    latest = max(latest, time)
    guard let trace = try trace(of: row, at: time, into: &sink) else { return }
    if row.contact == .isNotDown { try reportNotDown(row, into: &sink) }
    if let touch = row.touch {
      try reportContact(row, of: trace, at: time, into: &sink)
      summary.events += try add(.input(.touch(touch)), time, row, trace, &sink)
      if row.isLastOfTouch {
        try reportEnd(row, of: trace, at: time, into: &sink)
        let end = TouchSample(pointer: touch.pointer, phase: .ended, position: touch.position)
        summary.events += try add(.input(.touch(end)), time, row, trace, &sink)
      }
    }
    if let phase = row.phase {
      let change = PhaseChange(new: phase)
      summary.events += try add(.observation(.phase(change)), time, row, trace, &sink)
    }
    if let frame = row.frame {
      summary.events += try add(.observation(.frame(frame)), time, row, trace, &sink)
    }
  }

  /// Continues with the next recordings in the tables at the current time; false without one.
  ///
  /// The tables have a common clock, so all of them continue together.
  private mutating func startNext<Sink: TraceSink>(into sink: inout Sink) throws -> Bool {
    let rows = readers.compactMap { $0.startNext() }
    guard let row = rows.first, let time = readers.compactMap({ $0.nextTime() }).min() else {
      return false
    }
    let start = TraceTime(nanoseconds: time)
    let end = TraceTime(nanoseconds: latest)
    let deficit = end.nanoseconds(since: start.advanced(byNanoseconds: shift))
    shift = end.nanoseconds(since: start)
    for index in traces.indices {
      let (last, number) = (traces[index].last, traces[index].number)
      traces[index].lost = 0
      try sink.append(.stream(.gap(from: last, to: last, count: nil)), at: last, to: number)
    }
    try tally.report(
      "time-restart", .notice, line: row.line, byte: row.byte,
      "the time runs backwards by \(ClockText.tenths(deficit)) ms and continues from there; another "
        + "recording starts here, and its times were moved behind the row before", into: &sink)
    return true
  }

  /// Takes the earliest row of all tables; of equal times one with a touch first.
  private func nextRow() -> (time: Int64, row: CSVReader.Row)? {
    var best: (time: Int64, rank: Int, reader: CSVReader)?
    for reader in readers {
      guard let time = reader.nextTime() else { continue }
      let rank = reader.dialect.hasOffsets ? 1 : 0
      if best.map({ (time, rank) < ($0.time, $0.rank) }) ?? true { best = (time, rank, reader) }
    }
    return best?.reader.next()
  }

  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, _ time: Int64, _ row: CSVReader.Row, _ trace: Int, _ sink: inout Sink
  ) throws -> Int64 {
    let moment = moment(time)
    let isAdded = try traces[trace].append(
      event, at: moment, byte: row.byte, line: row.line, &tally, into: &sink)
    return isAdded ? 1 : 0
  }

  /// Returns the trace of a row's view, which begins with its first row; nil beyond the limit.
  ///
  /// A row without a view, as of a second table with touches, belongs to the first trace.
  private mutating func trace<Sink: TraceSink>(
    of row: CSVReader.Row, at time: Int64, into sink: inout Sink
  ) throws -> Int? {
    if row.view == nil, !traces.isEmpty { return 0 }
    if let index = views[row.view] { return index }
    // A trace that began without a view is that of the first named one.
    if traces.count == 1, let index = views[nil] {
      views[row.view] = index
      return index
    }
    guard traces.count < CSVReader.viewLimit else {
      try tally.report(
        "too-many-views", .dataLoss, line: row.line, byte: row.byte,
        "the table names more than \(CSVReader.viewLimit) views; the row was left out", into: &sink)
      return nil
    }
    try begin(at: time, view: row.view, &sink)
    views[row.view] = traces.count - 1
    return traces.count - 1
  }

  /// Converts a time to one of the trace.
  private func moment(_ time: Int64) -> Int64 {
    TraceTime(nanoseconds: time).nanoseconds(since: TraceTime(nanoseconds: origin))
  }

  private mutating func begin<Sink: TraceSink>(
    at time: Int64, view: String?, _ sink: inout Sink
  ) throws {
    // A clock that started shortly before is kept; a time of day is shifted.
    if traces.isEmpty { origin = 0..<NativeFormat.absoluteTime ~= time ? 0 : time }
    let hasOffsets = readers.contains { $0.dialect.hasOffsets }
    let isPixels = readers.contains { $0.dialect.isPixels }
    var information = TraceInformation(
      name: view ?? (hasOffsets ? "scroll log" : "touches"),
      coordinateSpace: isPixels ? .cssPixels : .points)
    information.source = SourceOrigin(format: CSVImport.name)
    information.clock = SourceClock(
      name: origin > 1_000_000_000_000_000_000 ? "unix_ms" : "log",
      origin: "\(ClockText.milliseconds(origin)) ms")
    let columns = readers.flatMap { $0.dialect.columns }
    if hasOffsets, !columns.contains(.offsetX) { information.axes = .vertical }
    if hasOffsets, !columns.contains(.offsetY) { information.axes = .horizontal }
    if readers.contains(where: \.sizes.isDerived) { information.qualities[.geometry] = .derived }
    let header = readers[0].dialect.header
    if !header.isEmpty {
      information.setMetadata(MetadataEntry(key: "columns", json: header.jsonText))
    }
    traces.append(try MonotonicTraceWriter(information, in: &sink))
  }

  // MARK: Diagnostics

  /// Reports the interpretation of a touch in a table without events.
  private mutating func reportContact<Sink: TraceSink>(
    _ row: CSVReader.Row, of trace: Int, at time: Int64, into sink: inout Sink
  ) throws {
    switch row.contact {
    case .begins:
      let moment = moment(time)
      try traces[trace].repair(
        "touch-start-added",
        "no event shows when the finger came down; the touch was assumed to begin here",
        at: moment, into: &sink)
      try tally.report(
        "touch-start-added", .notice, line: row.line, byte: row.byte,
        "no column shows when fingers come down; the touch was assumed to begin with this row",
        into: &sink)
    case .ends: try reportEnd(row, of: trace, at: time, into: &sink)
    case .isNotDown, nil: break
    }
  }

  private mutating func reportEnd<Sink: TraceSink>(
    _ row: CSVReader.Row, of trace: Int, at time: Int64, into sink: inout Sink
  ) throws {
    let moment = moment(time)
    try traces[trace].repair(
      "touch-end-added",
      "no event shows when the finger was lifted; the touch was assumed to end here",
      at: moment, into: &sink)
    try tally.report(
      "touch-end-added", .notice, line: row.line, byte: row.byte,
      "no column shows when fingers are lifted; the touch was assumed to end with this row, where its "
        + "pressure ends, or before a pause or the recording's end", into: &sink)
  }

  private mutating func reportNotDown<Sink: TraceSink>(
    _ row: CSVReader.Row, into sink: inout Sink
  ) throws {
    try tally.report(
      "finger-not-down", .notice, line: row.line, byte: row.byte,
      "the finger is not down, since its pressure is 0; its place was left out", into: &sink)
  }

  private mutating func reportGuess<Sink: TraceSink>(into sink: inout Sink) throws {
    for reader in readers {
      if !reader.dialect.hasHeader {
        try tally.report(
          "no-header", .notice, line: 1,
          "the table has no header; its columns were recognized by their number and order",
          into: &sink)
      }
      if reader.dialect.isUnitGuessed {
        try tally.report(
          "time-unit-guessed", .notice, line: 1,
          "no column contains the unit of the times; \(reader.dialect.unit) were assumed, since that "
            + "fits the distance between rows", into: &sink)
      }
      if reader.sizes.isDerived {
        try tally.report(
          "half-size", .notice, line: 1,
          "the table has sizes along one axis only; across it, where nothing scrolls, those of "
            + "content and container were taken to be equal, or 0", into: &sink)
      } else if reader.sizes.isHalf {
        try tally.report(
          "half-size", .notice, line: 1,
          "the table has widths without heights, or heights without widths; they were left out",
          into: &sink)
      }
    }
  }

  private mutating func reportProblems<Sink: TraceSink>(into sink: inout Sink) throws {
    for reader in readers where !reader.problems.isEmpty {
      for problem in reader.problems {
        try tally.report(
          problem.kind, problem.severity, line: problem.line, byte: problem.byte, problem.message,
          into: &sink)
      }
      reader.problems = []
    }
  }
}
