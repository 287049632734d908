import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("fits of decelerations")
struct DecayFitTests {
  struct Sampling: Sendable, CustomTestStringConvertible {
    let name: String
    let milliseconds: [Double]
    let grid: Double?
    var testDescription: String { name }
  }

  static let samplings: [Sampling] = [
    Sampling(name: "60 Hz", milliseconds: [1000.0 / 60], grid: nil),
    Sampling(name: "120 Hz", milliseconds: [1000.0 / 120], grid: nil),
    Sampling(name: "60 Hz on third points", milliseconds: [1000.0 / 60], grid: 3),
    Sampling(name: "120 Hz on half points", milliseconds: [1000.0 / 120], grid: 2),
    Sampling(name: "100 ms throttled", milliseconds: [100], grid: 3),
    Sampling(name: "uneven", milliseconds: [16, 35, 100, 8, 51], grid: 2),
  ]

  /// Offsets of a decay as a recorder would sample it.
  static func offsets(
    rate: Double, velocity: Double, _ sampling: Sampling, outlier: Int? = nil
  ) -> [(time: TraceTime, offset: Double)] {
    let decay = Decay(from: 120, velocity: velocity, rate: rate, floor: 10)
    var time = 0.0
    var samples: [(time: TraceTime, offset: Double)] = []
    var number = 0
    while time < decay.duration {
      var offset = decay.position(at: time)
      if let grid = sampling.grid { offset = (offset * grid).rounded() / grid }
      if number == outlier { offset += 25 }
      samples.append((TraceTime(nanoseconds: Int64(time * 1_000_000)), offset))
      time += sampling.milliseconds[number % sampling.milliseconds.count]
      number += 1
    }
    return samples
  }

  @Test("the fit finds the normal rate at any sampling", arguments: samplings)
  func normal(_ sampling: Sampling) throws {
    for velocity in [800.0, -1500, 4000] {
      let fit = try #require(DecayFit(Self.offsets(rate: 0.998, velocity: velocity, sampling)))
      #expect((fit.ratePerMillisecond - 0.998).magnitude < 0.00003, "\(velocity): \(fit)")
      #expect((fit.initialVelocity - velocity).magnitude < velocity.magnitude * 0.01)
      #expect(fit.residual < 0.3 && fit.isDeceleration)
    }
  }

  @Test("the fit finds the fast rate if frames are dense enough", arguments: samplings.prefix(4))
  func fast(_ sampling: Sampling) throws {
    let fit = try #require(DecayFit(Self.offsets(rate: 0.99, velocity: 3000, sampling)))
    #expect((fit.ratePerMillisecond - 0.99).magnitude < 0.0003, "\(fit)")
  }

  @Test("an outlier barely changes the rate")
  func outliers() throws {
    let samples = Self.offsets(
      rate: 0.998, velocity: 2000, Self.samplings[0], outlier: 20)
    let fit = try #require(DecayFit(samples))
    #expect((fit.ratePerMillisecond - 0.998).magnitude < 0.0001, "\(fit)")
  }

  @Test("a constant speed is fitted as a line, not as a deceleration")
  func lines() throws {
    let samples = (0..<30).map {
      (time: TraceTime(nanoseconds: Int64($0) * 16_000_000), offset: Double($0) * 10)
    }
    let fit = try #require(DecayFit(samples))
    #expect(fit.linearResidual < 1e-6)
    #expect(fit.duration * (1 - fit.ratePerMillisecond) < 0.25)
  }

  @Test("too few samples give no fit")
  func scarce() {
    let samples = Self.offsets(rate: 0.998, velocity: 1000, Self.samplings[0])
    #expect(DecayFit(Array(samples.prefix(4))) == nil)
    #expect(DecayFit(samples.map { (time: $0.time, offset: 3) }) == nil)
    #expect(DecayFit([]) == nil)
  }

  @Test("the fit finds random rates within one part in a thousand of the loss")
  func random() throws {
    for seed in Cases.seeds() {
      var random = SeededGenerator(seed: seed)
      let rate = 1 - random.double(in: 0.0012...0.004)
      let interval = random.double(in: 8...60)
      let sampling = Sampling(name: "", milliseconds: [interval], grid: nil)
      let samples = Self.offsets(
        rate: rate, velocity: random.double(in: 700...5000), sampling)
      let fit = try #require(DecayFit(samples))
      #expect((fit.ratePerMillisecond - rate).magnitude < (1 - rate) * 0.001, "seed \(seed)")
    }
  }
}
