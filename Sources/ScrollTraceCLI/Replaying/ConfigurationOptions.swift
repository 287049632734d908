import CommandLineKit
import Replay
import ScrollModel

/// The user's options for the configurations of a replay.
struct ConfigurationOptions: Sendable {
  var texts: [String] = []
  var anchors: String?
  var behaviors: String?
  var profiles: String?
  var settings: [String] = []
  var isDeclared = false

  /// Whether no option was given.
  var isEmpty: Bool {
    texts.isEmpty && anchors == nil && behaviors == nil && profiles == nil
      && settings.isEmpty && !isDeclared
  }

  /// Creates the configurations for a trace with or without a declared one.
  ///
  /// The varied keys are applied to each complete configuration that was given. Without one, they
  /// are applied to the declared one, or else to the defaults.
  func configurations(
    declared: String?, _ registry: BehaviorRegistry
  ) throws -> [NamedConfiguration] {
    var bases: [NamedConfiguration] = []
    for text in texts { bases += try Self.named(text, registry) }
    if isDeclared || bases.isEmpty {
      if let declared {
        bases.insert(try Self.entry("declared", declared, registry), at: 0)
      } else if isDeclared {
        throw Failure(
          .badData, "the trace declares no configuration; give one with --config or --behavior")
      } else {
        bases.append(NamedConfiguration("defaults", Configuration(), isAssumed: true))
      }
    }
    let files = profileFiles
    if !files.isEmpty {
      bases = try bases.flatMap { base in
        try files.flatMap { try ProfileFile.named($0, under: base, registry) }
      }
    }
    let dimensions = try dimensions(registry)
    guard !dimensions.isEmpty else { return bases }
    var cells: [NamedConfiguration] = []
    for base in bases {
      do {
        let text = base.text ?? base.configuration.text
        let made = try ConfigurationMatrix(base: text, dimensions: dimensions).cells()
        cells += made.map { cell in
          bases.count > 1
            ? NamedConfiguration("\(base.name); \(cell.name)", cell.configuration) : cell
        }
      } catch {
        throw UsageError(error.description)
      }
    }
    return cells
  }

  /// Parses the options before any trace is read: an error in them is independent of the traces.
  func check(_ registry: BehaviorRegistry) throws {
    for text in texts { _ = try Self.named(text, registry) }
    _ = try dimensions(registry)
    for file in profileFiles { _ = try Self.read("profile: \(file)", registry) }
  }

  /// The profiles that are files of `calibrate`.
  private var profileFiles: [String] {
    profiles.map { Self.list($0).filter { $0.hasSuffix(".json") } } ?? []
  }

  private func dimensions(_ registry: BehaviorRegistry) throws -> [ConfigurationMatrix.Dimension] {
    var dimensions: [ConfigurationMatrix.Dimension] = []
    if let profiles {
      let names = Self.list(profiles).filter { !$0.hasSuffix(".json") }
      guard names.isEmpty || profileFiles.isEmpty else {
        throw UsageError("--profile takes names or files, not both; replay twice")
      }
      if !names.isEmpty { dimensions.append(.init("profile", names)) }
    }
    if let behaviors {
      let values = try Self.list(behaviors).map { text in
        do {
          return try registry.read(text).text
        } catch {
          throw UsageError("--behavior '\(text)': \(error)")
        }
      }
      dimensions.append(.init("behavior", values))
    }
    if let anchors { dimensions.append(.init("position-anchor", Self.list(anchors))) }
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw UsageError("--set '\(setting)' lacks '='; write KEY=VALUE or KEY=VALUE,VALUE")
      }
      let key = try Self.key(String(setting[..<equals]))
      dimensions.append(.init(key, Self.list(String(setting[setting.index(after: equals)...]))))
    }
    return dimensions
  }

  /// The key of the text form for a word such as `switch.pageLength` or `page-length`.
  private static func key(_ word: String) throws -> String {
    var name = word
    for prefix in ["switch.", "physics."] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    var key = ""
    for character in name {
      if character.isUppercase { key += "-" }
      key += character.lowercased()
    }
    guard Configuration.keyNames.contains(key) else {
      let ending = NearestWord.ending(for: key, among: Configuration.keyNames, named: "the keys")
      throw UsageError("--set: there is no key '\(word)'\(ending)")
    }
    return key
  }

  /// Splits at the commas outside of brackets.
  static func list(_ text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth <= 0:
        parts.append(part)
        part = ""
        continue
      default: break
      }
      part.append(character)
    }
    parts.append(part)
    return parts.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  /// Parses a configuration: its text form, or the short form of only a behavior.
  static func read(_ text: String, _ registry: BehaviorRegistry) throws -> Configuration {
    if let file = try ProfileFile(in: text) { return try file.configuration(registry) }
    do {
      return try Configuration(text: text)
    } catch let problem {
      var configuration = Configuration()
      guard let behavior = try? registry.read(text) else {
        throw Failure(.badData, "configuration '\(text)': \(problem)")
      }
      configuration.behavior = behavior
      return configuration
    }
  }

  /// Parses a named configuration and keeps its text form.
  static func entry(
    _ name: String, _ text: String, _ registry: BehaviorRegistry
  ) throws -> NamedConfiguration {
    entry(name, text, of: try read(text, registry))
  }

  /// Keeps the text of a configuration if it is not only a behavior.
  private static func entry(
    _ name: String, _ text: String, of configuration: Configuration
  ) -> NamedConfiguration {
    let isWhole = (try? Configuration(text: text)) != nil
    return NamedConfiguration(name, configuration, text: isWhole ? text : nil)
  }

  /// Parses an option: a text form, or a file of named configurations.
  static func named(_ word: String, _ registry: BehaviorRegistry) throws -> [NamedConfiguration] {
    if let file = try ProfileFile(in: word) {
      return [entry(file.name, word, of: try file.configuration(registry))]
    }
    if let file = try ConfigurationFile(named: word, registry) { return file.entries }
    return [entry(word, word, of: try text(word, registry))]
  }

  /// Parses an option with a single configuration.
  static func given(_ word: String, _ registry: BehaviorRegistry) throws -> Configuration {
    if let file = try ProfileFile(in: word) { return try file.configuration(registry) }
    if let file = try ConfigurationFile(named: word, registry) {
      return try file.single().configuration
    }
    return try text(word, registry)
  }

  /// Parses a text of the user; an error mentions if it looks like a file name.
  private static func text(_ word: String, _ registry: BehaviorRegistry) throws -> Configuration {
    do {
      return try read(word, registry)
    } catch let failure as Failure {
      guard regularFileSize(word) != nil else { throw failure }
      throw Failure(
        .badData,
        "'\(word)' is a file; configurations are taken from files whose names end in .json")
    }
  }

  /// The configuration of an option, else the declared one, if any.
  ///
  /// Only options may name files; a declaration is always a text.
  static func chosen(
    _ option: String?, declared: String?, _ registry: BehaviorRegistry
  ) throws -> Configuration? {
    if let option { return try given(option, registry) }
    return try declared.map { try read($0, registry) }
  }
}
