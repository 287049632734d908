/// The position that is bound to the scroll view.
public enum PositionBinding: Hashable, Sendable {
  /// No `scrollPosition` modifier.
  case none
  /// `scrollPosition(id:anchor:)` with its initial id, if any, and the type of its ids.
  case id(TargetID?, type: IDType? = nil)
  /// `scrollPosition(_:anchor:)` with its initial value.
  case value(PositionValue)

  /// Whether no position is bound.
  public var isNone: Bool { if case .none = self { true } else { false } }

  /// The type of the ids that it initially matches; nil if unknown (TGT-7).
  public var idType: IDType? {
    switch self {
    case .none: nil
    case .id(let id, let type): type ?? id.map { IDType(of: $0) }
    case .value(let value): value.idType
    }
  }
}

/// The choices of an app's code: everything besides the inputs that may change an outcome.
///
/// A configuration is a value with a text form (`text`) that can be parsed. Its canonical form
/// (`canonicalText`) leaves out parts without effect and is used for digests.
public struct Configuration: Hashable, Sendable {
  /// The platform release that sets the defaults of the switches.
  public var profile: Profile
  /// The bound position.
  public var position = PositionBinding.none
  /// The anchor of the bound position.
  public var positionAnchor: UnitPoint?
  /// The anchors of `defaultScrollAnchor`.
  public var defaultAnchors = DefaultAnchors()
  /// The rule that chooses the resting offset of released scrolls.
  public var behavior = ScrollBehavior.none
  /// The deceleration rate of released scrolls.
  public var deceleration = Deceleration.automatic
  /// The platform whose physics moves released content and chooses its resting offset.
  public var releasePhysics = PeerPhysics.uikit
  /// The estimator of the release velocity from samples; nil uses the estimator of the physics.
  public var velocityEstimator: VelocityEstimator?
  /// Whether the content's views are scroll targets.
  public var hasTargetLayout = true
  /// The size class of the app's window; nil uses that of the platform or of the scene (VAL-7).
  public var horizontalSizeClass: SizeClass?
  /// The vertical size class of the app's window; nil as for the horizontal one.
  public var verticalSizeClass: SizeClass?
  /// Content margins, added to the insets of the scene and of the inputs (MARG-5).
  ///
  /// Insets of the scene and of container changes are the safe area. Insets of recorded frames are
  /// totals; `insets(ofTotal:)` subtracts these margins.
  public var margins = Insets.zero
  /// Whether content may be pulled past its edges, horizontally.
  public var horizontalBounce = Bounce.automatic
  /// Whether content may be pulled past its edges, vertically.
  public var verticalBounce = Bounce.automatic
  /// What happens to a drag that the content cannot follow, horizontally.
  public var horizontalOverscroll = Overscroll.auto
  /// What happens to a drag that the content cannot follow, vertically.
  public var verticalOverscroll = Overscroll.auto
  /// Whether the offset follows changes of content and container.
  public var offsetAdjustment = OffsetAdjustment.automatic
  /// Whether scrolling by the user is disabled.
  public var isScrollDisabled = false
  /// Threshold of a visibility observer on each target; nil without observers.
  public var viewVisibility: Double?
  /// Threshold of an observer of the set of visible targets; nil without one.
  public var targetVisibility: Double?
  /// The transition on each target; nil without one.
  public var transition: TransitionSettings?
  /// Choices where sources disagree about the platform's behavior.
  public var switches: Switches
  /// The constants of the motion formulas.
  public var physics = PhysicsConstants()

  /// Creates a configuration with a profile's defaults.
  public init(_ profile: Profile = .standard) {
    self.profile = profile
    switches = Switches(profile)
  }

  /// Returns the insets that a scene or container change needs to reproduce recorded total insets.
  ///
  /// Recorded insets include the app's margins. The engine adds the margins of the configuration,
  /// so this function subtracts them. If the app's margins are unknown, the total includes them and
  /// the replayed configuration should have no margins.
  public func insets(ofTotal total: Insets) -> Insets {
    Insets(
      top: max(0, total.top - margins.top), left: max(0, total.left - margins.left),
      bottom: max(0, total.bottom - margins.bottom), right: max(0, total.right - margins.right))
  }

  /// The estimator of the release velocity.
  public var estimator: VelocityEstimator { velocityEstimator ?? releasePhysics.estimator }

  /// The size class of an axis from the configuration; nil uses that of the scene.
  ///
  /// A window of macOS is always regular.
  public func sizeClass(_ axis: Axis) -> SizeClass? {
    (axis == .horizontal ? horizontalSizeClass : verticalSizeClass)
      ?? (profile.isDesktop ? .regular : nil)
  }

  /// What happens to a drag along an axis that the content cannot follow.
  public func overscroll(_ axis: Axis) -> Overscroll {
    axis == .horizontal ? horizontalOverscroll : verticalOverscroll
  }

  /// What a drag over this view and those around it moves.
  public var nestedScroll: NestedScrollChoice {
    guard switches.nestedScroll == .platform else { return switches.nestedScroll }
    return switch releasePhysics {
    case .android: .passedOn
    case .flutter, .flutterClamping, .flutterWheel: .inner
    case .uikit, .reactNative, .chromium, .css, .betterScroll, .reanimated, .pop: .latched
    }
  }

  /// Whether content may be pulled past its edges on an axis.
  public subscript(bounceOn axis: Axis) -> Bounce {
    get { axis == .horizontal ? horizontalBounce : verticalBounce }
    set {
      if axis == .horizontal { horizontalBounce = newValue } else { verticalBounce = newValue }
    }
  }
}
