import Diagnosis
import ScrollModel
import Testing

/// Movements against the finger, and results that depend on the direction of a movement.
@Suite("directions of movements")
struct DirectionCauseTests {
  private static func list(_ configuration: String = "") -> DrawnRecording {
    var list = DrawnRecording(configuration)
    list.container()
    list.layout([Double](repeating: 100, count: 60))
    list.offset = 2000
    list.stay(40)
    return list
  }

  /// A drag of the finger, with which the content goes by `share` of its way.
  ///
  /// It begins at the offset of the content, or at another one.
  private static func drag(
    _ list: inout DrawnRecording, _ way: Double, _ share: Double, from start: Double? = nil
  ) {
    var y = 350 + way / 2
    list.put("touch", "\"phase\":\"began\",\"x\":200,\"y\":\(y)")
    list.phase("idle", "interacting")
    list.offset = start ?? list.offset
    for _ in 0..<20 {
      y -= way / 20
      list.put("touch", "\"phase\":\"moved\",\"x\":200,\"y\":\(y)")
      list.offset += way / 20 * share
      list.frame("interacting")
    }
    list.stay(8, "interacting")
    list.put("touch", "\"phase\":\"ended\",\"x\":200,\"y\":\(y)")
    list.phase("interacting", "idle")
    list.stay(40)
  }

  @Test("content that goes against the finger in each drag", arguments: [-1.0, -0.8, 1, 0.8])
  func drags(_ share: Double) throws {
    var list = Self.list()
    for way in [200.0, -150, 260, 180] { Self.drag(&list, way, share) }
    let found = try list.diagnosis()
    let text = ListCauseTests.text(found)
    #expect((found.causes.first?.cause == .mirrored) == (share < 0), "\(text)")
    #expect(text.contains("against the finger: in 4 of 4 drags") == (share < 0), "\(text)")
  }

