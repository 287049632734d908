/// Converts outcomes to the observations that a recorder would have made.
public struct OutcomeObserver: Sendable {
  /// The visibility threshold of single targets.
  public let viewThreshold: Double?
  /// The visibility threshold of visible sets.
  public let targetThreshold: Double?
  /// The direction of lines of text: decisions count from the leading side, observations from the
  /// left.
  public var direction = LayoutDirection.leftToRight
  /// The offset of the last frame, which supplies the other axis of decisions.
  private var here = Point.zero
  /// The difference between content width and frame width; nil before the first frame.
  private var room: Double?

  /// Creates an observer of the outcome of a configuration.
  public init(_ configuration: Configuration) {
    viewThreshold = configuration.viewVisibility
    targetThreshold = configuration.targetVisibility
  }

  private var isRightToLeft: Bool { direction == .rightToLeft }

  /// Records the offset and sizes of a frame.
  public mutating func see(_ frame: OutcomeFrame) {
    see(frame.offset)
    room = frame.geometry.contentSize.width - frame.geometry.visibleRect.size.width
  }

  /// Records the offset of a frame that otherwise equals the previous one.
  public mutating func see(_ offset: Point) { here = offset }

  /// Returns the observation of a phase change.
  public func observation(of change: PhaseOutcome) -> Observation {
    .phase(PhaseChange(old: change.old, new: change.new, velocity: change.velocity))
  }

  /// Returns the observation of a position change.
  public func observation(of change: PositionOutcome) -> Observation {
    .position(PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser))
  }

  /// Returns the observation of a visibility change.
  public func observation(of change: VisibilityOutcome) -> Observation {
    .visibility(
      VisibilityEvent(
        id: change.id, isVisible: change.isVisible, threshold: viewThreshold,
        fraction: min(max(change.fraction, 0), 1)))
  }

  /// Returns the observation of a visible set.
  public func observation(of set: VisibleSetOutcome) -> Observation {
    .visibleSet(VisibleSet(ids: set.ids, threshold: targetThreshold))
  }

  /// Returns the report of a release decision; nil for a resize, which is no release.
  ///
  /// With two scrolling axes, a release has two decisions, which `ReleaseReport.join` merges.
  public func report(of settle: Settle) -> ReleaseReport? {
    guard !settle.isResize else { return nil }
    let isVertical = settle.axis == .vertical
    func point(_ place: Double) -> Point {
      isVertical ? Point(x: here.x, y: place) : Point(x: physical(place), y: here.y)
    }
    let speed = !isVertical && isRightToLeft ? -settle.velocity : settle.velocity
    return ReleaseReport(
      velocity: isVertical ? Vector(dx: 0, dy: speed) : Vector(dx: speed, dy: 0),
      proposedOffset: point(settle.proposed), chosenOffset: point(settle.chosen),
      chosenID: settle.chosenID)
  }

  private func physical(_ place: Double) -> Double {
    guard isRightToLeft, let room else { return place }
    return room - place + 0.0
  }
}
