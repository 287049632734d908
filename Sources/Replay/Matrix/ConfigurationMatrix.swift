public import ScrollModel

/// A configuration with a name for people.
public struct NamedConfiguration: Hashable, Sendable {
  /// The name: the differences from the other configurations.
  public var name: String
  /// The configuration.
  public var configuration: Configuration
  /// Its original text form, which may contain default values; nil without one.
  public var text: String?
  /// Whether neither the trace nor the user specified it.
  ///
  /// Its replay is then no evidence about the app.
  public var isAssumed: Bool

  /// Creates a named configuration.
  public init(
    _ name: String, _ configuration: Configuration, text: String? = nil, isAssumed: Bool = false
  ) {
    self.name = name
    self.configuration = configuration
    self.text = text
    self.isAssumed = isAssumed
  }
}

/// Several values for several keys of a configuration: every combination is a cell.
///
/// Keys and values are those of the text form, such as `behavior` and `paging`. The first key
/// varies slowest.
public struct ConfigurationMatrix: Hashable, Sendable {
  /// The largest number of cells.
  public static let limit = 10_000

  /// One key and its values.
  public struct Dimension: Hashable, Sendable {
    /// The key of the text form.
    public var key: String
    /// Its values as text.
    public var values: [String]

    /// Creates a dimension.
    public init(_ key: String, _ values: [String]) {
      self.key = key
      self.values = values
    }
  }

  /// The common part of all cells, as a text form; its values take precedence over any profile's
  /// defaults.
  public var base: String
  /// The varied keys.
  public var dimensions: [Dimension]

  /// Creates a matrix.
  public init(base: Configuration = Configuration(), dimensions: [Dimension]) {
    self.init(base: base.text, dimensions: dimensions)
  }

  /// Creates a matrix over a text form.
  public init(base: String, dimensions: [Dimension]) {
    self.base = base
    self.dimensions = dimensions
  }

  /// Creates the cells in their order.
  public func cells() throws(MatrixError) -> [NamedConfiguration] {
    var count = 1
    for dimension in dimensions {
      guard !dimension.values.isEmpty else {
        throw MatrixError("'\(dimension.key)' has no value")
      }
      count *= min(dimension.values.count, Self.limit + 1)
      guard count <= Self.limit else {
        throw MatrixError("the matrix has more than \(Self.limit) cells; give fewer values")
      }
    }
    var cells: [NamedConfiguration] = []
    cells.reserveCapacity(count)
    var place = [Int](repeating: 0, count: dimensions.count)
    for _ in 0..<count {
      cells.append(try cell(place))
      for index in dimensions.indices.reversed() {
        place[index] += 1
        if place[index] < dimensions[index].values.count { break }
        place[index] = 0
      }
    }
    return cells
  }

  private func cell(_ place: [Int]) throws(MatrixError) -> NamedConfiguration {
    var pairs: [(key: String, value: String)] = []
    for (index, dimension) in dimensions.enumerated() {
      pairs.append((dimension.key, dimension.values[place[index]]))
    }
    let varying = pairs.indices.filter { dimensions[$0].values.count > 1 }
    let shown = varying.isEmpty ? Array(pairs.indices) : varying
    let name = shown.map { "\(pairs[$0].key): \(pairs[$0].value)" }.joined(separator: ", ")
    do {
      return NamedConfiguration(
        name.isEmpty ? "as given" : name, try Configuration(text: base, setting: pairs))
    } catch {
      throw MatrixError("\(name): \(error)")
    }
  }
}

/// The reason why a matrix is invalid.
public struct MatrixError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
