import Diagnosis
import ScrollModel
import Testing

/// Offsets that follow the content twice or to the wrong place, and content whose length is wrong.
extension ListCauseTests {
  // MARK: Offsets that follow

  /// A list whose rows above the view grow by 120 pt three times; the offset follows `times` times.
  private static func grown(_ times: Int, in frames: Int) -> DrawnRecording {
    var list = Self.list(at: 900)
    for count in 1...3 {
      list.layout(rows, padding: 120 * Double(count))
      for _ in 0..<times {
        list.offset += 120
        list.stay(frames)
      }
      list.stay(60)
    }
    return list
  }

  @Test("a change that two parts of the app make up for, in two frames or in one")
  func doubledCorrection() throws {
    for frames in [1, 2] {
      try expect(
        .sizeChange, "jump 120 pt", "moved by that length twice", "3 layouts with that result",
        of: Self.grown(2, in: frames))
    }
    // A second movement long after the first one, and a single one, belong to nothing else.
    for other in [Self.grown(2, in: 12), Self.grown(1, in: 1)] {
      #expect(!Self.text(try other.diagnosis()).contains("twice"))
    }
  }

  /// A finger that holds the row of a list and takes it behind the next one.
  private static func sorted(from offset: Double, follows: Bool) -> DrawnRecording {
    let heights: [Double] = [100, 60, 80] + [Double](repeating: 70, count: 30)
    func layout(_ list: inout DrawnRecording, _ order: [Int]) {
      var place = 0.0
      let items = order.map { row in
        defer { place += heights[row] }
        return "[\"row-\(row)\",0,\(place),390,\(heights[row])]"
      }
      list.put(
        "layout", "\"cw\":390,\"ch\":\(list.content),\"items\":[\(items.joined(separator: ","))]")
    }
    var list = DrawnRecording("")
    list.container()
    list.layout(heights)
    list.offset = offset
    list.stay(40)
    var order = Array(heights.indices)
    for _ in 0..<2 {
      list.put("touch", "\"phase\":\"began\",\"x\":200,\"y\":30")
      list.stay(30)
      for step in 1...20 {
        list.put("touch", "\"phase\":\"moved\",\"x\":200,\"y\":\(30 + 3 * step)")
        if step == 15 {
          order.swapAt(0, 1)
          layout(&list, order)
          if follows { list.offset += heights[order[0]] }
        }
        list.frame()
      }
      list.put("touch", "\"phase\":\"ended\",\"x\":200,\"y\":90")
      list.stay(40)
    }
    return list
  }

  @Test("a list that keeps the row under the finger in its place when that row is moved")
  func followedRow() throws {
    try expect(
      .sizeChange, "row-0, the first row in view, got another place in the order",
      "60 pt is the height of row-1 (60)", "keep the offset",
      of: Self.sorted(from: 0, follows: true))
    // A finger under which the layout changes drags a row; that the content stays is right.
    try expectHealthy(Self.sorted(from: 0, follows: false))
  }

  // MARK: Lengths of the content

  /// A canvas that is scaled in steps around a point on the screen, with or without the scroll position.
  private static func zoomed(around place: Double, addsOffset: Bool) -> DrawnRecording {
    var list = Self.list(at: 1100)
    var scale = 1.0
    for _ in 0..<12 {
      scale *= 1.02
      list.layout(rows.map { $0 * scale })
      list.offset += ((addsOffset ? list.offset : 0) + place) * 0.02
      list.frame()
    }
    list.stay(40)
    return list
  }

