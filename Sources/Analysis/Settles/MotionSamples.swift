import ScrollModel

/// Offsets of one movement over time, thinned out so that their number is bounded.
struct MotionSamples: Sendable {
  /// One offset and its time.
  struct Sample: Hashable, Sendable {
    var time: TraceTime
    var offset: Double
  }

  private(set) var values: [Sample] = []
  /// The interval between kept samples.
  private var stride = 1
  private var skipped = 0
  private static let limit = 512

  /// Whether the samples differ; content that returns to its start has moved.
  var isMoving: Bool {
    guard let first = values.first else { return false }
    return values.contains { $0.offset != first.offset }
  }

  /// The offset of the first two samples, if they are equal: the content rested there.
  var firstRest: Double? {
    values.count > 1 && values[0].offset == values[1].offset ? values[0].offset : nil
  }

  /// Whether the last two samples are equal.
  var isStill: Bool { values.count > 1 && values[values.count - 2].offset == values.last?.offset }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    stride = 1
    skipped = 0
  }

  mutating func removeFirst(_ count: Int) {
    values.removeFirst(min(max(0, count), values.count))
  }

  mutating func append(_ time: TraceTime, _ offset: Double) {
    // For content at rest, the first and the last time are sufficient.
    if values.count >= 2, values[values.count - 1].offset == offset,
      values[values.count - 2].offset == offset
    {
      values[values.count - 1].time = time
      return
    }
    skipped += 1
    guard skipped >= stride else { return }
    skipped = 0
    if values.count == Self.limit { thin() }
    values.append(Sample(time: time, offset: offset))
  }

  private mutating func thin() {
    var kept = 0
    for index in Swift.stride(from: 0, to: values.count, by: 2) {
      values[kept] = values[index]
      kept += 1
    }
    values.removeLast(values.count - kept)
    stride *= 2
  }
}

/// The last positions of the scrolling finger, and their velocity.
struct TouchTracker: Sendable {
  private var pointer: Int64?
  private var place = Point.zero
  private var time = TraceTime.zero
  private var differences = (Vector.zero, Vector.zero, Vector.zero)
  private var count = 0
  private var unsampled = Vector.zero

  mutating func begin(_ sample: TouchSample, at time: TraceTime) {
    self = TouchTracker()
    pointer = sample.pointer
    place = sample.position
    self.time = time
  }

  /// Returns the movement of the finger; nil for another finger.
  mutating func move(_ sample: TouchSample, at time: TraceTime) -> Vector? {
    guard sample.pointer == pointer else { return nil }
    let way = Vector(dx: sample.position.x - place.x, dy: sample.position.y - place.y)
    place = sample.position
    unsampled = Vector(dx: unsampled.dx + way.dx, dy: unsampled.dy + way.dy)
    let elapsed = Double(time.nanoseconds(since: self.time)) / 1_000_000_000
    guard elapsed > 0, sample.phase != .stationary || way != .zero else { return way }
    differences = (
      Vector(dx: unsampled.dx / elapsed, dy: unsampled.dy / elapsed), differences.0, differences.1
    )
    unsampled = .zero
    self.time = time
    count = min(3, count + 1)
    return way
  }

  mutating func forgetVelocity() {
    differences = (.zero, .zero, .zero)
  }

  /// The velocity of the content at a release, weighted as in UIKit.
  func velocity(_ axis: MainAxis?) -> Double? {
    guard let axis, count > 0 else { return nil }
    func part(_ vector: Vector) -> Double { -axis.leading(vector) }
    let (new, old, oldest) = (part(differences.0), part(differences.1), part(differences.2))
    guard count > 1 else { return 0.2 * new }
    return 0.05 * new + 0.35 * old + 0.6 * oldest
  }
}
