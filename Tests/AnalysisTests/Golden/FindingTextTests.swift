import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

/// The gallery tests check which findings occur; these tests check their complete text.
@Suite("approved texts of findings and settles")
struct FindingTextTests {
  private typealias Everything = AnalysisPair<
    AnalysisPair<FindingsAnalysis, TraceLint>, SettlesAnalysis
  >

  private static func lines(
    _ run: RecordedRun, _ configuration: Configuration, _ options: FindingOptions
  ) -> [String] {
    let everything: Everything = run.pass(
      AnalysisPair(
        AnalysisPair(
          FindingsAnalysis(configuration, options: options),
          TraceLint(configuration, options: options)),
        SettlesAnalysis(configuration)))
    let findings = everything.first.first.findings + everything.first.second.findings
    let settles = everything.second.reports
    return findings.flatMap(lines) + settles.map { "settle: \($0.sentence)" }
      + ["settles \(Approved.digest(settles))"]
  }

  private static func lines(_ finding: Finding) -> [String] {
    let place = finding.place
    var lines = [
      "\(finding.detector) \(finding.severity.name) \(finding.fingerprint) x\(finding.count)",
      "  from \(place.start.nanoseconds) to \(place.end.nanoseconds) ns, frames "
        + "\(place.firstFrame) to \(place.lastFrame), gesture \(place.gesture ?? 0), target "
        + (place.target?.displayText ?? "none"),
      "  \(finding.message)",
    ]
    lines += finding.measures.map { "  \($0.name): \($0.value) \($0.unit)" }
    lines += finding.candidates.map { "  candidate: \($0)" }
    lines.append("  cause: \(finding.cause)")
    lines += finding.edits.map { "  edit: \($0)" }
    return lines
  }

  /// The name of the approved file of an injected fault.
  private static func name(_ index: Int) -> String { "\(index)-\(FaultTests.plans[index].name)" }

  @Test("every approved fault is one that is injected")
  func approved() {
    let names = Set(FaultTests.plans.indices.map { Self.name($0) + ".txt" })
    #expect(Set(Files.names(in: Repository.path("fixtures/golden/analysis/faults"))) == names)
  }

  @Test("an injected fault is reported with the approved text", arguments: FaultTests.plans.indices)
  func faults(_ index: Int) throws {
    let plan = FaultTests.plans[index]
    var lines: [String] = []
    for seed: UInt64 in [70_000, 70_001] {
      let sample = try FaultTests.sample(plan, seed: seed)
      lines += ["# \(seed)"] + Self.lines(sample.faulty, sample.configuration, plan.options)
    }
    #expect(try Approved.difference("analysis/faults/\(Self.name(index))", lines) == nil)
  }

  @Test(
    "a healthy trace is reported with the approved text", arguments: 1...12 as ClosedRange<UInt64>)
  func healthy(_ seed: UInt64) throws {
    let trace = try HealthyScenario(seed: seed)
    let lines = Self.lines(try RecordedRun(trace), trace.configuration, FindingOptions())
    #expect(try Approved.difference("analysis/healthy/\(seed)", lines) == nil)
  }
}
