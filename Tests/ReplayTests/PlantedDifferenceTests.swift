import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Every field of the configuration is changed a little; the comparison has to find it and to name
/// the stage that the field belongs to.
@Suite("planted differences are found and named")
struct PlantedDifferenceTests {
  /// Stages that a change of a key may first show at.
  static let stages: [String: Set<DecisionStage>] = [
    "normal-decay": [.projection, .motion], "fast-decay": [.projection, .motion],
    "velocity-floor": [.projection, .motion], "release-floor": [.releaseVelocity],
    "rubber-band": [.overscroll, .gestureRecognition],
    "trackpad-rubber-band": [.overscroll, .gestureRecognition, .motion, .command],
    "edge-pull": [.motion], "edge-decay": [.motion], "edge-tolerance": [.motion],
    "spring-rate": [.motion], "slop": [.gestureRecognition],
    "recognizer-weight": [.releaseVelocity], "release-weight": [.releaseVelocity],
    "animation-seconds": [.command], "settle-seconds": [.motion],
    "adjustment-ratio": [.curve, .motion],
    "behavior": [.candidateChoice, .projection, .gestureRecognition],
    "position-anchor": [.position, .command, .sizeChange],
    "default-anchor": [.initialPlacement, .sizeChange],
    "deceleration": [.projection, .motion],
    "vertical-bounce": [.overscroll, .motion, .gestureRecognition, .command],
    "horizontal-bounce": [.overscroll, .motion, .gestureRecognition, .command],
    "scroll-disabled": [.gestureRecognition, .command],
  ]

  /// A change of one key.
  struct Change: Sendable, CustomTestStringConvertible {
    let key: String
    let value: String
    var testDescription: String { "\(key): \(value)" }
  }

  static let changes: [Change] = [
    Change(key: "normal-decay", value: "0.9985"), Change(key: "fast-decay", value: "0.991"),
    Change(key: "velocity-floor", value: "14"), Change(key: "release-floor", value: "900"),
    Change(key: "rubber-band", value: "0.6"), Change(key: "trackpad-rubber-band", value: "0.6"),
    Change(key: "edge-pull", value: "0.992"), Change(key: "edge-decay", value: "0.9985"),
    Change(key: "edge-tolerance", value: "2"), Change(key: "spring-rate", value: "14"),
    Change(key: "slop", value: "14"), Change(key: "recognizer-weight", value: "0.4"),
    Change(key: "release-weight", value: "0.5"), Change(key: "animation-seconds", value: "0.35"),
    Change(key: "settle-seconds", value: "0.4"), Change(key: "adjustment-ratio", value: "2"),
    Change(key: "behavior", value: "interval(97)"), Change(key: "behavior", value: "paging"),
    Change(key: "default-anchor", value: "bottom"), Change(key: "deceleration", value: "fast"),
    Change(key: "vertical-bounce", value: "none"), Change(key: "horizontal-bounce", value: "none"),
    Change(key: "scroll-disabled", value: "on"),
  ]

  static let sessions: [(Session, Configuration)] = pulled + random

  /// Pages that are pulled past their start and let go.
  private static let pulled: [(Session, Configuration)] = {
    var scene = SceneFile(
      name: "pulled", container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(count: 8, ids: .integers(first: 0), size: .same(.length(600)))))
    scene.insets = Insets(top: 20, left: 0, bottom: 0, right: 0)
    var configuration = Configuration()
    configuration.behavior = .interval(97)
    guard
      let script = try? GestureScript("drag from 200,200 to 200,320 over 300ms ease out\nwait 2s"),
      let simulator = try? Simulator(scene: scene, script: script),
      let session = try? Session(ObservedSimulation(simulator, configuration: configuration))
    else { return [] }
    return [(session, configuration)]
  }()

  private static let random: [(Session, Configuration)] = (UInt64(1)...40).compactMap { seed in
    guard let scenario = try? RandomScenario(seed: seed, isCalm: true),
      let simulation = try? scenario.simulation(seed: seed), let session = try? Session(simulation)
    else { return nil }
    return (session, scenario.configuration)
  }

  @Test("a changed value is found, and the first cause is its stage", arguments: changes)
  func found(change: Change) throws {
    let expected = try #require(Self.stages[change.key])
    var found = 0
    for (session, base) in Self.sessions {
      let changed = try base.setting([(change.key, change.value)])
      guard changed.canonicalText != base.canonicalText else {
        // What cannot matter gives no divergence.
        #expect(try session.compare(base, changed).isIdentical)
        continue
      }
      let comparison = try session.compare(base, changed)
      guard let first = comparison.divergences.min(by: { $0.from < $1.from }) else { continue }
      found += 1
      #expect(
        expected.contains(first.onset.stage),
        "\(first.onset.stage) at \(first.from.milliseconds) ms: \(first.onset.sentence)")
    }
    #expect(found > 0, "no session shows the change")
  }

  @Test("the same configuration gives no divergence")
  func same() throws {
    for (session, base) in Self.sessions {
      let comparison = try session.compare(base, base)
      #expect(comparison.isIdentical)
      #expect(comparison.divergences.isEmpty)
      #expect(comparison.wouldPassAt == 0)
    }
  }

  @Test("what a session does not use changes nothing")
  func unused() throws {
    // No session scrolls with a trackpad past an edge and by wheel notches alone.
    let scenario = try RandomScenario(seed: 3)
    let session = try Session(try scenario.simulation(seed: 3))
    var base = Configuration()
    base.behavior = .none
    for (key, value) in [
      ("fast-decay", "0.95"), ("settle-seconds", "2"), ("adjustment-ratio", "9"),
      ("page-length", "frame"), ("always-limit", "few"), ("few-limit", "9"),
      ("visibility-measure", "area"), ("transition-viewport", "visible-rect"),
    ] {
      guard let changed = try? base.setting([(key, value)]) else { continue }
      let comparison = try session.compare(base, changed)
      #expect(comparison.isIdentical, "\(key): \(value)")
    }
  }
}
