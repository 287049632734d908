/// An anchor for one role of `defaultScrollAnchor(_:for:)`.
public enum RoleAnchor: Hashable, Sendable {
  /// The modifier for the role was not used.
  case unset
  /// The modifier was used with nil.
  case empty
  /// The modifier was used with an anchor.
  case anchor(UnitPoint)
}

/// The purpose of a default anchor.
public enum AnchorRole: String, CaseIterable, Hashable, Sendable {
  /// The initial offset of the content.
  case initialOffset = "initial-offset"
  /// The point that stays in place when content or container change their size.
  case sizeChanges = "size-changes"
  /// The position of content that is shorter than the container.
  case alignment
}

/// The anchors of `defaultScrollAnchor`, for all roles and for each.
public struct DefaultAnchors: Hashable, Sendable {
  /// The anchor for all roles.
  public var base: UnitPoint?
  /// The anchor of the initial offset.
  public var initialOffset = RoleAnchor.unset
  /// The anchor for size changes.
  public var sizeChanges = RoleAnchor.unset
  /// The anchor for short content.
  public var alignment = RoleAnchor.unset

  /// Creates anchors.
  public init(
    _ base: UnitPoint? = nil, initialOffset: RoleAnchor = .unset,
    sizeChanges: RoleAnchor = .unset, alignment: RoleAnchor = .unset
  ) {
    self.base = base
    self.initialOffset = initialOffset
    self.sizeChanges = sizeChanges
    self.alignment = alignment
  }

  /// The declared anchor of a role.
  public subscript(role: AnchorRole) -> RoleAnchor {
    get {
      switch role {
      case .initialOffset: initialOffset
      case .sizeChanges: sizeChanges
      case .alignment: alignment
      }
    }
    set {
      switch role {
      case .initialOffset: initialOffset = newValue
      case .sizeChanges: sizeChanges = newValue
      case .alignment: alignment = newValue
      }
    }
  }

  /// Returns the anchor in effect for a role: its own, else the one for all roles (ANCH-4).
  public func resolved(_ role: AnchorRole, _ choice: NilDefaultAnchorChoice) -> UnitPoint? {
    switch self[role] {
    case .unset: base
    case .empty: choice == .optsOut ? nil : base
    case .anchor(let point): point
    }
  }
}
