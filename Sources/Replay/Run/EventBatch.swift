public import ScrollModel
import TraceStore

/// The events of a trace, some at a time.
public struct EventBatch: Sendable {
  /// The events with their moments, in order.
  public private(set) var events: [(time: TraceTime, event: TraceEvent)] = []
  /// The same, frames that follow each other by the run.
  private(set) var parts: [Part] = []
  private var steps: [FrameStep] = []

  /// Some events that follow each other.
  enum Part: Sendable {
    /// One event, by its place.
    case event(Int)
    /// Frames like one, whose steps lie at these places.
    case frames(like: GeometryFrame, Range<Int>)
  }

  /// How many events are read at a time.
  public static let size = 1024

  /// Creates an empty batch.
  public init() {
    events.reserveCapacity(Self.size)
  }

  /// Creates a batch of events that are in memory already.
  public init(_ events: some Sequence<(time: TraceTime, event: TraceEvent)>) {
    self.events = Array(events)
    findRuns()
  }

  /// Reads the events that come next; none at the end of the trace.
  mutating func fill(from reader: TraceReader) throws {
    events.removeAll(keepingCapacity: true)
    // Even if reading fails, what was read before the failure counts.
    defer { findRuns() }
    try reader.read(Self.size, into: &events)
  }

  /// The frames of a part.
  func run(like frame: GeometryFrame, _ range: Range<Int>) -> FrameRun {
    FrameRun(like: frame, steps[range])
  }

  private mutating func findRuns() {
    parts.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    for (place, (time, event)) in events.enumerated() {
      guard case .observation(.frame(let frame)) = event else {
        parts.append(.event(place))
        continue
      }
      let end = steps.count
      steps.append(FrameStep(time: time, offset: frame.offset))
      if case .frames(let other, let range)? = parts.last, other.phase == frame.phase,
        other.geometry == frame.geometry
      {
        parts[parts.count - 1] = .frames(like: other, range.lowerBound..<steps.count)
      } else {
        parts.append(.frames(like: frame, end..<steps.count))
      }
    }
  }
}
