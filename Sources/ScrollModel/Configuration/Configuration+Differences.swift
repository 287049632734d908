/// A key that two configurations set to different values.
public struct KeyDifference: Hashable, Sendable {
  /// The key of the text form.
  public let key: String
  /// The values in the first and in the second configuration; nil if the key is unset and has no
  /// default.
  public let first, second: String?
}

extension Configuration {
  /// The keys whose values differ, in the order of the text form.
  ///
  /// The profile is not among them: it only sets the defaults of other keys, which are compared.
  public func differences(from other: Configuration) -> [KeyDifference] {
    ConfigurationKey.all.compactMap { key in
      let values = (key.value(self)?.description, key.value(other)?.description)
      guard key.name != "profile", values.0 != values.1 else { return nil }
      return KeyDifference(key: key.name, first: values.0, second: values.1)
    }
  }

  /// Returns a copy in which some keys have the values of another configuration.
  public func taking(
    _ keys: Set<String>, from other: Configuration
  ) throws(ConfigurationSyntaxError) -> Configuration {
    // The profile stays, so that keys missing in the other configuration get the defaults of
    // this one.
    var source = other
    source.profile = profile
    let pairs =
      pairs.filter { !keys.contains($0.key) } + source.pairs.filter { keys.contains($0.key) }
    return try Configuration(
      text: pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
  }
}
