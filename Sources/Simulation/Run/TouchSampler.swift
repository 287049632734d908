import ScrollModel

/// One sample of a device, in nanoseconds since the start of its gesture.
struct TimedSample {
  let time: Int64
  let sample: TouchSample
}

/// Converts the path of a finger to the samples of a digitizer.
struct TouchSampler {
  private let rate: Double
  private let noise: SensorNoise
  // Each kind of noise draws from its own random stream for every sample. Thus the same seed loses
  // the same samples regardless of position noise.
  private var losses: SeededGenerator
  private var delays: SeededGenerator
  private var times: SeededGenerator
  private var positions: SeededGenerator

  init(_ options: SimulationOptions) {
    rate = options.touchRate
    noise = options.noise
    losses = SeededGenerator(seed: options.seed, stream: 2)
    delays = SeededGenerator(seed: options.seed, stream: 3)
    times = SeededGenerator(seed: options.seed, stream: 4)
    positions = SeededGenerator(seed: options.seed, stream: 5)
  }

  /// The time between two samples in nanoseconds.
  var period: Double { 1e9 / rate }

  /// The time of a sample: the index times the period, truncated like the times of refreshes.
  ///
  /// A sample at a refresh is included in that frame. One nanosecond later, a finger with equal
  /// sample and refresh rates would miss every third frame.
  func time(ofSample index: Int) -> Int64 {
    Int64((Double(index) * 1e9 / rate).rounded(.down))
  }

  /// Returns the nearest multiple of 1/64 point, which has few decimals.
  static func rounded(_ length: Double) -> Double {
    (length * 64).rounded() / 64
  }

  /// Returns the samples of one contact along a straight path.
  ///
  /// The contact ends at `duration`. A sample less than half a period before the end is omitted,
  /// because two nearby samples would give an inaccurate velocity.
  mutating func samples(
    from start: Point, to end: Point, duration: Int64, easing: Easing
  ) -> [TimedSample] {
    func position(_ time: Int64) -> Point {
      let progress = easing.progress(at: Double(time) / Double(duration))
      return Point(
        x: start.x + (end.x - start.x) * progress, y: start.y + (end.y - start.y) * progress)
    }
    let between: TouchPhase = start == end ? .stationary : .moved
    var samples = [sample(.began, start, at: 0)]
    var last: Int64 = 0
    var mustArrive = false
    var index = 1
    while Double(time(ofSample: index)) <= Double(duration) - period / 2 {
      let exact = time(ofSample: index)
      index += 1
      let isDropped = losses.chance(noise.droppedShare)
      let isCoalesced = delays.chance(noise.coalescedShare)
      let time = exact + timeNoise()
      let place = jittered(position(exact))
      guard !isDropped || mustArrive else { continue }
      last = min(max(last, time), duration)
      let delivery: SampleDelivery = isCoalesced && !mustArrive ? .coalesced : .direct
      mustArrive = delivery == .coalesced
      samples.append(
        sample(between, place, at: last, delivery: delivery))
    }
    samples.append(sample(.ended, end, at: duration))
    return samples
  }

  private func sample(
    _ phase: TouchPhase, _ position: Point, at time: Int64, delivery: SampleDelivery = .direct
  ) -> TimedSample {
    let rounded = Point(x: Self.rounded(position.x), y: Self.rounded(position.y))
    let isMoved = phase == .stationary && noise.positionJitter > 0
    return TimedSample(
      time: time,
      sample: TouchSample(
        pointer: 0, phase: isMoved ? .moved : phase, position: rounded, delivery: delivery))
  }

  private mutating func timeNoise() -> Int64 {
    let limit = Int64((noise.timeJitter * 1000).rounded())
    return times.int(in: -limit...limit)
  }

  private mutating func jittered(_ position: Point) -> Point {
    let limit = noise.positionJitter
    return Point(
      x: position.x + positions.double(in: -limit...limit),
      y: position.y + positions.double(in: -limit...limit))
  }
}
