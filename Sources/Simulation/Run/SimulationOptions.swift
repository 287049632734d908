/// What a simulated digitizer does to the true path of a finger.
///
/// Only samples between the first and the last one of a contact are touched, so that a gesture
/// starts and ends where and when its step says. All zeros: a perfect device.
public struct SensorNoise: Hashable, Sendable {
  /// The most by which a coordinate is off, in points.
  public var positionJitter = 0.0
  /// The most by which the time of a sample is off, in microseconds.
  public var timeJitter = 0.0
  /// The share of samples that are lost.
  public var droppedShare = 0.0
  /// The share of samples that are delivered late, together with the one that follows them.
  public var coalescedShare = 0.0

  /// A perfect device.
  public static let none = SensorNoise()

  /// Creates a perfect device.
  public init() {}
}

/// What a simulation needs besides a scene and a script.
public struct SimulationOptions: Hashable, Sendable {
  /// The seed of everything random.
  public var seed: UInt64 = 1
  /// Samples of a finger per second, and of a trackpad.
  public var touchRate = 120.0
  /// What the digitizer does to the samples.
  public var noise = SensorNoise.none
  /// The most events and layout targets that a run may make.
  public var eventLimit = 10_000_000

  /// Creates the default options: seed 1, 120 samples per second, a perfect device.
  public init() {}

  /// What is wrong with the options, or nil if nothing is.
  var problem: String? {
    let rows: [(String, Double, ClosedRange<Double>, String)] = [
      ("the touch rate", touchRate, 1...1000, " samples per second"),
      ("the position jitter", noise.positionJitter, 0...1000, " points"),
      ("the time jitter", noise.timeJitter, 0...1_000_000, " microseconds"),
      ("the share of dropped samples", noise.droppedShare, 0...1, ""),
      ("the share of coalesced samples", noise.coalescedShare, 0...1, ""),
    ]
    for (name, value, range, unit) in rows where !range.contains(value) {
      return "\(name) is \(value)\(unit); use \(range.lowerBound) to \(range.upperBound)\(unit)"
    }
    return nil
  }
}

/// Why a simulation cannot start: an option is out of its range.
public struct SimulationOptionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Which option has which value, and what it may have.
  public let description: String
}
