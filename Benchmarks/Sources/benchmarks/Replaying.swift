import Replay
import ScrollModel
import TraceStore

/// Twelve configurations: four behaviors by three values of another key.
private func cells(_ key: String, _ values: [String]) throws -> [NamedConfiguration] {
  var base = Configuration()
  base.targetVisibility = 0.5
  return try ConfigurationMatrix(
    base: base,
    dimensions: [
      .init("behavior", ["none", "paging", "view-aligned", "interval(200)"]),
      .init(key, values),
    ]
  ).cells()
}

/// Twelve configurations that people would try on a list: behaviors by releases.
///
/// Eight of them have the same outcome as another one, except for the initial phase callback, and
/// are not replayed again.
private func cells() throws -> [NamedConfiguration] {
  try cells("profile", ["ios17", "ios18", "ios26"])
}

/// Twelve configurations of which each needs a replay of its own.
private func distinctCells() throws -> [NamedConfiguration] {
  try cells("slop", ["8", "10", "12"])
}

/// The duration of replays: wall time, and processor time of all threads.
struct ReplayTime {
  let wall: Double
  let processor: Double
}

/// The time to replay a stored trace under all configurations and compare each with the
/// recording.
///
/// The trace is read, replayed and compared in one pass; opening and closing are included.
private func replaySession(_ path: String, workers: Int) throws -> ReplayTime {
  try replaySession(path, try cells(), workers: workers)
}

/// The same with the caller's configurations.
func replaySession(_ path: String, _ configurations: [Configuration], workers: Int) throws
  -> ReplayTime
{
  try replaySession(
    path, configurations.map { NamedConfiguration("", $0) }, workers: workers)
}

private func replaySession(
  _ path: String, _ cells: [NamedConfiguration], workers: Int
) throws -> ReplayTime {
  var compared: Int64 = 0
  let processor = processorSeconds()
  let seconds = try seconds {
    let (store, trace) = try openToRead(path)
    let result = try MatrixRunner(workers: workers).run(cells, of: trace, in: store)
    compared = result.cells.reduce(0) { $0 + ($1.result?.comparison?.comparedFrames ?? 0) }
    try store.close()
  }
  guard compared > 0 else { throw BenchmarkError("nothing was compared") }
  return ReplayTime(wall: seconds, processor: processorSeconds() - processor)
}

/// The child's part: replays with one worker and prints its peak memory.
func runReplayChild(_ path: String) throws {
  _ = try replaySession(path, workers: 1)
  print(peakMemory())
}

private func peakOfReplay(_ path: String) throws -> Double {
  let output = try ChildProcess.output(of: [ChildProcess.ownPath, "--child-replay", path])
  guard let bytes = Double(output.filter { $0 != "\n" }) else {
    throw BenchmarkError("the replay failed: \(output)")
  }
  return bytes
}

/// The time of a matrix of twelve configurations as a multiple of its trace's loading time, and
/// the speedup of a second worker.
private func measureMatrix(_ path: String, _ settings: Settings) throws -> [Measure] {
  var loads: [Double] = []
  var (ones, twos, apart): ([ReplayTime], [ReplayTime], [ReplayTime]) = ([], [], [])
  var events = 0
  for _ in 0..<settings.rounds {
    let load = try loadSession(path)
    loads.append(load.seconds)
    events = load.events
    ones.append(try replaySession(path, workers: 1))
    twos.append(try replaySession(path, workers: 2))
    apart.append(try replaySession(path, try distinctCells(), workers: 1))
  }
  func ratio(_ times: [Double]) -> Double { median(zip(times, loads).map { ($0 - $1) / $1 }) }
  let detail =
    "\(events) events, \(settings.sessionFrames) frames, 10⁴ targets; read \(decimal(median(loads))) s, "
  let each =
    (median(apart.map(\.processor)) - median(loads)) / Double(settings.sessionFrames) / 12 * 1e9
  return [
    Measure(
      name: "12 replays compared, loads of the trace", value: ratio(ones.map(\.processor)),
      unit: "×",
      goal: .atMost(2),
      detail: detail
        + "read and replayed \(decimal(median(ones.map(\.processor)))) s, 4 replays for 12 configurations"
    ),
    Measure(
      name: "the same with two workers", value: ratio(twos.map(\.wall)), unit: "×",
      goal: .atMost(1.1),
      detail: "read and replayed \(decimal(median(twos.map(\.wall)))) s"),
    Measure(
      name: "12 replays of which none is shared", value: ratio(apart.map(\.processor)), unit: "×",
      goal: .atMost(3.5),
      detail: "\(decimal(each)) ns a frame and replay"),
    Measure(
      name: "speed of two workers, of one",
      value: median(zip(ones, twos).map { $0.wall / $1.wall }),
      unit: "×", goal: .atLeast(1.8), detail: "reading included in both"),
  ]
}

/// The time and memory of a matrix's replays.
func measureReplay(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let (large, small) = (scratch.file("session.sqlite"), scratch.file("short.sqlite"))
  try ScrollingSession(frames: settings.sessionFrames, targets: 10_000).write(to: large)
  try ScrollingSession(frames: settings.sessionFrames / 10, targets: 10_000).write(to: small)
  let (most, least) = (try peakOfReplay(large), try peakOfReplay(small))
  return try measureMatrix(large, settings)
    + [
      Measure(
        name: "memory of 12 replays, of a tenth's", value: most / least, unit: "×",
        goal: .atMost(1.1),
        detail: "\(decimal(most / 1e6)) MB, a tenth of the trace \(decimal(least / 1e6)) MB")
    ]
    + measureDecisions(settings)
}

extension Settings {
  /// Frames of a long session.
  var sessionFrames: Int { isFull ? 2_000_000 : 200_000 }
}
