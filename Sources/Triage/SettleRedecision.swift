public import Analysis
public import Replay
public import ScrollModel
import TraceStore

extension Outcome {
  /// Returns settles of a recording with the decisions of a configuration at each release.
  ///
  /// The engine is set to the recorded offset and computes a decision; the recording itself is
  /// unchanged.
  public func redecided(
    _ reports: [SettleReport], under configuration: Configuration, _ registry: BehaviorRegistry
  ) throws -> [SettleReport] {
    let contents = try store.contents(of: trace.id)
    guard contents.hasFrames, !reports.isEmpty else { return reports }
    let plan = try ReplayPlan(
      configuration, of: trace.information, contents, drive: .offset,
      behavior: registry.behavior(of: configuration))
    guard plan.tellsChoices else { return reports }
    var decisions = ReleaseDecisions(of: reports, plan)
    var merged: [SettleReport] = []
    func merge(_ report: SettleReport, _ settle: Settle?) {
      merged.append(settle.map { report.merged(with: $0) } ?? report)
    }
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        decisions.visit(before: time, merge)
        decisions.take(event, at: time)
      }
    }
    decisions.visit(before: nil, merge)
    return merged
  }
}

/// The decisions of a configuration about the releases of a recording, computed during one pass.
struct ReleaseDecisions {
  private let run: ReplayRun
  private let reports: [SettleReport]
  /// The delay of a throttled offset in seconds; 0 for exact ones.
  private let lag: Double
  private var next = 0
  /// The time of the last recorded frame.
  private var shown: TraceTime?
  /// The destination of the content when the next gesture interrupted it.
  private var heading: Double?

  /// Prepares to decide releases, in order, under an offset-driven plan.
  init(of reports: [SettleReport], _ plan: ReplayPlan) {
    run = ReplayRun(plan)
    self.reports = reports
    if case .throttled(let milliseconds)? = plan.information.qualities[.offset] {
      lag = milliseconds / 1000
    } else {
      lag = 0
    }
  }

  /// Handles the next event of the recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame) = event { shown = time }
    run.take(event, at: time)
  }

  /// Visits the releases before a time, or all remaining ones, with their decisions.
  mutating func visit(before time: TraceTime?, _ body: (SettleReport, Settle?) -> Void) {
    while next < reports.count, time.map({ reports[next].release.time < $0 }) ?? true {
      let report = reports[next]
      let settle = decision(about: report)
      heading = report.ending == .caught ? report.release.chosen ?? settle?.chosen : nil
      body(report, settle)
      next += 1
    }
  }

  /// Decides one release.
  ///
  /// Whether a page of Chromium waits before the fling's first step is not recorded (WEB-12); a
  /// reported natural end determines it.
  private func decision(about report: SettleReport) -> Settle? {
    let settle = decision(about: report, waits: nil)
    guard run.plan.configuration.releasePhysics == .chromium, let found = settle,
      let reported = report.release.reportedRest
    else { return settle }
    func isReported(_ settle: Settle) -> Bool {
      (settle.natural - reported).magnitude <= report.tolerance
    }
    if isReported(found) { return found }
    return [false, true].lazy.compactMap { decision(about: report, waits: $0) }
      .first(where: isReported) ?? found
  }

  /// Decides one release under an assumption of how Chromium handles it.
  ///
  /// An interrupting gesture counts from the destination of the interrupted motion, as limits do.
  /// The finger may have moved after the last frame, and a reported natural end determines by how
  /// much. If that exceeds two frames, or the time since the last frame, the physics differ and the
  /// report is not used. With a throttled offset, no decision is made then. A release below the
  /// threshold may have been as fast as the floor.
  private func decision(about report: SettleReport, waits: Bool?) -> Settle? {
    let velocity = report.release.speed(under: run.plan.configuration)
    let start = (report.release.isCatch ? heading : nil) ?? report.release.startOffset
    let settle = run.decide(report.axis, velocity: velocity, original: start, waits: waits)
    guard let settle, let reported = report.release.reportedRest else { return settle }
    // Reported proposals are clamped to the range, so at an end they do not determine the finger.
    if settle.proposed != settle.natural,
      (reported - settle.proposed).magnitude <= report.tolerance
    {
      return settle
    }
    let speed = max(velocity.magnitude, run.plan.configuration.physics.releaseFloor)
    let unseen = velocity.magnitude * age(at: report.release.time)
    let farthest = max(speed / 30, unseen) + speed * lag
    // A simultaneous frame may have come after the release: the distance counts from it.
    let here = run.place(along: report.axis)
    func moving(by way: Double) -> Settle? {
      run.decide(
        report.axis, velocity: velocity, from: here + way, original: start, waits: waits)
    }
    guard reported != settle.natural else {
      let way = velocity < 0 ? -farthest : farthest
      // Physics that stop at an end have the same natural end wherever the finger was near it.
      guard moving(by: way)?.natural == reported else { return settle }
      return decision(as: report.release.chosen, within: way, report.tolerance, moving) ?? settle
    }
    guard
      let moved = movement(
        from: settle.natural, to: reported, atMost: farthest, tolerance: report.tolerance,
        { moving(by: $0)?.natural })
    else { return lag > 0 ? nil : settle }
    let shifted = moving(by: moved)
    guard let told = report.release.chosen, let shifted,
      (shifted.chosen - told).magnitude > report.tolerance,
      let farther = moving(by: moved < 0 ? -farthest : farthest)
    else { return shifted }
    // At an end, the report is only a lower bound of the finger's movement.
    let explains =
      farther.proposed != farther.natural
      && (farther.proposed - reported).magnitude <= report.tolerance
      && (farther.chosen - told).magnitude <= report.tolerance
    return explains ? farther : shifted
  }

  /// Returns the finger's movement that explains a reported natural end; nil if it exceeds the
  /// possible distance.
  ///
  /// The natural end moves with the finger, but past an end faster or not at all, so it is searched
  /// there.
  private func movement(
    from natural: Double, to reported: Double, atMost farthest: Double, tolerance: Double,
    _ rest: (Double) -> Double?
  ) -> Double? {
    let moved = reported - natural
    func isReached(_ place: Double?) -> Bool {
      place.map { ($0 - reported).magnitude <= tolerance } ?? false
    }
    if moved.magnitude <= farthest, isReached(rest(moved)) { return moved }
    guard let first = rest(-farthest), let last = rest(farthest), first <= reported,
      reported <= last
    else { return nil }
    var (low, high) = (-farthest, farthest)
    for _ in 0..<48 {
      let middle = low + (high - low) / 2
      guard let place = rest(middle) else { return nil }
      if place < reported { low = middle } else { high = middle }
    }
    return isReached(rest(high)) ? high : nil
  }

  /// Returns the decision with the reported choice, if the finger moved by at most `way`.
  private func decision(
    as told: Double?, within way: Double, _ tolerance: Double, _ moving: (Double) -> Settle?
  ) -> Settle? {
    guard let told else { return nil }
    var (near, far) = (0.0, way)
    for _ in 0..<48 {
      let middle = near + (far - near) / 2
      guard let settle = moving(middle) else { return nil }
      if (settle.chosen - told).magnitude <= tolerance { return settle }
      if (settle.chosen < told) == (way > 0) { near = middle } else { far = middle }
    }
    return nil
  }

  /// The age of the last frame at a release in seconds, plus one frame for its possible delay; at
  /// most a quarter of a second.
  private func age(at time: TraceTime) -> Double {
    guard let shown else { return 0 }
    return Double(min(250_000_000, max(0, time.nanoseconds(since: shown)))) / 1e9 + 1.0 / 60
  }

  /// Visits the conclusive decisions before a time.
  ///
  /// An uncertain decision cannot contradict the recording, but it explains the rest that it
  /// results in.
  mutating func decide(before time: TraceTime?, _ body: (Settle) -> Void) {
    let (run, floor, lag) = (run, run.plan.configuration.releaseFloor, lag)
    visit(before: time) { report, settle in
      guard let settle else { return }
      let agrees =
        report.ending == .rested && (settle.chosen - report.rest).magnitude <= report.tolerance
      if agrees || settle.isCertain(of: report, floor: floor, lag: lag)
        || lag == 0 && settle.isOutOfReach(report, run)
      {
        body(settle)
      }
    }
  }
}

