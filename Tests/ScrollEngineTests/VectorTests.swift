import Foundation
import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Outside evidence") struct VectorTests {
  @Test("measured flings of a real scroll view end at the computed offsets and times")
  func decay() throws {
    for row in try vectorRows("uikit-decay-measured") {
      let n = row.dropFirst().compactMap(Double.init)
      let decay = Decay(from: n[0], velocity: n[1] * 1000, rate: n[2], floor: 10)
      #expect(near(decay.target, n[3], n[5]), "\(row[0])")
      #expect((decay.target * 2).rounded() / 2 == n[3], "\(row[0]) on half points")
      #expect(near(decay.duration / 1000, n[4], n[6]), "\(row[0])")
    }
  }

  @Test("flings of iOS 26.5 end at the computed offsets, and the laws of 2013 miss them")
  func continuousDecay() throws {
    var olderMisses = 0
    for row in try vectorRows("uikit-decay-ios26") {
      let n = row.dropFirst().compactMap(Double.init)
      let (decay, older) = (
        Decay(from: n[0], velocity: n[1] * 1000, rate: n[2], floor: 10, law: .continuous),
        Decay(from: n[0], velocity: n[1] * 1000, rate: n[2], floor: 10)
      )
      #expect(near(decay.target, n[3], n[4]), "\(row[0])")
      #expect(near((decay.target * 3).rounded() / 3, n[3], 0.01), "\(row[0]) on thirds of a point")
      if !near(older.target, n[3], n[4]) { olderMisses += 1 }
    }
    #expect(olderMisses >= 6)
  }

  @Test("the return that iOS 26.5 logged matches the computed one") func heldReturn() throws {
    for row in try vectorRows("uikit-return-ios26") {
      let n = row[1...3].compactMap(Double.init)
      let band = BandReturn(
        edge: 0, displacement: n[1], dimension: n[0], stiffness: 0.55, rate: 9.45, tolerance: 0.25)
      let samples = row[4].split(separator: " ").map {
        $0.split(separator: ":").compactMap { Double($0) }
      }
      #expect(samples.count == 36)
      for sample in samples {
        // The lift's time is known within a millisecond.
        let places = stride(from: 0.0, through: 1, by: 0.1).map {
          band.position(at: sample[0] + $0)
        }
        #expect(places.contains { near($0, sample[1], n[2]) }, "\(sample)")
      }
    }
  }

  @Test("measured bounces of a real scroll view match the computed ones") func bounce() throws {
    let constants = EdgeConstants(pull: 0.99, decay: 0.998, floor: 10, tolerance: 0.25)
    for row in try vectorRows("uikit-bounce-measured") {
      let n = row[1...4].compactMap(Double.init)
      let pull = EdgePull(
        edge: n[0], displacement: n[1], velocity: n[2] * 1000, constants: constants)
      for (frame, text) in row[5].split(separator: " ").enumerated() {
        let position = try #require(Double(text))
        let error = pull.position(at: Double(frame) * 1000 / 60) - position
        #expect(abs(error) <= n[3], "\(row[0]) frame \(frame)")
      }
    }
  }

  @Test("the rubber band has its published values") func rubberBand() throws {
    for row in try vectorRows("uikit-rubber-band-published") {
      let n = row.dropFirst().compactMap(Double.init)
      #expect(near(RubberBand.shown(n[0], dimension: n[1], stiffness: n[2]), n[3], n[4]))
    }
  }

  @Test("the three projections have their published values") func projections() throws {
    for row in try vectorRows("decay-projection-formulas") {
      let n = row.dropFirst().compactMap(Double.init)
      #expect(near(Decay.projection(velocity: n[0], rate: n[1]), n[2], n[5]))
      #expect(near(Decay.continuousProjection(velocity: n[0], rate: n[1]), n[3], n[5]))
      let decay = Decay(from: 0, velocity: n[0], rate: n[1], floor: 10)
      #expect(near(decay.target, n[4], n[5]))
    }
  }

  @Test("the relations of pop's decay hold") func relations() throws {
    for row in try vectorRows("pop-decay-relations") {
      let n = row.dropFirst().compactMap(Double.init)
      switch row[0] {
      case "monotone-to-target":
        let decay = Decay(from: n[0], velocity: n[1], rate: n[2], floor: 10)
        let frames = Int(n[4] / n[3])
        let places = (0...frames).map { decay.position(at: Double($0) * n[3] * 1000) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(places.last == decay.target)
      case "axes-alike":
        let one = Decay(from: 0, velocity: n[0], rate: n[1], floor: 10)
        let faster = Decay(from: 0, velocity: n[0] + n[2], rate: n[1], floor: 10)
        #expect(faster.duration > one.duration)
        let scene = Scene.plane(
          Size(width: 9e6, height: 9e6), in: Size(width: 100, height: 100))
        var rig = Rig(scene)
        rig.touch(.began, 500, 500)
        for sample in 1...6 {
          rig.wait(8)
          let place = 500 - n[0] * 0.008 * Double(sample)
          rig.touch(.moved, place, place)
        }
        rig.lift()
        let settles = rig.log.settles
        #expect(settles.count == 2)
        #expect(settles.allSatisfy { near($0.natural - rig.y, one.target, 1e-4) })
      case "faster-is-longer":
        let slow = Decay(from: 0, velocity: n[0], rate: 0.998, floor: 10).duration
        let fast = Decay(from: 0, velocity: n[1], rate: 0.998, floor: 10).duration
        #expect(slow > 0 && slow < fast)
      case "no-velocity":
        let decay = Decay(from: n[0], velocity: 0, rate: 0.998, floor: 10)
        #expect(decay.target == n[0] && decay.duration == 0 && decay.position(at: 5) == n[0])
      default:
        Issue.record("unknown relation \(row[0])")
      }
    }
  }

  @Test("exp, ln, sine and cosine keep their error bounds") func elementary() throws {
    var worst: [String: Double] = [:]
    for row in try vectorRows("elementary") {
      let x = Double(bitPattern: try #require(UInt64(row[1], radix: 16)))
      let expected = Double(bitPattern: try #require(UInt64(row[2], radix: 16)))
      let value: Double =
        switch row[0] {
        case "exp": Elementary.exp(x)
        case "ln": Elementary.ln(x)
        case "sin": Elementary.sineCosine(x).sine
        default: Elementary.sineCosine(x).cosine
        }
      // Sine and cosine have an absolute bound: the engine adds them to lengths.
      let unit = row[0] == "exp" || row[0] == "ln" ? expected.ulp : 0x1p-53
      worst[row[0]] = max(worst[row[0]] ?? 0, abs(value - expected) / unit)
    }
    #expect(worst["exp"] ?? 9 <= 1.5 && worst["ln"] ?? 9 <= 1.5, "\(worst)")
    #expect(worst["sin"] ?? 9 <= 4 && worst["cos"] ?? 9 <= 4, "\(worst)")
  }

  @Test("exp and ln have their limits at the ends of their domains") func domains() {
    #expect(Elementary.exp(1000) == .infinity && Elementary.exp(-1000) == 0)
    #expect(Elementary.exp(0) == 1 && Elementary.ln(1) == 0)
    #expect(Elementary.ln(0) == -.infinity && Elementary.ln(-1).isNaN)
    #expect(Elementary.exp(.nan).isNaN && Elementary.ln(.infinity) == .infinity)
    #expect(Elementary.exp(-744) > 0)
  }

  @Test("powers of e are finite up to the largest double") func largest() {
    for x in [700.0, 709, 709.78, 709.782] {
      let half = Elementary.exp(x / 2)
      #expect(near(Elementary.exp(x) / half / half, 1, 1e-12), "\(x)")
    }
    #expect(Elementary.exp(709.783) == .infinity)
  }

  @Test(
    "logarithms near the end of the series are accurate to the last bit",
    arguments: [
      // Rounded from fifty digits.
      (1.406700205, 0.3412466815126464), (1.414070838, 0.34647266381501224),
      (1.406288229, 0.3409537716677527), (1.413095984, 0.3457830306238964),
    ])
  func series(x: Double, logarithm: Double) {
    #expect(Elementary.ln(x) == logarithm)
  }

  @Test("the blended release velocity weighs the last three differences")
  func blend() {
    var blend = VelocityBlend()
    let constants = PhysicsConstants()
    blend.begin(at: .zero)
    let steps = [1.0, 2, 4, 8]
    for (index, step) in steps.enumerated() {
      blend.add(AxisPair(0, step), at: TraceTime(nanoseconds: Int64(index + 1) * 10_000_000))
    }
    let expected = 0.6 * 200 + 0.35 * 400 + 0.05 * 800
    #expect(near(blend.blended(.vertical, constants), expected, 1e-9))
  }
}
