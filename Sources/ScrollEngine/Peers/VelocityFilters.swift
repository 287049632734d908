/// The kinetic energy of content pushed by a finger, and the corresponding velocity.
public struct ImpulseEnergy: Hashable, Sendable {
  private var work = 0.0
  private var isFirst = true

  /// Creates an estimator without energy.
  public init() {}

  /// Adds a movement with its duration in milliseconds.
  public mutating func add(_ movement: Double, in time: Double) {
    guard time > 0 else { return }
    let current = movement / time * 1000
    work += (current - velocity) * magnitude(current)
    // The content is assumed to move with the first velocity already.
    if isFirst { work *= 0.5 }
    isFirst = false
  }

  /// The velocity in px/s.
  public var velocity: Double {
    let speed = (2 * magnitude(work)).squareRoot()
    return work < 0 ? -speed : speed
  }

  /// Returns the velocity of movements with their durations; nil for fewer than two.
  ///
  /// A pause of more than 40 ms resets the history, and only 100 ms are used.
  public static func velocity(of movements: [(time: Double, delta: Double)]) -> Double? {
    var kept: [(time: Double, delta: Double)] = []
    for movement in movements {
      if let last = kept.last {
        if movement.time - last.time > PeerConstant.androidStopped.value { kept.removeAll() }
        if movement.time == last.time, !kept.isEmpty { kept.removeLast() }
      }
      kept.append(movement)
      kept.removeAll { movement.time - $0.time > PeerConstant.androidHorizon.value }
      let history = Int(PeerConstant.androidHistory.value)
      if kept.count > history { kept.removeFirst(kept.count - history) }
    }
    guard kept.count >= 2 else { return nil }
    var energy = ImpulseEnergy()
    for (old, new) in zip(kept, kept.dropFirst()) { energy.add(new.delta, in: new.time - old.time) }
    return energy.velocity
  }
}

/// A first or second order filter of a position.
struct IntegratingFilter: Hashable {
  private var time: Double
  private var place: Double
  private var speed = 0.0
  private var acceleration = 0.0
  private var degree = 0

  init(_ place: Double, at time: Double) {
    self.time = time
    self.place = place
  }

  var velocity: Double? { degree > 0 ? speed : nil }

  mutating func add(_ place: Double, at time: Double, shortest: Double, isSecondOrder: Bool) {
    guard time > self.time + shortest else { return }
    let step = (time - self.time) / 1000
    self.time = time
    let now = (place - self.place) / step
    self.place = place
    guard degree > 0 else {
      speed = now
      degree = 1
      return
    }
    let share = step / (PeerConstant.androidFilterTime.value / 1000 + step)
    guard isSecondOrder else {
      speed += (now - speed) * share
      return
    }
    let change = (now - speed) / step
    acceleration = degree == 1 ? change : acceleration + (change - acceleration) * share
    degree = 2
    speed += acceleration * step * share
  }
}
