public import ScrollModel

/// A box that a container may snap to.
public struct SnapArea: Hashable, Sendable {
  /// Its number, unique in the container.
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

/// An interval of places or offsets on one axis, its ends included.
public struct SnapSpan: Hashable, Sendable {
  /// Where it starts.
  public var start: Double
  /// Where it ends.
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
  /// Which edition of the rules about boxes larger than the scrollport is followed.
  public enum Edition: String, CaseIterable, Hashable, Sendable {
    /// The present text, as Chromium has it: areas inside an oversized one are dodged.
    case current
    /// The text of 2021: an oversized area is free where the gap between neighbors exceeds the port.
    case candidate2021 = "2021"
  }

  /// The scrollport less the scroll paddings, in content coordinates at offset 0.
  public var port: Rect
  /// The largest offsets.
  public var maximum: Point
  /// Whether it snaps horizontally.
  public var snapsHorizontally: Bool
  /// Whether it snaps vertically.
  public var snapsVertically: Bool
  /// How strictly it snaps.
  public var strictness: SnapStrictness
  /// The farthest snap positions that count; nil for any distance.
  public var proximity: Size?
  /// What it may snap to.
  public var areas: [SnapArea]
  /// The area it is snapped to horizontally.
  public var horizontalTarget: Int64?
  /// The area it is snapped to vertically.
  public var verticalTarget: Int64?
  /// The area that the document's address names.
  public var addressed: Int64?
  /// The edition of the rules.
  public var edition: Edition

  /// Creates a container that snaps on both axes, to anything, and is snapped to nothing yet.
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

  /// The distance that counts as near under `proximity` in Blink: a third of the scrollport.
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

  /// Returns the offset that aligns an area, held to the range.
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

/// What kind of scroll asks for a snap position.
public enum SnapIntent: Hashable, Sendable {
  /// A scroll that ended somewhere, on the given axes; its direction does not count.
  case end(at: Point, horizontal: Bool, vertical: Bool)
  /// A step, as of an arrow key.
  case step(from: Point, by: Vector)
  /// A scroll or fling with a natural end.
  case fling(from: Point, by: Vector)
  /// A change of the layout.
  case relayout(at: Point)
  /// An area brought into view; its own alignment goes before the one asked for, nil is nearest.
  case reveal(area: Int64, alignment: SnapAlignment?, from: Point)
}

/// Where a snap container comes to rest and why.
public struct SnapResult: Hashable, Sendable {
  /// What kind of position was found.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// None: the natural end stays.
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
}
