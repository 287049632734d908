#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Size and time of the page of a ten-minute trace at 120 Hz.
func measureReport(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let (path, page) = (scratch.file("minutes.sqlite"), scratch.file("page.html"))
  try ScrollingSession(frames: 72_000, targets: 10_000).write(to: path)
  let tool = getenv("SCROLLTRACE").map { String(cString: $0) } ?? "scrolltrace"
  var times: [Double] = []
  do {
    for _ in 0..<settings.rounds {
      let words = [tool, "report", "1", "--db", path, "--html", page]
      times.append(try ChildProcess.seconds(of: words, isAllowed: { $0 <= 1 }))
    }
  } catch let error as BenchmarkError {
    return [
      Measure(
        name: "report of ten minutes", value: .nan, unit: "MB", goal: .none,
        detail: "not measured: \(error); name the program in SCROLLTRACE")
    ]
  }
  return [
    Measure(
      name: "report of ten minutes", value: Double(try fileSize(page)) / 1e6, unit: "MB",
      goal: .atMost(3),
      detail:
        "72000 frames, 10⁴ targets; \(decimal(median(times))) s for recording, replay and findings"
    )
  ]
}
