import ScrollModel

/// The current frame and insets of the scroll view, in leading coordinates.
struct ContainerModel: Hashable, Sendable {
  var frame: Size
  /// Insets of the scene and the inputs, physical.
  var insets: Insets
  /// Margins of the configuration, physical.
  let margins: Insets
  var direction: LayoutDirection
  var scale: Double?
  let axes: ScrollAxes

  var isRightToLeft: Bool { direction == .rightToLeft }

  func length(_ axis: Axis) -> Double { frame.length(axis) }

  /// The inset at the start of an axis: top or leading.
  func start(_ axis: Axis) -> Double {
    switch axis {
    case .vertical: insets.top + margins.top
    case .horizontal: isRightToLeft ? insets.right + margins.right : insets.left + margins.left
    }
  }

  /// The inset at the end of an axis.
  func end(_ axis: Axis) -> Double {
    switch axis {
    case .vertical: insets.bottom + margins.bottom
    case .horizontal: isRightToLeft ? insets.left + margins.left : insets.right + margins.right
    }
  }

  /// The length within the insets.
  func inner(_ axis: Axis) -> Double { length(axis) - start(axis) - end(axis) }

  var innerSize: Size {
    Size(
      width: clamped(inner(.horizontal), 0, largestNumber),
      height: clamped(inner(.vertical), 0, largestNumber))
  }

  var totalInsets: Insets {
    Insets(
      top: insets.top + margins.top, left: insets.left + margins.left,
      bottom: insets.bottom + margins.bottom, right: insets.right + margins.right)
  }

  /// Converts a horizontal offset between leading and physical coordinates.
  func flipped(_ x: Double, content: Double) -> Double {
    isRightToLeft ? content - frame.width - x + 0.0 : x
  }

  /// The geometry of content with a size and an offset, in leading coordinates.
  func geometry(_ offset: Point, content: Size, _ choice: ContainerSizeChoice) -> ScrollGeometry {
    ScrollGeometry(
      contentOffset: offset, contentSize: content, contentInsets: totalInsets,
      containerSize: choice == .excludesInsets ? innerSize : frame, frame: frame)
  }

  mutating func apply(_ change: ContainerChange) {
    if let size = change.size {
      frame = Size(width: max(0, finite(size.width)), height: max(0, finite(size.height)))
    }
    if let insets = change.insets {
      self.insets = Insets(
        top: finite(insets.top), left: finite(insets.left), bottom: finite(insets.bottom),
        right: finite(insets.right))
    }
    if let direction = change.layoutDirection { self.direction = direction }
    if let scale = change.scale { self.scale = scale }
  }
}
