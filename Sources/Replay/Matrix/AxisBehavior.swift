public import ScrollEngine
public import ScrollModel

/// A behavior along one axis that is a function of the proposed offset.
///
/// Offsets count from the leading side.
public struct AxisBehavior: TargetBehavior {
  /// Chooses a resting offset for a proposed one; nil keeps the proposal.
  public typealias Choice =
    @Sendable (_ proposed: Double, _ original: Double, _ velocity: Double) -> Double?

  private let axis: Axis
  private let start: Double
  private let choose: Choice

  /// Creates a behavior; `start` is the inset at the start of the axis.
  public init(along axis: Axis, start: Double, _ choose: @escaping Choice) {
    self.axis = axis
    self.start = start
    self.choose = choose
  }

  /// Sets the target to the chosen offset.
  public func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let isVertical = axis == .vertical
    func offset(_ target: ProposedTarget) -> Double {
      (isVertical ? target.rect.origin.y : target.rect.origin.x) - start
    }
    let velocity = isVertical ? context.velocity.dy : context.velocity.dx
    guard let chosen = choose(offset(target), offset(context.originalTarget), velocity) else {
      return
    }
    let (rect, place) = (target.rect, chosen + start)
    target.rect =
      isVertical
      ? Rect(x: rect.origin.x, y: place, width: rect.size.width, height: rect.size.height)
      : Rect(x: place, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}

extension PeerPhysics {
  /// Returns offsets of the motion of a release to a resting offset, or of the free motion if nil.
  public func motion(
    from offset: Double, velocity: Double, to rest: Double?, range: ClosedRange<Double>,
    container: Double, samples: Int = 40
  ) -> [(time: TraceTime, offset: Double)] {
    let motion = PeerRelease.settle(
      physics: self, offset: offset, velocity: velocity, candidates: rest.map { [$0] } ?? [],
      range: range, container: container
    ).motion
    guard motion.duration > 0, samples > 0 else { return [] }
    return (0...samples).map { number in
      let time = motion.duration * Double(number) / Double(samples)
      // At most an hour: durations are milliseconds.
      let nanoseconds = Int64(min(3.6e6, max(0, time)) * 1e6)
      return (time: TraceTime(nanoseconds: nanoseconds), offset: motion.position(at: time))
    }
  }
}
