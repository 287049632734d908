import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Every field of the configuration is changed a little; the comparison has to find it and to name
/// the stage that the field belongs to.
@Suite("planted differences are found and named")
struct PlantedDifferenceTests {
  private static let behaviors: BehaviorRegistry = {
    var registry = BehaviorRegistry()
    registry.register("tenth") { _ in TenthOfSecond() }
    return registry
  }()

  /// A change of one field to one value.
  struct Change: Sendable, CustomTestStringConvertible {
    let field: PlantedField
    let value: String
    var testDescription: String { "\(field.key): \(value)" }
  }

  static let changes = PlantedField.all.flatMap { field in
    field.values.map { Change(field: field, value: $0) }
  }

  private static let sessions: [PlantedSession: Session] = Dictionary(
    uniqueKeysWithValues: PlantedSession.allCases.compactMap { name in
      (try? name.session).map { (name, $0) }
    })

  @Test("every field of the configuration is covered, every value of every switch is tried")
  func complete() {
    let covered = Set(PlantedField.all.map(\.key))
    #expect(covered.isDisjoint(with: PlantedField.silent.keys))
    #expect(covered.union(PlantedField.silent.keys) == Set(Configuration.keyNames))
    for field in PlantedField.all where field.values.isEmpty {
      Issue.record("\(field.key) is changed to nothing")
    }
    #expect(Self.sessions.count == PlantedSession.allCases.count)
  }

  @Test("a changed value is found, and the first cause is its stage", arguments: changes)
  func found(change: Change) throws {
    guard let reason = PlantedField.open[change.testDescription] else {
      return try expect(change)
    }
    // Reported as known, and a failure once it is found after all.
    withKnownIssue("\(reason)") { try expect(change) }
  }

  private func expect(_ change: Change) throws {
    var found = 0
    var tried = 0
    for text in change.field.bases {
      let base = try Configuration(text: text)
      let changed = try base.setting([(change.field.key, change.value)])
      guard changed != base else { continue }
      for name in change.field.sessions {
        let session = try #require(Self.sessions[name])
        let comparison = try session.compare(base, changed, behaviors: Self.behaviors)
        guard changed.canonicalText != base.canonicalText else {
          // What cannot matter gives no divergence.
          #expect(comparison.isIdentical && comparison.divergences.isEmpty)
          continue
        }
        tried += 1
        guard let first = comparison.divergences.min(by: { $0.from < $1.from }) else { continue }
        found += 1
        #expect(
          change.field.stages.contains(first.onset.stage),
          """
          \(first.onset.stage) in \(name) under '\(text)' at \(first.from.milliseconds) ms: \
          \(first.onset.sentence)
          """)
      }
    }
    #expect(tried == 0 || found > 0, "no session shows the change")
  }

  @Test("a field that nothing shows says why", arguments: PlantedField.silent.keys.sorted())
  func silent(key: String) throws {
    let entry = try #require(Switches.table.first { $0.name == key })
    for name in PlantedSession.allCases {
      let session = try #require(Self.sessions[name])
      for text in ["", "behavior: view-aligned, position: id, view-visibility: 0.5"] {
        let base = try Configuration(text: text)
        for value in entry.values {
          let changed = try base.setting([(key, value)])
          let comparison = try session.compare(base, changed)
          #expect(comparison.divergences.isEmpty, "\(key): \(value) shows in \(name)")
        }
      }
    }
  }

  @Test("random sessions name no stage of another field", arguments: 1...12)
  func random(seed: UInt64) throws {
    let scenario = try RandomScenario(seed: seed, isCalm: true)
    let session = try Session(try scenario.simulation(seed: seed))
    let base = scenario.configuration
    for (key, value, stages) in [
      ("normal-decay", "0.9985", [DecisionStage.projection]),
      ("release-floor", "900", [.releaseVelocity]),
      ("release-weight", "0.5", [.releaseVelocity]), ("slop", "14", [.gestureRecognition]),
      ("animation-seconds", "0.35", [.command]),
      ("scroll-disabled", "on", [.gestureRecognition, .command]),
    ] {
      let comparison = try session.compare(base, try base.setting([(key, value)]))
      guard let first = comparison.divergences.min(by: { $0.from < $1.from }) else { continue }
      #expect(
        stages.contains(first.onset.stage), "\(key): \(first.onset.stage): \(first.onset.sentence)")
    }
  }

  @Test("the same configuration gives no divergence", arguments: PlantedSession.allCases)
  func same(name: PlantedSession) throws {
    let session = try #require(Self.sessions[name])
    for text in Set(PlantedField.all.flatMap(\.bases)).sorted() {
      let base = try Configuration(text: text)
      let comparison = try session.compare(base, base, behaviors: Self.behaviors)
      #expect(comparison.isIdentical, "\(text)")
      #expect(
        comparison.divergences.isEmpty,
        "\(text): \(comparison.divergences.first.map { "\($0)" } ?? "")")
      #expect(comparison.wouldPassAt == 0)
    }
  }

  @Test("what a session does not use changes nothing", arguments: PlantedSession.allCases)
  func unused(name: PlantedSession) throws {
    let session = try #require(Self.sessions[name])
    for (key, value) in [
      ("fast-decay", "0.95"), ("settle-seconds", "2"), ("adjustment-ratio", "9"),
      ("page-length", "frame"), ("maximum-pages", "unlimited"), ("page-clamp", "natural"),
      ("always-limit", "few"), ("few-limit", "9"), ("lock-slope", "0.9"), ("flick-floor", "1"),
      ("flick-pause", "1"), ("flick-drag", "1"), ("velocity-unit", "pt-per-ms"),
      ("visibility-measure", "length"), ("visibility-compare", "more-than"),
      ("visibility-viewport", "unobscured"), ("transition-viewport", "visible-rect"),
      ("nil-anchor", "most-area"), ("pinning", "default-anchor"), ("size-change", "last-visible"),
      ("behavior-on-resize", "ignored"), ("programmatic-write-back", "top-most"),
      ("position-anchor", "bottom"),
    ] {
      let changed = try Configuration().setting([(key, value)])
      let comparison = try session.compare(Configuration(), changed)
      #expect(comparison.isIdentical && comparison.divergences.isEmpty, "\(key): \(value)")
    }
  }
}
