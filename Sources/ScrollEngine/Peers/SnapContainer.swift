public import ScrollModel

/// A snap area of a container.
public struct SnapArea: Hashable, Sendable {
  /// Its id, unique in the container.
  public var id: Int64
  /// The box with its scroll margins, in content coordinates.
  public var rect: Rect
  /// Alignment on the horizontal axis.
  public var horizontal: SnapAlignment
  /// Alignment on the vertical axis.
  public var vertical: SnapAlignment
  /// Whether a scroll must not pass it (`scroll-snap-stop: always`).
  public var stopsAlways: Bool
  /// Whether it has the focus.
  public var hasFocus: Bool

  /// Creates an area.
  public init(
    id: Int64, rect: Rect, horizontal: SnapAlignment, vertical: SnapAlignment,
    stopsAlways: Bool = false, hasFocus: Bool = false
  ) {
    self.id = id
    self.rect = rect
    self.horizontal = horizontal
    self.vertical = vertical
    self.stopsAlways = stopsAlways
    self.hasFocus = hasFocus
  }

  func alignment(_ axis: Axis) -> SnapAlignment { axis == .horizontal ? horizontal : vertical }

  func span(_ axis: Axis) -> SnapSpan { SnapSpan(rect, axis) }
}

/// A closed interval of positions or offsets on one axis.
public struct SnapSpan: Hashable, Sendable {
  /// The start.
  public var start: Double
  /// The end.
  public var end: Double

  init(_ start: Double, _ end: Double) {
    self.start = start
    self.end = end
  }

  init(_ rect: Rect, _ axis: Axis) {
    start = axis == .horizontal ? rect.origin.x : rect.origin.y
    end = start + rect.size.length(axis)
  }

  var length: Double { end - start }

  func contains(_ place: Double) -> Bool { place >= start && place <= end }

  func contains(_ other: SnapSpan) -> Bool { start <= other.start && end >= other.end }
}

/// A scroll container of CSS with snap areas.
public struct SnapContainer: Hashable, Sendable {
  /// The edition of the rules for boxes larger than the scrollport.
  public enum Edition: String, CaseIterable, Hashable, Sendable {
    /// The current text, as implemented in Chromium: the scrollport avoids areas inside an
    /// oversized one.
    case current
    /// The text of 2021: an oversized area scrolls freely where the gap between neighbors exceeds
    /// the scrollport.
    case candidate2021 = "2021"
  }

  /// The scrollport without the scroll paddings, in content coordinates at offset 0.
  public var port: Rect
  /// The largest offsets.
  public var maximum: Point
  /// Whether it snaps horizontally.
  public var snapsHorizontally: Bool
  /// Whether it snaps vertically.
  public var snapsVertically: Bool
  /// The strictness of the container.
  public var strictness: SnapStrictness
  /// The largest distance to a snap position; nil without a limit.
  public var proximity: Size?
  /// The snap areas.
  public var areas: [SnapArea]
  /// The area that it is snapped to horizontally.
  public var horizontalTarget: Int64?
  /// The area that it is snapped to vertically.
  public var verticalTarget: Int64?
  /// The area targeted by the document's URL fragment.
  public var addressed: Int64?
  /// The edition of the rules.
  public var edition: Edition

  /// Creates a container that snaps on both axes at any distance and is not snapped yet.
  public init(
    port: Rect, maximum: Point, areas: [SnapArea], strictness: SnapStrictness = .mandatory
  ) {
    self.port = port
    self.maximum = maximum
    self.areas = areas
    self.strictness = strictness
    snapsHorizontally = true
    snapsVertically = true
    edition = .current
  }

  /// The proximity distance in Blink: a third of the scrollport.
  public var blinkProximity: Size {
    let share = PeerConstant.cssProximity.value
    return Size(width: port.size.width * share, height: port.size.height * share)
  }

  func snaps(_ axis: Axis) -> Bool { axis == .horizontal ? snapsHorizontally : snapsVertically }

  func maximum(_ axis: Axis) -> Double { axis == .horizontal ? maximum.x : maximum.y }

  func target(_ axis: Axis) -> Int64? {
    axis == .horizontal ? horizontalTarget : verticalTarget
  }

  func proximity(_ axis: Axis) -> Double { proximity?.length(axis) ?? .infinity }

  func portSpan(_ axis: Axis) -> SnapSpan { SnapSpan(port, axis) }

  /// Returns the offset that aligns an area, clamped to the range.
  func alignedOffset(_ area: SnapArea, _ axis: Axis, _ alignment: SnapAlignment) -> Double {
    let (box, port) = (area.span(axis), portSpan(axis))
    let offset: Double =
      switch alignment {
      case .none, .start: box.start - port.start
      case .center: (box.start + box.end) / 2 - (port.start + port.end) / 2
      case .end: box.end - port.end
      }
    return clamped(offset, 0, maximum(axis)) + 0.0
  }
}

/// The kind of scroll that selects a snap position.
public enum SnapIntent: Hashable, Sendable {
  /// A scroll that ended at an offset, on the given axes; its direction is irrelevant.
  case end(at: Point, horizontal: Bool, vertical: Bool)
  /// A step, as with an arrow key.
  case step(from: Point, by: Vector)
  /// A scroll or fling with a natural end.
  case fling(from: Point, by: Vector)
  /// A change of the layout.
  case relayout(at: Point)
  /// An area scrolled into view; its own alignment takes precedence over the requested one, nil is
  /// nearest.
  case reveal(area: Int64, alignment: SnapAlignment?, from: Point)
}

/// The resting offset of a snap container and its reason.
public struct SnapResult: Hashable, Sendable {
  /// The kind of position that was found.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// None: the natural end is kept.
    case none
    /// An area is aligned.
    case aligned
    /// An area fills the scrollport.
    case covered
  }

  /// The kind.
  public var kind: Kind
  /// The offset.
  public var offset: Point
  /// The area snapped to horizontally.
  public var horizontalTarget: Int64?
  /// The area snapped to vertically.
  public var verticalTarget: Int64?
  /// The offsets over which the area fills the scrollport horizontally.
  public var horizontalCover: SnapSpan?
  /// The offsets over which the area fills the scrollport vertically.
  public var verticalCover: SnapSpan?
  /// Whether an area that a scroll must not pass decided, although another one is nearer the end.
  public var isStop = false
}
