public import ScrollModel
public import TraceStore

/// Determines the values of a platform's keys from recorded probes.
///
/// Every recording is replayed under each value of each key, with the best values so far for the
/// other keys, until no key changes. A value is decided at odds of 100:1 against the next one.
public struct Calibration {
  /// The evidence of one recording for a key.
  public struct Evidence: Sendable {
    /// The name of the recording.
    public var name: String
    /// The number of its trace.
    public var trace: Int64
    /// The recorded resting offset.
    public var seen: Point
    /// The predicted resting offset for each value of the key, in order.
    public var predicted: [Point]
    /// The logarithm of the odds of the decided value against the best of the others.
    public var logOdds: Double
  }

  /// The evidence of all recordings for a key.
  public struct Decision: Sendable {
    /// The key.
    public var key: CalibrationKey
    /// The value that fits best.
    public var best: String
    /// The next one.
    public var next: String
    /// The logarithm of the odds between the two.
    public var logOdds: Double
    /// The recordings that distinguish the values, the strongest first.
    public var evidence: [Evidence]

    /// Whether the evidence is sufficient.
    public var isDecided: Bool { logOdds >= Calibration.decidingLogOdds }

    /// The recordings that contradict the best value.
    public var contradictions: [Evidence] {
      evidence.filter { $0.logOdds <= -Calibration.contradictingLogOdds }
    }
  }

  /// ln 100.
  static let decidingLogOdds = 4.605170185988092
  /// ln 10.
  static let contradictingLogOdds = 2.302585092994046
  /// The smallest distance of different predictions, in units of a recording's possible error.
  static let separation = 3.0

  /// The calibrated platform.
  public var platform: CalibrationPlatform { predictions.platform }
  private let predictions: ProbeOutcomes
  /// The recordings with frames, by their indices.
  private let observed: [(index: Int, observation: ProbeObservation)]
  private let recordings: [ProbeRecording]

  /// Reads the recordings of probes; those without frames are ignored.
  public init(_ traces: [TraceRecord], in store: TraceStore, on platform: CalibrationPlatform)
    throws
  {
    let recordings = try traces.map { try ProbeRecording($0, in: store, on: platform) }
    self.init(recordings, predictions: ProbeOutcomes(of: recordings.map(\.inputs), on: platform))
  }

  /// Examines recordings whose predictions are known; those without frames are ignored.
  public init(_ recordings: [ProbeRecording], predictions: ProbeOutcomes) {
    self.recordings = recordings
    self.predictions = predictions
    observed = recordings.enumerated().compactMap { index, recording in
      ProbeObservation(recording.run, on: predictions.platform).map { (index, $0) }
    }
  }

  /// The number of used recordings.
  public var recordingCount: Int { observed.count }

  /// Decides all keys.
  public func decide() throws -> [Decision] {
    guard !observed.isEmpty else { return [] }
    var search = SettingSearch(predictions, observed, ideals: ideals)
    let values = try search.best()
    return try predictions.keys.indices.map { try decision($0, values, &search) }
  }

  /// The log-likelihood of each recording under a perfect prediction.
  private var ideals: [Double] {
    observed.map { $0.observation.logLikelihood(recordings[$0.index].run) }
  }

  private func decision(
    _ number: Int, _ values: [UInt8], _ search: inout SettingSearch
  ) throws -> Decision {
    let key = predictions.keys[number]
    let settings = key.values.indices.map { index in
      var other = values
      other[number] = UInt8(index)
      return other
    }
    let sums = try settings.map { try search.sum($0) }
    let order = sums.indices.sorted { (-sums[$0], $0) < (-sums[$1], $1) }
    let (best, next) = (order[0], order[1])
    var evidence: [Evidence] = []
    for (slot, entry) in observed.enumerated() {
      let runs = try settings.map { try predictions.run(entry.index, $0) }
      let isSeparating = order.dropFirst().contains {
        entry.observation.separation(runs[best], runs[$0]) >= Self.separation
      }
      guard isSeparating else { continue }
      let likelihoods = try settings.map { try search.likelihood(slot, $0) }
      let others = order.dropFirst().map { likelihoods[$0] }
      evidence.append(
        Evidence(
          name: recordings[entry.index].name, trace: recordings[entry.index].trace,
          seen: entry.observation.rest, predicted: runs.map(\.rest),
          logOdds: likelihoods[best] - (others.max() ?? 0)))
    }
    evidence.sort { $0.logOdds > $1.logOdds }
    return Decision(
      key: key, best: key.values[best], next: key.values[next],
      logOdds: sums[best] - sums[next], evidence: evidence)
  }
}

