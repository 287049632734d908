import ScrollModel

/// SwiftUI's geometry of a scroll view; offset and insets count from the leading side (GEO-16).
struct LeadingGeometry {
  var offset: Point
  var contentSize: Size
  /// The whole frame, insets included.
  var frameSize: Size
  var top: Double
  var leading: Double
  var bottom: Double
  var trailing: Double

  /// Returns the frame of a trace, whose coordinates are physical.
  func frame(isRightToLeft: Bool) -> GeometryFrame {
    let x = isRightToLeft ? contentSize.width - frameSize.width - offset.x : offset.x
    return GeometryFrame(
      offset: Point(x: x, y: offset.y),
      geometry: FrameGeometry(
        contentSize: contentSize, containerSize: frameSize,
        insets: Insets(
          top: top, left: isRightToLeft ? trailing : leading, bottom: bottom,
          right: isRightToLeft ? leading : trailing)))
  }
}
