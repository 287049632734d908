import Diagnosis
import Testing

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
}
