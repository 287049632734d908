public import Analysis
public import Replay
public import ScrollModel
public import TraceStore

/// A finding and what replaying says about its repair.
public struct TriagedFinding: Hashable, Sendable {
  /// The finding.
  public var finding: Finding
  /// The smallest change of the configuration that makes it disappear, as its text.
  public var repair: String?
  /// The repaired configuration.
  public var repaired: Configuration?
  /// How many changes were tried.
  public var triedCount = 0
  /// Why none was tried, where none could be.
  public var obstacle: String?

  /// Creates a finding whose repair is not known yet.
  public init(_ finding: Finding) {
    self.finding = finding
  }
}

/// Looks for the smallest change of a configuration that makes a finding disappear, by replaying.
///
/// A finding of a recording can only be repaired if the replay under the same configuration shows
/// it, too: otherwise it is not the configuration's.
public struct RepairSearch {
  /// How many changes are tried for one finding.
  public static let limit = 24

  private let store: TraceStore
  private let trace: TraceRecord
  private let configuration: Configuration
  private let registry: BehaviorRegistry
  private let options: FindingOptions
  private var known: [String: Set<String>] = [:]

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

  /// Tries the changes that a finding suggests, single ones in their order, then pairs.
  public mutating func triage(_ finding: Finding) throws -> TriagedFinding {
    var result = TriagedFinding(finding)
    guard !finding.edits.isEmpty else {
      result.obstacle = "no change of the configuration is known for it"
      return result
    }
    let before = try fingerprints(under: configuration)
    guard let before else {
      result.obstacle = "the trace cannot be replayed"
      return result
    }
    guard before.contains(finding.fingerprint) else {
      result.obstacle =
        "the replay under the same configuration does not show it: it is not the configuration's"
      return result
    }
    for edits in candidates(finding.edits) {
      let changed = edits.reduce(configuration) { $1.applied(to: $0) }
      guard changed != configuration else { continue }
      result.triedCount += 1
      guard result.triedCount <= Self.limit else { break }
      guard let after = try fingerprints(under: changed) else { continue }
      if !after.contains(finding.fingerprint) {
        result.repaired = changed
        result.repair = Self.difference(from: configuration, to: changed)
        return result
      }
    }
    return result
  }

  private func candidates(_ edits: [ConfigurationEdit]) -> [[ConfigurationEdit]] {
    var all = edits.map { [$0] }
    for (index, first) in edits.enumerated() {
      for second in edits[(index + 1)...] { all.append([first, second]) }
    }
    return all
  }

  /// The fingerprints of warnings and errors under a configuration; nil if it cannot be replayed.
  private mutating func fingerprints(under configuration: Configuration) throws -> Set<String>? {
    let key = configuration.text
    if let found = known[key] { return found }
    guard
      let plan = try? ReplayPlan(
        configuration, of: trace.information, try store.contents(of: trace.id),
        behavior: registry.behavior(of: configuration)),
      plan.drive.drive != .offset
    else { return nil }
    let outcome = Outcome(of: trace, in: store, plan: plan)
    let analysis = try outcome.analyze(
      AnalysisPair(
        FindingsAnalysis(configuration, options: options), ConfigurationLint(configuration)))
    let found = Set(
      (analysis.first.findings + analysis.second.findings).map(\.fingerprint))
    known[key] = found
    return found
  }

  /// The keys of the text form that differ, as a person would change them.
  private static func difference(from old: Configuration, to new: Configuration) -> String {
    let before = Set(old.pairs.map { "\($0.key): \($0.value)" })
    let changed = new.pairs.map { "\($0.key): \($0.value)" }.filter { !before.contains($0) }
    let keys = Set(new.pairs.map(\.key))
    let dropped = old.pairs.map(\.key).filter { !keys.contains($0) }.map { "no \($0)" }
    return (changed + dropped).joined(separator: ", ")
  }
}
