public import Foundation
import ScrollEngine

/// The rectangle of content that a scroll will move into its container.
public struct ScrollTarget: Hashable, Sendable {
  /// The rectangle: initially the container's visible region at the proposed final offset.
  public var rect: CGRect
  /// The point of the rectangle and of the container that are aligned, if any.
  public var anchor: UnitPoint?

  /// Creates a target.
  public init(rect: CGRect, anchor: UnitPoint? = nil) {
    self.rect = rect
    self.anchor = anchor
  }
}

extension ScrollTarget {
  init(_ target: ProposedTarget) {
    self.init(rect: CGRect(target.rect), anchor: target.anchor.map(UnitPoint.init))
  }

  var model: ProposedTarget { ProposedTarget(rect: rect.model, anchor: anchor?.model) }
}
