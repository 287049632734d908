/// The alignment of a CSS snap area with the scrollport on one axis.
public enum SnapAlignment: String, CaseIterable, Hashable, Sendable {
  /// No snapping on this axis.
  case none
  /// The start edges.
  case start
  /// The centers.
  case center
  /// The end edges.
  case end

  /// The fraction of the area that aligns with the same fraction of the scrollport; nil without
  /// snapping.
  public var fraction: Double? {
    switch self {
    case .none: nil
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

/// The strictness of a CSS scroll snap container (`scroll-snap-type`).
public enum SnapStrictness: String, CaseIterable, Hashable, Sendable {
  /// Always snaps if a snap position exists.
  case mandatory
  /// Snaps only to positions near the end of the scroll.
  case proximity
}

/// Whether a scroll may pass a snap area (`scroll-snap-stop`).
public enum SnapStop: String, CaseIterable, Hashable, Sendable {
  /// It may.
  case normal
  /// It stops at the first area.
  case always
}

/// The `scroll-padding` of a scroll snap container, counted from its edges.
///
/// Unlike insets it does not change the range. The `scroll-margin` of areas has the same effect.
public struct SnapPadding: Hashable, Sendable {
  /// The padding at the start of an axis.
  public var start: Double
  /// The padding at the end.
  public var end: Double

  /// Creates a padding.
  public init(start: Double = 0, end: Double = 0) {
    self.start = start
    self.end = end
  }

  /// Returns the length of a container within the padding.
  public func length(of container: Double) -> Double { container - start - end }
}

/// The scroll snap styles of a page: those of the container and of all snap areas.
///
/// The targets are the snap areas; areas are aligned within insets, margins and padding.
public struct ScrollSnap: Hashable, Sendable {
  /// The strictness of the container.
  public var strictness: SnapStrictness
  /// The vertical alignment of areas, which CSS lists first.
  public var vertical: SnapAlignment
  /// The horizontal alignment of areas.
  public var horizontal: SnapAlignment
  /// Whether a scroll may pass an area.
  public var stop: SnapStop
  /// The padding along each axis that snaps.
  public var padding = SnapPadding()

  /// Creates a scroll snap with one alignment for both axes.
  public init(
    _ strictness: SnapStrictness, align: SnapAlignment = .start, stop: SnapStop = .normal
  ) {
    self.init(strictness, vertical: align, horizontal: align, stop: stop)
  }

  /// Creates a scroll snap with an alignment for each axis.
  public init(
    _ strictness: SnapStrictness, vertical: SnapAlignment, horizontal: SnapAlignment,
    stop: SnapStop = .normal
  ) {
    self.strictness = strictness
    self.vertical = vertical
    self.horizontal = horizontal
    self.stop = stop
  }

  /// The alignment of areas along an axis.
  public func alignment(_ axis: Axis) -> SnapAlignment {
    axis == .horizontal ? horizontal : vertical
  }
}
