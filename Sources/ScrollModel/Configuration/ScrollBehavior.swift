/// How many targets one gesture may pass under view alignment.
public enum ViewAlignedLimit: String, CaseIterable, Hashable, Sendable {
  /// Limited where the scroll axis is compact, otherwise not.
  case automatic
  /// Always limited.
  case always
  /// Never limited.
  case never
  /// Always limited to a few targets.
  case alwaysByFew = "always-by-few"
  /// Always limited to one target.
  case alwaysByOne = "always-by-one"

  /// Whether gestures along an axis of a size class are limited (VAL-7).
  public func isInForce(_ sizeClass: SizeClass) -> Bool {
    switch self {
    case .automatic: sizeClass == .compact
    case .always, .alwaysByFew, .alwaysByOne: true
    case .never: false
    }
  }
}

/// What chooses where a released scroll comes to rest.
public enum ScrollBehavior: Hashable, Sendable {
  /// Nothing: the scroll rests where its deceleration ends.
  case none
  /// Pages as long as the container.
  case paging
  /// A target aligned with the container, by the leading and top edges if there is no anchor.
  case viewAligned(limit: ViewAlignedLimit, anchor: UnitPoint?)
  /// The nearest multiple of a length, ties away from the start.
  case interval(Double)
  /// The nearest of a list of offsets; a free end leaves the range beyond the list alone.
  case offsets([Double], snapsToStart: Bool, snapsToEnd: Bool)
  /// The snap areas of a page, by the rules of CSS scroll snap as far as the physics knows them.
  case scrollSnap(ScrollSnap)
  /// A behavior that the caller registered under a name.
  case custom(String)

  /// Whether no behavior is set.
  public var isNone: Bool { if case .none = self { true } else { false } }
}

/// Which deceleration a released scroll has.
public enum Deceleration: String, CaseIterable, Hashable, Sendable {
  /// Fast under paging and where a limit is in force, normal otherwise (SNAP-16).
  case automatic
  /// The slow one of long lists.
  case normal
  /// The quick one of paging.
  case fast
}

/// Whether the offset follows content and container that change, so that what is shown stays.
public enum OffsetAdjustment: String, CaseIterable, Hashable, Sendable {
  /// As the platform likes: it does.
  case automatic
  /// It does not: the offset stays, held to its range.
  case disabled
}

/// Whether content may be pulled past its edges on one axis.
public enum Bounce: String, CaseIterable, Hashable, Sendable {
  /// As the platform likes: always.
  case automatic
  /// Always.
  case always
  /// Only if the content is longer than the container.
  case basedOnSize = "based-on-size"
  /// Never.
  case none
}
