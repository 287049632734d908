/// The targets of a layout along one axis, sorted once and searched in logarithmic time.
///
/// Ranks count in the order of starts, equal starts in layout order; indices count in layout order.
public struct TargetIndex: SortedSpans, Hashable, Sendable {
  private var starts: [Double] = []
  private var ends: [Double] = []
  private var reaches: [Double] = []
  private var indices: [Int] = []
  private var ranks: [Int] = []

  /// Creates an index of spans given in layout order; a length below zero counts as zero.
  public init(_ spans: [(start: Double, length: Double)]) {
    indices = Array(spans.indices)
    let isSorted = zip(spans, spans.dropFirst()).allSatisfy { $0.start <= $1.start }
    if !isSorted {
      indices.sort { first, second in
        let (a, b) = (spans[first].start, spans[second].start)
        return a < b || (a == b && first < second)
      }
    }
    ranks = Array(repeating: 0, count: spans.count)
    starts.reserveCapacity(spans.count)
    ends.reserveCapacity(spans.count)
    reaches.reserveCapacity(spans.count)
    var reach = -Double.infinity
    for (rank, index) in indices.enumerated() {
      ranks[index] = rank
      let span = spans[index]
      let end = span.start + (span.length > 0 ? span.length : 0)
      reach = end > reach ? end : reach
      starts.append(span.start + 0.0)
      ends.append(end + 0.0)
      reaches.append(reach + 0.0)
    }
  }

  /// How many targets there are.
  public var count: Int { starts.count }

  /// Returns where the target of a rank starts.
  public func start(at rank: Int) -> Double { starts[rank] }

  /// Returns where the target of a rank ends.
  public func end(at rank: Int) -> Double { ends[rank] }

  /// Returns the largest end of the targets up to a rank.
  public func reach(at rank: Int) -> Double { reaches[rank] }

  /// Returns the layout index of a rank.
  public func index(at rank: Int) -> Int { indices[rank] }

  /// Returns the rank of a layout index.
  public func rank(of index: Int) -> Int { ranks[index] }
}
