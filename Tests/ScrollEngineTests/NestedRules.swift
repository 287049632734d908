import ScrollEngine
import ScrollModel
import Simulation
import Testing

/// Which of several nested views a finger moves.
@Suite("nested views") struct NestedRules {
  /// A view of 300 by 400 with 2000 points of content; at its top a view of 300 by 200 with 600
  /// points.
  private func run(
    _ script: String, inner axis: ScrollAxes = .vertical, _ text: String = "",
    outer outerText: String = "", third: Bool = false, innerDisabled: Bool = false
  ) throws -> [[Point]] {
    var outer = SceneFile(
      name: "outer", container: Size(width: 300, height: 400),
      content: .frames([], contentSize: Size(width: 300, height: 2000)))
    let long = axis == .horizontal ? Size(width: 900, height: 200) : Size(width: 300, height: 600)
    var inner = SceneFile(
      name: "inner", container: Size(width: 300, height: 200),
      content: .frames([], contentSize: axis == .both ? Size(width: 900, height: 600) : long))
    inner.axes = axis
    inner.labels.configuration =
      innerDisabled ? (text.isEmpty ? "" : text + ", ") + "scroll-disabled: on" : text
    if third {
      var deepest = SceneFile(
        name: "third", container: Size(width: 300, height: 200),
        content: .frames([], contentSize: Size(width: 300, height: 300)))
      deepest.labels.configuration = text
      inner.inner = [InnerScene(at: .zero, deepest)]
    }
    outer.inner = [InnerScene(at: .zero, inner)]
    var sink = OffsetSink()
    try NestedSimulation(
      try Simulator(scene: outer, script: GestureScript(script)),
      configuration: Configuration(text: outerText)
    ).send(to: &sink)
    return sink.offsets
  }

  /// The final offset of each view.
  private func ends(_ offsets: [[Point]]) -> [Point] { offsets.map { $0.last ?? .zero } }

  private let held = " over 400ms ease out\nwait 800ms"

  @Test("NEST-1 a drag keeps the axis of its first movement")
  func lock() throws {
    let sideways = ends(
      try run(
        "path 150,100@0ms 120,104@40ms 100,110@80ms 100,60@300ms 100,60@600ms", inner: .horizontal))
    #expect(sideways[0].y == 0 && sideways[1].x > 20)
    let upwards = ends(
      try run(
        "path 150,150@0ms 147,120@40ms 145,100@80ms 60,100@300ms 60,100@600ms", inner: .horizontal))
    #expect(upwards[0].y > 20 && upwards[1].x == 0)
  }

  @Test("NEST-2 the innermost view that scrolls along the axis gets the drag")
  func innermost() throws {
    let along = ends(try run("drag from 150,150 to 150,50" + held))
    #expect(along[0].y == 0 && along[1].y == 90)
    let across = ends(try run("drag from 150,150 to 150,50" + held, inner: .horizontal))
    #expect(across[0].y == 90 && across[1] == .zero)
    // A finger below the inner view is not over it.
    let below = ends(try run("drag from 150,350 to 150,250" + held))
    #expect(below[0].y == 90 && below[1] == .zero)
    let disabled = ends(try run("drag from 150,150 to 150,50" + held, innerDisabled: true))
    #expect(disabled[0].y == 90 && disabled[1] == .zero)
  }

  @Test("NEST-3 a view at its end hands over the next drag, and none in the middle")
  func latched() throws {
    let script = "drag from 150,190 to 150,-300" + held
    let first = try run(script)
    // It bounces at its end and returns; the outer view stays.
    #expect(ends(first)[0].y == 0 && ends(first)[1].y == 400)
    #expect(first[1].contains { $0.y > 410 })
    let second = ends(try run(script + "\ndrag from 150,190 to 150,90" + held))
    #expect(second[0].y == 90 && second[1].y == 400)
    // At its start a downward drag also belongs to the outer view, which cannot move: the inner one
    // bounces.
    let down = try run("drag from 150,50 to 150,150" + held)
    #expect(down[1].contains { $0.y < -10 } && !down[0].contains { $0.y < 0 })
  }

