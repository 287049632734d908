public import Analysis
public import ScrollModel

/// One release and the following rest, which a diagnosis explains.
///
/// Offsets count from the leading side, in points.
public struct RestDecision: Hashable, Sendable {
  /// The number of the decision in its trace, from 1.
  public var number: Int
  /// The time of the release.
  public var time: TraceTime
  /// The offset at the release.
  public var releaseOffset: Double
  /// The offset at which the gesture began, or the rest before it.
  public var startOffset: Double?
  /// Whether the gesture interrupted content in motion.
  public var isCatch: Bool
  /// The release velocity in points per second; nil if unknown.
  public var velocity: Double?
  /// The evidence for the velocity.
  public var evidence: VelocityEvidence?
  /// The reported natural end.
  public var reportedRest: Double?
  /// The resting offset.
  public var rest: Double
  /// The time of the rest.
  public var restTime: TraceTime
  /// The container, its insets and the content at the rest.
  public var axis: MainAxis
  /// The fitted deceleration, if the frames contain one.
  public var fit: DecayFit?
  /// The index of the layout at the release.
  var layout = 0
  /// The notch of the wheel's turn that ended here in place of a release; 0 after a release.
  var turn = 0.0

  /// Whether the velocity was recorded or follows from the finger, not from the content's movement.
  var hasExactVelocity: Bool {
    switch evidence {
    case .recorded, .engine, .touch: true
    case .fit, .frames, nil: false
    }
  }

  /// Distance from the release to the rest.
  var way: Double { rest - releaseOffset }

  /// Whether a release over a distance leads in the direction of the end at which it rests.
  func leadsToEnd(_ distance: Double) -> Bool {
    distance < 0
      ? (rest - axis.low).magnitude < (rest - (axis.high ?? .infinity)).magnitude
      : (rest - (axis.high ?? .infinity)).magnitude < (rest - axis.low).magnitude
  }

  /// Whether the rest is at an end of the range.
  func isAtEnd(within tolerance: Double) -> Bool { axis.isAtEnd(rest, within: tolerance) }
}

/// The starts and ends of the targets of one layout, from the leading side of the content.
struct LayoutSpans: Hashable, Sendable {
  var starts: [Double] = []
  var ends: [Double] = []

  init(_ axis: MainAxis, _ viewState: borrowing ViewState) {
    let spans = viewState.targets.index
    let content = axis.content ?? 0
    for rank in 0..<spans.count {
      let (start, end) = (spans.start(at: rank), spans.end(at: rank))
      starts.append(axis.isMirrored ? content - end : start)
      ends.append(axis.isMirrored ? content - start : end)
    }
    guard axis.isMirrored else { return }
    starts.reverse()
    ends.reverse()
  }

  /// The offsets that align a fraction of each target with the same fraction of the container.
  func places(anchor: Double, _ axis: MainAxis) -> [Double] {
    starts.indices.map { starts[$0] + anchor * (ends[$0] - starts[$0] - axis.inner) - axis.start }
  }
}

/// Collects every release with its rest, the lengths of the scene and the noise of the offsets.
struct RestDecisionAnalysis: OutcomeAnalysis {
  /// The decisions in the order of their releases.
  private(set) var decisions: [RestDecision] = []
  /// The lengths of the scene at the last rest.
  private(set) var scene = KnownLengths()
  /// The layouts of the recording in order, up to a limit.
  private(set) var layouts: [LayoutSpans] = []
  private(set) var noise = NoiseEstimate()
  private(set) var drags = DragRatio()
  private(set) var crossRests = CrossRests()
  /// The largest difference of two offsets that count as equal.
  private(set) var tolerance = 0.5
  /// The number of releases whose rests the program chooses; 0 unless it chooses almost all.
  private(set) var programCount = 0
  /// Whether those are turns of a wheel.
  private(set) var areTurns = false
  private var continued = ContinuedReleases()
  private var settles = SettlesAnalysis()
  private var movements = OffsetMovements()
  private var sceneGeneration = -1
  private var layoutGeneration = -1
  private var shape: [Double]?
  private var shapeGeneration = -1
  private var reshapes: [TraceTime] = []
  private var momentum: [(time: TraceTime, sum: Double)] = []
  private static let momentumLimit = 200_000
  private static let layoutLimit = 16
  private var hasPhasesOrInputs = false
  private var scale: Double?
  /// Whether every offset is a whole number.
  private(set) var isWhole = false
  /// Turns of a wheel, if the browser moves them on as Chromium does.
  private var turns: WheelTurns?
  private let limit: Int

