public import Analysis
public import Replay
public import ScrollModel
public import TraceStore

/// A finding and the replay results about its fix.
public struct TriagedFinding: Hashable, Sendable {
  /// The finding.
  public var finding: Finding
  /// The smallest configuration change that fixes it, as text.
  public var repair: String?
  /// The fixed configuration.
  public var repaired: Configuration?
  /// The same change for the app's author: code, or the reason why there is none.
  public var changes: [AppChange] = []
  /// The number of changes that were tried.
  public var triedCount = 0
  /// The reason why none was tried, if any.
  public var obstacle: String?

  /// Creates a finding without a repair yet.
  public init(_ finding: Finding) {
    self.finding = finding
  }
}

/// Searches the smallest configuration change that fixes a finding, by replaying.
///
/// A finding of a recording can only be fixed if the replay under the same configuration has it,
/// too: otherwise the configuration is not its cause.
public struct RepairSearch {
  /// The largest number of changes that are tried for one finding.
  public static let limit = 24

  private let store: TraceStore
  private let trace: TraceRecord
  private let configuration: Configuration
  private let registry: BehaviorRegistry
  private let options: FindingOptions
  private var known: [String: Replayed] = [:]

  /// The result of one replay.
  private struct Replayed {
    let findings: [Finding]
    let plan: ReplayPlan
  }

  /// Creates a search over replays of a trace.
  public init(
    _ trace: TraceRecord, in store: TraceStore, configuration: Configuration,
    registry: BehaviorRegistry, options: FindingOptions = FindingOptions()
  ) {
    self.trace = trace
    self.store = store
    self.configuration = configuration
    self.registry = registry
    self.options = options
  }

  /// The text if no change is known that could be tried.
  static let noRepair = "No configuration change is known to fix this; none was tried."

  /// The text if no tried change is a fix.
  static func noRepair(among count: Int) -> String {
    count == 1
      ? "The configuration change that was tried does not fix this."
      : "None of the \(count) configuration changes that were tried fixes this."
  }

  /// Tries the suggested changes of a finding, single ones in order, then pairs.
  ///
  /// A change that causes another warning is no fix, and neither is one that removes the purpose of
  /// the configuration: see `Purpose`.
  public mutating func triage(_ finding: Finding) throws -> TriagedFinding {
    var result = TriagedFinding(finding)
    guard let before = try replayed(under: configuration) else {
      result.obstacle = "The trace cannot be replayed, so no configuration change was tried."
      return result
    }
    let same = before.findings.filter { $0.fingerprint == finding.fingerprint }
    guard !same.isEmpty else {
      result.obstacle =
        "The replay with the declared configuration does not have this problem, so the configuration is "
        + "not the cause."
      return result
    }
    guard !finding.edits.isEmpty else {
      result.obstacle = Self.noRepair
      return result
    }
    let places = ([finding] + same).map(\.place)
    var purpose: Purpose?
    for changed in finding.repairCandidates(for: configuration).prefix(Self.limit) {
      result.triedCount += 1
      guard let after = try replayed(under: changed),
        finding.isRepaired(from: before.findings, to: after.findings),
        changed.keepsFeatures(of: configuration)
      else { continue }
      let kept = try purpose ?? Purpose(of: before.plan, trace, in: store, beside: places)
      purpose = kept
      guard try kept.isKept(by: Purpose(of: after.plan, trace, in: store, beside: places)) else {
        continue
      }
      result.repaired = changed
      result.repair = configuration.changes(to: changed)
      let axis = try store.mainAxis(of: trace)
      let platform = AppPlatform(trace.information, declared: configuration)
      result.changes = ConfigurationCode(platform, axis: axis).changes(
        from: configuration, to: changed)
      return result
    }
    result.obstacle =
      result.triedCount == 0 ? Self.noRepair : Self.noRepair(among: result.triedCount)
    return result
  }

  /// The findings of a replay under a configuration; nil if it cannot be replayed.
  private mutating func replayed(under configuration: Configuration) throws -> Replayed? {
    let key = configuration.text
    if let found = known[key] { return found }
    // Not in the guard below, because an error of the store is no result about the trace.
    let contents = try store.contents(of: trace.id)
    guard
      let plan = try? ReplayPlan(
        configuration, of: trace.information, contents,
        behavior: registry.behavior(of: configuration)),
      plan.drive.drive != .offset
    else { return nil }
    let found = try Outcome(of: trace, in: store, plan: plan).findings(
      under: configuration, registry, options: options)
    let replayed = Replayed(findings: found, plan: plan)
    known[key] = replayed
    return replayed
  }
}
