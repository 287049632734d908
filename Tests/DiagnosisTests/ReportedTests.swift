import Diagnosis
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Reported ids and visibility events that come from other settings than the declared ones.
@Suite("causes of reported ids and visibility")
struct ReportedTests {
  private static func found(
    ran: String, declared: String, insets: Insets = .zero,
    change: (inout HiddenRecording) -> Void = { _ in }
  ) throws -> TraceDiagnosis {
    let rule = SceneFile.ItemRule(
      count: 60, ids: .strings(prefix: "row-"), size: .same(.length(130)))
    var scene = SceneFile(
      name: "rows", container: Size(width: 390, height: 700), content: .generated(rule))
    scene.axes = .vertical
    scene.insets = insets
    let script = """
      wait 400ms
      fling up 1500
      wait 4s
      fling up 900
      wait 4s
      fling up 1300
      wait 4s
      tap 200,200

      """
    var recording = try HiddenCase(
      name: "reported", hidden: try Configuration(text: ran),
      declared: try Configuration(text: declared), scene: scene, script: script
    ).recording()
    change(&recording)
    return try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
  }

  @Test("an id at an anchor other than the declared one is a position cause")
  func anchor() throws {
    let found = try Self.found(
      ran: "position: id, position-anchor: bottom", declared: "position: id, position-anchor: top")
    #expect(found.causes.first?.cause == .position)
    #expect(
      found.causes.first?.sentences == [
        "The position reports the row at its bottom; the app declares top."
      ])
    let healthy = try Self.found(
      ran: "position: id, position-anchor: top", declared: "position: id, position-anchor: top")
    #expect(healthy.causes.isEmpty)
    #expect(healthy.lines()[0].text == "behaves as declared: 3 of 3 rests, 3 of 3 ids explained")
  }

  @Test("another threshold is computed from the events")
  func threshold() throws {
    for (ran, declared) in [(0.9, 0.3), (0.25, 0.75), (0.5, 0.8)] {
      let found = try Self.found(
        ran: "view-visibility: \(ran)", declared: "view-visibility: \(declared)")
      let cause = try #require(found.causes.first { $0.cause == .visibility })
      #expect(cause.parameter?.name == "threshold")
      #expect(((cause.parameter?.value ?? 0) - ran).magnitude < 0.06, "\(cause.sentences)")
    }
    let healthy = try Self.found(ran: "view-visibility: 0.5", declared: "view-visibility: 0.5")
    #expect(healthy.causes.isEmpty)
  }

  @Test("counted insets and a minimum view time are visibility causes")
  func viewportAndDwell() throws {
    let found = try Self.found(
      ran: "view-visibility: 0.5",
      declared: "view-visibility: 0.5, visibility-viewport: unobscured",
      insets: Insets(top: 110, left: 0, bottom: 90, right: 0))
    #expect(found.causes.first?.cause == .visibility)
    #expect(
      found.causes.first?.sentences[0].hasPrefix("Visible fractions refer to the whole frame")
        == true)
    let late = try Self.found(ran: "view-visibility: 0.5", declared: "view-visibility: 0.5") {
      recording in
      for index in recording.events.indices {
        guard case .observation(.visibility(let event)) = recording.events[index].event,
          event.isVisible, recording.events[index].time > .zero
        else { continue }
        recording.events[index].time = recording.events[index].time.advanced(
          byNanoseconds: 300_000_000)
      }
      recording.events.sort { $0.time < $1.time }
    }
    let cause = try #require(late.causes.first { $0.cause == .visibility })
    #expect(cause.parameter?.name == "dwell")
    #expect(((cause.parameter?.value ?? 0) - 300).magnitude < 20)
  }
}
