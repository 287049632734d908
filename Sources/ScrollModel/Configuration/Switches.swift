/// All choices on which the evidence conflicts; the profile sets their defaults.
public struct Switches: Hashable, Sendable {
  /// Whether the initial position moves the view (BIND-21, BIND-22).
  public var initialPosition = InitialPositionChoice.honored
  /// Whether the reported container size excludes the insets (GEO-6, GEO-8).
  public var containerSize = ContainerSizeChoice.excludesInsets
  /// The target that is reported without an anchor (BIND-10, BIND-11).
  public var nilAnchor = NilAnchorChoice.firstIntersecting
  /// The distance of a scroll without an anchor (BIND-29, BIND-30, BIND-31).
  public var minimalScroll = MinimalScrollChoice.whole
  /// The origin of point coordinates (POS-29).
  public var pointOrigin = PointOriginChoice.contentOffset
  /// The effect of a scroll to one coordinate on the other (POS-30, POS-31).
  public var singleAxisScroll = SingleAxisChoice.keepsOther
  /// The definition of equal positions (POS-38, POS-39).
  public var positionEquality = PositionEqualityChoice.seeded
  /// The value that programmatic scrolls write back (BIND-20, POS-60).
  public var programmaticWriteBack = ProgrammaticWriteBackChoice.position
  /// The condition under which the anchor for size changes applies (ANCH-18, ANCH-19).
  public var sizeChange = SizeChangeChoice.atFraction
  /// The meaning of a nil anchor for a role (ANCH-7).
  public var nilDefaultAnchor = NilDefaultAnchorChoice.optsOut
  /// Whether position or default anchor takes precedence on size changes (POS-56).
  public var pinning = PinningChoice.position
  /// The lengths of off-screen items when the container of a lazy stack changes (LAZY-13).
  public var lazyResize = LazyResizeChoice.estimated
  /// What content that is not at its start does when the inset there changes (INS-1).
  public var insetShift = InsetShiftChoice.atStart
  /// What a deceleration does when insets change (INS-2).
  public var insetDeceleration = InsetDecelerationChoice.goesOn
  /// Where content past an edge returns to when insets change (INS-4).
  public var insetReturn = InsetReturnChoice.edge
  /// Whether resizing asks the behavior (SNAP-2, SNAP-3).
  public var behaviorOnResize = ResizeChoice.asked
  /// The length of a page (PAGE-4, PAGE-5).
  public var pageLength = PageLengthChoice.container
  /// The number of pages that a gesture may turn (PAGE-8).
  public var maximumPages = MaximumPagesChoice.one
  /// The handling of a page past the end (PAGE-9).
  public var pageClamp = PageClampChoice.clamped
  /// The number of targets that `always` allows (VAL-10).
  public var alwaysLimit = AlwaysLimitChoice.one
  /// The number of targets that "a few" allows (VAL-12); at least 1.
  public var fewLimit = 3
  /// Whether drags are locked to an axis; the angles come from one description of iOS 26.2.
  public var directionalLock = DirectionalLockChoice.off
  /// Whether repeated flicks get faster; the numbers come from one description of iOS 26.2.
  public var repeatedFlicks = RepeatedFlicksChoice.plain
  /// The distance of a fling (PHYS-3, PHYS-4).
  public var flingDistance = FlingDistanceChoice.stepped
  /// The return of content that was held past an edge (PHYS-6).
  public var edgeReturn = EdgeReturnChoice.pull
  /// The duration of a scroll to an offset that a behavior chose (PHYS-7).
  public var settleDuration = SettleDurationChoice.solved
  /// The unit of a custom behavior's velocity (SNAP-10).
  public var velocityUnit = VelocityUnitChoice.pointsPerSecond
  /// The reference rectangle of visible fractions (VIS-13).
  public var visibilityViewport = ViewportChoice.visibleRect
  /// The quantity that visible fractions refer to (VIS-12).
  public var visibilityMeasure = VisibilityMeasureChoice.area
  /// Whether what a pinned header or footer covers is visible (PIN-3).
  public var pinnedVisibility = PinnedVisibilityChoice.counted
  /// Where targets are aligned and reported under a pinned header (PIN-4, PIN-5).
  public var pinnedAlignment = PinnedAlignmentChoice.viewport
  /// How fractions are compared (VIS-14).
  public var visibilityCompare = VisibilityCompareChoice.atLeast
  /// Whether an observer is called with `false` for a view that is initially invisible (VIS-4).
  public var initialVisibility = InitialVisibilityChoice.called
  /// The changes that cause a new report of visible targets (VIS-10).
  public var visibleSetUpdates = VisibleSetUpdatesChoice.anyChange
  /// The reference rectangle of transitions (TRANS-32).
  public var transitionViewport = ViewportChoice.unobscured
  /// The number of initial calls of geometry observers (GEO-22).
  public var initialGeometry = InitialGeometryChoice.two
  /// Whether phase observers are called initially (PHASE-13).
  public var initialPhase = InitialPhaseChoice.called
  /// Whether optional ids match targets with plain ids (POS-10).
  public var optionalID = OptionalIDChoice.unwrap
  /// The curve of a Chromium fling (WEB-1).
  public var chromiumFling = ChromiumFlingChoice.deceleration
  /// The effect of an interrupted fling on the next fling in Chromium (WEB-3).
  public var chromiumBoost = ChromiumBoostChoice.adds
  /// The position of content under a finger in Chromium (WEB-4).
  public var chromiumLead = ChromiumLeadChoice.extrapolated
  /// The return of content that Flutter releases past an edge (PEER-5).
  public var flutterReturn = FlutterReturnChoice.spring

