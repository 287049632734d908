import SQLite
import ScrollModel

/// A cursor over the rows of one event table of one trace, positioned at the next row.
final class EventCursor {
  let table: EventTable
  /// The seq of the next row; nil at the end.
  private(set) var nextSeq: Int64?
  private let statement: Statement
  /// The bulk reader, if the table contains only numbers.
  private let numbers: BulkRowReader?

  init(
    _ table: EventTable, of trace: Int64, from seq: Int64 = 0, isDescending: Bool = false,
    in database: Database
  ) throws(DatabaseError) {
    self.table = table
    numbers = try table.numberRows(isDescending: isDescending, in: database)
    if let numbers {
      statement = numbers.statement
    } else {
      statement = try database.prepare(table.selection(isDescending: isDescending))
    }
    try statement.bindInteger(trace, at: 1)
    try statement.bindInteger(seq, at: 2)
    try step()
  }

  /// Reads the row and moves to the next one.
  func take(_ trace: StoredTrace) throws -> (time: TraceTime, event: TraceEvent) {
    let entry = try read(trace)
    try step()
    return entry
  }

  /// Reads the row without moving.
  func read(_ trace: StoredTrace) throws -> (time: TraceTime, event: TraceEvent) {
    guard let numbers else {
      return (TraceTime(nanoseconds: try statement.readInteger(at: 1)), try event(trace))
    }
    let time = TraceTime(nanoseconds: try numbers.integer(at: 1))
    return table == .frame
      ? (time, .observation(.frame(try frame(numbers, trace))))
      : (time, .input(.touch(try touch(numbers))))
  }

  /// Appends consecutive rows from here while they are valid frames or touches and no row of
  /// another table comes between; returns whether there were any.
  ///
  /// Nearly all rows of a trace are of this kind. They are checked while they are decoded; any
  /// other row is handled by the general path, which reads it or reports its problem. `seq` and
  /// `last` are those of the previous event and are updated.
  func appendPlain(
    to events: inout [(time: TraceTime, event: TraceEvent)], end: Int, of trace: StoredTrace,
    seq: inout Int64, last: inout TraceTime
  ) throws(DatabaseError) -> Bool {
    guard let numbers else { return false }
    let start = events.count
    while nextSeq == seq + 1, events.count < end {
      guard let nanoseconds = numbers.integerOrNil(at: 1), nanoseconds >= last.nanoseconds,
        nanoseconds <= ModelLimits.time, let event = plainEvent(numbers, trace)
      else { break }
      let time = TraceTime(nanoseconds: nanoseconds)
      events.append((time, event))
      seq += 1
      last = time
      nextSeq = try numbers.advance() ? try numbers.integer(at: 0) : nil
    }
    return events.count > start
  }

  private func plainEvent(_ row: BulkRowReader, _ trace: StoredTrace) -> TraceEvent? {
    table == .frame
      ? plainFrame(row, trace).map { .observation(.frame($0)) }
      : plainTouch(row).map { .input(.touch($0)) }
  }

  private func plainFrame(_ row: BulkRowReader, _ trace: StoredTrace) -> GeometryFrame? {
    guard let offset = plainPoint(row, at: 2),
      let geometry = row.integerOrNil(at: 5).flatMap(trace.plainGeometry)
    else { return nil }
    if row.isNull(at: 4) { return GeometryFrame(offset: offset, phase: nil, geometry: geometry) }
    guard let phase: ScrollPhase = row.codeOrNil(at: 4) else { return nil }
    return GeometryFrame(offset: offset, phase: phase, geometry: geometry)
  }

  private func plainTouch(_ row: BulkRowReader) -> TouchSample? {
    guard row.isNull(at: 7), let pointer = row.integerOrNil(at: 2),
      let phase: TouchPhase = row.codeOrNil(at: 3), let position = plainPoint(row, at: 5),
      let delivery: SampleDelivery = row.codeOrNil(at: 4)
    else { return nil }
    return TouchSample(pointer: pointer, phase: phase, position: position, delivery: delivery)
  }

  private func plainPoint(_ row: BulkRowReader, at column: Int) -> Point? {
    guard let x = row.realOrNil(at: column), let y = row.realOrNil(at: column + 1),
      x.magnitude <= ModelLimits.coordinate, y.magnitude <= ModelLimits.coordinate
    else { return nil }
    return Point(x: x, y: y)
  }

  /// Moves to the next row without reading this one.
  func skip() throws(DatabaseError) {
    try step()
  }

  private func step() throws(DatabaseError) {
    if let numbers {
      nextSeq = try numbers.advance() ? try numbers.integer(at: 0) : nil
    } else {
      nextSeq = try statement.step() ? try statement.readInteger(at: 0) : nil
    }
  }

  private func event(_ trace: StoredTrace) throws -> TraceEvent {
    switch table {
    case .touch, .frame:
      throw DatabaseError(.misuse, "The table '\(table.name)' is read as rows of numbers")
    case .wheel: .input(.wheel(try wheel()))
    case .command: .input(.command(try command(trace)))
    case .layout: .input(.layout(try layout(trace)))
    case .edit: .input(.edit(try edit(trace)))
    case .container: .input(.container(try container()))
    case .phase: .observation(.phase(try phase()))
    case .position: .observation(.position(try position(trace)))
    case .visibility: .observation(.visibility(try visibility(trace)))
    case .visibleSet: .observation(.visibleSet(try visibleSet(trace)))
    case .release: .observation(.release(try release(trace)))
    case .annotation: .observation(.annotation(try annotation()))
    case .gap: .stream(try gap())
    case .repair: .stream(.repair(kind: try read(2), text: try read(3)))
    case .keyframe: .stream(.keyframe(count: try read(2)))
    }
  }

