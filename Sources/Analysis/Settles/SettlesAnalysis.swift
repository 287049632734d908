public import ScrollModel

/// Finds every settle of an outcome, recorded or replayed.
///
/// Without a configuration, the candidates are targets with their distances; with one, they are the
/// resting positions of its behavior. A replay supplies its own decisions, and a recording may be
/// given decisions of a replay. Either way, a report contains the engine's choice and the actual
/// result.
public struct SettlesAnalysis: OutcomeAnalysis, Sendable {
  /// The completed settles, in order.
  public private(set) var reports: [SettleReport] = []
  /// The largest number of reports; later settles are only counted.
  public let limit: Int
  /// The number of completed settles.
  public private(set) var count = 0

  let configuration: Configuration?
  private(set) var tracker = GestureTracker()
  /// The report of the settle that the last event completed.
  private(set) var latest: SettleReport?
  private var open: SettleReport?
  private var decision: Settle?
  private var containerSize: Size?

  /// Creates an analysis; the configuration is the declared one, or a hypothetical one.
  public init(_ configuration: Configuration? = nil, limit: Int = 100_000) {
    self.configuration = configuration
    self.limit = limit
  }

  /// Advances the time: content without movement has come to rest in the current layout.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard open != nil, let axis = tracker.axis, let rest = tracker.rested(by: time, on: viewState)
    else {
      return
    }
    close(.rested, axis, at: rest, viewState)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    latest = nil
    tracker.take(event, at: time, on: viewState)
    follow(at: time, viewState)
    redirect(event, at: time, viewState)
    containerSize = viewState.containerSize
  }

  /// Keeps a decision for its release.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    guard settle.axis == viewState.targets.mainAxis, !settle.isResize else { return }
    decision = settle
    open?.configured = settle
  }

  /// Ends an open settle.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    latest = nil
    tracker.finish(at: time, on: viewState)
    follow(at: time, viewState)
    if let axis = tracker.axis { close(.cut, axis, at: time, viewState) }
  }

  private mutating func follow(at time: TraceTime, _ viewState: borrowing ViewState) {
    let isReleased = tracker.transitions.isReleased
    // Content that did not move came to rest before this event. If the event is a release, an
    // earlier rest is that of the settle before.
    let hadRested =
      tracker.transitions.rest.map { rest in
        rest.isInferred && (!isReleased || tracker.release.map { rest.time < $0.time } ?? false)
      } ?? false
    if hadRested, let rest = tracker.transitions.rest {
      close(.rested, rest.axis, at: rest.time, viewState)
    }
    if tracker.transitions.began, let axis = tracker.axis {
      close(.caught, axis, at: time, viewState)
    }
    if isReleased, let release = tracker.release, let axis = tracker.axis {
      open = SettleReport(
        number: count + 1, axis: axis.axis, release: release, projected: nil, candidates: [],
        ending: .cut, rest: release.offset, restTime: time, residual: nil, clamp: .none,
        fit: nil, configured: nil,
        // Whole-number offsets may be truncated.
        tolerance: viewState.hasWholeOffsets ? max(1, viewState.tolerance) : viewState.tolerance)
      // A decision is simultaneous with its release or later, never much earlier.
      if let made = decision, release.time.nanoseconds(since: made.time) > 100_000_000 {
        decision = nil
      }
    }
    if !hadRested, let rest = tracker.transitions.rest {
      close(.rested, rest.axis, at: rest.time, viewState)
    }
  }

  /// Ends a settle that a request, a wheel's notch or a container resize redirects (SNAP-2).
  private mutating func redirect(
    _ event: TraceEvent, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard open != nil, let axis = tracker.axis else { return }
    let isRedirected =
      switch event {
      case .input(.command(let command)): command.redirects
      case .input(.wheel(let sample)): sample.isClick && axis.leading(sample.delta) != 0
      case .input(.container): viewState.containerSize != containerSize
      // A program's request may be known only from phases.
      default: tracker.movement == .program
      }
    if isRedirected { close(.redirected, axis, at: time, viewState) }
  }

  private mutating func close(
    _ ending: SettleEnding, _ axis: MainAxis, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard var report = open else { return }
    open = nil
    // The interrupting gesture may already be released.
    let isOver =
      tracker.transitions.isReleased && tracker.release?.gesture != report.release.gesture
    if !isOver, let release = tracker.release { report.release = release }
    report.ending = ending
    report.rest = axis.offset
    report.restTime = time
    report.fit = fit(axis, isOver ? tracker.endedSamples : tracker.movementSamples)
    if report.release.velocity == nil, let fit = report.fit, fit.isDeceleration {
      report.release.velocity = VelocityEstimate(
        pointsPerSecond: fit.initialVelocity, evidence: .fit)
    }
    judge(&report, axis, viewState)
    if let decision { report = report.merged(with: decision) }
    decision = nil
    count += 1
    latest = report
    if reports.count < limit { reports.append(report) }
  }

  /// Fits the free part: from the release to the edge or to the last sample that moved.
  private func fit(_ axis: MainAxis, _ samples: MotionSamples) -> DecayFit? {
    var free: [(time: TraceTime, offset: Double)] = []
    // The first sample is the offset at the release, which is as old as its frame.
    for sample in samples.values.dropFirst() {
      guard axis.excess(sample.offset) == 0 else { break }
      if let last = free.last, last.offset == sample.offset { continue }
      free.append((sample.time, sample.offset))
    }
    return DecayFit(free)
  }

  private func judge(
    _ report: inout SettleReport, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) {
    let release = report.release
    report.projected = release.reportedRest ?? projection(release, axis).map(axis.clamp)
    let aim = report.projected ?? report.rest
    let places =
      configuration.map { RestPlaces($0, axis) } ?? RestPlaces(targetsAt: 0, axis)
    if release.evidence == .offsets { forgetStart(&report, places, viewState) }
    guard let places, let found = places.nearest(to: aim, viewState) else { return }
    // Positions beyond an end are clamped to it: the content went to the nearest of them.
    var isOpen = report.ending == .rested
    for place in [found.best, found.next].compactMap({ $0 }) {
      let isChosen =
        isOpen && (axis.clamp(place.offset) - report.rest).magnitude <= report.tolerance
      if isChosen { isOpen = false }
      let candidate = SettleCandidate(
        id: place.id, offset: place.offset, distance: (place.offset - aim).magnitude)
      let verdict: CandidateVerdict =
        isChosen ? .chosen : place.ordinal == found.best.ordinal ? .passedOver : .farther
      report.candidates.append(JudgedCandidate(candidate, verdict))
    }
    report.residual = places.residual(at: report.rest, viewState, tolerance: report.tolerance)
    if let chosen = report.chosen {
      report.clamp =
        chosen.offset < axis.low - report.tolerance
        ? .start : axis.high.map { chosen.offset > $0 + report.tolerance } == true ? .end : .none
    }
  }

  /// Discards an inferred start of a gesture, unless the declared behavior allows rests there: a
  /// finger may have held the content.
  private func forgetStart(
    _ report: inout SettleReport, _ places: RestPlaces?, _ viewState: borrowing ViewState
  ) {
    guard configuration != nil, let places, let start = report.release.startOffset,
      let residual = places.residual(at: start, viewState, tolerance: report.tolerance),
      residual.magnitude <= report.tolerance
    else { return report.release.startOffset = nil }
  }

  /// The natural end under the configured distance rule (PHYS-3, PHYS-4).
  ///
  /// Content released past an end returns to it. Nil if it is released inwards there: only the
  /// engine computes the remaining velocity at the end.
  private func projection(_ release: Release, _ axis: MainAxis) -> Double? {
    guard release.velocity != nil else { return nil }
    let configuration = configuration ?? Configuration()
    let velocity = release.speed(under: configuration)
    let excess = axis.excess(release.offset)
    if excess != 0 { return excess * velocity < 0 ? nil : release.offset }
    let physics = configuration.physics
    let rate = configuration.fastDeceleration(axis.axis) ? physics.fastDecay : physics.normalDecay
    let speed = max(0, velocity.magnitude - physics.velocityFloor)
    let way = speed * configuration.switches.flingDistance.distance(perVelocityAt: rate)
    return release.offset + (velocity < 0 ? -way : way)
  }
}

extension DecayFit {
  /// Whether the samples fit the deceleration: the residuals are small compared with the distance.
  var isDeceleration: Bool {
    let way = (initialVelocity * duration / 1000).magnitude
    return residual <= max(1, way * 0.02) && ratePerMillisecond < 0.99999
  }
}
