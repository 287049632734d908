public import ScrollModel

/// A rectangle in leading coordinates, by axis.
struct Viewport: Hashable, Sendable {
  var rect: Rect

  func low(_ axis: Axis) -> Double { axis == .vertical ? rect.origin.y : rect.origin.x }
  func length(_ axis: Axis) -> Double { rect.size.length(axis) }
  func high(_ axis: Axis) -> Double { low(axis) + length(axis) }
  func center(_ axis: Axis) -> Double { low(axis) + length(axis) / 2 }
}

extension ScrollEngine {
  /// What the frame shows, with what lies under bars.
  var visibleViewport: Viewport {
    Viewport(
      rect: Rect(
        x: offset(.horizontal), y: offset(.vertical), width: container.frame.width,
        height: container.frame.height))
  }

  /// What the frame shows within its insets.
  var unobscuredViewport: Viewport {
    let size = container.innerSize
    return Viewport(
      rect: Rect(
        x: offset(.horizontal) + container.start(.horizontal),
        y: offset(.vertical) + container.start(.vertical), width: size.width, height: size.height))
  }

  var visibilityViewport: Viewport {
    configuration.switches.visibilityViewport == .visibleRect
      ? visibleViewport : unobscuredViewport
  }

  var visibilityLens: VisibilityLens {
    VisibilityLens(visibilityViewport, mainAxis: content.mainAxis, configuration.switches)
  }

  /// Returns how much of the first target with an id is visible now; nil if there is none.
  public func visibleFraction(of id: TargetID) -> Double? {
    content.index(of: id, configuration.switches.optionalID).map {
      visibilityLens.fraction(of: content.rank(of: $0), in: content)
    }
  }

  /// The target that the position reports now: the nearest to the anchor among those in view.
  func reportedTarget(_ allows: (TargetID) -> Bool) -> TargetID? {
    let axis = content.mainAxis
    let viewport = unobscuredViewport
    let (low, high) = (viewport.low(axis), viewport.high(axis))
    let window = content.window(from: low, to: high, near: lastWindow)
    let isCandidate: (Int) -> Bool = { rank in
      content.overlaps(rank, from: low, to: high) && allows(content.ids[content.index(at: rank)])
    }
    let rank: Int?
    if let anchor = reportingAnchor {
      rank = bestRank(window, low + anchor * (high - low), anchor, isCandidate)
    } else if configuration.switches.nilAnchor == .mostArea {
      rank = largestRank(window, viewport, isCandidate)
    } else {
      rank = firstRank(window, isCandidate)
    }
    return rank.map { content.ids[content.index(at: $0)] }
  }

  /// The anchor along the main axis; nil where the nil anchor has a rule of its own.
  var reportingAnchor: Double? {
    if case .value = configuration.position, case .id(_, let anchor?) = position.kind {
      return content.mainAxis == .vertical ? anchor.y : anchor.x
    }
    if let anchor = configuration.positionAnchor {
      return content.mainAxis == .vertical ? anchor.y : anchor.x
    }
    return configuration.switches.nilAnchor == .nearestTop ? 0 : nil
  }

  /// The candidate whose anchor point is nearest; ties go to the earlier one in layout order (BIND-7).
  private func bestRank(
    _ window: Range<Int>, _ point: Double, _ anchor: Double, _ isCandidate: (Int) -> Bool
  ) -> Int? {
    var best: Int?
    var least = Double.infinity
    for rank in window where isCandidate(rank) {
      let distance = magnitude(content.point(at: rank, anchor: anchor) - point)
      let isEarlier = best.map { content.index(at: rank) < content.index(at: $0) } ?? true
      if distance < least || (distance == least && isEarlier) {
        least = distance
        best = rank
      }
    }
    return best
  }

  private func firstRank(_ window: Range<Int>, _ isCandidate: (Int) -> Bool) -> Int? {
    var first: Int?
    for rank in window where isCandidate(rank) {
      if content.isOrdered { return rank }
      if first.map({ content.index(at: rank) < content.index(at: $0) }) ?? true { first = rank }
    }
    return first
  }

  private func largestRank(
    _ window: Range<Int>, _ viewport: Viewport, _ isCandidate: (Int) -> Bool
  ) -> Int? {
    let cross: Axis = content.mainAxis == .vertical ? .horizontal : .vertical
    let lens = VisibilityLens(viewport, mainAxis: content.mainAxis, configuration.switches)
    var best: Int?
    var most = 0.0
    for rank in window where isCandidate(rank) {
      let along = content.end(at: rank) - content.start(at: rank)
      let area =
        lens.fraction(of: rank, in: content) * along * content.interval(at: rank, cross).length
      if area > most {
        most = area
        best = rank
      }
    }
    return best
  }
}
