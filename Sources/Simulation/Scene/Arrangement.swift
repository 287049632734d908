import ScrollModel

/// The items of a scene in a container, from which the layout is computed.
struct Arrangement {
  /// One item and its state.
  struct Entry {
    var id: TargetID
    var size: SceneFile.ItemSize
    /// Whether a lazy stack has measured the item.
    var isMeasured: Bool
    /// What the item is if it stays in view while its section is.
    var pinned: PinnedRole?
  }

  private let axes: ScrollAxes
  private let stack: SceneFile.Stack
  private let direction: LayoutDirection
  private let isLazy: Bool
  /// Whether the view measures visible items.
  let measuresShown: Bool
  /// The last visible items, if the view measures them.
  private var shown: Set<TargetID> = []
  /// Given frames; nil for the items of a stack.
  let givenLayout: Layout?
  /// Size of the scroll view's frame, insets included.
  var container: Size
  /// Insets of the container.
  var insets: Insets
  /// The items in order; empty with given frames.
  var entries: [Entry]

  init(_ scene: SceneFile, maker: inout ItemMaker) {
    axes = scene.axes
    stack = scene.stack
    direction = scene.direction
    container = scene.container
    insets = scene.insets
    isLazy = scene.lazy != nil
    measuresShown = scene.lazy?.measuresShown ?? false
    switch scene.content {
    case .frames(let targets, let size):
      givenLayout = Layout(contentSize: size ?? Self.extent(of: targets), targets: targets)
      entries = []
    case .items(let items):
      givenLayout = nil
      entries = items.map {
        Entry(id: $0.id, size: $0.size, isMeasured: true, pinned: $0.pinned)
      }
    case .generated(let rule):
      givenLayout = nil
      entries = []
      entries.reserveCapacity(rule.count)
      for _ in 0..<rule.count {
        guard let item = maker.next() else { break }
        entries.append(Entry(id: item.id, size: item.size, isMeasured: true))
      }
    }
    if let lazy = scene.lazy { forgetMeasures(ahead: lazy.measuredAhead) }
  }

  /// The smallest size that contains all frames.
  private static func extent(of targets: [TargetFrame]) -> Size {
    var (width, height) = (0.0, 0.0)
    for target in targets {
      width = max(width, target.frame.origin.x + target.frame.size.width)
      height = max(height, target.frame.origin.y + target.frame.size.height)
    }
    return Size(width: width, height: height)
  }

  // MARK: Directions

  /// Whether the stack is horizontal; it is not if the scene scrolls both ways.
  private var isHorizontal: Bool { axes == .horizontal }
  private var isMirrored: Bool { direction == .rightToLeft }

  /// The space across the stack.
  private var room: Double {
    let room =
      isHorizontal
      ? container.height - insets.top - insets.bottom - stack.padding.top - stack.padding.bottom
      : container.width - insets.left - insets.right - stack.padding.left - stack.padding.right
    return max(0, room)
  }

  func length(_ size: SceneFile.ItemSize) -> Double {
    switch size {
    case .length(let length): length
    case .fixed(let size): isHorizontal ? size.width : size.height
    }
  }

  private func breadth(_ size: SceneFile.ItemSize, _ room: Double) -> Double {
    switch size {
    case .length: room
    case .fixed(let size): isHorizontal ? size.height : size.width
    }
  }

  /// The size of an item in this container after it is measured.
  func size(of item: SceneFile.ItemSize) -> Size {
    let (length, breadth) = (length(item), breadth(item, room))
    return isHorizontal
      ? Size(width: length, height: breadth) : Size(width: breadth, height: length)
  }

  /// The item size for a size in this container: flexible if it fills the container.
  func itemSize(of size: Size) -> SceneFile.ItemSize {
    let (length, breadth) =
      isHorizontal ? (size.width, size.height) : (size.height, size.width)
    return breadth == room && axes != .both ? .length(length) : .fixed(size)
  }

  // MARK: Lazy stacks

