import ScrollModel
import Testing

@testable import TraceStore

@Suite("inferred ticks")
struct InferredTickTests {
  private static func moment(_ milliseconds: [Double], rate: Double = 60) -> Double? {
    let times = milliseconds.map { TraceTime(nanoseconds: Int64(($0 * 1_000_000).rounded())) }
    return InferredTick(among: times, rate: rate).moment.map { Double($0.nanoseconds) / 1_000_000 }
  }

  private static func frames(from start: Double, every step: Double, late: [Double] = [0])
    -> [Double]
  {
    (0..<60).map { start + Double($0) * step + late[$0 % late.count] }
  }

  @Test("inferred ticks match most frames at any rate, despite late ones")
  func clock() {
    #expect(Self.moment(Self.frames(from: 137.25, every: 1000 / 60)) == 137.25)
    #expect(Self.moment(Self.frames(from: 5, every: 1000 / 120), rate: 120) == 5)
    // A snapshot before them, and every third frame more than three milliseconds late.
    let late = Self.frames(from: 9, every: 1000 / 60, late: [0, 0.1, 3.5])
    #expect(Self.moment([2] + late) == 9)
    // Every other frame of a display.
    #expect(Self.moment(Self.frames(from: 6, every: 1000 / 30)) == 6)
  }

  @Test("no tick offset is inferred if frames match ticks from zero or none at all")
  func none() {
    #expect(Self.moment(Self.frames(from: 0, every: 1000 / 60)) == nil)
    #expect(Self.moment(Self.frames(from: 0.05, every: 1000 / 60)) == nil)
    #expect(Self.moment(Self.frames(from: 16.62, every: 1000 / 60)) == nil)
    #expect(Self.moment(Self.frames(from: 5, every: 7)) == nil)
    #expect(Self.moment(Array(Self.frames(from: 5, every: 1000 / 60).prefix(7))) == nil)
    #expect(Self.moment([]) == nil && Self.moment([5, 5, 5], rate: -1) == nil)
  }
}
