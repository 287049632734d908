import Diagnosis
import ScrollModel
import Testing

/// What an app does to the offset when sizes change or a finger is down, and healthy cases that look alike.
extension ListCauseTests {
  // MARK: Views that go back to their start

  private static func resized(goesBack: Bool, from offset: Double) -> DrawnRecording {
    var list = Self.list(at: offset)
    list.height = 500
    list.container()
    list.layout([Double](repeating: 60, count: 40))
    list.offset = goesBack ? 0 : offset * 0.75
    list.stay(60)
    return list
  }

  @Test("a view that goes back to its start in another container")
  func startOfAnotherContainer() throws {
    try expect(
      .sizeChange, "goes back to its start", "when the container changed", "now starts at 900 pt",
      of: Self.resized(goesBack: true, from: 1200))
    // What was in view stays at its place, or is still in view at the start.
    for other in [
      Self.resized(goesBack: false, from: 1200), Self.resized(goesBack: true, from: 160),
    ] {
      #expect(!Self.text(try other.diagnosis()).contains("goes back to its start"))
    }
  }

  @Test("a view that goes back to its start when lengths above what is in view shrink")
  func startOfShorterContent() throws {
    func list(_ offset: Double, height: Double = 60) -> DrawnRecording {
      var list = Self.list(at: 1600)
      list.layout([Double](repeating: height, count: 40))
      list.offset = offset
      list.stay(60)
      return list
    }
    try expect(
      .sizeChange, "row-20 was in view and now starts at 1200 pt",
      "scroll to the row that was in view", of: list(0))
    // What was in view stays at its place.
    #expect(!Self.text(try list(1200).diagnosis()).contains("goes back to its start"))
  }

  @Test("a view that rests beyond its range after a change, and one that is limited to it")
  func stranded() throws {
    func closed(_ offset: Double) -> DrawnRecording {
      var list = Self.list(isAtEnd: true, bottom: 336)
      list.bottom = 34
      list.container()
      list.offset = offset
      list.stay(60)
      return list
    }
    let end = 40.0 * 80 + 336 - 700
    try expect(
      .sizeChange, "rests 302 pt past the end of its content",
      "302 pt is the change of the bottom inset",
      "nothing limited it", of: closed(end))
    try expectHealthy(closed(end - 302))
    var short = DrawnRecording("")
    short.container()
    short.layout([Double](repeating: 80, count: 9))
    short.offset = 20
    short.stay(40)
    short.layout([Double](repeating: 80, count: 7))
    short.offset = -140
    short.stay(60)
    try expect(
      .sizeChange, "rests 140 pt before the start of its content", "scroll to the top edge",
      of: short)
  }

  // MARK: New items that no one sees

  private static func inserted(_ count: Int, shift: Double, at offset: Double = 0) -> DrawnRecording
  {
    var list = Self.list(at: offset)
    list.layout([Double](repeating: 80, count: count) + rows, first: -count)
    list.offset = offset + shift
    list.stay(60)
    return list
  }

  @Test("items that come in above the start are a line to check, not a cause")
  func unseen() throws {
    let found = try Self.inserted(2, shift: 160).diagnosis()
    #expect(found.verdict == .asDeclared)
    #expect(Self.text(found).contains("2 new rows came in above what is in view"))
    #expect(Self.text(found).contains("its start is now 160 pt away"))
    // A page of earlier items, a view that shows them, and a reader who is elsewhere.
    try expectHealthy(Self.inserted(5, shift: 400))
    let shown = try Self.inserted(2, shift: 0).diagnosis()
    #expect(shown.verdict == .asDeclared && !Self.text(shown).contains("out of view"))
    try expectHealthy(Self.inserted(2, shift: 160, at: 900))
  }

  // MARK: Bars that come back at the start

  private static func bar(first: Double, small: Double, last: Double) -> DrawnRecording {
    var list = Self.list(top: first)
    list.go(to: 200, in: 20, "interacting")
    list.top = small
    list.container()
    list.stay(20)
    list.go(to: -small, in: 20, "interacting")
    list.stay(20)
    list.top = last
    list.container()
    list.stay(60)
    return list
  }

  @Test("a bar that comes back over the start of a list")
  func barAtStart() throws {
    try expect(
      .insets, "52 pt at the start are now under it", "came back",
      of: Self.bar(first: 116, small: 64, last: 116))
    // An inset with a new value is no bar that comes back.
    let other = try Self.bar(first: 116, small: 64, last: 140).diagnosis()
    #expect(!Self.text(other).contains("came back"))
  }