extension Settle {
  /// Whether it can be compared with a recording: a velocity error of a tenth, or of half near the
  /// floor, does not change it.
  ///
  /// Neither does a finger movement of one frame or during the delay of a throttled offset.
  fileprivate func isCertain(of report: SettleReport, floor: Double, lag: Double) -> Bool {
    // The movement of interrupted content after a throttled offset is unknown.
    if lag > 0, report.release.isCatch, report.release.reportedRest == nil { return false }
    switch report.release.velocity?.evidence {
    case .recorded, .engine:
      guard report.release.reportedRest == nil, let margin = flipMargin else { return true }
      return margin > velocity.magnitude / 60 + velocity.magnitude * lag + report.tolerance
    case .fit, .frames, nil: return false
    case .touch:
      guard report.release.evidence != .offsets else { return false }
      // The floor is compared with the finger's last movement, but the estimate uses the last
      // three.
      let speed = report.release.velocity?.pointsPerSecond.magnitude ?? 0
      if speed * 1.5 > floor, speed < floor * 1.5 { return false }
      let way = (proposed - report.release.offset).magnitude
      return flipMargin.map { $0 > way * 0.1 + speed * lag } ?? isSteadfast
    }
  }

  /// Whether the recorded rest cannot result from any possible velocity of the release, even with
  /// movement for a frame or two.
  ///
  /// A velocity from touches may be up to twice as large.
  ///
  /// The choice is monotone in velocity and offset, so it is sufficient to check the extremes.
  fileprivate func isOutOfReach(_ report: SettleReport, _ run: ReplayRun) -> Bool {
    let release = report.release
    guard report.ending == .rested, !release.isCatch, release.evidence != .offsets,
      release.reportedRest == nil, let speed = release.velocity?.pointsPerSecond, isOfPlaces
    else { return false }
    let velocities: [Double]
    switch release.velocity?.evidence {
    case .touch: velocities = [0, 2 * speed]
    case .recorded: velocities = [0.9 * speed, 1.1 * speed]
    case .fit, .frames, .engine, nil: return false
    }
    let (here, way) = (run.place(along: report.axis), speed.magnitude / 30)
    let places = velocities.flatMap { velocity in
      [here - way, here + way].compactMap {
        run.decide(report.axis, velocity: velocity, from: $0, original: release.startOffset)?.chosen
      }
    }
    guard let low = places.min(), let high = places.max() else { return false }
    return report.rest < low - report.tolerance || report.rest > high + report.tolerance
  }

  /// Whether every proposal would have the same choice.
  private var isSteadfast: Bool { isOfPlaces && flipMargin == nil }

  /// Whether one of several positions was chosen by known rules.
  fileprivate var isOfPlaces: Bool {
    switch rule {
    case .nearest, .stepped, .limited, .turnedPage: true
    case .natural, .leftAlone, .custom, .peer: false
    }
  }
}
