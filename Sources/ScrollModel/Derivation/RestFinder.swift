/// A stretch of time in which the offset did not move and no finger was down.
public struct Rest: Hashable, Sendable {
  /// Where the view rested.
  public var offset: Point
  /// When the offset got there.
  public var start: TraceTime
  /// When it left, or a finger came down.
  public var end: TraceTime

  /// Creates a rest.
  public init(offset: Point, start: TraceTime, end: TraceTime) {
    self.offset = offset
    self.start = start
    self.end = end
  }
}

/// Finds where a view came to rest, from its events in order.
///
/// Movements end and begin slowly. Of all offsets of a rest the one counts that stayed longest.
public struct RestFinder: Sendable {
  /// How many rests are kept.
  public static let limit = 100_000

  /// The rests found so far.
  public private(set) var rests: [Rest] = []
  private let minimum: Int64
  private let tolerance: Double
  private var candidate: Rest?
  /// The offset that does not change now, and since when.
  private var still: (offset: Point, start: TraceTime)?
  /// The offset of the candidate that stayed longest so far, and for how long.
  private var longest: (offset: Point, duration: Int64)?
  private var lastTime = TraceTime.zero
  private var fingers: [Int64] = []

  /// Creates a finder for rests of at least this many nanoseconds, still to within a distance.
  ///
  /// A source that gives an offset every 100 ms at most needs several of its intervals.
  public init(minimum: Int64 = 150_000_000, tolerance: Double = 0.5) {
    self.minimum = minimum
    self.tolerance = tolerance
  }

  /// Takes in the next event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    lastTime = time
    switch event {
    case .observation(.frame(let frame)): take(frame.offset, at: time)
    case .input(.touch(let sample)): take(sample, at: time)
    case .stream(.gap): candidate = nil
    default: break
    }
  }

  /// Ends the trace: a rest may last until its end.
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
