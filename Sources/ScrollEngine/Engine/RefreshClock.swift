import ScrollModel

/// The times at which the display shows a frame.
struct RefreshClock: Hashable, Sendable {
  private let origin: Int64
  /// Unrounded nanoseconds between ticks.
  private let period: Double

  init(rate: Double, origin: TraceTime) {
    self.origin = origin.held.nanoseconds
    let usable = rate > 0 ? clamped(rate, 1e-6, ModelLimits.refreshRate) : 60
    period = 1_000_000_000 / usable
  }

  /// Returns the time of a tick.
  @inline(__always) func time(of index: Int64) -> TraceTime {
    let distance = Double(index) * period
    guard magnitude(distance) < 0x1p+51 else { return farTime(distance) }
    // Adding 1.5 * 2^52 rounds to a whole number in the lowest bits; a conversion would check
    // the range again. The origin is clamped so that nothing overflows.
    let shifted = distance + 0x1.8p+52
    let whole = Int64(bitPattern: shifted.bitPattern) &- 0x4338_0000_0000_0000
    let isAbove = shifted - 0x1.8p+52 > distance
    return TraceTime(nanoseconds: origin &+ (isAbove ? whole &- 1 : whole))
  }

  /// The time of a tick weeks away from the origin.
  private func farTime(_ distance: Double) -> TraceTime {
    guard magnitude(distance) < 9e18 else {
      return TraceTime(nanoseconds: distance < 0 ? .min : .max)
    }
    // Conversion truncates towards zero; negative fractions must be rounded down.
    let whole = Int64(distance)
    return TraceTime(nanoseconds: origin).advanced(
      byNanoseconds: Double(whole) > distance ? whole - 1 : whole)
  }

  /// Returns the index of the first tick at or after a time.
  func index(from time: TraceTime) -> Int64 {
    let time = time.held
    let distance = Double(time.nanoseconds(since: TraceTime(nanoseconds: origin)))
    var index = Int64((distance / period).rounded(.up))
    while self.time(of: index) < time, self.time(of: index).nanoseconds < .max { index += 1 }
    while self.time(of: index - 1) >= time, self.time(of: index - 1).nanoseconds > .min {
      index -= 1
    }
    return index
  }

  /// Returns the frames that follow a time, in milliseconds after it.
  func frames(after time: TraceTime) -> DisplayFrames {
    let next = index(from: TraceTime(nanoseconds: time.held.nanoseconds + 1))
    let first = self.time(of: next).nanoseconds(since: time.held)
    return DisplayFrames(first: Double(first) / 1_000_000, interval: period / 1_000_000)
  }

  /// Whether a time is exactly that of a tick.
  func isTick(_ time: TraceTime) -> Bool { self.time(of: index(from: time)) == time }

  /// Returns the number of leading steps whose times are ticks.
  ///
  /// `next` is the expected tick of the first step; most steps use consecutive ticks.
  func ticks(among steps: Span<FrameSample>, next: inout Int64) -> Int {
    for place in steps.indices {
      if time(of: next) != steps[place].time {
        next = index(from: steps[place].time)
        guard time(of: next) == steps[place].time else { return place }
      }
      next &+= 1
    }
    return steps.count
  }
}

extension TraceTime {
  /// The time clamped to the model's limits, so that differences never overflow.
  var held: TraceTime {
    TraceTime(nanoseconds: min(max(nanoseconds, -ModelLimits.time), ModelLimits.time))
  }
}
