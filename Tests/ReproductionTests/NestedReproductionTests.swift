import Analysis
import Diagnosis
import Replay
import Reproduction
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// Traces of nested views: the case has all of them where a drag goes to the wrong one, and else the own view
/// with its share of the touches.
@Suite("reproductions of nested views") struct NestedReproductionTests {
  private let folder: TemporaryDirectory
  private let store: TraceStore

  init() throws {
    folder = try TemporaryDirectory()
    store = try TraceStore(path: folder.file("traces.sqlite"), mode: .create)
  }

  /// The views of a capture, the outer one first.
  private func views(_ source: some TraceSource) throws -> [TraceRecord] {
    let capture = CaptureSource(
      format: "simulation", name: nil, toolVersion: "test", unixMilliseconds: 0)
    _ = try store.importCapture(capture) { writer in
      try source.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    return try store.traces()
  }

  private func reproducer(of trace: TraceRecord, _ scratch: ScratchStore) throws -> Reproducer {
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    return Reproducer(
      Outcome(of: trace, in: store), declared: declared, scratch, BehaviorRegistry())
  }

  @Test(
    "REPRO-1: a drag that goes to the wrong view reproduces with the recordings of all views",
    arguments: ["NEST-01", "NEST-06"])
  func pair(_ name: String) throws {
    let example = try #require(GalleryCase.nested.first { $0.name == name })
    let views = try views(GalleryRun(example, example.defect))
    let scratch = ScratchStore(in: folder.path)
    let made = try #require(try reproducer(of: views[0], scratch).reproduce(.cause))
    #expect(made.defect.name == "cause nested")
    guard case .recorded(let recorded) = made.content else {
      Issue.record("a drag over several views is a case of one view")
      return
    }
    #expect(recorded.others.map(\.information.parentName) == [views[0].information.name])
    let oracle = DefectOracle(made.defect, scratch, BehaviorRegistry())
    #expect(try oracle.isShown(by: recorded))
    #expect(made.viewSentences?.hasPrefix("The trace is one of 2 nested views.") == true)
    #expect(made.viewSentences?.contains("the recordings of 2 of them") == true)
    #expect(recorded.events.count < Int(views[0].eventCount ?? 0))
    // The other view is cut at the same times, so both still see the same fingers.
    let fingers = [recorded.events, recorded.others[0].events].map { events in
      events.compactMap { moment -> TraceTime? in
        if case .input(.touch(let sample)) = moment.event, sample.phase == .began {
          moment.time
        } else {
          nil
        }
      }
    }
    #expect(!fingers[1].isEmpty && Set(fingers[1]).isSubset(of: fingers[0]))
  }

  @Test(
    "REPRO-1: a scene and a script make the recordings of all views again",
    arguments: ["NEST-01", "NEST-05", "NEST-06"])
  func scene(_ name: String) throws {
    let example = try #require(GalleryCase.nested.first { $0.name == name })
    let views = try views(GalleryRun(example, example.defect))
    let scratch = ScratchStore(in: folder.path)
    let made = try #require(try reproducer(of: views[0], scratch).reproduce(.cause))
    guard case .recorded(let recorded) = made.content else {
      Issue.record("a drag over several views is a case of one view")
      return
    }
    let oracle = DefectOracle(made.defect, scratch, BehaviorRegistry())
    #expect(made.viewSentences?.hasSuffix("A scene and a script make these recordings.") == true)
    // The files of the folder make the same recordings again.
    let (scene, script) = try #require(made.sceneAndScript)
    #expect(scene.inner.count == recorded.others.count)
    #expect(scene.inner[0].ran != scene.inner[0].scene.labels.configuration)
    let simulator = try Simulator(
      scene: SceneFile(json: scene.json, name: "scene"), script: GestureScript(script.text))
    let declared = try Configuration(text: scene.labels.configuration ?? "")
    let again = try #require(
      try scratch.put(NestedSimulation(simulator, configuration: declared)))
    #expect(try oracle.isShown(by: again))
    let outer = try #require(try scratch.put(recorded))
    #expect(again.trace.digests == outer.trace.digests)
  }

  @Test("REPRO-1: another defect of a nested view reproduces alone, with its share of the touches")
  func share() throws {
    // The carousel snaps to other places than it declares; the feed around it is as declared.
    let scene = """
      {"name": "Feed", "container": {"width": 390, "height": 700}, "stack": {"spacing": 12},
       "items": {"count": 30, "size": 180},
       "inner": [{"at": [0, 192], "name": "Carousel", "axis": "horizontal",
         "configuration": "behavior: view-aligned", "ran": "behavior: paging",
         "container": {"width": 390, "height": 180}, "stack": {"spacing": 12},
         "items": {"count": 12, "prefix": "card-", "size": [280, 160]}}]}
      """
    var script = "wait 300ms\n"
    for _ in 0..<4 {
      script += "fling from 320,280 to 120,285 over 150ms\nwait 1500ms\n"
      script += "drag from 200,300 to 203,290 over 300ms ease out\nwait 500ms\n"
    }
    let simulator = try Simulator(
      scene: SceneFile(json: Array(scene.utf8), name: "feed"), script: GestureScript(script))
    let views = try views(NestedSimulation(simulator, configuration: Configuration()))
    let scratch = ScratchStore(in: folder.path)
    let made = try #require(try reproducer(of: views[1], scratch).reproduce(.cause))
    #expect(made.defect.name != "cause nested")
    #expect(made.viewSentences?.hasSuffix("with the touches that the others left to it.") == true)
    let recording = try made.recording()
    #expect(recording.others.isEmpty && recording.information.parentName == nil)
    #expect(try DefectOracle(made.defect, scratch, BehaviorRegistry()).isShown(by: recording))
    // No part of a vertical drag is left: the feed got those.
    guard let script = made.sceneAndScript?.script else { return }
    #expect(!script.lines.contains { $0.contains("203,290") }, "\(script.text)")
  }
}
