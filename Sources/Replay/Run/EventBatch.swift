public import ScrollModel
import TraceStore

/// A batch of consecutive events of a trace.
public struct EventBatch: Sendable {
  /// The events with their times, in order.
  public private(set) var events: [(time: TraceTime, event: TraceEvent)] = []
  /// The same events, with consecutive frames combined into runs.
  private(set) var parts: [Part] = []
  /// Ranges of parts that a replay can skip at once.
  private(set) var stretches: [FastRange] = []
  /// The observations that a comparison needs.
  private(set) var observed: [Observed] = []
  /// The samples of fingers, stored separately from much larger events.
  private(set) var touches: [(time: TraceTime, sample: TouchSample)] = []
  /// The visible sets, stored separately as well.
  private(set) var sets: [(time: TraceTime, ids: ArraySlice<TargetID>)] = []
  /// The times and offsets of the frames.
  private(set) var steps: [FrameSample] = []
  /// One model frame for each run, which all of its frames share.
  private(set) var models: [GeometryFrame] = []

  /// Consecutive events.
  enum Part: Sendable {
    /// One touch sample, by its index.
    case touch(Int)
    /// One visible set, by its indices among the events and among the sets.
    case set(event: Int, Int)
    /// One other event, by its index.
    case event(Int)
    /// Frames that share a model, by the range of their steps.
    case frames(like: Int, Range<Int>)
  }

  /// A recorded observation with the index of its part, except for frames.
  enum Observed: Sendable {
    /// One visible set, by its index among the sets.
    case set(part: Int, Int)
    /// One other observation, by its index among the events.
    case event(part: Int, Int)
    /// Frames that share a model, without other observations between them, by the range of their
    /// steps.
    case frames(like: Int, Range<Int>)
  }

  /// Consecutive parts.
  struct FastRange: Sendable {
    /// The parts, by their indices.
    var parts: Range<Int>
    /// Its frames, if all share a model with only touches and wheel steps between them.
    var frames: (like: Int, steps: Range<Int>)?
  }

  /// A position between two events: the numbers of parts and of frames before it.
  struct Cursor: Hashable, Comparable, Sendable {
    var part = 0
    var step = 0

    static func < (first: Cursor, second: Cursor) -> Bool {
      first.part != second.part ? first.part < second.part : first.step < second.step
    }
  }

  /// The number of events that are read at a time.
  public static let size = 1024

  /// Creates an empty batch.
  public init() {}

  /// Creates a batch of events that are in memory already.
  public init(_ events: some Sequence<(time: TraceTime, event: TraceEvent)>) {
    self.events = Array(events)
    findRuns()
  }

  /// Reads the next events; none at the end of the trace.
  mutating func fill(from reader: TraceReader) throws {
    events.removeAll(keepingCapacity: true)
    // If reading fails, the events before the failure are still replayed.
    defer { findRuns() }
    try reader.read(Self.size, into: &events)
  }

  /// The frame of a step, from its model.
  func frame(_ step: FrameSample, like model: Int) -> GeometryFrame {
    var frame = models[model]
    frame.offset = step.offset
    return frame
  }

  /// The end of the steps in a range up to a time.
  func end(of range: Range<Int>, until limit: TraceTime) -> Int {
    guard let last = range.last, steps[last].time > limit else { return range.upperBound }
    var (low, high) = (range.lowerBound, last)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].time <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func findRuns() {
    parts.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
    observed.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    models.removeAll(keepingCapacity: true)
    for (place, (time, event)) in events.enumerated() {
      switch event {
      case .observation(.frame(let frame)):
        add(frame, at: time)
      case .input(.touch(let sample)):
        touches.append((time, sample))
        parts.append(.touch(touches.count - 1))
        addToStretch(isGesture: true)
      case .observation(.visibleSet(let set)):
        sets.append((time, set.ids[...]))
        parts.append(.set(event: place, sets.count - 1))
        observed.append(.set(part: parts.count - 1, sets.count - 1))
        addToStretch(isGesture: false)
      default:
        parts.append(.event(place))
        if case .observation = event { observed.append(.event(part: parts.count - 1, place)) }
        addToStretch(isGesture: event.isWheel)
      }
    }
  }

  private mutating func add(_ frame: GeometryFrame, at time: TraceTime) {
    steps.append(FrameSample(time: time, offset: frame.offset))
    if models.last.map({ $0.isLike(frame) }) != true { models.append(frame) }
    let model = models.count - 1
    if case .frames(model, let range)? = parts.last {
      parts[parts.count - 1] = .frames(like: model, range.lowerBound..<steps.count)
    } else {
      parts.append(.frames(like: model, steps.count - 1..<steps.count))
    }
    if case .frames(model, let range)? = observed.last {
      observed[observed.count - 1] = .frames(like: model, range.lowerBound..<steps.count)
    } else {
      observed.append(.frames(like: model, steps.count - 1..<steps.count))
    }
    addToStretch(model)
  }

  /// Adds the newest part to the last range if it is a gesture among frames, else to a new range.
  private mutating func addToStretch(isGesture: Bool) {
    if isGesture, let last = stretches.last, last.frames != nil {
      stretches[stretches.count - 1].parts = last.parts.lowerBound..<parts.count
    } else {
      stretches.append(FastRange(parts: parts.count - 1..<parts.count))
    }
  }

  /// Adds the newest step to the last range if it shares its model, else to a new range.
  private mutating func addToStretch(_ model: Int) {
    if let last = stretches.last, let frames = last.frames, frames.like == model {
      stretches[stretches.count - 1].frames?.steps = frames.steps.lowerBound..<steps.count
      stretches[stretches.count - 1].parts = last.parts.lowerBound..<parts.count
    } else {
      stretches.append(
        FastRange(
          parts: parts.count - 1..<parts.count, frames: (model, steps.count - 1..<steps.count)))
    }
  }
}

extension GeometryFrame {
  /// Whether two frames differ at most in their offset.
  fileprivate func isLike(_ other: GeometryFrame) -> Bool {
    phase == other.phase && geometry == other.geometry
  }
}

extension TraceEvent {
  fileprivate var isWheel: Bool {
    if case .input(.wheel) = self { true } else { false }
  }
}
