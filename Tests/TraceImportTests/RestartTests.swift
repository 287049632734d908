import ScrollModel
import TestSupport
import Testing
import TraceImport

/// Recorders whose clock restarts during a recording, such as a recorder inside a view that is
/// rebuilt.
@Suite("clocks that restart")
struct RestartTests {
  /// A log whose clock restarts before each run of events, 16 ms apart; runs are long enough to be
  /// distinguished from disorder between threads.
  private func lines(runs: Int, events: Int, from first: Int) -> [String] {
    [Log.header]
      + (0..<runs * events).map { number in
        touchLine(Int64(number), at: "\(first + number % events * 16)")
      }
  }

  @Test(
    "every event of every run is read in order, with a gap and a diagnostic per restart",
    arguments: [2, 3, 31], [0, 7, 200])
  func runs(_ runs: Int, _ first: Int) throws {
    let events = 40
    let (sink, summary) = try Log.read(
      bytes: Log.bytes(lines(runs: runs, events: events, from: first)))
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == (0..<Int64(runs * events)).map { touch($0) })
    #expect(sink.losses.isEmpty && sink.violations.isEmpty)
    #expect(sink.kinds == Array(repeating: "time-restart", count: runs - 1))
    #expect(summary.losses.map(\.restarts) == [Int64(runs - 1)])
    #expect(summary.losses.map(\.events) == [0])
    let gaps = trace.events.count { if case .stream(.gap(_, _, nil)) = $0 { true } else { false } }
    #expect(gaps == runs - 1)
    // Each run has its own duration and starts at its clock's time after the previous run.
    let run = Int64((events - 1) * 16)
    let length = Int64(first) + run + Int64(runs - 1) * (Int64(first) + run)
    #expect(trace.times.last?.nanoseconds == length * 1_000_000)
  }

  @Test("late events do not change the clock")
  func lateBatch() throws {
    let times = Array(stride(from: 0, through: 2000, by: 200)) + [1000, 1008, 1016, 2016, 2032]
    let sink = try Log.read(
      [Log.header] + times.enumerated().map { touchLine(Int64($0.offset), at: "\($0.element)") })
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == (0..<Int64(times.count)).map { touch($0) })
    #expect(trace.times.last?.nanoseconds == 2_032_000_000)
    #expect(sink.losses.isEmpty && sink.violations.isEmpty)
  }

  @Test("a wall clock that is set back continues from the previous event")
  func setBack() throws {
    let times = [0, 600_000, 600_016, 598_000, 598_016].map { 1_763_650_000_000 + $0 }
    let sink = try Log.read(
      [#"{"scrolltrace":1}"#]
        + times.enumerated().map { touchLine(Int64($0.offset), at: "\($0.element)") })
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == (0..<5).map { touch($0) })
    #expect(trace.times.last?.nanoseconds == 600_032_000_000)
    #expect(sink.kinds == ["clock-origin", "time-restart"])
  }

  @Test("each trace has its own clock")
  func severalTraces() throws {
    let second = [0, 1000, 2000].map { #"{"t":\#($0),"k":"frame","trace":2,"x":0,"y":1}"# }
    let sink = try Log.read(
      [Log.header, #"{"k":"trace","trace":2}"#] + [second[0]]
        + [0, 200, 400, 10].map { touchLine(1, at: "\($0)") } + [second[1], touchLine(2, at: "20")]
        + [second[2]])
    #expect(sink.losses.isEmpty && sink.kinds == ["time-restart"])
    #expect(sink.traces.map { $0.eventsWithoutRemarks.count } == [5, 3])
    #expect(sink.traces.last?.times.last?.nanoseconds == 2_000_000_000)
  }
}
