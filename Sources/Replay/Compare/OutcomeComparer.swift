public import ScrollModel

/// One of the two outcomes of a comparison.
public enum Side: Hashable, Sendable {
  /// The reference: the recording, or the first replay.
  case first
  /// The side that is compared with it.
  case second
}

/// Compares two outcomes while they are produced, in constant memory.
///
/// Events of both sides arrive in the order of time. Frames are paired once both sides have passed
/// their time (`pass`).
public struct OutcomeComparer: Sendable {
  /// The largest number of divergences that are kept.
  public static let kept = KeptDivergences.limit

  private var result: Comparison
  private var pairing: FramePairing
  private var finder: OnsetFinder
  private var targets: (a: TargetsInView, b: TargetsInView)
  private let axes: ScrollAxes?
  private let axis: Axis
  private var open: OpenDivergence?
  private var reports = [ReportComparison](
    repeating: ReportComparison(), count: ReportKind.allCases.count)
  /// The last phase of each side.
  private var phases: (a: ScrollPhase?, b: ScrollPhase?)
  private var visible: [Side: [TargetID: Int]] = [:]
  private var transitions: [Side: [TargetID: Int]] = [:]
  private var maxima = FrameGap()
  private var lastPair: FramePair?
  /// The time that both sides have passed.
  private var passed = TraceTime(nanoseconds: .min)
  /// The time at which each side reached the offset of the last pair.
  private var arrivals = (a: TraceTime.zero, b: TraceTime.zero)
  private var lastStretch: (from: TraceTime, to: TraceTime, cause: StretchCause)?
  /// Whether a difference of reports has begun whose first frame has not been compared.
  private var awaitsFrame = false
  private var divergences = KeptDivergences()
  private let sharesTargets: Bool
  /// The largest number of pending frames; it affects only speed.
  var portion = 128
  /// Whether the sides have a common target; unknown while a side has no targets.
  private var common = CommonTargets.unknown

  private enum CommonTargets {
    case unknown, some, none
  }

  /// Creates a comparison.
  ///
  /// `followsFirst` means that the first side is a recording, whose frames alone are compared.
  /// `sharesTargets` means that both sides have the first one's layouts.
  public init(
    tolerance: Tolerance, axes: ScrollAxes?, followsFirst: Bool, sharesTargets: Bool = true
  ) {
    result = Comparison(tolerance: tolerance)
    pairing = FramePairing(followsFirst: followsFirst)
    finder = OnsetFinder(sides: followsFirst && sharesTargets ? .replay : .any)
    targets = (TargetsInView(), TargetsInView())
    self.axes = axes
    axis = axes?.main ?? .vertical
    self.sharesTargets = sharesTargets
  }

  /// Declares that a side reports everything its configuration observes, with empty initial values.
  public mutating func begin(_ side: Side, under configuration: Configuration) {
    if side == .first { reports[ReportKind.phase.rawValue].tellsChanges = true }
    if !configuration.position.isNone { track(.id, .none, at: .zero, of: side) }
    if configuration.hasTargetLayout, configuration.targetVisibility != nil {
      track(.visibleSet, .ids([]), at: .zero, of: side)
    }
    if configuration.viewVisibility != nil {
      track(.visibleViews, .views([:], name: Self.visibleViews), at: .zero, of: side)
    }
    if configuration.transition != nil {
      track(.transitions, .views([:], name: Self.changingViews), at: .zero, of: side)
    }
  }

  private static let visibleViews = "visible views"
  private static let changingViews = "views in transition"

