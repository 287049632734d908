import ScrollModel
import TextKit

/// Reads an XML export of Instruments of any length, one row at a time.
///
/// Each table becomes a trace of annotations. Rows are sorted by time within a window of 16 384;
/// rows that are later than that are skipped.
struct XCTraceReader {
  /// The largest depth of elements.
  private static let depthLimit = 256
  private static let width = 1 << 14
  /// The longest text of one value, in bytes.
  private static let textLimit = 4096

  private(set) var tokenizer: XMLTokenizer
  private(set) var values = ReferencedValues()
  private(set) var eventCount: Int64 = 0
  private(set) var tableCount = 0
  /// Whether the document is a table of contents without rows.
  private(set) var isContents = false
  private var damagedRows: Int64 = 0
  private var open: [Element] = []
  private var schema: TableSchema?
  private var cells: [ReferencedValues.Value?] = []
  private var rowOffset: Int64?
  private var table: Table?

  /// An open element with its known data.
  private struct Element {
    var name: String
    var id: Int64?
    var value: ReferencedValues.Value?
    var text = ""
    var display: String?
  }

  /// A table whose rows are being written.
  private struct Table {
    var window = ReorderWindow<(time: Int64, event: TraceEvent)>(width: XCTraceReader.width) {
      $0.time
    }
    var pairs = SignpostPairs()
    var number: TraceNumber?
    var lastTime: Int64 = 0
    var late: Int64 = 0
    /// The current scroll phase, or idle.
    var phase = ScrollPhase.idle

    /// Updates the scroll phase; false for the end of a phase that another one replaced.
    mutating func follows(_ event: TraceEvent) -> Bool {
      guard case .observation(.phase(let change)) = event else { return true }
      if let old = change.old, old != phase, phase != .idle { return false }
      phase = change.new
      return true
    }
  }

  init(_ source: ByteSource) { tokenizer = XMLTokenizer(source) }

  /// Reads the whole source.
  mutating func read<Sink: TraceSink>(
    into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws {
    var nextProgress: Int64 = 0
    var start = tokenizer.offset
    while let token = tokenizer.next() {
      switch token {
      case .start(let name, let attributes): take(name, attributes, at: start)
      case .text(let text): takeText(text)
      case .end(let name): try end(name, into: &sink)
      }
      start = tokenizer.offset
      if start >= nextProgress {
        try progress(tokenizer.rawCount)
        nextProgress = start + 1_000_000
      }
    }
    if rowOffset != nil { try reportRow("the export ends inside a row", into: &sink) }
    try endTable(into: &sink)
  }

  // MARK: Tokens

  private mutating func take(_ name: String, _ attributes: [XMLAttribute], at offset: Int64) {
    guard open.count < Self.depthLimit else { return }
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    var element = Element(name: name)
    element.id = attribute("id").flatMap { Int64($0) }
    element.display = attribute("fmt").map { Self.shortened($0) }
    if let reference = attribute("ref").flatMap({ Int64($0) }) {
      element.value = values.value(reference)
    }
    switch name {
    case "schema": schema = TableSchema(name: Self.shortened(attribute("name") ?? "table"))
    case "col":
      if let count = schema?.columns.count, count < 1000 { schema?.columns.append(.init()) }
    case "row":
      cells = []
      rowOffset = offset
    case "trace-toc": isContents = true
    default: break
    }
    open.append(element)
  }

  private mutating func takeText(_ text: String) {
    guard let place = open.indices.last, open[place].text.utf8.count < Self.textLimit else {
      return
    }
    open[place].text += Self.shortened(text)
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= textLimit
      ? text : String(decoding: text.utf8.prefix(textLimit), as: UTF8.self)
  }

  private mutating func end<Sink: TraceSink>(
    _ name: String, into sink: inout Sink
  ) throws {
    // An end without a start is ignored; an outer end closes all inner elements.
    guard let place = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > place, let element = open.popLast() { try close(element, into: &sink) }
  }

  private mutating func close<Sink: TraceSink>(
    _ element: Element, into sink: inout Sink
  ) throws {
    switch element.name {
    case "mnemonic": setColumn { $0.mnemonic = element.text }
    case "engineering-type": setColumn { $0.type = element.text }
    case "node": try endTable(into: &sink)
    case "row":
      try endRow(into: &sink)
      rowOffset = nil
    default: keep(element)
    }
  }

  private mutating func setColumn(_ change: (inout TableSchema.Column) -> Void) {
    guard let count = schema?.columns.count, count > 0 else { return }
    schema?.columns[count - 1].withChange(change)
  }

  /// Stores the value of an element of a row; a direct child of the row is its next column.
  private mutating func keep(_ element: Element) {
    guard rowOffset != nil else { return }
    let value =
      element.value ?? ReferencedValues.Value(text: element.text, display: element.display)
    if let id = element.id { values.set(id, value) }
    guard open.last?.name == "row", cells.count < 1000 else { return }
    cells.append(element.name == "sentinel" ? nil : value)
  }

  // MARK: Rows

  private mutating func endRow<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let schema else { return try reportRow("a row comes before its schema", into: &sink) }
    guard let column = schema.timeColumn else { return }
    guard let start = nanoseconds(column) else {
      return try reportRow("a row has no time", into: &sink)
    }
    let duration = schema.durationColumn.flatMap { nanoseconds($0) }
    let text = schema.textColumns.compactMap { cell($0)?.shown }.filter { !$0.isEmpty }
    let line = text.isEmpty ? nil : text.joined(separator: ", ")
    if let side = schema.side(cells) { return try endRow(side, at: start, line, into: &sink) }
    try annotate(line, at: start, duration, into: &sink)
    guard let phase = schema.scrollPhase(cells), let duration else { return }
    try insert(.observation(.phase(PhaseChange(new: phase))), at: start, into: &sink)
    let (end, overflow) = start.addingReportingOverflow(duration)
    if !overflow {
      try insert(.observation(.phase(PhaseChange(old: phase, new: .idle))), at: end, into: &sink)
    }
  }

