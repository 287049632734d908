import Testing

@testable import ScrollEngine

@Suite("Offsets at which nothing must be measured")
struct MeasuredRangeTests {
  private static func range() -> MeasuredRange {
    var range = MeasuredRange()
    range.begin(at: 100)
    range.end(at: 200)
    return range
  }

  @Test("a range grows by offsets whose viewports touch its own")
  func grows() {
    var range = Self.range()
    range.extend(from: 240, to: 300, length: 50)
    #expect(range.contains(from: 150, to: 300))
    range.extend(from: 0, to: 60, length: 50)
    #expect(range.contains(from: 0, to: 300))
    #expect(!range.contains(from: 0, to: 301))
  }

  @Test("a range does not contain what lies between two viewports with a gap")
  func gap() {
    var range = Self.range()
    range.extend(from: 400, to: 450, length: 50)
    #expect(range.contains(from: 400, to: 450))
    #expect(!range.contains(from: 300, to: 300))
    #expect(!range.contains(from: 150, to: 150))
  }
}
