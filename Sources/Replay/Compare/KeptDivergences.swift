import ScrollModel

/// The divergences of a comparison: all are counted, the worst are kept.
struct KeptDivergences: Sendable {
  /// How many are kept.
  static let limit = 1000
  /// The number of a first frame that has not been compared yet.
  static let unnumbered: Int64 = -1

  /// How many there were.
  private(set) var count = 0
  private var kept: [Divergence] = []
  /// The severities of the kept ones, apart: the least of them is looked for often.
  private var severities: [Double] = []
  /// Which of them is the first in time.
  private var earliest = 0
  /// Which of the others is the least, once it was looked for.
  private var least: Int?
  /// Those whose first frame has no number, and perhaps some that gave way since.
  private var unnumbered: [Int] = []

  /// Counts a divergence; what nobody will read is not put into words.
  ///
  /// Where there are more than are kept, the least of them gives way to a worse one; the first in time
  /// stays.
  mutating func keep(_ severity: Double, from: TraceTime, _ divergence: () -> Divergence) {
    count += 1
    guard kept.count >= Self.limit else { return put(divergence(), severity, at: kept.count) }
    let place = least ?? leastKept
    least = place
    guard severity > severities[place] || from < kept[earliest].from else { return }
    put(divergence(), severity, at: place)
    least = nil
  }

  /// The least of the kept divergences, the first in time left out.
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

  /// Gives those that began up to a moment and have none the number of their first frame; returns whether
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

  /// The kept ones, worst first.
  var worstFirst: [Divergence] {
    var divergences = kept
    divergences.sortStably {
      $0.severity != $1.severity ? $0.severity > $1.severity : $0.from < $1.from
    }
    return divergences
  }
}
