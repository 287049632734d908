extension Configuration {
  /// The text form: `key: value` pairs in a fixed order, without default values.
  ///
  /// `Configuration(text:)` parses it to an equal value.
  public var text: String {
    Term.printed(
      ConfigurationKey.all.compactMap { key in
        key.print(self).map { Term.Argument(label: key.name, value: $0) }
      })
  }

  /// Parses a text form; keys may come in any order, each once.
  public init(text: String) throws(ConfigurationSyntaxError) {
    var parser = TermParser(text)
    let pairs = try parser.pairs()
    let profile = pairs.first { $0.label == "profile" }
    self.init(try profile?.value.choice(Profile.self) ?? .standard)
    // As a profile does, the build sets keys that the text can override, wherever they are written.
    let build = try pairs.first { $0.label == "physics" }?.value.build()
    for pair in try Self.pairs(of: build) {
      try ConfigurationKey.all.first { $0.name == pair.label }?.read(pair.value, &self)
    }
    var seen: Set<String> = []
    for pair in pairs {
      guard let label = pair.label else { throw pair.value.error("a key and ':'") }
      guard let key = ConfigurationKey.all.first(where: { $0.name == label }) else {
        throw ConfigurationSyntaxError(
          column: pair.value.column,
          expected: "a known key before this value; '\(label)' is none", found: label,
          words: Self.keyNames)
      }
      guard seen.insert(label).inserted else {
        throw pair.value.error("the key '\(label)' only once")
      }
      try key.read(pair.value, &self)
    }
  }
}

extension Configuration {
  /// Parses a text form and then replaces some keys.
  ///
  /// With another profile, switches missing in the text get the new profile's defaults. Values in
  /// the text are kept, even if they equal the old profile's default. With another build of a
  /// toolkit, the keys that its builds set are not kept.
  public init(
    text: String, setting pairs: [(key: String, value: String)]
  ) throws(ConfigurationSyntaxError) {
    var parser = TermParser(text)
    let replaced = pairs.map { $0.key } + (try Self.keysOfBuild(in: pairs))
    let kept = try parser.pairs().filter { part in !replaced.contains { $0 == part.label } }
    var parts = pairs.map { "\($0.key): \($0.value)" }
    if !kept.isEmpty { parts.append(Term.printed(kept)) }
    try self.init(text: parts.joined(separator: ", "))
  }

  private static func pairs(
    of build: PeerBuild?
  ) throws(ConfigurationSyntaxError) -> [Term.Argument] {
    guard let build else { return [] }
    var parser = TermParser(build.keys)
    return try parser.pairs()
  }

  /// The keys that the builds of a toolkit set, if the pairs name one of them.
  private static func keysOfBuild(
    in pairs: [(key: String, value: String)]
  ) throws(ConfigurationSyntaxError) -> [String?] {
    guard let text = pairs.first(where: { $0.key == "physics" })?.value else { return [] }
    var parser = TermParser(text)
    guard let named = try? parser.single().build() else { return [] }
    var keys: [String?] = []
    for build in PeerBuild.builds(of: named.physics) {
      keys += try Self.pairs(of: build).map { $0.label }
    }
    return keys
  }
}

extension ScrollBehavior {
  /// The text form, such as `view-aligned(limit: always-by-one, anchor: center)`.
  public var text: String { Term.behavior(self).description }

  /// Reads a behavior from its text form.
  public init(text: String) throws(ConfigurationSyntaxError) {
    var parser = TermParser(text)
    self = try parser.single().behavior()
  }
}

/// One key of the text form and its conversions.
///
/// `print` returns nil for a default value; `value` also returns the default.
struct ConfigurationKey: Sendable {
  typealias Reader =
    @Sendable (Term, inout Configuration) throws(ConfigurationSyntaxError) -> Void
  typealias Printer = @Sendable (Configuration) -> Term?

  let name: String
  let print: Printer
  let value: Printer
  let read: Reader

  init(_ name: String, print: @escaping Printer, value: Printer? = nil, read: @escaping Reader) {
    self.name = name
    self.print = print
    self.value = value ?? print
    self.read = read
  }

  static let all: [ConfigurationKey] =
    parts + Switches.table.map(Self.init(entry:)) + PhysicsConstants.table.map(Self.init(entry:))

  private init(entry: SwitchEntry) {
    self.init(
      entry.name,
      print: { configuration in
        let word = entry.value(in: configuration.switches)
        guard word != entry.value(in: Switches(configuration.profile)) else { return nil }
        return entry.term(word)
      },
      value: { entry.term(entry.value(in: $0.switches)) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        let word = entry.values.isEmpty ? Term.numeral(try term.number()) : term.description
        guard entry.set(word, in: &configuration.switches) else {
          throw entry.values.isEmpty
            ? term.error("a whole number from 1 to 1000000") : term.error(oneOf: entry.values)
        }
      })
  }

  private init(entry: PhysicsConstantEntry) {
    self.init(
      entry.name,
      print: { configuration in
        let value = entry.value(in: configuration.physics)
        return value == entry.value(in: PhysicsConstants()) ? nil : .number(value)
      },
      value: { .number(entry.value(in: $0.physics)) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        _ = entry.set(try term.number(in: entry.range), in: &configuration.physics)
      })
  }
}

extension SwitchEntry {
  func term(_ word: String) -> Term {
    values.isEmpty ? Double(word).map(Term.number) ?? .word(word) : .word(word)
  }
}

extension Configuration {
  /// The names of all keys of the text form, in their order.
  public static var keyNames: [String] { ConfigurationKey.all.map { $0.name } }

  /// The keys and values of the text form, without default values.
  public var pairs: [(key: String, value: String)] {
    ConfigurationKey.all.compactMap { key in key.print(self).map { (key.name, $0.description) } }
  }

  /// Returns a copy in which some keys of the text form have new values.
  ///
  /// With another profile, switches at their defaults get the new profile's defaults.
  public func setting(
    _ pairs: [(key: String, value: String)]
  ) throws(ConfigurationSyntaxError) -> Configuration {
    try Configuration(text: text, setting: pairs)
  }
}