  private func read<Value: ColumnValue>(_ column: Int32) throws(DatabaseError) -> Value {
    try statement.read(at: column)
  }

  // MARK: Inputs

  private func touch(_ row: BulkRowReader) throws(DatabaseError) -> TouchSample {
    TouchSample(
      pointer: try row.integer(at: 2), phase: try row.code(at: 3),
      position: Point(x: try row.real(at: 5), y: try row.real(at: 6)),
      delivery: try row.code(at: 4), pressure: row.isNull(at: 7) ? nil : try row.real(at: 7))
  }

  private func wheel() throws(DatabaseError) -> WheelSample {
    WheelSample(
      delta: Vector(dx: try read(2), dy: try read(3)), phase: try read(4),
      momentumPhase: try read(5), isPrecise: try read(6), position: try point(7))
  }

  private func command(_ trace: StoredTrace) throws -> Command {
    var columns = StoredCommand()
    columns.kind = try read(2)
    columns.id = try optionalID(3, trace)
    columns.edge = try read(4)
    columns.x = try read(5)
    columns.y = try read(6)
    columns.anchor = try point(7).map { UnitPoint(x: $0.x, y: $0.y) }
    columns.animation = try read(9)
    columns.seconds = try read(10)
    columns.curve = try read(11)
    columns.bounce = try read(12)
    columns.route = try read(13)
    columns.preservesVelocity = try read(14)
    return try trace.require(columns.command, "a command", seq: try read(0))
  }

  private func layout(_ trace: StoredTrace) throws -> Layout {
    Layout(contentSize: try size(2), targets: try trace.layoutTargets(seq: try read(0)))
  }

  private func edit(_ trace: StoredTrace) throws -> ContentEdit {
    let columns = StoredEdit(
      kind: try read(2), id: try id(3, trace), position: try read(4), size: try size(5))
    return try trace.require(columns.edit, "a content edit", seq: try read(0))
  }

  private func container() throws(DatabaseError) -> ContainerChange {
    ContainerChange(
      size: try size(2), insets: try insets(4), layoutDirection: try read(8), scale: try read(9),
      refreshRate: try read(10),
      refreshOrigin: try (read(11) as Int64?).map(TraceTime.init(nanoseconds:)),
      isScrollDisabled: try read(12))
  }

  // MARK: Observations

  private func frame(_ row: BulkRowReader, _ trace: StoredTrace) throws -> GeometryFrame {
    GeometryFrame(
      offset: Point(x: try row.real(at: 2), y: try row.real(at: 3)),
      phase: row.isNull(at: 4) ? nil : try row.code(at: 4),
      geometry: try trace.geometry(try row.integer(at: 5)))
  }

  private func phase() throws(DatabaseError) -> PhaseChange {
    PhaseChange(old: try read(2), new: try read(3), velocity: try vector(4))
  }

  private func position(_ trace: StoredTrace) throws -> PositionReport {
    PositionReport(id: try optionalID(2, trace), isPositionedByUser: try read(3))
  }

  private func visibility(_ trace: StoredTrace) throws -> VisibilityEvent {
    VisibilityEvent(
      id: try id(2, trace), isVisible: try read(3), threshold: try read(4), fraction: try read(5))
  }

  private func visibleSet(_ trace: StoredTrace) throws -> VisibleSet {
    VisibleSet(ids: try trace.visibleTargets(seq: try read(0)), threshold: try read(2))
  }

  private func release(_ trace: StoredTrace) throws -> ReleaseReport {
    ReleaseReport(
      velocity: try vector(2), proposedOffset: try point(4), chosenOffset: try point(6),
      chosenID: try optionalID(8, trace))
  }

  private func annotation() throws(DatabaseError) -> Annotation {
    Annotation(kind: try read(2), text: try read(3), duration: try read(4))
  }

  private func gap() throws(DatabaseError) -> StreamEvent {
    .gap(
      from: TraceTime(nanoseconds: try read(2)), to: TraceTime(nanoseconds: try read(3)),
      count: try read(4))
  }

  // MARK: Columns that belong together

  private func point(_ column: Int32) throws(DatabaseError) -> Point? {
    guard let x: Double = try read(column) else { return nil }
    return Point(x: x, y: try read(column + 1))
  }

  private func vector(_ column: Int32) throws(DatabaseError) -> Vector? {
    try point(column).map { Vector(dx: $0.x, dy: $0.y) }
  }

  private func size(_ column: Int32) throws(DatabaseError) -> Size? {
    try point(column).map { Size(width: $0.x, height: $0.y) }
  }

  private func insets(_ column: Int32) throws(DatabaseError) -> Insets? {
    guard let top: Double = try read(column) else { return nil }
    return Insets(
      top: top, left: try read(column + 1), bottom: try read(column + 2),
      right: try read(column + 3))
  }

  private func id(_ column: Int32, _ trace: StoredTrace) throws -> TargetID {
    try trace.target(try read(column))
  }

  private func optionalID(_ column: Int32, _ trace: StoredTrace) throws -> TargetID? {
    guard let number: Int64 = try read(column) else { return nil }
    return try trace.target(number)
  }
}
