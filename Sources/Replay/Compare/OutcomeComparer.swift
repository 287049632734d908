public import ScrollModel

/// One of the two outcomes of a comparison.
public enum Side: Hashable, Sendable {
  /// What is taken as given: the recording, or the first replay.
  case first
  /// What is held against it.
  case second
}

/// Compares two outcomes while they are made, in constant memory.
///
/// Both sides are told in the order of time; frames are paired once both sides have passed their
/// moment (`pass`).
public struct OutcomeComparer: Sendable {
  /// How many divergences are kept.
  public static let kept = 1000

  private var result: Comparison
  private var pairing: FramePairing
  private var finder = OnsetFinder()
  private var targets: (a: TargetsInView, b: TargetsInView)
  private let axes: ScrollAxes?
  private let axis: Axis
  private var open: OpenDivergence?
  private var reports: [DivergenceKind: ReportTrack] = [:]
  private var phases: (a: ScrollPhase?, b: ScrollPhase?)
  private var maxima = Distances()
  private var lastPair: FramePair?
  private var lastStretch: (from: TraceTime, to: TraceTime, onset: Onset)?
  private var sharesTargets: Bool

  /// A stretch of frames beyond the tolerance that has not ended.
  private struct OpenDivergence {
    var from: TraceTime
    var to: TraceTime
    var frame: Int64
    var maximum = 0.0
    var maximumTime: TraceTime
    var area = 0.0
    var lastTime: TraceTime
    var lastDistance: Double
    var rest: (difference: Double, a: TargetID?, b: TargetID?)?
    var seen = 0.0
    var onset: Onset

    mutating func extend(_ distances: Distances, to time: TraceTime) {
      let elapsed = Double(time.nanoseconds(since: lastTime)) / 1e9
      // A long pause between frames is not looked at for ever.
      area += min(elapsed, 1) * (distances.absolute + lastDistance) / 2
      if distances.absolute > maximum {
        maximum = distances.absolute
        maximumTime = time
      }
      seen = max(seen, distances.least)
      (to, lastTime, lastDistance) = (time, time, distances.absolute)
    }
  }

  /// How far two frames are apart in each space, in points; nil where targets do not tell.
  private struct Distances: Sendable {
    var absolute = 0.0
    var item: Double?
    var viewport: Double?

    var least: Double { min(absolute, item ?? absolute, viewport ?? absolute) }

    mutating func formMaximum(_ other: Distances) {
      absolute = max(absolute, other.absolute)
      if let value = other.item { item = max(item ?? 0, value) }
      if let value = other.viewport { viewport = max(viewport ?? 0, value) }
    }
  }

  /// Creates a comparison.
  ///
  /// `followsFirst` says that the first side is a recording, at whose frames alone offsets are
  /// compared; `sharesTargets` that both sides have the first one's layouts.
  public init(
    tolerance: Tolerance, axes: ScrollAxes?, followsFirst: Bool, sharesTargets: Bool = true
  ) {
    result = Comparison(tolerance: tolerance)
    pairing = FramePairing(followsFirst: followsFirst)
    targets = (TargetsInView(), TargetsInView())
    phases = (nil, nil)
    self.axes = axes
    axis = axes?.main ?? .vertical
    self.sharesTargets = sharesTargets
  }

