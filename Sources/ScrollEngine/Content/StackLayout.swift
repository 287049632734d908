public import ScrollModel

/// A stack's items with their lengths resolved in a container.
struct StackLayout: Sendable {
  let axis: Axis
  let spacing: Double
  let estimatedLength: Double
  let ids: [TargetID]
  let lengths: [Double]
  let crossStarts: [Double]
  let crossLengths: [Double]
  let breadth: Double
  /// The items that are pinned, with their indices in ascending order.
  let pinned: [(rank: Int, role: PinnedRole)]

  /// Lays out a stack; `container` is the frame without the insets.
  init(_ stack: Stack, container: Size) {
    axis = stack.axis
    spacing = finite(stack.spacing)
    estimatedLength = finite(stack.estimatedLength)
    ids = stack.items.map { $0.id }
    pinned = stack.items.pinned { $0.pinned }
    let isVertical = stack.axis == .vertical
    let room = isVertical ? container.height : container.width
    let across = clamped(isVertical ? container.width : container.height, 0, largestNumber)
    lengths = stack.items.map { finite($0.length.resolved(in: room)) }
    let breadths = stack.items.map { clamped(finite($0.breadth ?? across), 0, largestNumber) }
    crossLengths = breadths
    // A lazy stack uses the breadth of its first view (LAZY-7), an eager one that of the widest.
    let width = stack.isLazy ? breadths.first ?? across : breadths.max() ?? across
    breadth = width
    crossStarts = breadths.map { (width - $0) * finite(stack.alignment) + 0.0 }
  }

  /// The size of the content with items of this total length.
  func size(length: Double) -> Size {
    axis == .vertical
      ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  /// The frames of all items, in leading coordinates, and their total length.
  var frames: (frames: [Rect], length: Double) {
    var frames: [Rect] = []
    frames.reserveCapacity(ids.count)
    var place = 0.0
    for index in ids.indices {
      if index > 0 { place += spacing }
      frames.append(
        axis == .vertical
          ? Rect(
            x: crossStarts[index], y: place, width: crossLengths[index], height: lengths[index])
          : Rect(
            x: place, y: crossStarts[index], width: lengths[index], height: crossLengths[index]))
      place += lengths[index]
    }
    return (frames, place)
  }
}

extension Array {
  /// The elements that are pinned, by index.
  func pinned(_ role: (Element) -> PinnedRole?) -> [(rank: Int, role: PinnedRole)] {
    var found: [(rank: Int, role: PinnedRole)] = []
    for (index, element) in enumerated() {
      if let role = role(element) { found.append((index, role)) }
    }
    return found
  }
}

extension Scene {
  /// The ideal breadth of the scroll view: that of its content plus its margins (LAY-1).
  public func idealBreadth(margins: Insets) -> Double? {
    guard case .stack(let stack) = content else { return nil }
    let breadths = stack.items.compactMap { $0.breadth }
    guard let widest = stack.isLazy ? breadths.first : breadths.max() else { return nil }
    let around =
      stack.axis == .vertical
      ? insets.left + insets.right + margins.left + margins.right
      : insets.top + insets.bottom + margins.top + margins.bottom
    return widest + around
  }
}
