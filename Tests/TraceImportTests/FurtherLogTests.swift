import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("concatenated logs")
struct FurtherLogTests {
  private static let first = """
    {"scrolltrace":1,"name":"feed","time":"ms"}
    {"k":"trace","trace":2,"name":"cards"}
    {"t":0,"k":"frame","x":0,"y":1}
    {"t":1,"k":"frame","trace":2,"x":0,"y":2}

    """
  private static let second = """
    {"name":"photos","scrolltrace":1,"time":"s"}
    {"t":0,"k":"frame","x":0,"y":3}
    {"t":2,"k":"touch","phase":"began","x":1,"y":1}
    {"k":"trace","trace":2,"name":"tags"}
    {"t":0.001,"k":"frame","trace":2,"x":0,"y":4}

    """

  private func read(_ text: String) throws -> CollectingSink {
    try Log.read(bytes: Array(text.utf8)).sink
  }

  @Test("traces of concatenated logs follow each other, each log with its unit and numbers")
  func joined() throws {
    let sink = try read(Self.first + Self.second)
    #expect(sink.traces.map(\.information.name) == ["feed", "cards", "photos", "tags"])
    #expect(sink.kinds == ["further-log"])
    #expect(sink.traces.map(\.events.count) == [1, 1, 2, 1])
    #expect(sink.traces[2].times.map(\.nanoseconds) == [0, 2_000_000_000])
    #expect(sink.traces[3].times.map(\.nanoseconds) == [1_000_000])
    #expect(sink.diagnostics.first?.line == 5)
  }

  @Test("each concatenated log is read as if it were alone")
  func alone() throws {
    let alone = try [Self.first, Self.second].map { try read($0).traces }
    let joined = try read(Self.first + Self.second + Self.second + Self.first).traces
    let all = alone[0] + alone[1] + alone[1] + alone[0]
    #expect(joined.map(\.information) == all.map(\.information))
    #expect(joined.map(\.events) == all.map(\.events) && joined.map(\.times) == all.map(\.times))
  }

  @Test("an unfinished layout and an unconfirmed pause end with their log")
  func open() throws {
    let more = #"{"t":1,"k":"layout","items":[["a",0,0,1,1]],"more":true}"# + "\n"
    let late = #"{"t":900000,"k":"frame","x":0,"y":5}"# + "\n"
    let next = #"{"t":2,"k":"frame","x":0,"y":6}"# + "\n"
    let sink = try read(Self.first + late + next + more + Self.second)
    #expect(sink.kinds == ["time-jump", "unfinished-layout", "further-log"])
    #expect(sink.traces.count == 4 && sink.traces[2].events.count == 2)
    // An event that waits for the next one has none at the end of its log.
    let waited = try read(Self.first + late + Self.second)
    #expect(waited.kinds == ["further-log"])
    #expect(waited.traces[0].times.map(\.nanoseconds) == [0, 900_000_000_000])
  }

  @Test("an unreadable header starts an unnamed trace, and one after noise starts the first")
  func damaged() throws {
    let broken =
      Self.first + #"{"scrolltrace":1,"name":"x""# + "\n" + #"{"t":5,"k":"frame","x":0,"y":9}"#
    let sink = try read(broken + "\n")
    #expect(sink.kinds == ["further-log", "bad-header"])
    #expect(sink.traces.map(\.information.name) == ["feed", "cards", "trace 3"])
    #expect(sink.traces[2].times.map(\.nanoseconds) == [5_000_000])
    let noisy = try read("$ cat log\n" + Self.second)
    #expect(noisy.traces.map(\.information.name) == ["photos", "tags"])
    #expect(noisy.kinds == ["no-header", "bad-line"])
  }

  @Test("a trace number of the previous log is not valid in the next one")
  func numbers() throws {
    let log =
      Self.first + #"{"scrolltrace":1,"name":"b"}"# + "\n"
      + #"{"t":0,"k":"frame","trace":2,"x":0,"y":0}"# + "\n"
    let sink = try read(log)
    #expect(sink.kinds == ["further-log", "bad-trace"])
    #expect(sink.traces.count == 3)
  }
}
