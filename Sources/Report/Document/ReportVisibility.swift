public import ScrollModel

/// The visibility settings of a configuration, for the drawing of a view.
public struct ReportVisibility: Hashable, Sendable {
  /// The anchor of the bound position; nil without a position or without an anchor.
  public var anchor: UnitPoint?
  /// Content margins, added to the container's insets.
  public var margins: Insets
  /// The reference rectangle of visible fractions.
  public var viewport: ViewportChoice
  /// The quantity that visible fractions refer to.
  public var measure: VisibilityMeasureChoice
  /// The transition on each target; nil without one.
  public var transition: TransitionSettings?
  /// The reference rectangle of transitions.
  public var transitionViewport: ViewportChoice

  /// Creates the settings from a configuration.
  public init(_ configuration: Configuration) {
    let start = configuration.switches.nilAnchor == .nearestTop ? UnitPoint(x: 0, y: 0) : nil
    anchor = configuration.position.isNone ? nil : configuration.positionAnchor ?? start
    margins = configuration.margins
    viewport = configuration.switches.visibilityViewport
    measure = configuration.switches.visibilityMeasure
    transition = configuration.transition
    transitionViewport = configuration.switches.transitionViewport
  }
}

/// The result of a release without velocity, from a time on.
public struct ReportRest: Hashable, Sendable {
  /// A possible resting position.
  public struct Candidate: Hashable, Sendable {
    /// The target at this position, if any.
    public var id: String?
    /// Its offset, in points.
    public var place: Double

    /// Creates a candidate.
    public init(id: String?, place: Double) {
      self.id = id
      self.place = place
    }
  }

  /// The start time, in nanoseconds.
  public var time: Int64
  /// Whether it is along the horizontal axis.
  public var isHorizontal: Bool
  /// The chosen target, if any.
  public var id: String?
  /// The chosen offset, in points.
  public var place: Double
  /// The nearest candidates, nearest first.
  public var candidates: [Candidate]
  /// The range of resting offsets.
  public var range: ClosedRange<Double>

  /// Creates a rest.
  public init(
    time: Int64, isHorizontal: Bool, id: String?, place: Double, candidates: [Candidate],
    range: ClosedRange<Double>
  ) {
    self.time = time
    self.isHorizontal = isHorizontal
    self.id = id
    self.place = place
    self.candidates = candidates
    self.range = range
  }
}
