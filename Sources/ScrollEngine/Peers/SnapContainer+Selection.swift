import ScrollModel

extension SnapContainer {
  /// Returns the resting offset of a scroll.
  public func select(_ intent: SnapIntent) -> SnapResult {
    switch intent {
    case .end(let place, let horizontal, let vertical):
      return select(
        .end(horizontal: horizontal, vertical: vertical, keepsTargets: false), held(place), .zero)
    case .step(let start, let way):
      return select(.step(onlyStops: false), start, way)
    case .fling(let start, let way):
      return select(.fling, start, way)
    case .relayout(let place):
      return select(
        .end(horizontal: true, vertical: true, keepsTargets: true), held(place), .zero)
    case .reveal(let id, let alignment, let start):
      return reveal(id, alignment, from: start)
    }
  }

  private func select(_ kind: SnapStrategy.Kind, _ start: Point, _ way: Vector) -> SnapResult {
    let end = Point(x: start.x + way.dx, y: start.y + way.dy)
    return select(SnapStrategy(kind: kind, current: start, way: way, end: end))
  }

  private func held(_ place: Point) -> Point {
    Point(x: clamped(place.x, 0, maximum.x), y: clamped(place.y, 0, maximum.y))
  }

  private func select(_ strategy: SnapStrategy) -> SnapResult {
    var result = SnapResult(kind: .none, offset: held(strategy.end))
    let axes = Axis.allCases.filter { strategy.snaps($0) && snaps($0) }
    var chosen = AxisPair<SnapCandidate?>(both: nil)
    for axis in axes { chosen[axis] = first(axis, strategy) }
    guard chosen.horizontal != nil || chosen.vertical != nil else {
      if axes.count == 2, strategy.kind != .fling, let place = offCorridor(strategy) {
        result.kind = .aligned
        result.offset = place
      }
      return result
    }
    if axes.count == 2 { reconcile(&chosen, strategy) }
    preferAlternatives(&chosen, strategy)
    return self.result(chosen, strategy)
  }

  /// Searches an axis again in two cases: its choice is not visible together with that of the other
  /// axis, or it had no candidate before the other axis moved.
  private func reconcile(_ chosen: inout AxisPair<SnapCandidate?>, _ strategy: SnapStrategy) {
    switch (chosen.horizontal, chosen.vertical) {
    case (let x?, nil): chosen.vertical = closest(.vertical, strategy, cross: x)
    case (nil, let y?): chosen.horizontal = closest(.horizontal, strategy, cross: y)
    case (let x?, let y?) where !x.isVisible(with: y, in: self):
      if axisToFollow(strategy, x, y) == .horizontal {
        chosen.vertical = closest(.vertical, strategy, cross: x)
      } else {
        chosen.horizontal = closest(.horizontal, strategy, cross: y)
      }
    default: break
    }
  }

  /// The result of the choice; an axis without one stays at the start of the scroll.
  private func result(
    _ chosen: AxisPair<SnapCandidate?>, _ strategy: SnapStrategy
  ) -> SnapResult {
    let (x, y) = (chosen.horizontal, chosen.vertical)
    let stay = held(strategy.current)
    let isCovered = (x == nil || x?.cover != nil) && (y == nil || y?.cover != nil)
    func kept(_ target: Int64?) -> Int64? { areas.contains { $0.id == target } ? target : nil }
    return SnapResult(
      kind: isCovered ? .covered : .aligned,
      offset: Point(x: x?.offset ?? stay.x, y: y?.offset ?? stay.y),
      horizontalTarget: x.map { $0.id } ?? kept(horizontalTarget),
      verticalTarget: y.map { $0.id } ?? kept(verticalTarget),
      horizontalCover: x?.cover, verticalCover: y?.cover,
      isStop: x?.isStop ?? false || y?.isStop ?? false)
  }

  /// The initial choice on an axis, with the other axis at its current offset.
  private func first(_ axis: Axis, _ strategy: SnapStrategy) -> SnapCandidate? {
    let crossAxis: Axis = axis == .horizontal ? .vertical : .horizontal
    let cross = SnapCandidate(
      offset: clamped(strategy.base(crossAxis), 0, maximum(crossAxis)), axis: crossAxis)
    if strategy.keepsTargets, let kept = target(axis, strategy, cross) { return kept }
    return closest(axis, strategy, cross: cross)
  }

