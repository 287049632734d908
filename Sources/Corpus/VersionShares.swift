/// The frequency of a problem in each version of the app or the system, to find the release that
/// introduced it.
public struct VersionShares: Sendable {
  /// One version.
  public struct Version: Sendable {
    /// Its name, such as `7.1.0`.
    public var name: String
    /// The number of its traces with the problem.
    public var count: Int
    /// The number of its traces.
    public var all: Int
    /// The fraction of its traces with the problem.
    public var share: Double { all > 0 ? Double(count) / Double(all) : 0 }
  }

  /// The facet whose values are versions, such as `app version`.
  public let facet: String
  /// The versions, older ones first.
  public let versions: [Version]

  /// The largest number of versions in a chart.
  private static let limit = 40

  /// Counts a problem by version; nil if the traces have no version, or only one.
  ///
  /// Versions are the values of the first facet whose name ends in "version", else the apps, else
  /// the systems, if all are versions of one app or one system.
  public init?(of problem: Problem, in problems: Problems) {
    let named = problems.facets.keys.filter { $0.lowercased().hasSuffix("version") }.sorted()
    let facet = (named + ["app", "system"]).first { name in
      let values = problems.facets[name] ?? [:]
      return 2...Self.limit ~= values.count
        && (named.contains(name) || Self.areOfOneProduct(values.keys))
    }
    guard let facet, let all = problems.facets[facet] else { return nil }
    self.facet = facet
    let found = problem.facets[facet] ?? [:]
    versions = all.keys.map { Version(name: $0, count: found[$0] ?? 0, all: all[$0] ?? 0) }
      .sorted { Self.precedes($0.name, $1.name) }
  }

  /// Whether names such as `Feed 3.2` and `Feed 3.10` differ only in their versions.
  private static func areOfOneProduct(_ names: some Sequence<String>) -> Bool {
    let products = names.map { name in
      name.split(separator: " ").prefix { !$0.contains(where: \.isNumber) }
    }
    return Set(products).count == 1
  }

  /// Whether one version is older: numbers are compared as numbers, so 7.9 comes before 7.10.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (one, other) = (parts(first), parts(second))
    for (left, right) in zip(one, other) where left != right {
      if let number = UInt64(left), let other = UInt64(right), number != other {
        return number < other
      }
      return left < right
    }
    return one.count != other.count ? one.count < other.count : first < second
  }

  /// The runs of digits, and the texts between them.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var wasDigit: Bool?
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if isDigit == wasDigit {
        parts[parts.count - 1].append(character)
      } else {
        parts.append(String(character))
      }
      wasDigit = isDigit
    }
    return parts
  }
}
