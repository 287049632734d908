import Diagnosis
import TestSupport
import Testing
import TextKit

/// Scrolls to rows in lists that change, or that begin in the wrong direction.
extension ListCauseTests {
  /// Ten rows come in above, and a scroll puts the first visible row at the top.
  private static func restored(from distance: Double) -> DrawnRecording {
    var list = list(at: 12 * 80 - distance)
    list.layout([Double](repeating: 80, count: 10) + rows, first: -10)
    list.scroll(to: "\"id\":\"row-12\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
    list.offset = 22 * 80
    list.stay(60)
    return list
  }

  @Test("a scroll that restores the first row, but not its distance from the top")
  func restored() throws {
    try expect(.scrollTo, "puts it 0 pt", "2.5 pt from it", of: Self.restored(from: 2.5))
    try expect(.scrollTo, "puts it 0 pt", "300 pt from it", of: Self.restored(from: 300))
    try expectHealthy(Self.restored(from: 1.5))
  }

  /// An animated scroll to a row that passes another offset first.
  private static func detour(from start: Double, by first: Double, to row: Int) -> DrawnRecording {
    var list = list(at: start)
    list.scroll(
      to: "\"id\":\"row-\(row)\"",
      ",\"anchor\":\"top\",\"via\":\"reader\",\"animation\":{\"seconds\":0.6,\"curve\":\"ease-in-out\"}"
    )
    list.phase("idle", "animating")
    list.go(to: start + first, in: 12, "animating")
    list.go(to: Double(row * 80), in: 24, "animating")
    list.phase("animating", "idle")
    list.stay(60)
    return list
  }

  @Test("an animation that begins away from its target, in both directions")
  func detour() throws {
    try expect(.scrollTo, "moves 160 pt back", of: Self.detour(from: 800, by: -160, to: 25))
    try expect(.scrollTo, "moves 160 pt forward", of: Self.detour(from: 1600, by: 160, to: 5))
    try expectHealthy(Self.detour(from: 800, by: 160, to: 25))
  }

  /// A scroll to a row with an anchor, after which the list is at an offset.
  private static func scrolled(
    to row: Int, _ anchor: String, at offset: Double, from start: Double = 800, bottom: Double = 0
  ) -> DrawnRecording {
    var list = list(at: start, bottom: bottom)
    list.scroll(to: "\"id\":\"row-\(row)\"", ",\"anchor\":\"\(anchor)\",\"via\":\"reader\"")
    list.offset = offset
    list.stay(60)
    return list
  }

  @Test("a scroll that aligns its row at another anchor than the requested one")
  func otherAnchor() throws {
    // Row 25 is at 2000 pt; the view is 700 pt long.
    try expect(
      .scrollTo, "aligns it at its top, although it asks for bottom",
      of: Self.scrolled(to: 25, "bottom", at: 2000))
    try expect(
      .scrollTo, "aligns it at its bottom, although it asks for top",
      of: Self.scrolled(to: 25, "top", at: 1380))
    try expect(
      .scrollTo, "aligns it at its center, although it asks for top",
      of: Self.scrolled(to: 25, "top", at: 1690))
    try expectHealthy(Self.scrolled(to: 25, "bottom", at: 1380))
  }

  @Test("a scroll that does not respect the inset: all of it, or an unknown part")
  func insetAtEnd() throws {
    try expect(
      .scrollTo, "90 pt before its goal (1470 pt)", "90 pt is the inset at the end (90).",
      of: Self.scrolled(to: 25, "bottom", at: 1380, bottom: 90))
    let some = try Self.scrolled(to: 25, "bottom", at: 1417, bottom: 90).diagnosis()
    #expect(
      Self.text(some).contains(
        "row-25 is 37 pt from the bottom edge of the view; the inset there is 90 pt."),
      "\(Self.text(some))")
    try expectHealthy(Self.scrolled(to: 25, "bottom", at: 1470, bottom: 90))
  }

  /// A scroll to a row that a layout adds later, without a movement.
  private static func early(after frames: Int) -> DrawnRecording {
    var list = list(at: 800)
    list.scroll(to: "\"id\":\"row-42\"", ",\"anchor\":\"bottom\",\"via\":\"reader\"")
    list.stay(frames)
    list.layout(rows + [80, 80, 80])
    list.stay(60)
    return list
  }

  @Test("a scroll to a row that comes in only afterwards")
  func tooEarly() throws {
    try expect(
      .scrollTo, "row-42 was not in the content yet", "It came in 33 ms after the request.",
      of: Self.early(after: 2))
  }

  @Test("a scroll that arrives and whose content then comes back has moved it")
  func takenBack() throws {
    var list = Self.list(at: 800)
    list.scroll(
      to: "\"id\":\"row-25\"",
      ",\"anchor\":\"top\",\"via\":\"reader\",\"animation\":\"automatic\"")
    list.phase("idle", "animating")
    list.go(to: 2000, in: 24, "animating")
    list.phase("animating", "idle")
    list.offset = 800
    list.stay(60)
    let text = Self.text(try list.diagnosis())
    #expect(!text.contains("moves nothing"), "\(text)")
  }

