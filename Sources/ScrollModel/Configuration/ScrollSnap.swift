/// Where a snap area of CSS meets the scrollport on one axis.
public enum SnapAlignment: String, CaseIterable, Hashable, Sendable {
  /// It does not snap on this axis.
  case none
  /// Start at start.
  case start
  /// Center at center.
  case center
  /// End at end.
  case end

  /// The fraction of area and scrollport that meet; nil where nothing snaps.
  public var fraction: Double? {
    switch self {
    case .none: nil
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

/// How strictly a container of CSS snaps (`scroll-snap-type`).
public enum SnapStrictness: String, CaseIterable, Hashable, Sendable {
  /// Always, if there is anything to snap to.
  case mandatory
  /// Only to what is near the end of the scroll.
  case proximity
}

/// Whether a scroll may pass a snap area (`scroll-snap-stop`).
public enum SnapStop: String, CaseIterable, Hashable, Sendable {
  /// It may.
  case normal
  /// It stops at the first.
  case always
}

/// The scroll snap of a page: what its style says of the container and of every snap area.
///
/// The targets are the snap areas; insets and margins are the container's `scroll-padding`.
public struct ScrollSnap: Hashable, Sendable {
  /// How strictly the container snaps.
  public var strictness: SnapStrictness
  /// How areas are aligned vertically, which CSS names first.
  public var vertical: SnapAlignment
  /// How areas are aligned horizontally.
  public var horizontal: SnapAlignment
  /// Whether a scroll may pass an area.
  public var stop: SnapStop

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

  /// How areas are aligned along an axis.
  public func alignment(_ axis: Axis) -> SnapAlignment {
    axis == .horizontal ? horizontal : vertical
  }
}
