// Lengths are points unless the trace's coordinate space differs. y grows downwards, x to the
// physical right. Every initializer turns -0.0 into +0.0, so that equal values have equal bits.

/// A direction of scrolling.
public enum Axis: UInt8, CaseIterable, Hashable, Sendable {
  /// Left and right.
  case horizontal = 0
  /// Up and down.
  case vertical = 1
}

/// The axes along which a scroll view scrolls.
public enum ScrollAxes: String, CaseIterable, Hashable, Sendable {
  /// Up and down only.
  case vertical
  /// Left and right only.
  case horizontal
  /// Both.
  case both
}

/// A position, in points.
public struct Point: Hashable, Sendable {
  /// Distance to the right of the origin.
  public let x: Double
  /// Distance below the origin.
  public let y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a position from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x + 0.0
    self.y = y + 0.0
  }
}

/// A difference of positions or a velocity, in points or points per second.
public struct Vector: Hashable, Sendable {
  /// The part along the horizontal axis.
  public let dx: Double
  /// The part along the vertical axis.
  public let dy: Double

  /// No movement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Creates a difference from its two parts.
  public init(dx: Double, dy: Double) {
    self.dx = dx + 0.0
    self.dy = dy + 0.0
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Extent along the horizontal axis.
  public let width: Double
  /// Extent along the vertical axis.
  public let height: Double

  /// No extent.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width + 0.0
    self.height = height + 0.0
  }
}

/// A rectangle, in points.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public let origin: Point
  /// The extent from the origin.
  public let size: Size

  /// Creates a rectangle from its corner and extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

extension Rect {
  /// Returns the rectangle counted from the other side of a width.
  public func mirrored(in width: Double) -> Rect {
    Rect(origin: Point(x: width - origin.x - size.width, y: origin.y), size: size)
  }
}

/// Distances inward from the four edges of a container, in points.
///
/// Left and right are physical; leading and trailing sides of a source are converted with its
/// layout direction during import.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge.
  public let top: Double
  /// Distance from the left edge.
  public let left: Double
  /// Distance from the bottom edge.
  public let bottom: Double
  /// Distance from the right edge.
  public let right: Double

  /// No insets.
  public static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates insets from their four distances.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top + 0.0
    self.left = left + 0.0
    self.bottom = bottom + 0.0
    self.right = right + 0.0
  }
}

/// A side of the content that a scroll can go to.
public enum Edge: String, CaseIterable, Hashable, Sendable {
  /// The smallest y.
  case top
  /// The start of a line in the layout direction.
  case leading
  /// The largest y.
  case bottom
  /// The end of a line in the layout direction.
  case trailing
}

/// The direction of lines in the layout.
public enum LayoutDirection: String, CaseIterable, Hashable, Sendable {
  /// Leading is left.
  case leftToRight = "ltr"
  /// Leading is right.
  case rightToLeft = "rtl"
}

/// A point of a rectangle as fractions of its extent, as SwiftUI's type of this name.
public struct UnitPoint: Hashable, Sendable {
  /// Fraction of the width.
  public let x: Double
  /// Fraction of the height.
  public let y: Double

  /// Creates a point from its two fractions.
  public init(x: Double, y: Double) {
    self.x = x + 0.0
    self.y = y + 0.0
  }

  /// The nine points that have names, in the order of reading.
  public static let named: [(name: String, point: UnitPoint)] = [
    ("top-leading", UnitPoint(x: 0, y: 0)),
    ("top", UnitPoint(x: 0.5, y: 0)),
    ("top-trailing", UnitPoint(x: 1, y: 0)),
    ("leading", UnitPoint(x: 0, y: 0.5)),
    ("center", UnitPoint(x: 0.5, y: 0.5)),
    ("trailing", UnitPoint(x: 1, y: 0.5)),
    ("bottom-leading", UnitPoint(x: 0, y: 1)),
    ("bottom", UnitPoint(x: 0.5, y: 1)),
    ("bottom-trailing", UnitPoint(x: 1, y: 1)),
  ]

  /// The name of the point, if it has one.
  public var name: String? { Self.named.first { $0.point == self }?.name }
}

extension ScrollAxes {
  /// Movement across the other axis up to this distance is jitter, in points.
  public static let jitter = 8.0

  /// The axis along which a view scrolls that can scroll along both, by the distances it moved: the
  /// vertical one, unless nothing moved along that.
  public static func main(across: Double, down: Double) -> Axis {
    down <= jitter && across > down ? .horizontal : .vertical
  }
}
