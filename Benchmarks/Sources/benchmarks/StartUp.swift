#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Time from the start to the end of `scrolltrace version`, compared with an idle `sqlite3`.
func measureStartUp(_ settings: Settings) throws -> [Measure] {
  let name = "start-up of version, time of sqlite3's"
  let tool = getenv("SCROLLTRACE").map { String(cString: $0) } ?? "scrolltrace"
  let ours = [tool, "version"]
  let baseline = ["sqlite3", ":memory:", "select 1"]
  let comparison: Comparison
  do {
    comparison = try Comparison.run(50) {
      try ChildProcess.seconds(of: ours)
    } baseline: {
      try ChildProcess.seconds(of: baseline)
    }
  } catch let error as BenchmarkError {
    return [
      Measure(
        name: name, value: .nan, unit: "×", goal: .none,
        detail: "not measured: \(error); name the program in SCROLLTRACE")
    ]
  }
  let ratio = median(comparison.ours) / median(comparison.baseline)
  return [
    Measure(
      name: name, value: ratio, unit: "×", goal: .atMost(2),
      detail: "50 starts; \(decimal(median(comparison.ours) * 1e3)) ms, "
        + "sqlite3 \(decimal(median(comparison.baseline) * 1e3)) ms")
  ]
}
