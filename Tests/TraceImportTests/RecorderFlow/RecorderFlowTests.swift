import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Flows of Chrome's recorder")
struct RecorderFlowTests {
  @Test("give their scroll steps as programmatic scrolls of the page and of elements")
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

  @Test("that were recorded have none, and are refused with the reason")
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
