import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// What moved the content, and what two owners do to each other.
@Suite("ownership")
struct OwnershipTests {
  private static func scene() -> SceneFile {
    let rule = SceneFile.ItemRule(
      count: 40, ids: .strings(prefix: "row-"), size: .same(.length(100)))
    var scene = SceneFile(
      name: "rows", container: Size(width: 390, height: 700), content: .generated(rule))
    scene.axes = .vertical
    return scene
  }

  private static func recording(
    _ script: String, _ configuration: String = ""
  ) throws -> HiddenRecording {
    let configuration = try Configuration(text: configuration)
    return try HiddenCase(
      name: "ownership", hidden: configuration, declared: configuration, scene: scene(),
      script: script
    ).recording()
  }

  private static func diagnosis(_ recording: HiddenRecording) throws -> TraceDiagnosis {
    try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
  }

  private static func owned(_ recording: HiddenRecording) throws -> OwnershipAnalysis {
    try TraceShelf().outcome(of: recording).analyze(OwnershipAnalysis(nil))
  }

  private static let session = """
    wait 400ms
    fling up 1800
    wait 3s
    scroll to edge top animated via offset
    wait 1s
    insert late at 0 size 90
    wait 500ms
    wheel 0,40
    wait 500ms

    """

  /// The user scrolls up a little three times; the program scrolls back each time.
  private static func follow(_ answer: String, after wait: String) -> String {
    "wait 400ms\nscroll to edge bottom via offset\nwait 1s\n"
      + "repeat 3 {\n  wheel 0,-40 x2 every 16ms\n  wait \(wait)\n  \(answer)\n  wait 2s\n}\n"
  }

  @Test("corrections that the content followed are counted as explained")
  func corrections() throws {
    for (name, count, explained) in [("BUG-03-sizes", 4, 4), ("BUG-03-bound", 9, 8)] {
      let found = try Self.diagnosis(GalleryRecording.of(name))
      let counted = try #require(found.counts.first { $0.noun == "correction" })
      #expect((counted.count, counted.explained) == (count, explained), "\(name)")
    }
  }

