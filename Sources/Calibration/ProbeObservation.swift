import Replay
import ScrollModel
import TraceStore

/// The evidence of a probe's recording: its resting offset and offsets before it.
struct ProbeObservation {
  /// A sample: its time, the possible error of a correct prediction, and the offset.
  struct Sample {
    var time: TraceTime
    var offset: Point
    var deviation: Double
  }

  let trace: TraceRecord
  private(set) var samples: [Sample] = []

  /// The number of samples before the rest.
  private static let wayCount = 6
  /// The largest error of a prediction, in points.
  private static let anywhere = 2000.0
  /// The fraction of recordings with an unknown disturbance.
  private static let accident = 0.01

  /// Reads a stored trace; nil if it has no frames.
  init?(_ trace: TraceRecord, in store: TraceStore, frameDelay: Double) throws {
    self.trace = trace
    var recorded = RecordedOutcome()
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { recorded.take(event, at: time) }
    }
    let frames = recorded.frames
    guard let first = frames.first, let last = frames.last else { return nil }
    // Without movement, all frames are used.
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

  /// The resting offset.
  var rest: Point { samples.last?.offset ?? .zero }

  /// Returns the log-probability of the recording under a prediction.
  func logLikelihood(_ predicted: ProbePrediction) -> Double {
    samples.reduce(0) { sum, sample in
      let miss = predicted.distance(from: sample.offset, at: sample.time) / sample.deviation
      let right = (1 - Self.accident) * Elementary.exp(-miss * miss / 2) / (2.5 * sample.deviation)
      return sum + Elementary.ln(right + Self.accident / Self.anywhere)
    }
  }

  /// The largest difference of two predictions, in units of a recording's possible error.
  func separation(_ first: ProbePrediction, _ second: ProbePrediction) -> Double {
    samples.reduce(0) { most, sample in
      let there = second.offset(at: sample.time)
      return max(most, first.distance(from: there, at: sample.time) / sample.deviation)
    }
  }
}

/// The possible error of correct predictions along a path, in points.
///
/// A recorder shows frames late, and the offset at which a finger interrupts the motion depends on
/// the last shown frame.
struct PathDeviation {
  /// Times and offsets of frames.
  typealias Frames = [(time: TraceTime, offset: Point)]

  private let frames: Frames
  private var touches: ArraySlice<TraceTime>
  private let frameDelay: Double
  /// The error added by the touches so far.
  private var caught = 0.0

  /// The error of a rest: offsets are reported in whole pixels.
  private static let rest = 0.8

  init(_ frames: Frames, touches: [TraceTime], frameDelay: Double) {
    self.frames = frames
    self.touches = touches[...]
    self.frameDelay = frameDelay
  }

  /// Returns the error at a frame; must be called for each frame in order.
  mutating func next(at index: Int) -> Double {
    while let touch = touches.first, touch <= frames[index].time {
      caught += speed(before: touch) * frameDelay / 2
      touches.removeFirst()
    }
    return atRest + speed(from: max(index - 2, 0), to: min(index + 2, frames.count - 1))
      * frameDelay
  }

  /// The error at rest.
  var atRest: Double { caught + Self.rest }

  /// The velocity before a touch down, in points per second; 0 at rest, where an engine has no
  /// frames.
  private func speed(before touch: TraceTime) -> Double {
    let index = frames.partitioningIndex { $0.time > touch } - 1
    guard index >= 0, touch.nanoseconds(since: frames[index].time) < 50_000_000 else { return 0 }
    return speed(from: max(index - 3, 0), to: index)
  }

  /// The velocity between two frames, in points per second.
  private func speed(from first: Int, to last: Int) -> Double {
    let (before, after) = (frames[first], frames[last])
    let seconds = Double(after.time.nanoseconds(since: before.time)) / 1e9
    let (dx, dy) = (after.offset.x - before.offset.x, after.offset.y - before.offset.y)
    return seconds > 0 ? (dx * dx + dy * dy).squareRoot() / seconds : 0
  }
}

/// The predicted offsets of a replay.
struct ProbePrediction: Sendable {
  private let frames: [(time: TraceTime, offset: Point)]

  init(_ frames: [(time: TraceTime, offset: Point)]) { self.frames = frames }

  /// The offset at a time, interpolated between frames.
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

  /// The resting offset.
  var rest: Point { frames.last?.offset ?? .zero }

  func distance(from place: Point, at time: TraceTime) -> Double {
    let here = offset(at: time)
    let (dx, dy) = (here.x - place.x, here.y - place.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension RecordedOutcome {
  /// The times at which the first finger comes down.
  fileprivate var touchStarts: [TraceTime] {
    landmarks.filter { $0.kind == .down }.map(\.time)
  }
}
