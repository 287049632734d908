import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

/// Recordings of frames and phases, as SwiftUI's callbacks deliver them: no event marks the lift.
@Suite("releases that later frames reveal")
struct GlideTests {
  /// The events that a recorder of frames and phases keeps.
  enum Recorder: String, CaseIterable {
    case phasesOnFrames, phasesBetweenFrames, phasesOfFramesAlone, withoutVelocities, pixels
  }

  /// A simulation as this recorder saw it.
  private struct Seen: TraceSource {
    let simulation: ObservedSimulation
    let recorder: Recorder

    func send<Sink: TraceSink>(to sink: inout Sink) throws {
      var whole = CollectingSink()
      try simulation.send(to: &whole)
      for trace in whole.traces {
        var moments = zip(trace.times, trace.events).compactMap { seen($1, at: $0) }
        moments.sortStably { $0.time < $1.time }
        let number = try sink.beginTrace(trace.information)
        for (time, event) in moments { try sink.append(event, at: time, to: number) }
      }
    }

    private func seen(
      _ event: TraceEvent, at time: TraceTime
    ) -> (time: TraceTime, event: TraceEvent)? {
      switch event {
      case .input(.touch), .observation(.release): return nil
      case .observation(.frame(var frame)):
        if recorder != .phasesOfFramesAlone { frame.phase = nil }
        if recorder == .pixels {
          frame.offset = Point(
            x: (frame.offset.x * 3).rounded() / 3, y: (frame.offset.y * 3).rounded() / 3)
        }
        return (time, .observation(.frame(frame)))
      case .observation(.phase(var change)):
        if recorder == .phasesOfFramesAlone { return nil }
        if recorder == .withoutVelocities { change.velocity = nil }
        let isEarly = recorder == .phasesBetweenFrames && change.new == .decelerating
        let moment = isEarly ? time.advanced(byNanoseconds: -6_100_000) : time
        return (moment, .observation(.phase(change)))
      default: return (time, event)
      }
    }
  }

  private static func replay(
    _ behavior: String, _ recorder: Recorder, speed: Int, wait: Int
  ) throws -> ReplayResult {
    try replay(
      behavior, recorder,
      """
      wait \(wait)ms
      fling up \(speed)
      wait 3500ms
      fling down \(speed * 3 / 5)
      wait 3500ms
      """)
  }

  private static func replay(
    _ behavior: String, _ recorder: Recorder, _ script: String
  ) throws -> ReplayResult {
    var scene = SceneFile(
      name: "rows", container: Size(width: 390, height: 700),
      content: .generated(
        SceneFile.ItemRule(count: 200, ids: .integers(first: 0), size: .same(.length(120)))))
    scene.refreshRate = 60
    let configuration = try Configuration(text: behavior)
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: GestureScript(script)), configuration: configuration)
    let folder = try TemporaryDirectory()
    let recordings = try Recordings([], in: folder)
    try recordings.add(Seen(simulation: simulation, recorder: recorder))
    let record = try #require(try recordings.store.traces().last)
    let result = try recordings.replay(record, configuration)
    try recordings.store.close()
    return result
  }

  @Test(
    "a release that is known only from phases ends where the recording ended",
    arguments: Recorder.allCases,
    [(900, 400), (1500, 403), (2000, 407), (2600, 411), (3300, 414)])
  func free(recorder: Recorder, release: (speed: Int, wait: Int)) throws {
    for behavior in ["behavior: none", "behavior: none, deceleration: fast"] {
      let result = try Self.replay(behavior, recorder, speed: release.speed, wait: release.wait)
      #expect(result.plan.drive.drive == .release && result.tally.releases == 2)
      let distance = try #require(result.comparison).wouldPassAt
      #expect(distance < (recorder == .pixels ? 2 : 1e-4), "\(behavior)")
    }
  }

  @Test(
    "behaviors choose the recorded offset with and without a velocity",
    arguments: Recorder.allCases,
    ["view-aligned(limit: never)", "paging", "interval(250)"])
  func chosen(recorder: Recorder, behavior: String) throws {
    for speed in [900, 2000, 2600] {
      let result = try Self.replay("behavior: \(behavior)", recorder, speed: speed, wait: 405)
      let comparison = try #require(result.comparison)
      let found = comparison.divergences.filter { $0.restDifference != nil }
      #expect(found.isEmpty, "\(speed): \(found.map(\.restDifference))")
    }
  }

  @Test(
    "a paused finger releases at rest, and a catch does not change the release velocity",
    arguments: Recorder.allCases, ["paging", "interval(250)"])
  func slow(recorder: Recorder, behavior: String) throws {
    let result = try Self.replay(
      "behavior: \(behavior)", recorder,
      """
      wait 400ms
      fling up 1400
      wait 150ms
      tap 150,150
      wait 1500ms
      drag from 150,500 to 150,120 over 500ms ease out
      wait 1500ms
      drag from 150,500 to 150,460 over 300ms ease linear
      wait 1500ms
      """)
    let comparison = try #require(result.comparison)
    let found = comparison.divergences.filter { $0.restDifference != nil }
    #expect(result.tally.releases == 4 && found.isEmpty, "\(found.map(\.restDifference))")
  }
}
