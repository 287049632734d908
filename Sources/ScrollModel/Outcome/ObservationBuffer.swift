/// Collects an outcome as the observations that a recorder would have made.
///
/// A replay then has the form of a recording, so the same code reads both. The owner drains the
/// buffer after each call of the engine, which keeps it small.
public struct ObservationBuffer: OutcomeConsumer, Sendable {
  /// One observation and its time.
  public struct Entry: Hashable, Sendable {
    /// The time.
    public var time: TraceTime
    /// The observation.
    public var observation: Observation

    /// Creates an entry.
    public init(time: TraceTime, observation: Observation) {
      self.time = time
      self.observation = observation
    }
  }

  /// The observations since the last drain, in order.
  public private(set) var entries: [Entry] = []
  private var observer: OutcomeObserver

  /// Creates an empty buffer for the outcome of a configuration.
  public init(_ configuration: Configuration) {
    observer = OutcomeObserver(configuration)
  }

  /// The direction of lines of text.
  public var direction: LayoutDirection {
    get { observer.direction }
    set { observer.direction = newValue }
  }

  /// Removes all observations.
  public mutating func drain() {
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ observation: Observation, at time: TraceTime) {
    entries.append(Entry(time: time, observation: observation))
  }

  /// Keeps a frame.
  public mutating func consume(_ frame: OutcomeFrame) {
    observer.see(frame)
    add(.frame(frame.geometryFrame(frameSize: frame.geometry.visibleRect.size)), at: frame.time)
  }

  /// Keeps a phase change.
  public mutating func consume(_ change: PhaseOutcome) {
    add(observer.observation(of: change), at: change.time)
  }

  /// Keeps a change of the position.
  public mutating func consume(_ change: PositionOutcome) {
    add(observer.observation(of: change), at: change.time)
  }

  /// Keeps a change of visibility.
  public mutating func consume(_ change: VisibilityOutcome) {
    add(observer.observation(of: change), at: change.time)
  }

  /// Keeps a visible set.
  public mutating func consume(_ set: VisibleSetOutcome) {
    add(observer.observation(of: set), at: set.time)
  }

  /// Keeps the decision of a release.
  public mutating func consume(_ settle: Settle) {
    guard let report = observer.report(of: settle) else { return }
    if let last = entries.last, last.time == settle.time,
      case .release(var whole) = last.observation
    {
      whole.join(report, on: settle.axis)
      entries[entries.count - 1].observation = .release(whole)
    } else {
      add(.release(report), at: settle.time)
    }
  }
}
