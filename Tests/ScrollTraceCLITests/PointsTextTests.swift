import Replay
import Testing

@testable import ScrollTraceCLI

@Suite("formatted numbers")
struct PointsTextTests {
  @Test("a value that is not a number has no sign")
  func notANumber() {
    #expect(pointsText(.nan) == "nan")
    #expect(pointsText(-.nan) == "nan")
    #expect(pointsText(-.infinity) == "-inf")
  }

  @Test(
    "the sufficient tolerance of a comparison is printed as options",
    arguments: [
      (0, 0, "0"), (3.46, 0, "3.46"), (3.464, 34, "3.47"), (5e-7, 0, "0.01"),
      (0, 266.666_666, "0 --tolerance-ms 266.67"), (1.5, 100, "1.5 --tolerance-ms 100"),
    ])
  func sufficient(points: Double, milliseconds: Double, text: String) {
    var comparison = Comparison(tolerance: .standard)
    comparison.maxima[.absolute] = points
    comparison.wouldPassAtMilliseconds = milliseconds
    #expect(ComparisonText.sufficient(comparison) == "--tolerance-pt \(text)")
  }
}
