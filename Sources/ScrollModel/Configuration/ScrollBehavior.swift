/// The limit on how many targets one gesture may pass under view alignment.
public enum ViewAlignedLimit: String, CaseIterable, Hashable, Sendable {
  /// Limited if the scroll axis is compact, otherwise unlimited.
  case automatic
  /// Always limited.
  case always
  /// Never limited.
  case never
  /// Always limited to a few targets.
  case alwaysByFew = "always-by-few"
  /// Always limited to one target.
  case alwaysByOne = "always-by-one"

  /// Whether the limit applies to gestures along an axis of a size class (VAL-7).
  public func isInForce(_ sizeClass: SizeClass) -> Bool {
    switch self {
    case .automatic: sizeClass == .compact
    case .always, .alwaysByFew, .alwaysByOne: true
    case .never: false
    }
  }
}

/// The rule that chooses the resting offset of a released scroll.
public enum ScrollBehavior: Hashable, Sendable {
  /// No rule: the scroll comes to rest where its deceleration ends.
  case none
  /// Pages as long as the container.
  case paging
  /// A target aligned with the container; without an anchor by their leading and top edges.
  case viewAligned(limit: ViewAlignedLimit, anchor: UnitPoint?)
  /// The nearest multiple of a length, ties away from the start.
  case interval(Double)
  /// The nearest of a list of offsets; a free end does not snap beyond the list.
  case offsets([Double], snapsToStart: Bool, snapsToEnd: Bool)
  /// The snap areas of a page, by the rules of CSS scroll snap that the physics supports.
  case scrollSnap(ScrollSnap)
  /// A behavior that the caller registered by name.
  case custom(String)

  /// Whether no behavior is set.
  public var isNone: Bool { if case .none = self { true } else { false } }
}

/// The deceleration rate of a released scroll.
public enum Deceleration: String, CaseIterable, Hashable, Sendable {
  /// Fast for paging and where a limit is active, normal otherwise (SNAP-16).
  case automatic
  /// Slow, for long lists.
  case normal
  /// Fast, for paging.
  case fast
}

/// Whether the offset is adjusted when content or container change, so that visible content stays
/// in place.
public enum OffsetAdjustment: String, CaseIterable, Hashable, Sendable {
  /// The platform's default: adjusted.
  case automatic
  /// Not adjusted: the offset stays, clamped to its range.
  case disabled
}

/// What a view does with a drag along one axis that it cannot follow, as CSS names it.
public enum Overscroll: String, CaseIterable, Hashable, Sendable {
  /// The view around it may take the drag, and content may be pulled past its edges.
  case auto
  /// The view around it does not take the drag.
  case contain
  /// The same, and content is not pulled past its edges.
  case none
}

/// Whether content may be pulled past its edges on one axis.
public enum Bounce: String, CaseIterable, Hashable, Sendable {
  /// The platform's default: always.
  case automatic
  /// Always.
  case always
  /// Only if the content is longer than the container.
  case basedOnSize = "based-on-size"
  /// Never.
  case none
}
