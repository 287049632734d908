import SQLite
public import ScrollModel

/// Data that rows of a trace refer to: its ids, its sizes, the targets of its layouts.
final class StoredTrace {
  let id: Int64
  private let path: String
  private let targets: [TargetID]
  private let geometries: [FrameGeometry]
  /// Whether each geometry is within the model's limits.
  private let isPlain: [Bool]
  private let layoutTarget: Statement
  private let visibleTarget: Statement

  init(_ id: Int64, in database: Database) throws {
    self.id = id
    path = database.path
    targets = try Self.targets(of: id, in: database)
    geometries = try Self.geometries(of: id, in: database)
    isPlain = geometries.map { geometry in
      let frame = GeometryFrame(offset: .zero, phase: nil, geometry: geometry)
      return ModelLimits.problem(with: .observation(.frame(frame)), at: .zero) == nil
    }
    layoutTarget = try database.prepare(
      """
      SELECT target, x, y, width, height, is_estimated, pinned
      FROM layout_target
      WHERE trace_id = ? AND seq = ?
      ORDER BY position
      """)
    visibleTarget = try database.prepare(
      "SELECT target FROM visible_target WHERE trace_id = ? AND seq = ? ORDER BY position")
  }

  private static func targets(of trace: Int64, in database: Database) throws -> [TargetID] {
    var ids: [TargetID] = []
    try database.forEach(
      """
      SELECT target, kind, value, type_name, is_optional
      FROM target
      WHERE trace_id = ?
      ORDER BY target
      """, trace
    ) { row in
      let number: Int = try row.next()
      let id = StoredID.id(
        kind: try row.next(), value: try row.next(), type: try row.next(),
        isOptional: try row.next())
      guard number == ids.count, let id else {
        throw StoreError(
          .damaged, "trace \(trace) of '\(database.path)': target \(number) is not an id")
      }
      ids.append(id)
    }
    return ids
  }

  private static func geometries(of trace: Int64, in database: Database) throws -> [FrameGeometry] {
    var geometries: [FrameGeometry] = []
    try database.forEach(
      """
      SELECT geometry_id, content_width, content_height, container_width, container_height,
        inset_top, inset_left, inset_bottom, inset_right
      FROM geometry
      WHERE trace_id = ?
      ORDER BY geometry_id
      """, trace
    ) { row in
      guard try row.next(Int.self) == geometries.count else {
        throw StoreError(
          .damaged, "trace \(trace) of '\(database.path)': its geometries are not numbered")
      }
      geometries.append(
        FrameGeometry(
          contentSize: size(try row.next(), try row.next()),
          containerSize: size(try row.next(), try row.next()),
          insets: insets(try row.next(), try row.next(), try row.next(), try row.next())))
    }
    return geometries
  }

  private static func size(_ width: Double?, _ height: Double?) -> Size? {
    guard let width, let height else { return nil }
    return Size(width: width, height: height)
  }

  private static func insets(
    _ top: Double?, _ left: Double?, _ bottom: Double?, _ right: Double?
  ) -> Insets? {
    guard let top, let left, let bottom, let right else { return nil }
    return Insets(top: top, left: left, bottom: bottom, right: right)
  }

  func target(_ number: Int64) throws -> TargetID {
    guard let index = Int(exactly: number), targets.indices.contains(index) else {
      throw StoreError(.damaged, "trace \(id) of '\(path)': there is no target \(number)")
    }
    return targets[index]
  }

  func geometry(_ number: Int64) throws -> FrameGeometry {
    guard let index = Int(exactly: number), geometries.indices.contains(index) else {
      throw StoreError(.damaged, "trace \(id) of '\(path)': there is no geometry \(number)")
    }
    return geometries[index]
  }

  /// A geometry that exists and is within its limits; else nil.
  func plainGeometry(_ number: Int64) -> FrameGeometry? {
    guard let index = Int(exactly: number), isPlain.indices.contains(index), isPlain[index] else {
      return nil
    }
    return geometries[index]
  }

  func layoutTargets(seq: Int64) throws -> [TargetFrame] {
    var frames: [TargetFrame] = []
    try layoutTarget.bindInteger(id, at: 1)
    try layoutTarget.bindInteger(seq, at: 2)
    defer { layoutTarget.reset() }
    while try layoutTarget.step() {
      frames.append(
        TargetFrame(
          id: try target(try layoutTarget.readInteger(at: 0)),
          frame: Rect(
            x: try layoutTarget.readReal(at: 1), y: try layoutTarget.readReal(at: 2),
            width: try layoutTarget.readReal(at: 3), height: try layoutTarget.readReal(at: 4)),
          isEstimated: try layoutTarget.read(at: 5),
          pinned: try layoutTarget.read(at: 6)))
    }
    return frames
  }

  func visibleTargets(seq: Int64) throws -> [TargetID] {
    var ids: [TargetID] = []
    try visibleTarget.bindInteger(id, at: 1)
    try visibleTarget.bindInteger(seq, at: 2)
    defer { visibleTarget.reset() }
    while try visibleTarget.step() {
      ids.append(try target(try visibleTarget.readInteger(at: 0)))
    }
    return ids
  }

