import Analysis
import ScrollModel

/// The number that a cause depends on.
public struct CauseParameter: Hashable, Sendable {
  /// The name of the number, such as `interval`.
  public var name: String
  /// The value.
  public var value: Double
  /// Its unit.
  public var unit: String
}

/// One hypothesis about an app: a configuration that can be replayed, and its price.
struct Hypothesis: Hashable, Sendable {
  var cause: CauseClass
  var configuration: Configuration
  /// The complexity of its assumptions, in bits.
  var price: Double
  var parameter: CauseParameter?
  /// The lengths of the scene that the parameter equals.
  var symbols: [Attribution] = []
  /// The first position of a grid, as an offset.
  var origin: Double?
  var isDeclared = false
  /// Whether a declared behavior is checked, which only what is sure may contradict.
  var isCheck = false
  /// Whether the behavior is the declared one, with or without another deceleration.
  var hasDeclaredBehavior = false
  /// The rule that replaces the configuration's behavior.
  var rule: PlaceRule?
  /// The factor of a release's velocity before the choice.
  var velocityFactor = 1.0
  /// The relation between recorded offsets and those of the app.
  var reading = Reading.plain
  /// The two conflicting behaviors; each rest belongs to one of them.
  var parts: [Hypothesis] = []

  /// Whether there is no behavior: content rests at the end of its deceleration, by any physics.
  var isOfNoBehavior: Bool {
    rule == nil && parts.isEmpty && reading.isPlain && velocityFactor == 1
      && configuration.effectiveBehavior.isNone
  }

  /// Whether content rests wherever its deceleration ends, in whatever units.
  var restsAnywhere: Bool {
    rule == nil && parts.isEmpty && configuration.effectiveBehavior.isNone
  }

  /// Whether it is of another toolkit and differs from another hypothesis in nothing else.
  func differsInToolkit(from other: Hypothesis) -> Bool {
    guard cause == .peer(configuration.releasePhysics) else { return false }
    return rule == nil && other.rule == nil && parts.isEmpty && other.parts.isEmpty
      && reading == other.reading && velocityFactor == other.velocityFactor
      && configuration.effectiveBehavior == other.configuration.effectiveBehavior
      && configuration.releasePhysics != other.configuration.releasePhysics
  }

  /// Whether it is a grid whose step equals no length of the scene.
  var isFreeGrid: Bool {
    origin != nil && parameter != nil && symbols.isEmpty && !hasDeclaredBehavior
  }

  /// The behavior as a sentence names it.
  var behaviorName: String {
    let text = configuration.pairs.first { $0.key == "behavior" }?.value ?? "none"
    return text == "none" ? "free scrolling" : text
  }

  /// The configuration for the engine: without a behavior if a rule replaces it.
  var asked: Configuration {
    guard rule != nil else { return configuration }
    var free = configuration
    free.behavior = .none
    return free
  }

  /// The behavior's name in a proof.
  var name: String {
    if parts.count == 2 { return parts.map(\.name).joined(separator: " with ") }
    if let rule { return rule.name }
    let physics = configuration.releasePhysics
    let peer = cause == .peer(physics) ? "\(physics.rawValue): " : ""
    return peer + behaviorName + (assumption.map { " (\($0))" } ?? "")
  }

  /// The assumption beyond the configuration; nil without one.
  var assumption: String? {
    if velocityFactor != 1 { return "velocity × \(factorText(velocityFactor))" }
    if reading.isMirrored { return "offsets mirrored" }
    if reading.scale != 1 { return "offsets × \(factorText(reading.scale))" }
    if reading.shift != 0 {
      return "\(reading.shiftsEnds ? "offsets" : "rests") \(reading.shift < 0 ? "-" : "+") "
        + "\(pointsText(reading.shift.magnitude)) pt"
    }
    return nil
  }
}
