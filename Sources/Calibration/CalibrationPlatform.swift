public import ScrollModel

/// A calibrated key of configurations, with its possible values.
public struct CalibrationKey: Hashable, Sendable {
  /// The key's name in the text form.
  public let name: String
  /// Its values, the default first.
  public let values: [String]
  /// Whether the values are points of an interval.
  public var isConstant: Bool { values.count > 1 && values.allSatisfy { Double($0) != nil } }
}

/// A platform of probes.
public enum CalibrationPlatform: String, CaseIterable, Hashable, Sendable {
  /// A page in a browser with Chromium's rules.
  case web
  /// SwiftUI on iOS.
  case swiftui
  /// Jetpack Compose on Android.
  case compose
  /// Flutter on Android or iOS.
  case flutter

  /// The keys and values of the configuration before calibration.
  var basis: [(key: String, value: String)] {
    switch self {
    case .web: [("physics", "chromium")]
    case .swiftui: [("profile", "ios26")]
    case .compose: [("physics", "android"), ("slop", "8"), ("vertical-bounce", "none")]
    case .flutter: [("physics", "flutter-clamping"), ("slop", "18"), ("vertical-bounce", "none")]
    }
  }

  /// The configuration before calibration.
  public var base: Configuration {
    get throws { try configuration(of: "", values: []) }
  }

  /// The keys to calibrate.
  public var keys: [CalibrationKey] { Self.keyTable[self] ?? [] }

  private static let keyTable = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.makeKeys()) })

  private func makeKeys() -> [CalibrationKey] {
    switch self {
    case .web:
      [
        key("chromium-fling"), key("chromium-boost"), key("chromium-lead"),
        CalibrationKey(name: "chromium-slop", values: ["15", "8"]),
        CalibrationKey(name: "chromium-inch", values: ["96", "120", "144", "192"]),
        CalibrationKey(name: "vertical-bounce", values: ["automatic", "always"]),
      ]
    case .swiftui: Self.swiftUISwitches.map(key) + Self.swiftUIConstants
    case .compose:
      [
        CalibrationKey(name: "physics", values: ["android", "flutter-clamping", "chromium"]),
        CalibrationKey(name: "slop", values: ["8", "15", "24"]),
        CalibrationKey(name: "vertical-bounce", values: ["none", "always"]),
        CalibrationKey(name: "velocity-estimator", values: ["automatic", "impulse"]),
      ]
    case .flutter:
      [
        CalibrationKey(name: "physics", values: ["flutter-clamping", "flutter", "android"]),
        CalibrationKey(name: "slop", values: ["18", "8", "10"]),
        CalibrationKey(name: "vertical-bounce", values: ["none", "always"]),
        CalibrationKey(name: "velocity-estimator", values: ["automatic", "impulse"]),
        key("flutter-return"),
      ]
    }
  }

  /// The keys that the app's code decides where it declares them: physics are a parameter of each
  /// Flutter view.
  private var keysOfCode: Set<String> {
    self == .flutter ? ["physics", "vertical-bounce"] : []
  }

  /// The switches of SwiftUI: all but those of browsers and Flutter, and those that need more than one view.
  private static let swiftUISwitches: [String] = Switches.table.map(\.name).filter {
    !$0.hasPrefix("chromium-") && !$0.hasPrefix("flutter-")
      && !["nested-scroll", "lazy-resize", "few-limit"].contains($0)
  }

  /// Constants and disputed rules without a switch, the usual value first.
  private static let swiftUIConstants: [CalibrationKey] = [
    ("few-limit", ["3", "2", "4", "5"]), ("deceleration", ["automatic", "normal", "fast"]),
    ("vertical-size-class", ["automatic", "compact"]),
    ("normal-decay", ["0.998", "0.9975", "0.9985"]), ("fast-decay", ["0.99", "0.985", "0.995"]),
    ("velocity-floor", ["10", "1", "30"]), ("release-floor", ["250", "50", "350"]),
    ("rubber-band", ["0.55", "0.5", "0.6"]), ("return-rate", ["9.45", "7", "13"]),
    ("spring-rate", ["10.95", "8", "15"]), ("slop", ["10", "5", "15"]),
    ("animation-seconds", ["0.3", "0.25", "0.35", "0.5"]),
  ].map { CalibrationKey(name: $0.0, values: $0.1) }

  /// Keys of the platform without a probe, and the reasons.
  public var keysWithoutProbe: [(name: String, reason: String)] {
    switch self {
    case .web, .compose, .flutter: []
    case .swiftui:
      [
        ("nested-scroll", "a probe is the recording of one view"),
        ("lazy-resize", "a log has layouts, and the engine estimates only lengths of stacks"),
        ("trackpad-rubber-band", "a UI test cannot use a trackpad"),
      ]
    }
  }

  /// The largest delay of a recorder's frames, in seconds.
  ///
  /// Flutter's recorder reads the offset in the callback of a frame, before or after the motion of
  /// the same frame.
  var frameDelay: Double {
    switch self {
    case .web, .compose: 0.035
    case .flutter: 1.0 / 60
    case .swiftui: 0.01
    }
  }

  /// The possible error of a resting offset, in points: browsers report whole pixels.
  var restError: Double {
    switch self {
    case .web, .compose, .flutter: 0.8
    case .swiftui: 0.4
    }
  }

  /// Whether recordings contain ids, visibility and phases.
  var hasReports: Bool { self == .swiftui }

  private func key(_ name: String) -> CalibrationKey {
    let entry = Switches.table.first { $0.name == name }
    let pairs = basis.filter { $0.key == "profile" }.map { "\($0.key): \($0.value)" }
    let usual = (try? Configuration(text: pairs.joined())).flatMap { base in
      entry.map { $0.value(in: base.switches) }
    }
    let words = entry?.values ?? []
    return CalibrationKey(
      name: name, values: (usual.map { [$0] } ?? []) + words.filter { $0 != usual })
  }

  /// The part of a declared configuration that no calibration decides.
  func uncalibrated(_ declared: String) throws -> String {
    let names = Set(keys.map(\.name) + basis.map(\.key)).subtracting(keysOfCode)
    return try Configuration(text: declared).pairs.filter { !names.contains($0.key) }
      .map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  /// A declared configuration on the platform, with values of the keys by their indices.
  ///
  /// A key with its default keeps what the declared configuration has, and so does a key that the
  /// app's code decides.
  func configuration(of declared: String, values: [UInt8]) throws -> Configuration {
    var pairs: [(key: String, value: String)] = basis
    for (key, value) in zip(keys, values) where value > 0 {
      pairs.removeAll { $0.key == key.name }
      pairs.append((key.name, key.values[Int(value)]))
    }
    if !keysOfCode.isEmpty {
      let chosen = try Configuration(text: declared).pairs.map(\.key).filter(keysOfCode.contains)
      pairs.removeAll { chosen.contains($0.key) }
    }
    return try Configuration(text: declared, setting: pairs)
  }
}

extension Configuration {
  /// The configuration with another value of a key.
  func with(_ key: String, _ value: String) throws -> Configuration {
    try setting([(key, value)])
  }
}
