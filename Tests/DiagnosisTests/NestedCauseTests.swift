import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// Which of several nested views took a drag that belongs to another view.
@Suite("nested causes") struct NestedCauseTests {
  /// The diagnosis of each view of a scene of `fixtures/nested`.
  private func diagnoses(_ scene: String, _ script: String) throws -> [TraceDiagnosis] {
    let root = Repository.path("fixtures/nested/")
    let simulator = try Simulator(
      scene: SceneFile(json: try Files.read(root + scene + ".json"), name: scene),
      script: GestureScript(try Files.read(root + script + ".script")))
    let outer = try Configuration(text: simulator.scene.labels.configuration ?? "")
    let shelf = try TraceShelf()
    let (traces, store) = try shelf.putAll(NestedSimulation(simulator, configuration: outer))
    return try traces.map { trace in
      let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
      return try Outcome(of: trace, in: store).approvedDiagnosis(declared: declared)
    }
  }

  @Test("NEST-7 a carousel that keeps vertical drags is the cause, in both traces")
  func carousel() throws {
    let defects = try diagnoses("carousel-keeps-drag", "feed-with-carousel")
    #expect(defects.count == 2)
    for defect in defects {
      let cause = try #require(defect.causes.first { $0.cause == .nested })
      #expect(cause.name == "vertical-overscroll: contain")
      #expect(cause.certainty != .undecided)
      #expect(cause.proof.joined().contains("the outer view should move"))
    }
    for near in try diagnoses("feed-with-carousel", "feed-with-carousel") {
      #expect(!near.causes.contains { $0.cause == .nested })
      #expect(near.counts.contains { $0.noun == "nested drag" && $0.count == $0.explained })
    }
  }

  @Test("NEST-5 a page that does not hand over at its end is the cause")
  func page() throws {
    let defects = try diagnoses("list-keeps-drag", "pager-with-pages")
    let pager = try #require(defects.first)
    let cause = try #require(pager.causes.first { $0.cause == .nested })
    #expect(cause.name == "nested-scroll: inner")
    for near in try diagnoses("pager-with-pages", "pager-with-pages") {
      #expect(!near.causes.contains { $0.cause == .nested })
    }
  }
}
