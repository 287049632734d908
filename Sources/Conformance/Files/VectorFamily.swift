import TextKit

/// The reason why a vector file cannot be used, in one line.
public struct VectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and its problem.
  public let description: String
  /// Whether the file is missing or unreadable, rather than invalid.
  public let isMissing: Bool

  init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }
}

/// One case of a family: its inputs and the results that a source states.
public struct Vector: Sendable {
  /// Its name, unique in the family.
  public let id: String
  /// The complete value in the file.
  let value: VectorValue
  /// The tolerance of its file.
  let tolerance: VectorValue?
  /// Whether the vector itself is marked as one that must pass.
  var isMarked: Bool

  var input: VectorValue { value["input"] ?? .object([]) }
  var expect: VectorValue { value["expect"] ?? .null }

  /// Whether browsers or editions of the specification differ on it.
  var isSensitive: Bool { value.flag("spec_version_sensitive") }
}

/// A file of vectors: one family of one kind.
public struct VectorFamily: Sendable {
  /// The supported format.
  public static let format = "scroll-vectors/1"

  /// The family.
  public let name: String
  /// The shape of its vectors.
  public let kind: String
  /// The system whose behavior it describes.
  public let semantics: String
  /// The source's statement about a UIKit-like engine; it begins with yes, no, partly and the like.
  public let relevance: String
  /// The vectors in file order.
  public private(set) var vectors: [Vector]

  /// Whether a UIKit-like engine must pass the whole family.
  public var isMust: Bool { Self.firstWord(relevance) == "yes" }

  private static func firstWord(_ text: String) -> String {
    String(text.prefix { $0.isLetter }).lowercased()
  }

  /// Reads a family from the bytes of a file; `name` is the file name for errors.
  public init(json bytes: [UInt8], name file: String) throws(VectorError) {
    let value: VectorValue
    do throws(JSONError) {
      value = try VectorValue(json: bytes)
    } catch {
      throw VectorError("\(file): \(error)")
    }
    guard value.members != nil else { throw VectorError("\(file): a vector file is one object") }
    guard let format = value.text("format") else {
      throw VectorError("\(file): 'format' is missing; a vector file contains '\(Self.format)'")
    }
    guard format == Self.format else {
      throw VectorError(
        "\(file): the format is '\(DisplayText.escaped(format))'; this tool reads '\(Self.format)'")
    }
    self.name = try Self.text("name", of: value, file)
    kind = try Self.text("kind", of: value, file)
    semantics = value.text("semantics") ?? ""
    relevance = value.text("uikit_engine_should_match") ?? ""
    vectors = try Self.vectors(of: value, file)
  }

  private static func text(
    _ key: String, of value: VectorValue, _ file: String
  ) throws(VectorError) -> String {
    guard let text = value.text(key), !text.isEmpty else {
      throw VectorError("\(file): '\(key)' is missing or no text")
    }
    return text
  }

  private static func vectors(
    of value: VectorValue, _ file: String
  ) throws(VectorError) -> [Vector] {
    guard let list = value["vectors"]?.list else {
      throw VectorError("\(file): 'vectors' is missing or no list")
    }
    if let count = value.number("count"), count != Double(list.count) {
      throw VectorError(
        "\(file): 'count' is \(NumberText.plain(count)), 'vectors' has \(list.count); "
          + "the file may be cut")
    }
    guard !list.isEmpty else {
      throw VectorError("\(file): 'vectors' is empty, so there is nothing to compare")
    }
    var vectors: [Vector] = []
    var seen: Set<String> = []
    for (index, item) in list.enumerated() {
      guard let id = item.text("id"), !id.isEmpty else {
        throw VectorError("\(file): vector \(index + 1) has no 'id'")
      }
      guard seen.insert(id).inserted else {
        throw VectorError("\(file): the id '\(DisplayText.escaped(id))' comes twice")
      }
      vectors.append(
        Vector(
          id: id, value: item, tolerance: value["tolerance"], isMarked: item.flag("must")))
    }
    return vectors
  }
}

extension VectorFamily {
  /// Adds the vectors of another file of the same family.
  ///
  /// A vector in both files is kept once; it must pass if either file requires it. Two different
  /// vectors with one id are both kept.
  mutating func merge(_ other: VectorFamily) {
    var places: [String: [Int]] = [:]
    for (place, vector) in vectors.enumerated() { places[vector.id, default: []].append(place) }
    for vector in other.vectors {
      let alike = places[vector.id, default: []].first { vectors[$0].statesTheSame(as: vector) }
      if let alike {
        vectors[alike].isMarked = vectors[alike].isMarked || vector.isMarked
      } else {
        vectors.append(vector)
      }
    }
  }
}

extension Vector {
  /// Members that explain why a vector is in a file, without an effect on its result.
  private static let remarks: Set<String> = ["must", "must_because", "note"]

  /// Whether another vector is equal, apart from remarks.
  fileprivate func statesTheSame(as other: Vector) -> Bool {
    func statements(_ vector: Vector) -> [VectorValue.Member] {
      (vector.value.members ?? []).filter { !Self.remarks.contains($0.key) }
    }
    return statements(self) == statements(other) && tolerance == other.tolerance
  }
}

extension NumberText {
  /// Formats a number for display, including values without decimal text.
  static func plain(_ value: Double) -> String {
    guard value.isFinite else {
      return value > 0 ? "infinity" : value < 0 ? "-infinity" : "nothing"
    }
    if value == value.rounded(), value > -1e15, value < 1e15 { return "\(Int64(value))" }
    return (try? text(value)) ?? "nothing"
  }
}
