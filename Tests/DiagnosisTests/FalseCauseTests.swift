import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// Healthy recordings have no cause: near misses of the gallery, and simulated traces under three
/// recorders.
@Suite("no false cause")
struct FalseCauseTests {
  typealias Recorder = HiddenCauseTests.Recorder

  /// The diagnosis of a recording made by hand.
  static func diagnosis(of recording: HiddenRecording, _ shelf: borrowing TraceShelf) throws
    -> TraceDiagnosis
  {
    let declared = try recording.information.declaredConfiguration.map {
      try Configuration(text: $0)
    }
    return try shelf.outcome(of: recording).approvedDiagnosis(declared: declared)
  }

  /// The diagnosis of a drawn recording.
  static func drawnDiagnosis(
    of recording: HiddenRecording, _ shelf: borrowing TraceShelf
  ) throws -> TraceDiagnosis {
    let declared = try recording.information.declaredConfiguration.map {
      try Configuration(text: $0)
    }
    return try Diagnoser(
      try shelf.outcome(of: recording), declared: declared, BehaviorRegistry()
    ).diagnose()
  }

  /// NestedGalleryTests has the cases of nested views.
  @Test("near misses of the gallery have no cause", arguments: GalleryCase.all.map(\.name))
  func nearMiss(_ name: String) throws {
    let found = try GalleryRecording.of(name, isNear: true)
    let diagnosis = try Self.diagnosis(of: found, try TraceShelf())
    #expect(diagnosis.causes.isEmpty, "\(diagnosis.lines().map(\.text))")
    #expect(diagnosis.verdict == .asDeclared || diagnosis.verdict == .noEvidence)
  }

  @Test("healthy scenarios have no cause", arguments: Recorder.allCases)
  func scenarios(_ recorder: Recorder) throws {
    let shelf = try TraceShelf()
    var (count, wrong): (Int, [String]) = (0, [])
    for seed in Cases.seeds(oneIn: 2, from: 70_000) {
      let scenario = try HealthyScenario(seed: seed, wishes: Self.wishes(seed))
      var found = HiddenCase(
        name: "\(seed)", hidden: scenario.configuration, declared: scenario.configuration,
        scene: scenario.scene, script: scenario.scriptText)
      found.seed = seed
      let diagnosis = try Self.drawnDiagnosis(of: recorder.applied(to: found).recording(), shelf)
      count += 1
      // Causes from releases alone are measured elsewhere.
      let others = diagnosis.causes.filter { !$0.proof.isEmpty && $0.certainty != .undecided }
      if let cause = others.first { wrong.append("\(seed): \(cause.cause) \(cause.sentences)") }
    }
    print("healthy scenarios, \(recorder.rawValue): \(wrong.count) false causes of \(count)")
    #expect(wrong.count <= count / 1000, "\(wrong.prefix(6))")
  }

  /// Cycles through every ending, so that commands, growth and container changes are among them.
  private static func wishes(_ seed: UInt64) -> HealthyScenario.Requirements {
    var wishes = HealthyScenario.Requirements()
    let endings: [HealthyScenario.Ending?] = [
      nil, .flings(2), .flingAndTap, .drag, .command, .visibleCommand, .jump, .growth, .resize,
    ]
    wishes.ending = endings[Int(seed % UInt64(endings.count))]
    // A bound position would replace the anchor that should follow the growth.
    if wishes.ending == .growth { wishes.hasPosition = false }
    // A reader's scroll leaves the bound id behind, which is a cause: case BUG-37 of the gallery.
    if wishes.ending == .command || wishes.ending == .jump { wishes.hasPosition = false }
    return wishes
  }

  @Test("every trace can be diagnosed, whatever it contains")
  func hostile() throws {
    let shelf = try TraceShelf()
    for seed in Cases.seeds(from: 120_000) {
      var draw = RandomTraces(seed: seed)
      let capture = draw.capture(traces: 1, events: 120)
      let (trace, store) = try shelf.put(capture)
      let declared = try Configuration(
        text: Self.hostile[Int(seed % UInt64(Self.hostile.count))])
      let diagnosis = try Diagnoser(
        Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
      ).diagnose()
      #expect(diagnosis.causes.count <= 3)
      #expect(diagnosis.lines().count <= 14)
    }
  }

  private static let hostile = [
    "behavior: view-aligned, position: id, view-visibility: 0.5", "behavior: interval(10)",
    "behavior: offsets([0, 10, 500])", "behavior: paging, default-anchor: bottom",
    "behavior: custom(\"mine\"), target-visibility: 0.9",
  ]

  /// Rows of drawn heights, which a lazy stack measures as they come into view, and flings.
  private static func measuredList(_ seed: UInt64) throws -> HiddenCase {
    var draw = SeededGenerator(seed: seed, stream: 0x1A27)
    let rows = SceneFile.ItemRule(
      count: draw.int(in: 30...120), ids: .strings(prefix: "row-"),
      size: .drawn(44...304, step: 20))
    var scene = SceneFile(
      name: "measured", container: Size(width: 390, height: 760), content: .generated(rows))
    scene.seed = seed
    scene.lazy = SceneFile.Lazy(measuredAhead: 0)
    scene.lazy?.measuresShown = true
    scene.insets = Insets(top: draw.chance(0.5) ? 59 : 0, left: 0, bottom: 0, right: 0)
    let anchor = draw.chance(0.5) ? ", default-anchor: bottom" : ""
    let configuration = try Configuration(
      text: "profile: \(draw.chance(0.5) ? "ios18" : "ios26")\(anchor)")
    let flings = (0..<draw.int(in: 2...5)).map { _ in
      "fling \(draw.chance(0.5) ? "up" : "down") \(draw.int(in: 300...4500))\nwait 3s\n"
    }
    return HiddenCase(
      name: "\(seed)", hidden: configuration, declared: configuration, scene: scene,
      script: "wait 500ms\n" + flings.joined())
  }

  @Test("flings over rows that a lazy stack measures have no cause")
  func measured() throws {
    let shelf = try TraceShelf()
    for seed in Cases.seeds(oneIn: 2, from: 130_000) {
      let found = try Self.drawnDiagnosis(of: Self.measuredList(seed).recording(), shelf)
      #expect(found.causes.isEmpty, "\(seed): \(found.lines().map(\.text))")
    }
  }

  @Test("drawn configurations that run as declared have no cause", arguments: Recorder.allCases)
  func drawn(_ recorder: Recorder) throws {
    let shelf = try TraceShelf()
    var (count, wrong): (Int, [String]) = (0, [])
    for seed in Cases.seeds(oneIn: 4, from: 90_000) {
      var draw = HiddenDraw(seed: seed)
      let diagnosis = try Self.drawnDiagnosis(
        of: recorder.applied(to: draw.healthy()).recording(), shelf)
      count += 1
      let others = diagnosis.causes.filter { !$0.proof.isEmpty && $0.certainty != .undecided }
      if let cause = others.first { wrong.append("\(seed): \(cause.cause) \(cause.sentences)") }
    }
    print("drawn healthy, \(recorder.rawValue): \(wrong.count) false causes of \(count)")
    #expect(wrong.count <= count / 1000, "\(wrong.prefix(6))")
  }
}

/// The recording of a gallery case as the store receives it.
enum GalleryRecording {
  static func of(_ name: String, isNear: Bool = false) throws -> HiddenRecording {
    let example = try #require(GalleryCase.all.first { $0.name == name })
    var sink = CollectingSink()
    try GalleryRun(example, isNear ? example.near : example.defect).send(to: &sink)
    return HiddenRecording(
      information: sink.traces[0].information,
      events: zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) })
  }
}
