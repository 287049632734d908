import ScrollModel

/// A snap position of one axis.
struct SnapCandidate {
  /// An equally well aligned area, used if it is aligned on the cross axis too.
  struct Alternative {
    var id: Int64
    var rect: Rect
    var crossOffset: Double
  }

  var offset: Double
  var axis: Axis
  var rect: Rect?
  var id: Int64?
  var hasFocus = false
  var cover: SnapSpan?
  var alternative: Alternative?
  /// Whether another position would be better, but the scroll must not pass this one.
  var isStop = false

  /// The offsets on the other axis at which the area is visible.
  func visibleOffsets(in container: SnapContainer) -> SnapSpan {
    let cross: Axis = axis == .horizontal ? .vertical : .horizontal
    let limit = container.maximum(cross)
    guard let rect else { return SnapSpan(0, limit) }
    let (box, port) = (SnapSpan(rect, cross), container.portSpan(cross))
    return SnapSpan(
      clamped(box.start - port.end, 0, limit), clamped(box.end - port.start, 0, limit))
  }

  func isVisible(with other: SnapCandidate, in container: SnapContainer) -> Bool {
    visibleOffsets(in: container).contains(other.offset)
      && other.visibleOffsets(in: container).contains(offset)
  }
}

/// The ranking of snap positions for a kind of scroll (the strategies of Chromium's cc).
struct SnapStrategy {
  enum Kind: Equatable {
    case end(horizontal: Bool, vertical: Bool, keepsTargets: Bool)
    case step(onlyStops: Bool)
    case fling
  }

  var kind: Kind
  var current: Point
  /// The distance of the scroll; its sign is the direction.
  var way: Vector
  /// The end of the scroll without snapping, not clamped to the range.
  var end: Point

  func current(_ axis: Axis) -> Double { axis == .horizontal ? current.x : current.y }

  func way(_ axis: Axis) -> Double { axis == .horizontal ? way.dx : way.dy }

  /// The end of the scroll without snapping.
  func intended(_ axis: Axis) -> Double { axis == .horizontal ? end.x : end.y }

  /// The position from which distances are measured.
  func base(_ axis: Axis) -> Double {
    if case .step = kind { return current(axis) }
    return intended(axis)
  }

  func snaps(_ axis: Axis) -> Bool {
    if case .end(let horizontal, let vertical, _) = kind {
      return axis == .horizontal ? horizontal : vertical
    }
    return way(axis) != 0
  }

  var hasDirection: Bool { if case .end = kind { false } else { true } }

  var keepsTargets: Bool { if case .end(_, _, true) = kind { true } else { false } }

  /// Whether a position is in the scroll's direction; less than a pixel is no movement.
  func allows(_ offset: Double, _ axis: Axis) -> Bool {
    var way = offset - current(axis)
    switch kind {
    case .end: return snaps(axis)
    case .step: way = way.rounded(.towardZero)
    case .fling: way = roundedAway(way)
    }
    let direction = self.way(axis)
    return (direction > 0 && way > 0) || (direction < 0 && way < 0)
  }

  func allows(_ area: SnapArea, _ axis: Axis) -> Bool {
    guard area.alignment(axis) != .none else { return false }
    return kind != .step(onlyStops: true) || area.stopsAlways
  }

  /// Chooses between the best aligned position and one that an area covers.
  func pick(_ closest: SnapCandidate?, _ covering: SnapCandidate?) -> SnapCandidate? {
    guard let covering else { return closest }
    guard case .step = kind, let closest else { return covering }
    let isForward = way.dx > 0 || way.dy > 0
    let isBackward = way.dx < 0 || way.dy < 0
    if isForward, closest.offset < covering.offset { return closest }
    if isBackward, closest.offset > covering.offset { return closest }
    return covering
  }
}

extension SnapContainer {
  /// Finds the best position on an axis that is visible together with one on the other axis.
  func closest(
    _ axis: Axis, _ strategy: SnapStrategy, cross: SnapCandidate
  ) -> SnapCandidate? {
    let found = search(axis, strategy, cross: cross)
    if let found {
      guard strategy.kind == .fling else { return found }
      // The first area with `scroll-snap-stop: always` takes precedence over areas behind it.
      let stops = SnapStrategy(
        kind: .step(onlyStops: true), current: strategy.current, way: strategy.way,
        end: strategy.end)
      guard let stop = search(axis, stops, cross: cross, considersCover: false) else {
        return found
      }
      let start = strategy.current(axis)
      guard magnitude(found.offset - start) >= magnitude(stop.offset - start) else { return found }
      var chosen = stop
      chosen.isStop = stop.offset != found.offset
      return chosen
    }
    guard strictness == .mandatory, strategy.hasDirection else { return nil }
    // Without a position in the direction, a mandatory container returns to the nearest one.
    let relaxed = SnapStrategy(
      kind: .end(
        horizontal: strategy.snaps(.horizontal), vertical: strategy.snaps(.vertical),
        keepsTargets: false), current: strategy.current, way: .zero, end: strategy.current)
    return search(axis, relaxed, cross: cross)
  }

