import ScrollModel

/// A finger or a trackpad scroll in progress.
struct Gesture: Hashable, Sendable {
  enum Device: Hashable, Sendable {
    case finger(pointer: Int64)
    case trackpad
  }

  let device: Device
  /// The position of the touch down.
  let down: Point
  /// The current position of the finger.
  var place: Point
  /// The position of the finger at the start of the pan, after the slop.
  var reference: Point
  /// Where the pan begins, if that was decided between nested views (NEST-1).
  var decidedReference: Point?
  /// Offset that the content would have with the finger at `reference` if nothing resisted.
  var base = AxisPair(both: 0.0)
  /// The resting offset, or the destination of a motion, when the gesture began.
  var original: AxisPair<Double>
  /// Whether the content follows the gesture.
  var isDragging = false
  /// Whether the content was moving at the touch down.
  let isCatch: Bool
  var velocity = VelocityBlend()
  /// Another platform's estimator, if the configuration has one.
  private var tracker: VelocityTracker?
  /// Whether the estimator follows the content, so that the slop does not count (PEER-2).
  private var measuresContent = false
  /// The total requested movement of the content.
  private var way = AxisPair(both: 0.0)
  private var start: TraceTime
  /// The axis that a directional lock keeps the drag on.
  var lock: Axis?
  /// The extrapolated distance of the content ahead of the finger (WEB-4).
  private(set) var lead = AxisPair(both: 0.0)
  private(set) var lastMove: TraceTime

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
  /// Starts another platform's estimator before the first sample of the gesture.
  mutating func track(with estimator: VelocityEstimator, under physics: PeerPhysics) {
    guard estimator != .uikit else { return }
    tracker = VelocityTracker(estimator, rules: estimator.trackerRules(under: physics))
    tracker?.add(0, 0, at: 0)
    measuresContent = estimator == .strokeMean && device != .trackpad
  }

  /// Takes over what is known of the velocity of another gesture, of the same finger.
  mutating func takeVelocity(of other: Gesture) {
    velocity = other.velocity
    tracker = other.tracker
    way = other.way
    start = other.start
  }

  /// Adds a movement that the gesture asks the content for.
  mutating func add(_ movement: AxisPair<Double>, at time: TraceTime) {
    velocity.add(movement, at: time)
    // A comparison with nil would copy the tracker.
    guard case _? = tracker, !measuresContent else { return }
    for axis in Axis.allCases {
      let sum = finite(way[axis] + movement[axis])
      way[axis] = sum
    }
    let (way, age) = (way, age(time))
    tracker?.add(way.horizontal, way.vertical, at: age)
  }

  /// Adds the distance that the content has followed the finger.
  mutating func add(contentDistance distance: AxisPair<Double>, at time: TraceTime) {
    guard measuresContent else { return }
    let age = age(time)
    tracker?.add(distance.horizontal, distance.vertical, at: age)
  }

  /// Extrapolates the last movement by half its time, at most 8 ms (WEB-4).
  ///
  /// A later movement never reduces an earlier extrapolation.
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

  /// Returns the velocity of another platform's estimator; nil if there is none.
  func trackedVelocity(releasedAt time: TraceTime) -> AxisPair<Double>? {
    guard var tracker else { return nil }
    tracker.lift(at: age(time))
    guard let velocity = tracker.velocity(askedAt: age(time)) else { return AxisPair(both: 0) }
    return AxisPair(finite(velocity.x), finite(velocity.y))
  }

  /// Milliseconds since the gesture began, the unit of trackers.
  private func age(_ time: TraceTime) -> Double {
    Double(time.nanoseconds(since: start)) / 1_000_000
  }
}

extension Gesture {
  /// A small copy of the drag state; avoids copying the whole gesture for each sample.
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

  /// The current drag state.
  @inline(__always) var grip: DragSnapshot {
    DragSnapshot(
      isFinger: device != .trackpad, isDragging: isDragging, place: place, reference: reference,
      base: base, lead: lead, lock: lock)
  }

  /// Whether the content follows along an axis.
  func follows(_ axis: Axis) -> Bool { grip.follows(axis) }
}

/// The content's velocity at a release: a weighted mean of the last three differences.
///
/// The pan recognizer mixes each difference with the previous one, and the scroll view mixes the
/// recognizer's last two values again. With the default weights this is 0.6, 0.35 and 0.05 from old
/// to new.
struct VelocityBlend: Hashable, Sendable {
  private var last = TraceTime.zero
  private var differences = (AxisPair(both: 0.0), AxisPair(both: 0.0), AxisPair(both: 0.0))
  private var unsampled = AxisPair(both: 0.0)
  private(set) var count = 0

  mutating func begin(at time: TraceTime) {
    last = time
  }

  /// Adds a movement of the content; movements at the same time are combined.
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

  /// The velocity of the release; a single sample is returned unchanged.
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
