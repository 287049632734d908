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
  private let run: ReplayRun<NoFollower>
  private let reports: [SettleReport]
  private var next = 0
  /// Where the content was heading for when the next gesture caught it.
  private var heading: Double?

  /// Prepares to decide releases, in their order, under an offset-driven plan.
  init(of reports: [SettleReport], _ plan: ReplayPlan) {
    run = ReplayRun(plan)
    self.reports = reports
  }

  /// Takes the next event of the recording.
  func take(_ event: TraceEvent, at time: TraceTime) { run.take(event, at: time) }

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
  /// it tells by how much; more than two frames' way is another physics and no such movement. A
  /// release that counts as none may have been as fast as the floor.
  private func decision(about report: SettleReport) -> Settle? {
    let velocity = report.release.velocity?.pointsPerSecond ?? 0
    let start = (report.release.isCatch ? heading : nil) ?? report.release.startOffset
    let settle = run.decide(report.axis, velocity: velocity, original: start)
    guard let settle, let reported = report.release.reportedRest else { return settle }
    let moved = reported - settle.natural
    let speed = max(velocity.magnitude, run.plan.configuration.physics.releaseFloor)
    guard moved != 0, moved.magnitude <= speed / 30 else { return settle }
    return run.decide(
      report.axis, velocity: velocity, from: report.release.offset + moved, original: start)
  }

  /// Visits the releases before a moment that could be decided.
  mutating func decide(before time: TraceTime?, _ body: (SettleReport, Settle) -> Void) {
    visit(before: time) { report, settle in
      if let settle { body(report, settle) }
    }
  }
}
