import Analysis
import Diagnosis
import Replay
import ScrollModel
import TraceStore
import Triage

/// Seconds to diagnose a store's trace, opening and reading included.
private func diagnose(_ path: String) throws -> Double {
  var decisions = 0
  let seconds = try seconds {
    let (store, trace) = try openToRead(path)
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    decisions = try Diagnoser(
      Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
    ).diagnose().decisions.count
    try store.close()
  }
  guard decisions > 0 else { throw BenchmarkError("the diagnosis of '\(path)' has no release") }
  return seconds
}

/// Seconds to replay a store's trace under its declaration, opening and reading included.
private func replay(_ path: String) throws -> Double {
  try seconds {
    let (store, trace) = try openToRead(path)
    let declared = try Configuration(text: trace.information.declaredConfiguration ?? "")
    let plan = try ReplayPlan(declared, of: trace.information, try store.contents(of: trace.id))
    _ = try Outcome(of: trace, in: store, plan: plan).analyze(NoAnalysis())
    try store.close()
  }
}

/// A session whose app snaps every 110 pt, although it declares alignment with its rows of 100 pt.
private func misdeclared(frames: Int, targets: Int) -> ScrollingSession {
  var session = ScrollingSession(frames: frames, targets: targets)
  session.declared = session.configuration
  session.configuration.behavior = .interval(110)
  return session
}

/// The time of a diagnosis: of ten seconds among few and many targets, and how it grows with the trace.
func measureDiagnosis(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  var measures: [Measure] = []
  let sessions = [
    ("as declared", ScrollingSession(frames: tenSeconds, targets: 10_000)),
    ("another cause", misdeclared(frames: tenSeconds, targets: 10_000)),
    ("another cause, 10² targets", misdeclared(frames: tenSeconds, targets: 100)),
  ]
  for (name, session) in sessions {
    let path = scratch.file("short.sqlite")
    try session.write(to: path)
    let comparison = try Comparison.run(settings.rounds) {
      try diagnose(path)
    } baseline: {
      try replay(path)
    }
    scratch.remove(path)
    let (ours, once) = (median(comparison.ours) * 1000, median(comparison.baseline) * 1000)
    let detail = "\(session.frames) frames; replay \(decimal(once)) ms"
    measures += [
      Measure(
        name: "10 s, \(name)", value: ours, unit: "ms", goal: .atMost(200), detail: detail),
      Measure(
        name: "the same, replays of the trace", value: comparison.ratio, unit: "×",
        goal: .atMost(40), detail: detail),
    ]
  }
  return measures + [try growth(settings, scratch)]
}

/// The time for ten minutes, of that for one minute.
private func growth(_ settings: Settings, _ scratch: Scratch) throws -> Measure {
  let (long, short) = (scratch.file("minutes.sqlite"), scratch.file("minute.sqlite"))
  try misdeclared(frames: 60 * tenSeconds, targets: 10_000).write(to: long)
  try misdeclared(frames: 6 * tenSeconds, targets: 10_000).write(to: short)
  let comparison = try Comparison.run(settings.rounds) {
    try diagnose(long)
  } baseline: {
    try diagnose(short)
  }
  return Measure(
    name: "time for 10 × the length", value: comparison.ratio, unit: "×", goal: .atMost(10.5),
    detail: "ten minutes \(decimal(median(comparison.ours))) s, "
      + "one minute \(decimal(median(comparison.baseline))) s")
}

/// Frames of ten seconds at 120 Hz.
private let tenSeconds = 1_200
