import ScrollModel

/// How far the sides were from each other in a stretch of frames.
struct DivergentWay {
  let from: TraceTime
  private(set) var to: TraceTime
  private(set) var maximum = 0.0
  private(set) var maximumTime: TraceTime
  private(set) var area = 0.0
  private var distance: Double
  /// The largest distance in the space in which they lay nearest.
  var seen = 0.0

  init(from time: TraceTime, _ distance: Double) {
    (from, to, maximumTime) = (time, time, time)
    self.distance = distance
  }

  /// Whether the distance is larger than at the last frame.
  func grows(to distance: Double) -> Bool { distance > self.distance }

  mutating func extend(to time: TraceTime, _ distance: Double) {
    let elapsed = Double(time.nanoseconds(since: to)) / 1e9
    // A long pause between frames is not looked at for ever.
    area += min(elapsed, 1) * (distance + self.distance) / 2
    if distance > maximum {
      maximum = distance
      maximumTime = time
    }
    (to, self.distance) = (time, distance)
  }
}

/// A stretch of frames beyond the tolerance that has not ended.
struct OpenDivergence {
  var way: DivergentWay
  var frame: Int64
  /// The worst rest so far.
  var rest: RestDifference?
  /// What the last frame is if nothing comes behind it: nil if a side says that it moves.
  var end: RestDifference?
  /// By how much an estimate was corrected, if that is how the stretch began.
  var correction: Double?
  var moment: OnsetFinder.Moment
  /// Whether the next frame may show that the difference is one of a pull.
  var mayBePull: Bool

  mutating func extend(
    _ gap: FrameGap, _ pair: FramePair, end: RestDifference?, rests: Bool, isDragged: Bool
  ) {
    if mayBePull, pair.time > way.from {
      moment.grows = way.grows(to: gap.absolute) && isDragged
      mayBePull = false
    }
    way.extend(to: pair.time, gap.absolute)
    way.seen = max(way.seen, gap.seen)
    self.end = end
    if rests { note(end) }
  }

  /// Takes note of a rest: that the sides move on and meet again does not undo it.
  mutating func note(_ rest: RestDifference?) {
    guard let rest, rest.seen >= self.rest?.seen ?? 0 else { return }
    self.rest = rest
  }
}

/// Where both sides rest, and how far apart.
struct RestDifference {
  var points: Double
  /// How far apart in the space in which they lie nearest.
  var seen: Double
  var a: TargetID?
  var b: TargetID?
}

/// How a stretch began, and the correction that it turned out to be.
struct StretchCause {
  var moment: OnsetFinder.Moment
  var correction: Double?

  var onset: DivergenceCause {
    var onset = moment.onset
    if let correction {
      onset.stage = .estimateCorrection
      onset.sentence =
        "the offset was corrected by \(OnsetFinder.text(correction)) pt together with the targets in view"
    }
    return onset
  }
}

/// How far two frames are apart in each space, in points, and what that means for the eye.
///
/// Distances to targets are nil where targets do not tell.
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