  @Test("NEST-4 what a view cannot follow goes to the one around it, fling and all")
  func passedOn() throws {
    let choice = "nested-scroll: passed-on"
    let held = ends(try run("drag from 150,190 to 150,-310" + held, choice))
    // 500 points minus the slop: 400 for the inner view, 90 for the outer one.
    #expect(held[1].y == 400)
    #expect(abs(held[0].y - 90) < 0.01)
    // A finger that reverses its direction moves the inner view first.
    let back = ends(
      try run(
        "path 150,190@0ms 150,-60@250ms 150,-310@500ms 150,-210@650ms 150,-150@800ms 150,-120@950ms 150,-112@1100ms 150,-110@1250ms 150,-109@1400ms\nwait 500ms",
        choice))
    #expect(abs(back[1].y - 200) < 0.01 && abs(back[0].y - 90) < 0.01)
    let flung = ends(try run("fling from 150,190 to 150,90 over 100ms\nwait 3s", choice))
    #expect(flung[1].y == 400 && flung[0].y > 20)
    let android = ends(
      try run("drag from 150,190 to 150,-310" + self.held, "physics: android"))
    #expect(android[1].y == 400 && android[0].y > 80)
  }

  @Test("NEST-5 the innermost view along the drag keeps it at its end")
  func inner() throws {
    let script = "drag from 150,190 to 150,-300" + held + "\ndrag from 150,190 to 150,90" + held
    for text in ["nested-scroll: inner", "physics: flutter"] {
      let ends = ends(try run(script, text))
      #expect(ends[0].y == 0, "\(text)")
    }
  }

  @Test("NEST-6 each view takes the finger as if it were alone")
  func separate() throws {
    let ends = ends(try run("drag from 150,150 to 150,50" + held, "nested-scroll: separate"))
    #expect(ends[0].y == 90 && ends[1].y == 90)
  }

  @Test("NEST-7 overscroll contain keeps drags, and none does not bounce")
  func contained() throws {
    let carousel = ends(
      try run(
        "drag from 150,150 to 150,50" + held, inner: .horizontal, "vertical-overscroll: contain"))
    #expect(carousel == [.zero, .zero])
    let list = "drag from 150,190 to 150,-300" + held + "\ndrag from 150,190 to 150,90" + held
    let contain = try run(list, "vertical-overscroll: contain")
    #expect(ends(contain)[0].y == 0 && contain[1].contains { $0.y > 410 })
    let none = try run(list, "vertical-overscroll: none")
    #expect(ends(none)[0].y == 0 && !none[1].contains { $0.y > 400 })
  }

  @Test("NEST-12 a view that does not transfer vertical scrolling keeps a drag at its end")
  func transfer() throws {
    let drag = "drag from 150,190 to 150,-300" + held + "\ndrag from 150,190 to 150,90" + held
    // The default of transfersVerticalScrollingToParent: the second drag moves the view around.
    #expect(ends(try run(drag))[0].y == 90)
    #expect(ends(try run(drag, "vertical-overscroll: contain"))[0].y == 0)
  }

  @Test("NEST-9 where no view can move, the innermost one bounces")
  func bounce() throws {
    let offsets = try run("drag from 150,50 to 150,150" + held)
    #expect(offsets[1].contains { $0.y < -10 } && ends(offsets) == [.zero, .zero])
  }

  @Test("NEST-11 a notch of a wheel moves the innermost view that can move")
  func wheel() throws {
    // The pointer is in the middle of the outer view: just below the inner one.
    let outer = ends(try run("wheel 0,40 x5 every 50ms\nwait 300ms"))
    #expect(outer[0].y == 200 && outer[1] == .zero)
  }

  @Test("NEST-3 three views hand over from the inside out")
  func threeLevels() throws {
    let drag = "drag from 150,190 to 150,60" + held
    let three = ends(try run([drag, drag].joined(separator: "\n"), third: true))
    #expect(three[2].y == 100 && three[1].y == 120 && three[0].y == 0)
  }

  @Test("NEST-2 one view with nothing in it replays as it does alone")
  func alone() throws {
    var scene = SceneFile(
      name: "outer", container: Size(width: 300, height: 400),
      content: .frames([], contentSize: Size(width: 300, height: 2000)))
    let script = try GestureScript("fling from 150,300 to 150,100 over 120ms\nwait 2s")
    var single = OffsetSink()
    try ObservedSimulation(
      try Simulator(scene: scene, script: script), configuration: Configuration()
    ).send(to: &single)
    let inner = SceneFile(
      name: "far", container: Size(width: 100, height: 100),
      content: .frames([], contentSize: Size(width: 100, height: 900)))
    scene.inner = [InnerScene(at: Point(x: 0, y: 1900), inner)]
    var nested = OffsetSink()
    try NestedSimulation(
      try Simulator(scene: scene, script: script), configuration: Configuration()
    ).send(to: &nested)
    #expect(nested.offsets[0] == single.offsets[0])
  }
}

/// Keeps the offsets of each trace.
private struct OffsetSink: TraceSink {
  var offsets: [[Point]] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    offsets.append([])
    return offsets.count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    if case .observation(.frame(let frame)) = event { offsets[trace - 1].append(frame.offset) }
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
