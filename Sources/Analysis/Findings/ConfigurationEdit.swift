public import ScrollModel

/// One configuration change that may fix a finding.
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
  /// Another value of a switch, by its name and word.
  case choice(name: String, word: String)

  /// Returns the configuration with the change; an unknown switch or word changes nothing.
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
}
