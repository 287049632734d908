import ScrollModel

/// The divergences of a comparison: all are counted, the worst are kept.
struct KeptDivergences: Sendable {
  /// The largest number that is kept.
  static let limit = 1000
  /// Marks a divergence whose first frame has not been compared yet.
  static let unnumbered: Int64 = -1

  /// The number of divergences.
  private(set) var count = 0
  private var kept: [Divergence] = []
  /// The severities of the kept ones, stored separately for the search of the smallest.
  private var severities: [Double] = []
  /// The index of the earliest one.
  private var earliest = 0
  /// The index of the least severe of the others, if already searched.
  private var least: Int?
  /// Indices of those without a frame number, possibly including replaced ones.
  private var unnumbered: [Int] = []

  /// Counts a divergence; the closure that describes it is only called if it is kept.
  ///
  /// A more severe divergence replaces the least severe kept one; the earliest is always kept.
  mutating func keep(_ severity: Double, from: TraceTime, _ divergence: () -> Divergence) {
    count += 1
    guard kept.count >= Self.limit else { return put(divergence(), severity, at: kept.count) }
    let place = least ?? leastKept
    least = place
    guard severity > severities[place] || from < kept[earliest].from else { return }
    put(divergence(), severity, at: place)
    least = nil
  }

  /// The index of the least severe kept divergence, except the earliest.
  private var leastKept: Int {
    var least = earliest == 0 ? 1 : 0
    for index in severities.indices
    where index != earliest && severities[index] < severities[least] {
      least = index
    }
    return least
  }

  private mutating func put(_ divergence: Divergence, _ severity: Double, at index: Int) {
    if divergence.firstFrame == Self.unnumbered { unnumbered.append(index) }
    if index < kept.count {
      kept[index] = divergence
      severities[index] = severity
    } else {
      kept.append(divergence)
      severities.append(severity)
    }
    if divergence.from < kept[earliest].from { earliest = index }
  }

  /// Assigns a frame number to divergences that began up to a time and have none; returns whether
  /// all have one now.
  mutating func number(_ number: Int64, until time: TraceTime) -> Bool {
    guard !unnumbered.isEmpty else { return true }
    unnumbered.removeAll { index in
      guard kept[index].firstFrame == Self.unnumbered else { return true }
      guard kept[index].from <= time else { return false }
      kept[index].firstFrame = number
      return true
    }
    return unnumbered.isEmpty
  }

  /// The kept divergences, worst first.
  var worstFirst: [Divergence] {
    var divergences = kept
    divergences.sortStably {
      $0.severity != $1.severity ? $0.severity > $1.severity : $0.from < $1.from
    }
    return divergences
  }
}
