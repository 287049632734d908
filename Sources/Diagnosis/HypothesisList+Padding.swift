import Analysis
import ScrollModel

/// A padding of a page's scroll snap that its rests imply under one alignment.
struct ImpliedPadding {
  /// The smallest padding with which rests at a common distance are aligned.
  var aligned: SnapPadding
  /// The smallest one with which items also fill the container where the other rests are; nil if
  /// no other padding is needed, or none is possible.
  var filled: SnapPadding?
}

extension HypothesisList {
  /// Returns the paddings that the rests imply under an alignment.
  func implied(by align: SnapAlignment) -> [ImpliedPadding] {
    guard let fraction = align.fraction else { return [] }
    return commonDistances(fraction).compactMap { distance in
      guard let padding = SnapPadding(moving: align, by: distance), isPossible(padding) else {
        return nil
      }
      return ImpliedPadding(aligned: padding, filled: filled(from: padding, align, fraction))
    }
  }

  /// The rests away from the ends of the range, with their layouts.
  private var free: [(decision: RestDecision, layout: LayoutSpans)] {
    decisions.compactMap { decision in
      guard !decision.isAtEnd(within: solver.tolerance), layouts.indices.contains(decision.layout)
      else { return nil }
      return (decision, layouts[decision.layout])
    }
  }

  /// The common distances of rests after the positions of an alignment, below 0 before them.
  ///
  /// It is that of most rests. Where long items may fill the container, fewer rests are aligned, and
  /// several distances are possible.
  private func commonDistances(_ fraction: Double) -> [Double] {
    let misses = misses(fraction, SnapPadding())
    guard misses.count >= 2 else { return [] }
    func near(_ miss: Double) -> Int {
      misses.count { ($0 - miss).magnitude <= solver.tolerance }
    }
    var found: [(distance: Double, count: Int)] = []
    for miss in misses.sorted() {
      let distance = miss.magnitude <= solver.tolerance ? 0 : (miss * 2).rounded() / 2
      guard !found.contains(where: { ($0.distance - distance).magnitude <= solver.tolerance })
      else { continue }
      found.append((distance, near(miss)))
    }
    found = found.sortedStably { $0.count > $1.count }
    if let first = found.first, first.count * 3 >= misses.count * 2 { return [first.distance] }
    guard hasLongItems else { return [] }
    return found.prefix(3).filter { $0.count >= 2 }.map(\.distance)
  }

  /// The distance of each free rest after the nearest position of an alignment.
  private func misses(_ fraction: Double, _ padding: SnapPadding) -> [Double] {
    var line = PlaceLine(.lists([]), layout: 0)
    var known: (layout: Int, axis: MainAxis)?
    return free.map { decision, layout in
      let axis = decision.axis
      if known.map({ $0.layout != decision.layout || axis.isLaidOut(unlike: $0.axis) }) ?? true {
        let room = padding.length(of: axis.inner)
        let places = zip(layout.starts, layout.ends).map { start, end in
          start + fraction * (end - start - room) - padding.start - axis.start
        }
        line = PlaceLine(.lists([places.sorted()]), layout: 0)
        known = (decision.layout, axis)
      }
      return decision.rest - line.place(line.nearest(to: decision.rest))
    }
  }

  /// Whether items have different lengths.
  var hasMixedLengths: Bool {
    guard let layout = layouts.last else { return false }
    let lengths = zip(layout.starts, layout.ends).map { $1 - $0 }
    guard let least = lengths.min(), let most = lengths.max() else { return false }
    return most - least > solver.tolerance
  }

  /// Whether an item is so long that it fills the container within a padding.
  private var hasLongItems: Bool {
    guard let layout = layouts.last, let axis = scene.axis else { return false }
    return zip(layout.starts, layout.ends).contains { $1 - $0 >= axis.inner * Self.leastRoom }
  }

  /// The smallest share of the container within its padding.
  private static let leastRoom = 0.6

  private func isPossible(_ padding: SnapPadding) -> Bool {
    guard let axis = scene.axis else { return false }
    return padding.length(of: axis.inner) >= axis.inner * Self.leastRoom
  }

  /// The smallest padding with which items fill the container at all rests that are not aligned.
  ///
  /// The padding at the aligned side is known; that of centered items is known but for a length that
  /// both sides have in addition.
  private func filled(
    from aligned: SnapPadding, _ align: SnapAlignment, _ fraction: Double
  ) -> SnapPadding? {
    var filled = aligned
    for ((decision, layout), miss) in zip(free, misses(fraction, aligned))
    where miss.magnitude > solver.tolerance {
      let (here, inner) = (decision.rest + decision.axis.start, decision.axis.inner)
      let needs = layout.ranks(startingBefore: here + inner).compactMap { rank in
        aligned.widened(
          align, start: layout.starts[rank] - here, end: here + inner - layout.ends[rank],
          within: solver.tolerance)
      }
      // Another cause explains a rest for which the padding would be too long.
      let possible = needs.filter(isPossible)
      guard let least = possible.min(by: { $0.sum < $1.sum }) else { continue }
      filled.start = max(filled.start, least.start)
      filled.end = max(filled.end, least.end)
    }
    guard filled != aligned else { return nil }
    // Most pages have the same padding on both sides.
    let side = max(aligned.start, aligned.end)
    if max(filled.start, filled.end) <= side { return SnapPadding(start: side, end: side) }
    return SnapPadding(start: filled.start.rounded(), end: filled.end.rounded())
  }
}

extension LayoutSpans {
  /// The last ranks that start before a place: only the last items can fill a view that ends there.
  fileprivate func ranks(startingBefore place: Double) -> Range<Int> {
    let end = starts.partitioningIndex { $0 >= place }
    return max(0, end - 8)..<end
  }
}

extension SnapPadding {
  /// The smallest padding that moves the positions of an alignment by a distance; nil if none does.
  init?(moving align: SnapAlignment, by distance: Double) {
    switch align {
    case .start where distance <= 0: self.init(start: 0 - distance)
    case .end where distance >= 0: self.init(end: distance)
    case .center:
      self.init(start: distance < 0 ? -2 * distance : 0, end: distance > 0 ? 2 * distance : 0)
    default: return nil
    }
  }

  var sum: Double { start + end }

  var isNone: Bool { self == SnapPadding() }

  /// Styles contain whole numbers of pixels.
  var fractionPrice: Double {
    start == start.rounded() && end == end.rounded() ? 0 : 3
  }

  /// Returns the padding with at least these lengths and the same positions of an alignment; nil if
  /// there is none.
  fileprivate func widened(
    _ align: SnapAlignment, start: Double, end: Double, within tolerance: Double
  ) -> SnapPadding? {
    switch align {
    case .none: return nil
    case .start:
      guard start <= self.start + tolerance else { return nil }
      return SnapPadding(start: self.start, end: max(self.end, end))
    case .end:
      guard end <= self.end + tolerance else { return nil }
      return SnapPadding(start: max(self.start, start), end: self.end)
    case .center:
      let more = max(0, start - self.start, end - self.end)
      return SnapPadding(start: self.start + more, end: self.end + more)
    }
  }
}
