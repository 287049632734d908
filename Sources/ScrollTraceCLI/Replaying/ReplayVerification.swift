import CommandLineKit
import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore

/// The verification of a stored replay by running it again.
struct ReplayVerification {
  enum Verdict: String {
    /// The digest is equal.
    case same
    /// The digest differs: the replay is not the stored one.
    case differs
    /// It was created by another version of the engine, so it cannot be compared.
    case otherVersion = "other-version"
    /// The trace changed since then.
    case otherTrace = "other-trace"
    /// It could not be run, because a behavior is unknown or the trace is damaged.
    case notRun = "not-run"
  }

  let kept: KeptOutcome
  let replay: OutcomeRecord.Replay
  let verdict: Verdict
  let reason: String

  /// Runs all stored replays of some traces again.
  static func run(
    _ traces: [TraceRecord], in store: TraceStore, _ registry: BehaviorRegistry
  ) throws -> [ReplayVerification] {
    var results: [ReplayVerification] = []
    for trace in traces {
      for kept in try store.keptOutcomes(of: trace.id) {
        guard let replay = kept.replay else { continue }
        let (verdict, reason) = try check(kept, replay, trace, store, registry)
        results.append(
          ReplayVerification(kept: kept, replay: replay, verdict: verdict, reason: reason))
      }
    }
    return results
  }

  private static func check(
    _ kept: KeptOutcome, _ replay: OutcomeRecord.Replay, _ trace: TraceRecord, _ store: TraceStore,
    _ registry: BehaviorRegistry
  ) throws -> (Verdict, String) {
    guard replay.engineVersion == ScrollEngine.version else {
      return (
        .otherVersion,
        "made by engine \(replay.engineVersion), this is engine \(ScrollEngine.version)"
      )
    }
    guard kept.inputs == trace.digests?.inputs else {
      return (.otherTrace, "the trace's inputs are not those that were replayed")
    }
    do {
      let configuration = try Configuration(text: replay.configuration)
      let plan = try ReplayPlan(
        configuration, of: trace.information, try store.contents(of: trace.id),
        drive: Drive(rawValue: replay.drive), behavior: registry.behavior(of: configuration))
      let run = ReplayRun(plan)
      try store.replay(trace.id) { batch in
        for (time, event) in batch.events { run.take(event, at: time) }
      }
      run.finish()
      return run.tally.digest == kept.digest
        ? (.same, "the same digest") : (.differs, "another digest than was kept")
    } catch let error as ReplayError {
      return (.notRun, error.description)
    } catch let error as StoreError where error.kind == .damaged {
      return (.notRun, error.description)
    } catch let error as ConfigurationSyntaxError {
      return (.notRun, "its configuration cannot be read: \(error)")
    }
  }

  static func print(
    _ results: [ReplayVerification], _ wasAsked: Bool, _ console: inout Console
  ) {
    guard wasAsked else { return }
    for result in results where result.verdict != .same {
      console.printError(
        "replay \(result.kept.id) of trace \(result.kept.traceID): "
          + DisplayText.escaped(result.reason))
    }
    let same = results.count { $0.verdict == .same }
    console.print("\(same) of \(counted(results.count, "kept replay")) came out the same")
  }

  func write(_ json: inout JSONWriter) {
    json.beginObject()
    json.member("outcome", kept.id)
    json.member("trace", kept.traceID)
    json.member("configuration", replay.configuration)
    json.member("drive", replay.drive)
    json.member("verdict", verdict.rawValue)
    json.member("reason", reason)
    json.endObject()
  }
}
