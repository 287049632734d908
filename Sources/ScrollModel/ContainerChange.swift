/// What the scroll view's container became: its size, its insets and the display it is on.
///
/// Only what changed need be present; what is nil stays as it was, or unknown if it never was given.
public struct ContainerChange: Hashable, Sendable {
  /// Size of the scroll view's frame, insets included.
  public var size: Size?
  /// Safe area and content margins, resolved to physical sides.
  public var insets: Insets?
  /// Which way lines run.
  public var layoutDirection: LayoutDirection?
  /// Device pixels per point.
  public var scale: Double?
  /// The refresh clock: the display's frames per second.
  public var refreshRate: Double?
  /// The moment of one tick of the refresh clock; the others lie whole periods away from it.
  public var refreshOrigin: TraceTime?

  /// Creates a change.
  public init(
    size: Size? = nil, insets: Insets? = nil, layoutDirection: LayoutDirection? = nil,
    scale: Double? = nil, refreshRate: Double? = nil, refreshOrigin: TraceTime? = nil
  ) {
    self.size = size
    self.insets = insets
    self.layoutDirection = layoutDirection
    self.scale = scale.map { $0 + 0.0 }
    self.refreshRate = refreshRate.map { $0 + 0.0 }
    self.refreshOrigin = refreshOrigin
  }
}
