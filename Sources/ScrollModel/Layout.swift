/// One scroll target in a layout.
public struct TargetFrame: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The frame in content coordinates, without transforms and effects.
  public var frame: Rect
  /// Whether the frame is an estimate of a lazy stack.
  public var isEstimated: Bool
  /// What the target is if it stays in view while its section is; the frame is the one without that.
  public var pinned: PinnedRole?

  /// Creates a target of a layout.
  public init(id: TargetID, frame: Rect, isEstimated: Bool = false, pinned: PinnedRole? = nil) {
    self.id = id
    self.frame = frame
    self.isEstimated = isEstimated
    self.pinned = pinned
  }
}

/// A view of a section that stays in view while the section is (PIN-1).
public enum PinnedRole: String, CaseIterable, Hashable, Sendable {
  /// Stays at the start of the view: `pinnedViews: .sectionHeaders`, `position: sticky; top: 0`.
  case header
  /// Stays at the end of the view: `pinnedViews: .sectionFooters`, `position: sticky; bottom: 0`.
  case footer
}

/// All targets in layout order and the content size, valid from a time on.
public struct Layout: Hashable, Sendable {
  /// Size of the content, if known.
  public var contentSize: Size?
  /// The targets in layout order.
  ///
  /// Ids may repeat: a trace records the app's actual layout.
  public var targets: [TargetFrame]

  /// Creates a layout.
  public init(contentSize: Size? = nil, targets: [TargetFrame]) {
    self.contentSize = contentSize
    self.targets = targets
  }
}

/// One change to the list of targets.
public enum ContentEdit: Hashable, Sendable {
  /// A target was inserted before the one with this index; its size if known.
  case insert(TargetID, index: Int64, size: Size?)
  /// A target was removed; its former index if known.
  case remove(TargetID, index: Int64?)
  /// A target was removed and inserted again at this index.
  case move(TargetID, index: Int64)
  /// The size of a target changed.
  case resize(TargetID, size: Size)
}
