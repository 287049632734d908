import ScrollModel

/// The content as it is laid out now: ids, spans along the main axis and across it.
///
/// Coordinates are leading ones: x counts from the side where lines begin, so that right-to-left
/// layouts need no case of their own anywhere else.
struct ContentModel: Hashable, Sendable, AlignmentLine {
  /// The axis along which targets are sorted.
  private(set) var mainAxis: Axis
  /// The other axis.
  var crossAxis: Axis { mainAxis == .vertical ? .horizontal : .vertical }
  /// Size of the content.
  private(set) var size: Size
  /// The ids in layout order.
  private(set) var ids: [TargetID]
  /// Whether ranks are layout indices.
  private(set) var isOrdered: Bool
  /// Whether targets follow each other without overlapping.
  private(set) var isDisjoint: Bool
  /// Where targets lie across the main axis, if all are in order, apart, of some length and breadth, and laid
  /// out so that what a viewport shows of each is told by the outermost; nil otherwise.
  let breadth: ClosedRange<Double>?
  private var fixed: TargetIndex
  /// Whether the content is a lazy stack, whose positions come from `extents`.
  ///
  /// A flag and not an optional: reading through an optional copies the arrays' references each time.
  let isLazy: Bool
  private var extents: StackExtents
  private var actualLengths: [Double]
  private var crossStarts: [Double]
  private var crossLengths: [Double]
  private var firstIndices: [TargetID: Int]
  /// Which targets of a recorded layout have guessed frames, in layout order; empty if none has.
  private let guessed: [Bool]
  /// The targets along the other axis, where the view scrolls along both.
  private(set) var crossLine: CrossLine?
  /// Whether an id occurs more than once.
  private(set) var hasDuplicates: Bool

  #if DEBUG
    /// Counts how often a target's place is asked for, for the law of cost.
    var tally: LookSummary?
  #endif

  var count: Int { ids.count }
  func start(at rank: Int) -> Double {
    #if DEBUG
      tally?.count()
    #endif
    return isLazy ? extents.start(at: rank) : fixed.start(at: rank)
  }
  func end(at rank: Int) -> Double {
    #if DEBUG
      tally?.count()
    #endif
    return isLazy ? extents.end(at: rank) : fixed.end(at: rank)
  }
  func reach(at rank: Int) -> Double {
    #if DEBUG
      tally?.count()
    #endif
    return isLazy ? extents.end(at: rank) : fixed.reach(at: rank)
  }
  func id(at rank: Int) -> TargetID { ids[index(at: rank)] }
  func index(at rank: Int) -> Int { isLazy ? rank : fixed.index(at: rank) }
  func rank(of index: Int) -> Int { isLazy ? index : fixed.rank(of: index) }

  /// Creates content from targets in leading coordinates, in layout order.
  init(
    frames: [Rect], ids: [TargetID], size: Size, mainAxis: Axis, scrollsAcross: Bool = false,
    guessed: [Bool] = []
  ) {
    self.guessed = guessed
    self.mainAxis = mainAxis
    self.size = Size(
      width: clamped(finite(size.width), 0, largestNumber),
      height: clamped(finite(size.height), 0, largestNumber))
    self.ids = ids
    let along = frames.map { $0.interval(mainAxis) }
    let across = frames.map { $0.interval(mainAxis == .vertical ? .horizontal : .vertical) }
    fixed = TargetIndex(along)
    crossLine = scrollsAcross ? CrossLine(across, ids) : nil
    isLazy = false
    extents = StackExtents(count: 0, spacing: 0, fallback: 0)
    crossStarts = across.map { $0.start }
    crossLengths = across.map { $0.length }
    actualLengths = []
    firstIndices = [:]
    hasDuplicates = false
    isOrdered = true
    isDisjoint = true
    for rank in 0..<fixed.count {
      if fixed.index(at: rank) != rank { isOrdered = false }
      if rank > 0, fixed.start(at: rank) < fixed.reach(at: rank - 1) { isDisjoint = false }
    }
    breadth = isOrdered && isDisjoint ? Self.breadth(along, across) : nil
    noteIDs()
  }

  /// Creates a lazy stack of which the given items are measured, as they were then (LAZY-6).
  init(lazy layout: StackLayout, measured: [Double?]) {
    guessed = []
    mainAxis = layout.axis
    ids = layout.ids
    actualLengths = layout.lengths
    crossStarts = layout.crossStarts
    crossLengths = layout.crossLengths
    var extents = StackExtents(
      count: ids.count, spacing: layout.spacing, fallback: layout.estimatedLength)
    for (index, length) in measured.prefix(ids.count).enumerated() {
      if let length { extents.measure(index, as: length) }
    }
    isLazy = true
    breadth = nil
    self.extents = extents
    fixed = TargetIndex([])
    size = .zero
    firstIndices = [:]
    hasDuplicates = false
    isOrdered = true
    // A negative spacing lets neighbors overlap.
    isDisjoint = layout.spacing >= 0
    size = layout.size(length: finite(extents.total))
    noteIDs()
  }

