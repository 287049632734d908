import Replay
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

  @Test(
    "the tolerance at which two sides would pass does as it is printed",
    arguments: [
      (0, 0, "0 pt"), (3.46, 0, "3.46 pt"), (3.464, 34, "3.47 pt"), (5e-7, 0, "0.01 pt"),
      (0, 266.666_666, "0 pt and 266.67 ms"), (1.5, 100, "1.5 pt and 100 ms"),
    ])
  func sufficient(points: Double, milliseconds: Double, text: String) {
    var comparison = Comparison(tolerance: .standard)
    comparison.maxima[.absolute] = points
    comparison.wouldPassAtMilliseconds = milliseconds
    #expect(ComparisonText.sufficient(comparison) == text)
  }
}
