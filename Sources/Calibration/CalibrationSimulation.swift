import ScrollModel
public import Simulation

/// A test of a suite by simulation.
///
/// It draws random settings, simulates the recordings, and calibrates with them.
public struct CalibrationSimulation {
  /// The numbers of keys by what the calibration found.
  public struct Result: Hashable, Sendable {
    /// Keys with the drawn value.
    public var recovered = 0
    /// Keys without a decision.
    public var undecided: [String] = []
    /// Keys with another value.
    public var wrong: [String] = []
    /// Keys with another value that is not distinguishable under the drawn values of the others.
    public var withoutEffect = 0

    /// No keys.
    public init() {}

    /// Whether all drawn values were found.
    public var isComplete: Bool { undecided.isEmpty && wrong.isEmpty }

    /// Adds the numbers of another draw.
    public mutating func add(_ other: Result) {
      recovered += other.recovered
      undecided += other.undecided
      wrong += other.wrong
      withoutEffect += other.withoutEffect
    }
  }

  private let names: [String]
  private let inputs: [ProbeInputs]
  private let predictions: ProbeOutcomes
  private var platform: CalibrationPlatform { predictions.platform }

  /// Prepares the simulation of a suite.
  public init(_ plan: ProbePlan) throws {
    names = plan.probes.map(\.name)
    inputs = try plan.probes.map { try $0.inputs() }
    predictions = try ProbeOutcomes(trying: inputs, on: plan.platform)
  }

  /// Half a point of noise, and 5 % lost frames.
  public static let usualNoise: ObservationNoise = {
    var noise = ObservationNoise()
    noise.offsetJitter = 0.5
    noise.droppedShare = 0.05
    return noise
  }()

  /// Draws a setting and calibrates with its recordings.
  public func run(seed: UInt64, noise: ObservationNoise) throws -> Result {
    var random = SeededGenerator(seed: seed)
    let keys = predictions.keys
    let values = keys.map { UInt8(random.below(UInt64($0.values.count))) }
    var recordings: [ProbeRecording] = []
    for (index, input) in inputs.enumerated() {
      // The recording comes from the whole setting, not from the values known to affect it.
      let run = input.run(
        under: try platform.configuration(of: input.declared, values: values))
      try predictions.learn(index, values, from: run)
      recordings.append(
        ProbeRecording(
          names[index], input, ran: run, noise: noise, seed: seed &* 1000 &+ UInt64(index)))
    }
    let decisions = try Calibration(recordings, predictions: predictions).decide()
    var result = Result()
    for (number, decision) in decisions.enumerated() {
      let value = decision.key.values[Int(values[number])]
      if try !hasEffect(number, values) {
        result.withoutEffect += 1
      } else if !decision.isDecided {
        result.undecided.append(
          "\(decision.key.name): \(value) or \(decision.best) or \(decision.next)")
      } else if decision.best != value {
        result.wrong.append("\(decision.key.name): \(value), not \(decision.best)")
      } else {
        result.recovered += 1
      }
    }
    return result
  }

  /// Whether every other value of a key changes some recording by more than a recorder's error.
  private func hasEffect(_ number: Int, _ values: [UInt8]) throws -> Bool {
    try predictions.keys[number].values.indices.allSatisfy { value in
      guard value != values[number] else { return true }
      var other = values
      other[number] = UInt8(value)
      return try inputs.indices.contains { index in
        guard predictions.affects(number, index) else { return false }
        let here = try predictions.run(index, values)
        let there = try predictions.run(index, other)
        let observation = ProbeObservation(here, on: platform)
        return (observation?.separation(here, there) ?? 0) >= Calibration.separation
      }
    }
  }
}