  init(turns: WheelTurns? = nil, limit: Int = 2000) {
    self.turns = turns
    self.limit = limit
  }

  /// Content that moves no farther in a drag and after it was not dragged, in points.
  private static let still = 4.0

  /// Removes the releases of drags that did not move this view, but another nested one.
  mutating func removeUnmoved() {
    decisions.removeAll { decision in
      guard let start = decision.startOffset else { return false }
      return (decision.releaseOffset - start).magnitude < Self.still
        && (decision.rest - start).magnitude < Self.still
    }
  }

  /// The same with the rests to which the program takes the content, if it does so after almost every
  /// release.
  var followingProgram: RestDecisionAnalysis? {
    guard let rests = continued.rests(among: decisions, within: tolerance) else { return nil }
    var followed = self
    (followed.decisions, followed.programCount) = (rests, continued.count)
    followed.areTurns = rests.allSatisfy { $0.turn != 0 }
    // A script chooses by where the content is, not by the direction of the wheel.
    for index in rests.indices { followed.decisions[index].turn = 0 }
    return followed
  }

  /// What the program does, in a sentence.
  var programSentence: String {
    let count = decisions.count
    let all = areTurns ? countText(count, "turn") + " of the wheel" : countText(count, "release")
    return "Code of the app does this: it scrolls after \(programCount) of \(all)."
  }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    settles.wait(until: time, on: viewState)
    collect(viewState, at: time)
    if let turn = turns?.rested(by: time, on: viewState) { add(turn, viewState, at: time) }
    continued.wait(until: time, on: viewState)
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    settles.take(event, at: time, on: viewState)
    drags.take(event, on: viewState)
    crossRests.take(event, at: time, on: viewState)
    amendRest(event, at: time, viewState)
    switch event {
    case .input(.wheel(let wheel)):
      hasPhasesOrInputs = true
      if wheel.momentumPhase != .none, momentum.count < Self.momentumLimit,
        let axis = MainAxis(viewState)
      {
        let step = axis.axis == .vertical ? wheel.delta.dy : wheel.delta.dx
        momentum.append((time, (momentum.last?.sum ?? 0) + (axis.isMirrored ? -step : step)))
      }
    case .input(.touch), .observation(.phase), .observation(.release):
      hasPhasesOrInputs = true
    case .observation(.frame(let frame)):
      if frame.phase != nil { hasPhasesOrInputs = true }
      if let axis = MainAxis(viewState) {
        noise.take(axis.offset)
        if !hasPhasesOrInputs {
          movements.layout = max(0, layouts.count - 1)
          movements.take(axis, at: time, interval: viewState.expectedInterval, noise.deviation)
          noteScene(viewState, axis)
        }
      }
    case .input(.command), .input(.layout), .input(.edit), .input(.container):
      // A movement by the program is no release.
      movements.interrupt()
    case .observation, .stream: break
    }
    scale = viewState.scale
    isWhole = viewState.hasWholeOffsets
    noteShape(at: time, viewState)
    noteLayout(viewState)
    var isScrolled = false
    if case .input(.command) = event { isScrolled = true }
    collect(viewState, at: time, isScrolled: isScrolled)
    if let turn = turns?.take(event, at: time, on: viewState) {
      add(turn, viewState, at: time, isContinued: true)
    }
    continued.take(event, at: time, on: viewState)
  }

  /// Keeps the moments at which the container or its inset at the start changed.
  private mutating func noteShape(at time: TraceTime, _ viewState: borrowing ViewState) {
    guard viewState.geometryGeneration != shapeGeneration, reshapes.count < limit,
      let axis = MainAxis(viewState)
    else { return }
    shapeGeneration = viewState.geometryGeneration
    // What the end may hide is not where a release leads.
    let shape = [axis.frame, axis.start]
    if let old = self.shape, old != shape { reshapes.append(time) }
    self.shape = shape
  }

  /// Keeps each layout that differs from the one before.
  private mutating func noteLayout(_ viewState: borrowing ViewState) {
    guard viewState.targets.generation != layoutGeneration, layouts.count < Self.layoutLimit,
      viewState.targets.index.count > 0, let axis = MainAxis(viewState)
    else { return }
    layoutGeneration = viewState.targets.generation
    let spans = LayoutSpans(axis, viewState)
    if layouts.last != spans { layouts.append(spans) }
  }

  mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {}

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    settles.finish(at: time, on: viewState)
    crossRests.finish(at: time, on: viewState)
    collect(viewState, at: time)
    if let turn = turns?.rested(by: time, on: viewState) { add(turn, viewState, at: time) }
    continued.wait(until: time, on: viewState)
    guard !hasPhasesOrInputs else { return }
    movements.finish(noise.deviation)
    decisions = Array(movements.decisions.prefix(limit))
  }

  /// Counts each rest in the lengths that were known at its release, or leaves it out.
  ///
  /// A lazy stack that measures rows during the deceleration moves the offset with what is in view; that
  /// is no part of the way that the release led to. Nor is what another container or inset did to it, and
  /// a trackpad's recorded momentum is an input that determines by itself where the content goes.
  mutating func takeOut(_ corrections: EstimateCorrections) {
    let corrections = corrections.all
    guard !corrections.isEmpty || !reshapes.isEmpty || !momentum.isEmpty else { return }
    let tolerance = tolerance
    decisions = decisions.compactMap { decision in
      let isReshaped = reshapes.contains { $0 >= decision.time && $0 <= decision.restTime }
      guard !isReshaped else { return nil }
      let inside = corrections.filter { $0.time > decision.time && $0.time <= decision.restTime }
      // Between steps of a pad, frames do not show which part of a movement was a correction.
      if let pushed = Self.sum(momentum, decision),
        !inside.isEmpty || (decision.way - pushed).magnitude <= tolerance + 0.5
      {
        return nil
      }
      let moving = inside.filter { $0.decision != .stayed && $0.distance.magnitude > 0.5 }
      guard !moving.isEmpty else { return decision }
      // The end of the range moved, too, and frames that do not decide leave the way unknown.
      guard !decision.isAtEnd(within: tolerance),
        moving.allSatisfy({ $0.decision == .followed })
      else { return nil }
      var decision = decision
      decision.rest -= moving.reduce(0) { $0 + $1.distance }
      decision.fit = nil
      return decision
    }
  }

  /// How far a pad's momentum asked the content to go after a release; nil without momentum.
  private static func sum(
    _ momentum: [(time: TraceTime, sum: Double)], _ decision: RestDecision
  ) -> Double? {
    guard let first = momentum.firstIndex(where: { $0.time >= decision.time }),
      let last = momentum.lastIndex(where: { $0.time <= decision.restTime }), first <= last
    else { return nil }
    return momentum[last].sum - (first > 0 ? momentum[first - 1].sum : 0)
  }

  /// How far an observed offset may be off.
  var uncertainty: Double {
    let pixel = scale.map { $0 > 0 ? 0.5 / $0 : 0.25 } ?? 0.25
    // A recorder that keeps whole numbers is off by up to half of one, by 0.3 on average.
    return max(isWhole ? max(0.3, pixel) : pixel, min(noise.deviation, 4))
  }

  /// Takes new settles; `isScrolled` is whether the program scrolled at this time.
  private mutating func collect(
    _ viewState: borrowing ViewState, at time: TraceTime, isScrolled: Bool = false
  ) {
    while settles.reports.count > taken, decisions.count < limit {
      let report = settles.reports[taken]
      taken += 1
      isRestOpen = false
      tolerance = max(tolerance, report.tolerance)
      let isContinued = report.ending == .redirected && isScrolled
      guard report.ending == .rested || isContinued, let axis = MainAxis(viewState) else {
        continue
      }
      let release = report.release
      let decision = RestDecision(
        number: 0, time: release.time, releaseOffset: release.offset,
        startOffset: release.startOffset, isCatch: release.isCatch,
        velocity: release.velocity?.pointsPerSecond, evidence: release.velocity?.evidence,
        reportedRest: release.reportedRest, rest: report.rest, restTime: report.restTime,
        axis: axis, fit: report.fit)
      add(decision, viewState, at: time, isContinued: isContinued)
      isRestOpen = !isContinued
    }
  }

  /// Adds a release or turn that ended by itself, or with a scroll of the program.
  private mutating func add(
    _ decision: RestDecision, _ viewState: borrowing ViewState, at time: TraceTime,
    isContinued: Bool = false
  ) {
    guard decisions.count < limit else { return }
    noteScene(viewState, decision.axis)
    var decision = decision
    decision.number = decisions.count + 1
    continued.note(decision, isContinued: isContinued, at: time)
    if !isContinued { decisions.append(decision) }
  }

  private var taken = 0
  /// Whether the last event ended a movement, or came with the frames right after its end.
  private var isRestOpen = false

  /// Takes the rest from a frame that arrives right after the end of the movement.
  ///
  /// The change to idle and the last frame belong to one display frame; a recorder may report either
  /// of them first.
  private mutating func amendRest(
    _ event: TraceEvent, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard isRestOpen, let last = decisions.last else { return }
    switch event {
    case .observation(.frame): break
    case .input, .observation(.phase), .observation(.release): return isRestOpen = false
    case .observation, .stream: return
    }
    guard let axis = MainAxis(viewState),
      time.nanoseconds(since: last.restTime) <= viewState.expectedInterval,
      (axis.offset - last.rest).magnitude <= Self.lastStep
    else { return isRestOpen = false }
    decisions[decisions.count - 1].rest = axis.offset
  }

  /// The largest step of the last frame of a movement, in points.
  private static let lastStep = 2.0

  private mutating func noteScene(_ viewState: borrowing ViewState, _ axis: MainAxis) {
    guard viewState.geometryGeneration != sceneGeneration else { return }
    sceneGeneration = viewState.geometryGeneration
    scene = KnownLengths(axis, viewState)
  }
}