  /// What a drag over nested scroll views moves (NEST-3 to NEST-6).
  public var nestedScroll = NestedScrollChoice.platform

  /// Creates the switches of a profile.
  public init(_ profile: Profile = .standard) {
    if profile.generation < 3 { pageLength = .frame }
    // Both were logged on iOS 26.5; no public source documents the deceleration on macOS.
    if profile.generation >= 3, !profile.isDesktop {
      flingDistance = .continuous
      edgeReturn = .rubberBand
    }
    // Recorded on macOS 26.6 and in the simulator of iOS 26.
    if profile.generation >= 3 { initialPosition = .idIgnored }
    if profile.generation < 2 {
      nilAnchor = .nearestTop
      minimalScroll = .top
      initialPhase = .silent
    }
  }
}

/// One switch as a row of a table: its name and access to its value as a word.
public struct SwitchEntry: Sendable {
  /// Name in the text form.
  public let name: String
  /// The accepted words; empty for a whole number from 1.
  public let values: [String]
  /// The rules of the semantics that refer to it.
  public let rules: String
  let word: @Sendable (Switches) -> String
  let assign: @Sendable (String, inout Switches) -> Bool

  /// Returns the word of the switch's value.
  public func value(in switches: Switches) -> String { word(switches) }

  /// Sets the switch from a word and returns whether the word is valid.
  public func set(_ word: String, in switches: inout Switches) -> Bool { assign(word, &switches) }

  init<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ get: @escaping @Sendable (Switches) -> Value,
    _ set: @escaping @Sendable (inout Switches, Value) -> Void, _ rules: String
  ) where Value.RawValue == String {
    self.name = name
    self.rules = rules
    values = Value.allCases.map { $0.rawValue }
    word = { get($0).rawValue }
    assign = { word, switches in
      guard let value = Value(rawValue: word) else { return false }
      set(&switches, value)
      return true
    }
  }

  init(
    count name: String, _ get: @escaping @Sendable (Switches) -> Int,
    _ set: @escaping @Sendable (inout Switches, Int) -> Void, _ rules: String
  ) {
    self.name = name
    self.rules = rules
    values = []
    word = { String(get($0)) }
    assign = { word, switches in
      guard let count = Int(word), count >= 1, count <= 1_000_000 else { return false }
      set(&switches, count)
      return true
    }
  }
}

