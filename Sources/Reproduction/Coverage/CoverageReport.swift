import Analysis
public import Replay
public import ScrollModel
public import Simulation
import TraceStore
public import Triage

/// The decisions of one configuration that a corpus of traces covers.
public struct CoverageReport: Sendable {
  /// A covered decision.
  public struct Reached: Hashable, Sendable {
    /// The decision.
    public var decision: ScrollDecision
    /// The number of occurrences.
    public var count: Int
    /// The first trace with it.
    public var trace: Int64
  }

  /// A decision that no trace covers.
  public struct Missing: Hashable, Sendable {
    /// The decision.
    public var decision: ScrollDecision
    /// A scene and a script that cover it; nil if none was found.
    public var example: ScrollCase?
  }

  /// The configuration.
  public var configuration: Configuration
  /// The traces.
  public var traces: [Int64] = []
  /// The covered decisions, in the order of decisions.
  public var reached: [Reached] = []
  /// The decisions that are not covered.
  public var missing: [Missing] = []

  /// Examines the recordings of one configuration, and searches examples for missing decisions.
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

/// Finds the simplest example that covers each decision.
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

  /// Moves the start of a release without velocity until its proposal is halfway between two
  /// candidates.
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