  @Test("momentum against the drag, and with it", arguments: [-1.0, 1])
  func momentum(_ sign: Double) throws {
    var list = Self.list()
    for (way, momentum) in [(200.0, 430.0), (-170, -310), (240, 510), (150, 290)] {
      list.phase("idle", "interacting")
      list.go(to: list.offset + way, in: 12, "interacting")
      list.phase("interacting", "decelerating")
      list.go(to: list.offset + sign * momentum, in: 30, "decelerating")
      list.phase("decelerating", "idle")
      list.stay(40)
    }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("The momentum runs against the drag: after 4 of 4") == (sign < 0), "\(text)")
  }

  /// A fling of the finger, after which the content continues by `run`.
  private static func fling(_ list: inout DrawnRecording, _ way: Double, run: Double) {
    var y = 350 + way / 2
    list.put("touch", "\"phase\":\"began\",\"x\":200,\"y\":\(y)")
    list.phase("idle", "interacting")
    for _ in 0..<8 {
      y -= way / 8
      list.put("touch", "\"phase\":\"moved\",\"x\":200,\"y\":\(y)")
      list.offset += way / 8
      list.frame("interacting")
    }
    list.put("touch", "\"phase\":\"ended\",\"x\":200,\"y\":\(y)")
    if run != 0 {
      list.phase("interacting", "decelerating")
      list.go(to: list.offset + run, in: 40, "decelerating")
      list.phase("decelerating", "idle")
    } else {
      list.phase("interacting", "idle")
    }
    list.stay(60)
  }

  @Test("flings that stop at once in one direction only", arguments: [0.0, 500])
  func consumed(_ run: Double) throws {
    var list = Self.list()
    for way in [160.0, 200, -180, 240, -150, 190] {
      Self.fling(&list, way, run: way > 0 ? run : -400)
    }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("Flings towards the end stop where the finger lifts: 4 of 4 do") == (run == 0),
      "\(text)")
  }

  @Test("rests that are a pixel before their place in one direction", arguments: [1.0, 0, 0.2])
  func cut(_ miss: Double) throws {
    var list = Self.list("behavior: interval(100)")
    var page = 20.0
    for step in [3.0, 4, -5, 2, -3, 4, -2, 3, -4] {
      page += step
      list.phase("idle", "interacting")
      list.go(to: list.offset + 40 * step, in: 12, "interacting")
      list.phase("interacting", "decelerating")
      list.go(to: page * 100 - (step < 0 ? miss : 0), in: 24, "decelerating")
      list.phase("decelerating", "idle")
      list.stay(40)
    }
    let found = try list.diagnosis()
    let text = ListCauseTests.text(found)
    #expect(
      text.contains("After movements back the content rests 1 pt before") == (miss == 1), "\(text)")
    #expect(!found.causes.contains { $0.cause == .units } || miss == 1, "\(text)")
  }

  // MARK: Scrolls that follow a tap

  /// Taps on the row after the one at the start, each with the scroll to a place.
  private static func tapped(_ misses: [Double]) -> DrawnRecording {
    var list = Self.list()
    for (number, miss) in misses.enumerated() {
      // A pad leaves the content at a row, or a fraction before it.
      list.pad(10, 20)
      let row = 22 + 4 * number
      list.offset = Double(row * 100) - (miss > 0 ? 0.3 : 0)
      list.stay(30)
      list.put("touch", "\"phase\":\"began\",\"x\":200,\"y\":150")
      list.stay(4)
      list.put("touch", "\"phase\":\"ended\",\"x\":200,\"y\":150")
      let goal = Double((row + 1) * 100) - miss
      list.scroll(
        to: "\"y\":\(goal)",
        ",\"via\":\"offset\",\"animation\":{\"seconds\":0.2,\"curve\":\"linear\"}")
      list.phase("idle", "animating")
      list.go(to: goal, in: 12, "animating")
      list.phase("animating", "idle")
      list.stay(60)
    }
    return list
  }

  @Test("taps after which the scroll leads to the row before the tapped one")
  func taps() throws {
    let found = try Self.tapped([100, 0, 100, 0, 100]).diagnosis()
    let text = ListCauseTests.text(found)
    #expect(found.causes.first?.cause == .scrollTo, "\(text)")
    #expect(text.contains("one row (100 pt) too early: 3 of 5 taps end so"), "\(text)")
    #expect(text.contains("the current index is cut off, not rounded"), "\(text)")
    let healthy = ListCauseTests.text(try Self.tapped([0, 0, 0, 0, 0]).diagnosis())
    #expect(!healthy.contains("A tap on"), "\(healthy)")
  }

  // MARK: Ids

  @Test("an id that is reported before the content is at its place", arguments: [1.5, 0, 20])
  func early(_ strip: Double) throws {
    var list = DrawnRecording("behavior: paging, position: id")
    list.container()
    list.layout([Double](repeating: 700, count: 9))
    list.put("position", "\"id\":\"row-0\"")
    list.stay(40)
    for page in 1...6 {
      list.phase("idle", "interacting")
      list.go(to: list.offset + 300, in: 12, "interacting")
      list.phase("interacting", "decelerating")
      let early = page % 2 == 0 ? strip : 0
      list.go(to: Double(page) * 700 - early, in: 24, "decelerating")
      list.phase("decelerating", "idle")
      list.put("position", "\"id\":\"row-\(early > 0 ? page - 1 : page)\"")
      list.offset = Double(page) * 700
      list.stay(60)
    }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("1.5 pt before the place of row-2 (1400 pt)") == (strip == 1.5), "\(text)")
  }

  @Test(
    "a fraction that is a little less than 1 for a row that is wholly in view",
    arguments: [0.9999, 0.7])
  func rounded(_ fraction: Double) throws {
    var list = DrawnRecording("view-visibility: 1")
    list.container()
    list.layout([Double](repeating: 140, count: 30))
    list.stay(30)
    for row in 0..<4 {
      list.put("visibility", "\"id\":\"row-\(row)\",\"on\":false,\"fraction\":\(fraction)")
    }
    list.stay(60)
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("(0.9999 in place of 1)") == (fraction > 0.99), "\(text)")
  }

  // MARK: Wheels

  /// Turns of a wheel by 300 pt each, with which the content goes by `share` of their way, up to a limit.
  private static func wheeled(_ share: Double, turns: [Double], limit: Double = .infinity)
    -> DrawnRecording
  {
    var list = DrawnRecording("")
    list.hasPhases = false
    list.container()
    list.layout([Double](repeating: 100, count: 30), empty: 120)
    list.offset = 1500
    list.stay(40)
    for turn in turns {
      for _ in 0..<6 {
        list.put("wheel", "\"dx\":0,\"dy\":\(turn * 50)")
        let goal = min(limit, list.offset + share * turn * 50)
        list.go(to: max(0, goal), in: 4, "interacting")
      }
      list.stay(60)
    }
    return list
  }

  @Test("content that goes against the wheel", arguments: [-1.0, 1])
  func backward(_ share: Double) throws {
    var list = Self.wheeled(share, turns: [1, 1, -1, 1, -1])
    let withoutFingers = ListCauseTests.text(try list.diagnosis())
    #expect(!withoutFingers.contains("Fingers move it"), "\(withoutFingers)")
    Self.drag(&list, 120, 1)
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("Fingers move it in the right direction") == (share < 0), "\(text)")
    #expect(text.contains("moves against the wheel: 5 of 5 turns") == (share < 0), "\(text)")
  }

  @Test("content whose end a wheel does not reach", arguments: [2300.0, .infinity])
  func early(limit: Double) throws {
    // The content is 3120 pt long; the last row ends at 3000 pt, which is at 2300 pt in the view.
    let list = Self.wheeled(1, turns: [1, 1, 1, 1, -1, -1, 1, 1, 1, 1], limit: min(limit, 2420))
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("moves the content to 2300 pt and no farther, 120 pt before its end")
        == (limit == 2300))
    #expect(text.contains("120 pt is the padding after the last row") == (limit == 2300), "\(text)")
  }

  @Test(
    "jumps to one place in a log without phases, and jumps that a page key makes",
    arguments: [true, false])
  func unasked(isOnePlace: Bool) throws {
    var list = Self.wheeled(1, turns: [-1])
    for turn in 1...4 {
      list.offset = isOnePlace ? 300 : list.offset + 350
      list.stay(60)
      list.put("wheel", "\"dx\":0,\"dy\":\(turn * 40)")
      list.go(to: list.offset + Double(turn) * 40, in: 4, "interacting")
      list.stay(60)
    }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("4 times the content jumps to 300 pt") == isOnePlace, "\(text)")
    #expect(text.contains("the content jumps") == isOnePlace, "\(text)")
  }

  // MARK: Units of offsets

  @Test("drags that begin at a part of the offset", arguments: [0.8, 1])
  func scaledDrags(_ scale: Double) throws {
    var list = Self.list()
    for way in [120.0, 160, -90, 200, 140] {
      Self.drag(&list, way, scale, from: list.offset * scale)
    }
    let found = try list.diagnosis()
    let text = ListCauseTests.text(found)
    #expect((found.causes.first?.cause == .units) == (scale < 1), "\(text)")
    #expect(text.contains("Each drag begins at 0.8 times the offset") == (scale < 1), "\(text)")
  }

  /// Scrolls to a multiple of the offset plus 100 pt, or to offsets as they appear from the other end.
  private static func requested(_ goals: (Double, Double) -> (asked: Double, reached: Double))
    -> DrawnRecording
  {
    var list = Self.list()
    list.offset = 60
    list.stay(40)
    for _ in 0..<4 {
      let (asked, reached) = goals(list.offset, list.end)
      list.scroll(to: "\"y\":\(asked)", ",\"via\":\"offset\"")
      list.offset = reached
      list.stay(60)
    }
    return list
  }

  @Test("an offset that is read in device pixels", arguments: [2.0, 1])
  func pixels(_ scale: Double) throws {
    let list = Self.requested { offset, _ in (scale * offset + 100, scale * offset + 100) }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("2 times the offset plus 100") == (scale == 2), "\(text)")
  }

  @Test("offsets that count rows of another length", arguments: [30.0, 31])
  func rowsOfOtherLength(_ length: Double) throws {
    var list = DrawnRecording("")
    list.container()
    list.layout([Double](repeating: 31, count: 100))
    list.stay(40)
    for row in [20.0, 36, 12, 48] {
      list.scroll(to: "\"y\":\(row * length)", ",\"via\":\"offset\"")
      list.offset = row * length
      list.stay(60)
    }
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("lead to multiples of 30 pt, but rows repeat every 31 pt") == (length == 30),
      "\(text)")
    #expect(text.contains("48 times 30, it is 48 pt") == (length == 30), "\(text)")
  }

  @Test("offsets that count from the other end", arguments: [true, false])
  func otherEnd(isOpposite: Bool) throws {
    var asked = 0.0
    let list = Self.requested { _, end in
      asked += 700
      return (asked, isOpposite ? end - asked : asked)
    }
    let found = try list.diagnosis()
    let text = ListCauseTests.text(found)
    #expect((found.causes.first?.cause == .mirrored) == isOpposite, "\(text)")
    #expect(
      text.contains("700 pt before the end in place of 700 pt after the start") == isOpposite,
      "\(text)")
  }

  // MARK: Undeclared places and reports

  @Test("a place that is not among the declared offsets", arguments: [304.0, 500])
  func unlisted(_ place: Double) throws {
    var list = DrawnRecording("behavior: offsets([0, 500, 1100])")
    list.container()
    list.layout([Double](repeating: 100, count: 40))
    list.stay(40)
    // From the places between 200 and 400 pt, three drags lead to the place and three past it.
    let released = [260.0, 300, 220, 310, 340, 700, 290, 330]
    let rests = [place, 500, place, 0, 500, 1100, place, 500]
    Self.dragged(&list, zip(released, rests).map { ($0, $1) })
    let found = try list.diagnosis()
    let text = ListCauseTests.text(found)
    // Half of the gestures skip the place, so that no list of places explains them.
    #expect((found.causes.first?.cause == .offsets) == (place == 304), "\(text)")
    #expect(
      text.contains("rests at 304 pt, which is not among the declared") == (place == 304), "\(text)"
    )
  }

  /// Drags from one rest to the next.
  private static func dragged(
    _ list: inout DrawnRecording, _ rests: [(released: Double, rest: Double)]
  ) {
    for (released, rest) in rests {
      list.phase("idle", "interacting")
      list.go(to: released, in: 12, "interacting")
      list.phase("interacting", "decelerating")
      for _ in 0..<30 {
        list.offset += (rest - list.offset) * 0.2
        list.frame("decelerating")
      }
      list.offset = rest
      list.frame("decelerating")
      list.phase("decelerating", "idle")
      list.stay(40)
    }
  }

  @Test("a last place that is beyond the end of the content", arguments: [0.0, 100])
  func lastPlace(padding: Double) throws {
    var list = DrawnRecording("behavior: interval(600)")
    list.container()
    list.layout([600, 600, 600], empty: padding)
    list.stay(40)
    // The last place is 1200 pt; without padding, the content ends at 1100 pt.
    let last = min(1200, list.end)
    Self.dragged(&list, [(330, 600), (950, last), (800, 600), (930, last)])
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(
      text.contains("the content ends at 1100 pt: it stops 100 pt before its place")
        == (padding == 0), "\(text)")
  }

  @Test("a last row that cannot get to the middle", arguments: [0.0, 250])
  func lastCentered(padding: Double) throws {
    var list = DrawnRecording("behavior: view-aligned(limit: never, anchor: center)")
    list.container()
    list.layout([Double](repeating: 200, count: 20), padding: padding, empty: padding)
    list.offset = padding
    list.stay(40)
    // Row 16 is in the middle at 2950 pt, and without padding the content ends at 3300 pt.
    let places = [3150.0, 2750, 3150, 2550].map { $0 + padding }
    Self.dragged(
      &list, zip([3300.0, 2800, 3290, 2600].map { $0 + padding }, places).map { ($0, $1) })
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("The last row cannot get to the middle") == (padding == 0), "\(text)")
  }

  @Test("views that are reported visible when they are created", arguments: [20, 5])
  func created(_ count: Int) throws {
    var list = DrawnRecording("view-visibility: 0.5")
    list.container()
    list.layout([Double](repeating: 140, count: 30))
    list.frame()
    for row in 0..<count { list.put("visibility", "\"id\":\"row-\(row)\",\"on\":true") }
    list.stay(60)
    let text = ListCauseTests.text(try list.diagnosis())
    #expect(text.contains("20 rows are reported visible at") == (count == 20), "\(text)")
    #expect(text.contains("not in view at all") == (count == 20), "\(text)")
  }
}