  /// Takes an event of a side.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, of side: Side) {
    switch event {
    case .input(let input): take(input, at: time, of: side)
    case .observation(let observation): take(observation, at: time, of: side)
    case .remark: break
    }
  }

  /// Takes a decision of a side.
  public mutating func take(_ settle: Settle, of side: Side) {
    // A recording tells its decisions as releases, whose places are physical: like with like.
    guard !pairing.followsFirst else { return }
    note(.settle(settle), at: settle.time, of: side)
  }

  /// Takes a frame of the first side that drove the second, or that the second is sampled at.
  public mutating func takeFirst(
    _ frame: GeometryFrame, at time: TraceTime, isFree: Bool, sampled other: Point?
  ) {
    if let phase = frame.phase { enter(phase, at: time, of: .first) }
    targets.a.take(frame.geometry)
    pairing.addFirst(frame.offset, at: time, isFree: isFree, other: other)
  }

  private mutating func note(_ note: TrailQueue.Note, at time: TraceTime, of side: Side) {
    if side == .first {
      finder.first.add(note, at: time)
    } else {
      finder.second.add(note, at: time)
    }
  }

  private mutating func take(_ input: Input, at time: TraceTime, of side: Side) {
    switch input {
    case .touch, .wheel: return  // Neither places targets nor tells a decision.
    case .command, .layout, .edit, .container: break
    }
    switch side {
    case .first:
      targets.a.take(input, axes: axes)
      note(.estimates(targets.a.hasEstimates), at: time, of: .first)
      note(.input(input), at: time, of: .first)
      if sharesTargets { note(.input(input), at: time, of: .second) }
    case .second:
      guard !sharesTargets else { return }
      targets.b.take(input, axes: axes)
      note(.estimates(targets.b.hasEstimates), at: time, of: .second)
      note(.input(input), at: time, of: .second)
    }
  }

  private mutating func take(_ observation: Observation, at time: TraceTime, of side: Side) {
    switch observation {
    case .frame(let frame):
      if let phase = frame.phase { enter(phase, at: time, of: side) }
      if side == .first {
        targets.a.take(frame.geometry)
        pairing.addFirst(frame.offset, at: time, isFree: true)
      } else {
        targets.b.take(frame.geometry)
        pairing.addSecond(frame.offset, at: time)
      }
    case .phase(let change):
      enter(change.new, at: time, of: side)
    case .position(let report):
      track(.id, report.id.map { .id($0) } ?? .none, at: time, of: side)
    case .visibleSet(let set):
      track(.visibility, .ids(set.ids), at: time, of: side)
    case .release(let report):
      note(.release(report, axis), at: time, of: side)
    case .visibility, .annotation: break
    }
  }

  private mutating func enter(_ phase: ScrollPhase, at time: TraceTime, of side: Side) {
    guard phase != (side == .first ? phases.a : phases.b) else { return }
    if side == .first { phases.a = phase } else { phases.b = phase }
    note(.phase(phase), at: time, of: side)
    track(.phase, .phase(phase), at: time, of: side)
  }

  // MARK: Offsets

  /// Pairs the frames before a moment that both sides have passed.
  public mutating func pass(_ time: TraceTime) { drain(before: time) }

  private mutating func drain(before time: TraceTime?) {
    while let pair = pairing.next(before: time) { compare(pair) }
  }

  private mutating func compare(_ pair: FramePair) {
    finder.advance(to: pair.time)
    finder.first.countFrame()
    finder.second.countFrame()
    guard pair.isFree else {
      result.excludedFrames += 1
      close(isMet: false)
      lastPair = pair
      return
    }
    let distances = distances(pair)
    maxima.formMaximum(distances)
    if distances.absolute > result.tolerance.points {
      extend(distances, pair)
    } else if open != nil {
      close(isMet: true)
    }
    result.comparedFrames += 1
    lastPair = pair
  }

  private mutating func extend(_ distances: Distances, _ pair: FramePair) {
    if open == nil {
      open = OpenDivergence(
        from: pair.time, to: pair.time, frame: result.comparedFrames, maximumTime: pair.time,
        lastTime: pair.time, lastDistance: distances.absolute,
        onset: finder.onset(after: lastPair?.time))
    }
    open?.extend(distances, to: pair.time)
    guard finder.isAtRest else {
      open?.rest = nil
      return
    }
    let other = sharesTargets ? targets.a : targets.b
    open?.rest = (distances.absolute, targets.a.nearest(to: pair.a), other.nearest(to: pair.b))
  }

  /// The distances in all spaces.
  private mutating func distances(_ pair: FramePair) -> Distances {
    let (dx, dy) = (pair.a.x - pair.b.x, pair.a.y - pair.b.y)
    let absolute =
      dx == 0 ? dy.magnitude : dy == 0 ? dx.magnitude : (dx * dx + dy * dy).squareRoot()
    guard !sharesTargets, let (id, _) = targets.a.first(at: pair.a),
      let startA = targets.a.start(of: id), let startB = targets.b.start(of: id)
    else { return Distances(absolute: absolute) }
    func apart(withInsets: Bool) -> Double {
      (targets.a.distance(of: startA, at: pair.a, withInsets: withInsets)
        - targets.b.distance(of: startB, at: pair.b, withInsets: withInsets)).magnitude
    }
    return Distances(
      absolute: absolute, item: apart(withInsets: false), viewport: apart(withInsets: true))
  }

  /// Ends a stretch, because the sides met again or because nothing more can be said of it.
  private mutating func close(isMet: Bool) {
    guard let stretch = open else { return }
    open = nil
    lastStretch = (stretch.from, stretch.to, stretch.onset)
    keep(
      Divergence(
        kind: .offset, from: stretch.from, to: stretch.to, firstFrame: stretch.frame,
        maximum: stretch.maximum, maximumTime: stretch.maximumTime, area: stretch.area,
        restDifference: stretch.rest?.difference, firstRest: stretch.rest?.a,
        secondRest: stretch.rest?.b, verdict: verdict(stretch, isMet: isMet), onset: stretch.onset))
  }

  private func verdict(_ stretch: OpenDivergence, isMet: Bool) -> DivergenceVerdict {
    if stretch.seen <= result.tolerance.points { return .invisible }
    guard let rest = stretch.rest else { return isMet ? .sameRestOtherWay : .unfinished }
    return rest.a != nil && rest.b != nil && rest.a != rest.b ? .wrongTarget : .wrongPlace
  }

  /// The cause of the stretch of different offsets that a moment lies in.
  private func stretch(at time: TraceTime) -> Onset? {
    if let open, open.from <= time { return open.onset }
    return lastStretch.flatMap { $0.from <= time && time <= $0.to ? $0.onset : nil }
  }

  private mutating func keep(_ divergence: Divergence) {
    result.divergenceCount += 1
    if result.divergences.count < Self.kept { result.divergences.append(divergence) }
  }

  // MARK: Ids, phases, visible sets

  private mutating func track(
    _ kind: DivergenceKind, _ value: ReportValue, at time: TraceTime, of side: Side
  ) {
    var track = reports[kind] ?? ReportTrack()
    let wasDifferent = track.isDifferent
    if let ended = track.set(value, at: time, of: side) { finish(kind, ended) }
    if !wasDifferent, track.isDifferent {
      track.onset = onset(of: kind, track)
    }
    reports[kind] = track
  }

  /// The stage of a report that differs while offsets may still be the same.
  private func onset(of kind: DivergenceKind, _ track: ReportTrack) -> Onset {
    let cause = finder.onset(after: lastPair?.time)
    let stage: DecisionStage =
      switch kind {
      case .id: .position
      case .visibility: .visibility
      case .offset: cause.stage
      case .phase: track.phaseStage ?? cause.stage
      }
    return Onset(stage: stage, sentence: track.sentence, chain: cause.chain)
  }

  private mutating func finish(_ kind: DivergenceKind, _ ended: ReportTrack.Ended) {
    let length = ended.to.nanoseconds(since: ended.from)
    guard Double(length) / 1e6 > result.tolerance.milliseconds else { return }
    // What differs because offsets do has their cause.
    var ended = ended
    if kind != .phase, let source = stretch(at: ended.from) {
      ended.onset = source
    }
    keep(
      Divergence(
        kind: kind, from: ended.from, to: ended.to, firstFrame: result.comparedFrames, maximum: 1,
        maximumTime: ended.from, area: Double(length) / 1e9, restDifference: nil, firstRest: nil,
        secondRest: nil, verdict: .report, onset: ended.onset))
  }

  /// Ends the comparison at the end of the trace.
  ///
  /// Throws if no frame was free to differ: such a comparison says nothing.
  public mutating func finish(at end: TraceTime) throws(ReplayError) -> Comparison {
    drain(before: nil)
    close(isMet: false)
    if result.comparedFrames > 0 {
      result.maxima[.absolute] = maxima.absolute
      result.maxima[.item] = maxima.item
      result.maxima[.viewport] = maxima.viewport
    }
    for kind in DivergenceKind.allCases {
      guard var track = reports[kind], let ended = track.end(at: end) else { continue }
      finish(kind, ended)
    }
    guard result.comparedFrames > 0 else {
      throw ReplayError(
        .nothingToCompare,
        result.excludedFrames > 0
          ? "nothing to compare: all \(result.excludedFrames) frames drove the replay"
          : "nothing to compare: one of the sides has no frame")
    }
    result.divergences.sort {
      $0.severity != $1.severity ? $0.severity > $1.severity : $0.from < $1.from
    }
    return result
  }
}
