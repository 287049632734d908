import CommandLineKit
import Replay
import TextKit

/// A file of named configurations: one JSON object of names and texts.
///
/// Options accept `FILE` or, for one configuration of several, `FILE:NAME`.
struct ConfigurationFile {
  let path: String
  let entries: [NamedConfiguration]

  /// Reads the file named by a word; nil if the word is no file name.
  ///
  /// File names end in `.json`, or `.json:` and a name.
  init?(named word: String, _ registry: BehaviorRegistry) throws {
    guard let (path, name) = Self.split(word) else { return nil }
    self.path = path
    let all = try Self.read(path, registry)
    guard let name else {
      entries = all
      return
    }
    entries = all.filter { $0.name == name }
    guard !entries.isEmpty else {
      throw Failure(
        .badData, "\(path): no configuration '\(name)'; it has \(Self.list(all))")
    }
  }

  /// The single configuration of the file.
  func single() throws -> NamedConfiguration {
    guard let first = entries.first, entries.count == 1 else {
      throw Failure(
        .badData,
        entries.isEmpty
          ? "\(path): no configuration is in it"
          : "\(path): \(entries.count) configurations; name one as \(path):NAME: "
            + Self.list(entries))
    }
    return first
  }

  private static func split(_ word: String) -> (path: String, name: String?)? {
    if word.hasSuffix(".json") { return (word, nil) }
    guard let found = word.range(of: ".json:") else { return nil }
    let name = String(word[found.upperBound...])
    return (String(word[..<found.lowerBound]) + ".json", name)
  }

  private static func list(_ entries: [NamedConfiguration]) -> String {
    entries.map { "'\($0.name)'" }.joined(separator: ", ")
  }

  private static func read(
    _ path: String, _ registry: BehaviorRegistry
  ) throws -> [NamedConfiguration] {
    let bytes = try wholeFile(path, limit: 1 << 20)
    var pairs: [(name: String, text: String)] = []
    do throws(JSONError) {
      var scanner = JSONScanner(bytes)
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        let name = scanner.keyText
        pairs.append((name, try scanner.string()))
      }
      try scanner.end()
    } catch {
      throw Failure(
        .badData,
        "\(path): byte \(error.offset): \(error.message); a configuration file is one JSON object "
          + "of names and texts: {\"mine\": \"behavior: paging\"}")
    }
    var names: Set<String> = []
    for pair in pairs where !names.insert(pair.name).inserted {
      throw Failure(
        .badData,
        "\(path): several configurations are called '\(pair.name)'; give each a name of its own")
    }
    return try pairs.map { pair in
      do {
        return try ConfigurationOptions.entry(pair.name, pair.text, registry)
      } catch let failure as Failure {
        throw Failure(.badData, "\(path): '\(pair.name)': \(failure.description)")
      }
    }
  }
}
