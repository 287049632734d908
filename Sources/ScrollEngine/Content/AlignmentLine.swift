import ScrollModel

/// The targets along one axis that view alignment chooses from.
protocol AlignmentLine: SortedSpans {
  /// Whether targets are disjoint and in order.
  var isDisjoint: Bool { get }
  /// Returns the id of the target at a rank.
  func id(at rank: Int) -> TargetID
}

/// The targets of a content along its cross axis.
struct CrossLine: Hashable, Sendable, AlignmentLine {
  private let index: TargetIndex
  private let ids: [TargetID]
  let isDisjoint: Bool

  init(_ spans: [(start: Double, length: Double)], _ ids: [TargetID]) {
    let index = TargetIndex(spans)
    self.index = index
    self.ids = ids
    isDisjoint = (0..<index.count).dropFirst().allSatisfy {
      index.start(at: $0) >= index.reach(at: $0 - 1)
    }
  }

  var count: Int { index.count }
  func start(at rank: Int) -> Double { index.start(at: rank) }
  func end(at rank: Int) -> Double { index.end(at: rank) }
  func reach(at rank: Int) -> Double { index.reach(at: rank) }
  func id(at rank: Int) -> TargetID { ids[index.index(at: rank)] }
}
