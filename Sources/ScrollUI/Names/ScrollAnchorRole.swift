import ScrollModel

/// What a default anchor is used for.
public struct ScrollAnchorRole: Hashable, Sendable {
  let model: AnchorRole

  /// Where the content starts.
  public static let initialOffset = ScrollAnchorRole(model: .initialOffset)
  /// What stays in place when content or container change their size.
  public static let sizeChanges = ScrollAnchorRole(model: .sizeChanges)
  /// Where content that is shorter than the container lies.
  public static let alignment = ScrollAnchorRole(model: .alignment)
}

/// Whether content may be pulled past its edges.
public struct ScrollBounceBehavior: Hashable, Sendable {
  let model: Bounce

  /// As the platform likes: always.
  public static let automatic = ScrollBounceBehavior(model: .automatic)
  /// Always.
  public static let always = ScrollBounceBehavior(model: .always)
  /// Only if the content is longer than the container.
  public static let basedOnSize = ScrollBounceBehavior(model: .basedOnSize)
}
