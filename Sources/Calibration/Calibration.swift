import Replay
public import ScrollModel
public import TraceStore

/// Determines the values of a platform's keys from recorded probes.
///
/// Every recording is replayed under each value of each key, with the best values so far for the
/// other keys, until no key changes. A value is decided at odds of 100:1 against the next one.
public struct Calibration {
  /// The evidence of one recording for a key.
  public struct Evidence: Sendable {
    /// The recording.
    public var trace: TraceRecord
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
  private static let separation = 3.0
  /// The largest number of rounds over all keys.
  private static let mostPasses = 6

  /// The calibrated platform.
  public let platform: CalibrationPlatform
  private let store: TraceStore
  private let observations: [ProbeObservation]
  private let contents: [Int64: TraceContents]

  /// Reads the recordings of probes; those without movement are ignored.
  public init(_ traces: [TraceRecord], in store: TraceStore, on platform: CalibrationPlatform)
    throws
  {
    self.platform = platform
    self.store = store
    observations = try traces.compactMap {
      try ProbeObservation($0, in: store, frameDelay: platform.frameDelay)
    }
    var contents: [Int64: TraceContents] = [:]
    for trace in traces { contents[trace.id] = try store.contents(of: trace.id) }
    self.contents = contents
  }

  /// The number of used recordings.
  public var recordingCount: Int { observations.count }

  /// Decides all keys.
  public func decide() throws -> [Decision] {
    var cache = FitCache()
    var best: (values: [String: String], sum: Double)?
    // The best values may be far from the defaults, so the search starts at every value once.
    for start in starts {
      let (values, sum) = try ascend(from: start, &cache)
      if best.map({ sum > $0.sum }) ?? true { best = (values, sum) }
    }
    guard let values = best?.values else { return [] }
    return try platform.keys.map { try decision($0, values, &cache) }
  }

  /// All keys at their defaults, except for one.
  private var starts: [[String: String]] {
    let usual = Dictionary(uniqueKeysWithValues: platform.keys.map { ($0.name, $0.values[0]) })
    return platform.keys.flatMap { key in
      key.values.map { usual.merging([key.name: $0]) { $1 } }
    }
  }

  /// Iterates over all keys until no value improves the fit.
  private func ascend(
    from start: [String: String], _ cache: inout FitCache
  ) throws -> (values: [String: String], sum: Double) {
    var values = start
    var sum = try fit(values, &cache).sum
    for _ in 0..<Self.mostPasses {
      let before = values
      for key in platform.keys {
        for value in key.values where value != values[key.name] {
          let other = values.merging([key.name: value]) { $1 }
          let found = try fit(other, &cache).sum
          if found > sum { (values, sum) = (other, found) }
        }
      }
      if values == before { break }
    }
    return (values, sum)
  }

  /// Values of all keys with the log-likelihoods of the recordings and the predictions.
  private struct Fit {
    var predictions: [ProbePrediction]
    var logLikelihoods: [Double]
    var sum: Double { logLikelihoods.reduce(0, +) }
  }

  /// Already computed fits, by the values in the order of the keys.
  private struct FitCache {
    var fits: [[String]: Fit] = [:]
  }

  private func fit(_ values: [String: String], _ cache: inout FitCache) throws -> Fit {
    let key = platform.keys.map { values[$0.name] ?? "" }
    if let known = cache.fits[key] { return known }
    let predictions = try observations.map { try predict($0.trace, values) }
    let fit = Fit(
      predictions: predictions,
      logLikelihoods: zip(observations, predictions).map { $0.logLikelihood($1) })
    cache.fits[key] = fit
    return fit
  }

  private func decision(
    _ key: CalibrationKey, _ values: [String: String], _ cache: inout FitCache
  ) throws -> Decision {
    let fits = try key.values.map { value in
      try fit(values.merging([key.name: value]) { $1 }, &cache)
    }
    let order = fits.indices.sorted { fits[$0].sum > fits[$1].sum }
    let (best, next) = (order[0], order[1])
    var evidence: [Evidence] = []
    for (index, observation) in observations.enumerated() {
      let own = fits[best].predictions[index]
      let isSeparating = order.dropFirst().contains {
        observation.separation(own, fits[$0].predictions[index]) >= Self.separation
      }
      guard isSeparating else { continue }
      let others = order.dropFirst().map { fits[$0].logLikelihoods[index] }
      evidence.append(
        Evidence(
          trace: observation.trace, seen: observation.rest,
          predicted: fits.map { $0.predictions[index].rest },
          logOdds: fits[best].logLikelihoods[index] - (others.max() ?? 0)))
    }
    evidence.sort { $0.logOdds > $1.logOdds }
    return Decision(
      key: key, best: key.values[best], next: key.values[next],
      logOdds: fits[best].sum - fits[next].sum, evidence: evidence)
  }

  /// Replays a recording from its gesture only.
  private func predict(_ trace: TraceRecord, _ values: [String: String]) throws -> ProbePrediction {
    let plan = try ReplayPlan(
      configuration(of: trace, values), of: trace.information,
      contents[trace.id] ?? store.contents(of: trace.id), drive: .gesture)
    let box = ObserverBox(RecordedOutcome())
    let run = ReplayRun(plan, listener: box)
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return ProbePrediction(box.observer.frames)
  }

  /// The declared configuration on the platform, with the values of the keys.
  private func configuration(
    of trace: TraceRecord, _ values: [String: String]
  ) throws -> Configuration {
    var configuration = platform.base
    if let text = trace.information.declaredConfiguration {
      configuration.behavior = try Configuration(text: text).behavior
    }
    for key in platform.keys {
      configuration = try configuration.with(key.name, values[key.name] ?? key.values[0])
    }
    return configuration
  }
}

@available(*, unavailable) extension Calibration: Sendable {}