  // MARK: Ranges and insets

  /// A scroll without an anchor to a row of a list between bars, after which the list is at an offset.
  private static func followed(to row: Int, at offset: Double) -> DrawnRecording {
    var list = list(at: 700, top: 52, bottom: 40)
    list.scroll(to: "\"id\":\"row-\(row)\"", ",\"via\":\"offset\"")
    list.offset = offset
    list.stay(60)
    return list
  }

  @Test("a scroll that counts with the whole view leaves its row under a bar")
  func underBar() throws {
    // Row 5 ends at 480 pt, row 20 at 1680 pt; 660 pt of the view are above the lower bar.
    try expect(
      .scrollTo, "ends 52 pt past the first offset", "52 pt is the inset at the start",
      of: Self.followed(to: 5, at: 400))
    try expect(
      .scrollTo, "ends 40 pt before the first offset", "40 pt is the inset at the end",
      of: Self.followed(to: 20, at: 1680 - 700))
    for other in [Self.followed(to: 5, at: 348), Self.followed(to: 20, at: 1680 - 660)] {
      try expectHealthy(other)
    }
  }

  /// A scroll that puts the last row at the top and comes back from there, or ends with the content.
  private static func thrown(beyond: Double) -> DrawnRecording {
    var list = list(at: 800)
    list.scroll(to: "\"id\":\"row-39\"", ",\"anchor\":\"top\",\"via\":\"reader\"")
    list.offset = list.end + beyond
    list.stay(2)
    if beyond > 0 { list.go(to: list.end, in: 20, "decelerating") }
    list.stay(60)
    return list
  }

  @Test("a scroll to a place beyond the end springs back")
  func springsBack() throws {
    try expect(
      .scrollTo, "leads 620 pt beyond the end of the content", "springs back to 2500 pt",
      "limit the offset", of: Self.thrown(beyond: 620))
    #expect(!Self.text(try Self.thrown(beyond: 0).diagnosis()).contains("springs back"))
  }

  /// An animated scroll that ends with steps between two places.
  private static func shaking(_ steps: Int) -> DrawnRecording {
    var list = list(at: 800, top: 64)
    list.scroll(
      to: "\"y\":1600",
      ",\"via\":\"offset\",\"animation\":{\"seconds\":0.4,\"curve\":\"linear\"}")
    list.phase("idle", "animating")
    list.go(to: 1600, in: 24, "animating")
    for step in 0..<steps {
      list.offset = step.isMultiple(of: 2) ? 1664 : 1600
      list.frame("animating")
    }
    list.phase("animating", "idle")
    list.stay(60)
    return list
  }

  @Test("an animation that goes back and forth between two targets")
  func alternating() throws {
    try expect(
      .ownership, "the scroll to y 1600 does not end", "by up to 64 pt",
      "by the inset at the start (64)", of: Self.shaking(20))
    #expect(!Self.text(try Self.shaking(2).diagnosis()).contains("does not end"))
  }

  /// Scrolls without an anchor in a list that aligns its rows at their start.
  private static func unaligned(_ system: String) -> DrawnRecording {
    var list = DrawnRecording("behavior: view-aligned(limit: never)", system: system)
    list.container()
    list.layout(rows)
    list.stay(40)
    for row in [20, 30] {
      list.scroll(to: "\"id\":\"row-\(row)\"", ",\"via\":\"reader\"")
      list.offset = Double(row + 1) * 80 - 700
      list.stay(60)
    }
    return list
  }

  @Test("a scroll that moves no farther than into view leaves the places of a snapping list")
  func unaligned() throws {
    try expect(
      .anchor, "it ends 620 pt from the place at which gestures leave it",
      of: Self.unaligned("Android 14"))
    // In SwiftUI this is how such a scroll works.
    let swiftUI = try Self.unaligned("iOS 18.5").diagnosis()
    #expect(!swiftUI.causes.contains { $0.certainty != .undecided }, "\(Self.text(swiftUI))")
  }

  @Test("a declaration that names no toolkit means that of the app, except on Apple's systems")
  func openToolkit() throws {
    let log = try Files.text(
      Repository.path("fixtures/reports/137-jump-leaves-the-item-at-the-edge/capture.jsonl"))
    func text(_ system: String) throws -> String {
      Self.text(
        try DrawnRecording.diagnosis(of: log.replacing("Android 8.0", with: system)))
    }
    #expect(try text("iOS 17.2").contains("it declares"))
    #expect(try !text("iOS 17.2").contains("Android"))
    #expect(try !text("Android 8.0").contains("it declares"))
  }
}
