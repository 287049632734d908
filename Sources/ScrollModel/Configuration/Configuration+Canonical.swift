extension Configuration {
  /// The text that digests are computed from, without parts that cannot change an outcome.
  ///
  /// The switches replace the profile that set them. Configurations with equal canonical text have
  /// equal outcomes. The bytes are UTF-8.
  public var canonicalBytes: [UInt8] { Array(canonicalText.utf8) }

  /// The configuration with every part that cannot change an outcome at its default.
  ///
  /// Equal canonical configurations have equal outcomes.
  public var canonical: Configuration {
    var plain = withoutUnusedParts
    let unused = plain.unusedSwitches
    let unusedConstants = plain.unusedConstants
    plain.profile = .standard
    for entry in Switches.table where unused.contains(entry.name) {
      _ = entry.set(entry.value(in: Self.usual.switches), in: &plain.switches)
    }
    for entry in PhysicsConstants.table where unusedConstants.contains(entry.name) {
      _ = entry.set(entry.value(in: Self.usual.physics), in: &plain.physics)
    }
    return plain
  }

  private static let usual = Configuration()

  /// The canonical bytes as text.
  public var canonicalText: String {
    let plain = withoutUnusedParts
    let unused = plain.unusedSwitches
    var pairs: [Term.Argument] = []
    for key in ConfigurationKey.parts where key.name != "profile" {
      if let term = key.print(plain) { pairs.append(.init(key.name, term)) }
    }
    for entry in Switches.table where !unused.contains(entry.name) {
      pairs.append(.init(entry.name, entry.term(entry.value(in: plain.switches))))
    }
    let unusedConstants = plain.unusedConstants
    for entry in PhysicsConstants.table where !unusedConstants.contains(entry.name) {
      pairs.append(.init(entry.name, .number(entry.value(in: plain.physics))))
    }
    return Term.printed(pairs)
  }

  /// The behavior in effect: view alignment without targets is no behavior (VAL-2).
  public var effectiveBehavior: ScrollBehavior {
    switch behavior {
    case .viewAligned where !hasTargetLayout, .scrollSnap where !hasTargetLayout: .none
    default: behavior
    }
  }

  private var withoutUnusedParts: Configuration {
    var plain = self
    plain.behavior = effectiveBehavior
    if !asksForDeceleration { plain.deceleration = fastDeceleration(.vertical) ? .fast : .normal }
    if velocityEstimator == releasePhysics.estimator { plain.velocityEstimator = nil }
    (plain.horizontalSizeClass, plain.verticalSizeClass) =
      readsSizeClasses ? (sizeClass(.horizontal), sizeClass(.vertical)) : (nil, nil)
    if case .none = position {
      plain.positionAnchor = nil
    }
    if case .id(let id?, let type?) = position, type == IDType(of: id) { plain.position = .id(id) }
    if !hasTargetLayout {
      plain.targetVisibility = nil
    }
    plain.targetVisibility = plain.targetVisibility.map(Self.clampedFraction)
    plain.viewVisibility = plain.viewVisibility.map(Self.clampedFraction)
    for role in AnchorRole.allCases where defaultAnchors[role] == .empty {
      let resolved = defaultAnchors.resolved(role, switches.nilDefaultAnchor)
      if resolved == defaultAnchors.base { plain.defaultAnchors[role] = .unset }
    }
    plain.horizontalBounce = canonical(horizontalBounce)
    plain.verticalBounce = canonical(verticalBounce)
    return plain
  }

  /// Whether the behavior depends on size classes: the automatic limit does, and custom code may.
  private var readsSizeClasses: Bool {
    switch effectiveBehavior {
    case .viewAligned(limit: .automatic, _), .custom: true
    case .viewAligned, .none, .paging, .interval, .offsets, .scrollSnap: false
    }
  }

  private static func clampedFraction(_ fraction: Double) -> Double {
    fraction > 0 ? (fraction < 1 ? fraction : 1) : 0
  }

  /// The value in effect: `automatic` means bouncing, except in a browser (WEB-6).
  private func canonical(_ bounce: Bounce) -> Bounce {
    let usual: Bounce = releasePhysics.isChromium ? .none : .always
    return bounce == usual ? .automatic : bounce
  }

  /// Whether the deceleration depends on a custom behavior or on the size class of an axis.
  private var asksForDeceleration: Bool {
    guard deceleration == .automatic else { return false }
    return switch effectiveBehavior {
    case .custom, .viewAligned(limit: .automatic, _): true
    case .none, .paging, .interval, .offsets, .viewAligned, .scrollSnap: false
    }
  }

  /// Whether released scrolls decelerate fast on an axis (SNAP-16).
  ///
  /// Paging and an active limit decelerate fast. Without a size class of the scene, the axis has
  /// that of the configuration, or of an iPhone in portrait orientation.
  public func fastDeceleration(_ axis: Axis, _ sceneClass: SizeClass? = nil) -> Bool {
    switch deceleration {
    case .fast: return true
    case .normal: return false
    case .automatic: break
    }
    switch effectiveBehavior {
    case .paging, .scrollSnap: return true
    case .viewAligned(let limit, _):
      let usual: SizeClass = axis == .horizontal ? .compact : .regular
      return limit.isInForce(sizeClass(axis) ?? sceneClass ?? usual)
    case .none, .interval, .offsets, .custom: return false
    }
  }

  /// Names of the switches that have no effect in this configuration.
  private var unusedSwitches: Set<String> {
    var unused: Set<String> = []
    if behavior != .paging { unused.formUnion(["page-length", "maximum-pages", "page-clamp"]) }
    if behavior.isNone { unused.formUnion(["behavior-on-resize", "settle-duration"]) }
    unused.formUnion(unusedLimitSwitches)
    if case .custom = behavior {} else { unused.insert("velocity-unit") }
    if viewVisibility == nil, targetVisibility == nil {
      unused.formUnion(["visibility-viewport", "visibility-measure", "visibility-compare"])
    }
    unused.formUnion(unusedLaterSwitches)
    if viewVisibility == nil { unused.insert("initial-visibility") }
    if targetVisibility == nil { unused.insert("visible-set-updates") }
    if transition == nil { unused.insert("transition-viewport") }
    switch position {
    case .none:
      unused.formUnion(["initial-position", "nil-anchor", "programmatic-write-back", "pinning"])
    case .id, .value: break
    }
    if case .value = position {} else { unused.insert("position-equality") }
    if defaultAnchors.resolved(.sizeChanges, switches.nilDefaultAnchor) == nil {
      unused.insert("size-change")
    }
    // Roles with a nil anchor have been resolved above.
    if AnchorRole.allCases.allSatisfy({ defaultAnchors[$0] != .empty }) {
      unused.insert("nil-default-anchor")
    }
    if positionAnchor != nil { unused.insert("nil-anchor") }
    if !releasePhysics.isChromium {
      unused.formUnion(["chromium-fling", "chromium-boost", "chromium-lead"])
    }
    return unused
  }

  /// At their defaults these change nothing, so that a configuration keeps the text that it had before them.
  private var unusedLaterSwitches: Set<String> {
    var unused: Set<String> = []
    if switches.pinnedVisibility == .counted || (viewVisibility == nil && targetVisibility == nil) {
      unused.insert("pinned-visibility")
    }
    // Otherwise a bound position holds no offset, whether there is an anchor or not.
    if switches.pinning == .position,
      defaultAnchors.resolved(.sizeChanges, switches.nilDefaultAnchor) == nil
    {
      unused.insert("pinning")
    }
    if switches.pinnedAlignment == .viewport { unused.insert("pinned-alignment") }
    if switches.insetShift == .atStart { unused.insert("inset-shift") }
    if switches.insetDeceleration == .goesOn { unused.insert("inset-deceleration") }
    if switches.insetReturn == .edge { unused.insert("inset-return") }
    let bouncesInFlutter = releasePhysics == .flutter || releasePhysics == .flutterWheel
    if switches.flutterReturn == .spring || !bouncesInFlutter { unused.insert("flutter-return") }
    return unused
  }

  private var unusedLimitSwitches: Set<String> {
    guard case .viewAligned(let limit, _) = behavior else { return ["always-limit", "few-limit"] }
    switch limit {
    case .never, .alwaysByOne: return ["always-limit", "few-limit"]
    case .alwaysByFew: return ["always-limit"]
    case .automatic, .always: return switches.alwaysLimit == .one ? ["few-limit"] : []
    }
  }

  private var unusedConstants: Set<String> {
    var unused: Set<String> = []
    if !asksForDeceleration {
      unused.insert(fastDeceleration(.vertical) ? "normal-decay" : "fast-decay")
    }
    if behavior.isNone {
      unused.formUnion(["settle-seconds", "adjustment-ratio"])
      // Content that returns to a moved edge needs it, too (INS-4); at its default the text stays as it was.
      let isUsual = physics.springRate == PhysicsConstants().springRate
      if isUsual || switches.insetReturn == .velocity { unused.insert("spring-rate") }
    }
    if switches.edgeReturn == .pull { unused.insert("return-rate") }
    if switches.directionalLock == .off { unused.insert("lock-slope") }
    if switches.repeatedFlicks == .plain {
      unused.formUnion(["flick-floor", "flick-pause", "flick-drag"])
    }
    // A page's smooth scrolls have durations of their own (WEB-15).
    unused.insert(releasePhysics.isChromium ? "animation-seconds" : "chromium-slop")
    // better-scroll has a distance of its own (PEER-6).
    if releasePhysics.isChromium || releasePhysics == .betterScroll { unused.insert("slop") }
    if !releasePhysics.isChromium || switches.chromiumFling != .deceleration {
      unused.insert("chromium-inch")
    }
    if estimator != .uikit, switches.repeatedFlicks == .plain {
      unused.formUnion(["recognizer-weight", "release-weight"])
    }
    return unused
  }
}
