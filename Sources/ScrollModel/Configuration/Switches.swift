/// All engine choices where evidence conflicts, each with a default that the profile sets.
public struct Switches: Hashable, Sendable {
  /// Whether the initial position moves the view (BIND-21, BIND-22).
  public var initialPosition = InitialPositionChoice.honored
  /// What the reported container size is (GEO-6, GEO-8).
  public var containerSize = ContainerSizeChoice.excludesInsets
  /// Which target is reported without an anchor (BIND-10, BIND-11).
  public var nilAnchor = NilAnchorChoice.firstIntersecting
  /// How far a scroll without an anchor goes (BIND-29, BIND-30, BIND-31).
  public var minimalScroll = MinimalScrollChoice.whole
  /// Where point coordinates start (POS-29).
  public var pointOrigin = PointOriginChoice.contentOffset
  /// What a scroll to one coordinate does to the other (POS-30, POS-31).
  public var singleAxisScroll = SingleAxisChoice.keepsOther
  /// What makes positions equal (POS-38, POS-39).
  public var positionEquality = PositionEqualityChoice.seeded
  /// What programmatic scrolls write back (BIND-20, POS-60).
  public var programmaticWriteBack = ProgrammaticWriteBackChoice.none
  /// When the anchor for size changes holds (ANCH-18, ANCH-19).
  public var sizeChange = SizeChangeChoice.atFraction
  /// What a nil anchor for a role means (ANCH-7).
  public var nilDefaultAnchor = NilDefaultAnchorChoice.optsOut
  /// Who decides on size changes (POS-56).
  public var pinning = PinningChoice.position
  /// Whether resizing asks the behavior (SNAP-2, SNAP-3).
  public var behaviorOnResize = ResizeChoice.asked
  /// How long a page is (PAGE-4, PAGE-5).
  public var pageLength = PageLengthChoice.container
  /// How many pages a gesture turns (PAGE-8).
  public var maximumPages = MaximumPagesChoice.one
  /// What becomes of a page past the end (PAGE-9).
  public var pageClamp = PageClampChoice.clamped
  /// How far `always` goes (VAL-10).
  public var alwaysLimit = AlwaysLimitChoice.one
  /// How many targets are a few (VAL-12); at least 1.
  public var fewLimit = 3
  /// Whether drags keep to an axis; one description of iOS 26.2 has the angles.
  public var directionalLock = DirectionalLockChoice.off
  /// Whether repeated flicks get faster; one description of iOS 26.2 has the numbers.
  public var repeatedFlicks = RepeatedFlicksChoice.plain
  /// How far a release goes on by itself (PHYS-3, PHYS-4).
  public var flingDistance = FlingDistanceChoice.stepped
  /// How content returns that was held past an edge (PHYS-6).
  public var edgeReturn = EdgeReturnChoice.pull
  /// How long content takes to a place that a behavior chose (PHYS-7).
  public var settleDuration = SettleDurationChoice.solved
  /// The unit of a custom behavior's velocity (SNAP-10).
  public var velocityUnit = VelocityUnitChoice.pointsPerSecond
  /// The rectangle that visible fractions refer to (VIS-13).
  public var visibilityViewport = ViewportChoice.visibleRect
  /// What fractions are of (VIS-12).
  public var visibilityMeasure = VisibilityMeasureChoice.area
  /// How fractions are compared (VIS-14).
  public var visibilityCompare = VisibilityCompareChoice.atLeast
  /// Whether a view that is not visible at first gets a call with `false` (VIS-4).
  public var initialVisibility = InitialVisibilityChoice.called
  /// What makes the set of visible targets be reported again (VIS-10).
  public var visibleSetUpdates = VisibleSetUpdatesChoice.anyChange
  /// The rectangle that transitions refer to (TRANS-32).
  public var transitionViewport = ViewportChoice.unobscured
  /// How often geometry observers are called at first (GEO-22).
  public var initialGeometry = InitialGeometryChoice.two
  /// Whether phase observers are called at first (PHASE-13).
  public var initialPhase = InitialPhaseChoice.called
  /// Whether optional ids find plain targets (POS-10).
  public var optionalID = OptionalIDChoice.unwrap

  /// Creates the switches of a profile.
  public init(_ profile: Profile = .standard) {
    if profile.generation < 3 { pageLength = .frame }
    // Both were logged on iOS 26.5; nothing public says how macOS decelerates.
    if profile.generation >= 3, !profile.isDesktop {
      flingDistance = .continuous
      edgeReturn = .rubberBand
    }
    if profile.generation < 2 {
      nilAnchor = .nearestTop
      minimalScroll = .top
      initialPhase = .silent
    }
  }
}

