/// Says what a recorder would have seen of an outcome.
public struct OutcomeObserver: Sendable {
  /// Threshold that visibility events and sets are reported with.
  public let viewThreshold: Double?
  /// Threshold that visible sets are reported with.
  public let targetThreshold: Double?
  /// Which way lines run: decisions count from the leading side, observations from the left.
  public var direction = LayoutDirection.leftToRight
  /// Where the frame that was made last had the content, which says where decisions lie on the other axis.
  private var here = Point.zero
  /// By how much its content is wider than the frame; nil before the first.
  private var room: Double?

  /// Creates an observer of the outcome of a configuration.
  public init(_ configuration: Configuration) {
    viewThreshold = configuration.viewVisibility
    targetThreshold = configuration.targetVisibility
  }

  private var isRightToLeft: Bool { direction == .rightToLeft }

  /// Takes note of a frame.
  public mutating func see(_ frame: OutcomeFrame) {
    see(frame.offset)
    room = frame.geometry.contentSize.width - frame.geometry.visibleRect.size.width
  }

  /// Takes note of a frame like the one before, elsewhere.
  public mutating func see(_ offset: Point) { here = offset }

  /// Tells a phase change.
  public func observation(of change: PhaseOutcome) -> Observation {
    .phase(PhaseChange(old: change.old, new: change.new, velocity: change.velocity))
  }

  /// Tells a change of the position.
  public func observation(of change: PositionOutcome) -> Observation {
    .position(PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser))
  }

  /// Tells a change of visibility.
  public func observation(of change: VisibilityOutcome) -> Observation {
    .visibility(
      VisibilityEvent(
        id: change.id, isVisible: change.isVisible, threshold: viewThreshold,
        fraction: min(max(change.fraction, 0), 1)))
  }

  /// Tells a visible set.
  public func observation(of set: VisibleSetOutcome) -> Observation {
    .visibleSet(VisibleSet(ids: set.ids, threshold: targetThreshold))
  }

  /// Tells the decision of a release; a resize is no release.
  ///
  /// Where content scrolls on two axes, a release has two decisions, which `ReleaseReport.join` puts
  /// together.
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