/// Estimates the noise of recorded offsets from slowly moving frames.
struct NoiseEstimate: Sendable {
  private var last: (Double, Double, Double)?
  private var count = 0
  private var scatter: [Double] = []
  private static let limit = 256

  /// Adds the offset of the next frame.
  ///
  /// Smooth movement almost vanishes in a third difference, and noise contributes twenty times its
  /// variance.
  mutating func take(_ offset: Double) {
    guard let (first, second, third) = last else {
      last = (offset, offset, offset)
      return
    }
    count += 1
    last = (second, third, offset)
    guard count > 3, scatter.count < Self.limit else { return }
    let steps = [second - first, third - second, offset - third]
    guard steps.allSatisfy({ $0.magnitude < 3 }), steps.contains(where: { $0 != 0 }) else { return }
    scatter.append((steps[2] - 2 * steps[1] + steps[0]).magnitude)
  }

  /// The standard deviation of an offset; 0 with too few frames.
  var deviation: Double {
    guard scatter.count >= 12 else { return 0 }
    let sorted = scatter.sorted()
    return sorted[sorted.count / 2] / (0.6745 * 4.4721)
  }
}

/// Movements and rests of a trace that contains only offsets.
struct OffsetMovements: Sendable {
  private typealias Sample = (time: TraceTime, offset: Double)

