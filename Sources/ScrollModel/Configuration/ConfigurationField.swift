/// The accepted values of one key of the text form, for user interfaces.
///
/// The values come from the tables of the parser and the printer, so a form offers only valid
/// values.
public struct ConfigurationField: Sendable {
  /// The key.
  public let name: String
  /// The accepted words; empty for numbers and free text.
  public let words: [String]
  /// The accepted numbers; nil if the key takes no plain number.
  public let range: ClosedRange<Double>?
  /// Whether only whole numbers are accepted.
  public let isWhole: Bool
  /// The unit of the number; "" without one.
  public let unit: String
  /// The rules of the semantics that refer to it.
  public let rules: String
  /// The default value for each profile; nil without a default.
  public let defaults: [(profile: Profile, value: String?)]

  /// The words that a value of this kind starts with or consists of, taken from the parser's error.
  fileprivate static func words(_ key: ConfigurationKey) -> [String] {
    var configuration = Configuration()
    do throws(ConfigurationSyntaxError) {
      // An empty word is never valid; the parser's error lists the accepted words.
      try key.read(.word(""), &configuration)
      return []
    } catch {
      return error.words
    }
  }
}

extension Configuration {
  /// Every key of the text form with its accepted values, in the order of the text.
  public static var fields: [ConfigurationField] {
    ConfigurationKey.all.map { key in
      let entry = Switches.table.first { $0.name == key.name }
      let constant = PhysicsConstants.table.first { $0.name == key.name }
      let isCount = entry.map { $0.values.isEmpty } ?? false
      return ConfigurationField(
        name: key.name, words: entry.map { $0.values } ?? ConfigurationField.words(key),
        range: constant.map { $0.range } ?? (isCount ? SwitchEntry.countRange : nil),
        isWhole: isCount, unit: constant.map { $0.unit } ?? "",
        rules: entry.map { $0.rules } ?? "",
        defaults: Profile.allCases.map { ($0, key.value(Configuration($0))?.description) })
    }
  }
}

extension SwitchEntry {
  /// The accepted numbers of a switch without words.
  static let countRange = 1.0...1_000_000
}
