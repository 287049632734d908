/// What of the environment reaches scrolling; other values are not offered.
public struct EnvironmentValues: Hashable, Sendable {
  /// Which way lines run.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Room along the horizontal axis.
  public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
  /// Room along the vertical axis.
  public var verticalSizeClass: UserInterfaceSizeClass? = .regular

  /// Creates the environment of a phone held upright.
  public init() {}
}
