import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Changes every field of the configuration a little; the comparison must find the change and name
/// the stage that the field belongs to.
@Suite("injected differences")
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

  @Test("every field of the configuration and every value of every switch is tested")
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
          // A change without an effect gives no divergence.
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

  @Test(
    "a field without visible effect has a documented reason",
    arguments: PlantedField.silent.keys.sorted())
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
      // An edit while content returns to an edge: it continues without another decision.
      ("normal-decay", "0.9985", [DecisionStep.projection, .motion]),
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

  /// Fields with the values that they are changed to.
  private static let variants: [(key: String, values: [String])] = {
    let planted = PlantedField.all.map { (key: $0.key, values: $0.values) }
    let silent = PlantedField.silent.keys.sorted().map { key in
      (key: key, values: Switches.table.first { $0.name == key }?.values ?? [])
    }
    return planted + silent
  }()

  /// The configuration with every field changed that has no effect in it: each field to the value
  /// that a round picks, as long as the canonical text stays the same.
  private static func unused(
    of base: Configuration, round: Int
  ) throws -> (changed: Configuration, fields: [String]) {
    var changed = base
    var fields: [String] = []
    for (key, values) in variants where !values.isEmpty {
      let value = values[round % values.count]
      let next = try changed.setting([(key, value)])
      guard next != changed, next.canonicalText == base.canonicalText else { continue }
      changed = next
      fields.append("\(key): \(value)")
    }
    return (changed, fields)
  }

  @Test(
    "a value that the configuration does not use changes nothing",
    arguments: PlantedSession.allCases)
  func unused(name: PlantedSession) throws {
    let session = try #require(Self.sessions[name])
    let rounds = Cases.count >= 100 ? 3 : 1
    var count = 0
    for text in Set(PlantedField.all.flatMap(\.bases)).sorted() {
      let base = try Configuration(text: text)
      for round in 0..<rounds {
        let (changed, fields) = try Self.unused(of: base, round: round)
        count += fields.count
        let comparison = try session.compare(base, changed, behaviors: Self.behaviors)
        #expect(
          comparison.isIdentical && comparison.divergences.isEmpty,
          "\(name) under '\(text)' changes by one of \(fields.joined(separator: "; "))")
      }
    }
    #expect(count * 3 > 1000 * rounds, "\(count) changes are few")
  }
}
