import ScrollModel

/// The current targets of one side, and the viewport over them.
struct TargetsInView: Sendable {
  private(set) var index = TargetIndex([])
  private(set) var ids: [TargetID] = []
  private var places: [TargetID: Int]?
  private(set) var axis = Axis.vertical
  private(set) var hasEstimates = false
  var container = Size.zero
  private var content: Size?
  var insets = Insets.zero
  private var layout = Layout(targets: [])
  private var isRightToLeft = false

  mutating func take(_ input: Input, axes: ScrollAxes?) {
    switch input {
    case .layout(let layout):
      self.layout = layout
      rebuild(axes)
    case .edit(let edit):
      layout.apply(edit, mainAxis: axis, isRightToLeft: isRightToLeft)
      rebuild(axes)
    case .container(let change):
      if let size = change.size { container = size }
      if let insets = change.insets { self.insets = insets }
      if let direction = change.layoutDirection { isRightToLeft = direction == .rightToLeft }
    case .touch, .wheel, .command: break
    }
  }

  mutating func take(_ geometry: FrameGeometry) {
    if let size = geometry.contentSize { content = size }
    if let size = geometry.containerSize { container = size }
    if let insets = geometry.insets { self.insets = insets }
  }

  /// Whether the sizes of a geometry are unchanged.
  @inline(__always) func knows(_ geometry: FrameGeometry) -> Bool {
    guard geometry.contentSize == content, let size = geometry.containerSize,
      let insets = geometry.insets
    else { return false }
    return size == container && insets == self.insets
  }

  /// Whether the offset is past an edge, as far as the content size is known.
  func isPastEdge(at offset: Point) -> Bool {
    guard let content else { return false }
    func isPast(_ place: Double, _ length: Double, _ room: Double, _ start: Double, _ end: Double)
      -> Bool
    { place < -start || place > max(length + end - room, -start) }
    return isPast(offset.x, content.width, container.width, insets.left, insets.right)
      || isPast(offset.y, content.height, container.height, insets.top, insets.bottom)
  }

  private mutating func rebuild(_ axes: ScrollAxes?) {
    axis = axes?.main ?? .vertical
    ids = layout.targets.map(\.id)
    hasEstimates = layout.targets.contains(where: \.isEstimated)
    let axis = axis
    index = TargetIndex(
      layout.targets.map { target in
        axis == .vertical
          ? (target.frame.origin.y, target.frame.size.height)
          : (target.frame.origin.x, target.frame.size.width)
      })
    places = nil
  }

  var isEmpty: Bool { ids.isEmpty }

  private func along(_ point: Point) -> Double { axis == .vertical ? point.y : point.x }
  private var leadingInset: Double { axis == .vertical ? insets.top : insets.left }

  /// The positions of this side's visible targets relative to those of another side, in two spaces.
  ///
  /// A hundred targets are sufficient if a screen shows more.
  func shift(
    at offset: Point, to other: inout TargetsInView, at place: Point
  ) -> (item: VisibleShift<TargetID>, viewport: VisibleShift<TargetID>) {
    var shift = (item: VisibleShift<TargetID>(), viewport: VisibleShift<TargetID>())
    let low = along(offset) + leadingInset
    let length = axis == .vertical ? container.height : container.width
    let (scrolled, inset) = (
      other.along(place) - along(offset), other.leadingInset - leadingInset
    )
    for rank in index.window(from: low, to: low + max(length, 1)).prefix(100) {
      let id = ids[index.index(at: rank)]
      guard let there = other.start(of: id) else {
        shift.item.miss()
        shift.viewport.miss()
        continue
      }
      let moved = there - index.start(at: rank)
      shift.item.take(id, inContent: moved, onScreen: moved - scrolled)
      shift.viewport.take(id, inContent: moved, onScreen: moved - scrolled - inset)
    }
    return shift
  }

  /// The distance between offsets of both sides across the axis, in two spaces.
  func across(
    _ offset: Point, to other: TargetsInView, at place: Point
  ) -> (item: Double, viewport: Double) {
    axis == .vertical
      ? (place.x - offset.x, place.x + other.insets.left - offset.x - insets.left)
      : (place.y - offset.y, place.y + other.insets.top - offset.y - insets.top)
  }

  /// The target whose start is nearest the viewport's start.
  func nearest(to offset: Point) -> TargetID? {
    guard !ids.isEmpty else { return nil }
    let low = along(offset) + leadingInset
    var best: (rank: Int, distance: Double)?
    // The nearest start is adjacent to the viewport's start in the sorted order.
    var (a, b) = (0, index.count)
    while a < b {
      let middle = (a + b) / 2
      if index.start(at: middle) < low { a = middle + 1 } else { b = middle }
    }
    for rank in [a - 1, a] where rank >= 0 && rank < index.count {
      let distance = (index.start(at: rank) - low).magnitude
      if distance < best?.distance ?? .infinity { best = (rank, distance) }
    }
    return best.map { ids[index.index(at: $0.rank)] }
  }

  /// The start of a target along the axis, from the start of the content.
  mutating func start(of id: TargetID) -> Double? {
    if places == nil {
      places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
    }
    return places?[id].map { index.start(at: index.rank(of: $0)) }
  }
}