  /// Resets all measurements except for the initially visible items and a number after them.
  private mutating func forgetMeasures(ahead: Int) {
    let shown = isHorizontal ? container.width - insets.left : container.height - insets.top
    var end = isHorizontal ? stack.padding.left : stack.padding.top
    var visible = 0
    while visible < entries.count, end < shown {
      end += length(entries[visible].size) + stack.spacing
      visible += 1
    }
    if measuresShown { visible = 0 }
    // A stack with items has measured at least one, which is the basis of estimates.
    for index in entries.indices.dropFirst(max(1, visible + ahead)) {
      entries[index].isMeasured = false
    }
  }

  /// Measures the first unmeasured items.
  mutating func measure(_ count: Int) {
    var rest = count
    for index in entries.indices where !entries[index].isMeasured && rest > 0 {
      entries[index].isMeasured = true
      rest -= 1
    }
  }

  /// Measures the visible items; returns whether one was not measured before.
  mutating func measure(shown ids: Set<TargetID>) -> Bool {
    shown = ids
    var isNew = false
    for index in entries.indices where !entries[index].isMeasured && ids.contains(entries[index].id)
    {
      entries[index].isMeasured = true
      isNew = true
    }
    return isNew
  }

  /// Resets all measurements except for the last visible items, as in a resized container
  /// (LAZY-13).
  mutating func forgetHidden() {
    guard measuresShown, !shown.isEmpty else { return }
    for index in entries.indices where !shown.contains(entries[index].id) {
      entries[index].isMeasured = false
    }
  }

  /// Returns whether an inserted item is measured immediately.
  ///
  /// An item between measured ones is on or near the screen; an item after them is not.
  func measuresInsertion(at index: Int) -> Bool {
    if measuresShown { return false }
    return !isLazy || index == 0 || entries[index - 1].isMeasured && index < entries.count
  }

  /// The estimated length of a lazy stack: the mean of the measured ones, to 1/64 of a point.
  private var guessedLength: Double {
    var (sum, count) = (0.0, 0.0)
    for entry in entries where entry.isMeasured {
      sum += length(entry.size)
      count += 1
    }
    return count > 0 ? (sum / count * 64).rounded() / 64 : 0
  }

  // MARK: Layout

  /// The targets with their frames, and the content size.
  func layout() -> Layout {
    if let givenLayout { return givenLayout }
    let room = room
    let guess = isLazy ? guessedLength : 0
    let padding = stack.padding
    let widest = entries.reduce(room) { max($0, breadth($1.size, room)) }
    // The leading side of a mirrored horizontal stack is the right side.
    let lead = isHorizontal ? (isMirrored ? padding.right : padding.left) : padding.top
    let trail = isHorizontal ? (isMirrored ? padding.left : padding.right) : padding.bottom
    var frames: [(start: Double, length: Double)] = []
    frames.reserveCapacity(entries.count)
    var end = lead
    for entry in entries {
      if !frames.isEmpty { end += stack.spacing }
      let length = entry.isMeasured ? length(entry.size) : guess
      frames.append((end, length))
      end += length
    }
    let total = end + trail
    let across = isHorizontal ? padding.top : padding.left
    let targets = zip(entries, frames).map { entry, place in
      let breadth = breadth(entry.size, room)
      let side = across + (widest - breadth) * share
      let start = isHorizontal && isMirrored ? total - place.start - place.length : place.start
      let frame =
        isHorizontal
        ? Rect(x: start, y: side, width: place.length, height: breadth)
        : Rect(x: side, y: start, width: breadth, height: place.length)
      return TargetFrame(
        id: entry.id, frame: frame, isEstimated: !entry.isMeasured, pinned: entry.pinned)
    }
    let size =
      isHorizontal
      ? Size(width: total, height: padding.top + widest + padding.bottom)
      : Size(width: padding.left + widest + padding.right, height: total)
    return Layout(contentSize: size, targets: targets)
  }

  /// The fraction of the free space across the stack before a narrow item.
  private var share: Double {
    switch stack.alignment {
    case .center: 0.5
    case .start: !isHorizontal && isMirrored ? 1 : 0
    case .end: !isHorizontal && isMirrored ? 0 : 1
    }
  }
}
