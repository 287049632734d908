public import ScrollModel

/// The time of one tick of the display, inferred from frames if it is not recorded.
///
/// Frames appear at ticks. If a recorder's time zero is no tick, all frames have the same delay.
public struct InferredTick {
  /// The number of first frames that are used.
  ///
  /// With more frames, a rate with an error of 0.1 % would drift.
  public static let frameCount = 128
  /// The number of bins between two ticks.
  private static let parts = 16
  /// The tolerance of punctual frames, in nanoseconds.
  private static let rounding = 100_000.0

  /// The time of the first frame with the most common delay; nil if most frames have none, or
  /// different ones.
  public let moment: TraceTime?

  /// Infers the tick from the times of the first frames, at a rate of frames per second.
  public init(among times: [TraceTime], rate: Double) {
    let period = 1_000_000_000 / (rate > 0 && rate <= ModelLimits.refreshRate ? rate : 60)
    /// The delay of a frame after the last tick, in bins.
    func lateness(_ time: TraceTime) -> Double {
      let ticks = Double(time.nanoseconds) / period
      return (ticks - ticks.rounded(.down)) * Double(Self.parts)
    }
    func part(_ time: TraceTime) -> Int { min(Self.parts - 1, max(0, Int(lateness(time)))) }
    var counts = [Int](repeating: 0, count: Self.parts)
    for time in times { counts[part(time)] += 1 }
    // Two adjacent bins, so that no common delay is split at a border.
    let shares = counts.indices.map { counts[$0] + counts[($0 + 1) % Self.parts] }
    guard let most = shares.max(), most >= 8, most * 5 >= times.count * 3,
      let best = shares.firstIndex(of: most)
    else {
      moment = nil
      return
    }
    let first = times.first { [best, (best + 1) % Self.parts].contains(part($0)) }
    moment = first.flatMap { time in
      let late = lateness(time) / Double(Self.parts) * period
      return min(late, period - late) > Self.rounding ? time : nil
    }
  }
}
