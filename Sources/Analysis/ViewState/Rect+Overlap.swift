public import ScrollModel

extension Rect {
  /// Returns the start of the rectangle along an axis.
  public func start(_ axis: Axis) -> Double { axis == .vertical ? origin.y : origin.x }

  /// Returns the length along an axis, not below 0.
  public func length(_ axis: Axis) -> Double {
    let length = axis == .vertical ? size.height : size.width
    return length > 0 ? length : 0
  }

  /// Returns the end of the rectangle along an axis.
  public func end(_ axis: Axis) -> Double { start(axis) + length(axis) }

  /// The area in square points, not below 0.
  public var area: Double { length(.horizontal) * length(.vertical) }

  /// Returns the shared length of two rectangles along an axis; 0 if they only touch.
  public func sharedLength(with other: Rect, _ axis: Axis) -> Double {
    let low = max(start(axis), other.start(axis))
    let high = min(end(axis), other.end(axis))
    return high > low ? high - low : 0
  }

  /// Returns the fraction of the area inside another rectangle, 0 to 1; 0 without an area.
  public func shownFraction(in other: Rect) -> Double {
    shownFraction(in: other, along: .horizontal) * shownFraction(in: other, along: .vertical)
  }

  /// Returns the fraction of the length inside another rectangle, 0 to 1; 0 without a length.
  public func shownFraction(in other: Rect, along axis: Axis) -> Double {
    let length = length(axis)
    guard length > 0 else { return 0 }
    let (low, high) = (start(axis), start(axis) + length)
    // A target inside is entirely visible, regardless of rounding errors of its edges.
    if low >= other.start(axis), high <= other.end(axis) { return 1 }
    let shared = sharedLength(with: other, axis)
    return shared < length ? shared / length : 1
  }

  /// Returns whether two rectangles intersect or touch.
  public func touches(_ other: Rect) -> Bool {
    start(.horizontal) <= other.end(.horizontal) && end(.horizontal) >= other.start(.horizontal)
      && start(.vertical) <= other.end(.vertical) && end(.vertical) >= other.start(.vertical)
  }
}

extension Axis {
  /// The other axis.
  public var crossing: Axis { self == .vertical ? .horizontal : .vertical }
}
