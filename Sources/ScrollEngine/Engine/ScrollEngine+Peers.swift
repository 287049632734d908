import ScrollModel

extension ScrollEngine {
  /// Chooses the resting offset on one axis by the rules of another toolkit, and sets its motion.
  mutating func peerSettle<Consumer: OutcomeConsumer>(
    _ axis: Axis, _ situation: AxisSituation, isResize: Bool, _ consumer: inout Consumer
  ) -> Settle {
    let range = ranges[axis]
    // Without bouncing, content past an edge starts at the edge.
    let from = bounces(axis) ? offset(axis) : range.clamp(offset(axis))
    let handling = flingHandling
    func answer(_ places: PeerPlaces) -> PeerSettle {
      PeerRelease.settle(
        physics: configuration.releasePhysics, offset: from, velocity: situation.velocity,
        candidates: places.offsets, range: range.low...max(range.low, range.high),
        container: situation.container, boxes: places.boxes,
        chromium: ChromiumFlingRule(
          curve: configuration.switches.chromiumFling,
          pixelsPerInch: configuration.physics.chromiumInch, boost: flingBoost.factor,
          handling: handling, isTurn: flingBoost.isTurn),
        frames: clock.frames(after: now), flutterReturn: configuration.switches.flutterReturn)
    }
    let free = answer(PeerPlaces())
    var places = peerPlaces(axis, situation, from: from, natural: free.natural, &consumer)
    if case .scrollSnap(let snap) = configuration.effectiveBehavior,
      snap.strictness == .proximity, !configuration.releasePhysics.knowsScrollSnap
    {
      places.keep(within: situation.nearby, of: free.natural)
    }
    let settle = places.offsets.isEmpty ? free : answer(places)
    let chosen = settle.target
    var curve = SettleCurve.none
    if isResize {
      place(axis, at: chosen)
    } else {
      motions[axis] = peerMotion(axis, settle.motion)
      if !motions[axis].isResting { curve = .peer }
      snapTarget[axis] = settle.candidate == nil ? nil : chosen
    }
    let wanted = settle.candidate.map { places.offsets[$0] } ?? chosen
    return Settle(
      time: now, axis: axis, isResize: isResize, velocity: settle.velocity,
      original: situation.original - situation.start, natural: settle.natural,
      proposed: settle.natural, candidates: places.nearest(to: settle.natural), chosen: chosen,
      chosenID: settle.candidate.flatMap { places.id(at: $0) },
      rule: peerRule(settle),
      clamp: wanted < range.low ? .start : wanted > range.high ? .end : .none, curve: curve,
      peerRule: settle.rule)
  }

  /// The time at which Chromium handles a release now (WEB-12).
  private var flingHandling: FlingHandling {
    let frames = clock.frames(after: now)
    // A frame that begins before the release has arrived does not handle it.
    let isTooEarly = frames.first < PeerConstant.chromiumFirstStep.value
    let next = isTooEarly ? frames.first + frames.interval : frames.first
    let known = flingBoost.released.map {
      Double(now.nanoseconds(since: $0)) / 1_000_000 > frames.interval - next
    }
    return FlingHandling(
      next: next, interval: frames.interval, waits: flingBoost.waits ?? known,
      isAssumed: flingBoost.waits != nil)
  }

  private func peerRule(_ settle: PeerSettle) -> SettleRule {
    switch settle.rule {
    case .naturalEnd, .returnsToEdge:
      configuration.effectiveBehavior.isNone ? .natural : .leftAlone
    default: .peer
    }
  }

  private func peerMotion(_ axis: Axis, _ motion: PeerMotion) -> AxisMotion {
    let range = ranges[axis]
    guard motion.duration > 0 else { return AxisMotion(at: motion.target) }
    guard !bounces(axis) else {
      return AxisMotion(start: now, grid: grid, pieces: .peer(motion))
    }
    return AxisMotion(
      start: now, grid: grid, pieces: .peer(motion.held(between: range.low, and: range.high)))
  }

  /// The resting offsets that the behavior allows, within the distance that a release may reach.
  private func peerPlaces<Consumer: OutcomeConsumer>(
    _ axis: Axis, _ situation: AxisSituation, from place: Double, natural: Double,
    _ consumer: inout Consumer
  ) -> PeerPlaces {
    // Exceeds every toolkit's projection: twice the free distance, Chromium's estimate, four
    // frames.
    let way =
      2 * magnitude(natural - place) + magnitude(situation.velocity) / 2 + 4 * situation.frame
    let here = place + situation.start
    let window = PeerWindow(here: here, low: here - way, high: here + way)
    switch configuration.effectiveBehavior {
    case .none, .custom: return PeerPlaces()
    case .paging:
      let isFrame = configuration.switches.pageLength == .frame
      return .multiples(
        of: isFrame ? situation.frame : situation.container, from: isFrame ? situation.start : 0,
        window, situation)
    case .interval(let length):
      if !(length > 0) {
        report(.unusableBehavior, "an interval has to be longer than 0", &consumer)
      }
      // React Native uses multiples of the content offset, regardless of the insets.
      let origin = configuration.releasePhysics == .reactNative ? situation.start : 0
      return .multiples(of: length, from: origin, window, situation)
    case .offsets(let offsets, let snapsToStart, let snapsToEnd):
      let end = natural + situation.start
      if !snapsToStart, offsets.allSatisfy({ end < $0 }) { return PeerPlaces() }
      if !snapsToEnd, offsets.allSatisfy({ end > $0 }) { return PeerPlaces() }
      return PeerPlaces(offsets: offsets.map { $0 - situation.start })
    case .viewAligned(let limit, let anchor):
      let fraction = anchor.map { axis == .vertical ? $0.y : $0.x } ?? 0
      let stops = limit == .always || limit == .alwaysByOne
      return aligned(
        axis, PeerAlignment(fraction: fraction, stopsAlways: stops), window, situation)
    case .scrollSnap(let snap):
      guard let fraction = snap.alignment(axis).fraction else { return PeerPlaces() }
      return aligned(
        axis,
        PeerAlignment(
          fraction: fraction, stopsAlways: snap.stop == .always, strictness: snap.strictness),
        window, situation)
    }
  }

