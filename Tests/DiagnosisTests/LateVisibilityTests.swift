import Diagnosis
import ScrollModel
import Testing

/// Visibility that is reported too late, and why.
@Suite("late reports of visibility")
struct LateVisibilityTests {
  /// A list whose rows are replaced three times; the new rows in view are reported `late` frames afterwards, and a
  /// row that a pad brings into view after `wait` frames.
  private static func list(late: Int, wait: Int) -> DrawnRecording {
    var list = DrawnRecording("view-visibility: 0.5")
    list.container()
    var first = 0
    func rows() -> [Double] { [Double](repeating: 140, count: 12) }
    func see(_ rows: Range<Int>) {
      for row in rows { list.put("visibility", "\"id\":\"row-\(row)\",\"on\":true") }
    }
    list.layout(rows())
    list.frame()
    see(0..<5)
    list.stay(30)
    for _ in 0..<3 {
      list.pad(8, 10)
      list.stay(wait)
      see(first + 5..<first + 6)
      list.stay(30)
      list.pad(-8, 10)
      list.stay(30)
      first += 20
      list.layout(rows(), first: first)
      list.stay(max(1, late))
      see(first..<first + 5)
      list.stay(60)
    }
    return list
  }

  @Test("rows that an update brings into view are reported with the next movement only")
  func afterChange() throws {
    let found = try Self.list(late: 40, wait: 1).diagnosis()
    let text = ListCauseTests.text(found)
    #expect(found.causes.first?.cause == .visibility, "\(text)")
    #expect(text.contains("5 rows came into view when the content changed"), "\(text)")
    #expect(text.contains("15 late reports after 3 changes of the content"), "\(text)")
    let healthy = try Self.list(late: 1, wait: 1).diagnosis()
    #expect(!healthy.causes.contains { $0.cause == .visibility })
  }

  @Test("a minimum duration delays all reports, not only those after updates")
  func dwell() throws {
    let text = ListCauseTests.text(try Self.list(late: 40, wait: 40).diagnosis())
    #expect(!text.contains("when the content changed at"), "\(text)")
  }

  private static func flicker(_ frames: Int) -> DrawnRecording {
    var list = DrawnRecording("view-visibility: 0.5")
    list.container()
    list.layout([Double](repeating: 140, count: 12))
    // Half of row 5 is in view.
    list.offset = 70
    list.stay(30)
    for state in [true, false, true] {
      list.put("visibility", "\"id\":\"row-5\",\"on\":\(state)")
      if frames > 0 { list.stay(frames) }
    }
    list.stay(30)
    return list
  }

  @Test("I05: reports that come at one time were kept back; the threshold is not their cause")
  func together() throws {
    let together = ListCauseTests.text(try Self.flicker(0).diagnosis())
    #expect(together.contains("visible, hidden and visible again at one time"), "\(together)")
    #expect(together.contains("reports were kept back and came together"))
    #expect(together.contains("report each change when it happens"))
    let apart = ListCauseTests.text(try Self.flicker(2).diagnosis())
    #expect(apart.contains("the visible fraction is at the threshold"), "\(apart)")
  }
}
