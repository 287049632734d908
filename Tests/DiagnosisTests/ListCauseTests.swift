import Diagnosis
import ScrollModel
import Simulation
import Testing

/// Lists, chats and insets that move: each defect, and a similar healthy case.
@Suite("causes in lists and chats")
struct ListCauseTests {
  static let rows = [Double](repeating: 80, count: 40)

  static func list(
    at offset: Double? = nil, isAtEnd: Bool = false, top: Double = 0, bottom: Double = 0,
    padding: Double = 0, _ configuration: String = ""
  ) -> DrawnRecording {
    var list = DrawnRecording(configuration)
    (list.top, list.bottom) = (top, bottom)
    list.container()
    list.layout(rows, padding: padding)
    list.offset = offset ?? (isAtEnd ? list.end : -top)
    list.stay(40)
    return list
  }

  static func text(_ found: TraceDiagnosis) -> String {
    found.lines().map(\.text).joined(separator: "\n")
  }

  func expectHealthy(_ list: DrawnRecording) throws {
    let found = try list.diagnosis()
    #expect(found.causes.isEmpty, "\(Self.text(found))")
  }

  func expect(
    _ cause: CauseClass, _ words: String..., of list: DrawnRecording
  ) throws {
    let found = try list.diagnosis()
    let first = try #require(found.causes.first, "\(Self.text(found))")
    #expect(first.cause == cause && first.certainty != .undecided, "\(Self.text(found))")
    for word in words { #expect(Self.text(found).contains(word), "\(Self.text(found))") }
  }

  // MARK: Updates that move what is in view

  @Test("an offset that compensates only a part of inserted rows is the fault of the update")
  func halfKept() throws {
    var list = Self.list(at: 900)
    list.layout([Double](repeating: 80, count: 10) + Self.rows, first: -10)
    list.offset = 900 + 500
    list.stay(60)
    try expect(.sizeChange, "300 pt", "10 rows were inserted", of: list)
  }

  @Test("rows that are removed above what is in view are counted, in one update or several")
  func removed() throws {
    for count in [1, 3] {
      var list = Self.list(at: 900)
      for gone in 1...count {
        list.layout([Double](Self.rows.dropFirst(gone)), first: gone)
      }
      list.stay(60)
      let size = "\(80 * count) pt up"
      let rows = count == 1 ? "1 row was removed above" : "3 rows were removed above"
      try expect(.sizeChange, size, rows, of: list)
    }
  }

  /// Rows that go away at the end, above content that stays empty.
  private static func emptied(rows count: Int, empty: Double, at offset: Double) -> DrawnRecording {
    var list = list(at: offset)
    list.layout([Double](rows.prefix(count)), empty: empty)
    list.stay(60)
    return list
  }

  @Test("a change after which only the empty end of the content is in view")
  func emptied() throws {
    try expect(
      .design,
      "only empty space is in view: the last row ends at 1600 pt and the view begins at 2000 pt",
      "The content reserves 1600 pt after its last row",
      of: Self.emptied(rows: 20, empty: 1600, at: 2000))
    try expectHealthy(Self.emptied(rows: 30, empty: 800, at: 2000))
  }

  @Test("rows that jump and come back in the next frame")
  func oneFrame() throws {
    var list = Self.list(at: 900)
    list.layout([Double](repeating: 80, count: 10) + Self.rows, first: -10)
    list.offset = 900 + 500
    list.frame()
    list.offset = 900 + 800
    list.stay(60)
    try expect(.sizeChange, "300 pt", "A later frame brings", of: list)
  }

  @Test("content that follows a keyboard over many frames has no cause")
  func keyboard() throws {
    var list = Self.list(isAtEnd: true)
    list.bottom = 300
    list.container()
    list.go(to: list.end, in: 15, "idle")
    list.stay(60)
    try expectHealthy(list)
  }

  @Test("content that follows a keyboard as it closes is not beyond its end")
  func closing() throws {
    var list = Self.list(isAtEnd: true, bottom: 300)
    list.bottom = 0
    list.container()
    list.go(to: list.end, in: 15, "idle")
    list.stay(60)
    try expectHealthy(list)
  }

  @Test("content that stays where the keyboard was is beyond its end")
  func leftOver() throws {
    var list = Self.list(isAtEnd: true, bottom: 300)
    list.bottom = 0
    list.container()
    list.stay(60)
    try expect(.sizeChange, "300 pt past the end of its content", of: list)
  }

  @Test("rows that come in above and are made up for are no estimates")
  func kept() throws {
    var list = Self.list(at: 900)
    list.layout([Double](repeating: 80, count: 10) + Self.rows, first: -10)
    list.offset += 800
    list.stay(60)
    try expectHealthy(list)
  }

  @Test("a view that returns to its start, although nothing before what it shows changed")
  func startedOver() throws {
    func list(_ first: Double) -> DrawnRecording {
      var list = Self.list(at: 800)
      list.layout([first] + Self.rows.dropFirst() + [80])
      list.offset = 0
      list.stay(60)
      return list
    }
    try expect(.sizeChange, "goes back to its start", "800 pt", of: list(80))
    let found = try list(300).diagnosis()
    #expect(!Self.text(found).contains("did not change"), "\(Self.text(found))")
  }

  // MARK: Insets

  private static func reset(in frames: Int) -> DrawnRecording {
    var list = Self.list()
    list.top = 300
    list.container()
    list.go(to: -300, in: 15, "idle")
    list.stay(60)
    list.top = 0
    list.container()
    list.go(to: 0, in: frames, "idle")
    list.stay(60)
    return list
  }

  @Test("an inset that is set back in one frame, although it grew over many")
  func inset() throws {
    try expect(.insets, "300 pt", "over 15 frames", of: Self.reset(in: 1))
    try expectHealthy(Self.reset(in: 15))
    let sizes = try Self.reset(in: 1).diagnosis().counts.first { $0.noun == "size change" }
    #expect(sizes?.count == 2 && sizes?.explained == 1)
  }

  private static func resumed(_ state: String?) -> DrawnRecording {
    var list = Self.list(isAtEnd: true, bottom: 153)
    if let state { list.put("note", "\"name\":\"app-state\",\"text\":\"\(state)\"") }
    list.stay(6)
    list.bottom = 70
    list.container()
    list.offset = list.end
    list.stay(60)
    return list
  }

  @Test("an inset that shrinks just after the app came to the front")
  func activation() throws {
    try expect(.insets, "83 pt", "become active", of: Self.resumed("active"))
    try expectHealthy(Self.resumed(nil))
    try expectHealthy(Self.resumed("background"))
  }

  /// A list near its end whose bottom inset grows from 34.
  private static func bar(from first: Double, to last: Double) -> DrawnRecording {
    var list = Self.list(bottom: first)
    list.bottom = 34
    list.container()
    list.stay(20)
    list.pad(42, 60)
    list.stay(30)
    list.bottom = last
    list.container()
    list.stay(60)
    return list
  }

  @Test("a bar that comes back over the end of a list")
  func bar() throws {
    try expect(.insets, "49 pt", "came back", of: Self.bar(from: 83, to: 83))
    // A keyboard over a list that nothing keeps at its end.
    try expectHealthy(Self.bar(from: 34, to: 336))
  }

  @Test("a safe area that is padding as well")
  func doubled() throws {
    try expect(.insets, "62 pt", "counts twice", of: Self.list(top: 62, padding: 62))
    try expectHealthy(Self.list(top: 62, padding: 16))
    // Margins are often as long as the padding.
    try expectHealthy(Self.list(top: 16, padding: 16))
  }

  @Test("an inset that changes under a pad and moves the content")
  func title() throws {
    func list(moves: Bool) -> DrawnRecording {
      var list = Self.list(at: 0, top: 146)
      list.pad(5, 40) { list, index in
        guard index == 20 else { return }
        list.top = 94
        list.container()
        if moves { list.offset += 52 }
      }
      list.stay(60)
      return list
    }
    try expect(.insets, "52 pt", of: list(moves: true))
    try expectHealthy(list(moves: false))
  }

  // MARK: Lengths that change during a trackpad scroll

  private static func measured(late: Bool) -> DrawnRecording {
    var heights = rows
    var list = Self.list(at: 2000)
    var missing = 0.0
    list.pad(-6, 120) { list, index in
      list.offset += missing
      missing = 0
      guard index % 20 == 10 else { return }
      heights[index / 20] += 30
      list.layout(heights)
      if late { missing = 30 } else { list.offset += 30 }
    }
    list.stay(60)
    return list
  }

  @Test("offsets that follow corrected lengths one frame late")
  func late() throws {
    try expect(.sizeChange, "30 pt", "one frame late", of: Self.measured(late: true))
    let found = try Self.measured(late: false).diagnosis()
    // An immediate follow-up is harmless, and the text states that.
    #expect(!Self.text(found).contains("one frame late"), "\(Self.text(found))")
  }

  // MARK: Inputs that lead to the rest by themselves

  @Test("the recorded momentum of a pad is no deceleration of the app", arguments: [false, true])
  func momentum(isLazy: Bool) throws {
    var scene = SceneFile(
      name: "cards", container: Size(width: 700, height: 800),
      content: .generated(
        SceneFile.ItemRule(
          count: 60, ids: .strings(prefix: "card-"), size: .drawn(60...420, step: 20))))
    scene.axes = .vertical
    if isLazy { scene.lazy = SceneFile.Lazy(measuredAhead: 0, measuresShown: true) }
    let script = [900, 1200, 700, -800, -1300].map {
      "trackpad 0,\($0) over 240ms momentum 500ms\nwait 900ms\n"
    }.joined()
    let found = try DesignCauseTests.diagnosis(scene, "profile: macos26", "wait 500ms\n" + script)
    #expect(found.causes.isEmpty, "\(Self.text(found))")
  }
}
