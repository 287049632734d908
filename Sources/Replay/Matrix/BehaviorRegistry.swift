public import ScrollEngine
public import ScrollModel

/// The custom behaviors of a program, by name.
///
/// A configuration refers to one as `custom("my-snap(interval: 200)")`: a name and numeric
/// parameters.
public struct BehaviorRegistry: Sendable {
  /// The parameters after a behavior's name, such as `interval: 200`.
  public typealias Parameters = [String: Double]

  private struct Entry: Sendable {
    let version: String?
    let make: @Sendable (Parameters) -> (any TargetBehavior)?
  }

  private var entries: [(name: String, entry: Entry)] = []

  /// Creates a registry without behaviors.
  public init() {}

  /// Registers a behavior by name; `make` receives the parameters and returns nil if they are
  /// invalid.
  ///
  /// Replays are only cached with a `version`, which must change with the behavior.
  public mutating func register(
    _ name: String, version: String? = nil,
    make: @escaping @Sendable (Parameters) -> (any TargetBehavior)?
  ) {
    entries.removeAll { $0.name == name }
    entries.append((name, Entry(version: version, make: make)))
  }

  /// The names in the order of registration.
  public var names: [String] { entries.map(\.name) }

  /// Whether replays under a configuration may be cached: its behavior is built in or has a
  /// version.
  public func isKeepable(_ configuration: Configuration) -> Bool {
    guard case .custom(let text) = configuration.behavior else { return true }
    return entry(for: text)?.entry.version != nil
  }

  /// Returns a configuration's custom behavior; nil if it has none or the name is not registered.
  public func behavior(of configuration: Configuration) -> (any TargetBehavior)? {
    guard case .custom(let text) = configuration.behavior, let found = entry(for: text) else {
      return nil
    }
    return found.entry.make(found.parameters)
  }

  /// Parses a behavior: a built-in one by its text form, else a registered one by its name.
  public func read(_ text: String) throws(ConfigurationSyntaxError) -> ScrollBehavior {
    if entry(for: text) != nil { return .custom(text) }
    return try ScrollBehavior(text: text)
  }

  private func entry(for text: String) -> (entry: Entry, parameters: Parameters)? {
    let trimmed = text.filter { $0 != " " }
    let name = trimmed.prefix { $0 != "(" }
    guard let entry = entries.first(where: { $0.name == name })?.entry else { return nil }
    guard let parameters = Self.parameters(trimmed.dropFirst(name.count)) else { return nil }
    return (entry, parameters)
  }

  /// Returns a registered behavior with all parameters multiplied; nil without parameters or
  /// registration.
  public func scaled(_ text: String, by factor: Double) -> String? {
    guard let found = entry(for: text), !found.parameters.isEmpty else { return nil }
    let numbers = found.parameters.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value * factor)"
    }
    return "\(text.prefix { $0 != "(" })(\(numbers.joined(separator: ", ")))"
  }

  /// Parses `(a:1,b:2)`, or nothing; nil for any other text.
  private static func parameters(_ text: Substring) -> Parameters? {
    guard !text.isEmpty else { return [:] }
    guard text.first == "(", text.last == ")" else { return nil }
    var parameters: Parameters = [:]
    for part in text.dropFirst().dropLast().split(separator: ",") {
      let pair = part.split(separator: ":", omittingEmptySubsequences: false)
      guard pair.count == 2, let value = Double(pair[1]), value.isFinite else { return nil }
      parameters[String(pair[0])] = value
    }
    return parameters
  }
}
