import ScrollModel

/// The current layout of the content: ids, and spans along and across the main axis.
///
/// Coordinates are leading: x counts from the side where lines begin, so right-to-left layouts need
/// no special case elsewhere.
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
  /// Whether targets are disjoint and in order.
  private(set) var isDisjoint: Bool
  /// The extent of all targets across the main axis; nil unless all are in order, disjoint, and
  /// have length and breadth.
  ///
  /// Visibility then depends only on the outermost visible targets.
  let breadth: ClosedRange<Double>?
  private var fixed: TargetIndex
  /// Whether the content is a lazy stack, whose positions come from `extents`.
  ///
  /// This is a flag because reading an optional copies the references of its arrays.
  let isLazy: Bool
  private var extents: StackExtents
  private var actualLengths: [Double]
  private var crossStarts: [Double]
  private var crossLengths: [Double]
  private let names: IDIndex
  /// Whether the frame of each target of a recorded layout is an estimate; empty if none is.
  private let guessed: [Bool]
  /// The headers and footers that stay in view while their sections are (PIN-1).
  let sections: PinnedSections
  /// The targets along the other axis, where the view scrolls along both.
  private(set) var crossLine: CrossLine?
  /// Whether an id occurs more than once.
  var hasDuplicates: Bool { names.hasDuplicates }

  #if DEBUG
    /// Counts accesses to target positions, for the test of the computational cost.
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
  func span(at rank: Int) -> (start: Double, end: Double) {
    #if DEBUG
      tally?.count()
    #endif
    return isLazy ? extents.span(at: rank) : fixed.span(at: rank)
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

  /// Returns the range of ranks that contains all targets that overlap an interval, near another one.
  ///
  /// Inlined, so that a search neither copies the content nor asks for its kind at each step.
  @inline(__always) func window(
    from low: Double, to high: Double, near hint: Range<Int>
  ) -> Range<Int> {
    #if DEBUG
      if tally != nil { return searchedWindow(from: low, to: high, near: hint) }
    #endif
    return isLazy
      ? extents.window(from: low, to: high, near: hint)
      : fixed.window(from: low, to: high, near: hint)
  }

  #if DEBUG
    /// The same search through the positions that are counted.
    private func searchedWindow(
      from low: Double, to high: Double, near hint: Range<Int>
    ) -> Range<Int> {
      let first = firstRank(near: hint.lowerBound) { reach(at: $0) >= low }
      let last = firstRank(near: hint.upperBound) { start(at: $0) > high }
      return first < last ? first..<last : first..<first
    }
  #endif

  /// Creates content from targets in leading coordinates, in layout order.
  init(
    frames: [Rect], ids: [TargetID], size: Size, mainAxis: Axis, scrollsAcross: Bool = false,
    guessed: [Bool] = [], pinned: [(rank: Int, role: PinnedRole)] = []
  ) {
    self.guessed = guessed
    self.mainAxis = mainAxis
    self.size = Size(
      width: clamped(finite(size.width), 0, largestNumber),
      height: clamped(finite(size.height), 0, largestNumber))
    self.ids = ids
    let along = frames.map { $0.interval(mainAxis) }
    let across = frames.map { $0.interval(mainAxis == .vertical ? .horizontal : .vertical) }
    let fixed = TargetIndex(along)
    self.fixed = fixed
    sections = PinnedSections(
      pinned.map { (rank: fixed.rank(of: $0.rank), role: $0.role) }.sorted { $0.rank < $1.rank })
    crossLine = scrollsAcross ? CrossLine(across, ids) : nil
    isLazy = false
    extents = StackExtents(count: 0, spacing: 0, fallback: 0)
    crossStarts = across.map { $0.start }
    crossLengths = across.map { $0.length }
    actualLengths = []
    names = IDIndex(ids)
    isOrdered = true
    isDisjoint = true
    for rank in 0..<fixed.count {
      if fixed.index(at: rank) != rank { isOrdered = false }
      if rank > 0, fixed.start(at: rank) < fixed.reach(at: rank - 1) { isDisjoint = false }
    }
    breadth = isOrdered && isDisjoint ? Self.breadth(along, across) : nil
  }

  /// Creates a lazy stack in which some items have earlier measurements (LAZY-6).
  init(lazy layout: StackLayout, measured: [Double?]) {
    guessed = []
    sections = PinnedSections(layout.pinned)
    mainAxis = layout.axis
    ids = layout.ids
    actualLengths = layout.lengths
    crossStarts = layout.crossStarts
    crossLengths = layout.crossLengths
    var extents = StackExtents(
      count: ids.count, spacing: layout.spacing, fallback: layout.estimatedLength)
    for (index, length) in measured.prefix(ids.count).enumerated() {
      guard let length else { continue }
      extents.measure(index, as: length)
      if extents.measuredLength(index) != max(0, layout.lengths[index]) {
        extents.markOutdated(index)
      }
    }
    isLazy = true
    breadth = Self.breadth(lazy: layout)
    self.extents = extents
    fixed = TargetIndex([])
    size = .zero
    names = IDIndex(ids)
    isOrdered = true
    // With a negative spacing, neighbors overlap.
    isDisjoint = layout.spacing >= 0
    size = layout.size(length: finite(extents.total))
  }

  /// The extent of all targets across the axis; nil if one has no extent or an inexact length.
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

  /// The extent of all items of a lazy stack across it, under the same conditions.
  ///
  /// Positions change, so each length must be longer than a rounding error anywhere.
  private static func breadth(lazy layout: StackLayout) -> ClosedRange<Double>? {
    let least = 0.01
    guard layout.spacing >= 0, layout.estimatedLength >= least else { return nil }
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in layout.ids.indices {
      let (start, length) = (layout.crossStarts[index], layout.crossLengths[index])
      guard layout.lengths[index] >= least, length > 0, (start + length) - start == length else {
        return nil
      }
      low = min(low, start)
      high = max(high, start + length)
    }
    return low <= high ? low...high : nil
  }

  /// Returns the layout index of the first target that matches an id under the switch.
  func index(of id: TargetID, _ choice: OptionalIDChoice) -> Int? {
    if let index = names.index(of: id, in: ids) { return index }
    guard choice == .unwrap else { return nil }
    return names.index(of: TargetID(id.value, isOptional: !id.isOptional), in: ids)
  }

  /// Returns names of ascending members that identify them after an edit.
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

  /// Returns the named members in ascending order, without names that have no target.
  func members(named names: [TargetName]) -> [Int] {
    guard hasDuplicates else {
      return names.compactMap { name in
        name.occurrence == 0 ? self.names.index(of: name.id, in: ids) : nil
      }.sorted()
    }
    let wanted = Set(names)
    return named { wanted.contains($1) }.map { $0.index }
  }

  /// Returns the members whose ids are not among earlier ones; of equal ids, the later ones are
  /// new.
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

  /// Numbers the occurrences of each id, which distinguishes equal ids.
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

  /// Returns the ids of ascending members; a slice of all ids if the members are contiguous.
  func ids(of members: [Int]) -> ArraySlice<TargetID> {
    guard let first = members.first, let last = members.last else { return [] }
    guard last - first == members.count - 1 else { return members.map { ids[$0] }[...] }
    return ids[first...last]
  }

  /// Returns the interval of the target at a rank along an axis.
  func interval(at rank: Int, _ axis: Axis) -> (start: Double, length: Double) {
    if axis == mainAxis {
      let (start, end) = span(at: rank)
      return (start, end - start)
    }
    let index = index(at: rank)
    return (crossStarts[index], crossLengths[index])
  }

  /// Whether some frames are estimates that may be corrected.
  var hasGuesses: Bool { isLazy ? true : !guessed.isEmpty }

  /// Returns whether the frame of the target at a rank was measured.
  func isMeasured(at rank: Int) -> Bool {
    if isLazy { return extents.isMeasured(rank) }
    return guessed.isEmpty ? true : !guessed[index(at: rank)]
  }

  /// Returns the measured lengths of a lazy stack's items, in layout order.
  var measuredLengths: [Double?] {
    isLazy ? (0..<extents.count).map(extents.measuredLength) : []
  }

  /// Returns the first item of a window that needs measuring; nil without one.
  func firstToMeasure(_ window: Range<Int>) -> Int? {
    let first = extents.firstOutdated(in: window)
    return first < window.upperBound ? first : nil
  }

  /// Returns the first item of a window that needs no measuring; nil without one.
  func firstMeasured(_ window: Range<Int>) -> Int? {
    for index in window where extents.isCurrent(index) { return index }
    return nil
  }

  /// The number of items that are examined beyond the visible ones, so that the cost of a frame has a bound.
  private static let lookahead = 32

  /// Returns the first of the items that directly precede an index and move nothing when they become visible:
  /// `measured` without any measuring, `quiet` when they are measured.
  func unmovedItems(before index: Int) -> (measured: Int, quiet: Int) {
    let least = max(0, index - Self.lookahead)
    let measured = extents.currentStart(endingAt: least..<index)
    var quiet = measured
    while quiet > least, isQuiet(quiet - 1) { quiet -= 1 }
    return (measured, quiet)
  }

  /// Returns the end of such items from an index on.
  func unmovedItems(after index: Int) -> (measured: Int, quiet: Int) {
    let most = min(count, index + Self.lookahead)
    let measured = extents.firstOutdated(in: index..<most)
    var quiet = measured
    while quiet < most, isQuiet(quiet) { quiet += 1 }
    return (measured, quiet)
  }

  private func isQuiet(_ index: Int) -> Bool {
    extents.isCurrent(index) || extents.changesNothing(index, as: actualLengths[index])
  }

  /// Measures items, and updates the length of the content.
  mutating func measure(_ items: Range<Int>) {
    measureQuietly(items)
    noteLength()
  }

  /// Measures items that move nothing.
  mutating func measureQuietly(_ items: Range<Int>) {
    for index in items where !extents.isCurrent(index) {
      extents.measure(index, as: actualLengths[index])
    }
  }

  /// Measures lazy items again whose lengths changed since they were measured.
  mutating func remeasure(_ items: some Sequence<Int>) {
    guard isLazy else { return }
    for item in items where extents.isMeasured(item) && !extents.isCurrent(item) {
      extents.measure(item, as: actualLengths[item])
    }
    noteLength()
  }

  /// Resets all other lazy items to the mean length (LAZY-13).
  mutating func forgetMeasures(except items: [Int]) {
    guard isLazy, !items.isEmpty else { return }
    var fresh = StackExtents(count: extents.count, spacing: extents.spacing, fallback: 0)
    for item in items {
      guard let length = extents.measuredLength(item) else { continue }
      fresh.measure(item, as: length)
      if !extents.isCurrent(item) { fresh.markOutdated(item) }
    }
    extents = fresh
    noteLength()
  }

  private mutating func noteLength() {
    let total = finite(extents.total)
    size =
      mainAxis == .vertical
      ? Size(width: size.width, height: total) : Size(width: total, height: size.height)
  }
}

/// A target's id and the number of earlier targets with the same id.
struct TargetName: Hashable, Sendable {
  let id: TargetID
  let occurrence: Int
}

extension Rect {
  /// The extent along an axis, clamped to the engine's numeric range.
  fileprivate func interval(_ axis: Axis) -> (start: Double, length: Double) {
    let (start, length) = axis == .vertical ? (origin.y, size.height) : (origin.x, size.width)
    return (finite(start), clamped(finite(length), 0, largestNumber))
  }
}

#if DEBUG
  /// Counts accesses to targets; only one test at a time uses it.
  final class LookSummary: @unchecked Sendable, Hashable {
    private(set) var looks = 0

    func count() { looks += 1 }
    static func == (first: LookSummary, second: LookSummary) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
#endif