extension Switches {
  /// Every switch, in the order of the text form.
  public static let table: [SwitchEntry] = [
    SwitchEntry(
      "initial-position", { $0.initialPosition }, { $0.initialPosition = $1 }, "BIND-21 BIND-22"),
    SwitchEntry("container-size", { $0.containerSize }, { $0.containerSize = $1 }, "GEO-6 GEO-8"),
    SwitchEntry("nil-anchor", { $0.nilAnchor }, { $0.nilAnchor = $1 }, "BIND-10 BIND-11"),
    SwitchEntry(
      "minimal-scroll", { $0.minimalScroll }, { $0.minimalScroll = $1 }, "BIND-29 BIND-30 BIND-31"),
    SwitchEntry("point-origin", { $0.pointOrigin }, { $0.pointOrigin = $1 }, "POS-29"),
    SwitchEntry(
      "single-axis-scroll", { $0.singleAxisScroll }, { $0.singleAxisScroll = $1 }, "POS-30 POS-31"),
    SwitchEntry(
      "position-equality", { $0.positionEquality }, { $0.positionEquality = $1 }, "POS-38 POS-39"),
    SwitchEntry(
      "programmatic-write-back", { $0.programmaticWriteBack }, { $0.programmaticWriteBack = $1 },
      "BIND-20 POS-60"),
    SwitchEntry("size-change", { $0.sizeChange }, { $0.sizeChange = $1 }, "ANCH-18 ANCH-19"),
    SwitchEntry(
      "nil-default-anchor", { $0.nilDefaultAnchor }, { $0.nilDefaultAnchor = $1 }, "ANCH-7"),
    SwitchEntry("pinning", { $0.pinning }, { $0.pinning = $1 }, "POS-56 POS-62"),
    SwitchEntry("lazy-resize", { $0.lazyResize }, { $0.lazyResize = $1 }, "LAZY-13"),
    SwitchEntry("inset-shift", { $0.insetShift }, { $0.insetShift = $1 }, "INS-1"),
    SwitchEntry(
      "inset-deceleration", { $0.insetDeceleration }, { $0.insetDeceleration = $1 }, "INS-2"),
    SwitchEntry("inset-return", { $0.insetReturn }, { $0.insetReturn = $1 }, "INS-4"),
    SwitchEntry(
      "behavior-on-resize", { $0.behaviorOnResize }, { $0.behaviorOnResize = $1 }, "SNAP-2 SNAP-3"),
    SwitchEntry("page-length", { $0.pageLength }, { $0.pageLength = $1 }, "PAGE-4 PAGE-5"),
    SwitchEntry("maximum-pages", { $0.maximumPages }, { $0.maximumPages = $1 }, "PAGE-8"),
    SwitchEntry("page-clamp", { $0.pageClamp }, { $0.pageClamp = $1 }, "PAGE-9"),
    SwitchEntry("always-limit", { $0.alwaysLimit }, { $0.alwaysLimit = $1 }, "VAL-10"),
    SwitchEntry(count: "few-limit", { $0.fewLimit }, { $0.fewLimit = $1 }, "VAL-12"),
    SwitchEntry("directional-lock", { $0.directionalLock }, { $0.directionalLock = $1 }, ""),
    SwitchEntry("repeated-flicks", { $0.repeatedFlicks }, { $0.repeatedFlicks = $1 }, ""),
    SwitchEntry("fling-distance", { $0.flingDistance }, { $0.flingDistance = $1 }, "PHYS-3 PHYS-4"),
    SwitchEntry("edge-return", { $0.edgeReturn }, { $0.edgeReturn = $1 }, "PHYS-6"),
    SwitchEntry(
      "settle-duration", { $0.settleDuration }, { $0.settleDuration = $1 }, "PHYS-7 SNAP-15"),
    SwitchEntry("velocity-unit", { $0.velocityUnit }, { $0.velocityUnit = $1 }, "SNAP-10"),
    SwitchEntry(
      "visibility-viewport", { $0.visibilityViewport }, { $0.visibilityViewport = $1 }, "VIS-13"),
    SwitchEntry(
      "visibility-measure", { $0.visibilityMeasure }, { $0.visibilityMeasure = $1 }, "VIS-12"),
    SwitchEntry(
      "visibility-compare", { $0.visibilityCompare }, { $0.visibilityCompare = $1 }, "VIS-14"),
    SwitchEntry(
      "pinned-visibility", { $0.pinnedVisibility }, { $0.pinnedVisibility = $1 }, "PIN-3"),
    SwitchEntry(
      "pinned-alignment", { $0.pinnedAlignment }, { $0.pinnedAlignment = $1 }, "PIN-4 PIN-5"),
    SwitchEntry(
      "initial-visibility", { $0.initialVisibility }, { $0.initialVisibility = $1 }, "VIS-4"),
    SwitchEntry(
      "visible-set-updates", { $0.visibleSetUpdates }, { $0.visibleSetUpdates = $1 }, "VIS-10"),
    SwitchEntry(
      "transition-viewport", { $0.transitionViewport }, { $0.transitionViewport = $1 }, "TRANS-32"),
    SwitchEntry("initial-geometry", { $0.initialGeometry }, { $0.initialGeometry = $1 }, "GEO-22"),
    SwitchEntry("initial-phase", { $0.initialPhase }, { $0.initialPhase = $1 }, "PHASE-13"),
    SwitchEntry("optional-id", { $0.optionalID }, { $0.optionalID = $1 }, "POS-10"),
    SwitchEntry("chromium-fling", { $0.chromiumFling }, { $0.chromiumFling = $1 }, "WEB-1 WEB-2"),
    SwitchEntry("chromium-boost", { $0.chromiumBoost }, { $0.chromiumBoost = $1 }, "WEB-3"),
    SwitchEntry("chromium-lead", { $0.chromiumLead }, { $0.chromiumLead = $1 }, "WEB-4"),
    SwitchEntry("flutter-return", { $0.flutterReturn }, { $0.flutterReturn = $1 }, "PEER-5"),
    SwitchEntry(
      "nested-scroll", { $0.nestedScroll }, { $0.nestedScroll = $1 }, "NEST-3 NEST-4 NEST-5 NEST-6"),
  ]
}
