import ScrollModel

extension Release {
  func css(isChromium: Bool) -> Answer {
    if chromium.isTurn { return turned() }
    let most = PeerConstant.chromiumMaximumFling.value * chromium.boost
    var release = self
    release.velocity =
      magnitude(velocity) > PeerConstant.chromiumMinimumFling.value
      ? clamped(velocity, -most, most) : 0
    return release.snapping(isChromium: isChromium)
  }

  /// The result of a fling; one without velocity is the end of a scroll.
  private func snapping(isChromium: Bool) -> Answer {
    let fling = chromiumFling()
    let start = held(offset)
    guard !candidates.isEmpty else { return chromiumWithoutCandidates(fling) }
    let way = snapWay(fling, isChromium)
    let natural = held(start + way)
    let container = snapContainer()
    let from = Point(x: 0, y: start - low)
    let intent: SnapIntent =
      way == 0
      ? .end(at: from, horizontal: false, vertical: true)
      : .fling(from: from, by: Vector(dx: 0, dy: way))
    let result = container.select(intent)
    guard result.kind != .none else { return snappingBehind(fling) }
    let target = held(result.offset.y + low)
    var rule: PeerRule = way == 0 ? .nearestToEnd : result.isStop ? .firstStop : .aheadNearEnd
    // An area that fills the view where the scroll ends anyway is no reason (WEB-13).
    if result.kind == .covered, target == natural { rule = .naturalEnd }
    let curve: PeerCurve =
      way == 0
      ? endSnap(from: offset, to: target)
      : .snap(
        SnapFling(from: Point(x: 0, y: offset), to: Point(x: 0, y: target)), from: offset)
    var path = motion(curve, to: target)
    if way != 0 { path.delay(by: chromium.handling.start) }
    return Answer(velocity: velocity, natural: natural, rule: rule, motion: path)
  }

  /// The result of a wheel's turn that ended here: the next area ahead, or the place one notch
  /// farther in an area that fills the view there (WEB-16).
  private func turned() -> Answer {
    let place = held(offset)
    let result = snapContainer().select(
      .step(from: Point(x: 0, y: place - low), by: Vector(dx: 0, dy: velocity)))
    let target = candidates.isEmpty || result.kind == .none ? place : held(result.offset.y + low)
    return Answer(
      velocity: 0, natural: place, rule: target == place ? .naturalEnd : .beyondEnd,
      motion: motion(endSnap(from: offset, to: target), to: target))
  }

  /// How far a fling goes between areas: in Chromium a multiple of its first step.
  private func snapWay(_ fling: PeerCurve, _ isChromium: Bool) -> Double {
    // The fling ends before it would have its own frame (WEB-7).
    guard fling.duration >= chromium.handling.end else { return 0 }
    guard isChromium else { return fling.position(at: fling.duration) - offset }
    let isNear = boxes?.strictness == .proximity
    let step = isNear ? chromium.handling.nearStep : chromium.handling.firstStep
    return (fling.position(at: step) - offset) * PeerConstant.chromiumSnapEstimate.value
  }

  /// A fling without a candidate near its end completes and then snaps to the nearest one (WEB-9).
  private func snappingBehind(_ fling: PeerCurve) -> Answer {
    let free = chromiumWithoutCandidates(fling)
    guard !isOutside, velocity != 0 else { return free }
    let natural = free.motion.target
    let result = snapContainer().select(
      .end(at: Point(x: 0, y: natural - low), horizontal: false, vertical: true))
    let target = held(result.offset.y + low)
    guard result.kind != .none, target != natural else { return free }
    let end = arrival(at: natural, before: fling.duration, fling.position(at:))
    return Answer(
      velocity: velocity, natural: natural, rule: .nearestToEnd,
      motion: PeerMotion(
        [
          PeerMotion.Piece(fling, until: end),
          PeerMotion.Piece(endSnap(from: natural, to: target)),
        ], from: offset, to: target, between: min(offset, natural, target),
        and: max(offset, natural, target),
        isMonotone: (target > natural) == (natural > offset)))
  }

  /// The motion from the end of a scroll to its snap position: the farther, the faster (WEB-8).
  private func endSnap(from place: Double, to target: Double) -> PeerCurve {
    let frames = clamped(
      PeerConstant.chromiumEndOffset.value
        - magnitude(target - place) / PeerConstant.chromiumEndPace.value,
      PeerConstant.chromiumEndShortest.value, PeerConstant.chromiumEndLongest.value)
    let first = PeerConstant.chromiumEndX.value
    return .eased(
      UnitBezier(first, 0, 1 - first, 1), from: place, to: target, duration: frames * 1000 / 60)
  }

  /// The curve of the configured Chromium build.
  private func chromiumFling() -> PeerCurve {
    let velocity = Vector(dx: 0, dy: velocity)
    switch chromium.curve {
    case .deceleration:
      let port = Size(width: container, height: container)
      return .physical(
        PhysicalFling(
          velocity: velocity, pixelsPerInch: chromium.pixelsPerInch, boost: chromium.boost,
          viewport: port), from: offset)
    case .exponential: return .fling(ChromiumFling(velocity: velocity), from: offset)
    case .spline: return .spline(SplineFling(from: offset, velocity: velocity.dy))
    }
  }

  private func chromiumWithoutCandidates(_ fling: PeerCurve) -> Answer {
    guard isOutside else {
      let natural = held(fling.position(at: fling.duration))
      return Answer(
        velocity: velocity, natural: natural, rule: .naturalEnd,
        motion: motion(fling, to: natural))
    }
    let edge = held(offset)
    let stretch = ExponentialReturn(stretch: offset - edge, velocity: velocity)
    return Answer(
      velocity: velocity, natural: edge, rule: .returnsToEdge,
      motion: PeerMotion(
        [PeerMotion.Piece(.stretch(stretch, edge: edge))], from: offset, to: edge,
        isMonotone: false))
  }

  /// A container that snaps the candidates' boxes, or small areas that start at the candidates.
  private func snapContainer() -> SnapContainer {
    let boxes =
      boxes
      ?? SnapBoxes(
        spans: candidates.map { SnapSpan($0, $0) }, alignment: .start, stopsAlways: false)
    let areas = boxes.spans.enumerated().map { index, span in
      SnapArea(
        id: Int64(index),
        rect: Rect(x: 0, y: span.start - low, width: 1, height: max(span.length, 0)),
        horizontal: .none, vertical: boxes.alignment, stopsAlways: boxes.stopsAlways)
    }
    var container = SnapContainer(
      port: Rect(
        x: 0, y: boxes.padding.start, width: 1,
        height: max(boxes.padding.length(of: self.container), 0)),
      maximum: Point(x: 0, y: max(high - low, 0)), areas: areas)
    container.snapsHorizontally = false
    container.strictness = boxes.strictness
    if boxes.strictness == .proximity { container.proximity = container.blinkProximity }
    return container
  }
}
