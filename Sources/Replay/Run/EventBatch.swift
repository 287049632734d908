public import ScrollModel
import TraceStore

/// The events of a trace, some at a time.
public struct EventBatch: Sendable {
  /// The events with their moments, in order.
  public private(set) var events: [(time: TraceTime, event: TraceEvent)] = []
  /// The same, frames that follow each other by the run.
  private(set) var parts: [Part] = []
  /// The parts, those together that a replay can go past at one go.
  private(set) var stretches: [Stretch] = []
  private var steps: [FrameStep] = []

  /// Some events that follow each other.
  enum Part: Sendable {
    /// One event, by its place.
    case event(Int)
    /// Frames like one, whose steps lie at these places.
    case frames(like: GeometryFrame, Range<Int>)
  }

  /// Parts that follow each other.
  struct Stretch: Sendable {
    /// The parts, by their places.
    var parts: Range<Int>
    /// Its frames, where all are alike and nothing but fingers and wheels stands between them.
    var frames: (like: GeometryFrame, steps: Range<Int>)?
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
    stretches.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    for (place, (time, event)) in events.enumerated() {
      guard case .observation(.frame(let frame)) = event else {
        parts.append(.event(place))
        addToStretch(isGesture: event.isGesture)
        continue
      }
      steps.append(FrameStep(time: time, offset: frame.offset))
      if case .frames(let other, let range)? = parts.last, other.isLike(frame) {
        parts[parts.count - 1] = .frames(like: other, range.lowerBound..<steps.count)
      } else {
        parts.append(.frames(like: frame, steps.count - 1..<steps.count))
      }
      addToStretch(frame)
    }
  }

  /// Makes the newest part one of the last stretch if it is a gesture among frames, or one of its own.
  private mutating func addToStretch(isGesture: Bool) {
    if isGesture, let last = stretches.last, last.frames != nil {
      stretches[stretches.count - 1].parts = last.parts.lowerBound..<parts.count
    } else {
      stretches.append(Stretch(parts: parts.count - 1..<parts.count))
    }
  }

  /// Makes the newest step one of the last stretch if its frames are alike, or the first of its own.
  private mutating func addToStretch(_ frame: GeometryFrame) {
    if let last = stretches.last, let frames = last.frames, frames.like.isLike(frame) {
      stretches[stretches.count - 1].frames?.steps = frames.steps.lowerBound..<steps.count
      stretches[stretches.count - 1].parts = last.parts.lowerBound..<parts.count
    } else {
      stretches.append(
        Stretch(
          parts: parts.count - 1..<parts.count, frames: (frame, steps.count - 1..<steps.count)))
    }
  }
}

extension GeometryFrame {
  /// Whether another frame can differ only in its offset.
  fileprivate func isLike(_ other: GeometryFrame) -> Bool {
    phase == other.phase && geometry == other.geometry
  }
}

extension TraceEvent {
  fileprivate var isGesture: Bool {
    switch self {
    case .input(.touch), .input(.wheel): true
    case .input, .observation, .remark: false
    }
  }
}
