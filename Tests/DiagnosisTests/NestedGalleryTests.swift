import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// The cases of the gallery that have several views: what their diagnosis names.
@Suite("nested views of the gallery") struct NestedGalleryTests {
  /// The diagnosis of each view, the outer one first.
  private func diagnoses(
    _ example: GalleryCase, _ variant: GalleryCase.Variant
  ) throws -> [TraceDiagnosis] {
    let shelf = try TraceShelf()
    let (traces, store) = try shelf.putAll(GalleryRun(example, variant))
    return try traces.map { trace in
      let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
      return try Diagnoser(
        Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
      ).diagnose()
    }
  }

  @Test("NEST-10 the diagnosis of the outer view names the cause", arguments: GalleryCase.nested)
  func defects(_ example: GalleryCase) throws {
    let views = try diagnoses(example, example.defect)
    #expect(views.count >= 2)
    let outer = try #require(views.first)
    let lines = "\(outer.lines().map(\.text))"
    let cause = try #require(outer.causes.first, "\(lines)")
    #expect(cause.cause == .nested && cause.name == example.nestedCause, "\(lines)")
    #expect(cause.certainty != .undecided, "\(lines)")
    #expect(cause.fix != nil)
  }

  @Test("NEST-10 a near miss has no cause in any view", arguments: GalleryCase.nested)
  func nearMisses(_ example: GalleryCase) throws {
    for view in try diagnoses(example, example.near) {
      #expect(view.causes.isEmpty, "\(view.lines().map(\.text))")
      #expect(!view.findings.contains { $0.severity >= .warning })
      #expect(view.counts.contains { $0.noun == "nested drag" && $0.count == $0.explained })
    }
  }

  @Test("a case of nested views has a trace for each, which names its parent")
  func traces() throws {
    #expect(GalleryCase.nested.count >= 4)
    for example in GalleryCase.nested {
      var sink = CollectingSink()
      try GalleryRun(example, example.defect).send(to: &sink)
      let names = sink.traces.map(\.information.name)
      #expect(sink.traces[0].information.parentName == nil)
      #expect(sink.traces.dropFirst().allSatisfy { $0.information.parentName == names[0] })
      #expect(example.reports.allSatisfy { $0.link.hasPrefix("https://") })
    }
  }
}