/// One switch as a row of a table: its name in text and how to read and write its value as a word.
public struct SwitchEntry: Sendable {
  /// Name in the text form.
  public let name: String
  /// Words the switch takes; empty for a whole number from 1 up.
  public let values: [String]
  /// The rules of the semantics that speak of it.
  public let rules: String
  let word: @Sendable (Switches) -> String
  let assign: @Sendable (String, inout Switches) -> Bool

  /// Returns the word of the switch's value.
  public func value(in switches: Switches) -> String { word(switches) }

  /// Sets the switch to the value a word names and returns whether there is such a value.
  public func set(_ word: String, in switches: inout Switches) -> Bool { assign(word, &switches) }

  init<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Switches, Value> & Sendable, _ rules: String
  ) where Value.RawValue == String {
    self.name = name
    self.rules = rules
    values = Value.allCases.map(\.rawValue)
    word = { $0[keyPath: path].rawValue }
    assign = { word, switches in
      guard let value = Value(rawValue: word) else { return false }
      switches[keyPath: path] = value
      return true
    }
  }

  init(count name: String, _ path: any WritableKeyPath<Switches, Int> & Sendable, _ rules: String) {
    self.name = name
    self.rules = rules
    values = []
    word = { String($0[keyPath: path]) }
    assign = { word, switches in
      guard let count = Int(word), count >= 1, count <= 1_000_000 else { return false }
      switches[keyPath: path] = count
      return true
    }
  }
}

extension Switches {
  /// Every switch, in the order of the text form.
  public static let table: [SwitchEntry] = [
    SwitchEntry("initial-position", \.initialPosition, "BIND-21 BIND-22"),
    SwitchEntry("container-size", \.containerSize, "GEO-6 GEO-8"),
    SwitchEntry("nil-anchor", \.nilAnchor, "BIND-10 BIND-11"),
    SwitchEntry("minimal-scroll", \.minimalScroll, "BIND-29 BIND-30 BIND-31"),
    SwitchEntry("point-origin", \.pointOrigin, "POS-29"),
    SwitchEntry("single-axis-scroll", \.singleAxisScroll, "POS-30 POS-31"),
    SwitchEntry("position-equality", \.positionEquality, "POS-38 POS-39"),
    SwitchEntry("programmatic-write-back", \.programmaticWriteBack, "BIND-20 POS-60"),
    SwitchEntry("size-change", \.sizeChange, "ANCH-18 ANCH-19"),
    SwitchEntry("nil-default-anchor", \.nilDefaultAnchor, "ANCH-7"),
    SwitchEntry("pinning", \.pinning, "POS-56"),
    SwitchEntry("behavior-on-resize", \.behaviorOnResize, "SNAP-2 SNAP-3"),
    SwitchEntry("page-length", \.pageLength, "PAGE-4 PAGE-5"),
    SwitchEntry("maximum-pages", \.maximumPages, "PAGE-8"),
    SwitchEntry("page-clamp", \.pageClamp, "PAGE-9"),
    SwitchEntry("always-limit", \.alwaysLimit, "VAL-10"),
    SwitchEntry(count: "few-limit", \.fewLimit, "VAL-12"),
    SwitchEntry("directional-lock", \.directionalLock, ""),
    SwitchEntry("repeated-flicks", \.repeatedFlicks, ""),
    SwitchEntry("fling-distance", \.flingDistance, "PHYS-3 PHYS-4"),
    SwitchEntry("edge-return", \.edgeReturn, "PHYS-6"),
    SwitchEntry("settle-duration", \.settleDuration, "PHYS-7 SNAP-15"),
    SwitchEntry("velocity-unit", \.velocityUnit, "SNAP-10"),
    SwitchEntry("visibility-viewport", \.visibilityViewport, "VIS-13"),
    SwitchEntry("visibility-measure", \.visibilityMeasure, "VIS-12"),
    SwitchEntry("visibility-compare", \.visibilityCompare, "VIS-14"),
    SwitchEntry("initial-visibility", \.initialVisibility, "VIS-4"),
    SwitchEntry("visible-set-updates", \.visibleSetUpdates, "VIS-10"),
    SwitchEntry("transition-viewport", \.transitionViewport, "TRANS-32"),
    SwitchEntry("initial-geometry", \.initialGeometry, "GEO-22"),
    SwitchEntry("initial-phase", \.initialPhase, "PHASE-13"),
    SwitchEntry("optional-id", \.optionalID, "POS-10"),
  ]
}
