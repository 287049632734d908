public import ScrollModel

/// The targets of the current layout, numbered three ways.
///
/// An *index* counts in layout order, a *rank* in the order of starts along the main axis; both hold
/// until the next layout. A *handle* stays with an id for the whole pass, so that what is remembered
/// about a target survives new layouts without a dictionary per frame. Of equal ids each occurrence
/// has its own handle.
public struct ViewStateTargets: Sendable {
  /// The axis along which targets are sorted.
  public private(set) var mainAxis: Axis
  /// Counts layouts and edits.
  public private(set) var generation = 0
  /// Whether a layout is known at all.
  public private(set) var isKnown = false
  /// Whether targets follow each other along the main axis without overlapping.
  public private(set) var isDisjoint = true
  /// Whether the layout was made from an edit, with guessed frames, rather than recorded.
  public private(set) var isInferred = false
  /// The handles in layout order.
  public internal(set) var handles: [Int] = []
  var frames: [Rect] = []
  var estimates: [Bool] = []
  var names = TargetIndexTable()
  private var spans = TargetIndex([])
  private var places: [Int] = []
  private let axes: ScrollAxes?

  /// Creates targets of which there are none; `moved` counts until axes or a layout say more.
  init(axes: ScrollAxes?, moved: Axis? = nil) {
    self.axes = axes
    mainAxis = axes?.main ?? moved ?? .vertical
  }

  /// Whether the view is known to scroll along both axes.
  var scrollsBothWays: Bool { axes == .both }

  /// How many targets there are.
  public var count: Int { handles.count }

  /// How many handles were given out so far: all are below.
  public var handleCount: Int { names.count }

  /// Returns the id of a handle.
  public func id(of handle: Int) -> TargetID { names.ids[handle] }

  /// Returns the handle of an id's first occurrence, if the pass has seen one.
  public func handle(of id: TargetID) -> Int? { names.first(of: id) }

  /// Returns the layout index that a handle has now; nil for a target that is not in the layout.
  public func index(of handle: Int) -> Int? {
    guard handle >= 0, handle < places.count, places[handle] >= 0 else { return nil }
    return places[handle]
  }

  /// Returns the frame of the target at a layout index, in content coordinates.
  public func frame(at index: Int) -> Rect { frames[index] }

  /// Returns whether a lazy stack guessed the frame at a layout index.
  public func isEstimated(at index: Int) -> Bool { estimates[index] }

  /// Whether any frame is a guess.
  public var hasEstimates: Bool { estimates.contains(true) }

  /// Returns the layout index of a rank.
  public func index(at rank: Int) -> Int { spans.index(at: rank) }

  /// Returns the rank of a layout index.
  public func rank(of index: Int) -> Int { spans.rank(of: index) }

  /// The spans along the main axis by rank, for searches.
  public var index: TargetIndex { spans }

  /// Returns where the target of a rank starts along the main axis.
  public func start(atRank rank: Int) -> Double { spans.start(at: rank) }

  /// Returns the largest end of the targets up to a rank.
  public func reach(atRank rank: Int) -> Double { spans.reach(at: rank) }

  /// Returns the ranks that may overlap an interval of the main axis; no target outside does.
  public func window(from low: Double, to high: Double) -> Range<Int> {
    spans.window(from: low, to: high)
  }

  /// Returns the same, quickly if the answer is near a hint.
  func window(near hint: Range<Int>, from low: Double, to high: Double) -> Range<Int> {
    let first = boundary(near: hint.lowerBound) { spans.reach(at: $0) >= low }
    let last = boundary(near: hint.upperBound) { spans.start(at: $0) > high }
    return first < last ? first..<last : first..<first
  }

  /// Returns the first rank for which a condition holds that holds for all ranks after it.
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
  /// Takes a layout.
  mutating func lay(out layout: Layout) {
    let old = handles
    names.begin()
    handles.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    estimates.removeAll(keepingCapacity: true)
    for (index, target) in layout.targets.enumerated() {
      let hint = index < old.count ? old[index] : nil
      handles.append(names.handle(of: target.id, hint: hint))
      frames.append(target.frame)
      estimates.append(target.isEstimated)
    }
    if axes == nil { mainAxis = Self.mainAxis(of: frames) ?? mainAxis }
    settle(isInferred: false)
  }

  /// Numbers the targets anew.
  mutating func settle(isInferred: Bool) {
    isKnown = true
    self.isInferred = isInferred
    generation &+= 1
    let axis = mainAxis
    spans = TargetIndex(frames.map { ($0.start(axis), $0.length(axis)) })
    isDisjoint = true
    for rank in 0..<spans.count where rank > 0 && spans.start(at: rank) < spans.reach(at: rank - 1)
    {
      isDisjoint = false
    }
    for place in places.indices { places[place] = -1 }
    while places.count < names.count { places.append(-1) }
    for (index, handle) in handles.enumerated() { places[handle] = index }
  }

  /// The axis along which targets lie farther apart, where it is not known.
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
