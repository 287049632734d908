public import Analysis
public import Replay
public import ScrollModel
import TraceStore

extension Outcome {
  /// Returns settles of a recording with what a configuration would have decided at each release.
  ///
  /// The engine is put where the recording had the content and asked; it decides, but the recording
  /// goes on as it was.
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

/// What a configuration decides about the releases of a recording, asked as the recording goes by.
struct ReleaseDecisions {
  private let run: ReplayRun
  private let reports: [SettleReport]
  /// How many seconds a throttled offset may be behind the content; 0 for exact ones.
  private let lag: Double
  private var next = 0
  /// When the recording last showed the content.
  private var shown: TraceTime?
  /// Where the content was heading for when the next gesture caught it.
  private var heading: Double?

  /// Prepares to decide releases, in their order, under an offset-driven plan.
  init(of reports: [SettleReport], _ plan: ReplayPlan) {
    run = ReplayRun(plan)
    self.reports = reports
    if case .throttled(let milliseconds)? = plan.information.qualities[.offset] {
      lag = milliseconds / 1000
    } else {
      lag = 0
    }
  }

  /// Takes the next event of the recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame) = event { shown = time }
    run.take(event, at: time)
  }

  /// Visits the releases before a moment, or all that are left, with what was decided about each.
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
  /// A gesture that caught the content counts from the rest it was heading for, as limits do.
  /// The finger may have moved on after the last frame. Where the rest without a behavior was reported,
  /// it tells by how much; more than two frames' way, or than the way since the last frame where some
  /// were lost, is another physics and no such movement, unless the offset was throttled: then nothing
  /// is decided. A release that counts as none may have been as fast as the floor.
  private func decision(about report: SettleReport) -> Settle? {
    let velocity = report.release.speed(under: run.plan.configuration)
    let start = (report.release.isCatch ? heading : nil) ?? report.release.startOffset
    let settle = run.decide(report.axis, velocity: velocity, original: start)
    guard let settle, let reported = report.release.reportedRest else { return settle }
    // What was told is held to the range, so at an end it tells nothing of the finger.
    if settle.proposed != settle.natural,
      (reported - settle.proposed).magnitude <= report.tolerance
    {
      return settle
    }
    let speed = max(velocity.magnitude, run.plan.configuration.physics.releaseFloor)
    let unseen = velocity.magnitude * age(at: report.release.time)
    let farthest = max(speed / 30, unseen) + speed * lag
    // A frame of the same moment may have come behind the release: the way counts from there.
    let here = run.place(along: report.axis)
    func moving(by way: Double) -> Settle? {
      run.decide(report.axis, velocity: velocity, from: here + way, original: start)
    }
    guard reported != settle.natural else {
      let way = velocity < 0 ? -farthest : farthest
      // Physics that stop at an end project the same rest wherever the finger was near it.
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
    // At an end the report says only that the finger moved at least so far.
    let explains =
      farther.proposed != farther.natural
      && (farther.proposed - reported).magnitude <= report.tolerance
      && (farther.chosen - told).magnitude <= report.tolerance
    return explains ? farther : shifted
  }

  /// Returns how far the finger moved on if the natural rest is a reported one; nil if that is farther than it
  /// may have gone.
  ///
  /// The rest moves with the finger, but past an end faster or not at all: it is searched for there.
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

  /// Returns the decision that chose what was reported, if the finger moved on by at most `way`.
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

  /// How many seconds old the last frame is at a release, and one frame more, which it may have been
  /// late; held to a quarter of a second.
  private func age(at time: TraceTime) -> Double {
    guard let shown else { return 0 }
    return Double(min(250_000_000, max(0, time.nanoseconds(since: shown)))) / 1e9 + 1.0 / 60
  }

  /// Visits the decisions before a moment that say something about the recording.
  ///
  /// An uncertain one cannot be held against it, but it explains the rest that it leads to.
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
  /// Whether it can be held against a recording: neither an estimated velocity that is off by a tenth,
  /// or by half about the floor, nor a finger that moved on for a frame or a throttled offset's lag
  /// would have led elsewhere.
  fileprivate func isCertain(of report: SettleReport, floor: Double, lag: Double) -> Bool {
    // How far caught content went on behind a throttled offset, no finger tells.
    if lag > 0, report.release.isCatch, report.release.reportedRest == nil { return false }
    switch report.release.velocity?.evidence {
    case .recorded, .engine:
      guard report.release.reportedRest == nil, let margin = flipMargin else { return true }
      return margin > velocity.magnitude / 60 + velocity.magnitude * lag + report.tolerance
    case .fit, .frames, nil: return false
    case .touch:
      guard report.release.evidence != .offsets else { return false }
      // The floor is held against the finger's last movement, the estimate blends the last three.
      let speed = report.release.velocity?.pointsPerSecond.magnitude ?? 0
      if speed * 1.5 > floor, speed < floor * 1.5 { return false }
      let way = (proposed - report.release.offset).magnitude
      return flipMargin.map { $0 > way * 0.1 + speed * lag } ?? isSteadfast
    }
  }

  /// Whether a recording rests where no velocity that the release may have had leads to, though it went on
  /// for a frame or two: one that fingers tell may be anything up to twice as fast.
  ///
  /// What is chosen goes one way with the velocity and the place, so the ends of both tell of all between.
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

  /// Whether every proposed rest would have led to the same choice.
  private var isSteadfast: Bool { isOfPlaces && flipMargin == nil }

  /// Whether one of several places was chosen by rules that are known.
  fileprivate var isOfPlaces: Bool {
    switch rule {
    case .nearest, .stepped, .limited, .turnedPage: true
    case .natural, .leftAlone, .custom, .peer: false
    }
  }
}
