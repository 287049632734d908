import Analysis

/// The totals of a run of the accuracy suite.
struct AccuracyTally {
  /// Counts of one kind of fault.
  struct Kind {
    var planted = 0
    var found = 0
    var repaired = 0
    var missed: [String] = []
    var unrepaired: [String] = []
  }

  /// Counts of one detector, from warning up.
  struct Detector {
    /// Faults that it should find, alone or with others, and those for which it fired.
    var meant = 0
    var found = 0
    /// Traces in which it fired for an injected fault or its consequences.
    var right = 0
    /// Traces in which it fired for a fault that does not explain it.
    var wrong = 0
    /// Traces without any fault.
    var healthy = 0
  }

  private(set) var kinds: [Kind]
  private(set) var detectors: [String: Detector] = [:]
  private(set) var healthyCount = 0
  /// Healthy traces with a warning, in words.
  private(set) var alarms: [String] = []
  private(set) var strays: [String] = []
  /// Scenarios that offered no place for the fault or that it did not change.
  private(set) var unplanted = 0

  init() { kinds = Array(repeating: Kind(), count: AccuracyPlan.all.count) }

  mutating func skip() { unplanted += 1 }

  /// Records the findings of a trace without a fault.
  mutating func takeHealthy(_ findings: [Finding], _ summary: String) {
    healthyCount += 1
    let alarming = findings.filter { $0.severity >= .warning }
    for id in Self.ids(alarming) { detectors[id, default: Detector()].healthy += 1 }
    if let worst = alarming.first {
      alarms.append("\(worst.detector): \(worst.message)\n\(summary)")
    }
  }

  /// Records the findings of a trace with an injected fault; returns the intended one, if any.
  @discardableResult
  mutating func take(
    _ findings: [Finding], of place: Int, seed: UInt64, _ summary: @autoclosure () -> String
  ) -> Finding? {
    let plan = AccuracyPlan.all[place]
    let intended = findings.filter { plan.intended.contains($0.detector) }
      .max { $0.severity < $1.severity }
    kinds[place].planted += 1
    if intended != nil {
      kinds[place].found += 1
    } else {
      let others = findings.map { "\($0.detector) \($0.message)" }.joined(separator: "; ")
      kinds[place].missed.append("\(summary())\nfound: \(others)")
    }
    for id in plan.intended { detectors[id, default: Detector()].meant += 1 }
    for id in Self.ids(findings) where plan.intended.contains(id) {
      detectors[id, default: Detector()].found += 1
      detectors[id, default: Detector()].right += 1
    }
    for finding in findings
    where finding.severity >= .warning && !plan.intended.contains(finding.detector) {
      if plan.consequences.contains(finding.detector) {
        detectors[finding.detector, default: Detector()].right += 1
      } else {
        detectors[finding.detector, default: Detector()].wrong += 1
        strays.append("\(plan.name) \(seed) \(finding.detector): \(finding.message)")
      }
    }
    return intended
  }

  /// Records the result of the first suggested repair for a fault of the configuration.
  mutating func takeRepair(_ isRepaired: Bool, _ what: String, of place: Int) {
    if isRepaired {
      kinds[place].repaired += 1
    } else {
      kinds[place].unrepaired.append(what)
    }
  }

  private static func ids(_ findings: [Finding]) -> [String] {
    var ids: [String] = []
    for finding in findings where !ids.contains(finding.detector) { ids.append(finding.detector) }
    return ids
  }

  // MARK: Shares

  var planted: Int { kinds.reduce(0) { $0 + $1.planted } }
  var found: Int { kinds.reduce(0) { $0 + $1.found } }

  /// Faults of configurations that were found, and the number that their first repair removed.
  var repairs: (tried: Int, made: Int) {
    var sum = (tried: 0, made: 0)
    for (plan, kind) in zip(AccuracyPlan.all, kinds) where plan.place == .configuration {
      sum.tried += kind.planted
      sum.made += kind.repaired
    }
    return sum
  }

  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = (Double(part) / Double(whole) * 1000).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) %" : "\(tenths) %"
  }
}

extension AccuracyTally {
  /// The page that the full run writes.
  func markdown(from seed: UInt64) -> String {
    let repairs = repairs
    var text = """
      # Accuracy of the detectors

      Written by the tests in `Tests/TriageTests` with `SCROLLTRACE_CASES=\(healthyCount)`. Each case is a random
      scene with random gestures. It is simulated, stored and analyzed as the tool does it: once without a
      fault, and once with one injected fault. The seeds begin at \(seed). The thresholds of the detectors were
      chosen on other seeds, from \(AccuracyTests.developmentSeed) to \(AccuracyTests.developmentSeed + 9_999).
      The detectors read the events and the configuration; they cannot read which fault was injected.

      | what | count | of | share |
      |---|---|---|---|
      | healthy traces with a warning or worse | \(alarms.count) | \(healthyCount) | \(Self.percent(alarms.count, of: healthyCount)) |
      | injected faults that one of the detectors meant for them found | \(found) | \(planted) | \(Self.percent(found, of: planted)) |
      | faults of a configuration that the first suggested repair removed | \(repairs.made) | \(repairs.tried) | \(Self.percent(repairs.made, of: repairs.tried)) |

      A *healthy* trace is one without a fault: scene, script and configuration follow the rules of
      `HealthyScenario`, and the engine computes the rest. Every warning on such a trace is a false alarm.

      ## By kind of fault

      - A fault of the *stream* changes the recording; the view itself was correct.
      - With a fault of the *engine*, the view ran another behavior than the one that the trace declares.
      - With a fault of the *configuration*, the view ran what the app declared, and that is the defect. The first
        suggested repair is replayed, and the scene is recorded again with it.

      A fault counts only if it changed the recording. For the stream this is an offset that differs by more than a
      point, or any other event. For the engine and the configuration it is a rest, in whole points, or the last
      reported id. If nothing changed, another scene is drawn for the seed, at most eight times. Findings have no
      influence on this.


      """
    text +=
      "| kind | injected into | meant to be found by | traces | found | repaired |\n|---|---|---|---|---|---|\n"
    for (plan, kind) in zip(AccuracyPlan.all, kinds) {
      text +=
        "| \(plan.name) | \(plan.place.rawValue) | \(plan.intended.sorted().joined(separator: ", ")) | "
        + "\(kind.planted) | \(Self.percent(kind.found, of: kind.planted)) | "
        + (plan.place == .configuration
          ? Self.percent(kind.repaired, of: kind.planted) : "not the configuration's") + " |\n"
    }
    return text + detectorTable
  }

  private var detectorTable: String {
    var text = """

      ## By detector

      *Recall* is the share of faults that the detector found, of those that it is meant to find.
      *Precision* is the share of correct ones among the traces on which the detector gave a warning or found what it
      is meant to find. A finding on a healthy trace counts as wrong.

      | detector | meant for | recall | right | wrong | on healthy traces | precision |
      |---|---|---|---|---|---|---|

      """
    for (id, counts) in detectors.sorted(by: { $0.key < $1.key }) {
      let all = counts.right + counts.wrong + counts.healthy
      text +=
        "| \(id) | \(counts.meant) | \(Self.percent(counts.found, of: counts.meant)) | "
        + "\(counts.right) | \(counts.wrong) | \(counts.healthy) | "
        + "\(Self.percent(counts.right, of: all)) |\n"
    }
    return text
  }
}
