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
    let run = ReplayRun(plan)
    var merged = reports
    var next = 0
    func decide(before time: TraceTime?) {
      while next < reports.count, time.map({ reports[next].release.time < $0 }) ?? true {
        if let settle = run.decision(at: reports[next]) {
          merged[next] = reports[next].merged(with: settle)
        }
        next += 1
      }
    }
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        decide(before: time)
        run.take(event, at: time)
      }
    }
    decide(before: nil)
    return merged
  }
}

extension ReplayRun {
  fileprivate func decision(at report: SettleReport) -> Settle? {
    decide(
      report.axis, velocity: report.release.velocity?.pointsPerSecond ?? 0,
      original: report.release.startOffset)
  }
}
