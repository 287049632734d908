import ScrollModel
import TraceStore

/// The last seconds of one trace, in segments that start with a keyframe.
///
/// A segment begins at a rest, so that a keyframe contains all relevant state. Segments are short,
/// so that a cut keeps little more than requested: a segment at either end, and the samples of a
/// finger that was down. That is less than two seconds more, plus the current motion. A motion
/// longer than half a minute is cut.
struct KeyframeRing {
  /// The length from which the next rest begins another segment, in nanoseconds.
  private let segmentLength: Int64

  /// The longest wait for a rest at which a segment can begin, in nanoseconds.
  private static let longestMotion: Int64 = 30_000_000_000

  private struct Segment {
    let keyframe: KeyframeState
    let start: TraceTime
    /// The times at which the keyframe can replace all earlier events, if the content rests before
    /// it.
    let rest: ClosedRange<TraceTime>?
    var end: TraceTime
    var events: [(time: TraceTime, event: TraceEvent)] = []
  }

  private let length: Int64
  private var segments: [Segment] = []
  private var state: KeyframeState
  /// The time up to which dropped events have had their effects.
  private var lastDropped: TraceTime?
  /// The times of the first frames of the whole trace, as many as needed to infer a refresh clock.
  private var frameTimes: [TraceTime] = []

  /// Creates a ring that keeps at least this many seconds, up to a day, of a trace along some axes.
  init(seconds: Double, axes: ScrollAxes?, segmentLength: Int64 = 900_000_000) {
    self.segmentLength = segmentLength
    state = KeyframeState(axes: axes)
    // This form of the condition maps NaN to zero instead of trapping.
    length = seconds > 0 ? Int64(min(seconds, 86_400) * 1e9) : 0
  }

  /// Appends the next event, and drops segments that are too old.
  mutating func append(_ event: TraceEvent, at time: TraceTime) {
    if beginsSegment(at: time) {
      segments.append(
        Segment(keyframe: state, start: time, rest: state.rest(before: time), end: time))
    }
    letGo(before: time.advanced(byNanoseconds: -length))
    segments[segments.count - 1].events.append((time, event))
    segments[segments.count - 1].end = time
    if case .observation(.frame) = event, frameTimes.count < InferredTick.frameCount {
      frameTimes.append(time)
    }
    state.follow(event, at: time)
  }

  /// Drops everything before `moment` if the content rests there until the next event, at `next`.
  ///
  /// A rest is known only from the time of the next event, which is not part of the ring.
  mutating func beginPart(at moment: TraceTime, before next: TraceTime) {
    guard let last = segments.last, state.isAtRest(at: next) else { return }
    let rest = state.rest(before: next)
    guard max(last.end, rest?.lowerBound ?? last.end) <= moment else { return }
    segments.append(Segment(keyframe: state, start: next, rest: rest, end: moment))
    letGo(before: next)
  }

  private func beginsSegment(at time: TraceTime) -> Bool {
    guard let start = segments.last?.start else { return true }
    let age = time.nanoseconds(since: start)
    return age >= Self.longestMotion || (age >= segmentLength && state.isAtRest(at: time))
  }

  private mutating func letGo(before oldest: TraceTime) {
    while segments.count > 1 {
      let end = max(segments[0].end, segments[1].rest?.lowerBound ?? .zero)
      guard end < oldest else { return }
      lastDropped = end
      segments.removeFirst()
    }
  }

  /// The start of the kept part, which is time zero after a cut.
  var start: TraceTime {
    guard let first = segments.first else { return .zero }
    return first.keyframe.start(for: firstMoment)
  }

  /// The tick that a replay of the whole trace uses at the start, if a container has a rate.
  ///
  /// If no container has a tick, a replay infers one from the first frames. A cut trace has other
  /// frames, so it must contain the inferred tick of the whole one.
  var tick: TraceTime? {
    guard let keyframe = segments.first?.keyframe, let rate = keyframe.refreshRate else {
      return nil
    }
    if let tick = keyframe.tick { return tick }
    guard state.tick == nil else { return .zero }
    return InferredTick(among: frameTimes, rate: rate).moment ?? .zero
  }

  /// The start of the first segment, or the requested time in the silence before it.
  private var firstMoment: TraceTime {
    guard let first = segments.first, let last = segments.last else { return .zero }
    guard let lastDropped else { return first.start }
    let asked = last.end.advanced(byNanoseconds: -length)
    return max(lastDropped, min(first.rest?.upperBound ?? first.start, asked))
  }

  /// Returns the information of the kept part: that of the whole trace, and how to find it there.
  func information(ofPartOf whole: TraceInformation) -> TraceInformation {
    var information = whole
    let origin = start
    if origin > .zero {
      information.setMetadata(MetadataEntry(key: "cut_ns", json: String(origin.nanoseconds)))
    }
    if let tick, tick < origin {
      let distance = tick.nanoseconds(since: origin)
      information.setMetadata(
        MetadataEntry(key: SliceClock.metadataKey, json: String(distance)))
    }
    return information
  }

  /// Returns the keyframe of the kept part and its events, and removes them.
  mutating func cut() -> [(time: TraceTime, event: TraceEvent)] {
    defer { segments = [] }
    guard let first = segments.first else { return [] }
    let restated = first.keyframe.events(at: start, tick: start == .zero ? nil : tick)
    let mark: (time: TraceTime, event: TraceEvent) =
      (start, .stream(.keyframe(count: Int64(restated.count))))
    return [mark] + restated + segments.flatMap(\.events)
  }
}
