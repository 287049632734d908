import ScrollModel
import TextKit

/// The rows of one table, in the order of their times.
final class CSVReader {
  /// The contents of one row.
  struct Row {
    var line: Int64
    var byte: Int64
    /// The view that the row names; nil without one.
    var view: String?
    var frame: GeometryFrame?
    var touch: TouchSample?
    /// The phase of the view from here on, without an offset.
    var phase: ScrollPhase?
    /// Whether the row only marks a lost row.
    var isLost = false
    /// The inferred role of the touch, if there are no touch events.
    var contact: CSVContacts.Finding?
    /// Whether the finger is inferred to be lifted after the touch.
    var isLastOfTouch = false
  }

  /// A row with its time.
  private struct Timed {
    var row: Row
    var time: Int64
  }

  /// A row that may start another recording; the next row decides.
  private struct Start {
    var first: Timed
    /// The end of the previous recording.
    var end: Int64
    /// The fingers that were down there.
    var down: [Finger]
  }

  private typealias Finger = (pointer: Int64, place: Point)

  /// A row that could not be used.
  struct Problem {
    var kind: String
    var severity: Severity
    var line: Int64
    var byte: Int64
    var message: String
  }

  /// The largest number of views in a table.
  static let viewLimit = 1000

  let dialect: CSVDialect
  /// Problems that have not been reported yet.
  var problems: [Problem] = []
  /// The error that ended the source early, and the number of bytes of an incomplete line.
  private(set) var failure: (error: InputError, unfinished: Int64)?
  private(set) var lineCount: Int64 = 0
  private let lines: LineReader
  private var window = SortWindow<Row>(capacity: 1 << 14)
  private var isAtEnd = false
  private var hasSkippedSeparator: Bool
  private var hasSkippedHeader: Bool
  private var latest = Int64.min
  /// The view of the last row that names one.
  private var lastView: String?
  /// What rows with only changed values leave as it was: of this view, and of the others.
  private var state: (phase: ScrollPhase?, sizes: CSVSizes)
  private var otherStates: [String?: (phase: ScrollPhase?, sizes: CSVSizes)] = [:]
  /// The latest time of each named view.
  private var latestOfView: [String: Int64] = [:]
  /// The sizes without any row.
  let sizes: CSVSizes
  private var values = CSVValues()
  /// The fingers that are down, and their last positions.
  private var fingers: [Finger] = []
  /// Nil if a column contains touch events.
  private var contacts: CSVContacts?
  private var order = CSVOrder()
  private var start: Start?
  /// The first rows of the next recording.
  private var following: [Timed] = []
  /// The lines before all rows, which a program repeats when it restarts.
  private var frontLines: [[UInt8]] = []
  private var isBehindHeader = false
  private let hasX: Bool
  private let hasY: Bool

  init(_ source: ByteSource, _ dialect: CSVDialect) {
    lines = LineReader(source, limit: 1 << 16)
    self.dialect = dialect
    sizes = CSVSizes(dialect)
    state = (nil, sizes)
    hasSkippedSeparator = !dialect.hasSeparatorLine
    hasSkippedHeader = !dialect.hasHeader
    hasX = dialect.columns.contains(.offsetX)
    hasY = dialect.columns.contains(.offsetY)
    if dialect.lacksEvents { contacts = CSVContacts(tellsPressure: dialect.tellsPressure) }
  }

  /// The time of the next row in nanoseconds; nil at the end of the recording.
  func nextTime() -> Int64? {
    fill()
    while contacts != nil {
      if let time = contacts?.firstTime { return time }
      if let (time, row) = window.pop() {
        contacts?.take(row, at: time)
        fill()
      } else if contacts?.liftAll() != true {
        return nil
      }
    }
    return window.firstTime
  }

  /// Removes the next row.
  func next() -> (time: Int64, row: Row)? {
    guard nextTime() != nil,
      let (time, row) = contacts == nil ? window.pop() : contacts?.next()
    else { return nil }
    return (time, row)
  }

  /// Continues with the next recording in the table and returns its first row; nil without one.
  func startNext() -> Row? {
    guard let first = following.first else { return nil }
    latest = .min
    latestOfView = [:]
    order = CSVOrder()
    let rows = following
    following = []
    for timed in rows { place(timed) }
    return first.row
  }

  private func fill() {
    while !isAtEnd, following.isEmpty, !window.isFull { readLine() }
    guard isAtEnd, let late = start?.first else { return }
    start = nil
    place(late)
  }