  /// The position of the area that an axis was snapped to before a layout change.
  private func target(
    _ axis: Axis, _ strategy: SnapStrategy, _ cross: SnapCandidate
  ) -> SnapCandidate? {
    guard let id = target(axis),
      let area = areas.first(where: { $0.id == id && strategy.allows($0, axis) })
    else { return nil }
    let aligned = candidate(area, axis)
    guard edition == .current, area.span(axis).length >= portSpan(axis).length else {
      return aligned
    }
    return search(axis, strategy, cross: cross, within: area.span(axis)) ?? aligned
  }

  /// The area outside both corridors that needs the least scrolling, vertically first.
  private func offCorridor(_ strategy: SnapStrategy) -> Point? {
    var best: (x: Double, y: Double)?
    var place: Point?
    for area in areas where Axis.allCases.allSatisfy({ strategy.allows(area, $0) }) {
      let (x, y) = (candidate(area, .horizontal).offset, candidate(area, .vertical).offset)
      let (dx, dy) = (x - strategy.current.x, y - strategy.current.y)
      guard magnitude(dx) <= proximity(.horizontal), magnitude(dy) <= proximity(.vertical) else {
        continue
      }
      let distance = (
        x: beyond(dx, port.size.width), y: beyond(dy, port.size.height)
      )
      if best.map({ distance.y < $0.y || (distance.y == $0.y && distance.x < $0.x) }) ?? true {
        best = distance
        place = Point(x: x, y: y)
      }
    }
    return place
  }

  private func beyond(_ way: Double, _ length: Double) -> Double {
    way < 0 ? -way : max(0, way - length)
  }

  /// The axis that keeps its position if both positions are not visible together.
  private func axisToFollow(
    _ strategy: SnapStrategy, _ x: SnapCandidate, _ y: SnapCandidate
  ) -> Axis {
    guard strategy.keepsTargets else {
      let (dx, dy) = (x.offset - strategy.base(.horizontal), y.offset - strategy.base(.vertical))
      return magnitude(dx) <= magnitude(dy) ? .horizontal : .vertical
    }
    if horizontalTarget == nil { return .vertical }
    if verticalTarget == nil { return .horizontal }
    if x.hasFocus { return .horizontal }
    if y.hasFocus { return .vertical }
    return addressed != nil && x.id == addressed ? .horizontal : .vertical
  }

  /// Prefers an equally near area that is aligned on the other axis as well.
  private func preferAlternatives(
    _ chosen: inout AxisPair<SnapCandidate?>, _ strategy: SnapStrategy
  ) {
    for axis in [Axis.vertical, .horizontal] {
      let cross: Axis = axis == .horizontal ? .vertical : .horizontal
      guard let alternative = chosen[axis]?.alternative else { continue }
      let place = chosen[cross]?.offset ?? clamped(strategy.current(cross), 0, maximum(cross))
      if magnitude(place - alternative.crossOffset) <= PeerConstant.cssSnappedTolerance.value {
        chosen[axis]?.id = alternative.id
      }
    }
  }

  private func reveal(_ id: Int64, _ asked: SnapAlignment?, from start: Point) -> SnapResult {
    guard let area = areas.first(where: { $0.id == id }) else {
      return SnapResult(kind: .none, offset: held(start))
    }
    var place = AxisPair(start.x, start.y)
    var isOwn = false
    for axis in Axis.allCases {
      if area.alignment(axis) != .none {
        place[axis] = alignedOffset(area, axis, area.alignment(axis))
        isOwn = isOwn || snaps(axis)
      } else if let asked, asked != .none {
        place[axis] = alignedOffset(area, axis, asked)
      } else {
        place[axis] = nearest(area, axis, place[axis])
      }
    }
    let offset = Point(x: place.horizontal, y: place.vertical)
    // A scroll to an element that is no snap area ends like any scroll to a position.
    guard isOwn else { return select(.end(at: offset, horizontal: true, vertical: true)) }
    return SnapResult(
      kind: .aligned, offset: offset, horizontalTarget: area.horizontal == .none ? nil : id,
      verticalTarget: area.vertical == .none ? nil : id)
  }

  /// The smallest movement that shows an area.
  private func nearest(_ area: SnapArea, _ axis: Axis, _ offset: Double) -> Double {
    let low = alignedOffset(area, axis, .start)
    let high = alignedOffset(area, axis, .end)
    return clamped(offset, min(low, high), max(low, high))
  }
}
