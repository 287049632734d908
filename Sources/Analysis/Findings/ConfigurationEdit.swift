public import ScrollModel

/// One change to a configuration that may make a finding disappear.
public enum ConfigurationEdit: Hashable, Sendable {
  /// Another behavior.
  case behavior(ScrollBehavior)
  /// Another deceleration.
  case deceleration(Deceleration)
  /// Another bound position.
  case position(PositionBinding)
  /// Another anchor of the bound position.
  case positionAnchor(UnitPoint?)
  /// Another anchor for all roles.
  case defaultAnchor(UnitPoint?)
  /// Another anchor for a role.
  case roleAnchor(AnchorRole, RoleAnchor)
  /// Whether the content's views are scroll targets.
  case targetLayout(Bool)
  /// Other content margins.
  case margins(Insets)
  /// Whether content may be pulled past its edges on an axis.
  case bounce(Axis, Bounce)
  /// Another threshold of the visibility observers.
  case visibility(Double)
  /// Another transition.
  case transition(TransitionSettings?)
  /// Another choice of the engine, by its name and word.
  case choice(name: String, word: String)

  /// Returns the configuration with the change made; a choice that does not exist changes nothing.
  public func applied(to configuration: Configuration) -> Configuration {
    var edited = configuration
    switch self {
    case .behavior(let behavior): edited.behavior = behavior
    case .deceleration(let deceleration): edited.deceleration = deceleration
    case .position(let position): edited.position = position
    case .positionAnchor(let anchor): edited.positionAnchor = anchor
    case .defaultAnchor(let anchor): edited.defaultAnchors.base = anchor
    case .roleAnchor(let role, let anchor): edited.defaultAnchors[role] = anchor
    case .targetLayout(let hasTargets): edited.hasTargetLayout = hasTargets
    case .margins(let margins): edited.margins = margins
    case .bounce(let axis, let bounce): edited[bounceOn: axis] = bounce
    case .visibility(let threshold):
      if edited.viewVisibility != nil { edited.viewVisibility = threshold }
      if edited.targetVisibility != nil { edited.targetVisibility = threshold }
    case .transition(let transition): edited.transition = transition
    case .choice(let name, let word):
      guard let entry = Switches.table.first(where: { $0.name == name }) else { return edited }
      _ = entry.set(word, in: &edited.switches)
    }
    return edited
  }

  /// The change as it reads in the text form: the pairs that it adds, and the keys that get their default.
  public func text(for configuration: Configuration) -> String {
    let old = Self.pairs(configuration.text)
    let new = Self.pairs(applied(to: configuration).text)
    let added = new.filter { !old.contains($0) }
    let keys = new.map(Self.key)
    let removed = old.filter { !keys.contains(Self.key($0)) }.map { Self.key($0) + ": default" }
    return (added + removed).joined(separator: ", ")
  }

  /// The pairs of a configuration's text: commas within brackets and quotes separate nothing.
  private static func pairs(_ text: String) -> [String] {
    var pairs: [String] = []
    var pair = ""
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      if !isQuoted, scalar == "(" || scalar == "[" { depth += 1 }
      if !isQuoted, scalar == ")" || scalar == "]" { depth -= 1 }
      if depth == 0, !isQuoted, scalar == "," {
        pairs.append(pair)
        pair = ""
      } else if !pair.isEmpty || scalar != " " {
        pair.unicodeScalars.append(scalar)
      }
    }
    if !pair.isEmpty { pairs.append(pair) }
    return pairs
  }

  private static func key(_ pair: String) -> String {
    String(decoding: pair.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }
}
