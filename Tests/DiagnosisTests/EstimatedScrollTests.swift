import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@Suite("scrolls to rows that a lazy stack has not measured")
struct EstimatedScrollTests {
  private static func diagnosis(
    _ script: String, _ configuration: String = "profile: ios26"
  ) throws -> TraceDiagnosis {
    let scene = try SceneFile(
      json: try Files.read(Repository.path("fixtures/gallery/scenes/transcript.json")),
      name: "transcript")
    let configuration = try Configuration(text: configuration)
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript(script)), configuration: configuration)
    let (trace, store) = try TraceShelf().put(simulation)
    return try Outcome(of: trace, in: store).approvedDiagnosis(declared: configuration)
  }

  @Test("LAZY-12 a jump to an unmeasured row is explained, and its fix proved")
  func jump() throws {
    let found = try Self.diagnosis(
      "wait 500ms\nscroll to id m31 anchor bottom via reader\nwait 2s\n")
    let lines = "\(found.lines().map(\.text))"
    let first = try #require(found.causes.first, "\(lines)")
    #expect(first.cause == .scrollTo && first.certainty == .certain, "\(lines)")
    #expect(first.sentences.first?.contains("was not measured") == true, "\(lines)")
    // Rows are longer than their estimate, so the place is farther down.
    let side = (first.parameter?.value ?? 0) < 0 ? "pt before its place" : "pt after its place"
    #expect(first.sentences.first?.contains(side) == true, "\(lines)")
    #expect(first.sentences.last?.contains("of the layout moved the place to") == true, "\(lines)")
    #expect(first.fix?.removed == ["S26"], "\(lines)")
  }

  @Test("LAZY-4 an animated scroll to an unmeasured row ends at it")
  func animated() throws {
    let found = try Self.diagnosis(
      "wait 500ms\nscroll to id m31 anchor bottom animated via reader\nwait 3s\n")
    #expect(found.causes.isEmpty, "\(found.lines().map(\.text))")
  }

  @Test("rows that are measured during a fling are no part of its way")
  func flung() throws {
    let fling = "fling down 2400\nwait 3s\n"
    let found = try Self.diagnosis(
      "wait 500ms\n" + fling + fling, "profile: ios26, default-anchor: bottom")
    let lines = "\(found.lines().map(\.text))"
    #expect(found.verdict == .asDeclared && found.causes.isEmpty, "\(lines)")
    #expect(!found.decisions.isEmpty, "\(lines)")
  }
}
