import SQLite
import ScrollModel

/// The rows of one event table of one trace, one ahead.
final class EventCursor {
  let table: EventTable
  /// The seq of the row that is read next; nil when there is none.
  private(set) var nextSeq: Int64?
  private let statement: Statement
  private let isDescending: Bool

  init(
    _ table: EventTable, of trace: Int64, from seq: Int64 = 0, isDescending: Bool = false,
    in database: Database
  ) throws(DatabaseError) {
    self.table = table
    self.isDescending = isDescending
    statement = try database.prepare(table.selection(isDescending: isDescending))
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

  /// Reads the row and stays on it.
  func read(_ trace: StoredTrace) throws -> (time: TraceTime, event: TraceEvent) {
    (TraceTime(nanoseconds: try statement.readInteger(at: 1)), try event(trace))
  }

  /// Moves to the next row without reading this one.
  func skip() throws(DatabaseError) {
    try step()
  }

  private func step() throws(DatabaseError) {
    nextSeq = try statement.step() ? try statement.readInteger(at: 0) : nil
  }

  private func event(_ trace: StoredTrace) throws -> TraceEvent {
    switch table {
    case .touch: .input(.touch(try touch()))
    case .wheel: .input(.wheel(try wheel()))
    case .command: .input(.command(try command(trace)))
    case .layout: .input(.layout(try layout(trace)))
    case .edit: .input(.edit(try edit(trace)))
    case .container: .input(.container(try container()))
    case .frame: .observation(.frame(try frame(trace)))
    case .phase: .observation(.phase(try phase()))
    case .position: .observation(.position(try position(trace)))
    case .visibility: .observation(.visibility(try visibility(trace)))
    case .visibleSet: .observation(.visibleSet(try visibleSet(trace)))
    case .release: .observation(.release(try release(trace)))
    case .annotation: .observation(.annotation(try annotation()))
    case .gap: .remark(try gap())
    case .repair: .remark(.repair(kind: try read(2), text: try read(3)))
    case .keyframe: .remark(.keyframe(count: try read(2)))
    }
  }

  private func read<Value: ColumnValue>(_ column: Int32) throws(DatabaseError) -> Value {
    try statement.read(at: column)
  }

  // MARK: Inputs

  private func touch() throws(DatabaseError) -> TouchSample {
    TouchSample(
      pointer: try read(2), phase: try read(3),
      position: Point(x: try statement.readReal(at: 5), y: try statement.readReal(at: 6)),
      delivery: try read(4), pressure: try read(7))
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

  private func frame(_ trace: StoredTrace) throws -> GeometryFrame {
    GeometryFrame(
      offset: Point(x: try statement.readReal(at: 2), y: try statement.readReal(at: 3)),
      phase: try read(4), geometry: try trace.geometry(try statement.readInteger(at: 5)))
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

  private func gap() throws(DatabaseError) -> Remark {
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
