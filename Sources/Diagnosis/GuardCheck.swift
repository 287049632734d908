public import Analysis
public import Replay
public import ScrollModel
import TraceStore
public import Triage

/// The effect of a fix on correct traces.
public struct GuardResult: Hashable, Sendable {
  /// A trace by its name, and its result.
  public struct Trace: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The detectors of its new findings, or the reason why it was not checked.
    public var text: String

    /// Creates a trace's result.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The number of replayed traces.
  public var checkedCount = 0
  /// Traces in which the fix causes findings of severity warning or higher.
  public var worse: [Trace] = []
  /// Traces that could not be checked.
  public var unchecked: [Trace] = []

  /// Creates a result without any trace.
  public init() {}

  /// The largest number of traces that are named.
  private static let namedCount = 5

  /// A short summary of the result.
  var summary: String {
    guard checkedCount > 0 else { return "no guard trace could be checked" }
    let traces = checkedCount == 1 ? "1 guard trace" : "\(checkedCount) guard traces"
    return worse.isEmpty ? "no new finding in \(traces)" : "worse in \(worse.count) of \(traces)"
  }

  /// The traces that become worse and those that were not checked.
  var lines: [String] {
    [("Worse", worse), ("Not checked", unchecked)].compactMap { title, traces in
      guard !traces.isEmpty else { return nil }
      let named = traces.prefix(Self.namedCount).map { "\($0.name) (\($0.text))" }
      let more = traces.count - named.count
      return "\(title): \(named.joined(separator: ", "))" + (more > 0 ? " and \(more) more." : ".")
    }
  }
}

/// Replays a fix on a corpus of correct traces.
///
/// The changed configuration keys are changed in each trace's own configuration. Findings before
/// the change are ignored.
public struct GuardCheck {
  private let guarded: [(name: String, outcome: Outcome)]
  /// Traces of the corpus that could not be read.
  private let unread: [GuardResult.Trace]
  private let registry: BehaviorRegistry
  private let options: FindingOptions
  private var before: [String: Set<String>?] = [:]

  /// Prepares the traces of a corpus; `unread` contains the names of unreadable ones.
  public init(
    _ guarded: [(name: String, outcome: Outcome)], unread: [GuardResult.Trace] = [],
    _ registry: BehaviorRegistry, options: FindingOptions = FindingOptions()
  ) {
    self.guarded = guarded
    self.unread = unread
    self.registry = registry
    self.options = options
  }

  /// Checks the change from an app's current configuration to the fixed one.
  public mutating func check(
    from cause: Configuration, to fix: Configuration
  ) throws -> GuardResult {
    var result = GuardResult()
    result.unchecked = unread
    for (index, (name, outcome)) in guarded.enumerated() {
      do {
        let own = try outcome.trace.information.declaredConfiguration.map {
          try Configuration(text: $0)
        }
        let changed = try Self.change(own ?? cause, from: cause, to: fix)
        guard let old = try warnings(of: outcome, index, under: own ?? cause),
          let new = try warnings(of: outcome, index, under: changed)
        else {
          result.unchecked.append(.init(name: name, text: "the trace cannot be replayed"))
          continue
        }
        result.checkedCount += 1
        let added = new.subtracting(old).sorted()
        guard !added.isEmpty else { continue }
        result.worse.append(.init(name: name, text: added.joined(separator: ", ")))
      } catch let error as ConfigurationSyntaxError {
        result.unchecked.append(.init(name: name, text: "its configuration: \(error)"))
      }
    }
    return result
  }

  /// Applies the same change to another configuration: keys that the fix sets or removes.
  static func change(
    _ configuration: Configuration, from cause: Configuration, to fix: Configuration
  ) throws(ConfigurationSyntaxError) -> Configuration {
    let old = Dictionary(cause.pairs.map { ($0.key, $0.value) }) { first, _ in first }
    let new = Dictionary(fix.pairs.map { ($0.key, $0.value) }) { first, _ in first }
    let set = fix.pairs.filter { old[$0.key] != $0.value }
    let kept = configuration.pairs.filter { pair in
      !set.contains { $0.key == pair.key } && (old[pair.key] == nil || new[pair.key] != nil)
    }
    let text = (kept + set).map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    return try Configuration(text: text)
  }

  /// Detectors of warnings and errors in a replay; nil if the trace cannot be replayed.
  private mutating func warnings(
    of outcome: Outcome, _ index: Int, under configuration: Configuration
  ) throws -> Set<String>? {
    let key = "\(index) \(configuration.text)"
    if let known = before[key] { return known }
    let contents = try outcome.store.contents(of: outcome.trace.id)
    var found: Set<String>?
    if let plan = try? ReplayPlan(
      configuration, of: outcome.trace.information, contents,
      behavior: registry.behavior(of: configuration)),
      plan.drive.drive != .offset
    {
      let findings = try Outcome(of: outcome.trace, in: outcome.store, plan: plan)
        .analyze(FindingsAnalysis(configuration, options: options)).findings
      found = Set(findings.filter { $0.severity >= .warning }.map(\.detector))
    }
    before[key] = .some(found)
    return found
  }
}
