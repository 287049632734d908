import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("origins in logs")
struct OriginTests {
  private static func note(_ text: String?) -> TraceEvent {
    .observation(.annotation(Annotation(kind: Annotation.origin, text: text)))
  }

  @Test("requests name their origin, and frames name it when it changes")
  func reading() throws {
    let sink = try Log.read([
      Log.header, #"{"t":0,"k":"frame","x":0,"y":0}"#,
      #"{"t":1,"k":"command","do":"scroll","to":{"edge":"top"},"origin":"status-bar"}"#,
      #"{"t":2,"k":"frame","x":0,"y":1,"origin":"system"}"#,
      #"{"t":3,"k":"frame","x":0,"y":2,"origin":"system"}"#, #"{"t":4,"k":"frame","x":0,"y":3}"#,
    ])
    #expect(sink.diagnostics.isEmpty)
    let trace = try #require(sink.traces.first)
    let notes = trace.events.filter {
      if case .observation(.annotation) = $0 { return true }
      return false
    }
    #expect(notes == [Self.note("status-bar"), Self.note("system"), Self.note(nil)])
    #expect(trace.events.count == 8)
    // Writing a log again gives what was read.
    let written = try Log.write(
      OneTrace(events: trace.events, times: trace.times.map(\.nanoseconds)))
    let again = try Log.read(bytes: written).sink
    #expect(again.traces.first?.events == trace.events)
  }

  @Test("other kinds have no origin")
  func others() throws {
    let sink = try Log.read([
      Log.header, #"{"t":1,"k":"touch","phase":"began","x":1,"y":2,"origin":"finger"}"#,
    ])
    #expect(sink.kinds == ["unknown-key"])
  }
}
