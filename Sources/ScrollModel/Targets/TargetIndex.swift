/// The targets of a layout along one axis, sorted once and searched in logarithmic time.
///
/// Ranks count in the order of starts, equal starts in layout order; indices count in layout order.
/// Data of a search is contiguous, and arrays that most layouts do not need stay empty: memory
/// access dominates a decision among a million targets.
public struct TargetIndex: SortedSpans, Hashable, Sendable {
  private struct Span: Hashable {
    var start: Double
    var end: Double
  }

  private var spans: [Span] = []
  /// The running maxima of ends; empty if the ends of the targets already ascend.
  private var reaches: [Double] = []
  /// The indices by rank, and the ranks by index; empty if both are equal.
  private var indices: [Int] = []
  private var ranks: [Int] = []

  /// Creates an index of spans given in layout order; a length below zero counts as zero.
  public init(_ spans: [(start: Double, length: Double)]) {
    let isSorted = zip(spans, spans.dropFirst()).allSatisfy { $0.start <= $1.start }
    if !isSorted { sort(spans) }
    self.spans.reserveCapacity(spans.count)
    for rank in spans.indices {
      let span = spans[index(at: rank)]
      let end = span.start + (span.length > 0 ? span.length : 0)
      self.spans.append(Span(start: span.start + 0.0, end: end + 0.0))
    }
    noteReaches()
  }

  private mutating func sort(_ spans: [(start: Double, length: Double)]) {
    var order = Array(spans.indices)
    order.sort { first, second in
      let (a, b) = (spans[first].start, spans[second].start)
      return a < b || (a == b && first < second)
    }
    ranks = Array(repeating: 0, count: spans.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    indices = order
  }

  private mutating func noteReaches() {
    let isMonotone = zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.end }
    guard !isMonotone else { return }
    var reach = -Double.infinity
    reaches.reserveCapacity(spans.count)
    for span in spans {
      reach = span.end > reach ? span.end : reach
      reaches.append(reach)
    }
  }

  /// The number of targets.
  public var count: Int { spans.count }

  /// Returns the start of the target at a rank.
  public func start(at rank: Int) -> Double { spans[rank].start }

  /// Returns the end of the target at a rank.
  public func end(at rank: Int) -> Double { spans[rank].end }

  /// Returns the largest end of the targets up to a rank.
  public func reach(at rank: Int) -> Double { reaches.isEmpty ? spans[rank].end : reaches[rank] }

  /// Returns the layout index of a rank.
  public func index(at rank: Int) -> Int { indices.isEmpty ? rank : indices[rank] }

  /// Returns the rank of a layout index.
  public func rank(of index: Int) -> Int { ranks.isEmpty ? index : ranks[index] }
}
