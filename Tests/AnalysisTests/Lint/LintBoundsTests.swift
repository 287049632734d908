import Analysis
import ScrollModel
import Testing

@Suite("lint thresholds")
struct LintBoundsTests {
  private func names(
    _ id: String, _ scene: String, _ configuration: String
  ) throws -> Bool {
    try LintTests.lint(scene, configuration, DeclaredCode()).contains { $0.detector == id }
  }

  @Test(
    "L09: no target shows more than its whole, however long the viewport is",
    arguments: [(0.99, false), (1, false), (1.5, true)])
  func wholeThreshold(threshold: Double, isNamed: Bool) {
    var configuration = Configuration()
    configuration.viewVisibility = threshold
    var pass = AnalysisDriver(ConfigurationLint(configuration))
    pass.take(container(300), at: .zero)
    pass.take(layout(["a", "b", "c", "d"]), at: .zero)
    pass.take(frame(0, .idle), at: .zero)
    pass.finish()
    #expect(pass.analysis.findings.contains { $0.detector == "L09" } == isNamed)
  }

  @Test("L26: content that fits in the container has no pages", arguments: [(3, false), (4, true)])
  func fitting(count: Int, isNamed: Bool) throws {
    #expect(
      try names("L26", LintTests.scene("100", count: count), "behavior: paging") == isNamed)
  }

  @Test(
    "L22: equal margins alone center nothing, unequal margins shift the content",
    arguments: [(20, false), (19, false), (18, true)])
  func margins(right: Int, isNamed: Bool) throws {
    let scene = LintTests.scene("300", insets: "{\"left\": 20, \"right\": \(right)}")
    #expect(try names("L22", scene, LintTests.transition) == isNamed)
  }
}