  private func readLine() {
    let line: LineReader.Line?
    do throws(InputError) {
      line = try lines.next()
    } catch {
      failure = (error, lines.unfinishedCount)
      isAtEnd = true
      return
    }
    guard let line else {
      isAtEnd = true
      return
    }
    lineCount = Int64(line.number)
    guard !line.isTooLong else {
      return lose("line-too-long", line, "the line has \(line.length) bytes")
    }
    let first = line.bytes.first { $0 > 0x20 }
    guard let first, first != UInt8(ascii: "#") else { return }
    guard hasSkippedSeparator, hasSkippedHeader else { return skip(line) }
    guard !frontLines.contains(where: { line.bytes.elementsEqual($0) }) else {
      return isBehindHeader = true
    }
    take(line)
  }

  /// Skips a line before all rows.
  private func skip(_ line: LineReader.Line) {
    frontLines.append(Array(line.bytes))
    if hasSkippedSeparator { hasSkippedHeader = true }
    hasSkippedSeparator = true
  }

  private func lose(_ kind: String, _ line: LineReader.Line, _ message: String) {
    problems.append(
      Problem(
        kind: kind, severity: .dataLoss, line: Int64(line.number), byte: line.offset,
        message: message))
    window.push(
      Row(line: Int64(line.number), byte: line.offset, isLost: true), at: latest, rank: 2)
  }

  private func take(_ line: LineReader.Line) {
    values.clear()
    var time: Int64?
    var place = line.bytes.startIndex
    var count = 0
    var isEmpty = true
    while let cell = CSVCells.next(in: line.bytes, from: &place, at: dialect.separator) {
      guard count < dialect.columns.count else { break }
      let column = dialect.columns[count]
      count += 1
      guard !cell.isEmpty else { continue }
      isEmpty = false
      guard let column else { continue }
      switch column {
      case .time:
        time = CSVCells.scaled(cell, timesTenTo: dialect.unit.exponent, dialect.comma)
        if time == nil, isUnclear(cell) { return loseUnclear(cell, line) }
      case .event: values.event = CSVCells.text(cell)
      case .phase: values.phase = CSVCells.text(cell)
      case .view: values.view = CSVCells.text(cell).shortened(to: 80)
      default:
        guard let number = CSVCells.number(cell, dialect.comma) else {
          if CSVCells.isNothing(cell) { continue }
          if isUnclear(cell) { return loseUnclear(cell, line) }
          return lose(
            "bad-number", line, "'\(DisplayText.escaped(cell.prefix(40)))' is not a number")
        }
        values[column] = number
      }
    }
    guard count >= dialect.columns.count || line.hasNewline else {
      return lose("cut-off-line", line, "the table ends inside this line; it was left out")
    }
    // Spreadsheets write empty rows as separators only.
    guard !isEmpty else { return }
    guard let time else {
      return lose("bad-time", line, "the row has no time that is a number")
    }
    let down = time < latest ? fingers : []
    if let view = values.view { enter(view) }
    guard var row = row(line) else { return }
    state.sizes.take(values)
    row.frame?.geometry = state.sizes.geometry
    arrange(Timed(row: row, time: time), down)
  }

  /// Continues with the rows of another view.
  private func enter(_ view: String) {
    guard view != lastView else { return }
    if otherStates.count < Self.viewLimit || otherStates[lastView] != nil {
      otherStates[lastView] = state
    }
    state = otherStates[view] ?? (nil, sizes)
    lastView = view
  }

  private func isUnclear(_ cell: ArraySlice<UInt8>) -> Bool {
    dialect.comma == .unclear && CSVComma(in: cell) == .unclear
  }

  private func loseUnclear(_ cell: ArraySlice<UInt8>, _ line: LineReader.Line) {
    let cell = cell.prefix(40)
    let whole = CSVCells.text(cell.filter { $0 != UInt8(ascii: ",") }[...])
    let fraction = CSVCells.text(cell.map { $0 == UInt8(ascii: ",") ? 0x2E : $0 }[...])
    lose(
      "bad-number", line,
      "'\(DisplayText.escaped(cell))' may be \(DisplayText.escaped(whole)) or "
        + "\(DisplayText.escaped(fraction)), and no row at the start of the table shows which")
  }

  // MARK: The order of rows

  /// Inserts a row into the order, or starts the next recording with it.
  private func arrange(_ timed: Timed, _ down: [Finger]) {
    let isBehindHeader = isBehindHeader
    self.isBehindHeader = false
    if let late = start {
      start = nil
      if late.first.time <= timed.time, timed.time <= late.end {
        return startAnew([late.first, timed], late.down)
      }
      place(late.first)
    }
    if isBehindHeader, order.isBehind(timed.row, at: timed.time) {
      startAnew([timed], down)
    } else if let end = order.end(leftBy: timed.row, at: timed.time) {
      start = Start(first: timed, end: end, down: down)
    } else {
      place(timed)
    }
  }

