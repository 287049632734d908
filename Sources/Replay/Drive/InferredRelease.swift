public import ScrollModel

/// A release without a reported velocity: the inferred velocity and its uncertainty.
public struct InferredRelease: Hashable, Sendable {
  /// The data that the velocity was inferred from.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// A line through the last offsets or finger positions.
    case fitted
    /// Touch samples that are too sparse to determine the velocity.
    case throttledTouches = "throttled-touches"
  }

  /// The time of the release.
  public var time: TraceTime
  /// The velocity of the content, in points per second.
  public var velocity: Vector
  /// The possible error of the speed, in points per second; nil if only two samples exist.
  public var uncertainty: Double?
  /// The data that the velocity was inferred from.
  public var source: Source

  /// Creates an inferred release.
  public init(time: TraceTime, velocity: Vector, uncertainty: Double?, source: Source) {
    self.time = time
    self.velocity = velocity
    self.uncertainty = uncertainty
    self.source = source
  }
}

/// Estimates the uncertainty of release velocities from sparse touch samples.
///
/// The velocity may change between two samples. The change over the last interval is used as the
/// possible change since then.
struct SeldomTouches: Sendable {
  private var pointer: Int64?
  private var last: (time: TraceTime, place: Point)?
  private var velocities: (newest: Vector?, before: Vector?)

  /// Handles a sample; returns the release if it is one.
  mutating func take(_ sample: TouchSample, at time: TraceTime) -> InferredRelease? {
    guard sample.delivery == .direct else { return nil }
    switch sample.phase {
    case .began:
      guard pointer == nil else { return nil }
      pointer = sample.pointer
      last = (time, sample.position)
      velocities = (nil, nil)
    case .moved:
      if sample.pointer == pointer { move(to: sample.position, at: time) }
    case .ended, .cancelled:
      guard sample.pointer == pointer else { return nil }
      pointer = nil
      return release(at: time)
    case .stationary: break
    }
    return nil
  }

  private mutating func move(to place: Point, at time: TraceTime) {
    guard let old = last else { return }
    let elapsed = Double(time.nanoseconds(since: old.time)) / 1e9
    guard elapsed > 0 else { return }
    last = (time, place)
    // Content moves with the finger; offsets move in the opposite direction.
    let velocity = Vector(
      dx: (old.place.x - place.x) / elapsed, dy: (old.place.y - place.y) / elapsed)
    velocities = (velocity, velocities.newest)
  }

  private func release(at time: TraceTime) -> InferredRelease? {
    guard let newest = velocities.newest else { return nil }
    let uncertainty = velocities.before.map { before in
      let (dx, dy) = (newest.dx - before.dx, newest.dy - before.dy)
      return (dx * dx + dy * dy).squareRoot()
    }
    return InferredRelease(
      time: time, velocity: newest, uncertainty: uncertainty, source: .throttledTouches)
  }
}
