import ScrollModel
import Simulation

/// The engine's predictions for recordings under values of a platform's keys, each computed once.
///
/// This is a class, because calibrations of recordings with the same inputs share it.
public final class ProbeOutcomes {
  /// The calibrated platform.
  public let platform: CalibrationPlatform
  let keys: [CalibrationKey]
  private let inputs: [ProbeInputs]
  /// The keys that affect each recording, by index and as a mask.
  private var affecting: [[Int]]
  private var masks: [[Bool]]
  private var runs: [[[UInt8]: ProbeRun]]

  /// The number of random settings in which each key's effect on a recording is tried.
  private static let trials: UInt64 = 8

  /// Prepares predictions; all keys are assumed to affect all recordings.
  public init(of inputs: [ProbeInputs], on platform: CalibrationPlatform) {
    (self.inputs, self.platform) = (inputs, platform)
    keys = platform.keys
    affecting = inputs.map { _ in Array(platform.keys.indices) }
    masks = inputs.map { _ in platform.keys.map { _ in true } }
    runs = inputs.map { _ in [:] }
  }

  /// Prepares predictions, and determines by trials which keys affect which inputs.
  public init(trying inputs: [ProbeInputs], on platform: CalibrationPlatform) throws {
    (self.inputs, self.platform) = (inputs, platform)
    keys = platform.keys
    let keys = keys
    affecting = try inputs.map { try Self.affecting($0, keys, on: platform) }
    masks = affecting.map { found in keys.indices.map(found.contains) }
    runs = inputs.map { _ in [:] }
  }

  /// The keys whose values change a run, at the defaults of the other keys or in a random setting.
  private static func affecting(
    _ input: ProbeInputs, _ keys: [CalibrationKey], on platform: CalibrationPlatform
  ) throws -> [Int] {
    func run(_ values: [UInt8]) throws -> ProbeRun {
      input.run(under: try platform.configuration(of: input.declared, values: values))
    }
    var random = SeededGenerator(seed: 1)
    var found: Set<Int> = []
    for trial in 0...trials {
      let values = keys.map { trial == 0 ? UInt8(0) : UInt8(random.below(UInt64($0.values.count))) }
      let here = try run(values)
      for (number, key) in keys.enumerated() where !found.contains(number) {
        // One other value is enough in a random setting.
        let shift = trial == 0 ? 0 : random.below(UInt64(max(1, key.values.count - 1)))
        for step in 1..<max(2, trial == 0 ? key.values.count : 2) {
          var other = values
          other[number] = UInt8((Int(values[number]) + step + Int(shift)) % key.values.count)
          if try run(other) != here { found.insert(number) }
        }
      }
    }
    return found.sorted()
  }

  /// Adds the keys that trials have missed, if the run of a recording differs from its prediction.
  func learn(_ recording: Int, _ values: [UInt8], from run: ProbeRun) throws {
    guard try self.run(recording, values) != run else { return }
    let input = inputs[recording]
    let missed = try keys.indices.filter { number in
      guard !masks[recording][number], values[number] > 0 else { return false }
      var other = values
      other[number] = 0
      let configuration = try platform.configuration(of: input.declared, values: other)
      return input.run(under: configuration) != run
    }
    // None alone: several of them have an effect only together.
    let added =
      missed.isEmpty
      ? keys.indices.filter { !masks[recording][$0] && values[$0] > 0 } : missed
    affecting[recording] = (affecting[recording] + added).sorted()
    for number in added { masks[recording][number] = true }
    runs[recording] = [:]
  }

  /// Whether a key affects a recording.
  func affects(_ key: Int, _ recording: Int) -> Bool { masks[recording][key] }

  /// The values that affect a recording, the others at their defaults.
  func reduced(_ values: [UInt8], for recording: Int) -> [UInt8] {
    affecting[recording].map { values[$0] }
  }

  /// The prediction for a recording, with the defaults of the keys that do not affect it.
  func run(_ recording: Int, _ values: [UInt8]) throws -> ProbeRun {
    let key = reduced(values, for: recording)
    if let known = runs[recording][key] { return known }
    let input = inputs[recording]
    // The other keys at their defaults: `learn` then notices a key that the trials missed, and the
    // prediction does not depend on the setting that was asked first.
    let effective = zip(masks[recording], values).map { $0 ? $1 : 0 }
    let run = input.run(
      under: try platform.configuration(of: input.declared, values: effective))
    runs[recording][key] = run
    return run
  }
}
