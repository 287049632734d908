public import Foundation
import ScrollModel

/// A point of a rectangle as fractions of its width and height.
public struct UnitPoint: Hashable, Sendable {
  /// Fraction of the width.
  public var x: CGFloat
  /// Fraction of the height.
  public var y: CGFloat

  /// Creates a point from its fractions.
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }

  /// Creates the top leading point.
  public init() { self.init(x: 0, y: 0) }

  /// The origin.
  public static let zero = UnitPoint()
  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the leading side.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the trailing side.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The middle of the top.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the bottom.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The top corner at the start of lines.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The top corner at the end of lines.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The bottom corner at the start of lines.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The bottom corner at the end of lines.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

extension UnitPoint {
  var model: ScrollModel.UnitPoint { ScrollModel.UnitPoint(x: x, y: y) }

  init(_ point: ScrollModel.UnitPoint) { self.init(x: point.x, y: point.y) }
}
