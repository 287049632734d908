public import ScrollModel

/// The time of one tick of the display, inferred from frames where the recording names none.
///
/// Frames appear at ticks. If a recorder's time zero is no tick, all frames are late by the same time.
public struct InferredTick {
  /// How many of the first frames are used.
  ///
  /// Over more of them, a rate that is 0.1 % off would drift away.
  public static let frameCount = 128
  /// Into how many parts the time between two ticks is divided.
  private static let parts = 16
  /// What counts as on time, in nanoseconds.
  private static let rounding = 100_000.0

  /// The time of the first frame that is as late as most frames; nil if most are not late, or agree on nothing.
  public let moment: TraceTime?

  /// Finds it among the times of the first frames, at a rate of frames per second.
  public init(among times: [TraceTime], rate: Double) {
    let period = 1_000_000_000 / (rate > 0 && rate <= ModelLimits.refreshRate ? rate : 60)
    /// How far behind the last tick a frame comes, in parts.
    func lateness(_ time: TraceTime) -> Double {
      let ticks = Double(time.nanoseconds) / period
      return (ticks - ticks.rounded(.down)) * Double(Self.parts)
    }
    func part(_ time: TraceTime) -> Int { min(Self.parts - 1, max(0, Int(lateness(time)))) }
    var counts = [Int](repeating: 0, count: Self.parts)
    for time in times { counts[part(time)] += 1 }
    // Two parts side by side, so that no clock falls on a border.
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
