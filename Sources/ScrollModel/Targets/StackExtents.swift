/// The items of a stack, some measured, the others of estimated length.
///
/// Measuring one item moves all later ones and changes the mean. Positions are therefore sums of three parts:
/// measured lengths, estimates, and spacing. `PrefixSums` has the measured part.
public struct StackExtents: SortedSpans, Hashable, Sendable {
  /// The measured lengths, and 0 for other items.
  private var lengths: [Double]
  private var sums: PrefixSums
  /// The items that are measured, and whose length has not changed since.
  private var current: MemberSet
  /// The length of unmeasured items: the mean of the measured ones.
  public private(set) var estimate: Double
  /// The distance between items.
  public let spacing: Double
  private var measuredLength = 0.0
  private var measuredCount = 0
  /// Whether all measured lengths are on the grid, so that sums are exact in any order.
  private var isExact = true
  /// Whether measuring an item of the estimated length changes no position and not the estimate.
  private var isEven: Bool

  /// Creates a stack of unmeasured items; `fallback` is their length until one is measured.
  public init(count: Int, spacing: Double, fallback: Double) {
    let count = count > 0 ? count : 0
    lengths = Array(repeating: 0, count: count)
    sums = PrefixSums(count: count)
    current = MemberSet(below: count)
    self.spacing = spacing
    estimate = fallback > 0 ? fallback : 0
    isEven = Self.isOnGrid(estimate)
  }

  /// The number of items.
  public var count: Int { lengths.count }

  /// The length of the whole stack.
  public var total: Double { count > 0 ? end(at: count - 1) : 0 }

  /// Returns whether an item has been measured.
  public func isMeasured(_ index: Int) -> Bool { sums.contains(index) }

  /// Returns the measured length of an item; nil if it is not measured.
  public func measuredLength(_ index: Int) -> Double? {
    isMeasured(index) ? lengths[index] : nil
  }

  /// Sets an item's length; a new measurement replaces the old one.
  public mutating func measure(_ index: Int, as length: Double) {
    let length = length > 0 ? length : 0
    let change = length - lengths[index]
    lengths[index] = length
    current.insert(index)
    measuredLength += change
    if sums.add(change, of: index) { measuredCount += 1 }
    estimate = measuredLength / Double(measuredCount)
    isExact = isExact && Self.isOnGrid(length)
    isEven =
      isExact && Self.isOnGrid(estimate) && estimate * Double(measuredCount) == measuredLength
  }

  /// Returns whether a length is a multiple of 1/1024 and below 2²⁰, so that a sum of a million is exact.
  private static func isOnGrid(_ length: Double) -> Bool {
    guard length >= 0, length < 1_048_576 else { return false }
    return Double(Int(length * 1024)) == length * 1024
  }

  // MARK: What is left to measure

  /// Returns whether an item is measured, and its length has not changed since.
  public func isCurrent(_ index: Int) -> Bool { current.contains(index) }

  /// Marks a measured item whose length has changed since.
  public mutating func markOutdated(_ index: Int) { current.remove(index) }

  /// Returns whether measuring an item, with this length, changes no position and not the estimate.
  public func changesNothing(_ index: Int, as length: Double) -> Bool {
    isEven && length == estimate && !isMeasured(index)
  }

  /// Returns the first item of a range that is not current; its end if all are.
  public func firstOutdated(in range: Range<Int>) -> Int { current.firstMissing(in: range) }

  /// Returns the start of the current items at the end of a range; its end if the last one is not current.
  public func currentStart(endingAt range: Range<Int>) -> Int { current.runStart(endingAt: range) }

  // MARK: Positions

  /// Returns the start of an item.
  public func start(at rank: Int) -> Double {
    let (sum, known) = sums.before(rank)
    return sum + Double(rank - known) * estimate + Double(rank) * spacing
  }

  /// Returns the end of an item.
  public func end(at rank: Int) -> Double { span(at: rank).end }

  /// Returns the start and the end of an item.
  public func span(at rank: Int) -> (start: Double, end: Double) {
    let start = start(at: rank)
    return (start, start + (isMeasured(rank) ? lengths[rank] : estimate))
  }

  /// Returns the end of an item: items of a stack do not overlap.
  public func reach(at rank: Int) -> Double { end(at: rank) }
}
