/// An interval in which the offset did not move and no finger was down.
public struct Rest: Hashable, Sendable {
  /// The resting offset.
  public var offset: Point
  /// The time at which the offset was reached.
  public var start: TraceTime
  /// The time at which the offset changed or a finger came down.
  public var end: TraceTime

  /// Creates a rest.
  public init(offset: Point, start: TraceTime, end: TraceTime) {
    self.offset = offset
    self.start = start
    self.end = end
  }
}

/// Finds the resting offsets of a view from its events in order.
///
/// Movements start and end slowly, so the offset with the longest duration in an interval is its
/// resting offset.
public struct RestFinder: Sendable {
  /// The largest number of rests that are kept.
  public static let limit = 100_000

  /// The rests found so far.
  public private(set) var rests: [Rest] = []
  private let minimum: Int64
  private let tolerance: Double
  private var candidate: Rest?
  /// The current offset and the time of its last change.
  private var still: (offset: Point, start: TraceTime)?
  /// The offset with the longest duration in the current candidate, and that duration.
  private var longest: (offset: Point, duration: Int64)?
  private var lastTime = TraceTime.zero
  private var fingers: [Int64] = []

  /// Creates a finder for rests with a minimum duration in nanoseconds and a tolerance in points.
  ///
  /// For a source with one offset per 100 ms, the minimum should be several intervals.
  public init(minimum: Int64 = 150_000_000, tolerance: Double = 0.5) {
    self.minimum = minimum
    self.tolerance = tolerance
  }

  /// Handles the next event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    lastTime = time
    switch event {
    case .observation(.frame(let frame)): take(frame.offset, at: time)
    case .input(.touch(let sample)): take(sample, at: time)
    case .stream(.gap): candidate = nil
    default: break
    }
  }

  /// Ends the trace; a rest may last until the end.
  public mutating func finish() {
    close(at: lastTime)
    candidate = nil
  }

  private mutating func take(_ offset: Point, at time: TraceTime) {
    guard fingers.isEmpty else { return begin(at: offset, time) }
    if let old = candidate, isNear(old.offset, offset) {
      guard still?.offset != offset else { return }
      noteStill(until: time)
      still = (offset, time)
      return
    }
    close(at: time)
    begin(at: offset, time)
  }

  private mutating func begin(at offset: Point, _ time: TraceTime) {
    candidate = Rest(offset: offset, start: time, end: time)
    still = (offset, time)
    longest = nil
  }

  private mutating func noteStill(until time: TraceTime) {
    guard let still else { return }
    let duration = time.nanoseconds(since: still.start)
    if let longest, longest.duration >= duration { return }
    longest = (still.offset, duration)
  }

  private func isNear(_ first: Point, _ second: Point) -> Bool {
    let (dx, dy) = (first.x - second.x, first.y - second.y)
    return dx <= tolerance && -dx <= tolerance && dy <= tolerance && -dy <= tolerance
  }

  private mutating func take(_ sample: TouchSample, at time: TraceTime) {
    switch sample.phase {
    case .began:
      if fingers.isEmpty { close(at: time) }
      if fingers.count < 64, !fingers.contains(sample.pointer) { fingers.append(sample.pointer) }
    case .ended, .cancelled:
      fingers.removeAll { $0 == sample.pointer }
      guard fingers.isEmpty, let offset = still?.offset, candidate != nil else { break }
      begin(at: offset, time)
    case .moved, .stationary: break
    }
  }

  private mutating func close(at time: TraceTime) {
    guard var rest = candidate, fingers.isEmpty, rests.count < Self.limit,
      time.nanoseconds(since: rest.start) >= minimum
    else { return }
    noteStill(until: time)
    rest.offset = longest?.offset ?? rest.offset
    rest.end = time
    rests.append(rest)
  }
}
