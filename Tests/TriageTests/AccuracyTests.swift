import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@Suite("accuracy of the detectors")
struct AccuracyTests {
  /// Whether there are enough cases for percentages to be meaningful.
  static let isFull = Cases.count >= 1_000
  /// Whether this is the run that the page reports, with seeds that were never used before.
  static let isFinal = Cases.count >= 10_000
  /// The first of the seeds for which thresholds were chosen and this suite was written.
  static let developmentSeed: UInt64 = 100_000
  static let firstSeed: UInt64 = isFinal ? 120_000_000 : developmentSeed

  @Test("healthy traces have no findings, injected faults are found, and repairs work")
  func accuracy() throws {
    var tally = AccuracyTally()
    let shelf = try TraceShelf()
    for seed in Cases.seeds(from: Self.firstSeed) { try Self.run(seed, shelf, &tally) }
    Self.print(tally)
    let repairs = tally.repairs
    // A few cases of each kind show little; percentages are checked only for large numbers.
    let slack = Self.isFull ? 0 : 2
    #expect(Double(tally.alarms.count - slack / 2) < 0.005 * Double(tally.healthyCount))
    #expect(Double(tally.found + slack) >= 0.95 * Double(tally.planted))
    #expect(Double(repairs.made + slack) >= 0.9 * Double(repairs.tried))
    // Each kind is checked separately: a failing detector must not hide behind fifty others. Below
    // the final number a kind has twenty cases or more, of which one may fail by chance.
    let spare = Self.isFinal ? 0 : 1
    for (plan, kind) in zip(AccuracyPlan.all, tally.kinds) where Self.isFull {
      #expect(Double(kind.found + spare) >= 0.95 * Double(kind.planted), "\(plan.name)")
      guard plan.place == .configuration else { continue }
      #expect(Double(kind.repaired + spare) >= 0.9 * Double(kind.planted), "\(plan.name): repaired")
    }
    if Self.isFinal, isRecordingGolden {
      try Files.write(
        Array(tally.markdown(from: Self.firstSeed).utf8),
        to: Repository.path("docs/detectors/accuracy.md"))
    }
  }

  @Test("at least 20 kinds of faults are injected, half of them outside the configuration")
  func kinds() throws {
    let plans = AccuracyPlan.all
    #expect(plans.count >= 20)
    #expect(plans.count { $0.place != .configuration } * 2 >= plans.count)
    #expect(Set(plans.map(\.name)).count == plans.count)
    for id in plans.flatMap({ $0.intended.union($0.consequences) }) {
      #expect(DetectorEntry.named(id) != nil, "\(id)")
    }
  }

  private static func run(_ seed: UInt64, _ shelf: TraceShelf, _ tally: inout AccuracyTally) throws
  {
    let place = Int(seed % UInt64(AccuracyPlan.all.count))
    let plan = AccuracyPlan.all[place]
    // A fault without a place in one scenario is injected into another one of the same seed.
    for attempt in 0..<8 {
      let scenario = try HealthyScenario(
        seed: seed &+ UInt64(attempt) &* 1_000_000_007, wishes: plan.wishes)
      let healthy = try Recording(scenario)
      if attempt == 0 {
        let findings = try findings(shelf.outcome(of: healthy), scenario.configuration, plan)
        tally.takeHealthy(findings, "\(plan.name) \(seed) \(scenario.summary)")
      }
      guard let planted = try plan.plant(scenario, healthy) else {
        tally.skip()
        continue
      }
      let outcome = try shelf.outcome(of: planted.recording)
      let found = try findings(outcome, planted.configuration, plan)
      let intended = tally.take(
        found, of: place, seed: seed, "\(seed) \(planted.scenario.summary)")
      if plan.place == .configuration {
        try repair(intended, outcome, planted, plan, place, seed, shelf, &tally)
      }
      return
    }
  }

  private static func findings(
    _ outcome: Outcome, _ configuration: Configuration, _ plan: AccuracyPlan
  ) throws -> [Finding] {
    try outcome.findings(under: configuration, BehaviorRegistry(), options: plan.options)
  }

  /// Records the scenario again with the first suggested repair, and counts whether it helped.
  private static func repair(
    _ finding: Finding?, _ outcome: Outcome, _ planted: AccuracyPlan.Planted,
    _ plan: AccuracyPlan, _ place: Int, _ seed: UInt64, _ shelf: TraceShelf,
    _ tally: inout AccuracyTally
  ) throws {
    guard let finding else {
      tally.takeRepair(false, "\(seed): not found", of: place)
      return
    }
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: planted.configuration,
      registry: BehaviorRegistry(), options: plan.options)
    let triaged = try search.triage(finding)
    guard let repaired = triaged.repaired else {
      tally.takeRepair(
        false,
        "\(seed) \(finding.detector): \(triaged.obstacle ?? "none of \(triaged.triedCount)")",
        of: place)
      return
    }
    var scenario = planted.scenario
    scenario.configuration = repaired
    let after = try findings(shelf.outcome(of: Recording(scenario)), repaired, plan)
    tally.takeRepair(
      !finding.isLeft(in: after), "\(seed) \(finding.detector): \(triaged.repair ?? "")", of: place)
  }

  private static func print(_ tally: AccuracyTally) {
    Swift.print(tally.markdown(from: firstSeed))
    for alarm in tally.alarms.prefix(40) { Swift.print("alarm \(alarm)") }
    for stray in tally.strays.prefix(120) { Swift.print("stray \(stray)") }
    for (plan, kind) in zip(AccuracyPlan.all, tally.kinds) {
      for text in kind.missed.prefix(12) { Swift.print("missed \(plan.name): \(text)") }
      for text in kind.unrepaired.prefix(6) { Swift.print("unrepaired \(plan.name): \(text)") }
    }
    Swift.print("scenarios without a place for their fault: \(tally.unplanted)")
  }
}

extension HealthyScenario {
  /// The scenario as text, so that it can be run.
  fileprivate var summary: String {
    let (size, insets) = (scene.container, scene.insets)
    var items = ""
    if case .generated(let rule) = scene.content { items = "\(rule.count) items" }
    return """
      \(configuration.text)
      container \(size.width) x \(size.height), insets \(insets.top) \(insets.left) \(insets.bottom) \
      \(insets.right), \(items), pitch \(pitch), spacing \(scene.stack.spacing), \
      scale \(scene.scale), \(scene.refreshRate) Hz
      \(scriptText)
      """
  }
}