  private func aligned(
    _ axis: Axis, _ alignment: PeerAlignment, _ window: PeerWindow, _ situation: AxisSituation
  ) -> PeerPlaces {
    if axis == content.mainAxis { return .aligned(content, alignment, window, situation) }
    return content.crossLine.map { .aligned($0, alignment, window, situation) } ?? PeerPlaces()
  }
}

extension PeerPhysics {
  /// Whether candidates are chosen by the rules of CSS, including proximity.
  fileprivate var knowsScrollSnap: Bool { self == .css || self == .chromium }
}

/// The alignment of targets with the container.
private struct PeerAlignment {
  var fraction: Double
  var stopsAlways: Bool
  var strictness = SnapStrictness.mandatory
}

/// The part of the content that a release may reach, measured from the start edge.
private struct PeerWindow {
  var here: Double
  var low: Double
  var high: Double
}

/// The candidates of a toolkit: offsets and their targets.
private struct PeerPlaces {
  var offsets: [Double] = []
  var ids: [TargetID] = []
  var boxes: SnapBoxes?

  /// Largest number of multiples on each side of the current offset.
  private static let most = 4096.0

  func id(at index: Int) -> TargetID? { ids.indices.contains(index) ? ids[index] : nil }

  static func multiples(
    of length: Double, from shift: Double, _ window: PeerWindow, _ situation: AxisSituation
  ) -> PeerPlaces {
    guard length > 0, length.isFinite else { return PeerPlaces() }
    let end = max(situation.content - situation.container, 0) - shift
    let here = ((window.here - shift) / length).rounded(.down)
    let first = max(((window.low - shift) / length).rounded(.down), here - most, 0)
    let last = min(
      ((window.high - shift) / length).rounded(.up), here + most, (end / length).rounded(.up))
    guard first <= last, let count = Int(exactly: last - first) else { return PeerPlaces() }
    let start = shift - situation.start
    return PeerPlaces(offsets: (0...count).map { (first + Double($0)) * length + start })
  }

  static func aligned(
    _ line: some AlignmentLine, _ alignment: PeerAlignment, _ window: PeerWindow,
    _ situation: AxisSituation
  ) -> PeerPlaces {
    let anchor = alignment.fraction
    // One more on each side, so that distant content has a candidate to return to.
    let inside = line.window(from: window.low, to: window.high + situation.container)
    let ranks = max(inside.lowerBound - 1, 0)..<min(inside.upperBound + 1, line.count)
    var places = PeerPlaces()
    var spans: [SnapSpan] = []
    for rank in ranks {
      let point = line.point(at: rank, anchor: anchor) - situation.alignedPoint(anchor)
      places.offsets.append(point - situation.start)
      places.ids.append(line.id(at: rank))
      spans.append(
        SnapSpan(line.start(at: rank) - situation.start, line.end(at: rank) - situation.start))
    }
    let edge = SnapAlignment.allCases.first { $0.fraction == anchor }
    places.boxes = edge.map {
      SnapBoxes(
        spans: spans, alignment: $0, stopsAlways: alignment.stopsAlways,
        strictness: alignment.strictness, padding: situation.padding)
    }
    return places
  }

  /// Removes candidates farther from an offset than a distance.
  mutating func keep(within distance: Double, of place: Double) {
    let kept = offsets.indices.filter { magnitude(offsets[$0] - place) <= distance }
    ids = ids.isEmpty ? [] : kept.map { ids[$0] }
    offsets = kept.map { offsets[$0] }
    boxes = nil
  }

  /// The two candidates nearest an offset, the earlier of equals first.
  func nearest(to place: Double) -> [SettleCandidate] {
    var best: (first: Int, second: Int?)?
    func distance(_ index: Int) -> Double { magnitude(offsets[index] - place) }
    for index in offsets.indices {
      guard let (first, second) = best else {
        best = (index, nil)
        continue
      }
      if distance(index) < distance(first) {
        best = (index, first)
      } else if second.map({ distance(index) < distance($0) }) ?? true {
        best = (first, index)
      }
    }
    return [best?.first, best?.second].compactMap { $0 }.map {
      SettleCandidate(id: id(at: $0), offset: offsets[$0], distance: distance($0))
    }
  }
}
