import ScrollModel

/// The choice of a target under view alignment (VAL-13, with the limit of VAL-15).
struct ViewAlignment {
  var limit: Int?
  var anchor: Double
  /// The largest distance of a target from the proposed position; nil without a limit.
  var reach: Double?

  /// Largest length of a candidate, in containers (VAL-16).
  private static let longest = 1.1

  func decide(_ situation: AxisSituation, _ content: some AlignmentLine) -> AxisDecision {
    guard let choice = choose(situation, content) else { return .leftAlone(situation) }
    let found = choice.found
    var candidates = [candidate(found.rank, found.distance, situation, content)]
    if let next = found.next {
      candidates.append(candidate(next.rank, next.distance, situation, content))
    }
    let chosen = place(choice.rank, situation, content)
    return AxisDecision(
      place: chosen, rule: choice.rule, candidates: candidates,
      chosenID: content.id(at: choice.rank), limit: limit,
      flipMargin: situation.flipMargin(of: chosen, ways(choice, situation, content)) {
        choose($0, content).map { place($0.rank, situation, content) } ?? $0.proposed
      })
  }

  /// A chosen target, and the target that the limit counts from.
  private struct Choice {
    var rank: Int
    var rule = SettleRule.nearest
    var found: (rank: Int, distance: Double, next: (rank: Int, distance: Double)?)
    /// The target nearest the start of the gesture, if the limit counts from there.
    var original: Int?
  }

  /// Returns the target that view alignment chooses; nil if the proposal is unchanged.
  private func choose(_ situation: AxisSituation, _ content: some AlignmentLine) -> Choice? {
    let end = situation.content - situation.container
    let isInside = situation.isProposed(between: 0, and: end)
    guard isInside || limit != nil, content.count > 0 else { return nil }
    let allows = candidateTest(content, container: situation.container)
    guard let found = nearest(to: situation.proposed, situation, content, allows) else {
      return nil
    }
    var choice = Choice(rank: found.rank, found: found)
    if let limit, let original = nearest(to: situation.original, situation, content, allows)?.rank {
      choice.original = original
      let forward = situation.velocity > 0
      // There is no next target beyond an end: only the limit applies there.
      if sharesPlace(found.rank, original, content), situation.velocity != 0, isInside {
        choice.rank = stepped(from: original, by: 1, forward: forward, content, allows)
        choice.rule = .stepped
      } else {
        let reached = isInside ? found.rank : outermost(situation, content, allows) ?? found.rank
        let isAhead = point(reached, content) > point(original, content)
        let farthest = stepped(from: original, by: limit, forward: isAhead, content, allows)
        let isBeyond =
          isAhead
          ? point(reached, content) > point(farthest, content)
          : point(reached, content) < point(farthest, content)
        if isBeyond, isInside || isShort(farthest, situation, content) {
          choice.rank = farthest
          choice.rule = .limited
        }
      }
    }
    guard isInside || choice.rule != .nearest else { return nil }
    let way = magnitude(place(choice.rank, situation, content) - situation.proposed)
    return reach.map({ way > $0 }) ?? false ? nil : choice
  }

