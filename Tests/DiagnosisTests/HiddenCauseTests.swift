import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// How often the hidden cause is found, over random scenes, gestures and configurations.
@Suite("diagnosis of hidden configurations")
struct HiddenCauseTests {
  /// The data that a recorder keeps.
  enum Recorder: String, CaseIterable, CustomTestStringConvertible {
    case clean
    case noReports
    case noisy
    case offsets

    var testDescription: String { rawValue }

    func applied(to found: HiddenCase) -> HiddenCase {
      var changed = found
      switch self {
      case .clean: break
      case .noisy:
        changed.noise.droppedShare = 0.05
        changed.noise.offsetJitter = 0.5 / found.scene.scale
        changed.noise.timeJitter = 2000
      case .noReports: changed.keeps = .noReports
      case .offsets: changed.keeps = .offsets
      }
      return changed
    }
  }

  private struct Figures {
    var count = 0
    var right = 0
    var certain = 0
    var certainWrong = 0
    var symbolic = (count: 0, right: 0)
    var misses: [String] = []
    /// Injected lengths of the scene that the cause does not name.
    var unnamed: [String] = []
    /// All causes and correct ones, by the stated odds.
    var byOdds: [(count: Int, right: Int)] = Array(repeating: (0, 0), count: bins.count)
    static let bins = [1.0, 2, 5, 10, 30, 100, 1000]
    var families: [HiddenDraw.Family: (count: Int, right: Int)] = [:]

    /// The families in which a cause was missed.
    var weakFamilies: String {
      HiddenDraw.Family.allCases.compactMap { family in
        guard let (count, right) = families[family], right < count else { return nil }
        return "\(family) \(right) of \(count)"
      }.joined(separator: ", ")
    }

    func share(_ part: Int, of whole: Int) -> String {
      "\((Double(part) / Double(max(1, whole)) * 1000).rounded() / 10) %"
    }

    var text: String {
      "class first \(share(right, of: count)) of \(count), certain and wrong "
        + "\(share(certainWrong, of: count)), certain \(share(certain, of: count)), "
        + "symbol \(share(symbolic.right, of: symbolic.count)) of \(symbolic.count)"
    }
  }

  /// Prints how often causes are correct at the stated odds, for `Scripts/calibration.py`.
  private func printCalibration(_ figures: Figures) {
    for (index, low) in Figures.bins.enumerated() where figures.byOdds[index].count > 0 {
      let (count, right) = figures.byOdds[index]
      print("  calibration from \(Int(low)): \(right) of \(count)")
    }
  }

  @Test(
    "the diagnosis ranks the hidden cause class first", arguments: Recorder.allCases, [true, false])
  func classes(_ recorder: Recorder, _ declares: Bool) throws {
    let shelf = try TraceShelf()
    var figures = Figures()
    let families = HiddenDraw.Family.allCases.filter {
      (recorder != .offsets || $0.showsInOffsets) && (declares || !$0.needsDeclaration)
    }
    for seed in Cases.seeds(oneIn: 4, from: 1000) {
      var draw = HiddenDraw(seed: seed)
      let (plain, family) = draw.hidden(declares: declares, of: families)
      let found = recorder.applied(to: plain)
      let recording = try found.recording()
      let run = try plain.recording()
      let recorded = try shelf.outcome(of: run)
      // One odd gesture contradicts nothing, so a cause must show in two rests.
      let isOneRest = try plain.simpler(than: family).contains {
        try $0.contradictions(of: recorded, with: run.rests) < 2
      }
      if isOneRest { continue }
      let diagnosis = try Diagnoser(
        try shelf.outcome(of: recording), declared: found.declared, BehaviorRegistry()
      ).diagnose()
      count(diagnosis, family, found, seed, &figures)
    }
    print("\(recorder.rawValue)\(declares ? "" : ", nothing declared"): \(figures.text)")
    print("  missed: \(figures.weakFamilies)")
    printCalibration(figures)
    for miss in figures.misses + figures.unnamed { print("  \(miss)") }
    let goal: Double =
      switch recorder {
      case .clean, .noReports: 0.97
      case .noisy: 0.95
      case .offsets: 0.9
      }
    // One miss of 20 to 33 cases is no lower share: 1018 is a known one. Fewer cases have none.
    let borne = max(figures.count < 20 ? 0 : 1, (1 - goal) * Double(figures.count))
    #expect(Double(figures.count - figures.right) <= borne, "\(figures.misses)")
    #expect(figures.certainWrong <= max(1, figures.count / 300), "\(figures.misses)")
  }

