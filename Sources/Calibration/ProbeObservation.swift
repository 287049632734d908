import ScrollModel

/// The evidence of a probe's recording: its reports, its resting offset, and offsets before it.
struct ProbeObservation {
  /// A sample: its time, the possible error of a correct prediction, and the offset.
  struct Sample {
    var time: TraceTime
    var offset: Point
    var deviation: Double
  }

  private(set) var samples: [Sample] = []
  private let reports: [[String]]

  /// The number of samples before the rest.
  private static let wayCount = 6
  /// The largest error of a prediction, in points.
  private static let anywhere = 2000.0
  /// The fraction of recordings with an unknown disturbance.
  private static let accident = 0.01
  /// ln 200: one report in two hundred differs without a reason.
  private static let reportOdds = 5.298317366548036
  /// The largest number of differing reports of a kind that count.
  private static let mostReports = 3

  /// Reads a recording; nil if it has no frames.
  init?(_ run: ProbeRun, on platform: CalibrationPlatform) {
    let frames = run.frames
    reports = platform.hasReports ? run.reports : []
    guard let first = frames.first, let last = frames.last else { return nil }
    // Without movement, all frames are used.
    let start = frames.firstIndex { $0.offset != first.offset } ?? 0
    let end = frames.lastIndex { $0.offset != last.offset } ?? frames.count - 1
    var deviations = PathDeviation(run, on: platform)
    let step = max(1, (end - start) / Self.wayCount)
    for index in start...max(start, end) {
      let deviation = deviations.next(at: index)
      guard (index - start) % step == step / 2 else { continue }
      samples.append(
        Sample(time: frames[index].time, offset: frames[index].offset, deviation: deviation))
    }
    samples.append(
      Sample(time: max(last.time, run.end), offset: last.offset, deviation: deviations.atRest))
  }

  /// The resting offset.
  var rest: Point { samples.last?.offset ?? .zero }

  /// Returns the log-probability of the recording under a prediction.
  func logLikelihood(_ predicted: ProbeRun) -> Double {
    let path = samples.reduce(0) { sum, sample in
      let miss = predicted.distance(from: sample.offset, at: sample.time) / sample.deviation
      let right = (1 - Self.accident) * Elementary.exp(-miss * miss / 2) / (2.5 * sample.deviation)
      return sum + Elementary.ln(right + Self.accident / Self.anywhere)
    }
    return path - Double(differingReports(predicted)) * Self.reportOdds
  }

  /// Whether a prediction has the recording's reports.
  func hasReports(of predicted: ProbeRun) -> Bool {
    reports.isEmpty || reports == predicted.reports
  }

  /// The largest difference of two predictions, in units of a recording's possible error.
  func separation(_ first: ProbeRun, _ second: ProbeRun) -> Double {
    guard !platformHasReports || first.reports == second.reports else { return .infinity }
    return samples.reduce(0) { most, sample in
      let there = second.offset(at: sample.time)
      return max(most, first.distance(from: there, at: sample.time) / sample.deviation)
    }
  }

  private var platformHasReports: Bool { !reports.isEmpty }

  /// The number of reports to insert and to remove, at most three of each kind.
  private func differingReports(_ predicted: ProbeRun) -> Int {
    zip(reports, predicted.reports).reduce(0) { sum, pair in
      guard pair.0 != pair.1 else { return sum }
      return sum + min(Self.mostReports, pair.0.difference(from: pair.1).count)
    }
  }
}

/// The possible error of correct predictions along a path, in points.
///
/// A recorder shows frames late, and the offset at which a finger interrupts the motion depends on
/// the last shown frame.
struct PathDeviation {
  private let frames: [ProbeRun.Frame]
  private var touches: ArraySlice<TraceTime>
  private let frameDelay: Double
  private let restError: Double
  /// The error added by the touches so far.
  private var caught = 0.0

  init(_ run: ProbeRun, on platform: CalibrationPlatform) {
    frames = run.frames
    touches = run.touches[...]
    frameDelay = platform.frameDelay
    restError = platform.restError
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
  var atRest: Double { caught + restError }

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

extension ProbeRun {
  /// The offset at a time, interpolated between frames.
  func offset(at time: TraceTime) -> Point {
    let next = frames.partitioningIndex { $0.time > time }
    guard next > 0 else { return frames.first?.offset ?? .zero }
    guard next < frames.count else { return frames[next - 1].offset }
    let (before, after) = (frames[next - 1], frames[next])
    let gap = after.time.nanoseconds(since: before.time)
    // An engine at rest has no frames.
    guard gap < 50_000_000 else { return before.offset }
    let share = Double(time.nanoseconds(since: before.time)) / Double(max(1, gap))
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
