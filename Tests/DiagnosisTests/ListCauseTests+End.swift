import Diagnosis
import ScrollModel
import Testing

/// The end of a list, requests for it, and readers at other offsets.
extension ListCauseTests {
  // MARK: The end

  private static func growing(_ times: Int, follows: Bool) -> DrawnRecording {
    var heights = rows
    var list = Self.list()
    list.scroll(to: "\"edge\":\"bottom\"", ",\"via\":\"offset\"")
    list.offset = list.end
    list.stay(40)
    for _ in 0..<times {
      heights[heights.count - 1] += 36
      list.layout(heights)
      if follows { list.offset = list.end }
      list.stay(12)
    }
    list.stay(60)
    return list
  }

  @Test("a view at its end whose content goes on growing there")
  func leftBehind() throws {
    try expect(.sizeChange, "36 pt", "8 times", "288 pt", of: Self.growing(8, follows: false))
    try expectHealthy(Self.growing(8, follows: true))
    try expectHealthy(Self.growing(1, follows: false))
  }

  private static func focused(isFirst: Bool) -> DrawnRecording {
    var list = Self.list(bottom: 34)
    func open() {
      list.bottom = 336
      list.container()
      list.stay(20)
    }
    if isFirst { open() }
    list.scroll(to: "\"id\":\"row-20\"", ",\"anchor\":\"bottom\",\"via\":\"reader\"")
    list.offset = 21 * 80 + list.bottom - 700
    list.stay(20)
    if !isFirst { open() }
    list.stay(60)
    return list
  }

  @Test("a keyboard that covers what a scroll had just brought into view")
  func covered() throws {
    try expect(
      .scrollTo, "302 pt", "covered", "proxy.scrollTo(\"row-20\", anchor",
      of: Self.focused(isFirst: false))
    try expectHealthy(Self.focused(isFirst: true))
  }

  private static func opening(
    at start: Double = 0, after frames: Int, then row: Int? = nil, grown: Double = 100
  ) -> DrawnRecording {
    var list = DrawnRecording()
    list.container()
    list.layout(rows)
    list.offset = start
    list.stay(frames)
    func scroll(to row: Int) {
      list.scroll(to: "\"id\":\"row-\(row)\"", ",\"anchor\":\"bottom\",\"via\":\"reader\"")
      list.offset = list.end - Double(39 - row) * 80
    }
    scroll(to: 39)
    if let row {
      list.stay(10)
      list.layout([80 + grown] + rows.dropFirst())
      scroll(to: row)
    }
    list.stay(60)
    return list
  }

  @Test("a view that shows its start before it is scrolled to its end")
  func opening() throws {
    try expect(.scrollTo, "opens at 0 pt", "2500 pt", of: Self.opening(after: 3))
    try expectHealthy(Self.opening(after: 40))
    // Half of the view is what it may move.
    try expectHealthy(Self.opening(at: 2160, after: 3))
  }

