public import ScrollModel

/// A calibrated key of configurations, with its possible values.
public struct CalibrationKey: Hashable, Sendable {
  /// The key's name in the text form.
  public let name: String
  /// Its values, the default first.
  public let values: [String]
}

/// A platform of probes.
public enum CalibrationPlatform: String, CaseIterable, Hashable, Sendable {
  /// A page in a browser with Chromium's rules.
  case web

  /// The configuration before calibration.
  public var base: Configuration {
    var configuration = Configuration()
    configuration.releasePhysics = .chromium
    return configuration
  }

  /// The keys to calibrate.
  public var keys: [CalibrationKey] {
    [
      key("chromium-fling"), key("chromium-boost"), key("chromium-lead"),
      CalibrationKey(name: "chromium-slop", values: ["15", "8"]),
      CalibrationKey(name: "chromium-inch", values: ["96", "120", "144", "192"]),
      CalibrationKey(name: "vertical-bounce", values: ["automatic", "always"]),
    ]
  }

  /// The largest delay of a recorder's frames, in seconds.
  var frameDelay: Double { 0.035 }

  private func key(_ name: String) -> CalibrationKey {
    let entry = Switches.table.first { $0.name == name }
    let usual = entry?.value(in: base.switches) ?? ""
    return CalibrationKey(
      name: name, values: [usual] + (entry?.values ?? []).filter { $0 != usual })
  }
}

extension Configuration {
  /// Returns the configuration with another value of a key.
  func with(_ key: String, _ value: String) throws -> Configuration {
    try taking([key], from: Configuration(text: "\(key): \(value)"))
  }
}
