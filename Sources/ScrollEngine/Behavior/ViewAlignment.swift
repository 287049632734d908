import ScrollModel

/// The choice of a target under view alignment (VAL-13 with the cap of VAL-15).
struct ViewAlignment {
  var limit: Int?
  var anchor: Double

  /// Targets longer than this many containers are no candidates (VAL-16).
  private static let longest = 1.1

  func decide(_ situation: AxisSituation, _ content: some AlignmentLine) -> AxisDecision {
    let end = situation.content - situation.container
    let t = situation.proposed
    let isInside = situation.isProposed(between: 0, and: end)
    guard isInside || limit != nil, content.count > 0 else { return .leftAlone(situation) }
    let allows = candidateTest(content, container: situation.container)
    guard let found = nearest(to: t, situation, content, allows) else {
      return .leftAlone(situation)
    }
    var rank = found.rank
    var rule = SettleRule.nearest
    if let limit, let original = nearest(to: situation.original, situation, content, allows) {
      let forward = situation.velocity > 0
      // From an end there is nothing to step to: only the limit counts there.
      if sharesPlace(rank, original.rank, content), situation.velocity != 0, isInside {
        rank = stepped(from: original.rank, by: 1, forward: forward, content, allows)
        rule = .stepped
      } else {
        let isAhead = point(rank, content) > point(original.rank, content)
        let farthest = stepped(
          from: original.rank, by: limit, forward: isAhead, content, allows)
        let isBeyond =
          isAhead
          ? point(rank, content) > point(farthest, content)
          : point(rank, content) < point(farthest, content)
        if isBeyond {
          rank = farthest
          rule = .limited
        }
      }
    }
    if !isInside, rule == .nearest { return .leftAlone(situation) }
    return decision(rank, rule, found, situation, content)
  }

  private func decision(
    _ rank: Int, _ rule: SettleRule,
    _ found: (rank: Int, distance: Double, next: (rank: Int, distance: Double)?),
    _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> AxisDecision {
    var candidates = [candidate(found.rank, found.distance, situation, content)]
    if let next = found.next {
      candidates.append(candidate(next.rank, next.distance, situation, content))
    }
    return AxisDecision(
      place: place(rank, situation, content), rule: rule, candidates: candidates,
      chosenID: content.id(at: rank), limit: limit,
      flipMargin: found.next.map { ($0.distance - found.distance) / 2 })
  }

  private func candidateTest(_ content: some AlignmentLine, container: Double) -> (Int) -> Bool {
    { content.end(at: $0) - content.start(at: $0) <= container * Self.longest }
  }

  private func nearest(
    to t: Double, _ situation: AxisSituation, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> (rank: Int, distance: Double, next: (rank: Int, distance: Double)?)? {
    let point = t + anchor * situation.container
    if isInOrder(content) {
      return content.nearest(to: point, anchor: anchor, prefersLater: true, allows: allows)
    }
    guard let best = scanned(to: point, besides: nil, content, allows) else { return nil }
    let taken = self.point(best.rank, content)
    return (best.rank, best.distance, scanned(to: point, besides: taken, content, allows))
  }

  /// Returns the rank whose anchor point is nearest a point, found by looking at all of them.
  private func scanned(
    to point: Double, besides taken: Double?, _ content: some AlignmentLine, _ allows: (Int) -> Bool
  ) -> (rank: Int, distance: Double)? {
    var best: (rank: Int, distance: Double)?
    for rank in 0..<content.count where allows(rank) {
      let here = self.point(rank, content)
      let distance = magnitude(here - point)
      if here == taken { continue }
      if let best, distance > best.distance { continue }
      // Ties go to the later point, as they do among targets in a row.
      if let best, distance == best.distance, here <= self.point(best.rank, content) { continue }
      best = (rank, distance)
    }
    return best
  }

  /// Returns the rank so many distinct anchor points away, as far as there are any.
  private func stepped(
    from rank: Int, by steps: Int, forward: Bool, _ content: some AlignmentLine,
    _ allows: (Int) -> Bool
  ) -> Int {
    if isInOrder(content) {
      return content.stepped(
        from: rank, by: steps, forward: forward, anchor: anchor, allows: allows)
    }
    var last = point(rank, content)
    let others = (0..<content.count).filter {
      let here = point($0, content)
      return (forward ? here > last : here < last) && allows($0)
    }
    let sorted = others.sortedStably { first, second in
      let (a, b) = (point(first, content), point(second, content))
      return forward ? a < b : a > b
    }
    var current = rank
    var left = steps
    for other in sorted where point(other, content) != last {
      guard left > 0 else { break }
      last = point(other, content)
      current = other
      left -= 1
    }
    return current
  }

  /// Whether anchor points are in the order of the targets: those of overlapping ones need not be.
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
    point(rank, content) - anchor * situation.container
  }

  private func candidate(
    _ rank: Int, _ distance: Double, _ situation: AxisSituation, _ content: some AlignmentLine
  ) -> SettleCandidate {
    SettleCandidate(
      id: content.id(at: rank), offset: place(rank, situation, content),
      distance: distance)
  }
}
