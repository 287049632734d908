import ScrollModel

/// The last seconds of one trace, in segments that each start with what held then.
///
/// A segment spans at most a second, so that cutting at a segment keeps little more than was asked.
struct KeyframeRing {
  /// The longest segment, in nanoseconds.
  static let segmentLength: Int64 = 1_000_000_000

  private struct Segment {
    let start: TraceTime
    let keyframe: KeyframeState
    var events: [(time: TraceTime, event: TraceEvent)] = []
  }

  private let length: Int64
  private var segments: [Segment] = []
  private var state = KeyframeState()

  /// Creates a ring that keeps at least this many nanoseconds.
  init(length: Int64) {
    self.length = length
  }

  /// Takes in the next event, and lets go of segments that are too old.
  mutating func append(_ event: TraceEvent, at time: TraceTime) {
    let start = segments.last?.start
    if start.map({ time.nanoseconds(since: $0) >= Self.segmentLength }) ?? true {
      segments.append(Segment(start: time, keyframe: state))
      let oldest = time.advanced(byNanoseconds: -length)
      let spare = segments.dropFirst().prefix { $0.start <= oldest }.count
      segments.removeFirst(spare)
    }
    segments[segments.count - 1].events.append((time, event))
    state.follow(event, at: time)
  }

  /// The moment at which the kept part starts; all times count from there once it is cut.
  var start: TraceTime {
    guard let first = segments.first else { return .zero }
    return min(first.start, first.keyframe.firstSampleTime ?? first.start)
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
