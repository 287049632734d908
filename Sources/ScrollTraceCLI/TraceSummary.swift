import Replay
import ScrollModel
import TraceStore

/// A summary of a trace's events.
struct TraceSummary {
  /// The number of values in the offset curve.
  private static let curveLength = 60

  var touchSamples: Int64 = 0
  var wheelSamples: Int64 = 0
  var gestures: Int64 = 0
  var commands: Int64 = 0
  var edits: Int64 = 0
  var layouts: Int64 = 0
  var frames: Int64 = 0
  var phaseChanges: Int64 = 0
  var positionReports: Int64 = 0
  var visibilityEvents: Int64 = 0
  var releases: Int64 = 0
  var annotations: Int64 = 0
  var gaps: Int64 = 0
  var lostEvents: Int64 = 0
  var repairs: Int64 = 0
  var targets = 0
  var contentSize: Size?
  var containerSize: Size?
  /// Whether scrolling is disabled at the end; nil if unknown.
  var isScrollDisabled: Bool?
  var lastTime = TraceTime.zero
  /// The offset along the scroll axis over time, as the lowest and highest value of each slice.
  private(set) var curve: [ClosedRange<Double>?] = []
  private var openTouches: Set<Int64> = []
  private var lastWheel: TraceTime?
  private let duration: Int64
  private let axis: Axis

  /// Reads a trace to its end.
  init(of trace: TraceRecord, in store: TraceStore) throws {
    duration = max(1, try Self.end(of: trace, in: store).nanoseconds)
    axis = try store.mainAxis(of: trace)
    curve = Array(repeating: nil, count: Self.curveLength)
    let reader = try store.pointReader(of: trace.id)
    while let (time, event) = try reader.next() {
      lastTime = time
      switch event {
      case .input(let input): count(input, at: time)
      case .observation(let observation): count(observation, at: time)
      case .stream(let remark): count(remark)
      }
    }
  }

  /// The end of a trace; for an unsealed one it is read from the events.
  static func end(of trace: TraceRecord, in store: TraceStore) throws -> TraceTime {
    if let duration = trace.duration { return duration }
    var last = TraceTime.zero
    let reader = try store.pointReader(of: trace.id)
    while let (time, _) = try reader.next() { last = time }
    return last
  }

  private mutating func count(_ input: Input, at time: TraceTime) {
    switch input {
    case .touch(let sample):
      touchSamples += 1
      switch sample.phase {
      case .began:
        if openTouches.isEmpty { gestures += 1 }
        openTouches.insert(sample.pointer)
      case .ended, .cancelled: openTouches.remove(sample.pointer)
      case .moved, .stationary: break
      }
    case .wheel:
      wheelSamples += 1
      // As the gestures of a replay are numbered: a mouse's wheel has no phases.
      if lastWheel.map({ time.nanoseconds(since: $0) > RecordedGesture.pause }) ?? true {
        gestures += 1
      }
      lastWheel = time
    case .command: commands += 1
    case .edit: edits += 1
    case .layout(let layout):
      layouts += 1
      targets = layout.targets.count
      contentSize = layout.contentSize ?? contentSize
    case .container(let change):
      containerSize = change.size ?? containerSize
      isScrollDisabled = change.isScrollDisabled ?? isScrollDisabled
    }
  }

  private mutating func count(_ observation: Observation, at time: TraceTime) {
    switch observation {
    case .frame(let frame):
      frames += 1
      contentSize = frame.geometry.contentSize ?? contentSize
      containerSize = frame.geometry.containerSize ?? containerSize
      let offset = axis == .horizontal ? frame.offset.x : frame.offset.y
      let share = Double(time.nanoseconds) / Double(duration)
      // Clamped as a Double: a stored duration may be shorter than its trace.
      let slice = Int(min(Double(curve.count - 1), max(0, share * Double(curve.count))))
      let old = curve[slice] ?? offset...offset
      curve[slice] = min(old.lowerBound, offset)...max(old.upperBound, offset)
    case .phase: phaseChanges += 1
    case .position: positionReports += 1
    case .visibility, .visibleSet: visibilityEvents += 1
    case .release: releases += 1
    case .annotation: annotations += 1
    }
  }

  private mutating func count(_ remark: StreamEvent) {
    switch remark {
    case .gap(_, _, let count):
      gaps += 1
      lostEvents = lostEvents.heldSum(with: count ?? 0)
    case .repair: repairs += 1
    case .keyframe: break
    }
  }

  /// The offset curve as one line with eight heights; blank without frames.
  var sparkline: String {
    let known = curve.compactMap { $0 }
    guard let low = known.map(\.lowerBound).min(), let high = known.map(\.upperBound).max() else {
      return ""
    }
    let heights = Array("▁▂▃▄▅▆▇█")
    return String(
      curve.map { slice -> Character in
        guard let slice else { return " " }
        let middle = (slice.lowerBound + slice.upperBound) / 2
        guard high > low else { return heights[0] }
        let height = Int((middle - low) / (high - low) * Double(heights.count))
        return heights[min(heights.count - 1, max(0, height))]
      })
  }

  /// The lowest and highest offset; nil without frames.
  var offsetRange: ClosedRange<Double>? {
    let known = curve.compactMap { $0 }
    guard let low = known.map(\.lowerBound).min(), let high = known.map(\.upperBound).max() else {
      return nil
    }
    return low...high
  }
}