  @Test("a zoom around a point that is not in view, and one around the pointer")
  func zoom() throws {
    try expect(
      .sizeChange, "The content is scaled by 1.27", "outside of the view",
      "multiply the offset plus the place of the pointer",
      of: Self.zoomed(around: 300, addsOffset: false))
    #expect(
      !Self.text(try Self.zoomed(around: 300, addsOffset: true).diagnosis()).contains("is scaled"))
  }

  /// A list that is empty for some frames before it has its rows again.
  private static func emptied(returns: Bool) -> DrawnRecording {
    var list = Self.list(at: 1200)
    list.layout([])
    list.offset = 0
    list.stay(3)
    list.layout(rows)
    if returns { list.offset = 1200 }
    list.stay(60)
    return list
  }

  @Test("a view that goes back to its start because its list was empty for a moment")
  func emptyForAMoment() throws {
    try expect(
      .sizeChange, "its content was empty for 50 ms", "from 1200 to 0 pt", "show no empty list",
      of: Self.emptied(returns: false))
    #expect(!Self.text(try Self.emptied(returns: true).diagnosis()).contains("was empty"))
  }

  /// Rows that grow, in a content that grows with them or keeps its length.
  private static func wrapped(grows: Bool, reachesEnd: Bool) -> DrawnRecording {
    var list = Self.list(at: 500)
    let heights = rows.map { $0 * 1.5 }
    list.layout(heights, empty: grows ? 0 : -1600)
    list.stay(40)
    if reachesEnd {
      list.offset = list.end
      list.stay(40)
    }
    return list
  }

  @Test("content that keeps its length although its rows grew")
  func cutOff() throws {
    try expect(
      .sizeChange, "The last row ends at 4800 pt", "the content is still 3200 pt long",
      "scrolling ends 1600 pt before the last row", of: Self.wrapped(grows: false, reachesEnd: true)
    )
    let unseen = try Self.wrapped(grows: false, reachesEnd: false).diagnosis()
    #expect(unseen.causes.first?.certainty == .likely)
    #expect(
      !Self.text(try Self.wrapped(grows: true, reachesEnd: true).diagnosis()).contains("is still"))
  }

  /// A list whose inset at the start changes at each refresh.
  private static func refreshed(_ insets: [Double]) -> DrawnRecording {
    var list = Self.list(top: 64)
    for inset in insets {
      for shown in [list.top + 60, inset] {
        list.top = shown
        list.container()
        list.offset = -shown
        list.stay(40)
      }
    }
    return list
  }

  @Test("an inset that is greater after each refresh")
  func accumulated() throws {
    try expect(
      .insets, "grows by 44 pt each time", "64 → 108 → 152 → 196 pt",
      of: Self.refreshed([108, 152, 196]))
    for other in [Self.refreshed([64, 64, 64]), Self.refreshed([108, 152])] {
      #expect(!Self.text(try other.diagnosis()).contains("each time"))
    }
  }

  /// Pages that get shorter with the view, which then shows the page with that number.
  private static func turned(to page: Int) -> DrawnRecording {
    var list = DrawnRecording("")
    list.container()
    list.layout([Double](repeating: 700, count: 10))
    list.offset = 700 * 8
    list.stay(40)
    list.height = 500
    list.container()
    list.layout([Double](repeating: 500, count: 10))
    list.offset = list.end
    list.stay(2)
    list.offset = 500 * Double(page)
    list.stay(60)
    return list
  }

  @Test("a page that is computed from a limited offset and the length of before")
  func pageLost() throws {
    // 4500 pt, the new end, is six times 700 pt.
    try expect(
      .sizeChange, "row-8 was at the start of the view", "it is row-6, at 3000 pt",
      "was limited to the new end (4500 pt)", of: Self.turned(to: 6))
    for page in [8, 7] {
      #expect(
        !Self.text(try Self.turned(to: page).diagnosis()).contains("at the start of the view"))
    }
  }

  /// A view at its start below a bar, whose container changes while the offset goes to a place.
  private static func resizedAtStart(to offset: Double) -> DrawnRecording {
    var list = Self.list(top: 48)
    for height in [760.0, 700, 640] {
      list.height = height
      list.container()
      list.offset = offset
      list.stay(40)
      list.offset = -48
      list.stay(40)
    }
    return list
  }

  @Test("a view at its start that a change of the container puts under its inset")
  func startHidden() throws {
    try expect(
      .insets, "set the offset to 0: the first 48 pt are under the top inset (48)",
      of: Self.resizedAtStart(to: 0))
    try expectHealthy(Self.resizedAtStart(to: -48))
  }
}
