public import ScrollModel

/// The data of a trace that another trace's clock can be aligned with.
public struct ClockProbe: Sendable {
  /// The largest number of marks that are kept.
  static let markLimit = 4096
  /// The largest number of automatic annotations of a recorder among them, such as presented
  /// frames.
  private static let noteLimit = 2048

  /// A mark: its name, its text, and the number of equal ones before.
  struct Mark: Hashable, Sendable {
    let kind: String
    let text: String?
    let occurrence: Int
  }

  /// The number of touch samples and wheel steps.
  public private(set) var gestureSamples: Int64 = 0
  /// The number of frames with an offset.
  public private(set) var frames: Int64 = 0
  /// The number of frames with another offset than the previous one.
  public private(set) var movements: Int64 = 0
  /// The time of the first touch sample or wheel step.
  public private(set) var firstGesture: TraceTime?
  /// The time of the last one.
  private(set) var lastGesture: TraceTime?
  /// The number of layouts and edits.
  public private(set) var layoutInputs: Int64 = 0
  /// The number of container changes with a size.
  public private(set) var containerChanges: Int64 = 0
  /// The first frame with a container size, and its time.
  public private(set) var firstSizedFrame: (frame: GeometryFrame, time: TraceTime)?
  private(set) var marks: [(mark: Mark, time: TraceTime)] = []
  private var occurrences: [Mark: Int] = [:]
  private var noteCount = 0
  /// The time of the first touch down.
  private(set) var firstTouch: TraceTime?
  /// The time of the next sample.
  private(set) var secondSample: TraceTime?
  /// The time of the first movement of a finger or a wheel.
  private(set) var firstMovement: TraceTime?
  /// The time at which the finger had passed the slop of a pan recognizer.
  private(set) var firstTravel: TraceTime?
  /// The time of the first offset change, and of the frame before it.
  private(set) var firstOffsetChange: (before: TraceTime, time: TraceTime)?
  private var start: (pointer: Int64, position: Point)?
  private(set) var lastFrame: (offset: Point, time: TraceTime)?
  /// The zero of the page's own clock, known from a mark in a browser recording.
  private(set) var pageZero: Int64?
  /// The page's own clock at time 0, known from a log of the page itself.
  private(set) var pageReading: Int64?

  /// The slop of a pan: 10 points in UIKit, 8 dp to 15 px elsewhere.
  private static let slop = 10.0

  /// Creates a probe without samples.
  public init() {}

  /// Handles the information of the trace.
  public mutating func take(_ information: TraceInformation) {
    let entry = information.metadata.first { $0.key == MetadataEntry.pageTimeOrigin }
    pageZero = entry.flatMap { Int64($0.json) }
    pageReading = information.clock?.pageReading
  }

  /// Handles the next event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .input(.touch(let sample)): take(sample, at: time)
    case .input(.wheel(let sample)):
      gestureSamples += 1
      firstGesture = firstGesture ?? time
      lastGesture = time
      // Fingers that rest on a trackpad move nothing yet.
      guard sample.delta != .zero else { break }
      firstMovement = firstMovement ?? time
      firstTravel = firstTravel ?? time
    case .input(.layout), .input(.edit): layoutInputs += 1
    case .input(.container(let change)): containerChanges += change.size == nil ? 0 : 1
    case .observation(.frame(let frame)): take(frame, at: time)
    case .observation(.annotation(let note)): take(note, at: time)
    default: break
    }
  }

  private mutating func take(_ sample: TouchSample, at time: TraceTime) {
    gestureSamples += 1
    firstGesture = firstGesture ?? time
    lastGesture = time
    if firstTouch == nil, sample.phase == .began {
      firstTouch = time
    } else if firstTouch != nil, secondSample == nil {
      secondSample = time
    }
    guard firstTravel == nil else { return }
    if sample.phase == .began, start == nil { start = (sample.pointer, sample.position) }
    guard let start, start.pointer == sample.pointer else { return }
    let (dx, dy) = (sample.position.x - start.position.x, sample.position.y - start.position.y)
    if dx != 0 || dy != 0 { firstMovement = firstMovement ?? time }
    if dx * dx + dy * dy >= Self.slop * Self.slop { firstTravel = time }
    if sample.phase == .ended || sample.phase == .cancelled {
      // A tap moves nothing; the next touch counts.
      if firstTravel == nil { firstMovement = nil }
      self.start = nil
    }
  }

  private mutating func take(_ frame: GeometryFrame, at time: TraceTime) {
    frames += 1
    if firstSizedFrame == nil, frame.geometry.containerSize != nil {
      firstSizedFrame = (frame, time)
    }
    if let last = lastFrame, last.offset != frame.offset {
      movements += 1
      if firstOffsetChange == nil { firstOffsetChange = (last.time, time) }
    }
    lastFrame = (frame.offset, time)
  }

  private mutating func take(_ note: Annotation, at time: TraceTime) {
    let (kind, text) = Self.meaning(of: note)
    if kind != Self.markKind || note.text == nil {
      guard noteCount < Self.noteLimit else { return }
      noteCount += 1
    }
    keep(kind, text, at: time)
  }

  private mutating func keep(_ kind: String, _ text: String?, at time: TraceTime) {
    guard marks.count < Self.markLimit else { return }
    let first = Mark(kind: kind, text: text, occurrence: 0)
    let occurrence = occurrences[first, default: 0]
    occurrences[first] = occurrence + 1
    marks.append((Mark(kind: kind, text: text, occurrence: occurrence), time))
  }

  /// Adds marks of another trace with the same clock: a format may store a mark in one trace of its
  /// file, or in each.
  public mutating func addMarks(of other: ClockProbe) {
    struct Moment: Hashable {
      let text: String?
      let time: TraceTime
    }
    func moments(_ probe: ClockProbe) -> [Moment] {
      probe.marks.filter { $0.mark.kind == Self.markKind }
        .map { Moment(text: $0.mark.text, time: $0.time) }
    }
    let known = Set(moments(self))
    let added = moments(other).filter { !known.contains($0) }
    guard !added.isEmpty else { return }
    var all = marks.map { (kind: $0.mark.kind, text: $0.mark.text, time: $0.time) }
    all += added.map { (Self.markKind, $0.text, $0.time) }
    (marks, occurrences) = ([], [:])
    for entry in all.sortedStably({ $0.time < $1.time }) {
      keep(entry.kind, entry.text, at: entry.time)
    }
  }

  /// The kind of intentional marks of a program.
  private static let markKind = "mark"

  /// The mark of an annotation: intentional marks have different kinds in each format.
  ///
  /// The text of a signpost contains its emitter after its name.
  private static func meaning(of note: Annotation) -> (kind: String, text: String?) {
    switch note.kind {
    case "custom": (markKind, note.text)
    case "signpost": (markKind, note.text.map { String($0.prefix { $0 != "," }) })
    // A log may contain the name of a mark without a text.
    default: note.text == nil ? (markKind, note.kind) : (note.kind, note.text)
    }
  }
}
