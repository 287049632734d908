import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("healthy traces")
struct HealthyTests {
  @Test("fewer than one in 200 healthy traces produces a warning")
  func falseAlarms() throws {
    var alarms: [String] = []
    let seeds = Cases.seeds(from: 40_000)
    for seed in seeds {
      let healthy = try HealthyScenario(seed: seed)
      let findings = try RecordedRun(healthy).pass(FindingsAnalysis(healthy.configuration)).findings
      for finding in findings where finding.severity >= .warning {
        alarms.append(
          "\(finding.detector): \(finding.message)\n\(seed), \(healthy.configuration.text)\n"
            + healthy.scriptText)
        break
      }
    }
    let share = Double(alarms.count) / Double(seeds.count)
    #expect(share < 0.005 || alarms.count <= 1, "\(alarms.prefix(20))")
    for alarm in alarms.prefix(30) { print("alarm \(alarm)") }
    print("healthy traces: \(alarms.count) of \(seeds.count) gave a warning")
  }
}
