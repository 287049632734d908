import Testing

@testable import ScrollTraceCLI

@Suite("numbers as people read them")
struct PointsTextTests {
  @Test("what is no number has no sign")
  func notANumber() {
    #expect(pointsText(.nan) == "nan")
    #expect(pointsText(-.nan) == "nan")
    #expect(pointsText(-.infinity) == "-inf")
  }
}
