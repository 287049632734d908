public import ScrollModel

/// The targets of the current layout, with three kinds of numbers.
///
/// An *index* counts in layout order, a *rank* in the order of starts along the main axis; both are
/// valid until the next layout. A *handle* belongs to an id for the whole pass, so that data about
/// a target survives new layouts without a dictionary lookup per frame. Each occurrence of equal
/// ids has its own handle.
public struct ViewStateTargets: Sendable {
  /// The axis along which targets are sorted.
  public private(set) var mainAxis: Axis
  /// Counts layouts and edits.
  public private(set) var generation = 0
  /// Whether a layout is known.
  public private(set) var isKnown = false
  /// Whether targets are disjoint and in order along the main axis.
  public private(set) var isDisjoint = true
  /// Whether the layout results from an edit, with estimated frames, and was not recorded.
  public private(set) var isInferred = false
  /// The handles in layout order.
  public internal(set) var handles: [Int] = []
  var frames: [Rect] = []
  var estimates: [Bool] = []
  /// The roles of pinned targets in layout order; empty if none is pinned.
  var pinned: [PinnedRole?] = []
  /// The pinned headers and footers by rank, as they are along the main axis.
  private(set) var sections = PinnedSections()
  /// The same where leading is the physical end of the axis: there a header is what a footer is elsewhere.
  private(set) var mirroredSections = PinnedSections()
  var names = TargetIndexTable()
  private var spans = TargetIndex([])
  private var places: [Int] = []
  private let axes: ScrollAxes?

  /// Creates an empty layout; `moved` is used if both axes are declared, and without declared axes
  /// until a layout determines the main axis.
  init(axes: ScrollAxes?, moved: Axis? = nil) {
    self.axes = axes
    mainAxis = axes == .both ? moved ?? .vertical : axes?.main ?? moved ?? .vertical
  }

  /// Whether the view is known to scroll along both axes.
  var scrollsBothWays: Bool { axes == .both }

  /// The number of targets.
  public var count: Int { handles.count }

  /// The number of assigned handles, which are all smaller.
  public var handleCount: Int { names.count }

  /// Returns the id of a handle.
  public func id(of handle: Int) -> TargetID { names.ids[handle] }

  /// Returns the handle of an id's first occurrence, if there was one.
  public func handle(of id: TargetID) -> Int? { names.first(of: id) }

  /// Returns the current layout index of a handle; nil for a target that is not in the layout.
  public func index(of handle: Int) -> Int? {
    guard handle >= 0, handle < places.count, places[handle] >= 0 else { return nil }
    return places[handle]
  }

  /// Returns the frame of the target at a layout index, in content coordinates.
  public func frame(at index: Int) -> Rect { frames[index] }

  /// Returns whether the frame at a layout index is an estimate of a lazy stack.
  public func isEstimated(at index: Int) -> Bool { estimates[index] }

  /// Whether any frame is an estimate.
  public var hasEstimates: Bool { estimates.contains(true) }

  /// Returns the layout index of a rank.
  public func index(at rank: Int) -> Int { spans.index(at: rank) }

  /// Returns the rank of a layout index.
  public func rank(of index: Int) -> Int { spans.rank(of: index) }

  /// The spans along the main axis by rank, for searches.
  public var index: TargetIndex { spans }

  /// Returns the start of the target at a rank along the main axis.
  public func start(atRank rank: Int) -> Double { spans.start(at: rank) }

  /// Returns the largest end of the targets up to a rank.
  public func reach(atRank rank: Int) -> Double { spans.reach(at: rank) }

  /// Returns the ranks that may overlap an interval of the main axis; no target outside does.
  public func window(from low: Double, to high: Double) -> Range<Int> {
    spans.window(from: low, to: high)
  }

  /// Returns the same range, searched from a nearby hint.
  func window(near hint: Range<Int>, from low: Double, to high: Double) -> Range<Int> {
    let first = boundary(near: hint.lowerBound) { spans.reach(at: $0) >= low }
    let last = boundary(near: hint.upperBound) { spans.start(at: $0) > high }
    return first < last ? first..<last : first..<first
  }

  /// Returns the first rank from which on a condition is true.
  @inline(__always)
  private func boundary(near hint: Int, _ holds: (Int) -> Bool) -> Int {
    let count = spans.count
    var rank = hint < count ? hint : count
    for _ in 0..<8 {
      if rank < count, !holds(rank) {
        rank += 1
      } else if rank > 0, holds(rank - 1) {
        rank -= 1
      } else {
        return rank
      }
    }
    return spans.firstRank(near: rank, where: holds)
  }
}

extension ViewStateTargets {
  /// Handles a layout.
  mutating func lay(out layout: Layout) {
    let old = handles
    names.begin()
    handles.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    estimates.removeAll(keepingCapacity: true)
    let hasPinned = layout.targets.contains { $0.pinned != nil }
    pinned = hasPinned ? layout.targets.map(\.pinned) : []
    for (index, target) in layout.targets.enumerated() {
      let hint = index < old.count ? old[index] : nil
      handles.append(names.handle(of: target.id, hint: hint))
      frames.append(target.frame)
      estimates.append(target.isEstimated)
    }
    if axes == nil { mainAxis = Self.mainAxis(of: frames) ?? mainAxis }
    settle(isInferred: false)
  }

  /// Renumbers the targets.
  mutating func settle(isInferred: Bool) {
    isKnown = true
    self.isInferred = isInferred
    generation &+= 1
    let axis = mainAxis
    spans = TargetIndex(frames.map { ($0.start(axis), $0.length(axis)) })
    notePinned()
    isDisjoint = true
    for rank in 0..<spans.count where rank > 0 && spans.start(at: rank) < spans.reach(at: rank - 1)
    {
      isDisjoint = false
    }
    for place in places.indices { places[place] = -1 }
    while places.count < names.count { places.append(-1) }
    for (index, handle) in handles.enumerated() { places[handle] = index }
  }

  private mutating func notePinned() {
    guard !pinned.isEmpty else {
      (sections, mirroredSections) = (PinnedSections(), PinnedSections())
      return
    }
    let roles = (0..<spans.count).compactMap { rank in
      pinned[spans.index(at: rank)].map { (rank: rank, role: $0) }
    }
    sections = PinnedSections(roles)
    mirroredSections = PinnedSections(
      roles.map { (rank: $0.rank, role: $0.role == .header ? .footer : .header) })
  }

  /// The axis along which the distances between targets are larger, if it is not known.
  private static func mainAxis(of frames: [Rect]) -> Axis? {
    guard frames.count > 1, let first = frames.first else { return nil }
    var (lowX, highX) = (first.origin.x, first.origin.x)
    var (lowY, highY) = (first.origin.y, first.origin.y)
    for frame in frames {
      lowX = min(lowX, frame.origin.x)
      highX = max(highX, frame.origin.x)
      lowY = min(lowY, frame.origin.y)
      highY = max(highY, frame.origin.y)
    }
    return highX - lowX > highY - lowY ? .horizontal : .vertical
  }
}
