/// Searches for the targets nearest a point, outward from it.
extension SortedSpans {
  /// Returns the rank whose anchor point is nearest a point, and the distance of the runner-up.
  ///
  /// Only ranks that `allows` admits are considered. Ties go to the smaller rank, or to the larger
  /// if `prefersLater`. The search is fast if anchor points are sorted like starts: for anchor 0
  /// and for spans that do not overlap. Otherwise it examines all spans.
  public func nearest(
    to point: Double, anchor: Double, prefersLater: Bool = false, allows: (Int) -> Bool
  ) -> (rank: Int, distance: Double, next: (rank: Int, distance: Double)?)? {
    let middle = firstRank(near: rank(near: point)) {
      self.point(at: $0, anchor: anchor) >= point
    }
    var below = middle - 1
    var above = middle
    var best: (rank: Int, distance: Double)?
    while true {
      while below >= 0, !allows(below) { below -= 1 }
      while above < count, !allows(above) { above += 1 }
      guard below >= 0 || above < count else {
        return best.map { ($0.rank, $0.distance, nil) }
      }
      let down = below >= 0 ? point - self.point(at: below, anchor: anchor) : .infinity
      let up = above < count ? self.point(at: above, anchor: anchor) - point : .infinity
      let goesUp = up < down || (up == down && prefersLater)
      var found = goesUp ? (rank: above, distance: up) : (rank: below, distance: down)
      if !goesUp { found.rank = earliest(like: below, anchor: anchor, allows) }
      if let best {
        // Spans with the same anchor point are one candidate.
        let point = self.point(at: found.rank, anchor: anchor)
        if point != self.point(at: best.rank, anchor: anchor) {
          return (best.rank, best.distance, found)
        }
      } else {
        best = found
      }
      if goesUp { above += 1 } else { below -= 1 }
    }
  }

  private func earliest(like rank: Int, anchor: Double, _ allows: (Int) -> Bool) -> Int {
    let point = point(at: rank, anchor: anchor)
    var earliest = rank
    var place = rank - 1
    while place >= 0, self.point(at: place, anchor: anchor) == point {
      if allows(place) { earliest = place }
      place -= 1
    }
    return earliest
  }

  /// Returns the rank a number of distinct anchor points away, or the last one in that direction.
  public func stepped(
    from rank: Int, by steps: Int, forward: Bool, anchor: Double, allows: (Int) -> Bool
  ) -> Int {
    var current = rank
    var left = steps
    var place = rank
    var last = point(at: rank, anchor: anchor)
    while left > 0 {
      place += forward ? 1 : -1
      guard place >= 0, place < count else { return current }
      let here = point(at: place, anchor: anchor)
      guard here != last, allows(place) else { continue }
      last = here
      current = place
      left -= 1
    }
    return current
  }
}
