/// The geometry of a scroll view as SwiftUI reports it.
///
/// The offset counts from the leading side; insets are physical.
public struct ScrollGeometry: Hashable, Sendable {
  /// The content point at the leading top of the frame; setting it moves the visible rectangle.
  public var contentOffset: Point {
    didSet {
      let (dx, dy) = (contentOffset.x - oldValue.x, contentOffset.y - oldValue.y)
      visibleRect = Rect(
        x: visibleRect.origin.x + dx, y: visibleRect.origin.y + dy,
        width: visibleRect.size.width, height: visibleRect.size.height)
    }
  }
  /// Size of the content.
  public var contentSize: Size
  /// Insets of the content.
  public var contentInsets: Insets
  /// Size of the container; setting it resizes the visible rectangle by the difference.
  public var containerSize: Size {
    didSet {
      visibleRect = Rect(
        x: visibleRect.origin.x, y: visibleRect.origin.y,
        width: visibleRect.size.width + containerSize.width - oldValue.width,
        height: visibleRect.size.height + containerSize.height - oldValue.height)
    }
  }
  /// The part of the content that the frame covers.
  public private(set) var visibleRect: Rect

  /// Creates a geometry from its parts; the visible rectangle excludes the insets (GEO-11).
  public init(contentOffset: Point, contentSize: Size, contentInsets: Insets, containerSize: Size) {
    self.contentOffset = contentOffset
    self.contentSize = contentSize
    self.contentInsets = contentInsets
    self.containerSize = containerSize
    visibleRect = Rect(origin: contentOffset, size: containerSize)
  }

  /// The geometry of a scroll view that has not been laid out.
  public static let empty = ScrollGeometry(
    contentOffset: .zero, contentSize: .zero, contentInsets: .zero, containerSize: .zero)

  /// Creates the geometry of a scroll view whose frame has a size, insets included.
  public init(
    contentOffset: Point, contentSize: Size, contentInsets: Insets, containerSize: Size,
    frame: Size
  ) {
    self.init(
      contentOffset: contentOffset, contentSize: contentSize, contentInsets: contentInsets,
      containerSize: containerSize)
    visibleRect = Rect(origin: contentOffset, size: frame)
  }

  /// Sets the origin of the visible rectangle.
  mutating func place(at offset: Point) {
    self = ScrollGeometry(
      contentOffset: offset, contentSize: contentSize, contentInsets: contentInsets,
      containerSize: containerSize, frame: visibleRect.size)
  }

  /// A rectangle with the content offset as origin and the container's size.
  public var bounds: Rect { Rect(origin: contentOffset, size: containerSize) }

  /// The size of the content with its insets.
  public var scrollableSize: Size {
    Size(
      width: contentSize.width + contentInsets.left + contentInsets.right,
      height: contentSize.height + contentInsets.top + contentInsets.bottom)
  }
}