  /// What targets of some length cover together across the axis; nil if one has no extent, or none that its
  /// ends tell exactly.
  private static func breadth(
    _ along: [(start: Double, length: Double)], _ across: [(start: Double, length: Double)]
  ) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for (span, width) in zip(along, across) {
      let end = width.start + width.length
      guard span.start + span.length > span.start, width.length > 0,
        end - width.start == width.length
      else { return nil }
      low = min(low, width.start)
      high = max(high, end)
    }
    return low <= high ? low...high : nil
  }

  private mutating func noteIDs() {
    firstIndices.reserveCapacity(ids.count)
    for (index, id) in ids.enumerated() {
      if firstIndices[id] == nil { firstIndices[id] = index } else { hasDuplicates = true }
    }
  }

  /// Returns the layout index of the first target an id names, as the switch compares ids.
  func index(of id: TargetID, _ choice: OptionalIDChoice) -> Int? {
    if let index = firstIndices[id] { return index }
    guard choice == .unwrap else { return nil }
    return firstIndices[TargetID(id.value, isOptional: !id.isOptional)]
  }

  /// Names members by their ids, so that they are found again after an edit; they have to ascend.
  func names(of members: [Int]) -> [TargetName] {
    guard hasDuplicates else {
      return members.compactMap {
        ids.indices.contains($0) ? TargetName(id: ids[$0], occurrence: 0) : nil
      }
    }
    var wanted = members[...]
    return named { index, _ in
      guard wanted.first == index else { return false }
      wanted.removeFirst()
      return true
    }.map { $0.name }
  }

  /// Returns the members that have names, ascending; names without a target are left out.
  func members(named names: [TargetName]) -> [Int] {
    guard hasDuplicates else {
      return names.compactMap { $0.occurrence == 0 ? firstIndices[$0.id] : nil }.sorted()
    }
    let wanted = Set(names)
    return named { wanted.contains($1) }.map { $0.index }
  }

  /// Returns the members whose ids are not among earlier ones; of equal ids the later are new.
  func newcomers(after earlier: [TargetID]) -> Set<Int> {
    var left: [TargetID: Int] = [:]
    for id in earlier { left[id, default: 0] += 1 }
    var found: Set<Int> = []
    for (index, id) in ids.enumerated() {
      if let count = left[id], count > 0 {
        left[id] = count - 1
      } else {
        found.insert(index)
      }
    }
    return found
  }

  /// Counts how often each id occurred before, which tells equal ids apart.
  private func named(
    where isWanted: (_ index: Int, _ name: TargetName) -> Bool
  ) -> [(index: Int, name: TargetName)] {
    var counts: [TargetID: Int] = [:]
    var found: [(index: Int, name: TargetName)] = []
    for (index, id) in ids.enumerated() {
      let name = TargetName(id: id, occurrence: counts[id, default: 0])
      counts[id] = name.occurrence + 1
      if isWanted(index, name) { found.append((index, name)) }
    }
    return found
  }

  /// Returns the ids of members that ascend, which is a part of all ids where they follow each other.
  func ids(of members: [Int]) -> ArraySlice<TargetID> {
    guard let first = members.first, let last = members.last else { return [] }
    guard last - first == members.count - 1 else { return members.map { ids[$0] }[...] }
    return ids[first...last]
  }

  /// Returns the interval of a rank along an axis.
  func interval(at rank: Int, _ axis: Axis) -> (start: Double, length: Double) {
    if axis == mainAxis {
      let start = start(at: rank)
      return (start, end(at: rank) - start)
    }
    let index = index(at: rank)
    return (crossStarts[index], crossLengths[index])
  }

  /// Whether frames of the content are guesses that may still be corrected.
  var hasGuesses: Bool { isLazy ? true : !guessed.isEmpty }

  /// Returns whether the frame of a rank was measured.
  func isMeasured(at rank: Int) -> Bool {
    if isLazy { return extents.isMeasured(rank) }
    return guessed.isEmpty ? true : !guessed[index(at: rank)]
  }

  /// Returns the lengths that a lazy stack's items were measured with, in layout order.
  var measuredLengths: [Double?] {
    isLazy ? (0..<extents.count).map(extents.measuredLength) : []
  }

  /// Returns whether a lazy item's length is a guess or out of date.
  func needsMeasuring(_ index: Int) -> Bool {
    guard isLazy, index < actualLengths.count else { return false }
    return extents.measuredLength(index) != max(0, actualLengths[index])
  }

  /// Measures those of some lazy items again whose lengths changed since they were measured.
  mutating func remeasure(_ items: some Sequence<Int>) {
    for item in items where extents.isMeasured(item) && needsMeasuring(item) { measure(item) }
  }

  /// Counts all lazy items but the given ones as the mean again (LAZY-13).
  mutating func forgetMeasures(except items: [Int]) {
    guard isLazy, !items.isEmpty else { return }
    var fresh = StackExtents(count: extents.count, spacing: extents.spacing, fallback: 0)
    for item in items {
      if let length = extents.measuredLength(item) { fresh.measure(item, as: length) }
    }
    extents = fresh
    noteLength()
  }

  /// Measures a lazy item.
  mutating func measure(_ index: Int) {
    guard isLazy, index < actualLengths.count else { return }
    extents.measure(index, as: actualLengths[index])
    noteLength()
  }

  private mutating func noteLength() {
    let total = finite(extents.total)
    size =
      mainAxis == .vertical
      ? Size(width: size.width, height: total) : Size(width: total, height: size.height)
  }
}

/// A target's id and how many targets before it have the same.
struct TargetName: Hashable, Sendable {
  let id: TargetID
  let occurrence: Int
}

extension Rect {
  /// The extent along an axis, held to what the engine computes with.
  fileprivate func interval(_ axis: Axis) -> (start: Double, length: Double) {
    let (start, length) = axis == .vertical ? (origin.y, size.height) : (origin.x, size.width)
    return (finite(start), clamped(finite(length), 0, largestNumber))
  }
}

#if DEBUG
  /// How often targets were looked at; one test at a time holds it.
  final class LookSummary: @unchecked Sendable, Hashable {
    private(set) var looks = 0

    func count() { looks += 1 }
    static func == (first: LookSummary, second: LookSummary) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
#endif
