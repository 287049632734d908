/// The noise of a simulated digitizer.
///
/// Only samples between the first and the last one of a contact are changed, so that a gesture
/// starts and ends as specified by its step. All zeros: a perfect device.
public struct SensorNoise: Hashable, Sendable {
  /// The largest error of a coordinate, in points.
  public var positionJitter = 0.0
  /// The largest error of a sample's time, in microseconds.
  public var timeJitter = 0.0
  /// The fraction of lost samples.
  public var droppedShare = 0.0
  /// The fraction of samples that are delivered late, together with the following one.
  public var coalescedShare = 0.0

  /// A perfect device.
  public static let none = SensorNoise()

  /// Creates a perfect device.
  public init() {}
}

/// The options of a simulation besides scene and script.
public struct SimulationOptions: Hashable, Sendable {
  /// The seed of all random numbers.
  public var seed: UInt64 = 1
  /// Samples per second of fingers and trackpads.
  public var touchRate = 120.0
  /// The noise of the digitizer.
  public var noise = SensorNoise.none
  /// The largest number of events and layout targets in a run.
  public var eventLimit = 10_000_000

  /// Creates the default options: seed 1, 120 samples per second, a perfect device.
  public init() {}

  /// The problem of the options; nil if they are valid.
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

/// An option out of its range.
public struct SimulationOptionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The option, its value, and the valid range.
  public let description: String
}
