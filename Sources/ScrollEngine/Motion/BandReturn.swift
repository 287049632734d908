import ScrollModel

/// The return of content that was held past an edge and released without velocity.
///
/// The content moves as under a finger that returns to the edge and loses a fixed fraction of its
/// distance per time. It matches a return logged on iOS 26.5 within 0.6 pt. Times are milliseconds.
public struct BandReturn: Hashable, Sendable {
  /// The edge.
  public var edge: Double
  /// Signed distance past the edge at the start.
  public let displacement: Double
  /// The time at which the content is moved onto the edge.
  public let duration: Double
  /// The finger's distance past the edge at the start.
  private let pull: Double
  private let dimension: Double
  private let stiffness: Double
  /// Fraction of the distance lost per millisecond.
  private let rate: Double

  /// Creates a return; `rate` is per second, `tolerance` the distance at which it ends.
  public init(
    edge: Double, displacement: Double, dimension: Double, stiffness: Double, rate: Double,
    tolerance: Double
  ) {
    self.edge = edge
    self.displacement = displacement
    self.dimension = dimension
    self.stiffness = stiffness
    self.rate = rate / 1000
    let distance = magnitude(displacement)
    pull = RubberBand.pull(distance, dimension: dimension, stiffness: stiffness)
    let last = RubberBand.pull(
      min(tolerance, distance), dimension: dimension, stiffness: stiffness)
    duration = last > 0 && pull > last ? Elementary.ln(pull / last) / self.rate : 0
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { position(at: time, .exact) }

  @inline(__always) func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time < duration else { return edge }
    guard time > 0 else { return edge + displacement }
    let shown = RubberBand.shown(
      pull * Elementary.exp(-rate * time), dimension: dimension, stiffness: stiffness)
    return edge + grid.rounded(displacement < 0 ? -shown : shown)
  }

  /// Returns the velocity in points per second at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    let left = pull * Elementary.exp(-rate * (time > 0 ? time : 0))
    // The slope of the rubber band at the finger's distance.
    let share = dimension / (dimension + stiffness * left)
    let speed = 1000 * rate * left * stiffness * share * share
    return displacement < 0 ? speed : -speed
  }
}
