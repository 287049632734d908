/// What the scroll view's container became: its size, its insets, its display, whether it scrolls.
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
  /// Whether the user cannot scroll from now on; programs still can (DIS-3).
  public var isScrollDisabled: Bool?

  /// Creates a change.
  public init(
    size: Size? = nil, insets: Insets? = nil, layoutDirection: LayoutDirection? = nil,
    scale: Double? = nil, refreshRate: Double? = nil, refreshOrigin: TraceTime? = nil,
    isScrollDisabled: Bool? = nil
  ) {
    self.size = size
    self.insets = insets
    self.layoutDirection = layoutDirection
    self.scale = scale.map { $0 + 0.0 }
    self.refreshRate = refreshRate.map { $0 + 0.0 }
    self.refreshOrigin = refreshOrigin
    self.isScrollDisabled = isScrollDisabled
  }

  /// Returns what holds after another change: its values, and where it has none those of this one.
  public func changed(by change: ContainerChange) -> ContainerChange {
    ContainerChange(
      size: change.size ?? size, insets: change.insets ?? insets,
      layoutDirection: change.layoutDirection ?? layoutDirection, scale: change.scale ?? scale,
      refreshRate: change.refreshRate ?? refreshRate,
      refreshOrigin: change.refreshOrigin ?? refreshOrigin,
      isScrollDisabled: change.isScrollDisabled ?? isScrollDisabled)
  }
}
