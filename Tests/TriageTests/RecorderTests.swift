import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// Web pages, Android and most loggers record less than a device: the analysis must find their
/// defects and nothing else.
@Suite("other kinds of recorders")
struct RecorderTests {
  /// Defects that only phases show: missing frames, illegal phases, traces that end in the middle,
  /// and content that moves at rest although no input is recorded.
  private static let unseen = [
    "A09": "S10 warning", "BUG-03-sizes": "S10 warning", "BUG-04": "S33 notice",
    "BUG-05": "S31 warning",
    "PHASE-15": "S32 warning",
  ]

  @Test("the gallery has the same findings without phases as with them", arguments: [false, true])
  func gallery(pausing: Bool) throws {
    let shelf = try TraceShelf()
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

  /// How a recorder samples.
  enum Kind: String, CaseIterable {
    case exact, pausing, rounded, floored, half, third, throttled
    case withoutLayouts = "without layouts"

    func recording(of whole: Recording) -> Recording {
      switch self {
      case .exact, .pausing: whole
      case .rounded: whole.withOffsets { $0.rounded() }
      case .floored: whole.withOffsets { $0.rounded(.down) }
      case .half: whole.withEvery(2)
      case .third: whole.withEvery(3)
      case .throttled: whole.throttled(milliseconds: 50)
      case .withoutLayouts: whole.withoutLayouts()
      }
    }
  }

  /// The data that a recorder provides in addition to offsets.
  enum Knowledge: String, CaseIterable {
    case everything
    case inputs = "no phases"
    case nothing = "no phases and no inputs"
  }

  @Test(
    "healthy traces have no findings under any recorder",
    arguments: Kind.allCases, Knowledge.allCases)
  func healthy(kind: Kind, knowledge: Knowledge) throws {
    let shelf = try TraceShelf()
    var alarms: [String] = []
    for seed in Cases.seeds(from: 300_000) {
      let scenario = try HealthyScenario(seed: seed)
      var recording = kind.recording(of: try Recording(scenario))
      if knowledge != .everything { recording = recording.withoutPhases(pausing: kind == .pausing) }
      if knowledge == .nothing { recording = recording.withoutInputs() }
      let found = try shelf.outcome(of: recording.stoppedLater()).findings(
        under: scenario.configuration, BehaviorRegistry(), options: FindingOptions())
      for finding in found where finding.severity >= .warning {
        alarms.append("\(seed) \(finding.detector): \(finding.message)")
      }
    }
    // Missing data, especially of a finger that holds still, can look like a defect.
    let borne = knowledge == .everything ? 0 : Cases.count / 40
    #expect(alarms.count <= borne, "\(alarms)")
  }

  /// What offsets alone reveal about the choice of a rest, by case.
  private static let choices = [
    "B03": ["S06"], "B04": ["S06", "S14"], "C09": ["S16"], "D01": ["S06", "S16"],
  ]

  @Test(
    "S06 S14 S16 offsets alone show exceeded limits and releases that return",
    arguments: GalleryCase.all.filter { choices[$0.name] != nil })
  func offsetsAlone(example: GalleryCase) throws {
    let shelf = try TraceShelf()
    func found(_ variant: GalleryCase.Variant) throws -> [String] {
      let findings = try example.findings(variant, shelf) {
        $0.withoutPhases(pausing: false).withoutInputs().stoppedLater()
      }
      let choices = findings.filter {
        ["S06", "S14", "S16"].contains($0.detector) && $0.severity >= .warning
      }
      return Set(choices.map(\.detector)).sorted()
    }
    #expect(try found(example.defect) == Self.choices[example.name])
    #expect(try found(example.near) == [])
  }

  private static func listed(_ findings: [Finding]) -> Set<String?> {
    Set(GalleryTests.listed(findings))
  }
}
