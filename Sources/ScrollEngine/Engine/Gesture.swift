import ScrollModel

/// A finger or a trackpad scroll in progress.
struct Gesture: Hashable, Sendable {
  enum Device: Hashable, Sendable {
    case finger(pointer: Int64)
    case trackpad
  }

  let device: Device
  /// Where the finger went down.
  let down: Point
  /// Where the finger is.
  var place: Point
  /// Where the finger was when the pan began, after the slop.
  var reference: Point
  /// Offset that the content would have with the finger at `reference` if nothing resisted.
  var base = AxisPair(both: 0.0)
  /// Rest or target when the gesture began.
  var original: AxisPair<Double>
  /// Whether the content follows.
  var isDragging = false
  /// Whether the content was moving when the finger went down.
  let isCatch: Bool
  var velocity = VelocityBlend()
  /// The estimator of another platform, if the configuration has one.
  private var tracker: VelocityTracker?
  /// How far the gesture has asked the content to move.
  private var way = AxisPair(both: 0.0)
  private let start: TraceTime
  /// The axis that a directional lock keeps the drag on.
  var lock: Axis?
  /// How far ahead of the finger the content is drawn (WEB-4).
  private(set) var lead = AxisPair(both: 0.0)
  private var lastMove: TraceTime

  init(
    _ device: Device, at place: Point, original: AxisPair<Double>, isCatch: Bool, time: TraceTime
  ) {
    self.device = device
    down = place
    self.place = place
    reference = place
    self.original = original
    self.isCatch = isCatch
    velocity.begin(at: time)
    start = time
    lastMove = time
  }
}

extension Gesture {
  /// Lets another platform's estimator watch the gesture from its first sample on.
  mutating func track(with estimator: VelocityEstimator, under physics: PeerPhysics) {
    guard estimator != .uikit else { return }
    tracker = VelocityTracker(estimator, rules: estimator.trackerRules(under: physics))
    tracker?.add(0, 0, at: 0)
  }

  /// Adds a movement that the gesture asks the content for.
  mutating func add(_ movement: AxisPair<Double>, at time: TraceTime) {
    velocity.add(movement, at: time)
    // A comparison with nil would copy the tracker.
    guard case _? = tracker else { return }
    for axis in Axis.allCases {
      let sum = finite(way[axis] + movement[axis])
      way[axis] = sum
    }
    let (way, age) = (way, age(time))
    tracker?.add(way.horizontal, way.vertical, at: age)
  }

  /// Draws the content ahead along the last movement, by half its time and 8 ms at most (WEB-4).
  ///
  /// A later movement never takes back what an earlier one was ahead.
  mutating func extrapolate(_ movement: AxisPair<Double>, at time: TraceTime) {
    let milliseconds = Double(time.nanoseconds(since: lastMove)) / 1_000_000
    lastMove = time
    let isEven =
      isDragging && milliseconds >= PeerConstant.chromiumLeadShortest.value
      && milliseconds <= PeerConstant.chromiumLeadPause.value
    let share =
      isEven ? min(0.5, PeerConstant.chromiumLeadLongest.value / milliseconds) : 0
    for axis in Axis.allCases {
      let (step, next) = (movement[axis], movement[axis] * share)
      let isBackward = (step + next - lead[axis]) * step < 0
      lead[axis] = isBackward ? finite(lead[axis] - step) : finite(next)
    }
  }

  /// Returns the velocity by another platform's estimator; nil if the blend is to be taken.
  func trackedVelocity(releasedAt time: TraceTime) -> AxisPair<Double>? {
    guard var tracker else { return nil }
    tracker.lift(at: age(time))
    guard let velocity = tracker.velocity(askedAt: age(time)) else { return AxisPair(both: 0) }
    return AxisPair(finite(velocity.x), finite(velocity.y))
  }

  /// Milliseconds since the gesture began: what trackers count in.
  private func age(_ time: TraceTime) -> Double {
    Double(time.nanoseconds(since: start)) / 1_000_000
  }
}

extension Gesture {
  /// A small copy of the drag state; reading it avoids copying the whole gesture for each sample.
  struct DragSnapshot {
    let isFinger: Bool
    let isDragging: Bool
    let place: Point
    let reference: Point
    let base: AxisPair<Double>
    let lead: AxisPair<Double>
    let lock: Axis?

    /// Whether the content follows along an axis.
    @inline(__always) func follows(_ axis: Axis) -> Bool { lock == nil || lock == axis }
  }

  /// Where it has the content.
  @inline(__always) var grip: DragSnapshot {
    DragSnapshot(
      isFinger: device != .trackpad, isDragging: isDragging, place: place, reference: reference,
      base: base, lead: lead, lock: lock)
  }

  /// Whether the content follows along an axis.
  func follows(_ axis: Axis) -> Bool { grip.follows(axis) }
}

/// The velocity of the content at a release, blended from the last three differences.
///
/// The pan recognizer mixes each difference with the one before, the scroll view mixes the
/// recognizer's last two values again: 0.6, 0.35 and 0.05 from old to new with the usual weights.
struct VelocityBlend: Hashable, Sendable {
  private var last = TraceTime.zero
  private var differences = (AxisPair(both: 0.0), AxisPair(both: 0.0), AxisPair(both: 0.0))
  private var unsampled = AxisPair(both: 0.0)
  private(set) var count = 0

  mutating func begin(at time: TraceTime) {
    last = time
  }

  /// Adds a movement of the content; movements at one moment are one.
  mutating func add(_ movement: AxisPair<Double>, at time: TraceTime) {
    unsampled.horizontal += movement.horizontal
    unsampled.vertical += movement.vertical
    let elapsed = Double(time.nanoseconds(since: last)) / 1_000_000_000
    guard elapsed > 0 else { return }
    let difference = AxisPair(
      finite(unsampled.horizontal / elapsed), finite(unsampled.vertical / elapsed))
    differences = (difference, differences.0, differences.1)
    unsampled = AxisPair(both: 0)
    last = time
    if count < 3 { count += 1 }
  }

  /// The recognizer's last velocity.
  func raw(_ axis: Axis, _ constants: PhysicsConstants) -> Double {
    let weight = constants.recognizerWeight
    return weight * differences.0[axis] + (1 - weight) * differences.1[axis]
  }

  /// The velocity of the release; a single sample is not blended.
  func blended(_ axis: Axis, _ constants: PhysicsConstants) -> Double {
    let newest = raw(axis, constants)
    guard count > 1 else { return count == 1 ? newest : 0 }
    let weight = constants.recognizerWeight
    let before = weight * differences.1[axis] + (1 - weight) * differences.2[axis]
    return constants.releaseWeight * newest + (1 - constants.releaseWeight) * before
  }

  static func == (first: VelocityBlend, second: VelocityBlend) -> Bool {
    first.last == second.last && first.differences == second.differences
      && first.unsampled == second.unsampled && first.count == second.count
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(last)
    hasher.combine(differences.0)
    hasher.combine(count)
  }
}
