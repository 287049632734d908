import ScrollModel

/// The distance between the sides over a run of frames.
struct DivergentWay {
  let from: TraceTime
  private(set) var to: TraceTime
  private(set) var maximum = 0.0
  private(set) var maximumTime: TraceTime
  private(set) var area = 0.0
  private var distance: Double
  /// The largest distance, in the space in which it was smallest.
  var seen = 0.0

  init(from time: TraceTime, _ distance: Double) {
    (from, to, maximumTime) = (time, time, time)
    self.distance = distance
  }

  /// Whether the distance is larger than at the last frame.
  func grows(to distance: Double) -> Bool { distance > self.distance }

  mutating func extend(to time: TraceTime, _ distance: Double) {
    let elapsed = Double(time.nanoseconds(since: to)) / 1e9
    // A long pause between frames counts as at most one second.
    area += min(elapsed, 1) * (distance + self.distance) / 2
    if distance > maximum {
      maximum = distance
      maximumTime = time
    }
    (to, self.distance) = (time, distance)
  }
}

/// A run of frames beyond the tolerance that has not ended.
struct OpenDivergence {
  var way: DivergentWay
  var frame: Int64
  /// The worst resting difference so far.
  var rest: RestDifference?
  /// The resting difference if the last frame is final; nil if a side is moving.
  var end: RestDifference?
  /// The correction of an estimate, if the run began with one.
  var correction: Double?
  var moment: OnsetFinder.Moment
  /// Whether the difference grew with the next frame of a pull.
  var grows = false
  /// Whether the next frame may reveal that the content is past its edge.
  var mayBePull: Bool

  mutating func extend(
    _ gap: FrameGap, _ pair: FramePair, end: RestDifference?, rests: Bool, isDragged: Bool
  ) {
    if mayBePull, pair.time > way.from {
      grows = way.grows(to: gap.absolute) && isDragged
      mayBePull = false
    }
    way.extend(to: pair.time, gap.absolute)
    way.seen = max(way.seen, gap.seen)
    self.end = end
    if rests { note(end) }
  }

  /// Records a resting difference, which stays even if the sides agree again later.
  mutating func note(_ rest: RestDifference?) {
    guard let rest, rest.seen >= self.rest?.seen ?? 0 else { return }
    self.rest = rest
  }
}

/// The resting offsets of both sides and their distance.
struct RestDifference {
  var points: Double
  /// The distance in the space in which it is smallest.
  var seen: Double
  var a: TargetID?
  var b: TargetID?
}

/// The cause of a run, and the correction that it turned out to be.
struct StretchCause {
  var moment: OnsetFinder.Moment
  var grows: Bool
  var correction: Double?

  var onset: DivergenceCause {
    var onset = moment.onset(grows: grows)
    if let correction {
      onset.stage = .estimateCorrection
      onset.sentence =
        "the offset was corrected by \(OnsetFinder.text(correction)) pt together with the targets in view"
    }
    return onset
  }
}

/// The distance of two frames in each space, in points, and its visible effect.
///
/// Distances relative to targets are nil without common targets.
struct FrameGap: Sendable {
  var absolute = 0.0
  var item: Double?
  var viewport: Double?
  var change = VisibleChange.unknown

  var seen: Double { min(absolute, item ?? absolute, viewport ?? absolute) }

  mutating func formMaximum(_ other: FrameGap) {
    absolute = max(absolute, other.absolute)
    if let value = other.item { item = max(item ?? 0, value) }
    if let value = other.viewport { viewport = max(viewport ?? 0, value) }
  }
}