  /// Ends the recording before the first rows of the next one.
  private func startAnew(_ rows: [Timed], _ down: [Finger]) {
    following = rows
    fingers.removeAll { finger in !rows.contains { $0.row.touch?.pointer == finger.pointer } }
    guard contacts == nil, let first = rows.first?.row else { return }
    // Their lift is not recorded.
    for finger in down {
      let touch = TouchSample(
        pointer: finger.pointer, phase: .cancelled, position: finger.place)
      window.push(
        Row(line: first.line, byte: first.byte, touch: touch), at: latest, rank: 3)
    }
  }

  /// Inserts a row in order.
  private func place(_ timed: Timed) {
    let (row, time) = (timed.row, timed.time)
    var seen = latest
    if let view = row.view {
      seen = latestOfView[view] ?? .min
      latestOfView[view] = max(seen, time)
    }
    if time < seen {
      problems.append(
        Problem(
          kind: "out-of-order", severity: .notice, line: row.line, byte: row.byte,
          message: "the row comes after later ones; it was put in its place"))
    }
    latest = max(latest, time)
    order.note(row, at: time)
    // A touch precedes its effects.
    window.push(row, at: time, rank: row.frame == nil && row.phase == nil ? 0 : 1)
  }

  /// Returns the contents of a row; nil, with a problem, if there are none.
  private func row(_ line: LineReader.Line) -> Row? {
    var row = Row(line: Int64(line.number), byte: line.offset, view: lastView)
    let (x, y) = (values[.offsetX], values[.offsetY])
    let scrollPhase = values.phase.flatMap(ScrollPhase.named)
    if x != nil || y != nil {
      let isWhole =
        (x != nil || !hasX) && (y != nil || !hasY)
      guard isWhole else {
        lose("missing-value", line, "the row has one coordinate of the offset and not the other")
        return nil
      }
      var frame = GeometryFrame(offset: Point(x: x ?? 0, y: y ?? 0))
      frame.phase = scrollPhase
      state.phase = scrollPhase ?? state.phase
      row.frame = frame
    }
    let phase = values.event.map(touchPhase) ?? .moved
    if phase == nil, values[.x] != nil, values[.y] != nil {
      lose(
        "bad-event", line,
        "'\(DisplayText.escaped((values.event ?? "").shortened(to: 40)))' is no touch event")
      return nil
    }
    row.touch = phase.flatMap(touch)
    // A log of changes has rows with only the changed values.
    let isOfTouch =
      values[.x] != nil || values[.y] != nil || (values.event != nil && phase != nil)
    let tellsMore = !isOfTouch && (scrollPhase != nil || sizes.isTold(in: values))
    if row.frame == nil, row.touch == nil, !tellsMore {
      lose("missing-value", line, "the row has neither an offset nor a touch")
      return nil
    }
    if row.frame == nil, let scrollPhase, scrollPhase != state.phase {
      row.phase = scrollPhase
      state.phase = scrollPhase
    }
    return row
  }

  private func touchPhase(_ word: String) -> TouchPhase? {
    // Programs that leave cells of a column empty may write its integers with a fraction.
    guard dialect.hasActions, let number = CSVCells.number(Array(word.utf8)[...]),
      let action = Int64(exactly: number)
    else { return TouchPhase.named(word) }
    return TouchPhase.motionEvent(action)
  }

  /// Returns the touch of a row; empty values are unchanged.
  private func touch(_ phase: TouchPhase) -> TouchSample? {
    let only = phase != .began && fingers.count == 1 ? fingers[0].pointer : 0
    let pointer = values[.pointer].flatMap { Int64(exactly: $0) } ?? only
    let index = phase == .began ? nil : fingers.firstIndex { $0.pointer == pointer }
    let before = index.map { fingers[$0].place }
    let isEnd = phase == .ended || phase == .cancelled
    // A row without a position belongs to a finger only if it reports a lift.
    guard values[.x] != nil || values[.y] != nil || isEnd && values.event != nil,
      let x = values[.x] ?? before?.x, let y = values[.y] ?? before?.y
    else { return nil }
    let place = Point(x: x, y: y)
    fingers.removeAll { $0.pointer == pointer }
    if !isEnd, fingers.count < 32 { fingers.append((pointer, place)) }
    return TouchSample(
      pointer: pointer, phase: phase, position: place, pressure: values[.pressure])
  }
}
