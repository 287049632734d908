import CommandLineKit
import Replay
import ScrollModel

/// What the user said about the configurations of a replay.
struct ConfigurationOptions: Sendable {
  var texts: [String] = []
  var anchors: String?
  var behaviors: String?
  var profiles: String?
  var settings: [String] = []
  var isDeclared = false

  /// Whether anything was said.
  var isEmpty: Bool {
    texts.isEmpty && anchors == nil && behaviors == nil && profiles == nil
      && settings.isEmpty && !isDeclared
  }

  /// Makes the configurations for a trace that declares one, or none.
  ///
  /// What varies is laid over each configuration that was given whole; without one, over the
  /// declared one if there is any, else over the defaults.
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

  /// Reads what was given before any trace is looked at: a mistake in it is no trace's.
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

  /// Splits at the commas that are in no bracket.
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

  /// Reads a configuration: its text form, or the short form that is only a behavior.
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

  /// Reads a named configuration and keeps its text form.
  static func entry(
    _ name: String, _ text: String, _ registry: BehaviorRegistry
  ) throws -> NamedConfiguration {
    entry(name, text, of: try read(text, registry))
  }

  /// Keeps the text of a configuration if it is a text form and no behavior alone.
  private static func entry(
    _ name: String, _ text: String, of configuration: Configuration
  ) -> NamedConfiguration {
    let isWhole = (try? Configuration(text: text)) != nil
    return NamedConfiguration(name, configuration, text: isWhole ? text : nil)
  }

  /// Reads what an option says: a text form, or a file of named configurations.
  static func named(_ word: String, _ registry: BehaviorRegistry) throws -> [NamedConfiguration] {
    if let file = try ProfileFile(in: word) {
      return [entry(file.name, word, of: try file.configuration(registry))]
    }
    if let file = try ConfigurationFile(named: word, registry) { return file.entries }
    return [entry(word, word, of: try text(word, registry))]
  }

  /// Reads what an option says where one configuration is wanted.
  static func given(_ word: String, _ registry: BehaviorRegistry) throws -> Configuration {
    if let file = try ProfileFile(in: word) { return try file.configuration(registry) }
    if let file = try ConfigurationFile(named: word, registry) {
      return try file.single().configuration
    }
    return try text(word, registry)
  }

  /// Reads a text that a person gave; a file whose name does not show what it is looks like one.
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

  /// The configuration that an option gives, else the one that a trace declares, if any.
  ///
  /// Only people name files; what a trace declares is a text.
  static func chosen(
    _ option: String?, declared: String?, _ registry: BehaviorRegistry
  ) throws -> Configuration? {
    if let option { return try given(option, registry) }
    return try declared.map { try read($0, registry) }
  }
}