  /// Finds the best position on an axis, among all areas or those that intersect a span.
  func search(
    _ axis: Axis, _ strategy: SnapStrategy, cross: SnapCandidate, considersCover: Bool = true,
    within span: SnapSpan? = nil
  ) -> SnapCandidate? {
    var best = ClosestCandidate(distance: proximity(axis))
    var covering: SnapCandidate?
    let intended = strategy.intended(axis)
    for area in areas where strategy.allows(area, axis) {
      if let span {
        // Boxes that only touch do not intersect.
        let box = area.span(axis)
        guard max(span.start, box.start) < min(span.end, box.end) else { continue }
      }
      let candidate = candidate(area, axis)
      evaluate(candidate, area, strategy, cross, &best)
      guard considersCover, area.span(axis).length >= portSpan(axis).length,
        var cover = cover(of: area, axis, candidate, intended)
      else { continue }
      cover.hasFocus = area.hasFocus
      if cover.offset != intended {
        evaluate(cover, area, strategy, cross, &best)
      } else if var known = covering {
        known.rect = known.rect.map { $0.union(area.rect) }
        if cover.hasFocus { known.id = cover.id }
        covering = known
      } else {
        covering = cover
      }
    }
    return strategy.pick(best.candidate, covering)
  }

  /// The position that aligns an area.
  func candidate(_ area: SnapArea, _ axis: Axis) -> SnapCandidate {
    SnapCandidate(
      offset: alignedOffset(area, axis, area.alignment(axis)), axis: axis, rect: area.rect,
      id: area.id, hasFocus: area.hasFocus)
  }

  private func evaluate(
    _ candidate: SnapCandidate, _ area: SnapArea, _ strategy: SnapStrategy, _ cross: SnapCandidate,
    _ best: inout ClosestCandidate
  ) {
    let axis = candidate.axis
    guard candidate.isVisible(with: cross, in: self), strategy.allows(candidate.offset, axis) else {
      return
    }
    let distance = magnitude(candidate.offset - strategy.base(axis))
    guard distance <= best.distance else { return }
    guard distance == best.distance, !candidate.hasFocus, let known = best.candidate else {
      // The first candidate at exactly the proximity distance needs the focus.
      if distance < best.distance || candidate.hasFocus {
        best = ClosestCandidate(distance: distance, candidate: candidate)
      }
      return
    }
    if known.hasFocus { return }
    if let addressed, known.id == addressed || candidate.id == addressed {
      // Of two positions of the addressed area, the first one is kept: the aligned one.
      if known.id != addressed { best.candidate = candidate }
      return
    }
    guard let outer = known.rect, let inner = candidate.rect else { return }
    if outer.encloses(inner), outer != inner {
      best = ClosestCandidate(distance: distance, candidate: candidate)
    } else if snapsHorizontally, snapsVertically, area.horizontal != .none, area.vertical != .none {
      best.candidate = known.considering(area, inner, strategy, in: self)
    }
  }
}

/// The nearest candidate so far, and the largest distance that is still considered.
private struct ClosestCandidate {
  var distance: Double
  var candidate: SnapCandidate?
}

extension SnapCandidate {
  /// Records an equally near area if it is a better alternative than the current one.
  fileprivate func considering(
    _ area: SnapArea, _ rect: Rect, _ strategy: SnapStrategy, in container: SnapContainer
  ) -> SnapCandidate {
    guard let own = self.rect, !rect.encloses(own) else { return self }
    let cross: Axis = axis == .horizontal ? .vertical : .horizontal
    let offset = container.candidate(area, cross).offset
    if let known = alternative {
      let base = strategy.base(cross)
      let (new, old) = (magnitude(base - offset), magnitude(base - known.crossOffset))
      let isInside = known.rect != rect && known.rect.encloses(rect)
      guard new < old || (new == old && isInside) else { return self }
    }
    var result = self
    result.alternative = Alternative(id: area.id, rect: rect, crossOffset: offset)
    return result
  }
}

extension Rect {
  func encloses(_ other: Rect) -> Bool {
    SnapSpan(self, .horizontal).contains(SnapSpan(other, .horizontal))
      && SnapSpan(self, .vertical).contains(SnapSpan(other, .vertical))
  }

  func union(_ other: Rect) -> Rect {
    let (x, y) = (min(origin.x, other.origin.x), min(origin.y, other.origin.y))
    let right = max(origin.x + size.width, other.origin.x + other.size.width)
    let bottom = max(origin.y + size.height, other.origin.y + other.size.height)
    return Rect(x: x, y: y, width: right - x, height: bottom - y)
  }
}