  /// The last target in the direction of the end at which the proposed position is: all others are
  /// passed.
  private func outermost(
    _ situation: AxisSituation, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> Int? {
    let isEnd = situation.proposed > situation.original
    let ranks = 0..<content.count
    guard isInOrder(content) else {
      return ranks.filter(allows).max {
        isEnd
          ? point($0, content) < point($1, content) : point($0, content) > point($1, content)
      }
    }
    return isEnd ? ranks.last(where: allows) : ranks.first(where: allows)
  }

  /// Whether content aligned with a target stops before the end at which the proposed position is.
  private func isShort(
    _ rank: Int, _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> Bool {
    let left = situation.proposed - place(rank, situation, content)
    return situation.proposed > situation.original
      ? left > AxisSituation.rounding : left < -AxisSituation.rounding
  }

  /// Returns the distances that the proposed position may move before another target is chosen.
  ///
  /// A target is chosen while it is the nearest within reach. The next target in the direction of
  /// the release is also chosen at the start of the gesture. The last target within the limit is
  /// chosen from all positions beyond it.
  private func ways(
    _ choice: Choice, _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> FlipWays {
    let allows = candidateTest(content, container: situation.container)
    let aim = situation.proposed + situation.alignedPoint(anchor)
    func isReached(in steps: Int, forward: Bool) -> Bool {
      guard let original = choice.original else { return false }
      let farthest = stepped(from: original, by: steps, forward: forward, content, allows)
      return sharesPlace(farthest, choice.rank, content)
        && !sharesPlace(farthest, original, content)
    }
    func way(forward: Bool) -> Double? {
      let turn = turn(forward: forward)
      guard let reach else { return turn }
      let way = place(choice.rank, situation, content) - situation.proposed
      return min(turn ?? .infinity, reach + (forward ? way : -way))
    }
    func turn(forward: Bool) -> Double? {
      var outermost = choice.rank
      if let limit, isReached(in: limit, forward: forward) { return nil }
      let comesFromOriginal = forward ? situation.velocity < 0 : situation.velocity > 0
      if comesFromOriginal, isReached(in: 1, forward: !forward), let original = choice.original {
        outermost = original
      }
      let next = stepped(from: outermost, by: 1, forward: forward, content, allows)
      guard !sharesPlace(next, outermost, content) else { return nil }
      let sum = point(next, content) - aim + (point(outermost, content) - aim)
      return (forward ? sum : -sum) / 2
    }
    return FlipWays(back: way(forward: false), ahead: way(forward: true))
  }

  private func candidateTest(_ content: some AlignmentLine, container: Double) -> (Int) -> Bool {
    { content.end(at: $0) - content.start(at: $0) <= container * Self.longest }
  }

  private func nearest(
    to t: Double, _ situation: AxisSituation, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> (rank: Int, distance: Double, next: (rank: Int, distance: Double)?)? {
    let point = t + situation.alignedPoint(anchor)
    if isInOrder(content) {
      return content.nearest(to: point, anchor: anchor, prefersLater: true, allows: allows)
    }
    guard let best = scanned(to: point, besides: nil, content, allows) else { return nil }
    let taken = self.point(best.rank, content)
    return (best.rank, best.distance, scanned(to: point, besides: taken, content, allows))
  }

  /// Returns the rank whose anchor point is nearest a point, by a linear search.
  private func scanned(
    to point: Double, besides taken: Double?, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> (rank: Int, distance: Double)? {
    var best: (rank: Int, distance: Double)?
    for rank in 0..<content.count where allows(rank) {
      let here = self.point(rank, content)
      let distance = magnitude(here - point)
      if here == taken { continue }
      if let best, distance > best.distance { continue }
      // Ties go to the later point, as for sorted targets.
      if let best, distance == best.distance, here <= self.point(best.rank, content) { continue }
      best = (rank, distance)
    }
    return best
  }

  /// Returns the rank a number of distinct anchor points away, or the last one in that direction.
  private func stepped(
    from rank: Int, by steps: Int, forward: Bool, _ content: some AlignmentLine,
    _ allows: (Int) -> Bool
  ) -> Int {
    if isInOrder(content) {
      return content.stepped(
        from: rank, by: steps, forward: forward, anchor: anchor, allows: allows)
    }
    var current = rank
    for _ in 0..<steps {
      guard let next = scanned(from: current, forward: forward, content, allows) else { break }
      current = next
    }
    return current
  }

  /// Returns the rank with the next anchor point in a direction, by a linear search.
  private func scanned(
    from rank: Int, forward: Bool, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> Int? {
    let last = point(rank, content)
    var next: Int?
    for other in 0..<content.count where allows(other) {
      let here = point(other, content)
      guard forward ? here > last : here < last else { continue }
      let best = next.map { point($0, content) }
      if best.map({ forward ? here < $0 : here > $0 }) ?? true { next = other }
    }
    return next
  }

  /// Whether anchor points are sorted; those of overlapping targets may not be.
  private func isInOrder(_ content: some AlignmentLine) -> Bool {
    anchor == 0 || content.isDisjoint
  }

  private func point(_ rank: Int, _ content: some AlignmentLine) -> Double {
    content.point(at: rank, anchor: anchor)
  }

  private func sharesPlace(_ first: Int, _ second: Int, _ content: some AlignmentLine) -> Bool {
    point(first, content) == point(second, content)
  }

  private func place(
    _ rank: Int, _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> Double {
    point(rank, content) - situation.alignedPoint(anchor)
  }

  private func candidate(
    _ rank: Int, _ distance: Double, _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> SettleCandidate {
    SettleCandidate(
      id: content.id(at: rank), offset: place(rank, situation, content),
      distance: distance)
  }
}
