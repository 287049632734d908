import Analysis
import ScrollModel
import Testing

@Suite("recorded visibility")
struct RecordedVisibilityTests {
  private func seen(_ id: String, _ isVisible: Bool) -> TraceEvent {
    .observation(.visibility(VisibilityEvent(id: TargetID(id), isVisible: isVisible)))
  }

  private func compare(
    _ policy: ImpressionPolicy, _ ids: [String], _ events: [(Double, TraceEvent)]
  ) -> RecordedVisibilityReport {
    var pass = AnalysisDriver(RecordedVisibility(policy))
    pass.take(container(200, rate: 60), at: .zero)
    pass.take(layout(ids), at: .zero)
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish(at: milliseconds(1000))
    return pass.analysis.result
  }

  @Test("an event is matched with the next one of its direction, across one of the other")
  func direction() {
    let report = compare(
      .swiftUIVisibility(), ["a"],
      [
        (0, frame(0, .idle)), (0, seen("a", true)), (100, frame(60, .interacting)),
        (116, frame(0, .interacting)), (120, seen("a", true)),
      ])
    #expect(report.recordedCount == 2 && report.computedCount == 3 && report.agreedCount == 2)
    #expect(report.differences.map(\.isVisible) == [false])
    #expect(report.differences.map(\.time) == [milliseconds(100)])
    #expect(report.differences.first?.isRecorded == false)
  }

  @Test("an id that is missing from the next set has become invisible, and no other one")
  func sets() {
    func set(_ ids: [String]) -> TraceEvent {
      .observation(.visibleSet(VisibleSet(ids: ids.map { TargetID($0) })))
    }
    // Targets of 100 in a view of 200.
    let report = compare(
      .swiftUIVisibility(threshold: 0.5), ["0", "1", "2", "3"],
      [
        (0, frame(0, .idle)), (0, set(["0", "1"])), (100, frame(100, .interacting)),
        (100, set(["1", "2"])),
      ])
    #expect(report.recordedCount == 4 && report.differences.isEmpty)
  }

  @Test(
    "an event one millionth below the threshold has a cause other than missing visibility",
    arguments: [(1e-6, ImpressionCause.setOscillation), (2e-6, .withoutVisibility)])
  func cause(below: Double, cause: ImpressionCause) {
    // A quarter of target 0 is visible at 75.
    var policy = ImpressionPolicy.swiftUIVisibility(threshold: 0.25 + below)
    policy.tolerance = 0
    let report = compare(
      policy, ["0", "1", "2"], [(0, frame(75, .idle)), (500, seen("0", true))])
    #expect(report.differences.filter(\.isRecorded).map(\.cause) == [cause])
  }
}
