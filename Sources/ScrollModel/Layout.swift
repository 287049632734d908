/// One scroll target in a layout.
public struct TargetFrame: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// Where it lies, in content coordinates; transforms and effects do not count.
  public var frame: Rect
  /// Whether a lazy stack guessed the frame instead of measuring it.
  public var isEstimated: Bool

  /// Creates a target of a layout.
  public init(id: TargetID, frame: Rect, isEstimated: Bool = false) {
    self.id = id
    self.frame = frame
    self.isEstimated = isEstimated
  }
}

/// All targets in layout order and the content size, valid from a time on.
public struct Layout: Hashable, Sendable {
  /// Size of the content, where the source says so.
  public var contentSize: Size?
  /// The targets in layout order.
  ///
  /// Ids may repeat: a trace keeps what the app did.
  public var targets: [TargetFrame]

  /// Creates a layout.
  public init(contentSize: Size? = nil, targets: [TargetFrame]) {
    self.contentSize = contentSize
    self.targets = targets
  }
}

/// One change to the list of targets.
public enum ContentEdit: Hashable, Sendable {
  /// A target was put in front of the one that had this index; its size where known.
  case insert(TargetID, index: Int64, size: Size?)
  /// A target was taken out; its former index where known.
  case remove(TargetID, index: Int64?)
  /// A target was taken out and put back so that it has this index.
  case move(TargetID, index: Int64)
  /// A target got another size.
  case resize(TargetID, size: Size)
}
