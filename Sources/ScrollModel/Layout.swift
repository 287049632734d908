/// One scroll target in a layout.
public struct TargetFrame: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The frame in content coordinates, without transforms and effects.
  public var frame: Rect
  /// Whether the frame is an estimate of a lazy stack.
  public var isEstimated: Bool

  /// Creates a target of a layout.
  public init(id: TargetID, frame: Rect, isEstimated: Bool = false) {
    self.id = id
    self.frame = frame
    self.isEstimated = isEstimated
  }
}

/// All targets in layout order and the content size, valid from its time on.
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
