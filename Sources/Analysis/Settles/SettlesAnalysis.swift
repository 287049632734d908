public import ScrollModel

/// Every release-to-rest of an outcome, recorded or replayed.
///
/// Without a configuration the candidates are targets with their distances; with one they are the
/// places of its behavior. A replay pushes its own decisions, and a recording may be given decisions
/// that a replay made of its releases; either way a report ends with the engine's choice beside what
/// happened.
public struct SettlesAnalysis: OutcomeAnalysis, Sendable {
  /// The settles that ended, in order.
  public private(set) var reports: [SettleReport] = []
  /// How many reports are kept; later ones are counted only.
  public let limit: Int
  /// How many settles ended.
  public private(set) var count = 0

  let configuration: Configuration?
  private(set) var tracker = GestureTracker()
  /// The report that the last event completed.
  private(set) var latest: SettleReport?
  private var open: SettleReport?
  private var decision: Settle?
  private var containerSize: Size?

  /// Creates an analysis; the configuration is what the app declared, or what is asked about.
  public init(_ configuration: Configuration? = nil, limit: Int = 100_000) {
    self.configuration = configuration
    self.limit = limit
  }

  /// Sees time pass: content that stood still has come to rest in the layout that it has now.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard open != nil, let axis = tracker.axis, let rest = tracker.rested(by: time, on: viewState)
    else {
      return
    }
    close(.rested, axis, at: rest, viewState)
  }

  /// Follows an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    latest = nil
    tracker.take(event, at: time, on: viewState)
    follow(at: time, viewState)
    redirect(event, at: time, viewState)
    containerSize = viewState.containerSize
  }

  /// Keeps a decision for the release that it was made of.
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
    // Content that stood still had come to rest before the event that shows it.
    let hadRested = tracker.transitions.rest?.isInferred == true && !tracker.transitions.isReleased
    if hadRested, let rest = tracker.transitions.rest {
      close(.rested, rest.axis, at: rest.time, viewState)
    }
    if tracker.transitions.began, let axis = tracker.axis {
      close(.caught, axis, at: time, viewState)
    }
    if tracker.transitions.isReleased, let release = tracker.release, let axis = tracker.axis {
      open = SettleReport(
        number: count + 1, axis: axis.axis, release: release, projected: nil, candidates: [],
        ending: .cut, rest: release.offset, restTime: time, residual: nil, clamp: .none,
        fit: nil, configured: nil,
        // Whole offsets may be cut off.
        tolerance: viewState.hasWholeOffsets ? max(1, viewState.tolerance) : viewState.tolerance)
      // A decision comes with its release or after it, never long before.
      if let made = decision, release.time.nanoseconds(since: made.time) > 100_000_000 {
        decision = nil
      }
    }
    if !hadRested, let rest = tracker.transitions.rest {
      close(.rested, rest.axis, at: rest.time, viewState)
    }
  }

  /// A request, a wheel's notch or a container of another size in flight takes the content away from where
  /// it was going (SNAP-2).
  private mutating func redirect(
    _ event: TraceEvent, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard open != nil, let axis = tracker.axis else { return }
    let isRedirected =
      switch event {
      case .input(.command(let command)): command.redirects
      case .input(.wheel(let sample)): sample.isClick && axis.leading(sample.delta) != 0
      case .input(.container): viewState.containerSize != containerSize
      // Of a program's requests phases may be all that tells.
      default: tracker.movement == .program
      }
    if isRedirected { close(.redirected, axis, at: time, viewState) }
  }

  private mutating func close(
    _ ending: SettleEnding, _ axis: MainAxis, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard var report = open else { return }
    open = nil
    // What caught it may be a release already.
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

  /// Fits what was free: from the release to the edge or to the last sample that moved.
  private func fit(_ axis: MainAxis, _ samples: MotionSamples) -> DecayFit? {
    var free: [(time: TraceTime, offset: Double)] = []
    // The first sample is the offset at the release itself, which is as old as its frame.
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
    // Places behind an end are all cut to it: the content came for the nearest of them.
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

  /// Forgets where a gesture began that only offsets show, unless the declared behavior lets content rest
  /// there: a finger may have held it.
  private func forgetStart(
    _ report: inout SettleReport, _ places: RestPlaces?, _ viewState: borrowing ViewState
  ) {
    guard configuration != nil, let places, let start = report.release.startOffset,
      let residual = places.residual(at: start, viewState, tolerance: report.tolerance),
      residual.magnitude <= report.tolerance
    else { return report.release.startOffset = nil }
  }

  /// Where the velocity leads under the configuration's law (PHYS-3, PHYS-4).
  ///
  /// Content that is released past an end returns to it. Nil if it is released inwards there: only the engine
  /// computes the speed that is left at the end.
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
  /// Whether the samples follow the deceleration: the misses are small against the way.
  var isDeceleration: Bool {
    let way = (initialVelocity * duration / 1000).magnitude
    return residual <= max(1, way * 0.02) && ratePerMillisecond < 0.99999
  }
}
