import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("injected faults")
struct FaultTests {
  /// One kind of fault, where it is injected, and which detectors should find it.
  struct Plan: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: InjectedFault.Kind
    var detectors: Set<String>
    var configuration = "behavior: view-aligned(limit: never)"
    var script = "fling up {speed}\nwait 4s"
    /// The amount as a fraction of the pitch; nil for an absolute amount.
    var share: Double?
    var amount = 0.0
    var gesture = 1
    var options = FindingOptions()
    var testDescription: String { name }

    init(
      _ kind: InjectedFault.Kind, _ detectors: Set<String>,
      _ change: (inout Plan) -> Void = { _ in }
    ) {
      self.kind = kind
      self.detectors = detectors
      name = kind.rawValue
      change(&self)
    }
  }

  static let plans: [Plan] = [
    Plan(.moveRest, ["S02"]) { $0.share = 1 },
    Plan(.moveRest, ["S01"]) { $0.share = 0.3 },
    Plan(.instantSettle, ["S17"]), Plan(.linearSettle, ["S17"]),
    Plan(.swingSettle, ["S23"]) { $0.amount = 40 },
    Plan(.stopSettle, ["S01"]), Plan(.undoGesture, ["S02", "S06"]),
    Plan(.leapAtRest, ["S10"]) { $0.amount = 37 },
    Plan(.leapInGesture, ["S07"]) {
      $0.amount = 60
      $0.script = "drag from 150,500 to 150,100 over 800ms\nwait 4s"
    },
    Plan(.freezeGesture, ["S24"]) {
      $0.script = "drag from 150,500 to 150,100 over 800ms\nwait 4s"
    },
    Plan(.dropFrames, ["S31"]) {
      $0.amount = 150
      $0.configuration = ""
    },
    Plan(.cut, ["S33"]), Plan(.illegalPhase, ["S32"]),
    Plan(.staleID, ["S08"]) {
      $0.configuration += ", position: id, position-anchor: top"
      $0.script = "fling up {speed}\nwait 4s\nfling up {speed}\nwait 4s"
      $0.gesture = 2
    },
    Plan(.returnID, ["S23"]) { $0.configuration += ", position: id, position-anchor: top" },
    Plan(.flicker, ["I05"]) { $0.configuration += ", view-visibility: 0.5" },
    Plan(.loseImpression, ["I04"]) { $0.configuration += ", view-visibility: 0.5" },
    Plan(.falseImpression, ["I03"]) { $0.configuration += ", view-visibility: 0.5" },
    Plan(.loseInitial, ["I02"]) { $0.configuration += ", view-visibility: 0.5" },
    Plan(.splitSet, ["I01"]) {
      $0.configuration += ", target-visibility: 0.5"
      $0.options.minimumViewTime = 500
    },
    Plan(.contentPingPong, ["S29"]) { $0.amount = 6 },
    Plan(.insetPingPong, ["S29"]) { $0.amount = 0.2 },
    Plan(.conventionFlip, ["S34"]) { $0.amount = 120 },
    Plan(.loseFollow, ["S27"]) {
      $0.configuration = "default-anchor: bottom"
      $0.script = "wait 100ms\nappend 2\nwait 500ms"
    },
    Plan(.writeLoop, ["S30"]),
    Plan(.moveCommand, ["S26"]) {
      $0.amount = -45
      $0.script = "scroll to id 25 anchor top animated via reader\nwait 2s"
    },
    Plan(.wrongWay, ["S36"]) {
      $0.script = "scroll to id 25 anchor top animated via reader\nwait 2s"
    },
    Plan(.leapAtResize, ["S10", "S22"]) {
      $0.share = 0.4
      $0.script = "fling up {speed}\nwait 4s\nresize 390,480\nwait 1s"
    },
    Plan(.staleTarget, ["S19"]) {
      $0.amount = 70
      $0.script = "scroll to id 25 anchor top animated via reader\nwait 2s"
    },
    Plan(.correctEstimate, ["S09"]) { $0.amount = 64 },
    Plan(.loseLift, ["T01"]), Plan(.timeBack, ["T02"]),
  ]

  struct Sample {
    let run: RecordedRun
    let faulty: RecordedRun
    let configuration: Configuration
  }

  static func sample(_ plan: Plan, seed: UInt64) throws -> Sample {
    var random = SeededGenerator(seed: seed, stream: 5)
    let length = random.int(in: 60...200)
    let spacing = random.int(in: 0...16)
    let scene = """
      {"name": "s", "container": [390, \(random.int(in: 500...860))], "hz": \(random.chance(0.5) ? 60 : 120),
       "stack": {"spacing": \(spacing)}, "items": {"count": 60, "size": \(length)}}
      """
    let speed = random.int(in: 1800...3500)
    let script = "wait 500ms\n" + plan.script.replacing("{speed}", with: "\(speed)")
    let configuration = try Configuration(text: plan.configuration)
    let run = try RecordedRun(
      SceneFile(json: Array(scene.utf8), name: "s"), GestureScript(script), configuration)
    let amount = plan.share.map { ($0 * Double(length + spacing)).rounded() } ?? plan.amount
    var faulty = run
    faulty.events = InjectedFault(plan.kind, gesture: plan.gesture, amount: amount).applied(
      to: run.events)
    return Sample(run: run, faulty: faulty, configuration: configuration)
  }

  static func findings(_ run: RecordedRun, _ sample: Sample, _ plan: Plan) -> [Finding] {
    let both = run.pass(
      AnalysisPair(
        FindingsAnalysis(sample.configuration, options: plan.options),
        TraceLint(sample.configuration, options: plan.options)))
    return both.first.findings + both.second.findings
  }

  @Test("an injected fault is found in at least 95 of 100 traces", arguments: plans)
  func recall(_ plan: Plan) throws {
    var missed: [UInt64] = []
    var alarms: [String] = []
    let seeds = Cases.seeds(oneIn: 5, from: 70_000)
    for seed in seeds {
      let sample = try Self.sample(plan, seed: seed)
      let found = Self.findings(sample.faulty, sample, plan)
      if !found.contains(where: { plan.detectors.contains($0.detector) }) { missed.append(seed) }
      let healthy = Self.findings(sample.run, sample, plan)
      for finding in healthy where finding.severity >= .warning {
        alarms.append("\(seed) \(finding.detector): \(finding.message)")
      }
    }
    // A percentage of a few cases means nothing.
    #expect(
      missed.count < seeds.count && Double(missed.count) <= max(1, 0.05 * Double(seeds.count)),
      "\(plan.name) missed \(missed)")
    #expect(alarms.isEmpty, "\(alarms)")
    print("recall of \(plan.name): \(seeds.count - missed.count) of \(seeds.count)")
  }

  @Test("every kind of fault is injected by some plan, and its text can be parsed")
  func kinds() {
    #expect(Set(Self.plans.map(\.kind)) == Set(InjectedFault.Kind.allCases))
    for kind in InjectedFault.Kind.allCases {
      #expect(
        InjectedFault("\(kind.rawValue) 2 -3.5") == InjectedFault(kind, gesture: 2, amount: -3.5))
    }
    for text in ["", "moves", "cut x", "cut 1 y", "cut 1 2 3", "cut -1", "cut 1 1e99"] {
      #expect(InjectedFault(text) == nil)
    }
  }

  @Test("a fault that does not apply leaves the stream unchanged")
  func nowhere() {
    let events: [SimulationRun.Moment] = [(.zero, note("mark", nil))]
    for kind in InjectedFault.Kind.allCases {
      #expect(InjectedFault(kind, gesture: 0, amount: 5).applied(to: events).count == 1)
    }
  }
}