  /// Ends a row that is one side of an interval.
  private mutating func endRow<Sink: TraceSink>(
    _ side: SignpostPairs.Side, at time: Int64, _ text: String?, into sink: inout Sink
  ) throws {
    guard let schema else { return }
    if table == nil { table = Table() }
    let key = schema.pairKey(cells)
    let phase = schema.scrollPhase(cells)
    switch side {
    case .begin:
      let beginning = SignpostPairs.Beginning(time: time, text: text)
      if let alone = table?.pairs.begin(key, beginning) {
        try annotate(alone.textAlone, at: alone.time, nil, into: &sink)
      }
      guard let phase else { return }
      try insert(.observation(.phase(PhaseChange(new: phase))), at: time, into: &sink)
    case .end:
      if let beginning = table?.pairs.end(key, at: time) {
        let duration = time &- beginning.time
        try annotate(beginning.text, at: beginning.time, duration, into: &sink)
      } else {
        try annotate(text.map { "\($0), end" } ?? "end", at: time, nil, into: &sink)
      }
      guard let phase else { return }
      try insert(.observation(.phase(PhaseChange(old: phase, new: .idle))), at: time, into: &sink)
    }
  }

  private mutating func annotate<Sink: TraceSink>(
    _ text: String?, at time: Int64, _ duration: Int64?, into sink: inout Sink
  ) throws {
    try insert(.observation(.annotation(note(text, duration))), at: time, into: &sink)
  }

  private func note(_ text: String?, _ duration: Int64?) -> Annotation {
    Annotation(kind: schema?.kind ?? "row", text: text, duration: duration)
  }

  private func cell(_ column: Int) -> ReferencedValues.Value? {
    cells.indices.contains(column) ? cells[column] : nil
  }

  private func nanoseconds(_ column: Int) -> Int64? {
    guard let value = cell(column).flatMap({ Int64($0.text) }), value >= 0 else { return nil }
    return value
  }

  private mutating func insert<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, into sink: inout Sink
  ) throws {
    if let problem = ModelLimits.problem(with: event, at: TraceTime(nanoseconds: time)) {
      return try reportRow("a row is out of range: \(problem)", into: &sink)
    }
    if table == nil { table = Table() }
    if table?.window.insert((time, event)) ?? false { try deliver(Self.width, into: &sink) }
  }

  private mutating func deliver<Sink: TraceSink>(
    _ count: Int, into sink: inout Sink
  ) throws {
    guard var rows = table else { return }
    table = nil
    rows.window.sort()
    var count = min(count, rows.window.elements.count)
    // No later end can belong to beginnings among the rows that are delivered now.
    let isWhole = count == rows.window.elements.count
    let last = isWhole ? nil : rows.window.elements.prefix(count).last?.time
    for beginning in rows.pairs.giveUp(through: last ?? .max) {
      let event = TraceEvent.observation(.annotation(note(beginning.textAlone, nil)))
      rows.window.elements.append((beginning.time, event))
      count += 1
    }
    rows.window.sort()
    for row in rows.window.elements.prefix(count) {
      guard row.time >= rows.lastTime else {
        rows.late += 1
        continue
      }
      guard rows.follows(row.event) else { continue }
      let number = try rows.number ?? sink.beginTrace(information)
      rows.number = number
      try sink.append(row.event, at: TraceTime(nanoseconds: row.time), to: number)
      rows.lastTime = row.time
      eventCount += 1
    }
    rows.window.drop(count)
    table = rows
  }

  private var information: TraceInformation {
    var information = TraceInformation(name: schema?.name ?? "table")
    information.clock = SourceClock(name: "mach_trace_start", origin: "0 ns")
    information.source = SourceOrigin(format: CaptureFormat.xctrace.rawValue)
    information.qualities = [.phase: .derived]
    return information
  }

  private mutating func endTable<Sink: TraceSink>(into sink: inout Sink) throws {
    try deliver(.max, into: &sink)
    if schema != nil { tableCount += 1 }
    if let late = table?.late, late > 0 {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "time-backwards",
          message: "\(late) rows of '\(schema?.name ?? "")' are more than \(Self.width) rows "
            + "behind their time; they were left out"))
    }
    table = nil
    schema = nil
  }

  // MARK: Damage

  private mutating func reportRow<Sink: TraceSink>(
    _ reason: String, into sink: inout Sink
  ) throws {
    damagedRows += 1
    guard damagedRows <= Int64(XMLTokenizer.problemLimit) else { return }
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "damaged-row", byte: rowOffset,
        message: "\(reason); it was left out"))
  }
}

extension TableSchema.Column {
  fileprivate mutating func withChange(_ change: (inout Self) -> Void) { change(&self) }
}
