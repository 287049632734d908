import Diagnosis
import Replay
import ScrollModel
import TestSupport
import Testing
import Triage

/// How rests and releases are read from recordings that are late, rounded or without a declaration.
@Suite("rests and releases as recorders write them")
struct RecordedRestTests {
  private static func diagnosis(
    _ hidden: HiddenCase, _ change: (inout HiddenRecording) -> Void
  ) throws -> TraceDiagnosis {
    var recording = try hidden.recording()
    change(&recording)
    let shelf = try TraceShelf()
    return try shelf.outcome(of: recording).approvedDiagnosis(declared: hidden.declared)
  }

  @Test("a rest is that of the last frame, although the change to idle is recorded before it")
  func late() throws {
    var hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: interval(300)")
    hidden.script = hidden.script.replacing("wait 1500ms", with: "wait 4s")
    let found = try Self.diagnosis(hidden) { recording in
      var last: Int?
      for index in recording.events.indices {
        switch recording.events[index].event {
        case .observation(.frame(var frame)):
          frame.phase = nil
          recording.events[index].event = .observation(.frame(frame))
          last = index
        case .observation(.phase(let change)) where change.new == .idle:
          guard let last else { continue }
          recording.events[last].time = recording.events[index].time
          recording.events.swapAt(last, index)
        default: break
        }
      }
    }
    #expect(found.decisions.count == 3)
    for decision in found.decisions {
      let share = (decision.rest + 20) / 300
      #expect((share - share.rounded()).magnitude < 1e-4, "\(decision.rest)")
    }
    #expect(found.causes.first?.parameter?.value == 300)
  }

  /// The share of frames that are lost and the offset of a frame after the jump, if there is one.
  @Test(
    "a jump without a frame fails, unless its frame may be lost or a later one shows the goal",
    arguments: [
      (nil, nil, DiagnosisVerdict.cause), (14, nil, .asDeclared), (14, 300, .cause),
      (14, -20, .asDeclared), (nil, -20, .asDeclared),
    ] as [(Int?, Double?, DiagnosisVerdict)])
  func unseenJump(lost: Int?, next: Double?, verdict: DiagnosisVerdict) throws {
    var hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: view-aligned")
    hidden.script += "scroll to edge leading via offset\nwait 2s\n"
    let found = try Self.diagnosis(hidden) { recording in
      let events = recording.events
      let jump = events.lastIndex { if case .input(.command) = $0.event { true } else { false } }
      recording.events = events.enumerated().filter { index, event in
        guard case .observation(.frame) = event.event else { return true }
        return index < jump ?? 0 && lost.map { index % $0 > 0 } ?? true
      }.map(\.element)
      guard let next, let last = recording.events.last?.time else { return }
      let frame = GeometryFrame(offset: Point(x: next, y: 0), phase: .idle)
      let time = last.advanced(byNanoseconds: 900_000_000)
      recording.events.append((time, .observation(.frame(frame))))
    }
    #expect(found.verdict == verdict, "\(found.lines().map(\.text))")
    let states = found.causes.first?.sentences.first?.contains("moves nothing") == true
    #expect(states == (next.map { $0 > 0 } ?? true))
  }

  @Test("the last rest counts, although the recording of offsets ends with it")
  func cutOff() throws {
    let hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: view-aligned")
    let whole = try Self.diagnosis(hidden) { $0.keepOffsets() }
    let cut = try Self.diagnosis(hidden) { recording in
      recording.keepOffsets()
      var offset: Point?
      var lastMove = 0
      for (index, event) in recording.events.map(\.event).enumerated() {
        guard case .observation(.frame(let frame)) = event else { continue }
        if frame.offset != offset { lastMove = index }
        offset = frame.offset
      }
      recording.events.removeLast(recording.events.count - lastMove - 1)
    }
    #expect(whole.decisions.count >= 3)
    #expect(cut.decisions.map(\.rest) == whole.decisions.map(\.rest))
  }

  @Test(
    "a recorder that looks at the offset rarely shows the same rests", arguments: [50, 100, 200])
  func timer(milliseconds: Int64) throws {
    let hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: interval(300)")
    let whole = try Self.diagnosis(hidden) { _ in }
    let found = try Self.diagnosis(hidden) { $0.lookEvery(milliseconds: milliseconds) }
    #expect(found.decisions.map(\.rest) == whole.decisions.map(\.rest))
    #expect(found.causes.first?.parameter?.value == 300, "\(found.lines().map(\.text))")
  }

  @Test("a behavior that explains no rest is no cause, and a missing layout is named")
  func unexplained() throws {
    var hidden = try CarouselTests.carousel(declared: nil, ran: "behavior: view-aligned")
    hidden.script = "wait 400ms\nfling left 1900\nwait 1500ms\n"
    let found = try Self.diagnosis(hidden) { recording in
      recording.events.removeAll {
        if case .input(.layout) = $0.event { true } else { false }
      }
    }
    #expect(found.verdict == .undecided)
    #expect(found.causes.isEmpty, "\(found.lines().map(\.text))")
    #expect(found.missing == .layout)
    #expect(
      found.lines().first?.text.hasPrefix(
        "No known behavior explains the only rest. The trace has no layout")
        == true)
  }

  @Test("rests in whole points are no grid of their own")
  func whole() throws {
    let hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: none")
    let found = try Self.diagnosis(hidden) { recording in
      for index in recording.events.indices {
        guard case .observation(.frame(var frame)) = recording.events[index].event else { continue }
        frame.offset = Point(x: frame.offset.x.rounded(), y: frame.offset.y)
        recording.events[index].event = .observation(.frame(frame))
      }
    }
    #expect(found.causes.first?.cause == CauseClass.none, "\(found.lines().map(\.text))")
  }

  /// The distance of a fling changed with iOS 26 (PHYS-3, PHYS-4).
  @Test(
    "without a declaration, the profile is that of the recorded system, else of reported ends",
    arguments: [
      ("iOS 18.5", Profile.ios18), ("iPadOS 26.1", .ios26), ("macOS 27.0", .macos27),
      ("visionOS 2", .ios26), (nil, .ios26),
    ] as [(String?, Profile)])
  func profile(_ system: String?, _ profile: Profile) throws {
    var hidden = try CarouselTests.carousel(
      declared: nil, ran: "profile: ios26, behavior: view-aligned(limit: never)")
    hidden.script = [700, 1500, 900, 1100].map { "fling left \($0)\nwait 2500ms\n" }.joined()
    let found = try Self.diagnosis(hidden) { $0.information.system = system }
    #expect(found.causes.first?.configuration.profile == profile)
  }
}
