/// The required range of a measured value.
enum Goal {
  case atMost(Double)
  case atLeast(Double)
  case none

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .none: true
    }
  }

  var text: String {
    switch self {
    case .atMost(let limit): "≤ \(decimal(limit))"
    case .atLeast(let limit): "≥ \(decimal(limit))"
    case .none: ""
    }
  }
}

/// One measured value and its goal.
struct Measure {
  /// What was measured, in a few words.
  let name: String
  /// The value, in the unit after it.
  let value: Double
  let unit: String
  let goal: Goal
  /// The numbers behind a ratio.
  var detail: String

  var isMet: Bool { goal.isMet(by: value) }
}

/// A subject that measures one or more values.
struct Benchmark: Sendable {
  let name: String
  let run: @Sendable (Settings) throws -> [Measure]

  /// All subjects in the order of the table.
  static let all = [
    Benchmark(name: "ingest", run: measureIngest),
    Benchmark(name: "recorder", run: measureRecorder),
    Benchmark(name: "import", run: measureImport),
    Benchmark(name: "scanner", run: measureScanner),
    Benchmark(name: "numbers", run: measureNumbers),
    Benchmark(name: "engine", run: measureEngine),
    Benchmark(name: "lazy", run: measureLazyStacks),
    Benchmark(name: "loading", run: measureLoading),
    Benchmark(name: "replay", run: measureReplay),
    Benchmark(name: "analysis", run: measureAnalysis),
    Benchmark(name: "diagnosis", run: measureDiagnosis),
    Benchmark(name: "chrome", run: measureChrome),
    Benchmark(name: "report", run: measureReport),
    Benchmark(name: "hashing", run: measureHashing),
    Benchmark(name: "startup", run: measureStartUp),
    Benchmark(name: "size", run: measureSize),
  ]
}

/// The amounts of a run.
struct Settings {
  /// Whether the full amounts are used.
  var isFull = false
  /// The number of rounds of each side.
  let rounds = 5

  /// Rows of the ingest and of the log.
  var rows: Int { isFull ? 3_300_000 : 330_000 }
}

/// A failure outside of the measured code.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A number with a useful number of decimals.
func decimal(_ value: Double) -> String {
  let decimals = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
  let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
  let rounded = (value * scale).rounded() / scale
  let text = rounded.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
