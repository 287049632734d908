import Analysis
import ScrollModel
import Testing

@Suite("reports of geometry probes")
struct ProbeReportTests {
  private func report(
    _ text: String, _ events: [(Double, TraceEvent)]
  ) throws -> ProbeReport {
    var options = ProbeAnalysis.Options()
    options.initial = .one
    var pass = AnalysisDriver(ProbeAnalysis(try ProbeExpression(text), options: options))
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish()
    return pass.analysis.result
  }

  @Test(
    "actions one second apart are not within one second", arguments: [(999.9999, 2), (1000, 1)])
  func second(apart: Double, count: Int) throws {
    let report = try report("contentOffset.y", [(0, frame(0)), (apart, frame(10))])
    #expect(report.actionCount == 2 && report.mostActionsPerSecond == count)
  }

  @Test("a report without events is empty")
  func empty() throws {
    let report = ProbeAnalysis(try ProbeExpression("progress")).result
    #expect(report.transformCount == 0 && report.actionCount == 0 && report.unknownCount == 0)
    #expect(report.mostActionsPerSecond == 0 && !report.actsOnEveryChange)
  }

  @Test(
    "an unknown layout direction affects only horizontal quantities",
    arguments: [
      ("contentOffset.x", true), ("contentInsets.leading", true), ("visibleRect.maxX", true),
      ("progressX", true), ("contentOffset.y", false), ("contentSize.width", false),
    ])
  func direction(text: String, matters: Bool) throws {
    let note = "the layout direction is unknown: lines are taken to run left to right"
    #expect(try report(text, [(0, frame(0))]).notes.contains(note) == matters)
    let told: [(Double, TraceEvent)] = [
      (0, .input(.container(ContainerChange(layoutDirection: .leftToRight)))), (0, frame(0)),
    ]
    #expect(try !report(text, told).notes.contains(note))
  }

  @Test(
    "powers of ten may have a sign",
    arguments: [("1e-2", 0.01), ("2E+3", 2000), ("25e-1 * 4", 10), ("1e2-1", 99)])
  func powers(text: String, number: Double) throws {
    #expect(try ProbeExpression(text).value(of: .empty) == .number(number))
  }
}
