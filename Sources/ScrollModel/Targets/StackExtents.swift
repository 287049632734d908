/// The items of a stack, some measured, the others of estimated length.
///
/// Measuring one item moves all later ones and changes the mean. Positions are therefore sums over
/// a binary indexed tree: measuring and lookup both take logarithmic time.
public struct StackExtents: SortedSpans, Hashable, Sendable {
  private var lengths: [Double]
  private var measured: [Bool]
  private var lengthTree: [Double]
  private var countTree: [Int]
  /// The distance between items.
  public let spacing: Double
  private let fallback: Double
  private var measuredLength = 0.0
  private var measuredCount = 0

  /// Creates a stack of unmeasured items; `fallback` is their length until one is measured.
  public init(count: Int, spacing: Double, fallback: Double) {
    let count = count > 0 ? count : 0
    lengths = Array(repeating: 0, count: count)
    measured = Array(repeating: false, count: count)
    lengthTree = Array(repeating: 0, count: count + 1)
    countTree = Array(repeating: 0, count: count + 1)
    self.spacing = spacing
    self.fallback = fallback > 0 ? fallback : 0
  }

  /// The number of items.
  public var count: Int { lengths.count }

  /// The length of unmeasured items: the mean of the measured ones.
  public var estimate: Double {
    measuredCount > 0 ? measuredLength / Double(measuredCount) : fallback
  }

  /// The length of the whole stack.
  public var total: Double { count > 0 ? end(at: count - 1) : 0 }

  /// Returns whether an item has been measured.
  public func isMeasured(_ index: Int) -> Bool { measured[index] }

  /// Returns the measured length of an item; nil if it is not measured.
  public func measuredLength(_ index: Int) -> Double? { measured[index] ? lengths[index] : nil }

  /// Sets an item's length; a new measurement replaces the old one.
  public mutating func measure(_ index: Int, as length: Double) {
    let length = length > 0 ? length : 0
    let change = length - (measured[index] ? lengths[index] : 0)
    let isNew = !measured[index]
    lengths[index] = length
    measured[index] = true
    measuredLength += change
    if isNew { measuredCount += 1 }
    var node = index + 1
    while node <= count {
      lengthTree[node] += change
      if isNew { countTree[node] += 1 }
      node += node & -node
    }
  }

  /// Returns the start of an item.
  public func start(at rank: Int) -> Double {
    var sum = 0.0
    var known = 0
    var node = rank
    while node > 0 {
      sum += lengthTree[node]
      known += countTree[node]
      node -= node & -node
    }
    return sum + Double(rank - known) * estimate + Double(rank) * spacing
  }

  /// Returns the end of an item.
  public func end(at rank: Int) -> Double {
    start(at: rank) + (measured[rank] ? lengths[rank] : estimate)
  }

  /// Returns the end of an item: items of a stack do not overlap.
  public func reach(at rank: Int) -> Double { end(at: rank) }
}
