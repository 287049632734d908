import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// Every repair that the detectors lead to, as the app's author gets it.
@Suite("repairs of findings as code")
struct RepairCodeTests {
  @Test("every repair of the gallery is code that parses, or says why there is none")
  func gallery() throws {
    let shelf = try TraceShelf()
    var repairs: [Repair] = []
    for example in GalleryCase.all {
      let configuration = try Configuration(text: example.defect.configuration)
      let (trace, store) = try shelf.put(GalleryRun(example, example.defect))
      let outcome = Outcome(of: trace, in: store)
      repairs += try Self.repairs(
        outcome, configuration, example.findingOptions, "\(example.name)")
    }
    #expect(repairs.count { $0.isFound } >= 30)
    try Self.hold(repairs)
  }

  @Test("every repair of the accuracy suite is code that parses, or says why there is none")
  func accuracy() throws {
    let shelf = try TraceShelf()
    var repairs: [Repair] = []
    for plan in AccuracyPlan.all where plan.place == .configuration {
      for seed in Cases.seeds(oneIn: 8, from: 300_000) {
        let scenario = try HealthyScenario(seed: seed, wishes: plan.wishes)
        guard let planted = try plan.plant(scenario, Recording(scenario)) else { continue }
        repairs += try Self.repairs(
          shelf.outcome(of: planted.recording), planted.configuration, plan.options,
          "\(plan.name) \(seed)")
      }
    }
    #expect(repairs.contains { $0.isFound })
    try Self.hold(repairs)
  }

  @Test("each suggested change of a switch is a way around it, on every platform")
  func switches() throws {
    let plain = Configuration()
    var changes: [AppChange] = []
    for entry in Switches.table {
      for word in entry.values {
        let changed = ConfigurationEdit.choice(name: entry.name, word: word).applied(to: plain)
        for platform in AppPlatform.allCases {
          for axis in Axis.allCases {
            changes += ConfigurationCode(platform, axis: axis).changes(from: plain, to: changed)
          }
        }
      }
    }
    #expect(changes.count > 100)
    for change in changes {
      #expect(PasteableCode.fault(in: change.text, .apple) == nil, "\(change.text)")
    }
    let errors = try PasteableCode.swiftErrors(in: Set(changes.compactMap(\.code)))
    #expect(errors ?? [] == [])
  }

  @Test(
    "the code of an alignment has its edge on every platform",
    arguments: [(0.0, "start", "Start"), (0.5, "center", "Center"), (1, "end", "End")])
  func alignments(fraction: Double, word: String, name: String) {
    let aligned = ScrollBehavior.viewAligned(
      limit: .never, anchor: UnitPoint(x: fraction, y: 1 - fraction))
    func code(_ platform: AppPlatform) -> String {
      BehaviorCode(platform, axis: .horizontal).change(to: aligned).text
    }
    #expect(code(.web).contains("scroll-snap-align: \(word);"))
    #expect(code(.android).contains("SnapPosition.\(name)"))
    #expect(code(.reactNative).contains("snapToAlignment=\"\(word)\""))
  }

  /// One change of one finding.
  struct Repair {
    var name: String
    var platform: AppPlatform
    /// Whether a replay showed that it helps.
    var isFound: Bool
    var change: AppChange
  }

  /// The changes of all findings: of the repair that was found, and of every one that was tried.
  private static func repairs(
    _ outcome: Outcome, _ configuration: Configuration, _ options: FindingOptions, _ name: String
  ) throws -> [Repair] {
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: configuration, registry: BehaviorRegistry(),
      options: options)
    var repairs: [Repair] = []
    for finding in try outcome.findings(
      under: configuration, BehaviorRegistry(), options: options)
    {
      let triaged = try search.triage(finding)
      #expect((triaged.repair == nil) == triaged.changes.isEmpty, "\(name) \(finding.detector)")
      // Without a repair there is a reason.
      #expect(triaged.repair != nil || triaged.obstacle?.hasSuffix(".") == true, "\(name)")
      repairs += triaged.changes.map {
        Repair(
          name: "\(name) \(finding.detector)", platform: .apple, isFound: true, change: $0)
      }
      for tried in finding.repairCandidates(for: configuration) {
        for platform in AppPlatform.allCases {
          for axis in Axis.allCases {
            repairs += ConfigurationCode(platform, axis: axis)
              .changes(from: configuration, to: tried).map {
                Repair(
                  name: "\(name) \(finding.detector)", platform: platform, isFound: false,
                  change: $0)
              }
          }
        }
      }
    }
    return repairs
  }

  private static func hold(_ repairs: [Repair]) throws {
    var swift: Set<String> = []
    var seen: Set<String> = []
    for repair in repairs where seen.insert("\(repair.platform) \(repair.change.text)").inserted {
      let change = repair.change
      for text in [change.code, change.text].compactMap(\.self) {
        let fault = PasteableCode.fault(in: text, repair.platform)
        // The code of another platform is shown after a sentence only.
        let isImitated = change.note != nil && text == change.code && repair.platform != .apple
        #expect(fault == nil || isImitated, "\(repair.name): \(fault ?? "") in '\(text)'")
      }
      #expect(
        change.code != nil || PasteableCode.isStatement(change.text),
        "\(repair.name): '\(change.text)' is neither code nor a reason")
      if repair.platform == .apple, let code = change.code, !PasteableCode.isCSS(code) {
        swift.insert(code)
      }
    }
    let errors = try PasteableCode.swiftErrors(in: swift)
    #expect(errors ?? [] == [])
    print("\(seen.count) different repairs, \(swift.count) of them Swift")
  }
}
