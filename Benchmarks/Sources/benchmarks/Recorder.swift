import CBaseline
import ScrollModel
import TraceRecorder

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private struct Recording {
  var appends: [Double] = []
  var processorShare = 0.0
}

/// Calls `append` 120 times a second and records the duration of each call, in microseconds.
private func pace(
  _ rows: some Collection<baseline_row>, _ append: (baseline_row) throws -> Void
) rethrows -> Recording {
  var recording = Recording()
  recording.appends.reserveCapacity(rows.count)
  let processor = processorSeconds()
  let start = ContinuousClock.now
  for (index, row) in rows.enumerated() {
    let due = start.advanced(by: .nanoseconds(index * 8_333_333))
    let wait = (due - ContinuousClock.now).inSeconds
    if wait > 0 { usleep(UInt32(wait * 1e6)) }
    let before = ContinuousClock.now
    try append(row)
    recording.appends.append((ContinuousClock.now - before).inSeconds * 1e6)
  }
  let wall = (ContinuousClock.now - start).inSeconds
  recording.processorShare = (processorSeconds() - processor) / wall
  return recording
}

private func recordOurs(_ rows: [baseline_row], into path: String) throws -> Recording {
  let recorder = try TraceRecorder(path: path)
  let trace = recorder.beginTrace(TraceInformation(name: "trace"))
  let recording = pace(rows) { row in
    recorder.append(row.event, at: TraceTime(nanoseconds: row.time_ns), to: trace)
  }
  let status = try recorder.close()
  guard status.committedEvents == Int64(rows.count), status.droppedEvents == 0 else {
    throw BenchmarkError("the recorder kept \(status.committedEvents) of \(rows.count) frames")
  }
  return recording
}

private func recordBaseline(_ rows: [baseline_row], into path: String) throws -> Recording {
  var store: OpaquePointer?
  try check(baseline_create(path, 2, &store), "make a store")
  var count = 0
  try check(baseline_begin(store), "begin")
  // The insert is timed; the commit between two frames is not, although an app would wait for it.
  var recording = Recording()
  let processor = processorSeconds()
  let start = ContinuousClock.now
  for chunk in stride(from: 0, to: rows.count, by: 30) {
    let part = rows[chunk..<min(rows.count, chunk + 30)]
    recording.appends += try pace(part) { row in
      var row = row
      try check(baseline_append(store, &row), "insert")
      count += 1
    }.appends
    try check(baseline_commit(store), "commit")
    try check(baseline_begin(store), "begin")
  }
  let wall = (ContinuousClock.now - start).inSeconds
  recording.processorShare = (processorSeconds() - processor) / wall
  try check(baseline_commit(store), "commit")
  try check(baseline_close(store), "close")
  return recording
}

/// The cost of the recorder for the thread that calls it 120 times a second, and for the machine.
func measureRecorder(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let path = scratch.file("live.sqlite")
  let length = settings.isFull ? 1200 : 360
  let rows = SampleData(rows: length * 2, traces: 1).rows.filter { $0.is_touch == 0 }.prefix(length)
  var (ours, baseline): ([Recording], [Recording]) = ([], [])
  let comparison = try Comparison.run(settings.rounds) {
    defer { scratch.remove(path) }
    let recording = try recordOurs(Array(rows), into: path)
    ours.append(recording)
    return quantile(recording.appends, 0.99)
  } baseline: {
    defer { scratch.remove(path) }
    let recording = try recordBaseline(Array(rows), into: path)
    baseline.append(recording)
    return quantile(recording.appends, 0.99)
  }
  func middle(_ recordings: [Recording], _ share: Double) -> String {
    decimal(median(recordings.map { quantile($0.appends, share) }))
  }
  return [
    Measure(
      name: "recorder append, p99 of C's", value: comparison.ratio, unit: "×", goal: .atMost(2),
      detail: "\(rows.count) frames at 120 Hz; p50 \(middle(ours, 0.5)), p99 \(middle(ours, 0.99)) "
        + "µs; C p50 \(middle(baseline, 0.5)), p99 \(middle(baseline, 0.99)) µs"),
    Measure(
      name: "recorder, share of a core", value: median(ours.map(\.processorShare)) * 100,
      unit: "%", goal: .atMost(2),
      detail:
        "C \(decimal(median(baseline.map(\.processorShare)) * 100)) %, pacing included in both"),
  ]
}
