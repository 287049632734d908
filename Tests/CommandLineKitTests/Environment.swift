import Foundation

/// What the surroundings ask of the tests.
enum Environment {
  /// The number of cases of a random suite.
  static let cases = number("SCROLLTRACE_CASES") ?? 200
  /// The seed of random suites; set it to repeat a failure.
  static let seed = UInt64(number("SCROLLTRACE_SEED") ?? 20_240_611)
  /// Whether golden files are rewritten; on a build server never.
  static let recordsGolden = value("RECORD_GOLDEN") == "1" && value("CI") == nil

  static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  private static func number(_ name: String) -> Int? {
    value(name).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// Steele, Lea and Flood's SplitMix64: small, seedable, good enough to choose test cases.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
