public import Foundation
import ScrollModel

#if !canImport(CoreGraphics)
  /// A difference of positions or a velocity; Foundation provides it on Apple platforms only.
  public struct CGVector: Hashable, Sendable {
    /// The component along the horizontal axis.
    public var dx: CGFloat
    /// The component along the vertical axis.
    public var dy: CGFloat

    /// No movement.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Creates a vector from its parts.
    public init(dx: CGFloat, dy: CGFloat) {
      self.dx = dx
      self.dy = dy
    }

    /// Creates a zero vector.
    public init() { self.init(dx: 0, dy: 0) }
  }
#endif

extension CGVector {
  init(_ vector: Vector) { self.init(dx: CGFloat(vector.dx), dy: CGFloat(vector.dy)) }
}

extension CGPoint {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }

  var model: Point { Point(x: x, y: y) }
}

extension CGSize {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }

  var model: Size { Size(width: width, height: height) }
}

extension CGRect {
  init(_ rect: Rect) { self.init(origin: CGPoint(rect.origin), size: CGSize(rect.size)) }

  var model: Rect { Rect(origin: origin.model, size: size.model) }
}