  @Test("a program that reverts each scroll of the user is the cause")
  func undone() throws {
    let script = Self.follow("scroll to edge bottom via offset", after: "300ms")
    let found = try Self.diagnosis(Self.recording(script))
    let cause = try #require(found.causes.first, "\(found)")
    #expect(cause.cause == .ownership && cause.certainty == .likely)
    #expect(
      cause.sentences.first?.contains("undid the user's scroll") == true, "\(cause.sentences)")
    #expect(cause.sentences.first?.contains("3 times") == true, "\(cause.sentences)")
    #expect(cause.sentences.contains { $0.contains("by -80 pt") }, "\(cause.sentences)")
  }

  @Test(
    "a program that responds later or in the user's direction reverts nothing",
    arguments: [
      ("scroll to edge bottom via offset", "3s"), ("scroll to edge top via offset", "300ms"),
    ])
  func answers(answer: String, wait: String) throws {
    let found = try Self.diagnosis(Self.recording(Self.follow(answer, after: wait)))
    #expect(!found.causes.contains { $0.sentences.joined().contains("undid") }, "\(found.causes)")
  }

  @Test("each movement has its owner")
  func owners() throws {
    let found = try Self.owned(Self.recording(Self.session))
    let owners = found.movements.map(\.owner)
    #expect(owners.prefix(3) == [.finger, .deceleration, .program], "\(found.movements)")
    #expect(owners.last == .finger)
    #expect(!owners.contains(.unknown))
    let isInferred = found.movements.allSatisfy { $0.isInferred }
    #expect(isInferred)
    #expect(found.movements[2].request == 1)
    let way = found.movements.reduce(0) { $0 + $1.distance }
    #expect((way - 40).magnitude < 1, "all movements together lead to the last offset")
  }

  @Test("an origin that the recording names is not inferred")
  func named() throws {
    var recording = try Self.recording(Self.session)
    let command = try #require(
      recording.events.firstIndex {
        if case .input(.command) = $0.event { return true }
        return false
      })
    let time = recording.events[command].time
    let note = TraceEvent.observation(
      .annotation(Annotation(kind: Annotation.origin, text: "status-bar")))
    recording.events.insert((time, note), at: command + 1)
    recording.events.insert((time, note), at: command)
    let found = try Self.owned(recording)
    #expect(found.requestOrigins == ["status-bar"])
    #expect(found.movements.contains { $0.owner == .system && !$0.isInferred })
  }

  @Test("a program that scrolls under the finger is the cause")
  func override() throws {
    var recording = try Self.recording(
      "wait 400ms\nscroll to edge bottom via offset\nwait 500ms\n"
        + "drag from 200,200 to 200,600 over 900ms\nwait 2s\n")
    // The app follows its end while the finger scrolls back.
    let frames = recording.events.indices.filter {
      if case .observation(.frame(let frame)) = recording.events[$0].event {
        return frame.phase == .interacting
      }
      return false
    }
    for index in [frames[40], frames[20]] {
      let time = recording.events[index].time
      for later in recording.events.indices where later >= index {
        guard case .observation(.frame(var frame)) = recording.events[later].event,
          recording.events[later].time <= recording.events[frames[frames.count - 1]].time
        else { continue }
        frame.offset = Point(x: 0, y: min(3300, frame.offset.y + 90))
        recording.events[later].event = .observation(.frame(frame))
      }
      recording.events.insert(
        (
          time,
          .input(
            .command(
              .scroll(
                to: .edge(.bottom), anchor: nil, animation: .none, route: .offset,
                preservesVelocity: false)))
        ), at: index)
    }
    let found = try Self.diagnosis(recording)
    let cause = try #require(found.causes.first { $0.cause == .ownership })
    #expect(
      cause.sentences[0].hasPrefix("The program's scroll to the bottom edge overrode the finger"))
    #expect(cause.sentences[0].hasSuffix("2 times in this recording."))
  }

  @Test("an animation that another request interrupts is an ownership cause")
  func cut() throws {
    let script = """
      wait 400ms
      scroll to id row-20 anchor top animated via reader
      wait 100ms
      scroll to id row-2 anchor top animated via reader
      wait 1s

      """
    let found = try Self.diagnosis(Self.recording(script))
    #expect(found.causes.first?.cause == .ownership)
    #expect(
      found.causes.first?.sentences[0].contains("the scroll to row-2 came 100 ms later") == true)
    let calm = script.replacing("wait 100ms", with: "wait 1s")
    #expect(try Self.diagnosis(Self.recording(calm)).causes.isEmpty)
  }

  @Test("a scroll to the top that a behavior interrupts is an ownership cause")
  func snapped() throws {
    let script = """
      wait 400ms
      fling up 2500
      wait 3s
      scroll to edge top animated via offset
      wait 2s
      note mark "later"

      """
    let configuration = "behavior: view-aligned(limit: never)"
    var recording = try Self.recording(script, configuration)
    let healthy = try Self.diagnosis(recording)
    #expect(healthy.causes.isEmpty, "\(healthy.lines().map(\.text))")
    var isCut = false
    for index in recording.events.indices {
      if case .input(.command) = recording.events[index].event { isCut = true }
      guard isCut, case .observation(.frame(var frame)) = recording.events[index].event else {
        continue
      }
      frame.offset = Point(x: 0, y: max(300, frame.offset.y))
      recording.events[index].event = .observation(.frame(frame))
    }
    let found = try Self.diagnosis(recording)
    let sentence =
      "The scroll to the top edge was cut 300 pt before its goal: the behavior moved the content to "
      + "row-3."
    #expect(found.causes.first?.cause == .ownership)
    #expect(found.causes.first?.sentences[0] == sentence)
  }
}
