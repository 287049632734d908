import ScrollModel

/// The layout indices of ids: of equal ids, the first one's.
///
/// The ids of most lists are ascending integers, which a bisection finds. Other ids need a table. A table of ten
/// thousand ids takes as long as the replay of ten thousand frames.
struct IDIndex: Hashable, Sendable {
  /// Whether an id occurs more than once.
  private(set) var hasDuplicates = false
  private var isAscending = false
  private var firstIndices: [TargetID: Int] = [:]

  init(_ ids: [TargetID]) {
    isAscending = Self.ascend(ids)
    guard !isAscending else { return }
    firstIndices.reserveCapacity(ids.count)
    for (index, id) in ids.enumerated() {
      if firstIndices[id] == nil { firstIndices[id] = index } else { hasDuplicates = true }
    }
  }

  /// Whether ids are integers of one type in ascending order.
  private static func ascend(_ ids: [TargetID]) -> Bool {
    guard let first = ids.first else { return true }
    var last: Int64?
    for place in ids.indices {
      guard case .int(let number) = ids[place].value, ids[place].isOptional == first.isOptional
      else { return false }
      if let last, number <= last { return false }
      last = number
    }
    return true
  }

  /// Returns the index of an id; nil if no target has it.
  ///
  /// The ids must be those of the initializer.
  func index(of id: TargetID, in ids: [TargetID]) -> Int? {
    guard isAscending else { return firstIndices[id] }
    guard case .int(let wanted) = id.value, case .int(let first)? = ids.first?.value else {
      return nil
    }
    // Most ids have no gaps: a bisection of a million would read twenty distant places.
    let (guess, overflows) = wanted.subtractingReportingOverflow(first)
    if !overflows, let place = Int(exactly: guess), ids.indices.contains(place), ids[place] == id {
      return place
    }
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = low + (high - low) / 2
      guard case .int(let number) = ids[middle].value else { return nil }
      if number < wanted { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }
}