  @Test(
    "rests at the places of an earlier layout are named before the jump when it changed",
    arguments: [UInt64(1_511_183), 1_511_229, 1_511_255])
  func oldPlaces(seed: UInt64) throws {
    var draw = HiddenDraw(seed: seed)
    let (plain, family) = draw.hidden(
      declares: false, of: HiddenDraw.Family.allCases.filter { !$0.needsDeclaration })
    try #require(family == .stale)
    let recording = try Recorder.noReports.applied(to: plain).recording()
    let diagnosis = try TraceShelf().outcome(of: recording).approvedDiagnosis(declared: nil)
    #expect(diagnosis.causes.map(\.cause) == [.staleLayout, .sizeChange])
  }

  private func count(
    _ diagnosis: TraceDiagnosis, _ family: HiddenDraw.Family, _ found: HiddenCase, _ seed: UInt64,
    _ figures: inout Figures
  ) {
    figures.count += 1
    let classes = family.classes(found)
    let cause = diagnosis.causes.first
    let same = cause?.alternatives.filter(\.isSameOutcome).map(\.cause) ?? []
    let isFirst = cause.map { classes.contains($0.cause) } ?? false
    let isRight = isFirst || !classes.isDisjoint(with: same)
    if isRight { figures.right += 1 }
    let counted = figures.families[family] ?? (0, 0)
    figures.families[family] = (counted.count + 1, counted.right + (isRight ? 1 : 0))
    if let cause {
      let bin = Figures.bins.lastIndex { $0 <= cause.odds } ?? 0
      figures.byOdds[bin].count += 1
      if isRight { figures.byOdds[bin].right += 1 }
    }
    if cause?.certainty == .certain {
      figures.certain += 1
      if !isRight { figures.certainWrong += 1 }
    }
    if let symbol = found.symbol {
      figures.symbolic.count += 1
      if cause?.symbolic?.contains(symbol) ?? false {
        figures.symbolic.right += 1
      } else {
        figures.unnamed.append("\(seed) \(family): '\(symbol)', said \(cause?.symbolic ?? "-")")
      }
    }
    guard !isRight else { return }
    figures.misses.append(
      "\(seed) \(family): ran \(found.hidden.text) declared \(found.declared?.text ?? "-"): "
        + "\(diagnosis.verdict) "
        + (cause.map { "\($0.cause) \($0.configuration.text) \($0.odds) " } ?? "")
        + "explained \(diagnosis.explained) of \(diagnosis.decisions.count), "
        + "declared \(diagnosis.declaredExplained ?? -1); "
        + (cause?.alternatives.map { "\($0.cause) \($0.odds) \($0.isSameOutcome)" } ?? [])
        .joined(separator: ", "))
  }

  @Test(
    "a hidden configuration that equals the declared one has no cause",
    arguments: Recorder.allCases)
  func healthy(_ recorder: Recorder) throws {
    let shelf = try TraceShelf()
    var (count, wrong, unexplained): (Int, [String], Int) = (0, [], 0)
    for seed in Cases.seeds(oneIn: 4, from: 50_000) {
      var draw = HiddenDraw(seed: seed)
      let found = recorder.applied(to: draw.healthy())
      let diagnosis = try Diagnoser(
        try shelf.outcome(of: found.recording()), declared: found.declared, BehaviorRegistry()
      ).diagnose()
      count += 1
      if diagnosis.verdict == .cause {
        wrong.append("\(seed) \(found.hidden.text): \(diagnosis.causes[0].name)")
      } else if diagnosis.verdict != .asDeclared {
        unexplained += 1
      }
    }
    print(
      "healthy, \(recorder.rawValue): \(wrong.count) false causes of \(count), "
        + "\(unexplained) undecided")
    for miss in wrong.prefix(8) { print("  \(miss)") }
    #expect(wrong.count <= count / 1000, "\(wrong)")
  }

  @Test(
    "with offsets only, the animation of a snap is no other deceleration",
    arguments: [UInt64(1_590_491), 1_600_947])
  func snapped(seed: UInt64) throws {
    var draw = HiddenDraw(seed: seed)
    let found = Recorder.offsets.applied(to: draw.healthy())
    let diagnosis = try TraceShelf().outcome(of: found.recording())
      .approvedDiagnosis(declared: found.declared)
    #expect(diagnosis.verdict == .asDeclared)
  }
}
