public import ScrollModel

extension GestureScript {
  /// Returns the commands without effect under a configuration, because they need a position or a
  /// target layout that it lacks.
  ///
  /// Such a command is no error: an app may issue it too, without an effect. Only the author
  /// of the script can decide whether that is intended.
  public func unboundCommands(under configuration: Configuration) -> [ScriptError] {
    Self.unboundCommands(in: steps, under: configuration)
  }

  private static func unboundCommands(
    in steps: [Step], under configuration: Configuration
  ) -> [ScriptError] {
    steps.flatMap { step -> [ScriptError] in
      switch step.action {
      case .repeated(_, let inner): return unboundCommands(in: inner, under: configuration)
      case .command(let command):
        guard let problem = command.lackOfBinding(under: configuration) else { return [] }
        return [ScriptError(line: step.line, message: problem)]
      default: return []
      }
    }
  }
}

extension Command {
  /// The missing part of a configuration for the command to have an effect, and how to add it.
  fileprivate func lackOfBinding(under configuration: Configuration) -> String? {
    switch self {
    case .scroll(let destination, _, _, .position, _):
      var isID = false
      if case .id = destination { isID = true }
      guard case .value = configuration.position else {
        return "no ScrollPosition is bound, so this command moves nothing; write 'via "
          + "\(isID ? "reader" : "offset")', or bind one with 'position: value()' in the configuration"
      }
      return isID ? Self.lackOfTargets(configuration) : nil
    case .write(let id, _, _):
      guard case .id = configuration.position else {
        return "no id is bound, so this command moves nothing; bind one with 'position: id' in the "
          + "configuration"
      }
      return id == nil ? nil : Self.lackOfTargets(configuration)
    case .scroll, .cancel: return nil
    }
  }

  private static func lackOfTargets(_ configuration: Configuration) -> String? {
    guard !configuration.hasTargetLayout else { return nil }
    return "without a target layout no id is found, so this command moves nothing; set "
      + "'target-layout: on' in the configuration"
  }
}
