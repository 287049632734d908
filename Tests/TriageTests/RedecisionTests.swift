import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// Releases of recordings that are re-evaluated: the engine must repeat its earlier decision.
@Suite("re-evaluated releases")
struct RedecisionTests {
  /// The findings of a recording that ran another configuration than it may declare.
  static func findings(
    _ declared: String, ran: String? = nil, items length: Double, _ script: String,
    throttle: Double? = nil, losing lost: Double? = nil,
    keeping isKept: (TraceEvent) -> Bool = { _ in true },
    seenBy recorder: (Recording) -> Recording = { $0 }
  ) throws -> [Finding] {
    var scene = SceneFile(
      name: "decided", container: Size(width: 390, height: 522),
      content: .generated(
        SceneFile.ItemRule(count: 300, ids: .integers(first: 0), size: .same(.length(length)))))
    scene.refreshRate = 120
    let configuration = try Configuration(text: declared)
    var recording = try Recording(
      ObservedSimulation(
        Simulator(scene: scene, script: GestureScript(script)),
        configuration: ran.map { try Configuration(text: $0) } ?? configuration))
    recording.information.declaredConfiguration = declared
    recording.events = recording.events.filter { isKept($0.event) }
    if let throttle { recording.throttle(to: throttle) }
    if let lost { recording.loseFrames(before: lost) }
    return try TraceShelf().outcome(of: recorder(recording)).findings(
      under: configuration, BehaviorRegistry())
  }

  /// Flings that a tap catches after the given milliseconds.
  private static func catches(after wait: Int) -> String {
    """
    wait 400ms
    fling up 2849
    wait \(wait)ms
    tap 150,150
    wait 1600ms
    fling up 906
    wait \(wait)ms
    tap 150,150
    wait 1600ms
    """
  }

  @Test(
    "a release after a catch is judged from the target of the caught scroll",
    arguments: ["always", "always-by-one", "always-by-few", "never"], [30, 60, 110, 190])
  func silent(limit: String, wait: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: \(limit))", items: 77, Self.catches(after: wait))
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "a decision that explains the rest counts, however small its margin",
    arguments: [1339, 1600, 2000, 2500])
  func explained(speed: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: always-by-one)", items: 77,
      """
      wait 400ms
      fling up \(speed)
      wait 1600ms
      fling up \(speed)
      wait 1600ms
      """
    ) { event in
      if case .observation(.release) = event { false } else { true }
    }
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "a gesture that starts before the first frame counts from that frame's offset",
    arguments: ["always", "always-by-one"], [1500, 1800, 2100])
  func firstEvent(limit: String, speed: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: \(limit))", items: 316, "fling up \(speed)\nwait 1600ms")
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "fingers alone reveal a release that is too slow to continue", arguments: [290, 300, 310, 320])
  func belowFloor(milliseconds: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: never)", items: 120,
      """
      wait 400ms
      drag from 150,400 to 150,330 over \(milliseconds)ms ease linear
      wait 1500ms
      """
    ) { event in
      switch event {
      case .observation(.release), .observation(.phase): false
      default: true
      }
    }
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test("a reported choice counts even if the content never arrived there")
  func told() throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: always-by-one)", ran: "behavior: view-aligned(limit: never)",
      items: 77, Self.catches(after: 60))
    let choices = found.filter { $0.detector == "S02" }.flatMap(\.structure)
    #expect(choices.contains("caught"), "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "a slow finger moved on after the last frame", arguments: [117, 118, 119, 120], [700, 799, 901])
  func slow(way: Int, milliseconds: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: never)", items: 2 * Double(way) - 20,
      """
      wait 400ms
      drag from 150,\(way + 150) to 150,150 over \(milliseconds)ms ease linear
      wait 1600ms
      """)
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "a finger whose last frames were lost moved on during the lost time",
    arguments: [700, 800, 900, 1000, 1100, 1200])
  func lostFrames(speed: Int) throws {
    let found = try Self.findings(
      "behavior: interval(100)", items: 100, "wait 400ms\nfling up \(speed)\nwait 1600ms",
      losing: 60)
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test(
    "a throttled offset that lags behind the content makes no choice wrong",
    arguments: ["always", "always-by-one", "never"], [30, 60, 110, 190])
  func throttled(limit: String, wait: Int) throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: \(limit))", items: 77, Self.catches(after: wait),
      throttle: 100)
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }
}

extension Recording {
  /// Removes the frames of the last milliseconds before each lift.
  fileprivate mutating func loseFrames(before milliseconds: Double) {
    let lifts = events.compactMap { time, event in
      if case .input(.touch(let sample)) = event, sample.phase == .ended { time } else { nil }
    }
    events.removeAll { time, event in
      guard case .observation(.frame) = event else { return false }
      return lifts.contains {
        let before = Double($0.nanoseconds(since: time)) / 1_000_000
        return before >= 0 && before < milliseconds
      }
    }
  }

  /// Keeps one frame per the given milliseconds, and those at rest, as throttled recorders do.
  fileprivate mutating func throttle(to milliseconds: Double) {
    information.qualities[.offset] = .throttled(milliseconds: milliseconds)
    var last: TraceTime?
    events.removeAll { time, event in
      guard case .observation(.frame(let frame)) = event else { return false }
      let isEarly = last.map { Double(time.nanoseconds(since: $0)) < milliseconds * 1_000_000 }
      if isEarly == true, frame.phase != .idle { return true }
      last = time
      return false
    }
  }
}
