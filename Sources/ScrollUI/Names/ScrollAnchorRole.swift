import ScrollModel

/// The use of a default anchor.
public struct ScrollAnchorRole: Hashable, Sendable {
  let model: AnchorRole

  /// The initial offset of the content.
  public static let initialOffset = ScrollAnchorRole(model: .initialOffset)
  /// The point that keeps its position when content or container change their size.
  public static let sizeChanges = ScrollAnchorRole(model: .sizeChanges)
  /// The alignment of content that is shorter than the container.
  public static let alignment = ScrollAnchorRole(model: .alignment)
}

/// Whether content may be dragged beyond its edges.
public struct ScrollBounceBehavior: Hashable, Sendable {
  let model: Bounce

  /// The platform's default: always.
  public static let automatic = ScrollBounceBehavior(model: .automatic)
  /// Always.
  public static let always = ScrollBounceBehavior(model: .always)
  /// Only if the content is longer than the container.
  public static let basedOnSize = ScrollBounceBehavior(model: .basedOnSize)
}
