import ScrollModel

/// The return of content from past an edge: free motion measured from the edge, shrunk per
/// millisecond.
///
/// It matches three recorded bounces of real scroll views within 0.61 pt. Times are milliseconds.
public struct EdgePull: Hashable, Sendable {
  /// The edge.
  public var edge: Double
  /// Signed distance past the edge at the start.
  public let displacement: Double
  /// Velocity at the start, in points per second.
  public let velocity: Double
  /// The time at which the content is moved onto the edge, or crosses it inwards.
  public private(set) var duration: Double
  /// Whether the content comes to rest at the edge instead of crossing it.
  public private(set) var rests: Bool
  private let pullLogarithm: Double
  private let decayLogarithm: Double
  /// Distance of the free motion without end.
  private let reach: Double

  /// Creates a return.
  public init(
    edge: Double, displacement: Double, velocity: Double, constants: EdgeConstants
  ) {
    self.edge = edge
    self.displacement = displacement
    self.velocity = velocity
    pullLogarithm = Elementary.ln(constants.pull)
    decayLogarithm = Elementary.ln(constants.decay)
    reach = velocity / 1000 * constants.decay / (1 - constants.decay)
    duration = 0
    rests = true
    let inward = reach != 0 && displacement != 0 && (reach > 0) != (displacement > 0)
    if inward, magnitude(reach) > magnitude(displacement) {
      duration = Elementary.ln(1 + displacement / reach) / decayLogarithm
      rests = false
    } else {
      duration = restTime(constants)
    }
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { position(at: time, .exact) }

  @inline(__always) func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time < duration else { return edge }
    return edge + grid.rounded(excess(at: time > 0 ? time : 0))
  }

  /// Returns the velocity in points per second at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    guard time < duration || !rests else { return 0 }
    let kept = Elementary.exp(pullLogarithm * time)
    let slowed = Elementary.exp(decayLogarithm * time)
    let perMillisecond =
      pullLogarithm * kept * (displacement + reach * (1 - slowed))
      - kept * reach * decayLogarithm * slowed
    return perMillisecond * 1000
  }

  /// The velocity of content that crosses the edge inwards.
  public var exitVelocity: Double {
    velocity * Elementary.exp((pullLogarithm + decayLogarithm) * duration)
  }

  private func excess(at time: Double) -> Double {
    Elementary.exp(pullLogarithm * time)
      * (displacement + reach * (1 - Elementary.exp(decayLogarithm * time)))
  }

  /// The time at which the content is slower than the floor and nearer than the tolerance.
  private func restTime(_ constants: EdgeConstants) -> Double {
    let speed = magnitude(velocity)
    let slow =
      speed > constants.floor
      ? Elementary.ln(constants.floor / speed) / (pullLogarithm + decayLogarithm) : 0
    let farthest = magnitude(displacement) + magnitude(reach)
    guard farthest > constants.tolerance else { return slow }
    var low = slow
    var high = Elementary.ln(constants.tolerance / farthest) / pullLogarithm
    guard high > low, magnitude(excess(at: low)) > constants.tolerance else { return slow }
    for _ in 0..<60 {
      let middle = low + (high - low) / 2
      if magnitude(excess(at: middle)) > constants.tolerance { low = middle } else { high = middle }
    }
    return high
  }
}

/// The constants of motion past an edge.
public struct EdgeConstants: Hashable, Sendable {
  /// Fraction of the distance kept per millisecond.
  public var pull: Double
  /// Fraction of the velocity kept per millisecond before the pull.
  public var decay: Double
  /// Velocity below which the motion may end, in points per second.
  public var floor: Double
  /// Distance below which the motion may end.
  public var tolerance: Double

  /// Creates the constants.
  public init(pull: Double, decay: Double, floor: Double, tolerance: Double) {
    self.pull = pull
    self.decay = decay
    self.floor = floor
    self.tolerance = tolerance
  }
}
