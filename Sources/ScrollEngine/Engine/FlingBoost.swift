import ScrollModel

/// A fling that the next one may add its velocity to (WEB-3).
struct FlingBoost: Hashable, Sendable {
  /// The velocity with which the fling started; none if nothing can be added to.
  private var start = AxisPair(both: 0.0)
  /// Until when the finger has to go on; nil as long as none has caught the fling.
  private var deadline: TraceTime?
  private var lastMove: TraceTime?
  /// How many times the velocity of its own release the fling has.
  private(set) var factor = 1.0

  private static let patience = Int64(PeerConstant.chromiumBoostTime.value * 1_000_000)

  /// Forgets the fling.
  mutating func end() { self = FlingBoost() }

  /// Takes note of a fling that starts with a velocity, of which its release gave a part.
  mutating func begin(_ velocity: AxisPair<Double>, in own: AxisPair<Double>) {
    end()
    start = velocity
    let (whole, part) = (fastest(velocity), fastest(own))
    if part > 0 { factor = max(1, whole / part) }
  }

  /// Takes note of the finger that catches the content at a speed.
  mutating func touch(at time: TraceTime, speed: Double) {
    guard speed >= PeerConstant.chromiumBoostFling.value else { return end() }
    deadline = time.advanced(byNanoseconds: Self.patience)
  }

  /// Takes note of a movement that a drag asks the content for.
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

  /// Returns the velocity of a release with what it adds to, and forgets the fling.
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
