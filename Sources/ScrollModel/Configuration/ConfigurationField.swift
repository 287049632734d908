/// What a key of the text form takes, for a form in which people set it.
///
/// Everything comes from the tables that read and print the text, so a form cannot offer what is
/// refused.
public struct ConfigurationField: Sendable {
  /// The key.
  public let name: String
  /// The words that it takes; empty for numbers and for values that people write themselves.
  public let words: [String]
  /// The numbers that it takes; nil where it takes no number alone.
  public let range: ClosedRange<Double>?
  /// Whether only whole numbers are taken.
  public let isWhole: Bool
  /// The unit of its number, in words; "" without one.
  public let unit: String
  /// The rules of the semantics that refer to it.
  public let rules: String
  /// Its value where a text leaves it out, for each profile; nil where there is none.
  public let defaults: [(profile: Profile, value: String?)]

  /// The words with which a value of this kind begins or that it is, as the parser expects them.
  fileprivate static func words(_ key: ConfigurationKey) -> [String] {
    var configuration = Configuration()
    do throws(ConfigurationSyntaxError) {
      // No key takes an empty word; why it does not names what it takes.
      try key.read(.word(""), &configuration)
      return []
    } catch {
      return error.words
    }
  }
}

extension Configuration {
  /// Every key of the text form with what it takes, in the order of the text.
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
  /// The numbers that a switch without words takes.
  static let countRange = 1.0...1_000_000
}