  /// Returns a value decoded from columns, or throws an error with the invalid row.
  func require<Value>(_ value: Value?, _ what: StaticString, seq: Int64) throws -> Value {
    guard let value else {
      throw StoreError(
        .damaged, "trace \(id) of '\(path)': the row with seq \(seq) does not make \(what)")
    }
    return value
  }
}

/// Reads the events of one stored trace in their total order.
///
/// All tables of the trace are merged in the order of `seq`, so memory does not grow with the
/// length of the trace. Every value is checked, because a store may be damaged or made by another
/// program. This is a class, because it owns open statements.
public final class TraceReader {
  /// The seq of the last returned event; -1 before the first.
  public private(set) var seq: Int64 = -1
  private let stored: StoredTrace
  private let path: String
  private let cursors: [EventCursor]
  /// The factor from stored lengths to returned lengths; nil for one.
  private let unit: Double?
  private var current = 0
  private var lastTime = TraceTime.zero

  init(_ trace: Int64, in database: Database, unit: Double? = nil) throws {
    path = database.path
    self.unit = unit == 1 ? nil : unit
    stored = try StoredTrace(trace, in: database)
    cursors = try EventTable.filled(for: trace, in: database)
      .map { try EventCursor($0, of: trace, in: database) }
  }

  /// Returns the next event, or nil at the end.
  public func next() throws -> (time: TraceTime, event: TraceEvent)? {
    guard let (time, event) = try nextStored() else { return nil }
    return (time, unit.map(event.inPoints(of:)) ?? event)
  }

  private func nextStored() throws -> (time: TraceTime, event: TraceEvent)? {
    guard let place = try nextCursor() else { return nil }
    let entry: (time: TraceTime, event: TraceEvent)
    do {
      entry = try cursors[place].take(stored)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path, place: "trace \(stored.id), seq \(seq + 1)")
    }
    seq += 1
    if let problem = ModelLimits.problem(with: entry.event, at: entry.time) {
      throw StoreError(.damaged, "trace \(stored.id) of '\(path)': seq \(seq): \(problem)")
    }
    guard entry.time >= lastTime else {
      throw StoreError(.damaged, "trace \(stored.id) of '\(path)': seq \(seq): time runs backwards")
    }
    lastTime = entry.time
    return entry
  }

  /// Appends the next events, up to a number; none at the end.
  ///
  /// An error is thrown after the events before it were appended.
  public func read(
    _ count: Int, into events: inout [(time: TraceTime, event: TraceEvent)]
  ) throws {
    let start = events.count
    let end = start + count
    defer {
      if let unit {
        for place in events[start...].indices {
          events[place].event = events[place].event.inPoints(of: unit)
        }
      }
    }
    while events.count < end, let place = try nextCursor() {
      do throws(DatabaseError) {
        let found = try cursors[place].appendPlain(
          to: &events, end: end, of: stored, seq: &seq, last: &lastTime)
        if found { continue }
      } catch {
        throw StoreError(error, path: path, place: "trace \(stored.id), seq \(seq + 1)")
      }
      guard let entry = try nextStored() else { return }
      events.append(entry)
    }
  }

  /// Finds the table with the next seq; usually it is that of the last one.
  private func nextCursor() throws -> Int? {
    let wanted = seq + 1
    if cursors.indices.contains(current), cursors[current].nextSeq == wanted { return current }
    var isAtEnd = true
    for (place, cursor) in cursors.enumerated() {
      guard let next = cursor.nextSeq else { continue }
      isAtEnd = false
      if next == wanted {
        current = place
        return place
      }
    }
    guard isAtEnd else {
      throw StoreError(
        .damaged,
        "trace \(stored.id) of '\(path)': seq \(wanted) is missing or double; "
          + "run 'scrolltrace recover \(path)' to keep the intact part")
    }
    return nil
  }
}

extension TraceStore {
  /// Returns a reader of a trace's events from its start, as they are stored.
  public func reader(of trace: Int64) throws -> TraceReader {
    try reader(of: trace, unit: nil)
  }

  /// Returns a reader of a trace's events from its start, with lengths in points if the ratio is
  /// known.
  ///
  /// It is meant for replays, analyses and displays, because the engine's constants are in points.
  public func pointReader(of trace: Int64) throws -> TraceReader {
    try reader(of: trace, unit: try pixelsPerPoint(of: trace))
  }

  private func reader(of trace: Int64, unit: Double?) throws -> TraceReader {
    do {
      return try TraceReader(trace, in: database, unit: unit)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path, place: "trace \(trace)")
    }
  }

  /// Creates a source from some traces of this store.
  public func source(of traces: [TraceRecord]) -> StoredTraces {
    StoredTraces(store: self, traces: traces)
  }
}

/// Traces of a store in order, as a source for any sink.
public struct StoredTraces: TraceSource {
  let store: TraceStore
  let traces: [TraceRecord]

  /// Sends every trace to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    for trace in traces {
      let number = try sink.beginTrace(trace.information)
      let reader = try store.reader(of: trace.id)
      while let (time, event) = try reader.next() {
        try sink.append(event, at: time, to: number)
      }
    }
  }
}

// Statements belong to one thread at a time.
@available(*, unavailable) extension TraceReader: Sendable {}
