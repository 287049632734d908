public import ScrollModel

/// The traces of a capture whose scroll views are nested in each other, and what drove them.
///
/// Immutable and shared: every replay of one of them reads the others.
public final class NestedTraces: Sendable {
  /// One of the scroll views.
  public struct Member: Sendable {
    /// The number of its trace in the store.
    public let traceID: Int64
    /// Everything about its trace that is not an event.
    public let information: TraceInformation
    /// Which kinds of entries its trace has.
    public let contents: TraceContents
    /// The member around it, by its place among the members.
    public let parent: Int?
  }

  /// An event that is not user input: a layout, a command, or a frame with new values.
  public typealias Event = (time: TraceTime, member: Int, event: TraceEvent)
  /// A sample of the user, and the members that it is over, the innermost first.
  public typealias Sample = (time: TraceTime, chain: [Int], input: Input)

  /// The scroll views, each behind the one around it.
  public let members: [Member]
  /// What happened to each of them, in the order of time.
  public let events: [Event]
  /// What the user did over any of them, in the order of time.
  public let samples: [Sample]

  /// Takes what is known of the traces; events and samples are in the order of time.
  public init(members: [Member], events: [Event], samples: [Sample]) {
    self.members = members
    self.events = events
    self.samples = samples
  }

  /// Whether a sample of the user is over a member.
  func isTouched(_ member: Int, _ holds: (Input) -> Bool) -> Bool {
    samples.contains { $0.chain.contains(member) && holds($0.input) }
  }
}

/// A trace among those that it is nested with.
public struct NestedTrace: Hashable, Sendable {
  /// All of them.
  public let traces: NestedTraces
  /// The place of the trace among their members.
  public let member: Int

  /// Whether two are the same place among the same traces.
  public static func == (first: NestedTrace, second: NestedTrace) -> Bool {
    first.member == second.member && first.traces === second.traces
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(member) }

  /// Whether a finger comes down over the trace's view, or over one in it.
  public var hasTouches: Bool {
    traces.isTouched(member) { if case .touch = $0 { true } else { false } }
  }

  /// Whether a finger comes down over the trace's view and another one.
  public var sharesTouches: Bool {
    traces.samples.contains { $0.chain.count > 1 && $0.chain.contains(member) }
  }

  /// Whether a wheel turns over the trace's view, or over one in it.
  public var hasWheel: Bool {
    traces.isTouched(member) { if case .wheel = $0 { true } else { false } }
  }
}
