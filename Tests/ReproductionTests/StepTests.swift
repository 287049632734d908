import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Reproduction

@Suite("steps of a part of a recording")
struct StepTests {
  /// Cards that keep their offset when the container changes after two flings.
  private static func resized() throws -> RecordedCase {
    try recorded(
      "fling left 900\nwait 2s\nfling left 900\nwait 2s\nresize 320,240\nwait 1s",
      ran: "behavior: view-aligned(anchor: center), behavior-on-resize: ignored",
      declared: "behavior: view-aligned(anchor: center)")
  }

  private static func recorded(
    _ script: String, ran: String, declared: String
  ) throws -> RecordedCase {
    var scene = SceneFile(
      name: "cards", container: Size(width: 393, height: 240),
      content: .generated(
        SceneFile.ItemRule(count: 14, ids: .integers(first: 0), size: .same(.length(280)))))
    scene.axes = .horizontal
    scene.stack.spacing = 12
    let example = ScrollCase(
      scene: scene, script: try GestureScript(script),
      declared: try Configuration(text: declared), ran: try Configuration(text: ran))
    let made = try example.recording(isFixed: false)
    var collector = EventCollector()
    try made.send(to: &collector)
    return RecordedCase(made.information, collector.events)
  }

  @Test("a part that begins between an input and the frame that shows it does not make its sizes")
  func lateSizes() throws {
    let whole = try Self.resized()
    #expect(whole.stepsMakeSizes)
    let change = try #require(
      whole.events.lastIndex { moment in
        if case .input(.container) = moment.event { true } else { false }
      })
    var collector = EventCollector()
    try LateRecording(of: whole, from: whole.events[change].time).send(to: &collector)
    let part = RecordedCase(whole.information, collector.events)
    var widths: Set<Double> = []
    for case (_, .observation(.frame(let frame))) in collector.events {
      if let size = frame.geometry.containerSize { widths.insert(size.width) }
    }
    #expect(widths == [393, 320])
    #expect(!part.stepsMakeSizes)
  }

  @Test("steps begin at the first offset of the recording")
  func start() throws {
    let whole = try Self.resized()
    #expect(whole.steps?.script.lines.first?.hasPrefix("fling") == true)
    var collector = EventCollector()
    try LateRecording(of: whole, from: TraceTime(nanoseconds: 2_000_000_000)).send(to: &collector)
    let part = RecordedCase(whole.information, collector.events)
    let offset = try #require(part.firstOffset)
    #expect(offset.x > 100)
    let (scene, script) = try #require(part.steps)
    #expect(script.lines.first?.hasPrefix("scroll to ") == true, "\(script.lines)")
    let declared = try Configuration(text: "behavior: view-aligned(anchor: center)")
    let again = try ScrollCase(scene: scene, script: script, declared: declared, ran: declared)
      .recording(isFixed: false)
    var made = EventCollector()
    try again.send(to: &made)
    // A scroll to an offset ends at a whole pixel.
    let begun = try #require(RecordedCase(again.information, made.events).firstOffset)
    #expect((begun.x - offset.x).magnitude <= 1.0 / 3 && begun.y == offset.y)
  }

  @Test("insets that only frames report become a step")
  func derivedInsets() throws {
    let whole = try Self.recorded(
      "wait 500ms\ninsets 0,100,0,0\nwait 1s", ran: "", declared: "")
    var seen = 0
    let events = whole.events.filter { moment in
      guard case .input(.container) = moment.event else { return true }
      seen += 1
      return seen == 1
    }
    #expect(seen == 2)
    let part = RecordedCase(whole.information, events)
    #expect(part.steps?.script.lines.contains { $0.hasPrefix("insets ") } == true)
  }

  @Test("the items in view stay in a part of a recording")
  func itemsInView() throws {
    let whole = try Self.recorded(
      "fling left 900\nwait 2s\nfling left 900\nwait 2s\nfling left 300\nwait 2s",
      ran: "behavior: view-aligned", declared: "behavior: paging")
    let offsets = whole.events.compactMap { moment in
      if case .observation(.frame(let frame)) = moment.event { frame.offset.x } else { nil }
    }
    let last = try #require(offsets.last)
    let pass = try #require(RecordedCase.passNames.firstIndex(of: "drop items"))
    for part in whole.candidates(ofPass: pass) {
      for case (_, .input(.layout(let layout))) in part.events {
        #expect(layout.targets.contains { $0.frame.origin.x == last }, "\(layout.targets.count)")
      }
    }
  }
}
