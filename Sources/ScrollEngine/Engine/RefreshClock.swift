import ScrollModel

/// The moments at which the display shows a frame.
struct RefreshClock: Hashable, Sendable {
  private let origin: Int64
  /// Nanoseconds between ticks, not rounded.
  private let period: Double

  init(rate: Double, origin: TraceTime) {
    self.origin = origin.held.nanoseconds
    let usable = rate > 0 ? clamped(rate, 1e-6, ModelLimits.refreshRate) : 60
    period = 1_000_000_000 / usable
  }

  /// Returns the moment of a tick.
  @inline(__always) func time(of index: Int64) -> TraceTime {
    let distance = Double(index) * period
    guard magnitude(distance) < 0x1p+51 else { return farTime(distance) }
    // Adding 1.5 * 2^52 rounds to a whole number and leaves it in the lowest bits; a conversion would
    // check its range again. The origin is held far from the ends of an integer.
    let shifted = distance + 0x1.8p+52
    let whole = Int64(bitPattern: shifted.bitPattern) &- 0x4338_0000_0000_0000
    let isAbove = shifted - 0x1.8p+52 > distance
    return TraceTime(nanoseconds: origin &+ (isAbove ? whole &- 1 : whole))
  }

  /// The moment of a tick weeks away from the origin.
  private func farTime(_ distance: Double) -> TraceTime {
    guard magnitude(distance) < 9e18 else {
      return TraceTime(nanoseconds: distance < 0 ? .min : .max)
    }
    // Conversion cuts towards zero; a fraction below zero rounds down.
    let whole = Int64(distance)
    return TraceTime(nanoseconds: origin).advanced(
      byNanoseconds: Double(whole) > distance ? whole - 1 : whole)
  }

  /// Returns the index of the first tick at a moment or after it.
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

  /// Whether a frame of the display falls on a moment.
  func isTick(_ time: TraceTime) -> Bool { self.time(of: index(from: time)) == time }

  /// Returns how many steps, from the first on, fall on frames of the display.
  ///
  /// `next` is the frame that is tried first, and then the one behind the last step: most often each step is
  /// of the frame that follows that of the step before.
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
  /// The time held to the model's bounds, so that differences never overflow.
  var held: TraceTime {
    TraceTime(nanoseconds: min(max(nanoseconds, -ModelLimits.time), ModelLimits.time))
  }
}
