public import ScrollModel
import TextKit

/// The result of a calibration, as a file that configurations use as their profile.
public struct CalibratedProfile: Sendable {
  /// A key with a decided value.
  public struct Decided: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Its value.
    public var value: String
    /// The decimal logarithm of the odds against the next value.
    public var decimalLogOdds: Double
    /// The recordings that distinguish the values.
    public var recordings: [String]

    /// Creates a decision.
    public init(key: String, value: String, decimalLogOdds: Double, recordings: [String]) {
      self.key = key
      self.value = value
      self.decimalLogOdds = decimalLogOdds
      self.recordings = recordings
    }
  }

  /// A recording used for the calibration.
  public struct Recording: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The digest of its inputs.
    public var inputsDigest: String
    /// The digest of its observations.
    public var observationsDigest: String

    /// Creates a recording.
    public init(name: String, inputsDigest: String, observationsDigest: String) {
      self.name = name
      self.inputsDigest = inputsDigest
      self.observationsDigest = observationsDigest
    }
  }

  /// The version of the file format.
  public static let version: Int64 = 1

  /// The platform.
  public var platform: CalibrationPlatform
  /// The version of the calibrated engine.
  public var engineVersion: String
  /// The platform's configuration with the decided values.
  public var configuration: Configuration
  /// The decided keys.
  public var decided: [Decided]
  /// The keys that keep their defaults.
  public var undecided: [String]
  /// The recordings used for the calibration.
  public var recordings: [Recording]

  /// Creates the profile of a platform from decisions.
  public init(
    of platform: CalibrationPlatform, engineVersion: String, decided: [Decided],
    undecided: [String], recordings: [Recording]
  ) throws {
    self.platform = platform
    self.engineVersion = engineVersion
    self.decided = decided
    self.undecided = undecided
    self.recordings = recordings
    var configuration = try platform.base
    for entry in decided { configuration = try configuration.with(entry.key, entry.value) }
    self.configuration = configuration
  }

  /// The bytes of the file.
  public var json: [UInt8] {
    get throws {
      var json = JSONWriter(layout: .pretty)
      json.beginObject()
      json.member("scrolltrace_profile", Self.version)
      json.member("platform", platform.rawValue)
      json.member("engine_version", engineVersion)
      json.member("configuration", configuration.text)
      try json.objects("decided", decided) { entry, json in
        json.member("key", entry.key)
        json.member("value", entry.value)
        try json.member("log10_odds", entry.decimalLogOdds)
        json.texts("recordings", entry.recordings)
      }
      json.texts("undecided", undecided)
      json.objects("recordings", recordings) { recording, json in
        json.member("name", recording.name)
        json.member("inputs_digest", recording.inputsDigest)
        json.member("observations_digest", recording.observationsDigest)
      }
      json.endObject()
      json.newline()
      return json.bytes
    }
  }
}

/// The reason why a profile file is invalid.
public struct ProfileFileError: Error, CustomStringConvertible {
  /// The problem and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension CalibratedProfile {
  /// Reads the configuration of a profile file.
  ///
  /// A file is rejected if it is damaged, of a later version, or if its configuration differs from
  /// its decided values.
  public static func configuration(from bytes: [UInt8]) throws(ProfileFileError) -> Configuration {
    var (version, text): (Int64?, String?) = (nil, nil)
    var decided: [(key: String, value: String)] = []
    do throws(JSONError) {
      var scanner = JSONScanner(bytes)
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        switch scanner.keyText {
        case "scrolltrace_profile": version = try scanner.int64()
        case "configuration": text = try scanner.string()
        case "decided": decided = try Self.pairs(&scanner)
        default: try scanner.skipValue()
        }
      }
      try scanner.end()
    } catch {
      throw ProfileFileError(
        "byte \(error.offset): \(error.message); write the file again with 'scrolltrace calibrate'")
    }
    guard let version, let text else {
      throw ProfileFileError(
        "the file is no calibrated profile; write one with 'scrolltrace calibrate'")
    }
    guard version <= Self.version else {
      throw ProfileFileError(
        "the profile has version \(version), this program reads up to \(Self.version); use a newer one"
      )
    }
    do {
      let configuration = try Configuration(text: text)
      for (key, value) in decided {
        guard try configuration.with(key, value) == configuration else {
          throw ProfileFileError(
            "the profile contradicts itself: it decides \(key): \(value), but its configuration "
              + "has another value; write the file again with 'scrolltrace calibrate'")
        }
      }
      return configuration
    } catch let error as ProfileFileError {
      throw error
    } catch {
      throw ProfileFileError("the configuration of the profile cannot be read: \(error)")
    }
  }

  private static func pairs(
    _ scanner: inout JSONScanner
  ) throws(JSONError) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      var pair = (key: "", value: "")
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        switch scanner.keyText {
        case "key": pair.key = try scanner.string()
        case "value": pair.value = try scanner.string()
        default: try scanner.skipValue()
        }
      }
      pairs.append(pair)
    }
    return pairs
  }
}
