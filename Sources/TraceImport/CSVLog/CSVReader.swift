import ScrollModel
import TextKit

/// The rows of one table, in the order of their times.
final class CSVReader {
  /// What one row says.
  struct Row {
    var line: Int64
    var byte: Int64
    var frame: GeometryFrame?
    var touch: TouchSample?
    /// What the view does from here on, where no offset stands with it.
    var phase: ScrollPhase?
    /// Whether it only says that a row was lost here.
    var isLost = false
  }

  /// A row that could not be used.
  struct Problem {
    var kind: String
    var severity: Severity
    var line: Int64
    var byte: Int64
    var message: String
  }

  let dialect: CSVDialect
  /// Problems that nobody has taken yet.
  var problems: [Problem] = []
  /// What ended the source before its end, and how many bytes of a line it left.
  private(set) var failure: (error: InputError, unfinished: Int64)?
  private(set) var lineCount: Int64 = 0
  private let lines: LineReader
  private var window = SortWindow<Row>(capacity: 1 << 14)
  private var isAtEnd = false
  private var hasSkippedSeparator: Bool
  private var hasSkippedHeader: Bool
  private var latest = Int64.min
  private var lastPhase: ScrollPhase?
  private(set) var sizes: CSVSizes
  private var values = CSVValues()
  /// The fingers that are down, and where they were seen last.
  private var fingers: [(pointer: Int64, place: Point)] = []
  private let hasX: Bool
  private let hasY: Bool

  init(_ source: ByteSource, _ dialect: CSVDialect) {
    lines = LineReader(source, limit: 1 << 16)
    self.dialect = dialect
    sizes = CSVSizes(dialect)
    hasSkippedSeparator = !dialect.hasSeparatorLine
    hasSkippedHeader = !dialect.hasHeader
    hasX = dialect.columns.contains(.offsetX)
    hasY = dialect.columns.contains(.offsetY)
  }

  /// The time of the next row in nanoseconds; nil at the end.
  func nextTime() -> Int64? {
    while !isAtEnd, !window.isFull { readLine() }
    return window.firstTime
  }

  /// Takes the next row out.
  func next() -> (time: Int64, row: Row)? {
    guard nextTime() != nil, let (time, row) = window.pop() else { return nil }
    return (time, row)
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
    guard hasSkippedSeparator else { return hasSkippedSeparator = true }
    guard hasSkippedHeader else { return hasSkippedHeader = true }
    take(line)
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
      case .time: time = CSVCells.scaled(cell, timesTenTo: dialect.unit.exponent)
      case .event: values.event = CSVCells.text(cell)
      case .phase: values.phase = CSVCells.text(cell)
      default:
        guard let number = CSVCells.number(cell) else {
          if CSVCells.isNothing(cell) { continue }
          return lose(
            "bad-number", line, "'\(DisplayText.escaped(cell.prefix(40)))' is not a number")
        }
        values[column] = number
      }
    }
    guard count >= dialect.columns.count || line.hasNewline else {
      return lose("cut-off-line", line, "the table ends inside this line; it was left out")
    }
    // Spreadsheets write rows without a value as separators alone.
    guard !isEmpty else { return }
    guard let time else {
      return lose("bad-time", line, "the row has no time that is a number")
    }
    guard var row = row(line) else { return }
    sizes.take(values)
    row.frame?.geometry = sizes.geometry
    if time < latest {
      problems.append(
        Problem(
          kind: "out-of-order", severity: .notice, line: row.line, byte: row.byte,
          message: "the row comes after later ones; it was put in its place"))
    }
    latest = max(latest, time)
    // What the finger did comes before what it led to.
    window.push(row, at: time, rank: row.frame == nil && row.phase == nil ? 0 : 1)
  }

  /// Returns what a row says; nil, with a problem, where that is nothing.
  private func row(_ line: LineReader.Line) -> Row? {
    var row = Row(line: Int64(line.number), byte: line.offset)
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
      lastPhase = scrollPhase ?? lastPhase
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
    // A log that is written on change has rows of what changed alone.
    let isOfTouch =
      values[.x] != nil || values[.y] != nil || (values.event != nil && phase != nil)
    let tellsMore = !isOfTouch && (scrollPhase != nil || sizes.isTold(in: values))
    if row.frame == nil, row.touch == nil, !tellsMore {
      lose("missing-value", line, "the row has neither an offset nor a touch")
      return nil
    }
    if row.frame == nil, let scrollPhase, scrollPhase != lastPhase {
      row.phase = scrollPhase
      lastPhase = scrollPhase
    }
    return row
  }

  private func touchPhase(_ word: String) -> TouchPhase? {
    // Programs that leave cells of a column empty write its whole numbers with a fraction.
    guard dialect.hasActions, let number = CSVCells.number(Array(word.utf8)[...]),
      let action = Int64(exactly: number)
    else { return TouchPhase.named(word) }
    return TouchPhase.motionEvent(action)
  }

  /// Returns the touch of a row; what is left empty is as it was before.
  private func touch(_ phase: TouchPhase) -> TouchSample? {
    let only = phase != .began && fingers.count == 1 ? fingers[0].pointer : 0
    let pointer = values[.pointer].flatMap { Int64(exactly: $0) } ?? only
    let index = phase == .began ? nil : fingers.firstIndex { $0.pointer == pointer }
    let before = index.map { fingers[$0].place }
    let isEnd = phase == .ended || phase == .cancelled
    // A row without a place is of a finger only where it says that one was lifted.
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
