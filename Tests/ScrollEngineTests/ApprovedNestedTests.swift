import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Complete recordings of nested views, by their digests.
@Suite("approved nested views") struct ApprovedNestedTests {
  private static let choices = [
    "", "nested-scroll: passed-on", "nested-scroll: inner", "nested-scroll: separate",
    "physics: android", "physics: flutter", "physics: chromium", "behavior: paging",
    "vertical-overscroll: contain", "horizontal-overscroll: none", "scroll-disabled: on",
    "vertical-bounce: none",
  ]

  private static func draw(_ seed: UInt64) -> (scene: SceneFile, script: String) {
    var g = SeededGenerator(seed: seed, stream: 0x4E57)
    func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &g)) }
    func view(_ name: String, in room: Size) -> SceneFile {
      let axes = ScrollAxes.allCases.randomElement(using: &g) ?? .vertical
      let long = Size(
        width: axes == .vertical ? room.width : room.width + number(-40...900),
        height: axes == .horizontal ? room.height : room.height + number(-40...900))
      var view = SceneFile(name: name, container: room, content: .frames([], contentSize: long))
      view.axes = axes
      view.labels.configuration = choices.randomElement(using: &g) ?? ""
      return view
    }
    var outer = view("outer", in: Size(width: 390, height: 700))
    var inner = view("inner", in: Size(width: 300, height: 400))
    if Bool.random(using: &g) {
      let third = view("third", in: Size(width: 200, height: 200))
      inner.inner = [InnerScene(at: Point(x: number(0...80), y: number(0...150)), third)]
    }
    outer.inner = [InnerScene(at: Point(x: number(0...60), y: number(0...200)), inner)]
    var steps: [String] = []
    for _ in 0..<Int.random(in: 2...5, using: &g) {
      let (x, y) = (number(20...340), number(60...560))
      // Less than the slop, along one axis, diagonally or there and back.
      let (dx, dy) = (number(-260...260), number(-260...260))
      let across = Bool.random(using: &g) ? dx : number(-4...4)
      switch Int.random(in: 0...7, using: &g) {
      case 0: steps.append("wheel \(dx),\(dy)")
      case 1: steps.append("trackpad \(across),\(dy) over 150ms")
      case 2: steps.append("trackpad \(dx),\(number(-3...3)) over 120ms momentum 400ms")
      case 3:
        steps.append(
          "path \(x),\(y)@0ms \(x + 6),\(y + 3)@40ms \(x + across),\(y + dy)@200ms "
            + "\(x - across),\(y - dy)@420ms \(x - across),\(y - dy)@500ms")
      case 4: steps.append("drag from \(x),\(y) to \(x + across),\(y + dy) over 300ms ease out")
      case 5: steps.append("drag from \(x),\(y) to \(x + dx),\(y + number(-9...9)) over 200ms")
      default: steps.append("fling from \(x),\(y) to \(x + across),\(y + dy) over 110ms")
      }
      steps.append("wait \(Int.random(in: 40...1500, using: &g))ms")
    }
    return (outer, (steps + ["wait 3s"]).joined(separator: "\n"))
  }

  @Test("1 drawn nested views have the approved recordings")
  func drawn() throws {
    var lines: [String] = []
    for seed: UInt64 in 5000..<5080 {
      let (scene, script) = Self.draw(seed)
      var sink = CollectingSink()
      try NestedSimulation(
        try Simulator(scene: scene, script: GestureScript(script)),
        configuration: Configuration(text: scene.labels.configuration ?? "")
      ).send(to: &sink)
      for trace in sink.traces {
        let events = zip(trace.times, trace.events).map { "\($0.nanoseconds) \($1)" }
        lines.append(
          "\(seed) \(trace.information.name): \(events.count) events \(Approved.digest(events))")
      }
    }
    #expect(try Approved.difference("engine/nested", lines) == nil)
  }
}
