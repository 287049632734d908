import ScrollModel

/// One sample that a device reports, in nanoseconds since the start of its gesture.
struct TimedSample {
  let time: Int64
  let sample: TouchSample
}

/// Turns the path of a finger into the samples of a digitizer.
struct TouchSampler {
  private let rate: Double
  private let noise: SensorNoise
  private var generator: SeededGenerator

  init(_ options: SimulationOptions) {
    rate = options.touchRate
    noise = options.noise
    generator = SeededGenerator(seed: options.seed, stream: 2)
  }

  /// The time between two samples in nanoseconds.
  var period: Double { 1e9 / rate }

  /// The time of a sample: the index times the period, rounded once.
  func time(ofSample index: Int) -> Int64 {
    Int64((Double(index) * 1e9 / rate).rounded())
  }

  /// Returns the nearest multiple of 1/64 point, which has few decimals.
  static func rounded(_ length: Double) -> Double {
    (length * 64).rounded() / 64
  }

  /// Returns the samples of one contact along a straight way.
  ///
  /// The contact ends at `duration`, where the way ends, and a sample less than half a period
  /// before the end is left out: two samples so near to each other would make a wild speed.
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
      let isDropped = chance(noise.droppedShare)
      let isCoalesced = chance(noise.coalescedShare)
      guard !isDropped || mustArrive else { continue }
      last = min(max(last, exact + timeNoise()), duration)
      let delivery: SampleDelivery = isCoalesced && !mustArrive ? .coalesced : .direct
      mustArrive = delivery == .coalesced
      samples.append(
        sample(between, jittered(position(exact)), at: last, delivery: delivery))
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

  // A perfect device draws nothing, so that noise of one kind does not change the others' numbers
  // from sample to sample more than it must.

  private mutating func chance(_ share: Double) -> Bool {
    share > 0 && generator.chance(share)
  }

  private mutating func timeNoise() -> Int64 {
    guard noise.timeJitter > 0 else { return 0 }
    let limit = Int64((noise.timeJitter * 1000).rounded())
    return generator.int(in: -limit...limit)
  }

  private mutating func jittered(_ position: Point) -> Point {
    let limit = noise.positionJitter
    guard limit > 0 else { return position }
    return Point(
      x: position.x + generator.double(in: -limit...limit),
      y: position.y + generator.double(in: -limit...limit))
  }
}