  @Test("more scrolls of an opening view to the same row are counted if they move it")
  func reopening() throws {
    for (row, grown, isMore) in [(39, 100.0, true), (39, 0, false), (38, 100, false)] {
      let text = Self.text(try Self.opening(after: 3, then: row, grown: grown).diagnosis())
      #expect(text.contains("opens at 0 pt"), "\(text)")
      #expect(
        text.contains("The content then grew, and 1 more scroll moved it by 100 pt") == isMore,
        "\(row): \(text)")
    }
  }

  // MARK: Requests

  /// Scrolls to rows that end at other offsets.
  private static func requests(_ rest: (_ start: Double, _ goal: Double) -> Double)
    -> DrawnRecording
  {
    var list = Self.list(top: 66)
    for row in [5, 18, 9, 24] {
      list.scroll(to: "\"id\":\"row-\(row)\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
      list.offset = rest(list.offset, Double(80 * row) - 66)
      list.stay(40)
    }
    return list
  }

  @Test("a length that is missing each time is no factor")
  func constantMiss() throws {
    let same = Self.requests { _, goal in goal - 6 }
    try expect(.scrollTo, "ends 6 pt before its goal", "72 pt from the top edge", of: same)
    let times = Self.requests { start, goal in start + (goal - start) * 0.8 }
    try expect(.scrollTo, "multiplied by 0.8", of: times)
  }

  private static func arrivals(_ count: Int) -> DrawnRecording {
    var heights = rows
    var list = Self.list()
    list.scroll(to: "\"edge\":\"bottom\"", ",\"via\":\"offset\"")
    list.offset = list.end
    list.stay(40)
    for _ in 0..<count {
      list.pad(-12, 30)
      list.stay(90)
      heights.append(80)
      list.layout(heights)
      list.scroll(to: "\"edge\":\"bottom\"", ",\"via\":\"offset\"")
      list.offset = list.end
      list.stay(40)
    }
    return list
  }

  @Test("each new row pulls a reader back to the end")
  func pulled() throws {
    try expect(.ownership, "360 pt away from the end", "2 times", of: Self.arrivals(2))
    // A single one may be the reader's own scroll.
    try expectHealthy(Self.arrivals(1))
  }

  @Test("the scroll that followed the content comes once more, a moment after it grew")
  func pulledLater() throws {
    var heights = Self.rows
    var list = Self.list()
    func follow() {
      list.scroll(to: "\"edge\":\"bottom\"", ",\"via\":\"offset\"")
      list.offset = list.end
      list.stay(20)
    }
    func grow() {
      heights[heights.count - 1] += 90
      list.layout(heights)
    }
    for _ in 0..<4 {
      grow()
      follow()
    }
    list.pad(-12, 35)
    list.stay(30)
    for _ in 0..<3 {
      grow()
      list.stay(20)
    }
    follow()
    list.stay(60)
    let found = try list.diagnosis()
    #expect(found.verdict == .asDeclared, "a button would look the same")
    #expect(Self.text(found).contains("420 pt away from the end"), "\(Self.text(found))")
  }

  @Test("animated scrolls that the user cuts again and again")
  func contested() throws {
    func list(_ count: Int) -> DrawnRecording {
      var list = Self.list(at: 2000)
      for _ in 0..<count {
        list.scroll(
          to: "\"id\":\"row-39\"",
          ",\"anchor\":\"bottom\",\"via\":\"reader\",\"animation\":{\"seconds\":0.2,\"curve\":\"ease-in-out\"}"
        )
        list.phase("idle", "animating")
        list.go(to: list.offset + 10, in: 3, "animating")
        list.phase("animating", "idle")
        list.pad(-30, 2)
      }
      list.stay(60)
      return list
    }
    try expect(.ownership, "the other way", "5 times", of: list(6))
    let few = try list(2).diagnosis()
    #expect(!Self.text(few).contains("the other way"), "\(Self.text(few))")
  }

  /// A reader far from the end, and content that grows there.
  private static func reader(isThrown: Bool) -> DrawnRecording {
    var heights = rows
    var list = Self.list(at: 2100)
    for _ in 0..<2 {
      heights[heights.count - 1] += 40
      list.layout(heights)
      if isThrown { list.offset = list.end }
      list.stay(60)
    }
    return list
  }

  @Test("an update that takes a reader to the end without a request")
  func thrown() throws {
    try expect(.ownership, "400 pt before it", "40 pt at its end", of: Self.reader(isThrown: true))
    try expectHealthy(Self.reader(isThrown: false))
  }

  @Test("an offset that the app moves although nothing above changed")
  func compensated() throws {
    var list = Self.list(at: 900)
    var heights = Self.rows
    heights[30] += 96
    list.layout(heights)
    list.offset += 96
    list.stay(60)
    try expect(.sizeChange, "96 pt", "the content after them changed", of: list)
  }

  @Test("a row that grows and shrinks while it streams shakes the view")
  func shaking() throws {
    func list(_ steps: [Double]) -> DrawnRecording {
      var heights = Self.rows
      var list = Self.list(isAtEnd: true)
      for index in 0..<12 {
        heights[heights.count - 1] += steps[index % steps.count]
        list.layout(heights)
        list.offset = list.end
        list.stay(4)
      }
      list.stay(60)
      return list
    }
    try expect(.sizeChange, "without a finger", of: list([24, -9]))
    try expectHealthy(list([12]))
  }

  @Test("an inset that changes during a deceleration is no reading of offsets")
  func refresh() throws {
    var list = Self.list(top: 103, "profile: ios18")
    list.put("touch", "\"phase\":\"began\",\"x\":200,\"y\":300")
    list.phase("idle", "tracking")
    for index in 1...20 {
      list.put("touch", "\"phase\":\"moved\",\"x\":200,\"y\":\(300 + 8 * index)")
      list.offset = -103 - 4 * Double(index)
      if index == 1 { list.phase("tracking", "interacting") }
      list.frame("interacting")
    }
    list.stay(8, "interacting")
    list.put("touch", "\"phase\":\"ended\",\"x\":200,\"y\":460")
    list.phase("interacting", "decelerating")
    list.top = 163
    list.container()
    list.go(to: -163, in: 12, "decelerating")
    list.phase("decelerating", "idle")
    list.stay(60)
    let found = try list.diagnosis()
    #expect(!Self.text(found).contains("counted twice"), "\(Self.text(found))")
  }
}
