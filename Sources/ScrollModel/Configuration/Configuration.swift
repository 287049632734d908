/// The position that is bound to the scroll view.
public enum PositionBinding: Hashable, Sendable {
  /// No `scrollPosition` modifier.
  case none
  /// `scrollPosition(id:anchor:)` with the id it holds at first, if any, and the type of its ids.
  case id(TargetID?, type: IDType? = nil)
  /// `scrollPosition(_:anchor:)` with the value it holds at first.
  case value(PositionValue)

  /// Whether no position is bound.
  public var isNone: Bool { if case .none = self { true } else { false } }

  /// The type of the ids that it looks for at first; nil where nothing says it (TGT-7).
  public var idType: IDType? {
    switch self {
    case .none: nil
    case .id(let id, let type): type ?? id.map { IDType(of: $0) }
    case .value(let value): value.idType
    }
  }
}

/// What the app's code chose: everything that may change an outcome beside the inputs.
///
/// A configuration is a value with a text form (`text`) that parses back, and a canonical form
/// (`canonicalText`) in which parts that cannot matter are left out, for digests.
public struct Configuration: Hashable, Sendable {
  /// The release that sets the defaults of the switches.
  public var profile: Profile
  /// The bound position.
  public var position = PositionBinding.none
  /// The anchor of the bound position.
  public var positionAnchor: UnitPoint?
  /// The anchors of `defaultScrollAnchor`.
  public var defaultAnchors = DefaultAnchors()
  /// What chooses where released scrolls rest.
  public var behavior = ScrollBehavior.none
  /// Which deceleration released scrolls have.
  public var deceleration = Deceleration.automatic
  /// Whose rules move released content and choose where it rests.
  public var releasePhysics = PeerPhysics.uikit
  /// How a release gets its velocity from the samples of a gesture; nil as the physics does.
  public var velocityEstimator: VelocityEstimator?
  /// Whether the content's views are scroll targets.
  public var hasTargetLayout = true
  /// The size classes of the app's window; nil as the platform or the scene has them (VAL-7).
  public var horizontalSizeClass: SizeClass?
  /// The same, vertically.
  public var verticalSizeClass: SizeClass?
  /// Content margins, on top of the insets that the scene and the inputs give (MARG-5).
  ///
  /// Insets of the scene and of container changes are the safe area; insets of recorded frames are
  /// totals. `insets(ofTotal:)` takes these margins off a total.
  public var margins = Insets.zero
  /// Whether content may be pulled past its edges, horizontally.
  public var horizontalBounce = Bounce.automatic
  /// Whether content may be pulled past its edges, vertically.
  public var verticalBounce = Bounce.automatic
  /// Whether the offset follows changes of content and container.
  public var offsetAdjustment = OffsetAdjustment.automatic
  /// Whether the user cannot scroll.
  public var isScrollDisabled = false
  /// Threshold of a visibility observer on each target; nil without observers.
  public var viewVisibility: Double?
  /// Threshold of an observer of the set of visible targets; nil without one.
  public var targetVisibility: Double?
  /// The transition on each target; nil without one.
  public var transition: TransitionSettings?
  /// The engine choices.
  public var switches: Switches
  /// The numbers behind motion.
  public var physics = PhysicsConstants()

  /// Creates a configuration with a profile's defaults.
  public init(_ profile: Profile = .standard) {
    self.profile = profile
    switches = Switches(profile)
  }

  /// Returns what of the insets of a recorded frame a scene or a container change has to give.
  ///
  /// Recorded insets contain the margins that the app had. A replay of the app's own configuration
  /// takes them off, because the engine puts them on top again; one of another configuration puts
  /// its margins in their place. Where the app's margins are not known they stay in the total, and
  /// the configuration that is replayed should have none.
  public func insets(ofTotal total: Insets) -> Insets {
    Insets(
      top: max(0, total.top - margins.top), left: max(0, total.left - margins.left),
      bottom: max(0, total.bottom - margins.bottom), right: max(0, total.right - margins.right))
  }

  /// The estimator that releases of gestures get their velocity with.
  public var estimator: VelocityEstimator { velocityEstimator ?? releasePhysics.estimator }

  /// The size class that the configuration gives an axis; nil leaves it to the scene.
  ///
  /// A window of macOS is regular whatever its size.
  public func sizeClass(_ axis: Axis) -> SizeClass? {
    (axis == .horizontal ? horizontalSizeClass : verticalSizeClass)
      ?? (profile.isDesktop ? .regular : nil)
  }

  /// Whether content may be pulled past its edges on an axis.
  public subscript(bounceOn axis: Axis) -> Bounce {
    get { axis == .horizontal ? horizontalBounce : verticalBounce }
    set {
      if axis == .horizontal { horizontalBounce = newValue } else { verticalBounce = newValue }
    }
  }
}
