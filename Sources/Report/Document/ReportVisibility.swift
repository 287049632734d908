public import ScrollModel

/// What a configuration says about how targets are looked at, for the drawing of a moment.
public struct ReportVisibility: Hashable, Sendable {
  /// The anchor of the bound position; nil without a position or without an anchor.
  public var anchor: UnitPoint?
  /// Content margins on top of the container's insets.
  public var margins: Insets
  /// The rectangle that visible fractions refer to.
  public var viewport: ViewportChoice
  /// What a visible fraction is a fraction of.
  public var measure: VisibilityMeasureChoice
  /// The transition on each target; nil without one.
  public var transition: TransitionSettings?
  /// The rectangle that transitions refer to.
  public var transitionViewport: ViewportChoice

  /// Takes from a configuration what a drawing needs.
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

/// Where a release without velocity would come to rest, from a moment on.
public struct ReportRest: Hashable, Sendable {
  /// A place at which it could come to rest.
  public struct Candidate: Hashable, Sendable {
    /// The target, if the place is one's.
    public var id: String?
    /// Its offset, in points.
    public var place: Double

    /// Creates a candidate.
    public init(id: String?, place: Double) {
      self.id = id
      self.place = place
    }
  }

  /// From when on it holds, in nanoseconds.
  public var time: Int64
  /// Whether it is along the horizontal axis.
  public var isHorizontal: Bool
  /// The chosen target, if the place is one's.
  public var id: String?
  /// The chosen offset, in points.
  public var place: Double
  /// The nearest candidates, nearest first.
  public var candidates: [Candidate]
  /// The offsets between which content may rest.
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
