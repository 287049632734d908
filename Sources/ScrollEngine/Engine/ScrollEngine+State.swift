public import ScrollModel

/// The state of a scroll view at one time.
public struct ScrollState: Hashable, Sendable {
  /// The time.
  public var time: TraceTime
  /// The content point at the top left of the frame, physical.
  public var offset: Point
  /// Velocity of the offset in points per second, physical.
  public var velocity: Vector
  /// The scroll phase.
  public var phase: ScrollPhase
  /// The geometry as SwiftUI reports it.
  public var geometry: ScrollGeometry
  /// The id of the position.
  public var id: TargetID?
  /// Whether the position was set by the user.
  public var isPositionedByUser: Bool
}

extension ScrollEngine {
  /// Returns the state at a time from `now` on, assuming no further input.
  ///
  /// Up to the next tick this only evaluates closed forms. Beyond it, a copy visits the ticks.
  public func state(at time: TraceTime) -> ScrollState {
    let time = time.held
    guard time > now else { return sample(at: now) }
    guard clock.time(of: nextTick) < time, needsTick else { return sample(at: time) }
    var copy = self
    var consumer = NoConsumer()
    copy.advance(to: time, to: &consumer)
    return copy.sample(at: time)
  }

  private func sample(at time: TraceTime) -> ScrollState {
    let offset = Point(
      x: motions.horizontal.position(at: time), y: motions.vertical.position(at: time))
    return ScrollState(
      time: time,
      offset: Point(x: container.flipped(offset.x, content: content.size.width), y: offset.y),
      velocity: physical(
        AxisPair(motions.horizontal.velocity(at: time), motions.vertical.velocity(at: time))),
      phase: phase,
      geometry: container.geometry(
        offset, content: content.size, configuration.switches.containerSize),
      id: currentID, isPositionedByUser: position.isPositionedByUser)
  }

  /// The id of the bound position.
  public var currentID: TargetID? {
    switch configuration.position {
    case .none: nil
    case .id: boundID
    case .value: position.viewID
    }
  }

  /// The current geometry as SwiftUI reports it.
  public var geometry: ScrollGeometry {
    container.geometry(
      Point(x: offset(.horizontal), y: offset(.vertical)), content: content.size,
      configuration.switches.containerSize)
  }

  /// The range of resting offsets, counted from the leading side (GEO-12).
  public func restRange(_ axis: Axis) -> ClosedRange<Double> {
    ranges[axis].low...max(ranges[axis].low, ranges[axis].high)
  }

  /// The offset as a fraction of its range, which may be outside 0...1; 0 without a range (GEO-13).
  public func progress(_ axis: Axis) -> Double {
    let (low, high) = (ranges[axis].low, ranges[axis].high)
    return high > low ? (offset(axis) - low) / (high - low) : 0
  }

  /// Returns the frame of the first target with an id, in leading coordinates.
  public func frame(of id: TargetID) -> Rect? {
    guard let index = content.index(of: id, configuration.switches.optionalID) else { return nil }
    let rank = content.rank(of: index)
    let x = content.interval(at: rank, .horizontal)
    let y = content.interval(at: rank, .vertical)
    return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// The current offset on one axis, counted from the leading side.
  ///
  /// Inlined, because a call from a mutating function copies the engine.
  @inline(__always) func offset(_ axis: Axis) -> Double {
    if let tickOffsets { return tickOffsets[axis] }
    // Accesses the stored motion directly: a copy changes reference counts.
    switch axis {
    case .horizontal: return motions.horizontal.position(at: now)
    case .vertical: return motions.vertical.position(at: now)
    }
  }

  /// The resting offset on one axis, assuming no further input.
  func target(_ axis: Axis) -> Double {
    motions[axis].isResting ? offset(axis) : motions[axis].target
  }

  var physicalOffset: Point {
    Point(
      x: container.flipped(offset(.horizontal), content: content.size.width),
      y: offset(.vertical))
  }

  func physical(_ velocity: AxisPair<Double>) -> Vector {
    Vector(
      dx: container.isRightToLeft ? -velocity.horizontal : velocity.horizontal,
      dy: velocity.vertical)
  }
}
