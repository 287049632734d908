public import ScrollModel

/// The rules of a velocity tracker about pauses.
public enum TrackerRules: Hashable, Sendable {
  /// Samples are never dropped.
  case uikit
  /// A pause of more than 40 ms ends the history.
  case flutter
  /// A pause of more than 40 ms resets the tracker, including a pause before a lift.
  case android
  /// A pause of 40 ms or more resets the tracker, and 80 ms or more before a lift.
  case chromium
}

/// Estimates a finger's velocity with one platform's method; times are milliseconds, velocities
/// px/s.
public struct VelocityTracker: Hashable, Sendable {
  struct Sample: Hashable {
    var time: Double
    var x: Double
    var y: Double
  }

  let estimator: VelocityEstimator
  let rules: TrackerRules
  var samples: [Sample] = []
  private var last: Double?
  /// The time of the lift.
  private(set) var end: Double?
  private var filterX: IntegratingFilter?
  private var filterY: IntegratingFilter?

  /// Creates a tracker.
  public init(_ estimator: VelocityEstimator, rules: TrackerRules) {
    self.estimator = estimator
    self.rules = rules
  }

  /// Adds a position of the finger.
  public mutating func add(_ x: Double, _ y: Double, at time: Double) {
    guard estimator != .strokeMean else { return addToStroke(Sample(time: time, x: x, y: y)) }
    if let last {
      let gap = time - last
      switch rules {
      case .android where gap > PeerConstant.androidStopped.value: clear()
      case .chromium where gap >= PeerConstant.chromiumMoveStopped.value: clear()
      default: break
      }
    }
    last = time
    if rules == .android, samples.last?.time == time { samples.removeLast() }
    samples.append(Sample(time: time, x: x, y: y))
    let history = Int(PeerConstant.androidHistory.value)
    if samples.count > history { samples.removeFirst(samples.count - history) }
    if rules == .android {
      samples.removeAll { time - $0.time > PeerConstant.androidHorizon.value }
    }
    let shortest =
      rules == .chromium
      ? PeerConstant.chromiumShortestStep.value : PeerConstant.androidShortestStep.value
    if filterX == nil {
      filterX = IntegratingFilter(x, at: time)
      filterY = IntegratingFilter(y, at: time)
    } else {
      filterX?.add(x, at: time, shortest: shortest, isSecondOrder: estimator == .integrating2)
      filterY?.add(y, at: time, shortest: shortest, isSecondOrder: estimator == .integrating2)
    }
  }

  /// Handles the lift of the finger, which is no movement but may follow a pause.
  public mutating func lift(at time: Double) {
    end = time
    guard let last else { return }
    switch rules {
    case .android where time - last > PeerConstant.androidStopped.value: clear()
    case .chromium where time - last >= PeerConstant.chromiumUpStopped.value: clear()
    default: break
    }
  }

  /// Resets the tracker, as platforms do for a cancelled gesture.
  public mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    filterX = nil
    filterY = nil
  }

  /// Returns the velocity; nil if the platform reports none.
  ///
  /// Flutter's trackers use the time of the call: more than 40 ms after the newest sample, the
  /// finger counts as still.
  public func velocity(askedAt time: Double? = nil) -> (x: Double, y: Double)? {
    if rules == .flutter, let time, let newest = samples.last,
      time - newest.time > PeerConstant.androidStopped.value
    {
      return (0, 0)
    }
    switch estimator {
    case .uikit: return blended()
    case .flutterIOS: return weighted(0.6, 0.35, 0.05)
    case .flutterMacOS: return weighted(0.15, 0.65, 0.2)
    case .impulse: return both { impulse(of: $0) }
    case .strokeMean: return strokeMean(until: time)
    case .integrating1, .integrating2:
      guard let x = filterX?.velocity, let y = filterY?.velocity else { return nil }
      return (x, y)
    default: return leastSquares()
    }
  }

  private func both(_ axis: ((Sample) -> Double) -> Double?) -> (x: Double, y: Double)? {
    guard let x = axis({ $0.x }), let y = axis({ $0.y }) else { return nil }
    return (x, y)
  }

  /// The engine's own estimate from the same samples.
  private func blended() -> (x: Double, y: Double)? {
    guard let first = samples.first else { return nil }
    var blend = VelocityBlend()
    blend.begin(at: TraceTime(milliseconds: first.time))
    for (old, new) in zip(samples, samples.dropFirst()) {
      blend.add(
        AxisPair(new.x - old.x, new.y - old.y), at: TraceTime(milliseconds: new.time))
    }
    let constants = PhysicsConstants()
    return (blend.blended(.horizontal, constants), blend.blended(.vertical, constants))
  }

  /// Weighted mean of the last three differences, from the third newest to the newest.
  private func weighted(_ third: Double, _ second: Double, _ first: Double) -> (Double, Double) {
    func difference(_ back: Int, _ value: (Sample) -> Double) -> Double {
      let end = samples.count - 1 - back
      guard end >= 1 else { return 0 }
      let time = samples[end].time - samples[end - 1].time
      return time > 0 ? (value(samples[end]) - value(samples[end - 1])) / time * 1000 : 0
    }
    func sum(_ value: (Sample) -> Double) -> Double {
      third * difference(2, value) + second * difference(1, value) + first * difference(0, value)
    }
    return (sum { $0.x }, sum { $0.y })
  }

  private func impulse(of value: (Sample) -> Double) -> Double? {
    guard samples.count >= 2 else { return nil }
    var energy = ImpulseEnergy()
    for (old, new) in zip(samples, samples.dropFirst()) {
      energy.add(value(new) - value(old), in: new.time - old.time)
    }
    return energy.velocity
  }
}

extension TraceTime {
  /// Creates a time from milliseconds, clamped to the model's limits.
  fileprivate init(milliseconds: Double) {
    self.init(nanoseconds: Int64(clamped((finite(milliseconds) * 1e6).rounded(), -1e18, 1e18)))
  }
}
