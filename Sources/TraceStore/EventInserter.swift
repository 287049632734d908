import SQLite
import ScrollModel

/// Writes events as rows: one prepared statement per table, created on first use.
///
/// Frames and touches are batched; `flush` writes them.
final class EventInserter {
  private let database: Database
  private let frames: RowBatch<FrameRow>
  private let touches: RowBatch<TouchRow>
  private var statements: [Statement?] = Array(repeating: nil, count: EventTable.allCases.count)
  private lazy var layoutTarget = Result {
    try database.prepare("INSERT INTO layout_target VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }
  private lazy var visibleTarget = Result {
    try database.prepare("INSERT INTO visible_target VALUES (?, ?, ?, ?)")
  }
  private lazy var geometry = Result {
    try database.prepare("INSERT INTO geometry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }
  private lazy var target = Result {
    try database.prepare("INSERT INTO target VALUES (?, ?, ?, ?, ?, ?)")
  }

  init(_ database: Database) throws(DatabaseError) {
    self.database = database
    frames = try RowBatch(database)
    touches = try RowBatch(database)
  }

  /// Writes the pending rows.
  func flush() throws(DatabaseError) {
    try frames.flush()
    try touches.flush()
  }

  /// Writes one event as the next row of its trace.
  func insert(_ event: TraceEvent, at time: TraceTime, into trace: inout OpenTrace) throws {
    switch event {
    case .input(.touch(let sample)): try insert(sample, time, &trace)
    case .input(.wheel(let sample)): try insert(sample, time, &trace)
    case .input(.command(let command)): try insert(command, time, &trace)
    case .input(.layout(let layout)): try insert(layout, time, &trace)
    case .input(.edit(let edit)): try insert(edit, time, &trace)
    case .input(.container(let change)): try insert(change, time, &trace)
    case .observation(.frame(let frame)): try insert(frame, time, &trace)
    case .observation(.phase(let change)): try insert(change, time, &trace)
    case .observation(.position(let report)): try insert(report, time, &trace)
    case .observation(.visibility(let event)): try insert(event, time, &trace)
    case .observation(.visibleSet(let set)): try insert(set, time, &trace)
    case .observation(.release(let report)): try insert(report, time, &trace)
    case .observation(.annotation(let annotation)): try insert(annotation, time, &trace)
    case .stream(let remark): try insert(remark, time, &trace)
    }
  }

  /// Returns the statement of a table with the three common columns bound.
  private func row(
    _ table: EventTable, _ time: TraceTime, _ trace: borrowing OpenTrace
  ) throws(DatabaseError) -> Statement {
    let statement: Statement
    if let prepared = statements[table.rawValue] {
      statement = prepared
    } else {
      statement = try database.prepare(table.insertion())
      statements[table.rawValue] = statement
    }
    try statement.bindInteger(trace.id, at: 1)
    try statement.bindInteger(trace.nextSeq, at: 2)
    try statement.bindInteger(time.nanoseconds, at: 3)
    return statement
  }

  private func finish(_ statement: Statement) throws(DatabaseError) {
    defer { statement.reset() }
    _ = try statement.step()
  }

  /// Returns the number of an id in its trace, assigning one at its first occurrence.
  private func number(of id: TargetID, in trace: inout OpenTrace) throws -> Int64 {
    if let known = trace.targets[id] { return known }
    let number = Int64(trace.targets.count)
    let (kind, value, type) = StoredID.columns(of: id)
    try target.get().run(trace.id, number, kind, value, type, id.isOptional)
    trace.targets[id] = number
    return number
  }

  // MARK: Inputs

  private func insert(_ sample: TouchSample, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    try touches.append(TouchRow(trace: trace.id, seq: trace.nextSeq, time: time, sample: sample))
  }

  private func insert(_ sample: WheelSample, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let row = try row(.wheel, time, trace)
    try row.bindReal(sample.delta.dx, at: 4)
    try row.bindReal(sample.delta.dy, at: 5)
    try row.bind(sample.phase, at: 6)
    try row.bind(sample.momentumPhase, at: 7)
    try row.bind(sample.isPrecise, at: 8)
    try row.bind(sample.position?.x, at: 9)
    try row.bind(sample.position?.y, at: 10)
    try finish(row)
  }

  private func insert(_ command: Command, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let columns = StoredCommand(command)
    let target = try columns.id.map { try number(of: $0, in: &trace) }
    let row = try row(.command, time, trace)
    try row.bind(columns.kind, at: 4)
    try row.bind(target, at: 5)
    try row.bind(columns.edge, at: 6)
    try row.bind(columns.x, at: 7)
    try row.bind(columns.y, at: 8)
    try row.bind(columns.anchor?.x, at: 9)
    try row.bind(columns.anchor?.y, at: 10)
    try row.bind(columns.animation, at: 11)
    try row.bind(columns.seconds, at: 12)
    try row.bind(columns.curve, at: 13)
    try row.bind(columns.bounce, at: 14)
    try row.bind(columns.route, at: 15)
    try row.bind(columns.preservesVelocity, at: 16)
    try finish(row)
  }

  private func insert(_ layout: Layout, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let row = try row(.layout, time, trace)
    try row.bind(layout.contentSize?.width, at: 4)
    try row.bind(layout.contentSize?.height, at: 5)
    try finish(row)
    let child = try layoutTarget.get()
    for (position, target) in layout.targets.enumerated() {
      let number = try number(of: target.id, in: &trace)
      try child.bindInteger(trace.id, at: 1)
      try child.bindInteger(trace.nextSeq, at: 2)
      try child.bindInteger(Int64(position), at: 3)
      try child.bindInteger(number, at: 4)
      try child.bindReal(target.frame.origin.x, at: 5)
      try child.bindReal(target.frame.origin.y, at: 6)
      try child.bindReal(target.frame.size.width, at: 7)
      try child.bindReal(target.frame.size.height, at: 8)
      try child.bindInteger(target.isEstimated ? 1 : 0, at: 9)
      try child.bind(target.pinned?.rawValue, at: 10)
      try finish(child)
    }
  }

  private func insert(_ edit: ContentEdit, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let columns = StoredEdit(edit)
    let target = try number(of: columns.id, in: &trace)
    let row = try row(.edit, time, trace)
    try row.bind(columns.kind, at: 4)
    try row.bindInteger(target, at: 5)
    try row.bind(columns.position, at: 6)
    try row.bind(columns.size?.width, at: 7)
    try row.bind(columns.size?.height, at: 8)
    try finish(row)
  }

  private func insert(
    _ change: ContainerChange, _ time: TraceTime, _ trace: inout OpenTrace
  ) throws {
    let row = try row(.container, time, trace)
    try row.bind(change.size?.width, at: 4)
    try row.bind(change.size?.height, at: 5)
    try bind(change.insets, to: row, from: 6)
    try row.bind(change.layoutDirection, at: 10)
    try row.bind(change.scale, at: 11)
    try row.bind(change.refreshRate, at: 12)
    try row.bind(change.refreshOrigin?.nanoseconds, at: 13)
    try row.bind(change.isScrollDisabled, at: 14)
    try finish(row)
  }

  private func bind(
    _ insets: Insets?, to row: Statement, from index: Int32
  ) throws(DatabaseError) {
    try row.bind(insets?.top, at: index)
    try row.bind(insets?.left, at: index + 1)
    try row.bind(insets?.bottom, at: index + 2)
    try row.bind(insets?.right, at: index + 3)
  }

  // MARK: Observations

  private func insert(_ frame: GeometryFrame, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    if trace.geometry != frame.geometry {
      trace.geometryID += 1
      trace.geometry = frame.geometry
      try insert(frame.geometry, trace)
    }
    try frames.append(
      FrameRow(
        trace: trace.id, seq: trace.nextSeq, time: time, offset: frame.offset, phase: frame.phase,
        geometryID: trace.geometryID))
  }

  private func insert(_ geometry: FrameGeometry, _ trace: borrowing OpenTrace) throws {
    let row = try self.geometry.get()
    try row.bindInteger(trace.id, at: 1)
    try row.bindInteger(trace.geometryID, at: 2)
    try row.bind(geometry.contentSize?.width, at: 3)
    try row.bind(geometry.contentSize?.height, at: 4)
    try row.bind(geometry.containerSize?.width, at: 5)
    try row.bind(geometry.containerSize?.height, at: 6)
    try bind(geometry.insets, to: row, from: 7)
    try finish(row)
  }

  private func insert(_ change: PhaseChange, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let row = try row(.phase, time, trace)
    try row.bind(change.old, at: 4)
    try row.bind(change.new, at: 5)
    try row.bind(change.velocity?.dx, at: 6)
    try row.bind(change.velocity?.dy, at: 7)
    try finish(row)
  }

  private func insert(
    _ report: PositionReport, _ time: TraceTime, _ trace: inout OpenTrace
  ) throws {
    let target = try report.id.map { try number(of: $0, in: &trace) }
    let row = try row(.position, time, trace)
    try row.bind(target, at: 4)
    try row.bind(report.isPositionedByUser, at: 5)
    try finish(row)
  }

  private func insert(
    _ event: VisibilityEvent, _ time: TraceTime, _ trace: inout OpenTrace
  ) throws {
    let target = try number(of: event.id, in: &trace)
    let row = try row(.visibility, time, trace)
    try row.bindInteger(target, at: 4)
    try row.bind(event.isVisible, at: 5)
    try row.bind(event.threshold, at: 6)
    try row.bind(event.fraction, at: 7)
    try finish(row)
  }

  private func insert(_ set: VisibleSet, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    let row = try row(.visibleSet, time, trace)
    try row.bind(set.threshold, at: 4)
    try finish(row)
    let child = try visibleTarget.get()
    for (position, id) in set.ids.enumerated() {
      try child.run(trace.id, trace.nextSeq, position, try number(of: id, in: &trace))
    }
  }

  private func insert(
    _ report: ReleaseReport, _ time: TraceTime, _ trace: inout OpenTrace
  ) throws {
    let target = try report.chosenID.map { try number(of: $0, in: &trace) }
    let row = try row(.release, time, trace)
    try row.bind(report.velocity?.dx, at: 4)
    try row.bind(report.velocity?.dy, at: 5)
    try row.bind(report.proposedOffset?.x, at: 6)
    try row.bind(report.proposedOffset?.y, at: 7)
    try row.bind(report.chosenOffset?.x, at: 8)
    try row.bind(report.chosenOffset?.y, at: 9)
    try row.bind(target, at: 10)
    try finish(row)
  }

  private func insert(
    _ annotation: Annotation, _ time: TraceTime, _ trace: inout OpenTrace
  ) throws {
    let row = try row(.annotation, time, trace)
    try row.bind(annotation.kind, at: 4)
    try row.bind(annotation.text, at: 5)
    try row.bind(annotation.duration, at: 6)
    try finish(row)
  }

  // MARK: Remarks

  private func insert(_ remark: StreamEvent, _ time: TraceTime, _ trace: inout OpenTrace) throws {
    switch remark {
    case .gap(let from, let to, let count):
      let row = try row(.gap, time, trace)
      try row.bindInteger(from.nanoseconds, at: 4)
      try row.bindInteger(to.nanoseconds, at: 5)
      try row.bind(count, at: 6)
      try finish(row)
    case .repair(let kind, let text):
      let row = try row(.repair, time, trace)
      try row.bind(kind, at: 4)
      try row.bind(text, at: 5)
      try finish(row)
    case .keyframe(let count):
      let row = try row(.keyframe, time, trace)
      try row.bindInteger(count, at: 4)
      try finish(row)
    }
  }
}

/// The writer's state of an open trace.
struct OpenTrace {
  /// The trace's id in the file.
  let id: Int64
  /// The seq of the next event.
  var nextSeq: Int64 = 0
  /// The time of the last event.
  var lastTime = TraceTime.zero
  /// The numbers of the ids seen so far.
  var targets: [TargetID: Int64] = [:]
  /// The sizes of the last frame.
  var geometry: FrameGeometry?
  /// Their id; -1 before the first frame.
  var geometryID: Int64 = -1
  /// The digests so far.
  var digester: TraceDigester

  init(id: Int64, information: TraceInformation) {
    self.id = id
    digester = TraceDigester(information)
  }

  /// Appends an event.
  mutating func append(
    _ event: TraceEvent, at time: TraceTime, with inserter: EventInserter
  ) throws {
    guard time >= lastTime else {
      throw StoreError(
        .invalid,
        "an event at \(time.nanoseconds) ns comes after one at \(lastTime.nanoseconds) ns; "
          + "events go in order of time")
    }
    try inserter.insert(event, at: time, into: &self)
    digester.add(event, at: time)
    nextSeq += 1
    lastTime = time
  }
}
