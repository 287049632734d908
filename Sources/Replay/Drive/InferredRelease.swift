public import ScrollModel

/// A release whose velocity no source reported: what was taken for it, and how sure that is.
public struct InferredRelease: Hashable, Sendable {
  /// What the velocity was made of.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// A line through the last offsets or places of the finger.
    case fitted
    /// Touch samples that come too seldom to tell what the finger did last.
    case throttledTouches = "throttled-touches"
  }

  /// The moment of the release.
  public var time: TraceTime
  /// The velocity of the content, in points per second.
  public var velocity: Vector
  /// By how much the speed may be wrong, in points per second; nil where two samples are all there is.
  public var uncertainty: Double?
  /// What the velocity was made of.
  public var source: Source

  /// Creates an inferred release.
  public init(time: TraceTime, velocity: Vector, uncertainty: Double?, source: Source) {
    self.time = time
    self.velocity = velocity
    self.uncertainty = uncertainty
    self.source = source
  }
}

/// Watches touches that come seldom, to say how sure the velocity of each release is.
///
/// Between two samples a finger may have done anything; what its velocity changed by over the last
/// interval is taken for what it may have changed by since.
struct SeldomTouches: Sendable {
  private var pointer: Int64?
  private var last: (time: TraceTime, place: Point)?
  private var velocities: (newest: Vector?, before: Vector?)

  /// Takes a sample; returns the release that it is, if any.
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
    // Content goes with the finger, offsets against it.
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
