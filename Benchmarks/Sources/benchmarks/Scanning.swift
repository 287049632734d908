import CBaseline
import Foundation
import ScrollModel
import TextKit
import TraceImport

/// A sink that only counts.
private struct CountingSink: TraceSink {
  var events = 0
  var traces = 0
  var problems = 0

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    traces += 1
    return traces
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    events += 1
  }

  mutating func report(_ diagnostic: Diagnostic) {
    problems += 1
  }
}

/// The contents of an event line, as a Swift programmer would first write them.
private struct DecodedEvent: Decodable {
  let t: Double?
  let k: String?
  let x: Double?
  let y: Double?
  let id: Int?
  let phase: String?
  let cw: Double?
  let ch: Double?
  let vw: Double?
  let vh: Double?
  let insets: [Double]?
}

private func readLog(_ log: [UInt8], events: Int) throws {
  var sink = CountingSink()
  _ = try NativeImport.read(ByteSource(bytes: log), into: &sink)
  guard sink.events == events, sink.problems == 0 else {
    throw BenchmarkError("\(sink.events) of \(events) events, \(sink.problems) problems")
  }
}

/// Reads the same values with the scanner alone.
private func scanLog(_ log: [UInt8]) throws -> Double {
  let lines = LineReader(ByteSource(bytes: log))
  var sum = 0.0
  while let line = try lines.next() {
    var scanner = JSONScanner(line.bytes)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "t", "x", "y", "cw", "ch", "vw", "vh": sum += try scanner.double()
      case "k", "phase": sum += Double(try scanner.word().count)
      case "insets":
        try scanner.beginArray()
        while try scanner.nextElement() { sum += try scanner.double() }
      default: break
      }
    }
    try scanner.end()
  }
  return sum
}

private func decode(_ lines: [Data]) throws -> Double {
  let decoder = JSONDecoder()
  var sum = 0.0
  for line in lines {
    sum += try decoder.decode(DecodedEvent.self, from: line).y ?? 0
  }
  return sum
}

/// Frames that repeat all sizes in each line, as a logger without state writes them.
private func wideLog(_ data: SampleData) -> [UInt8] {
  var json = JSONWriter()
  for row in data.rows where row.is_touch == 0 {
    json.raw(
      Array(
        """
        {"t":\(Double(row.time_ns) / 1e6),"k":"frame","x":0,"y":\(row.y),"phase":"interacting",\
        "cw":390,"ch":\(row.content_height),"vw":390,"vh":844,"insets":[59.5,0,34.25,0]}
        """.utf8)[...])
    json.newline()
  }
  return json.bytes
}

/// The scanner alone on wide lines, compared with a `JSONDecoder` for each.
private func measureWideLines(_ settings: Settings) throws -> Measure {
  let log = wideLog(SampleData(rows: settings.rows / 6, traces: 1))
  let lines = log.split(separator: UInt8(ascii: "\n")).map { Data($0) }
  let part = Array(lines.prefix(lines.count / 10))
  var sum = 0.0
  let comparison = try Comparison.run(settings.rounds) {
    try seconds { sum += try scanLog(log) }
  } baseline: {
    try seconds { sum += try decode(part) } * Double(lines.count) / Double(part.count)
  }
  guard sum.isFinite else { throw BenchmarkError("a sum is not finite") }
  let perLine = 1e9 / Double(lines.count)
  return Measure(
    name: "the same on wide lines", value: 1 / comparison.ratio, unit: "×", goal: .none,
    detail: "\(decimal(median(comparison.ours) * perLine)) ns a line of "
      + "\(log.count / lines.count) bytes, "
      + "JSONDecoder \(decimal(median(comparison.baseline) * perLine)) ns")
}

/// Speed of reading a log into events, compared with a `JSONDecoder` for each line.
func measureScanner(_ settings: Settings) throws -> [Measure] {
  let data = SampleData(rows: settings.rows / 3, traces: 1)
  let log = try data.log()
  // The decoder gets a part, and its time is scaled: the whole log would take minutes.
  let part = SampleData(Array(data.rows.prefix(settings.rows / 60)))
  let lines = try part.log().split(separator: UInt8(ascii: "\n")).map { Data($0) }
  let scale = Double(data.rows.count) / Double(part.rows.count)
  var (events, scanner) = (Comparison(), Comparison())
  var sum = 0.0
  for _ in 0..<settings.rounds {
    let ours = try seconds { try readLog(log, events: data.rows.count) }
    let alone = try seconds { sum += try scanLog(log) }
    let decoder = try seconds { sum += try decode(lines) } * scale
    events.ours.append(ours)
    events.baseline.append(decoder)
    scanner.ours.append(alone)
    scanner.baseline.append(decoder)
  }
  guard sum.isFinite else { throw BenchmarkError("a sum is not finite") }
  let perLine = 1e9 / Double(data.rows.count)
  let speed = Double(log.count) / median(scanner.ours) / 1e6
  let decoder = "JSONDecoder \(decimal(median(events.baseline) * perLine)) ns"
  return [
    Measure(
      name: "log to events, speed of JSONDecoder's", value: 1 / events.ratio, unit: "×",
      goal: .none,
      detail: "\(decimal(median(events.ours) * perLine)) ns a line of "
        + "\(log.count / data.rows.count) bytes, \(decoder)"),
    Measure(
      name: "scanner alone, speed of JSONDecoder's", value: 1 / scanner.ratio, unit: "×",
      goal: .atLeast(30),
      detail: "\(decimal(median(scanner.ours) * perLine)) ns a line, \(decimal(speed)) MB/s"),
    try measureWideLines(settings),
  ]
}