  private(set) var decisions: [RestDecision] = []
  /// The index of the current layout.
  var layout = 0
  private var axis: MainAxis?
  private var rest: Double?
  private var samples: [Sample] = []
  private var fastest: (speed: Double, sample: Sample)?
  private var isInterrupted = false
  /// The minimum duration without movement at a rest.
  private static let stillness: Int64 = 200_000_000
  private static let limit = 4096

  /// Discards the current movement: it is not caused by a gesture.
  mutating func interrupt() { isInterrupted = true }

  /// Handles a frame.
  mutating func take(
    _ axis: MainAxis, at time: TraceTime, interval: Int64, _ noise: Double
  ) {
    let sample = (time: time, offset: axis.offset)
    if let last = samples.last {
      let elapsed = time.nanoseconds(since: last.time)
      if elapsed >= max(Self.stillness, 4 * interval) {
        close(noise)
      } else if elapsed > 0 {
        let speed = (sample.offset - last.offset).magnitude / Double(elapsed)
        if speed > fastest?.speed ?? 0 { fastest = (speed, sample) }
      }
    }
    self.axis = axis
    samples.append(sample)
    if samples.count > Self.limit { samples.removeFirst(samples.count / 2) }
    if isStill(until: time, within: max(1, 3 * noise)) { close(noise) }
  }

