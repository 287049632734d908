import ScrollModel

/// The last seconds of one trace, in segments that each start with what held then.
///
/// A segment is short, so that cutting at one keeps little more than was asked: at most the asked
/// seconds, a segment at either end, and the samples of a finger that was down then. That is less
/// than two seconds more.
struct KeyframeRing {
  /// The longest segment, in nanoseconds.
  private static let segmentLength: Int64 = 900_000_000

  private struct Segment {
    let keyframe: KeyframeState
    let start: TraceTime
    var end: TraceTime
    var events: [(time: TraceTime, event: TraceEvent)] = []
  }

  private let length: Int64
  private var segments: [Segment] = []
  private var state: KeyframeState
  /// The time of the last event that was let go of.
  private var lastDropped: TraceTime?

  /// Creates a ring that keeps at least this many seconds, up to a day, of a trace along some axes.
  init(seconds: Double, axes: ScrollAxes?) {
    state = KeyframeState(axes: axes)
    // Written so that a NaN keeps nothing rather than trapping.
    length = seconds > 0 ? Int64(min(seconds, 86_400) * 1e9) : 0
  }

  /// Takes in the next event, and lets go of segments that are too old.
  mutating func append(_ event: TraceEvent, at time: TraceTime) {
    let start = segments.last?.start
    if start.map({ time.nanoseconds(since: $0) >= Self.segmentLength }) ?? true {
      segments.append(Segment(keyframe: state, start: time, end: time))
      letGo(before: time.advanced(byNanoseconds: -length))
    }
    segments[segments.count - 1].events.append((time, event))
    segments[segments.count - 1].end = time
    state.follow(event, at: time)
  }

  private mutating func letGo(before oldest: TraceTime) {
    let spare = segments.dropLast().prefix { $0.end < oldest }
    guard let last = spare.last else { return }
    lastDropped = last.end
    segments.removeFirst(spare.count)
  }

  /// The moment at which the kept part starts; all times count from there once it is cut.
  var start: TraceTime {
    guard let first = segments.first else { return .zero }
    return first.keyframe.start(for: firstMoment)
  }

  /// The start of the first segment or, in the silence before it, the moment that was asked for.
  private var firstMoment: TraceTime {
    guard let first = segments.first, let last = segments.last else { return .zero }
    guard let lastDropped else { return first.start }
    let asked = last.end.advanced(byNanoseconds: -length)
    return max(lastDropped, min(first.start, asked))
  }

  /// Returns the keyframe of the kept part and its events, and forgets them.
  mutating func cut() -> [(time: TraceTime, event: TraceEvent)] {
    defer { segments = [] }
    guard let first = segments.first else { return [] }
    let restated = first.keyframe.events(at: start)
    let mark: (time: TraceTime, event: TraceEvent) =
      (start, .remark(.keyframe(count: Int64(restated.count))))
    return [mark] + restated + segments.flatMap(\.events)
  }
}
