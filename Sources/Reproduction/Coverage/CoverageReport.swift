import Analysis
public import Replay
public import ScrollModel
public import Simulation
import TraceStore
public import Triage

/// Which decisions of one configuration a corpus of traces exercises.
public struct CoverageReport: Sendable {
  /// A decision that was exercised.
  public struct Reached: Hashable, Sendable {
    /// The decision.
    public var decision: ScrollDecision
    /// How often.
    public var count: Int
    /// In which trace first.
    public var trace: Int64
  }

  /// A decision that no trace exercises.
  public struct Missing: Hashable, Sendable {
    /// The decision.
    public var decision: ScrollDecision
    /// A scene and a script that exercise it; nil if none was found.
    public var example: ScrollCase?
  }

  /// The configuration.
  public var configuration: Configuration
  /// The traces.
  public var traces: [Int64] = []
  /// What they exercise, in the order of the decisions.
  public var reached: [Reached] = []
  /// What none of them does.
  public var missing: [Missing] = []

  /// Examines the recordings of one configuration, and searches examples of what they miss.
  public init(
    _ outcomes: [Outcome], under configuration: Configuration, _ scratch: ScratchStore,
    _ registry: BehaviorRegistry
  ) throws {
    self.configuration = configuration
    var found: [ScrollDecision: Reached] = [:]
    for outcome in outcomes {
      traces.append(outcome.trace.id)
      for (decision, count) in try DecisionCounter(outcome, configuration, registry).counts {
        found[decision, default: Reached(decision: decision, count: 0, trace: outcome.trace.id)]
          .count += count
      }
    }
    reached = ScrollDecision.allCases.compactMap { found[$0] }
    let open = ScrollDecision.allCases.filter {
      found[$0] == nil && $0.applies(to: configuration)
    }
    guard !open.isEmpty else { return }
    let examples = try CoverageSearch(configuration, scratch, registry).examples(of: Set(open))
    missing = open.map { Missing(decision: $0, example: examples[$0]) }
  }
}

/// Finds for each decision the plainest of the examples that exercises it.
struct CoverageSearch {
  private let configuration: Configuration
  private let scratch: ScratchStore
  private let registry: BehaviorRegistry

  init(_ configuration: Configuration, _ scratch: ScratchStore, _ registry: BehaviorRegistry) {
    self.configuration = configuration
    self.scratch = scratch
    self.registry = registry
  }

  func examples(of wanted: Set<ScrollDecision>) throws -> [ScrollDecision: ScrollCase] {
    var found: [ScrollDecision: ScrollCase] = [:]
    for axis in [Axis.vertical, .horizontal] {
      let scrolls = ExampleScrolls(configuration, along: axis)
      for example in scrolls.all where found.count < wanted.count {
        guard let outcome = try outcome(of: example) else { continue }
        for decision in try DecisionCounter(outcome, configuration, registry).counts.keys
        where wanted.contains(decision) {
          if let known = found[decision], known.weight <= example.weight { continue }
          found[decision] = example
        }
      }
      if wanted.contains(.tie), found[.tie] == nil { found[.tie] = try tie(scrolls) }
    }
    return found
  }

  private func outcome(of example: ScrollCase) throws -> Outcome? {
    guard
      let recording = try? example.recording(
        isFixed: false, behavior: registry.behavior(of: configuration))
    else { return nil }
    return try scratch.put(recording)
  }

  /// Moves the start of a release without velocity until it is proposed halfway between two candidates.
  private func tie(_ scrolls: ExampleScrolls) throws -> ScrollCase? {
    var start = 400.0
    for _ in 0..<3 {
      guard let example = scrolls.held(at: start), let outcome = try outcome(of: example) else {
        return nil
      }
      let counter = try DecisionCounter(outcome, configuration, registry)
      if counter.counts[.tie] != nil { return example }
      guard let settle = counter.reports.last?.configured, settle.candidates.count > 1 else {
        return nil
      }
      let middle = (settle.candidates[0].offset + settle.candidates[1].offset) / 2
      start += middle - settle.proposed
    }
    return nil
  }
}

@available(*, unavailable) extension CoverageSearch: Sendable {}
