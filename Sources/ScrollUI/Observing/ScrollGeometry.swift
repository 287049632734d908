public import Foundation
import ScrollModel

/// The geometry of a scroll view.
public struct ScrollGeometry: Hashable, Sendable {
  /// The content point at the leading top of the frame; setting it moves the visible rectangle.
  public var contentOffset: CGPoint {
    didSet {
      visibleRect.origin.x += contentOffset.x - oldValue.x
      visibleRect.origin.y += contentOffset.y - oldValue.y
    }
  }
  /// Size of the content.
  public var contentSize: CGSize
  /// Insets of the content.
  public var contentInsets: EdgeInsets
  /// Size of the container; setting it resizes the visible rectangle by the difference.
  public var containerSize: CGSize {
    didSet {
      visibleRect.size.width += containerSize.width - oldValue.width
      visibleRect.size.height += containerSize.height - oldValue.height
    }
  }
  /// The part of the content that the frame covers.
  public private(set) var visibleRect: CGRect

  /// Creates a geometry explicitly; its visible rectangle then excludes the insets (GEO-11).
  public init(
    contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize
  ) {
    self.contentOffset = contentOffset
    self.contentSize = contentSize
    self.contentInsets = contentInsets
    self.containerSize = containerSize
    visibleRect = CGRect(origin: contentOffset, size: containerSize)
  }

  /// The container's rectangle at the offset.
  public var bounds: CGRect { CGRect(origin: contentOffset, size: containerSize) }
}

extension ScrollGeometry {
  init(_ geometry: ScrollModel.ScrollGeometry, _ direction: LayoutDirection) {
    self.init(
      contentOffset: CGPoint(geometry.contentOffset), contentSize: CGSize(geometry.contentSize),
      contentInsets: EdgeInsets(geometry.contentInsets, direction),
      containerSize: CGSize(geometry.containerSize))
    visibleRect = CGRect(geometry.visibleRect)
  }
}

extension ScrollGeometry: CustomDebugStringConvertible {
  /// The five values in one line.
  public var debugDescription: String {
    "ScrollGeometry(contentOffset: \(contentOffset), contentSize: \(contentSize), contentInsets: "
      + "\(contentInsets), containerSize: \(containerSize), visibleRect: \(visibleRect))"
  }
}