@available(*, unavailable) extension Calibration: Sendable {}

/// Searches the values of all keys under which the recordings are most likely.
struct SettingSearch {
  private let predictions: ProbeOutcomes
  private let observed: [(index: Int, observation: ProbeObservation)]
  /// The log-likelihood of each recording under a perfect prediction.
  private let ideals: [Double]
  private var known: [[[UInt8]: Double]]

  /// The largest number of rounds over all keys.
  private static let mostPasses = 8
  /// A recording this much less likely than under a perfect prediction was predicted wrongly.
  private static let largestDeficit = 1.0
  /// The same for noisy recordings, in units of their median deficit.
  private static let noiseRatio = 4.0
  /// The same for all recordings: if most are predicted wrongly, their median is no noise.
  private static let largestNoise = 8.0

  init(
    _ predictions: ProbeOutcomes, _ observed: [(index: Int, observation: ProbeObservation)],
    ideals: [Double]
  ) {
    (self.predictions, self.observed, self.ideals) = (predictions, observed, ideals)
    known = observed.map { _ in [:] }
  }

  /// The log-likelihood of a recording.
  mutating func likelihood(_ slot: Int, _ values: [UInt8]) throws -> Double {
    let key = predictions.reduced(values, for: observed[slot].index)
    if let found = known[slot][key] { return found }
    let run = try predictions.run(observed[slot].index, values)
    let found = observed[slot].observation.logLikelihood(run)
    known[slot][key] = found
    return found
  }

  /// The log-likelihood of all recordings.
  mutating func sum(_ values: [UInt8]) throws -> Double {
    try observed.indices.reduce(0) { try $0 + likelihood($1, values) }
  }

  /// The most likely values.
  ///
  /// One key after the other takes its best value. If recordings remain unexplained, each key that
  /// affects them takes another value, and the others follow.
  mutating func best() throws -> [UInt8] {
    var values = [UInt8](repeating: 0, count: predictions.keys.count)
    try ascend(&values)
    for _ in 0..<Self.mostPasses {
      guard try leaveLocalMaximum(&values) else { break }
    }
    return values
  }

  private mutating func ascend(_ values: inout [UInt8], keeping kept: Int? = nil) throws {
    for _ in 0..<Self.mostPasses {
      let before = values
      for number in predictions.keys.indices where number != kept {
        for value in predictions.keys[number].values.indices where value != values[number] {
          var other = values
          other[number] = UInt8(value)
          if try gain(from: values, to: other, changing: number) > 0 { values = other }
        }
      }
      if values == before { break }
    }
  }

  /// The increase of the log-likelihood; only recordings affected by the changed key are computed.
  private mutating func gain(
    from values: [UInt8], to other: [UInt8], changing number: Int
  ) throws -> Double {
    var gain = 0.0
    for slot in observed.indices where predictions.affects(number, observed[slot].index) {
      gain += try likelihood(slot, other) - likelihood(slot, values)
    }
    return gain
  }

  /// The recordings that were predicted wrongly.
  ///
  /// A noisy recorder lets every correct prediction miss a little, so that their median shows the
  /// noise. Reports have no noise.
  private mutating func unexplained(_ values: [UInt8]) throws -> [Int] {
    let deficits = try observed.indices.map { try ideals[$0] - likelihood($0, values) }
    let noise = deficits.sorted()[deficits.count / 2]
    let largest = max(Self.largestDeficit, min(Self.noiseRatio * noise, Self.largestNoise))
    return try observed.indices.filter { slot in
      let (index, observation) = observed[slot]
      return try deficits[slot] > largest
        || !observation.hasReports(of: predictions.run(index, values))
    }
  }

  /// Tries other values of each key that affects an unexplained recording; false if none fits
  /// better.
  private mutating func leaveLocalMaximum(_ values: inout [UInt8]) throws -> Bool {
    let unexplained = try unexplained(values)
    let before = try sum(values)
    var best: (values: [UInt8], sum: Double)?
    for number in predictions.keys.indices
    where unexplained.contains(where: { predictions.affects(number, observed[$0].index) }) {
      for value in predictions.keys[number].values.indices where value != values[number] {
        var other = values
        other[number] = UInt8(value)
        try ascend(&other, keeping: number)
        try ascend(&other)
        let found = try sum(other)
        if found > best?.sum ?? before + 1e-9 { best = (other, found) }
      }
    }
    guard let best else { return false }
    values = best.values
    return true
  }
}
