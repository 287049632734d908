/// Keeps an outcome as the observations that a recorder would have made of it.
///
/// A replay so has the form of a recording: what reads one reads the other. The owner drains the
/// buffer after each call of the engine, so it stays small.
public struct ObservationBuffer: OutcomeConsumer, Sendable {
  /// One observation and its moment.
  public struct Entry: Hashable, Sendable {
    /// When it was made.
    public var time: TraceTime
    /// What was seen.
    public var observation: Observation

    /// Creates an entry.
    public init(time: TraceTime, observation: Observation) {
      self.time = time
      self.observation = observation
    }
  }

  /// What was seen since the last draining, in order.
  public private(set) var entries: [Entry] = []
  /// Threshold that visibility events and sets are reported with.
  public let viewThreshold: Double?
  /// Threshold that visible sets are reported with.
  public let targetThreshold: Double?
  /// Which way lines run: decisions count from the leading side, observations from the left.
  public var direction = LayoutDirection.leftToRight
  private var last: OutcomeFrame?

  /// Creates an empty buffer for the outcome of a configuration.
  public init(_ configuration: Configuration) {
    viewThreshold = configuration.viewVisibility
    targetThreshold = configuration.targetVisibility
  }

  /// Forgets what was taken out.
  public mutating func drain() {
    entries.removeAll(keepingCapacity: true)
  }

  private var isRightToLeft: Bool { direction == .rightToLeft }

  private mutating func add(_ observation: Observation, at time: TraceTime) {
    entries.append(Entry(time: time, observation: observation))
  }

  /// Keeps a frame.
  public mutating func consume(_ frame: OutcomeFrame) {
    last = frame
    add(.frame(frame.geometryFrame(frameSize: frame.geometry.visibleRect.size)), at: frame.time)
  }

  /// Keeps a phase change.
  public mutating func consume(_ change: PhaseOutcome) {
    add(
      .phase(PhaseChange(old: change.old, new: change.new, velocity: change.velocity)),
      at: change.time)
  }

  /// Keeps a change of the position.
  public mutating func consume(_ change: PositionOutcome) {
    add(
      .position(PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser)),
      at: change.time)
  }

  /// Keeps a change of visibility.
  public mutating func consume(_ change: VisibilityOutcome) {
    add(
      .visibility(
        VisibilityEvent(
          id: change.id, isVisible: change.isVisible, threshold: viewThreshold,
          fraction: min(max(change.fraction, 0), 1))),
      at: change.time)
  }

  /// Keeps a visible set.
  public mutating func consume(_ set: VisibleSetOutcome) {
    add(.visibleSet(VisibleSet(ids: set.ids, threshold: targetThreshold)), at: set.time)
  }

  /// Keeps the decision of a release; a resize is no release.
  public mutating func consume(_ settle: Settle) {
    guard !settle.isResize else { return }
    let isVertical = settle.axis == .vertical
    let here = last?.offset ?? .zero
    func point(_ place: Double) -> Point {
      isVertical ? Point(x: here.x, y: place) : Point(x: physical(place), y: here.y)
    }
    let speed = !isVertical && isRightToLeft ? -settle.velocity : settle.velocity
    add(
      .release(
        ReleaseReport(
          velocity: isVertical ? Vector(dx: 0, dy: speed) : Vector(dx: speed, dy: 0),
          proposedOffset: point(settle.proposed), chosenOffset: point(settle.chosen),
          chosenID: settle.chosenID)),
      at: settle.time)
  }

  private func physical(_ place: Double) -> Double {
    guard isRightToLeft, let geometry = last?.geometry else { return place }
    return geometry.contentSize.width - geometry.visibleRect.size.width - place + 0.0
  }
}