  /// Handles an event of a side.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, of side: Side) {
    switch event {
    case .input(let input): take(input, at: time, of: side)
    case .observation(let observation): take(observation, at: time, of: side)
    case .stream: break
    }
  }

  /// Whether geometry and phase of the second side are unchanged in a frame.
  ///
  /// Mutating only because a call of another function copies the comparer.
  mutating func knows(_ frame: GeometryFrame) -> Bool {
    guard frame.phase == phases.b else { return false }
    return targets.b.knows(frame.geometry)
  }

  /// Adds consecutive frames of the second side that share a model.
  mutating func takeSecond(_ steps: [FrameSample], like frame: GeometryFrame) {
    guard let first = steps.first else { return }
    begin(frame, from: first.time, of: .second)
    pairing.addSecond(steps)
  }

  /// Begins consecutive frames of a side that share a model.
  mutating func begin(_ frame: GeometryFrame, from time: TraceTime, of side: Side) {
    if let phase = frame.phase { enter(phase, at: time, of: side, isGlimpse: true) }
    take(frame.geometry, of: side)
  }

  /// Adds frames of the first side after `begin`; `tellsPhase` is whether they have a phase.
  mutating func takeFirst(_ steps: UnsafeBufferPointer<FrameSample>, tellsPhase: Bool) {
    guard let last = steps.last else { return }
    // The last frame is sufficient for the phase.
    if tellsPhase { reports[ReportKind.phase.rawValue].repeatFirst(at: last.time) }
    pairing.addFirst(steps)
  }

  /// Handles a decision of a side.
  public mutating func take(_ settle: Settle, of side: Side) {
    // A recording reports decisions as releases with physical offsets, so only those are
    // compared.
    guard !pairing.followsFirst else { return }
    catchUp()
    note(.settle(settle), at: settle.time, of: side)
  }

  /// Adds a frame of the first side that drove the second, or at which the second was sampled.
  public mutating func takeFirst(
    _ frame: GeometryFrame, at time: TraceTime, isFree: Bool, sampled other: Point?
  ) {
    see(frame, at: time)
    pairing.addFirst(frame.offset, at: time, isFree: isFree, other: other)
  }

  /// Adds a frame of the first side at whose time the second side's offset is unknown.
  public mutating func see(_ frame: GeometryFrame, at time: TraceTime) {
    if let phase = frame.phase { enter(phase, at: time, of: .first, isGlimpse: true) }
    take(frame.geometry, of: .first)
  }

  private mutating func take(_ geometry: FrameGeometry, of side: Side) {
    guard !(side == .first ? targets.a.knows(geometry) : targets.b.knows(geometry)) else { return }
    catchUp()
    if side == .first { targets.a.take(geometry) } else { targets.b.take(geometry) }
  }

  private mutating func note(_ note: TrailQueue.Note, at time: TraceTime, of side: Side) {
    if side == .first {
      finder.first.add(note, at: time)
    } else {
      finder.second.add(note, at: time)
    }
  }

  private mutating func take(_ input: Input, at time: TraceTime, of side: Side) {
    // Touches and wheels change neither targets nor history.
    switch input {
    case .touch, .wheel: return
    case .layout, .edit, .container, .command: catchUp()
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

  /// Handles a visible set of a side.
  mutating func take(_ ids: ArraySlice<TargetID>, at time: TraceTime, of side: Side) {
    track(.visibleSet, .ids(ids), at: time, of: side)
  }

  private mutating func take(_ observation: Observation, at time: TraceTime, of side: Side) {
    switch observation {
    case .frame(let frame): take(frame, at: time, of: side, isFree: true)
    case .phase(let change):
      enter(change.new, at: time, of: side)
    case .position(let report):
      track(.id, report.id.map { .id($0) } ?? .none, at: time, of: side)
    case .visibleSet(let set):
      take(set.ids[...], at: time, of: side)
    case .release(let report):
      // Whether a side reports decisions is determined from the first one on.
      catchUp()
      note(.release(report, axis), at: time, of: side)
    case .visibility(let report):
      visible[side, default: [:]][report.id] = report.isVisible ? 1 : nil
      track(
        .visibleViews, .views(visible[side] ?? [:], name: Self.visibleViews), at: time, of: side)
    case .annotation: break
    }
  }

  /// Adds a frame of a side; a frame that drove it is not compared.
  mutating func take(_ frame: GeometryFrame, at time: TraceTime, of side: Side, isFree: Bool) {
    if let phase = frame.phase { enter(phase, at: time, of: side, isGlimpse: true) }
    take(frame.geometry, of: side)
    if side == .first {
      pairing.addFirst(frame.offset, at: time, isFree: isFree)
    } else {
      pairing.addSecond(frame.offset, at: time, isFree: isFree)
    }
  }

  /// Handles a change of a view's transition phase; recordings have none.
  public mutating func take(_ transition: TransitionOutcome, of side: Side) {
    let phase = transition.new.isIdentity ? nil : transition.new.rawValue
    transitions[side, default: [:]][transition.id] = phase
    track(
      .transitions, .views(transitions[side] ?? [:], name: Self.changingViews),
      at: transition.time, of: side)
  }

  private mutating func enter(
    _ phase: ScrollPhase, at time: TraceTime, of side: Side, isGlimpse: Bool = false
  ) {
    let last = side == .first ? phases.a : phases.b
    if isGlimpse, last == phase {
      // A repeated phase only extends the known duration of a difference.
      if side == .first { reports[ReportKind.phase.rawValue].repeatFirst(at: time) }
      return
    }
    if side == .first { phases.a = phase } else { phases.b = phase }
    note(.phase(phase), at: time, of: side)
    track(.phase, .phase(phase), at: time, of: side, isGlimpse: isGlimpse)
  }

  // MARK: Offsets

  /// Marks that both sides have passed a time, so that earlier frames can be compared.
  ///
  /// They are compared when many are pending, and before any change of the data used by the
  /// comparison.
  public mutating func pass(_ time: TraceTime) {
    passed = time
    if pairing.count >= portion { drain(before: time) }
  }

  /// Compares all frames that both sides have passed.
  private mutating func catchUp() {
    guard pairing.mayPair(before: passed) else { return }
    drain(before: passed)
  }

  private mutating func drain(before limit: TraceTime) {
    while true {
      compareInStep(before: limit)
      guard let pair = pairing.next(before: limit) else { return }
      compare(pair)
    }
  }

  /// Compares frames of both sides, up to the first that needs individual handling.
  ///
  /// In most frames the sides stay equal or stay different, or the second side rests.
  private mutating func compareInStep(before limit: TraceTime) {
    guard sharesTargets, pairing.isPlain, var last = lastPair else { return }
    while let next = pairing.nextInStep(before: limit) {
      if next >= finder.nextNote {
        // The first frame after a pause may reveal a rest in it.
        guard !isApart || next.nanoseconds(since: last.time) < RestIntervals.shortest else {
          return
        }
        finder.advance(to: next)
      }
      let end = min(limit, finder.nextNote)
      // Differences that wait for a frame number need this frame individually.
      let isAwaited = awaitsFrame
      let most = isAwaited ? 1 : Int.max
      let count =
        isApart
        ? finder.mayBeAtRest ? 0 : stayApart(&last, before: end, atMost: most)
        : stayTogether(&last, before: end, atMost: most)
      guard count > 0 else { return }
      lastPair = last
      if isAwaited { number(until: last.time) }
      result.comparedFrames += Int64(count)
      finder.first.countFrames(count)
      finder.second.countFrames(count)
      pairing.skip(count)
    }
  }

  /// Skips pairs of frames within the tolerance; returns their number.
  private mutating func stayTogether(
    _ last: inout FramePair, before end: TraceTime, atMost most: Int
  ) -> Int {
    let tolerance = result.tolerance.points
    var (pair, maximum, arrivals) = (last, maxima.absolute, arrivals)
    let count = pairing.inStep(before: end, atMost: most) { first, second in
      for place in first.indices {
        let distance = Self.distance(first[place].offset, second[place])
        guard distance <= tolerance else { return place }
        maximum = max(maximum, distance)
        pair.arrive(first[place], second[place], &arrivals)
      }
      return first.count
    }
    (last, maxima.absolute, self.arrivals) = (pair, maximum, arrivals)
    return count
  }

  /// Skips pairs of frames beyond the tolerance while a side moves; returns their number.
  private mutating func stayApart(
    _ last: inout FramePair, before end: TraceTime, atMost most: Int
  ) -> Int {
    let tolerance = result.tolerance.points
    guard var way = open?.way, open?.mayBePull == false else { return 0 }
    var (pair, arrivals) = (last, arrivals)
    let count = pairing.inStep(before: end, atMost: most) { first, second in
      for place in first.indices {
        let (time, distance) = (
          first[place].time, Self.distance(first[place].offset, second[place])
        )
        guard distance > tolerance, time.nanoseconds(since: way.to) < RestIntervals.shortest else {
          return place
        }
        way.extend(to: time, distance)
        way.seen = max(way.seen, distance)
        pair.arrive(first[place], second[place], &arrivals)
      }
      return first.count
    }
    guard count > 0 else { return 0 }
    (last, self.arrivals) = (pair, arrivals)
    open?.way = way
    open?.end = nil
    // The maximum of the run is in this batch or already known.
    maxima.absolute = max(maxima.absolute, way.maximum)
    return count
  }

  private mutating func compare(_ pair: FramePair) {
    noteRest(before: pair)
    finder.advance(to: pair.time)
    finder.first.countFrames(1)
    finder.second.countFrames(1)
    if pair.a != lastPair?.a { arrivals.a = pair.time }
    if pair.b != lastPair?.b { arrivals.b = pair.time }
    guard pair.isFree else {
      result.excludedFrames += 1
      close(isMet: false)
      lastPair = pair
      return
    }
    if awaitsFrame { number(until: pair.time) }
    let gap = gap(pair)
    maxima.formMaximum(gap)
    if gap.absolute > result.tolerance.points {
      if case nil = open { open = begin(gap, pair) }
      let (isDragged, rests) = (finder.isDragged, isAtRest(pair))
      let end = finder.mayBeAtRest ? rest(gap, pair) : nil
      open?.extend(gap, pair, end: end, rests: rests, isDragged: isDragged)
    } else if case _? = open {
      close(isMet: true)
    }
    result.comparedFrames += 1
    lastPair = pair
  }

  /// Whether a run beyond the tolerance is open.
  @inline(__always) private var isApart: Bool { if case nil = open { false } else { true } }

  @inline(__always) private func isAtRest(_ pair: FramePair) -> Bool {
    finder.isAtRest(
      after: (
        pair.time.nanoseconds(since: arrivals.a), pair.time.nanoseconds(since: arrivals.b)
      ))
  }

  /// Records the resting offsets of both sides in a pause, of which only the end is visible.
  ///
  /// A replay continues while its recording has no frames, and comes to its own rest.
  private mutating func noteRest(before pair: FramePair) {
    guard case _? = open, let last = lastPair,
      pair.time.nanoseconds(since: last.time) >= RestIntervals.shortest
    else { return }
    if hasMet(last, pair.secondBefore) { return close(isMet: true) }
    guard finder.first.trail.phase == .idle, sharesTargets || finder.second.trail.phase == .idle
    else { return }
    finder.advance(to: pair.time.advanced(byNanoseconds: -1))
    guard finder.saysRest else { return }
    let place = sharesTargets ? pair.secondBefore ?? last.b : last.b
    let left = FramePair(time: last.time, a: last.a, b: place, isFree: true)
    let gap = gap(left)
    guard gap.absolute > result.tolerance.points else { return }
    let rest = rest(gap, left)
    open?.note(rest)
  }

  /// Whether a replay reached the recording's offset after a pair of frames.
  private func hasMet(_ pair: FramePair, _ place: Point?) -> Bool {
    guard sharesTargets, pairing.followsFirst, let place else { return false }
    return Self.length(pair.a.x - place.x, pair.a.y - place.y) <= result.tolerance.points
  }

  private mutating func rest(_ gap: FrameGap, _ pair: FramePair) -> RestDifference {
    let other = sharesTargets ? targets.a : targets.b
    return RestDifference(
      points: gap.absolute, seen: gap.seen, a: targets.a.nearest(to: pair.a),
      b: other.nearest(to: pair.b))
  }

  private func begin(_ gap: FrameGap, _ pair: FramePair) -> OpenDivergence {
    var correction: Double?
    if case .estimateCorrection(let points) = gap.change { correction = points }
    let isPulled = targets.a.isPastEdge(at: pair.a) || targets.b.isPastEdge(at: pair.b)
    return OpenDivergence(
      way: DivergentWay(from: pair.time, gap.absolute), frame: result.comparedFrames,
      correction: correction,
      moment: finder.moment(after: lastPair?.time, isPulled: isPulled),
      mayBePull: isPulled && finder.isDragged)
  }

  private mutating func gap(_ pair: FramePair) -> FrameGap {
    let (dx, dy) = (pair.a.x - pair.b.x, pair.a.y - pair.b.y)
    var gap = FrameGap(absolute: Self.length(dx, dy))
    guard !sharesTargets else { return gap }
    let shift = targets.a.shift(at: pair.a, to: &targets.b, at: pair.b)
    guard let item = shift.item.least, let viewport = shift.viewport.least else {
      // An empty viewport has no target to search for.
      if common == .unknown, shift.item.hasLooked, !targets.b.isEmpty { common = .none }
      return gap
    }
    common = .some
    let across = targets.a.across(pair.a, to: targets.b, at: pair.b)
    gap.item = Self.length(item, across.item)
    gap.viewport = Self.length(viewport, across.viewport)
    // Corrections of estimates happen along the axis; movement across it is visible.
    gap.change =
      across.item.magnitude > result.tolerance.points
      ? .movement(across.item)
      : shift.item.change(
        offsetChange: axis == .vertical ? -dy : -dx, tolerance: result.tolerance.points)
    return gap
  }

  private static func distance(_ a: Point, _ b: Point) -> Double { length(a.x - b.x, a.y - b.y) }

  private static func length(_ x: Double, _ y: Double) -> Double {
    x == 0 ? y.magnitude : y == 0 ? x.magnitude : (x * x + y * y).squareRoot()
  }

  /// Ends a run, because the sides agree again or because there is no further data.
  private mutating func close(isMet: Bool) {
    guard var stretch = open else { return }
    open = nil
    if !isMet { stretch.note(stretch.end) }
    let verdict = verdict(stretch, isMet: isMet)
    let cause = StretchCause(
      moment: stretch.moment, grows: stretch.grows,
      correction: verdict == .invisible ? stretch.correction : nil)
    let way = stretch.way
    lastStretch = (way.from, way.to, cause)
    let severity = Divergence.severity(of: verdict, area: way.area)
    divergences.keep(severity, from: way.from) {
      Divergence(
        kind: .offset, from: way.from, to: way.to, firstFrame: stretch.frame,
        maximum: way.maximum, maximumTime: way.maximumTime, area: way.area,
        restDifference: stretch.rest?.points, firstRest: stretch.rest?.a,
        secondRest: stretch.rest?.b, verdict: verdict, onset: cause.onset)
    }
  }

  private func verdict(_ stretch: OpenDivergence, isMet: Bool) -> DivergenceVerdict {
    if stretch.way.seen <= result.tolerance.points { return .invisible }
    // If the sides agree again, a rest with the same visible content is no difference.
    guard let rest = stretch.rest, !isMet || rest.seen > result.tolerance.points else {
      return isMet ? .sameRestOtherWay : .unfinished
    }
    return rest.a != nil && rest.b != nil && rest.a != rest.b ? .wrongTarget : .wrongPlace
  }

  /// The cause of the run of different offsets that contains a time.
  private func stretch(at time: TraceTime) -> StretchCause? {
    if let open, open.way.from <= time {
      return StretchCause(moment: open.moment, grows: open.grows)
    }
    return lastStretch.flatMap { $0.from <= time && time <= $0.to ? $0.cause : nil }
  }

  // MARK: Ids, phases, visible sets

  private mutating func track(
    _ kind: ReportKind, _ value: ReportValue, at time: TraceTime, of side: Side,
    isGlimpse: Bool = false
  ) {
    // A new difference is explained from the frames up to now, so these are compared first.
    if awaitsFrame { catchUp() }
    let ends = reports[kind.rawValue].set(value, at: time, of: side, isGlimpse: isGlimpse)
    if ends, let ended = reports[kind.rawValue].ended {
      catchUp()
      finish(kind, ended)
    }
    if reports[kind.rawValue].needsMoment {
      catchUp()
      reports[kind.rawValue].explain(finder.moment(after: lastPair?.time))
      awaitsFrame = true
    }
  }

  /// Assigns the number of the compared frame to earlier differences without one.
  ///
  /// Reports arrive before frames, so a difference may end before its first frame is compared.
  private mutating func number(until time: TraceTime) {
    for index in reports.indices { reports[index].number(result.comparedFrames, at: time) }
    let areNumbered = divergences.number(result.comparedFrames, until: time)
    awaitsFrame = areNumbered ? reports.contains { $0.awaitsFrame } : true
  }

  private mutating func finish(_ kind: ReportKind, _ ended: ReportComparison.Ended) {
    let length = ended.to.nanoseconds(since: ended.from)
    let milliseconds = Double(length) / 1e6
    result.wouldPassAtMilliseconds = max(result.wouldPassAtMilliseconds, milliseconds)
    guard milliseconds > result.tolerance.milliseconds else { return }
    // A difference that follows from different offsets has the same cause.
    let source = kind == .phase ? nil : stretch(at: ended.from)
    let area = Double(length) / 1e9
    divergences.keep(Divergence.severity(of: .report, area: area), from: ended.from) {
      Divergence(
        kind: kind.divergence, from: ended.from, to: ended.to,
        firstFrame: ended.frame ?? KeptDivergences.unnumbered, maximum: 1, maximumTime: ended.from,
        area: area, restDifference: nil, firstRest: nil,
        secondRest: nil, verdict: .report,
        onset: source?.onset ?? kind.onset(of: ended, finder.sides))
    }
  }

  /// Ends the comparison at the end of the trace.
  ///
  /// Throws if every frame drove a side, because the comparison would be meaningless. It does
  /// not throw if reports differ, or if the caller declares another difference.
  public mutating func finish(
    at end: TraceTime, needsFrames: Bool = true
  ) throws(ReplayError) -> Comparison {
    drain(before: TraceTime(nanoseconds: .max))
    close(isMet: lastPair.map { hasMet($0, pairing.secondPlace) } ?? false)
    for kind in ReportKind.allCases {
      guard let ended = reports[kind.rawValue].end(at: end) else { continue }
      finish(kind, ended)
    }
    let differsElse =
      result.excludedFrames > 0
      && (!needsFrames || !pairing.followsFirst && divergences.count > 0)
    guard result.comparedFrames > 0 || differsElse else {
      throw ReplayError(
        .nothingToCompare,
        result.excludedFrames > 0
          ? "nothing to compare: all \(result.excludedFrames) frames drove the replay"
          : "nothing to compare: one of the sides has no frame")
    }
    guard common != .none else {
      throw ReplayError(
        .nothingToCompare,
        "nothing to compare: no target that one side shows is on the other; offsets of other content "
          + "cannot be compared")
    }
    // No frame was compared after the start of these differences.
    if awaitsFrame { number(until: TraceTime(nanoseconds: .max)) }
    result.maxima[.absolute] = maxima.absolute
    result.maxima[.item] = maxima.item
    result.maxima[.viewport] = maxima.viewport
    (result.divergences, result.divergenceCount) = (divergences.worstFirst, divergences.count)
    return result
  }
}
