import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// Web pages, Android and most loggers know of no phases; what goes wrong is found there, too.
@Suite("recordings without phases")
struct PhaselessTests {
  /// What only phases show: frames that do not come, illegal phases, traces that end in the middle, and
  /// content that moves at rest although nobody was told to touch it.
  private static let unseen = [
    "A09": "S10 warning", "BUG-04": "S33 notice", "BUG-05": "S31 warning",
    "PHASE-15": "S32 warning",
  ]

  @Test("show what is wrong in the gallery, and nothing else", arguments: [false, true])
  func gallery(pausing: Bool) throws {
    let shelf = try Shelf()
    for example in GalleryCase.all {
      for variant in [example.defect, example.near] {
        let whole = Self.listed(try example.findings(variant, shelf) { $0.stoppedLater() })
        let bare = Self.listed(
          try example.findings(variant, shelf) {
            $0.withoutPhases(pausing: pausing).stoppedLater()
          })
        let unseen = whole.subtracting(bare)
        #expect(bare.isSubset(of: whole), "\(example.name): \(bare.subtracting(whole))")
        #expect(unseen.isEmpty || unseen == [Self.unseen[example.name]], "\(example.name)")
      }
    }
  }

  @Test(
    "are silent where nothing is wrong, with what drove them and without",
    arguments: [false, true], [false, true])
  func healthy(pausing: Bool, isDriven: Bool) throws {
    let shelf = try Shelf()
    var alarms: [String] = []
    for seed in Cases.seeds(from: 200_000) {
      let scenario = try HealthyScenario(seed: seed)
      var recording = try Recording(scenario).withoutPhases(pausing: pausing).stoppedLater()
      if !isDriven { recording = recording.withoutInputs() }
      let found = try shelf.outcome(of: recording).findings(
        under: scenario.configuration, BehaviorRegistry(), options: FindingOptions())
      for finding in found where finding.severity >= .warning {
        alarms.append("\(seed) \(finding.detector): \(finding.message)")
      }
    }
    // Where nothing tells of fingers, one that stops the content looks like a release that turned back.
    #expect(alarms.count <= (isDriven ? 0 : Cases.count / 200), "\(alarms)")
  }

  private static func listed(_ findings: [Finding]) -> Set<String?> {
    Set(GalleryTests.listed(findings))
  }
}
