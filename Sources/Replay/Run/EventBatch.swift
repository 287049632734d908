public import ScrollModel
import TraceStore

/// The events of a trace, some at a time.
public struct EventBatch: Sendable {
  /// The events with their moments, in order.
  public private(set) var events: [(time: TraceTime, event: TraceEvent)] = []
  /// The same, frames that follow each other by the run.
  private(set) var parts: [Part] = []
  /// The parts, those together that a replay can go past at one go.
  private(set) var stretches: [FastRange] = []
  /// What of it a comparison looks at.
  private(set) var observed: [Observed] = []
  /// The samples of fingers, apart from events that are far larger.
  private(set) var touches: [(time: TraceTime, sample: TouchSample)] = []
  /// The visible sets, likewise.
  private(set) var sets: [(time: TraceTime, ids: ArraySlice<TargetID>)] = []
  /// The moments and places of the frames.
  private(set) var steps: [FrameSample] = []
  /// A frame for each run, which all of the run are like.
  private(set) var models: [GeometryFrame] = []

  /// Some events that follow each other.
  enum Part: Sendable {
    /// One sample of a finger, by its place among them.
    case touch(Int)
    /// One visible set, by its place among the events and among the sets.
    case set(event: Int, Int)
    /// One other event, by its place.
    case event(Int)
    /// Frames like one of the models, whose steps lie at these places.
    case frames(like: Int, Range<Int>)
  }

  /// Something that the recording saw; each but frames with the place of its part.
  enum Observed: Sendable {
    /// One visible set, by its place among the sets.
    case set(part: Int, Int)
    /// One other observation, by its place among the events.
    case event(part: Int, Int)
    /// Frames like one of the models, between which nothing else was seen, by the places of their steps.
    case frames(like: Int, Range<Int>)
  }

  /// Parts that follow each other.
  struct FastRange: Sendable {
    /// The parts, by their places.
    var parts: Range<Int>
    /// Its frames, where all are alike and nothing but fingers and wheels stands between them.
    var frames: (like: Int, steps: Range<Int>)?
  }

  /// A place between two events: how many parts come before it, and how many frames.
  struct Cursor: Hashable, Comparable, Sendable {
    var part = 0
    var step = 0

    static func < (first: Cursor, second: Cursor) -> Bool {
      first.part != second.part ? first.part < second.part : first.step < second.step
    }
  }

  /// How many events are read at a time.
  public static let size = 1024

  /// Creates an empty batch.
  public init() {}

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

  /// The frame of a step, which is like a model.
  func frame(_ step: FrameSample, like model: Int) -> GeometryFrame {
    var frame = models[model]
    frame.offset = step.offset
    return frame
  }

  /// Where in a range of steps those end that come up to a moment.
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

  /// Makes the newest part one of the last stretch if it is a gesture among frames, or one of its own.
  private mutating func addToStretch(isGesture: Bool) {
    if isGesture, let last = stretches.last, last.frames != nil {
      stretches[stretches.count - 1].parts = last.parts.lowerBound..<parts.count
    } else {
      stretches.append(FastRange(parts: parts.count - 1..<parts.count))
    }
  }

  /// Makes the newest step one of the last stretch if its frames are alike, or the first of its own.
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
  /// Whether another frame can differ only in its offset.
  fileprivate func isLike(_ other: GeometryFrame) -> Bool {
    phase == other.phase && geometry == other.geometry
  }
}

extension TraceEvent {
  fileprivate var isWheel: Bool {
    if case .input(.wheel) = self { true } else { false }
  }
}
