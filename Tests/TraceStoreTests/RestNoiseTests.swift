import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@Suite("offset noise at rest")
struct RestNoiseTests {
  private static func noise(_ offsets: some Sequence<Double>) -> Double {
    RestNoise(of: offsets.map { Point(x: 0, y: $0) }).points
  }

  private static func scattered(
    _ amplitude: Double, around place: Double, frames: Int
  ) -> [Double] {
    var generator = SeededGenerator(seed: 7, stream: 0x0153)
    return (0..<frames).map { _ in place + generator.double(in: -amplitude...amplitude) }
  }

  @Test("the measured noise covers every frame at rest and is not much larger")
  func amplitude() {
    for amplitude in [0.2, 0.5, 1, 1.5] {
      let way = (0..<60).map { Double($0) * 12 }
      let offsets =
        Self.scattered(amplitude, around: 0, frames: 100) + way
        + Self.scattered(amplitude, around: 720, frames: 200)
      let found = Self.noise(offsets)
      #expect((amplitude...amplitude * 1.6).contains(found), "\(amplitude): \(found)")
    }
  }

  @Test("still, slow or oscillating content and a few noisy frames give no noise")
  func others() {
    let still = [Double](repeating: 120, count: 400)
    #expect(Self.noise([]) == 0 && Self.noise(still) == 0)
    #expect(Self.noise((0..<400).map { Double($0) * 0.1 }) == 0)
    #expect(Self.noise((0..<400).map { $0 % 2 == 0 ? 120 : 121.5 }) == 0)
    #expect(Self.noise(still + Self.scattered(1, around: 120, frames: 64)) == 0)
  }
}
