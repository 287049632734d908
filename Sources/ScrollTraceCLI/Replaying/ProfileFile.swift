import Calibration
import CommandLineKit
import Replay
import ScrollModel
import TextKit

/// A configuration whose profile is a file of `calibrate`: `profile: ./chromium.json, behavior:
/// paging`.
///
/// The file's configuration replaces the profile; the other keys of the text are applied to it.
struct ProfileFile {
  private let calibrated: Configuration
  private let others: [String]

  /// The text with the first digits of the file's digest.
  let name: String

  /// Reads the profile file of a text; nil if it contains none.
  init?(in text: String) throws {
    let parts = ConfigurationOptions.list(text)
    guard let index = parts.firstIndex(where: { Self.path(in: $0) != nil }),
      let path = Self.path(in: parts[index])
    else { return nil }
    let bytes = try wholeFile(path, limit: 1 << 20)
    var hash = SHA256()
    hash.update(bytes)
    do {
      calibrated = try CalibratedProfile.configuration(from: bytes)
    } catch {
      throw Failure(.badData, "\(path): \(error.description)")
    }
    others = parts.enumerated().filter { $0.offset != index }.map(\.element)
    name = "\(text) (sha256 \(hash.hexDigest.prefix(12)))"
  }

  /// The profile file in a part of a configuration text.
  private static func path(in part: String) -> String? {
    guard part.hasPrefix("profile:") else { return nil }
    let value = part.dropFirst("profile:".count).drop { $0 == " " }
    return value.hasSuffix(".json") ? String(value) : nil
  }

  /// A configuration with a file as its profile.
  static func named(
    _ path: String, under base: NamedConfiguration, _ registry: BehaviorRegistry
  ) throws -> [NamedConfiguration] {
    let others = ConfigurationOptions.list(base.text ?? base.configuration.text)
      .filter { !$0.hasPrefix("profile:") }
    return try ConfigurationOptions.named(
      (["profile: \(path)"] + others).joined(separator: ", "), registry)
  }

  /// The file's configuration with the other keys of the text.
  func configuration(_ registry: BehaviorRegistry) throws -> Configuration {
    guard !others.isEmpty else { return calibrated }
    let text = others.joined(separator: ", ")
    let given = try ConfigurationOptions.read(text, registry)
    let keys = Set(others.compactMap { $0.split(separator: ":").first.map { String($0) } })
    return try calibrated.taking(keys, from: given)
  }
}
