import ScrollModel

extension MotionSamples {
  /// An inferred release of a movement without a reported one.
  struct InferredRelease {
    var index: Int
    var time: TraceTime
    var offset: Double
    /// A sample interval on either side, in milliseconds.
    var uncertainty: Double
    /// The velocity before the content reversed, in points per second; 0 if it was at rest.
    ///
    /// Nil if the direction did not change, or after a pause too short for a rest: then only the
    /// deceleration determines the velocity.
    var velocity: Double?
    /// Whether the movement before has a single velocity peak, as one gesture has.
    var isOneGesture: Bool
  }

  /// Infers the release of a movement: after its fastest sample, or where it reversed or paused and
  /// a pure deceleration began.
  ///
  /// Returns nil for a movement without a deceleration.
  func inferredRelease() -> InferredRelease? {
    let speeds = speeds
    guard let place = speeds.indices.max(by: { speeds[$0].magnitude < speeds[$1].magnitude }),
      speeds[place] != 0, values.count - place >= 5
    else { return nil }
    if let turn = turn(speeds), values.count - turn >= 6 {
      return release(
        at: turn, velocity: velocity(before: turn, speeds),
        isOneGesture: Self.peaks(speeds[..<turn]) == 1)
    }
    return release(at: place + 1, velocity: nil, isOneGesture: Self.peaks(speeds[...]) == 1)
  }

  private func release(at index: Int, velocity: Double?, isOneGesture: Bool) -> InferredRelease {
    let sample = values[index]
    let interval = sample.time.nanoseconds(since: values[index - 1].time)
    return InferredRelease(
      index: index, time: sample.time, offset: sample.offset,
      uncertainty: Double(interval) / 1_000_000, velocity: velocity, isOneGesture: isOneGesture)
  }

  /// The velocity from each sample to the next, in points per second.
  private var speeds: [Double] {
    values.indices.dropLast().map { index in
      let elapsed = values[index + 1].time.nanoseconds(since: values[index].time)
      guard elapsed > 0 else { return 0 }
      return (values[index + 1].offset - values[index].offset) * 1_000_000_000 / Double(elapsed)
    }
  }

  /// The number of steps until a motion of the engine reaches its highest velocity from rest.
  private static let risingSteps = 2

  /// The sample at which the content paused or reversed before a motion that decelerates to its
  /// end.
  ///
  /// A finger takes several frames to accelerate, and keeps its velocity for a while.
  private func turn(_ speeds: [Double]) -> Int? {
    guard let last = speeds.lastIndex(where: { $0 != 0 }) else { return nil }
    let isForward = speeds[last] > 0
    func along(_ index: Int) -> Double { isForward ? speeds[index] : -speeds[index] }
    var first = last
    while first > 0, along(first - 1) > along(first) * 1.005 { first -= 1 }
    let fastest = first
    while first > 0, fastest - first < Self.risingSteps, along(first - 1) > 0,
      along(first - 1) < along(first)
    {
      first -= 1
    }
    guard first > 0, last - fastest >= 4, along(first - 1) <= 0 else { return nil }
    return first
  }

  /// The velocity before a reversal or a pause: 0 after a rest, nil after a shorter pause.
  ///
  /// In the frame of a release the content often stays, and a finger can hold it for a moment without
  /// being at rest. The last step before a reversal may include movement in the new direction.
  private func velocity(before turn: Int, _ speeds: [Double]) -> Double? {
    let pause = pause(at: turn)
    if pause >= Self.shortestRest { return 0 }
    let last = speeds[turn - 1]
    if last == 0 || pause >= Self.longestFrame { return nil }
    guard turn > 1, speeds[turn - 2] * last > 0, speeds[turn - 2].magnitude > last.magnitude else {
      return last
    }
    return speeds[turn - 2]
  }

  /// A finger that holds still for this long has no velocity.
  private static let shortestRest: Int64 = 100_000_000
  /// Content without a frame for longer than this did not move.
  private static let longestFrame: Int64 = 40_000_000

  /// The time for which the content stayed at the offset of a sample before it moved on.
  ///
  /// The first frame of the movement afterwards took as long as its second one.
  private func pause(at turn: Int) -> Int64 {
    var first = turn
    while first > 0, values[first - 1].offset == values[turn].offset { first -= 1 }
    let step = values[turn + 2].time.nanoseconds(since: values[turn + 1].time)
    return values[turn + 1].time.nanoseconds(since: values[first].time) - step
  }

  /// The number of velocity peaks, without those caused by late frames.
  private static func peaks(_ speeds: ArraySlice<Double>) -> Int {
    var (count, isRising) = (0, true)
    var (high, low) = (0.0, Double.infinity)
    for (speed, next) in zip(speeds, speeds.dropFirst()) {
      let mean = (speed + next).magnitude / 2
      if isRising {
        high = max(high, mean)
        guard mean < 0.7 * high else { continue }
        (count, isRising, low) = (count + 1, false, mean)
      } else {
        low = min(low, mean)
        guard mean > max(1.5 * low, 0.3 * high) else { continue }
        (isRising, high) = (true, mean)
      }
    }
    return count + (isRising && high > 0 ? 1 : 0)
  }
}
