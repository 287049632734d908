import ScrollModel

/// One scroller of a recording while its trace is written.
struct Scroller {
  /// The identity of a scroller in a recording.
  struct Key: Hashable {
    /// The process that renders it.
    var process: Int64
    /// The compositor's scroll node or layer; negative if unknown.
    var node: Int64
  }

  /// The number of last offsets that a scroller keeps.
  ///
  /// The main thread repeats an offset a few frames after the compositor.
  static let memory = 64

  var key: Key
  /// The name of the trace.
  var name: String
  /// Its number in the sink, after it was begun.
  var number: TraceNumber?
  /// Whether an event was written for it.
  var isStarted = false
  /// The origin of the page's offsets, in the compositor's coordinates.
  var zero = Point.zero
  /// Device pixels per CSS pixel, as in the information of its trace.
  var scale = 1.0
  /// The offset before the first written one, if known.
  var initialOffset: Point?
  var offset: Point?
  var phase: ScrollPhase?
  /// The time of the last end of a scroll.
  var scrollEnd: Int64?
  var lastTime: Int64 = 0
  /// The number of events that arrived too late to be sorted, and their first and last time.
  var late: (count: Int64, first: Int64, last: Int64)?
  /// Whether the compositor moved it at least once.
  var isComposited = false
  private var recent: [Point] = []
  /// The number of offsets, and the number that the main thread has repeated.
  private var moveCount = 0
  private var repeatedCount = 0

  init(key: Key, name: String) {
    self.key = key
    self.name = name
  }

  /// Converts an offset of the compositor to one of the page.
  func onPage(_ point: Point) -> Point { Point(x: point.x - zero.x, y: point.y - zero.y) }

  /// Whether the page counts from the right.
  var isRightToLeft: Bool { zero.x > 0 }

  /// Converts an event to CSS pixels from the left and the top.
  ///
  /// Chromium's own numbers are device pixels.
  func inTrace(_ event: TraceEvent) -> TraceEvent {
    guard scale != 1 || zero != .zero else { return event }
    switch event {
    case .observation(.frame(let frame)):
      let offset = Point(
        x: (frame.offset.x + zero.x) / scale, y: (frame.offset.y + zero.y) / scale)
      return .observation(.frame(GeometryFrame(offset: offset)))
    case .observation(.phase(let change)):
      return .observation(
        .phase(PhaseChange(old: change.old, new: change.new, velocity: scaled(change.velocity))))
    case .observation(.release(let release)):
      return .observation(.release(ReleaseReport(velocity: scaled(release.velocity))))
    default: return event
    }
  }

  private func scaled(_ velocity: Vector?) -> Vector? {
    velocity.map { Vector(dx: $0.dx / scale, dy: $0.dy / scale) }
  }

  /// Records an offset, and returns whether it changed.
  mutating func move(to point: Point) -> Bool {
    guard offset != point else { return false }
    offset = point
    if recent.count < Self.memory {
      recent.append(point)
    } else {
      recent[moveCount % Self.memory] = point
    }
    moveCount += 1
    return true
  }

  /// Whether the main thread, which rounds to whole pixels, only repeats an earlier offset.
  ///
  /// Offsets are repeated in order: one before the last repeated offset is new.
  mutating func repeats(_ point: Point) -> Bool {
    for number in max(repeatedCount, moveCount - recent.count)..<moveCount {
      let old = recent[number % Self.memory]
      if Self.isRounded(old.x, point.x), Self.isRounded(old.y, point.y) {
        repeatedCount = number
        return true
      }
    }
    return false
  }

  /// Whether one of two coordinates equals the other, rounded to a whole pixel.
  static func isRounded(_ first: Double, _ second: Double) -> Bool {
    (first - second).magnitude <= 0.501
  }
}
