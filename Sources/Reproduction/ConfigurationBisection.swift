public import Replay
public import ScrollModel
public import TraceStore

/// Finds the configuration keys that cause the difference between two replays of a trace.
public struct ConfigurationBisection {
  /// The result of a bisection.
  public struct Result: Sendable {
    /// All keys with different values.
    public var differing: [KeyDifference]
    /// The causing keys, with the value of the good configuration first.
    public var keys: [KeyDifference]
    /// The good configuration with these keys of the bad one, whose replay equals the bad one.
    public var mixed: Configuration
    /// The comparison of the good and the bad replay.
    public var comparison: Comparison
    /// Whether no smaller set of keys is sufficient; otherwise only no single one of these can be
    /// omitted.
    public var isSmallest: Bool
    /// The number of replayed mixed configurations.
    public var triedCount: Int
  }

  private let trace: TraceRecord
  private let store: TraceStore
  private let contents: TraceContents
  private let registry: BehaviorRegistry
  private let tolerance: Tolerance
  private let drive: Drive?

  /// Creates a bisection for the inputs of a stored trace.
  public init(
    _ trace: TraceRecord, in store: TraceStore, _ registry: BehaviorRegistry,
    tolerance: Tolerance = .standard, drive: Drive? = nil
  ) throws {
    self.trace = trace
    self.store = store
    self.registry = registry
    self.tolerance = tolerance
    self.drive = drive
    contents = try store.contents(of: trace.id)
  }

  /// Finds the smallest set of keys; nil if both replays are equal.
  ///
  /// Throws if one of the two cannot be replayed or compared.
  public func bisect(good: Configuration, bad: Configuration) throws -> Result? {
    let goodPlan = try plan(good)
    // All replays use the same drive, regardless of the drive that a mixed configuration would
    // choose.
    let badPlan = try plan(bad, drive: goodPlan.drive.drive)
    let comparison = try compare(goodPlan, badPlan)
    let differing = good.differences(from: bad)
    guard comparison.isDivergent, !differing.isEmpty else { return nil }
    func mixed(_ positions: [Int]) throws -> Configuration {
      try good.taking(Set(positions.map { differing[$0].key }), from: bad)
    }
    var search = SubsetSearch { positions in
      // Some mixtures are invalid configurations.
      guard let mixed = try? mixed(positions),
        let plan = try? plan(mixed, drive: goodPlan.drive.drive)
      else { return false }
      do {
        return try !compare(badPlan, plan).isDivergent
      } catch is ReplayError {
        return false
      }
    }
    let (positions, isSmallest) = try search.smallest(of: differing.count)
    return Result(
      differing: differing, keys: positions.map { differing[$0] }, mixed: try mixed(positions),
      comparison: comparison, isSmallest: isSmallest, triedCount: search.triedCount)
  }

  private func plan(_ configuration: Configuration, drive: Drive? = nil) throws -> ReplayPlan {
    try ReplayPlan(
      configuration, of: trace.information, contents, drive: drive ?? self.drive,
      behavior: registry.behavior(of: configuration))
  }

  private func compare(_ first: ReplayPlan, _ second: ReplayPlan) throws -> Comparison {
    var pair = ReplayPair(first, second, tolerance: tolerance)
    try store.replay(trace.id) { pair.take($0) }
    return try pair.finish().2
  }
}

@available(*, unavailable) extension ConfigurationBisection: Sendable {}
