/// A change of the scroll view's container: its size, insets, display, or whether it scrolls.
///
/// A nil value is unchanged, or unknown if it was never set.
public struct ContainerChange: Hashable, Sendable {
  /// Size of the scroll view's frame, insets included.
  public var size: Size?
  /// Safe area and content margins, resolved to physical sides.
  public var insets: Insets?
  /// The direction of lines of text.
  public var layoutDirection: LayoutDirection?
  /// Device pixels per point.
  public var scale: Double?
  /// The refresh clock: the display's frames per second.
  public var refreshRate: Double?
  /// The time of one tick of the refresh clock; all ticks are whole periods apart.
  public var refreshOrigin: TraceTime?
  /// Whether scrolling by the user is disabled from now on; programmatic scrolling still works
  /// (DIS-3).
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

  /// Returns the values in effect after another change: its own, else those of this one.
  public func changed(by change: ContainerChange) -> ContainerChange {
    ContainerChange(
      size: change.size ?? size, insets: change.insets ?? insets,
      layoutDirection: change.layoutDirection ?? layoutDirection, scale: change.scale ?? scale,
      refreshRate: change.refreshRate ?? refreshRate,
      refreshOrigin: change.refreshOrigin ?? refreshOrigin,
      isScrollDisabled: change.isScrollDisabled ?? isScrollDisabled)
  }
}
