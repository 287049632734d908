import Replay
import Report
import ScrollEngine
import ScrollModel
import TraceStore

/// Computes at each frame of a replay the rest of a release without velocity.
enum RestSampler {
  /// The number of candidates that are kept for each result.
  static let candidateLimit = 3
  /// The largest number of changes of the result; later ones are omitted.
  static let changeLimit = 4000

  /// Returns the results, each from the frame at which it changed.
  static func rests(
    at times: [Int64], _ trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore
  ) throws -> [ReportRest] {
    // Without a behavior, content rests at its release offset.
    guard plan.configuration.behavior != .none || plan.configuration.releasePhysics != .uikit
    else { return [] }
    let run = ReplayRun(plan)
    let reader = try store.pointReader(of: trace.id)
    var upcoming = try reader.next()
    var rests: [ReportRest] = []
    var last: [Axis: ReportRest] = [:]
    for time in times where rests.count < changeLimit {
      while let (moment, event) = upcoming, moment.nanoseconds <= time {
        run.take(event, at: moment)
        upcoming = try reader.next()
      }
      for settle in run.inspect(at: TraceTime(nanoseconds: time)).candidates {
        let range = run.restRange(settle.axis)
        var rest = ReportRest(settle, at: time, within: range)
        if let before = last[settle.axis] { rest.time = before.time }
        guard rest != last[settle.axis] else { continue }
        rest.time = time
        last[settle.axis] = rest
        rests.append(rest)
      }
    }
    return rests
  }
}

extension ReportRest {
  fileprivate init(_ settle: Settle, at time: Int64, within range: ClosedRange<Double>) {
    let candidates = settle.candidates.prefix(RestSampler.candidateLimit).map {
      Candidate(id: $0.id?.displayText, place: $0.offset)
    }
    // Without candidates, the result merely follows the content.
    self.init(
      time: time, isHorizontal: settle.axis == .horizontal, id: settle.chosenID?.displayText,
      place: candidates.isEmpty ? 0 : settle.chosen, candidates: candidates, range: range)
  }
}
