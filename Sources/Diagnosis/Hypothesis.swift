import Analysis
import ScrollModel

/// The number that a cause depends on.
public struct CauseParameter: Hashable, Sendable {
  /// What the number is, such as `interval`.
  public var name: String
  /// The number.
  public var value: Double
  /// Its unit.
  public var unit: String
}

/// One assumption about what an app does: a configuration that can be replayed, and its price.
struct Hypothesis: Hashable, Sendable {
  var cause: CauseClass
  var configuration: Configuration
  /// How much has to be assumed, in bits.
  var price: Double
  var parameter: CauseParameter?
  /// The lengths of the scene that the parameter equals.
  var symbols: [Attribution] = []
  /// The first place of a grid, in offsets.
  var origin: Double?
  var isDeclared = false
  /// What chooses the rest instead of the configuration's behavior.
  var rule: PlaceRule?
  /// By how much the velocity of a release is multiplied before the rest is chosen.
  var velocityFactor = 1.0
  /// How recorded offsets relate to those of the app.
  var reading = Reading.plain
  /// The two behaviors that fight; each rest is of one of them.
  var parts: [Hypothesis] = []

  /// Whether nothing chooses: content rests where its deceleration ends, by whatever rules.
  var isOfNoBehavior: Bool {
    rule == nil && parts.isEmpty && reading.isPlain && velocityFactor == 1
      && configuration.effectiveBehavior.isNone
  }

  /// Whether it is a grid whose step equals no length of the scene.
  var isFreeGrid: Bool { origin != nil && parameter != nil && symbols.isEmpty }

  /// The behavior in the text form.
  var behaviorText: String {
    configuration.pairs.first { $0.key == "behavior" }?.value ?? "none"
  }

  /// What the engine is asked: without a behavior where a rule takes its place.
  var asked: Configuration {
    guard rule != nil else { return configuration }
    var free = configuration
    free.behavior = .none
    return free
  }

  /// The behavior as a proof names it.
  var name: String {
    if parts.count == 2 { return parts.map(\.name).joined(separator: " with ") }
    if let rule { return rule.name }
    let physics = configuration.releasePhysics
    let peer = cause == .peer(physics) ? "\(physics.rawValue): " : ""
    return peer + behaviorText + (assumption.map { " (\($0))" } ?? "")
  }

  /// What is assumed beyond the configuration; nil if nothing.
  var assumption: String? {
    if velocityFactor != 1 { return "velocity × \(velocityFactor)" }
    if reading.isMirrored { return "offsets mirrored" }
    if reading.scale != 1 { return "offsets × \(reading.scale)" }
    if reading.shift != 0 {
      return "\(reading.shiftsEnds ? "offsets" : "rests") \(reading.shift < 0 ? "-" : "+") "
        + "\(pointsText(reading.shift.magnitude)) pt"
    }
    return nil
  }
}
