import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("texts of cases")
struct CaseTextTests {
  @Test(
    "REPRO-3: scenes and scripts of scenarios can be written and read back",
    arguments: Cases.seeds())
  func texts(_ seed: UInt64) throws {
    let scenario = try RandomScenario(seed: seed)
    let script = try GestureScript(scenario.script.text)
    #expect(script.text == scenario.script.text)
    // Scenarios that scroll both ways have lengths, which a file does not allow there.
    guard scenario.scene.axes != .both else { return }
    let scene = try SceneFile(json: scenario.scene.json, name: "again")
    #expect(scene == scenario.scene)
  }

  @Test("REPRO-4: a fitted simulation produces the same touches", arguments: Cases.seeds())
  func fitted(_ seed: UInt64) throws {
    let scenario = try HealthyScenario(seed: seed)
    var sink = CollectingSink()
    try scenario.simulation().send(to: &sink)
    let trace = sink.traces[0]
    let fit = try #require(
      ScriptFitter.fit(
        zip(trace.times, trace.events).map { ($0, $1) }, of: trace.information))
    var again = CollectingSink()
    try Simulator(scene: fit.scene, script: fit.script).send(to: &again)
    #expect(Self.inputs(again.traces[0]) == Self.inputs(trace))
  }

  @Test(
    "REPRO-4: a fitted simulation changes its container at the same times",
    arguments: ["pull-to-refresh", "large-title", "sheet-detent", "hiding-bar"])
  func moving(_ name: String) throws {
    let json = try #require(Gallery.sceneText(name))
    let script = try GestureScript(try #require(Gallery.scriptText(ofScene: name)))
    #expect(script.text.contains(" after "))
    var sink = CollectingSink()
    try Simulator(scene: SceneFile(json: json, name: name), script: script).send(to: &sink)
    let trace = sink.traces[0]
    let fit = try #require(
      ScriptFitter.fit(
        zip(trace.times, trace.events).map { ($0, $1) }, of: trace.information))
    #expect(fit.script.text.contains(" after "))
    var again = CollectingSink()
    try Simulator(scene: fit.scene, script: GestureScript(fit.script.text)).send(to: &again)
    let (made, given) = (Self.moves(again.traces[0]), Self.moves(trace))
    #expect(made == given, "\(fit.script.text)")
  }

  @Test(
    "REPRO-4: a stack whose items have breadths of their own is fitted with its padding and edits",
    arguments: ["leading", "center", "trailing"])
  func padded(_ alignment: String) throws {
    let json = try #require(Gallery.sceneText("chat-from-bottom"))
    let text = String(decoding: json, as: UTF8.self)
    let scene = try SceneFile(
      json: Array(text.replacing("\"trailing\"", with: "\"\(alignment)\"").utf8), name: "chat")
    let script = try GestureScript("wait 100ms\ninsert x at 0 size 310,150\nwait 100ms\nremove x")
    var sink = CollectingSink()
    try Simulator(scene: scene, script: script).send(to: &sink)
    let trace = sink.traces[0]
    let fit = try #require(
      ScriptFitter.fit(
        zip(trace.times, trace.events).map { ($0, $1) }, of: trace.information))
    #expect(fit.script.text.contains("insert x at 0") && fit.script.text.contains("remove x"))
    var again = CollectingSink()
    try Simulator(scene: fit.scene, script: fit.script).send(to: &again)
    func layouts(_ trace: CollectingSink.Trace) -> [Layout] {
      trace.events.compactMap { if case .input(.layout(let layout)) = $0 { layout } else { nil } }
    }
    #expect(layouts(again.traces[0]) == layouts(trace))
  }

  /// Touches and changes of the container, in their order.
  private static func moves(_ trace: CollectingSink.Trace) -> [String] {
    zip(trace.times, trace.events).compactMap { time, event in
      switch event {
      case .input(.touch), .input(.container): "\(time.nanoseconds) \(event)"
      default: nil
      }
    }
  }

  @Test("REPRO-5: a path produces its samples unchanged")
  func path() throws {
    let scene = SceneFile(
      name: "path", container: Size(width: 100, height: 100), content: .items([]))
    var sink = CollectingSink()
    try Simulator(
      scene: scene, script: GestureScript("path 1,2@0ms 1,2@8.3ms 3.3,4@16ms 5,6@20ms")
    ).send(to: &sink)
    let touches = sink.traces[0].events.compactMap { event -> TouchSample? in
      if case .input(.touch(let sample)) = event { sample } else { nil }
    }
    #expect(touches.map(\.phase) == [.began, .stationary, .moved, .ended])
    #expect(touches[2].position == Point(x: 3.3, y: 4))
  }

  private static func inputs(_ trace: CollectingSink.Trace) -> [String] {
    zip(trace.times, trace.events).compactMap { time, event in
      switch event {
      case .input(.touch), .input(.command), .input(.edit): "\(time.nanoseconds) \(event)"
      default: nil
      }
    }
  }

  // fixtures/fuzz/scene/found-long-wait
  @Test(
    "a wait of more than a thousand seconds and a fraction reads back",
    arguments: ["2122.25s", "3600s"])
  func longWait(_ duration: String) throws {
    let script = try GestureScript("wait \(duration)")
    #expect(try GestureScript(script.text).text == script.text)
  }

  // fixtures/fuzz/scene/found-empty-id
  @Test("an empty id reads back", arguments: [#"write """#, #"scroll to id """#])
  func emptyID(_ line: String) throws {
    let script = try GestureScript(line)
    #expect(try GestureScript(script.text).text == script.text)
  }

  @Test("a script with repeated steps is shorter in blocks and reads back as the same steps")
  func folding() throws {
    let block = ["insets 83,0,0,0", "wait 16ms", "insets 59,0,0,0", "wait 16ms"]
    let script = try GestureScript(
      (["wait 100ms"] + block + block + ["insets 83,0,0,0"]).joined(separator: "\n"))
    #expect(script.foldedLines.count == 8)
    #expect(script.foldedLines[1] == "repeat 2 {")
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed, stream: 0xF01D)
      let steps = ["wait 10ms", "tap 1,1", "insets 1,0,0,0"]
      let lines = (0..<generator.int(in: 0...16)).map { _ in steps[generator.int(in: 0...2)] }
      let flat = try GestureScript(lines.joined(separator: "\n"))
      let folded = try GestureScript(flat.foldedLines.joined(separator: "\n"))
      #expect(folded.lines == flat.lines, "seed \(seed)")
      #expect(flat.foldedLines.count <= lines.count)
    }
  }
}