  /// Ends the trace; the last movement may have come to rest.
  mutating func finish(_ noise: Double) { close(noise) }

  /// Whether all recent offsets are equal within a band.
  private func isStill(until time: TraceTime, within band: Double) -> Bool {
    guard let last = samples.last else { return false }
    for sample in samples.reversed() {
      if (sample.offset - last.offset).magnitude > band { return false }
      if time.nanoseconds(since: sample.time) >= Self.stillness { return true }
    }
    return false
  }

  private mutating func close(_ noise: Double) {
    guard let axis, let last = samples.last else { return }
    let place = restOffset(last, within: max(0.75, 3 * noise))
    defer {
      rest = place
      samples = [(time: last.time, offset: place)]
      fastest = nil
      isInterrupted = false
    }
    guard let before = rest, let fastest, !isInterrupted, samples.count >= 4,
      (place - before).magnitude > 4 || (fastest.sample.offset - before).magnitude > 4
    else { return }
    decisions.append(
      RestDecision(
        number: decisions.count + 1, time: fastest.sample.time,
        releaseOffset: fastest.sample.offset, startOffset: before, isCatch: false, velocity: nil,
        evidence: nil, reportedRest: nil, rest: place, restTime: last.time, axis: axis,
        fit: fit(after: fastest.sample.time, axis), layout: layout))
  }

  /// The deceleration after the fastest sample, as far as it is within the range.
  ///
  /// The finger may have moved the content for some more frames, so the fit may begin later.
  private func fit(after release: TraceTime, _ axis: MainAxis) -> DecayFit? {
    var free: [Sample] = []
    for sample in samples where sample.time > release {
      guard axis.excess(sample.offset) == 0 else { break }
      if let last = free.last, last.offset == sample.offset { continue }
      free.append(sample)
    }
    var best: DecayFit?
    for skipped in [0, 3, 8, 16] where free.count >= skipped + 12 {
      guard let fit = DecayFit(Array(free.dropFirst(skipped))) else { continue }
      if fit.residual < 0.5 { return fit }
      if best.map({ fit.residual < $0.residual }) ?? true { best = fit }
    }
    return best ?? DecayFit(free)
  }

  /// The median of the frames at the rest; the last frame if the recorder stops with the movement.
  private func restOffset(_ last: Sample, within band: Double) -> Double {
    var near: [Double] = []
    for sample in samples.reversed() {
      guard (sample.offset - last.offset).magnitude <= band else { break }
      near.append(sample.offset)
    }
    // A deceleration ends slowly, so only resting frames are averaged.
    guard near.count >= 12 else { return last.offset }
    near.removeLast(near.count / 2)
    near.sort()
    return near[near.count / 2]
  }
}
