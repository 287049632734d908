public import Replay
public import ScrollModel
public import TraceStore

/// Finds the keys of a configuration that make the difference for a trace.
public struct ConfigurationBisection {
  /// What makes the difference.
  public struct Result: Sendable {
    /// All keys with different values.
    public var differing: [KeyDifference]
    /// The keys that make the difference: first the value of the good side, then of the bad one.
    public var keys: [KeyDifference]
    /// The good configuration with these keys of the bad one, which does what the bad one does.
    public var mixed: Configuration
    /// How the replays of the good and the bad configuration differ.
    public var comparison: Comparison
    /// Whether no smaller set of keys makes the difference; otherwise only none of these can be left out.
    public var isSmallest: Bool
    /// How many mixed configurations were replayed.
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

  /// Finds the smallest set of keys; nil if the two do the same with this trace.
  ///
  /// Throws if one of the two cannot be replayed or compared.
  public func bisect(good: Configuration, bad: Configuration) throws -> Result? {
    let goodPlan = try plan(good)
    // The drive is the same for all, whatever a mixed configuration would get of itself.
    let badPlan = try plan(bad, drive: goodPlan.drive.drive)
    let comparison = try compare(goodPlan, badPlan)
    let differing = good.differences(from: bad)
    guard comparison.isDivergent, !differing.isEmpty else { return nil }
    func mixed(_ positions: [Int]) throws -> Configuration {
      try good.taking(Set(positions.map { differing[$0].key }), from: bad)
    }
    var search = SubsetSearch { positions in
      // Not every mixture is a configuration that runs.
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
