import Replay
import ScrollModel
import TraceStore

/// What a recording of a probe shows: where the content rests, and where it was on its way there.
struct ProbeObservation {
  /// A moment that counts, how far a right prediction may be from it, and where the content was.
  struct Sample {
    var time: TraceTime
    var offset: Point
    var deviation: Double
  }

  let trace: TraceRecord
  private(set) var samples: [Sample] = []

  /// How many moments of the way count; the rest is one more.
  private static let wayCount = 6
  /// How far a prediction may be off, in points, if nothing at all explains it.
  private static let anywhere = 2000.0
  /// The share of recordings that anything may have happened to.
  private static let accident = 0.01

  /// Reads a stored trace; nil where it has no frames.
  init?(_ trace: TraceRecord, in store: TraceStore, frameDelay: Double) throws {
    self.trace = trace
    var recorded = RecordedOutcome()
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { recorded.take(event, at: time) }
    }
    let frames = recorded.frames
    guard let first = frames.first, let last = frames.last else { return nil }
    // Where nothing moves, the whole of it says so.
    let start = frames.firstIndex { $0.offset != first.offset } ?? 0
    let end = frames.lastIndex { $0.offset != last.offset } ?? frames.count - 1
    var deviations = PathDeviation(
      frames, touches: recorded.touchStarts, frameDelay: frameDelay)
    let step = max(1, (end - start) / Self.wayCount)
    for index in start...max(start, end) {
      let deviation = deviations.next(at: index)
      guard (index - start) % step == step / 2 else { continue }
      samples.append(
        Sample(time: frames[index].time, offset: frames[index].offset, deviation: deviation))
    }
    samples.append(Sample(time: last.time, offset: last.offset, deviation: deviations.atRest))
  }

  /// Where the content rests.
  var rest: Point { samples.last?.offset ?? .zero }

  /// Returns the logarithm of the probability of the recording if a prediction is right.
  func logLikelihood(_ predicted: ProbePrediction) -> Double {
    samples.reduce(0) { sum, sample in
      let miss = predicted.distance(from: sample.offset, at: sample.time) / sample.deviation
      let right = (1 - Self.accident) * Elementary.exp(-miss * miss / 2) / (2.5 * sample.deviation)
      return sum + Elementary.ln(right + Self.accident / Self.anywhere)
    }
  }

  /// The most by which two predictions differ, in units of what a recording may be off.
  func separation(_ first: ProbePrediction, _ second: ProbePrediction) -> Double {
    samples.reduce(0) { most, sample in
      let there = second.offset(at: sample.time)
      return max(most, first.distance(from: there, at: sample.time) / sample.deviation)
    }
  }
}

/// How far right predictions may be off along a path, in points.
///
/// A recorder shows a frame late, and where a finger catches moving content depends on the frame that was
/// shown last.
struct PathDeviation {
  /// Moments and places of frames.
  typealias Frames = [(time: TraceTime, offset: Point)]

  private let frames: Frames
  private var touches: ArraySlice<TraceTime>
  private let frameDelay: Double
  /// What the touches so far add.
  private var caught = 0.0

  /// How far a rest is off: offsets are reported in whole pixels.
  private static let rest = 0.8

  init(_ frames: Frames, touches: [TraceTime], frameDelay: Double) {
    self.frames = frames
    self.touches = touches[...]
    self.frameDelay = frameDelay
  }

  /// Returns the deviation at a frame; to be asked for each in turn.
  mutating func next(at index: Int) -> Double {
    while let touch = touches.first, touch <= frames[index].time {
      caught += speed(before: touch) * frameDelay / 2
      touches.removeFirst()
    }
    return atRest + speed(from: max(index - 2, 0), to: min(index + 2, frames.count - 1))
      * frameDelay
  }

  /// The deviation where nothing moves any more.
  var atRest: Double { caught + Self.rest }

  /// How fast the content moves when a finger comes down, in points per second; 0 at rest, where an
  /// engine has no frames.
  private func speed(before touch: TraceTime) -> Double {
    let index = frames.partitioningIndex { $0.time > touch } - 1
    guard index >= 0, touch.nanoseconds(since: frames[index].time) < 50_000_000 else { return 0 }
    return speed(from: max(index - 3, 0), to: index)
  }

  /// The speed between two frames, in points per second.
  private func speed(from first: Int, to last: Int) -> Double {
    let (before, after) = (frames[first], frames[last])
    let seconds = Double(after.time.nanoseconds(since: before.time)) / 1e9
    let (dx, dy) = (after.offset.x - before.offset.x, after.offset.y - before.offset.y)
    return seconds > 0 ? (dx * dx + dy * dy).squareRoot() / seconds : 0
  }
}

/// Where a replay has the content.
struct ProbePrediction: Sendable {
  private let frames: [(time: TraceTime, offset: Point)]

  init(_ frames: [(time: TraceTime, offset: Point)]) { self.frames = frames }

  /// Where the content is at a moment, between two frames on the line between them.
  func offset(at time: TraceTime) -> Point {
    let next = frames.partitioningIndex { $0.time > time }
    guard next > 0 else { return frames.first?.offset ?? .zero }
    guard next < frames.count else { return frames[next - 1].offset }
    let (before, after) = (frames[next - 1], frames[next])
    let share =
      Double(time.nanoseconds(since: before.time))
      / Double(max(1, after.time.nanoseconds(since: before.time)))
    return Point(
      x: before.offset.x + (after.offset.x - before.offset.x) * share,
      y: before.offset.y + (after.offset.y - before.offset.y) * share)
  }

  /// Where the content rests.
  var rest: Point { frames.last?.offset ?? .zero }

  func distance(from place: Point, at time: TraceTime) -> Double {
    let here = offset(at: time)
    let (dx, dy) = (here.x - place.x, here.y - place.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension RecordedOutcome {
  /// When the first finger came down, each time.
  fileprivate var touchStarts: [TraceTime] {
    landmarks.filter { $0.kind == .down }.map(\.time)
  }
}
