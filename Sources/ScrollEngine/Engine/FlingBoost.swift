import ScrollModel

/// A fling whose velocity the next one may add (WEB-3).
struct FlingBoost: Hashable, Sendable {
  /// The initial velocity of the fling; zero without a fling.
  private var start = AxisPair(both: 0.0)
  /// The time by which the finger must move again; nil while no finger has interrupted the fling.
  private var deadline: TraceTime?
  private var lastMove: TraceTime?
  /// The ratio between the fling's velocity and that of its release.
  private(set) var factor = 1.0
  /// The last movement of the finger that was released; nil if it is not known.
  private(set) var released: TraceTime?
  /// The assumption of whether the page handles a movement before the release (WEB-12); nil if the
  /// finger's last movement determines it.
  var waits: Bool?
  /// Whether it is no fling but the end of a wheel's turn, whose notch is the velocity (WEB-16).
  var isTurn = false

  private static let patience = Int64(PeerConstant.chromiumBoostTime.value * 1_000_000)

  /// Removes the fling.
  mutating func end() { self = FlingBoost() }

  /// Records a fling with its initial velocity, the velocity of its own release, and the time of its
  /// finger's last movement.
  mutating func begin(
    _ velocity: AxisPair<Double>, in own: AxisPair<Double>, after move: TraceTime
  ) {
    end()
    start = velocity
    released = move
    let (whole, part) = (fastest(velocity), fastest(own))
    if part > 0 { factor = max(1, whole / part) }
  }

  /// Records a finger that interrupts content moving at a speed.
  mutating func touch(at time: TraceTime, speed: Double) {
    guard speed >= PeerConstant.chromiumBoostFling.value else { return end() }
    deadline = time.advanced(byNanoseconds: Self.patience)
  }

  /// Records a requested movement of a drag.
  mutating func drag(_ step: AxisPair<Double>, at time: TraceTime) {
    guard let deadline, product(step, step) > 0 else { return }
    guard time <= deadline, product(start, step) > 0 else { return end() }
    if let lastMove {
      let milliseconds = Double(time.nanoseconds(since: lastMove)) / 1_000_000
      let slowest = PeerConstant.chromiumBoostScroll.value * milliseconds / 1000
      if milliseconds >= 1, product(step, step) < slowest * slowest { return end() }
    }
    lastMove = time
    self.deadline = time.advanced(byNanoseconds: Self.patience)
  }

  /// Returns the velocity of a release with the added one, and removes the fling.
  mutating func release(_ velocity: AxisPair<Double>, at time: TraceTime) -> AxisPair<Double> {
    defer { end() }
    let slowest = PeerConstant.chromiumBoostFling.value
    guard let deadline, time <= deadline, product(start, velocity) > 0,
      product(velocity, velocity) >= slowest * slowest
    else { return velocity }
    return AxisPair(
      finite(start.horizontal + velocity.horizontal), finite(start.vertical + velocity.vertical))
  }

  private func fastest(_ velocity: AxisPair<Double>) -> Double {
    max(magnitude(velocity.horizontal), magnitude(velocity.vertical))
  }

  private func product(_ first: AxisPair<Double>, _ second: AxisPair<Double>) -> Double {
    first.horizontal * second.horizontal + first.vertical * second.vertical
  }
}
