import ScrollModel
import TraceStore

/// The last seconds of one trace, in segments that each start with what held then.
///
/// A segment begins where the content rests, so that a keyframe says all that matters of the past. It
/// is short, so that cutting at one keeps little more than was asked: at most the asked seconds, a
/// segment at either end, and the samples of a finger that was down then. That is less than two
/// seconds more, and the motion that was under way. A motion longer than half a minute is cut.
struct KeyframeRing {
  /// The longest segment, in nanoseconds.
  private static let segmentLength: Int64 = 900_000_000

  /// How long the ring waits for a rest to begin a segment at, in nanoseconds.
  private static let longestMotion: Int64 = 30_000_000_000

  private struct Segment {
    let keyframe: KeyframeState
    let start: TraceTime
    /// Where the keyframe may stand for all that came before, if the content rests in front of it.
    let rest: ClosedRange<TraceTime>?
    var end: TraceTime
    var events: [(time: TraceTime, event: TraceEvent)] = []
  }

  private let length: Int64
  private var segments: [Segment] = []
  private var state: KeyframeState
  /// The time up to which events were let go of, and have had their effects.
  private var lastDropped: TraceTime?
  /// When the first frames of the whole trace were shown, as many as a refresh clock is inferred from.
  private var frameTimes: [TraceTime] = []

  /// Creates a ring that keeps at least this many seconds, up to a day, of a trace along some axes.
  init(seconds: Double, axes: ScrollAxes?) {
    state = KeyframeState(axes: axes)
    // Written so that a NaN keeps nothing rather than trapping.
    length = seconds > 0 ? Int64(min(seconds, 86_400) * 1e9) : 0
  }

  /// Takes in the next event, and lets go of segments that are too old.
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

  private func beginsSegment(at time: TraceTime) -> Bool {
    guard let start = segments.last?.start else { return true }
    let age = time.nanoseconds(since: start)
    return age >= Self.longestMotion || (age >= Self.segmentLength && state.isAtRest(at: time))
  }

  private mutating func letGo(before oldest: TraceTime) {
    while segments.count > 1 {
      let end = max(segments[0].end, segments[1].rest?.lowerBound ?? .zero)
      guard end < oldest else { return }
      lastDropped = end
      segments.removeFirst()
    }
  }

  /// The moment at which the kept part starts; all times count from there once it is cut.
  var start: TraceTime {
    guard let first = segments.first else { return .zero }
    return first.keyframe.start(for: firstMoment)
  }

  /// The tick that a replay of the whole trace counts from at the start, if it has a container with a rate.
  ///
  /// Where no container names a tick, a replay infers one from the first frames. A cut trace has other
  /// frames, so it has to name what the whole one implied.
  var tick: TraceTime? {
    guard let keyframe = segments.first?.keyframe, let rate = keyframe.refreshRate else {
      return nil
    }
    if let tick = keyframe.tick { return tick }
    guard state.tick == nil else { return .zero }
    return InferredTick(among: frameTimes, rate: rate).moment ?? .zero
  }

  /// The start of the first segment or, in the silence before it, the moment that was asked for.
  private var firstMoment: TraceTime {
    guard let first = segments.first, let last = segments.last else { return .zero }
    guard let lastDropped else { return first.start }
    let asked = last.end.advanced(byNanoseconds: -length)
    return max(lastDropped, min(first.rest?.upperBound ?? first.start, asked))
  }

  /// Returns the keyframe of the kept part and its events, and forgets them.
  mutating func cut() -> [(time: TraceTime, event: TraceEvent)] {
    defer { segments = [] }
    guard let first = segments.first else { return [] }
    let restated = first.keyframe.events(at: start, tick: start == .zero ? nil : tick)
    let mark: (time: TraceTime, event: TraceEvent) =
      (start, .stream(.keyframe(count: Int64(restated.count))))
    return [mark] + restated + segments.flatMap(\.events)
  }
}