  // MARK: Animations that end on their way

  private static func animated(to rest: Double, frames: Int) -> DrawnRecording {
    var list = Self.list(at: 0)
    list.scroll(
      to: "\"id\":\"row-20\"",
      ",\"anchor\":\"top\",\"via\":\"reader\",\"animation\":{\"seconds\":0.5,\"curve\":\"ease-in-out\"}"
    )
    list.phase("idle", "animating")
    list.go(to: rest, in: frames, "animating")
    list.phase("animating", "idle")
    list.stay(60)
    return list
  }

  @Test("an animated scroll that something interrupts, and one that ends elsewhere in time")
  func interrupted() throws {
    try expect(
      .scrollTo, "stops on its way, 888 pt before its goal (1600 pt)", "of 500 ms",
      of: Self.animated(to: 712, frames: 14))
    try expectHealthy(Self.animated(to: 1600, frames: 30))
    let late = try Self.animated(to: 1500, frames: 30).diagnosis()
    #expect(!Self.text(late).contains("stops on its way"))
    // A length of the list that is missing explains more than an interruption.
    let forgotten = try Self.animated(to: 1520, frames: 14).diagnosis()
    #expect(!Self.text(forgotten).contains("stops on its way"))
  }

  @Test("a scroll that leaves out the padding says what to add")
  func padding() throws {
    var list = Self.list(padding: 24)
    list.scroll(to: "\"id\":\"row-20\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
    list.offset = 1600
    list.stay(60)
    let found = try list.diagnosis()
    #expect(found.causes.first?.symbolic == "the padding before the first row (24)")
    #expect(found.causes.first?.fix?.summary.hasPrefix("add this length") == true)
  }

  @Test("a scroll that leaves out the header says which length is missing")
  func header() throws {
    var list = DrawnRecording("")
    list.container()
    list.layout([130] + Self.rows)
    list.stay(40)
    list.scroll(to: "\"id\":\"row-20\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
    list.offset = 19 * 80
    list.stay(60)
    try expect(.scrollTo, "130 pt is the height of row-0, the first row (130).", of: list)
  }

  // MARK: Fingers

  /// A finger that drags by `steps`, the movement of the content in each frame; the finger moves by 6 in each.
  private static func dragged(
    _ steps: [Double], disabledAt disabled: Int? = nil, from offset: Double = 900,
    _ configuration: String = ""
  ) -> DrawnRecording {
    var list = Self.list(at: offset, configuration)
    var finger = 300.0
    func touch(_ phase: String) -> String { "\"phase\":\"\(phase)\",\"x\":200,\"y\":\(finger)" }
    list.put("touch", touch("began"))
    list.phase("idle", "tracking")
    list.phase("tracking", "interacting")
    for (index, step) in steps.enumerated() {
      finger -= 6
      list.put("touch", touch("moved"))
      if index == disabled { list.put("container", "\"disabled\":true") }
      list.offset += step
      list.frame("interacting")
    }
    list.put("touch", touch("ended"))
    list.phase("interacting", "idle")
    list.stay(60)
    return list
  }

  @Test("an app that sets the offset against a finger, again and again")
  func seized() throws {
    let calm = [Double](repeating: 6, count: 8)
    try expect(
      .ownership, "against the finger", "3 times",
      of: Self.dragged(calm + [-90] + calm + [-84] + calm + [-78] + calm))
    // Content that is late catches up; and one jump may be anything.
    try expectHealthy(Self.dragged(calm + [90] + calm + [84] + calm + [78] + calm))
    try expectHealthy(Self.dragged(calm + [-90] + calm))
  }

  @Test("scrolling that is turned off under a finger, and at rest")
  func disabled() throws {
    let paging = "behavior: paging"
    let moved = [Double](repeating: 6, count: 30) + [Double](repeating: 0, count: 10)
    try expect(
      .ownership, "Scrolling is turned off at", "nothing aligns the content",
      of: Self.dragged(moved, disabledAt: 30, from: 700, paging))
    var list = Self.list(at: 700, paging)
    list.put("container", "\"disabled\":true")
    list.stay(60)
    try expectHealthy(list)
  }

  @Test("a scroll that is asked for while scrolling is turned off moves nothing for that reason")
  func disabledScroll() throws {
    var list = Self.list(at: 900)
    list.put("container", "\"disabled\":true")
    list.scroll(to: "\"id\":\"row-20\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
    list.stay(60)
    try expect(.scrollTo, "moves nothing: scrolling is turned off at that time", of: list)
  }
}
