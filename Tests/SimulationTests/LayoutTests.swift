import ScrollModel
import TestSupport
import Testing

@testable import Simulation

@Suite("Layouts")
struct LayoutTests {
  private func frames(_ layout: Layout?) -> [[Double]] {
    (layout?.targets ?? []).map {
      [$0.frame.origin.x, $0.frame.origin.y, $0.frame.size.width, $0.frame.size.height]
    }
  }

  /// A scene, the frames of its items and its content size.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scene: String
    let frames: [[Double]]
    let content: Size
  }

  static let examples = [
    Example(
      testDescription: "rows fill what insets and padding leave of the width",
      scene: #"""
        {"container": [400, 800], "insets": {"top": 50, "left": 10},
         "stack": {"spacing": 8, "padding": {"top": 5, "left": 20, "right": 30}},
         "items": [{"id": 0, "size": 100}, {"id": 1, "size": 60}]}
        """#,
      frames: [[20, 5, 340, 100], [20, 113, 340, 60]], content: Size(width: 390, height: 173)),
    Example(
      testDescription: "narrow rows lie in the middle, wide ones widen the content",
      scene: #"""
        {"container": [400, 800],
         "items": [{"id": 0, "size": [100, 10]}, {"id": 1, "size": [500, 20]}]}
        """#,
      frames: [[200, 0, 100, 10], [0, 10, 500, 20]], content: Size(width: 500, height: 30)),
    Example(
      testDescription: "trailing is left where lines run from right to left",
      scene: #"""
        {"container": [400, 800], "direction": "rtl", "stack": {"alignment": "trailing"},
         "items": [{"id": 0, "size": [100, 10]}]}
        """#,
      frames: [[0, 0, 100, 10]], content: Size(width: 400, height: 10)),
    Example(
      testDescription: "leading is right where lines run from right to left",
      scene: #"""
        {"container": [400, 800], "direction": "rtl", "stack": {"alignment": "leading"},
         "items": [{"id": 0, "size": [100, 10]}]}
        """#,
      frames: [[300, 0, 100, 10]], content: Size(width: 400, height: 10)),
    Example(
      testDescription: "cards run to the right and hang from the top",
      scene: #"""
        {"container": [300, 200], "axis": "horizontal", "stack": {"spacing": 4, "alignment": "top"},
         "items": [{"id": 0, "size": 120}, {"id": 1, "size": [80, 50]}]}
        """#,
      frames: [[0, 0, 120, 200], [124, 0, 80, 50]], content: Size(width: 204, height: 200)),
    Example(
      testDescription: "the first card is the rightmost one where lines run from right to left",
      scene: #"""
        {"container": [300, 200], "axis": "horizontal", "direction": "rtl",
         "stack": {"spacing": 4, "padding": {"left": 7, "right": 3}, "alignment": "bottom"},
         "items": [{"id": 0, "size": 120}, {"id": 1, "size": [80, 50]}]}
        """#,
      frames: [[91, 0, 120, 200], [7, 150, 80, 50]], content: Size(width: 214, height: 200)),
    Example(
      testDescription: "items of a scene that scrolls both ways lie below each other",
      scene: #"""
        {"container": [300, 200], "axis": "both", "stack": {"spacing": 1, "alignment": "leading"},
         "items": {"count": 2, "size": [400, 300]}}
        """#,
      frames: [[0, 0, 400, 300], [0, 301, 400, 300]], content: Size(width: 400, height: 601)),
    Example(
      testDescription: "no items leave nothing but padding",
      scene: #"{"container": [300, 200], "stack": {"spacing": 9, "padding": 5}, "items": []}"#,
      frames: [], content: Size(width: 300, height: 10)),
    Example(
      testDescription: "given frames stay as they are and end the content",
      scene: #"""
        {"container": [300, 200], "frames": [{"id": 1, "frame": [-5, 1, 20, 30]},
         {"id": 2, "frame": [100, 0.5, 20, 30]}]}
        """#,
      frames: [[-5, 1, 20, 30], [100, 0.5, 20, 30]], content: Size(width: 120, height: 31)),
    Example(
      testDescription: "insets larger than the container leave no width",
      scene:
        #"{"container": [300, 200], "insets": {"left": 400}, "items": [{"id": 1, "size": 5}]}"#,
      frames: [[0, 0, 0, 5]], content: Size(width: 0, height: 5)),
  ]

  @Test("the first layout matches the scene's description", arguments: examples)
  func firstLayout(example: Example) throws {
    let layout = try simulate("", in: example.scene).layouts().first?.layout
    #expect(frames(layout) == example.frames)
    #expect(layout?.contentSize == example.content)
    #expect(layout?.targets.allSatisfy { !$0.isEstimated } == true)
  }

  @Test("the first two events are the complete container and the layout, both at time 0")
  func start() throws {
    let events = try simulate("wait 1s\ncancel").events()
    let change = ContainerChange(
      size: Size(width: 400, height: 800), insets: .zero, layoutDirection: .leftToRight, scale: 3,
      refreshRate: 60, refreshOrigin: .zero)
    #expect(events[0].event == .input(.container(change)) && events[0].time == .zero)
    #expect(events[1].time == .zero)
    guard case .input(.layout(let layout)) = events[1].event else {
      Issue.record("the second event is \(events[1].event)")
      return
    }
    #expect(layout.targets.map(\.id) == (0..<10).map { TargetID(Int64($0)) })
    #expect(events[2].time.nanoseconds == 1_000_000_000)
  }

  @Test("a lazy stack estimates unmeasured items with the mean of the measured ones")
  func lazy() throws {
    let scene = #"""
      {"container": [100, 90], "stack": {"spacing": 10}, "lazy": {"measured_ahead": 1}, "items": [
       {"id": 0, "size": 40}, {"id": 1, "size": 45}, {"id": 2, "size": 50}, {"id": 3, "size": 99},
       {"id": 4, "size": 99}]}
      """#
    let layouts = try simulate("measure 1\nmeasure 9\nmeasure 1", in: scene).layouts()
    // Items 0 and 1 are visible, 2 is measured ahead; their mean is 45.
    #expect(
      layouts.map { $0.layout.targets.map(\.isEstimated) } == [
        [false, false, false, true, true], [false, false, false, false, true],
        [false, false, false, false, false],
      ])
    #expect(
      layouts.map { $0.layout.targets.map(\.frame.size.height) } == [
        [40, 45, 50, 45, 45], [40, 45, 50, 99, 58.5], [40, 45, 50, 99, 99],
      ])
    #expect(
      layouts.map { $0.layout.targets.map(\.frame.origin.y) } == [
        [0, 50, 105, 165, 220], [0, 50, 105, 165, 274], [0, 50, 105, 165, 274],
      ])
  }

  @Test("an item inserted after the measured ones is estimated, one between them is not")
  func lazyInsertion() throws {
    let scene = #"""
      {"container": [100, 90], "items": {"count": 9, "size": 40}, "lazy": {"measured_ahead": 0}}
      """#
    let script = "insert 100 at 1 size 10\ninsert 101 at 9 size 10\nappend 1"
    let targets = try simulate(script, in: scene).layouts().last?.layout.targets ?? []
    let estimated = targets.filter(\.isEstimated).map(\.id)
    #expect(!estimated.contains(TargetID(100)))
    #expect(estimated.contains(TargetID(101)) && estimated.contains(TargetID(9)))
  }

  @Test("sizes are drawn from the range in whole steps and depend only on the seed")
  func drawnSizes() throws {
    func heights(_ seed: UInt64, _ member: String = "") throws -> [Double] {
      var options = SimulationOptions()
      options.seed = seed
      let scene =
        "{\"container\": [9, 9], \(member)\"items\": {\"count\": 300, \"size\": "
        + "{\"min\": 10, \"max\": 20.2, \"step\": 2.5}}}"
      let layout = try simulate("", in: scene, options: options).layouts().first?.layout
      return (layout?.targets ?? []).map(\.frame.size.height)
    }
    #expect(Set(try heights(1)) == [10, 12.5, 15, 17.5, 20])
    #expect(try heights(1) == heights(1))
    #expect(try heights(1) != heights(2))
    #expect(try heights(1, "\"seed\": 5, ") == heights(2, "\"seed\": 5, "))
  }

  @Test("a changed container has a new layout only if the layout depends on it")
  func rotation() throws {
    let events = try simulate("rotate\nrotate to 400,700\nresize 400,600").events().dropFirst(2)
    let words = events.map { moment -> String in
      switch moment.event {
      case .input(.container(let change)):
        "container \(change.size.map { "\($0.width)x\($0.height)" } ?? "")"
      case .input(.layout(let layout)):
        "layout \(layout.targets.first?.frame.size.width ?? 0)"
      default: "other"
      }
    }
    #expect(
      words == [
        "container 800.0x400.0", "layout 800.0", "container 400.0x700.0", "layout 400.0",
        "container 400.0x600.0",
      ])
  }

  // MARK: Edits

  @Test("edits produce the layouts of a plain list of items, without overlap or gap")
  func edits() throws {
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      var list: [(id: Int64, height: Double)] = (0..<10).map { ($0, 100) }
      var script = ""
      var expected: [[(id: Int64, height: Double)]] = []
      for step in 0..<12 {
        let index = generator.int(in: 0...max(0, list.count - 1))
        switch generator.below(list.isEmpty ? 1 : 4) {
        case 0:
          let item = (Int64(100 + step), Double(generator.int(in: 1...200)))
          list.insert(item, at: index)
          script += "insert \(item.0) at \(index) size \(item.1)\n"
        case 1:
          script += "remove \(list.remove(at: index).id)\n"
        case 2:
          let item = list.remove(at: index)
          let place = generator.int(in: 0...list.count)
          list.insert(item, at: place)
          script += "move \(item.id) to \(place)\n"
          if place == index { continue }
        default:
          list[index].height += 1.5
          script += "grow \(list[index].id) to \(list[index].height)\n"
        }
        expected.append(list)
      }
      let scene = #"""
        {"container": [400, 800], "stack": {"spacing": 6, "padding": {"top": 3}},
         "items": {"count": 10, "size": 100}}
        """#
      let layouts = try simulate(script, in: scene).layouts().dropFirst().map(\.layout)
      #expect(layouts.count == expected.count, "seed \(seed)")
      for (layout, list) in zip(layouts, expected) {
        #expect(layout.targets.map(\.id) == list.map { TargetID($0.id) }, "seed \(seed)")
        #expect(layout.targets.map(\.frame.size.height) == list.map(\.height), "seed \(seed)")
        #expect(Self.gaps(layout).allSatisfy { $0 == 6 }, "seed \(seed)")
        #expect(layout.targets.first.map { $0.frame.origin.y == 3 } ?? true, "seed \(seed)")
      }
    }
  }

  /// The distances from the end of each target to the start of the next.
  private static func gaps(_ layout: Layout) -> [Double] {
    zip(layout.targets, layout.targets.dropFirst()).map {
      $1.frame.origin.y - $0.frame.origin.y - $0.frame.size.height
    }
  }

  @Test("each edit is followed by its layout at the same time")
  func editEvents() throws {
    let script = """
      wait 1s
      insert new at 2 size 40
      remove 3
      move 5 to 0
      grow 6 to 300,50
      append 2
      """
    let events = try simulate(script).events().dropFirst(2)
    #expect(events.allSatisfy { $0.time.nanoseconds == 1_000_000_000 })
    let edits = events.map { moment -> ContentEdit? in
      if case .input(.edit(let edit)) = moment.event { edit } else { nil }
    }
    let row = Size(width: 400, height: 100)
    #expect(
      edits == [
        .insert(TargetID("new"), index: 2, size: Size(width: 400, height: 40)), nil,
        .remove(TargetID(3), index: 4), nil, .move(TargetID(5), index: 0), nil,
        .resize(TargetID(6), size: Size(width: 300, height: 50)), nil,
        .insert(TargetID(10), index: 10, size: row), .insert(TargetID(11), index: 11, size: row),
        nil,
      ])
  }

  @Test("a step changes the first of two items with one id")
  func duplicates() throws {
    let layouts = try simulate("insert 3 at 0\ngrow 3 to 7\nremove 3").layouts().map(\.layout)
    #expect(layouts[2].targets.first?.frame.size.height == 7)
    #expect(layouts[3].targets.count { $0.id == TargetID(3) } == 1)
  }
}
