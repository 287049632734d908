// better-scroll's estimate: two positions of the content and the time between them (PEER-2).

extension VelocityTracker {
  /// Keeps the start of the stroke and the newest position.
  ///
  /// A movement more than 300 ms after the start becomes the start itself.
  mutating func addToStroke(_ sample: Sample) {
    guard let start = samples.first,
      sample.time - start.time <= PeerConstant.betterTimeLimit.value
    else {
      samples = [sample]
      return
    }
    samples = [start, sample]
  }

  /// The mean velocity from the start to the lift; 0 for strokes that are too long or too short.
  func strokeMean(until time: Double?) -> (x: Double, y: Double)? {
    guard let start = samples.first, let last = samples.last else { return nil }
    // The library's clock counts whole milliseconds.
    let duration = max((time ?? end ?? last.time) - start.time, 1)
    guard duration < PeerConstant.betterTimeLimit.value else { return (0, 0) }
    func mean(_ distance: Double) -> Double {
      magnitude(distance) > PeerConstant.betterDistanceLimit.value ? distance / duration * 1000 : 0
    }
    return (mean(last.x - start.x), mean(last.y - start.y))
  }
}
