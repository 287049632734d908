public import ScrollModel

/// The scroll position along the main axis, counted from the leading side.
///
/// Offsets, targets and insets of a right-to-left view are mirrored, so that users of this type are
/// independent of the direction.
public struct MainAxis: Hashable, Sendable {
  /// The axis.
  public let axis: Axis
  /// The content offset.
  public var offset: Double
  /// Length of the frame, insets included.
  public let frame: Double
  /// The inset at the start of the axis.
  public let start: Double
  /// The inset at the end of the axis.
  public let end: Double
  /// Length of the content; nil if unknown.
  public let content: Double?
  /// Whether the leading side is the physical end of the axis.
  public let isMirrored: Bool
  /// The physical position from which a mirrored axis counts.
  private var mirror: Double { content ?? frame }

  /// Length of the container within its insets.
  public var inner: Double { frame - start - end }

  /// The smallest resting offset; the only one of content that fits.
  public var low: Double { -start }

  /// The largest resting offset; nil while the content's length is unknown.
  public var high: Double? {
    content.map { max(low, $0 - frame + end) }
  }

  /// Whether the content is longer than the container.
  public var overflows: Bool { content.map { $0 > inner } ?? true }

  /// Returns an offset clamped to the range.
  public func clamp(_ offset: Double) -> Double {
    max(low, min(offset, high ?? offset))
  }

  /// Returns the signed distance of an offset past the nearer end; 0 within the range.
  public func excess(_ offset: Double) -> Double {
    if offset < low { return offset - low }
    guard let high, offset > high else { return 0 }
    return offset - high
  }

  /// Returns whether an offset is at an end of the range.
  public func isAtEnd(_ offset: Double, within tolerance: Double) -> Bool {
    (offset - low).magnitude <= tolerance
      || high.map { (offset - $0).magnitude <= tolerance } ?? false
  }

  /// Returns a copy with another offset.
  func at(_ offset: Double) -> MainAxis {
    var copy = self
    copy.offset = offset
    return copy
  }
}

extension MainAxis {
  /// Reads the axis from a view state; nil until an offset and the container's size are known.
  public init?(_ viewState: borrowing ViewState) {
    self.init(viewState, along: viewState.targets.mainAxis)
  }

  /// Reads the given axis, which may be the one across the main axis.
  public init?(_ viewState: borrowing ViewState, along axis: Axis) {
    guard let offset = viewState.offset, let size = viewState.containerSize else { return nil }
    let insets = viewState.insets ?? .zero
    let mirrored = axis == .horizontal && viewState.layoutDirection == .rightToLeft
    let content = viewState.contentSize.map { axis == .vertical ? $0.height : $0.width }
    // Without the content's length, a mirrored offset can be counted from the leading side only if
    // it is a web page's, which counts down from 0.
    if mirrored, content == nil, offset.x > 0 { return nil }
    self.axis = axis
    self.content = content
    isMirrored = mirrored
    if axis == .vertical {
      (frame, start, end) = (size.height, insets.top, insets.bottom)
      self.offset = offset.y
    } else {
      frame = size.width
      (start, end) = mirrored ? (insets.right, insets.left) : (insets.left, insets.right)
      self.offset = mirrored ? (content ?? frame) - frame - offset.x : offset.x
    }
  }

  /// Converts a physical component of a velocity or a movement to leading coordinates.
  public func leading(_ vector: Vector) -> Double {
    axis == .vertical ? vector.dy : isMirrored ? -vector.dx : vector.dx
  }

  /// Converts a physical offset to leading coordinates.
  public func leading(_ point: Point) -> Double {
    axis == .vertical
      ? point.y : isMirrored ? mirror - frame - point.x : point.x
  }

  /// Returns the start and the length of a target's frame.
  public func span(of rect: Rect) -> (start: Double, length: Double) {
    let length = rect.length(axis)
    let start = rect.start(axis)
    return (isMirrored ? mirror - start - length : start, length)
  }

  /// Returns the offset that aligns a fraction of a target with the same fraction of the container
  /// within a padding.
  public func place(
    of rect: Rect, anchor: Double, padding: SnapPadding = SnapPadding()
  ) -> Double {
    let (start, length) = span(of: rect)
    return start + anchor * (length - padding.length(of: inner)) - padding.start - self.start
  }
}

extension MainAxis {
  /// Whether the container or its insets differ.
  public func isLaidOut(unlike other: MainAxis) -> Bool {
    frame != other.frame || start != other.start || end != other.end
  }
}

extension ViewState {
  /// The largest difference of two offsets that count as equal (ENG-3): half a point, a device
  /// pixel, or the noise of the recorder.
  public var tolerance: Double {
    guard let scale, scale > 0 else { return max(0.5, noise) }
    return max(0.5, 1 / scale, noise)
  }
}
