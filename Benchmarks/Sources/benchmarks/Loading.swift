import CBaseline
import ScrollModel
import TraceStore

/// Reads every event of a store; returns the seconds of processor time, opening and closing included.
private func loadOurs(_ path: String, rows: Int) throws -> Double {
  var events: [(time: TraceTime, event: TraceEvent)] = []
  var count = 0
  var sum = 0.0
  var options = TraceStore.Options()
  options.checksPages = false
  let seconds = try processorSeconds(of: {
    let store = try TraceStore(path: path, mode: .readOnly, options: options)
    for trace in try store.traces() {
      let reader = try store.reader(of: trace.id)
      while true {
        events.removeAll(keepingCapacity: true)
        try reader.read(1024, into: &events)
        if events.isEmpty { break }
        count += events.count
        for (time, event) in events {
          switch event {
          case .observation(.frame(let frame)): sum += frame.offset.y + Double(time.nanoseconds)
          case .input(.touch(let sample)): sum += sample.position.y
          default: break
          }
        }
      }
    }
    try store.close()
  })
  guard count == rows, sum.isFinite else { throw BenchmarkError("\(count) rows of \(rows)") }
  return seconds
}

/// Reads every row into structs with plain C; returns processor seconds, opening and closing
/// included.
private func loadBaseline(_ path: String, rows: Int) throws -> Double {
  var count: Int64 = 0
  let seconds = try processorSeconds(of: {
    try check(baseline_load(path, &count), "read")
  })
  guard count == rows else { throw BenchmarkError("C read \(count) rows of \(rows)") }
  return seconds
}

/// Time to load all traces of a store as events, compared with a C scan of the same rows.
func measureLoading(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let path = scratch.file("load.sqlite")
  let data = SampleData(rows: settings.rows, traces: settings.rows / 15_000)
  _ = try ingestOurs(data, into: path)
  let comparison = try Comparison.run(settings.rounds) {
    try loadOurs(path, rows: settings.rows)
  } baseline: {
    try loadBaseline(path, rows: settings.rows)
  }
  let perRow = 1e9 / Double(settings.rows)
  return [
    Measure(
      name: "load, time of C's scan", value: comparison.ratio, unit: "×", goal: .atMost(1.2),
      detail: "\(settings.rows) rows; \(decimal(median(comparison.ours) * perRow)) ns a row, "
        + "C \(decimal(median(comparison.baseline) * perRow)) ns")
  ]
}
