import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Flows of Chrome's recorder")
struct RecorderFlowTests {
  @Test("scroll steps become programmatic scrolls of the page and of elements")
  func scrolls() throws {
    let outcome = ImportOutcome(.recorderFlow, try Seeds.bytes("recorder-flow/scroll.json"))
    func scroll(_ x: Double, _ y: Double) -> TraceEvent {
      .input(
        .command(
          .scroll(
            to: .point(Point(x: x, y: y)), anchor: nil, animation: .none, route: .offset,
            preservesVelocity: false)))
    }
    #expect(outcome.information.map(\.name) == ["document", "aria/List"])
    #expect(outcome.information.map(\.parentName) == [nil, "document"])
    #expect(
      outcome.events == [
        [
          .input(
            .container(ContainerChange(size: Size(width: 600, height: 800), scale: 2))),
          .observation(.annotation(Annotation(kind: "page", text: "https://example.org/"))),
          scroll(0, 400), scroll(0, 0),
        ],
        [scroll(10, 20.5)],
      ])
    #expect(outcome.times[0].map(\.seconds) == [0, 1, 2, 5])
    #expect(outcome.information.allSatisfy { $0.qualities[.time] == .derived })
    #expect(outcome.kinds == ["no-times"])
  }

  @Test("a scale of 0 is the browser's own and keeps the window size")
  func browserScale() {
    let flow = """
      {"title":"t","steps":[{"type":"setViewport","width":600,"height":800,"deviceScaleFactor":0},
      {"type":"scroll","x":0,"y":300}]}
      """
    let outcome = ImportOutcome(.recorderFlow, Array(flow.utf8))
    let change = ContainerChange(size: Size(width: 600, height: 800))
    #expect(outcome.events.first?.first == .input(.container(change)))
    #expect(outcome.kinds == ["no-times"])
    let options =
      #"{"version":10,"type":"context-options","browserName":"b","wallTime":1,"#
      + #""monotonicTime":1,"options":{"viewport":{"width":600,"height":800},"#
      + #""deviceScaleFactor":0}}"#
    let snapshot =
      #"{"type":"frame-snapshot","snapshot":{"callId":"c","pageId":"p","frameId":"f","#
      + #""doctype":"html","html":["HTML",{}],"timestamp":5,"isMainFrame":true}}"#
    let page = ImportOutcome(.playwright, Log.bytes([options, snapshot]))
    #expect(page.events.first?.first == .input(.container(change)))
    #expect(page.diagnostics.isEmpty)
  }

  @Test("pages, frames and elements have separate traces")
  func scrollers() {
    let flow = """
      {"title":"t","steps":[{"type":"setViewport","width":600,"height":800},
      {"type":"setViewport","target":"https://ad.example/","width":300,"height":250},
      {"type":"scroll","target":"main","x":0,"y":300},{"type":"scroll","frame":[0],"y":111},
      {"type":"scroll","frame":[0,2],"selectors":[["#a"]],"y":5},
      {"type":"scroll","selectors":["#a"],"y":50},{"type":"scroll","selectors":"#a","y":70},
      {"type":"scroll","target":"https://ad.example/","x":0,"y":500},{"type":"scroll"}]}
      """
    let outcome = ImportOutcome(.recorderFlow, Array(flow.utf8))
    #expect(
      outcome.information.map(\.name) == [
        "document", "frame 0", "frame 0.2 #a", "#a", "https://ad.example/",
      ])
    #expect(outcome.information.dropFirst().allSatisfy { $0.parentName == "document" })
    let scrolls = outcome.events.map { events in
      events.compactMap { event -> Double? in
        guard case .input(.command(.scroll(to: .point(let point), _, _, _, _))) = event else {
          return nil
        }
        return point.y
      }
    }
    // A step without coordinates scrolls to 0, 0.
    #expect(scrolls == [[300, 0], [111], [5], [50, 70], [500]])
    let widths = outcome.events.map { events in
      events.compactMap { event -> Double? in
        guard case .input(.container(let change)) = event else { return nil }
        return change.size?.width
      }
    }
    #expect(widths == [[600], [], [], [], [300]])
  }

  @Test("a recorded flow without scroll steps is refused with the reason")
  func none() throws {
    let name = "recorder-flow/order-a-coffee.json"
    guard Captures.has(name) else { return }
    let outcome = ImportOutcome(.recorderFlow, try Captures.bytes(name))
    #expect(
      CaptureFormat.recognize(FormatHead(try Captures.bytes(name), isWhole: true))?.format
        == .recorderFlow)
    #expect(outcome.error?.contains("15 steps, none of which scrolls") == true)
    #expect(outcome.events.isEmpty)
  }
}
