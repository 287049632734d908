import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Velocity estimates of other toolkits") struct PeerVelocityTests {
  /// Sample ages, including those at which the weights change.
  private static let times = [0.0, 20, 40, 45, 50, 70, 90, 91, 95, 99.5, 100]
  private static let places = [0.0, 3, 10, 14, 12, 30, 41, 40, 47, 49, 60]

  private func estimate(_ estimator: VelocityEstimator) throws -> Double {
    var tracker = VelocityTracker(estimator, rules: .android)
    for (time, place) in zip(Self.times, Self.places) { tracker.add(0, place, at: time) }
    return try #require(tracker.velocity()).y
  }

  /// The slope at the newest sample of a parabola with the given weights, the newest first.
  private func fitted(_ weight: (_ age: Double, _ gap: Double?) -> Double) throws -> Double {
    let ages = Self.times.reversed().map { ($0 - 100) / 1000 }
    let weights = Self.times.indices.reversed().map { index in
      let next = index + 1 < Self.times.count ? Self.times[index + 1] : nil
      return weight(100 - Self.times[index], next.map { $0 - Self.times[index] })
    }
    let fit = PolynomialFit(x: ages, y: Self.places.reversed(), weights: weights, degree: 2)
    return try #require(fit).coefficients[1]
  }

  @Test("samples less than 10 ms before the next one weigh less")
  func deltaWeighted() throws {
    let expected = try fitted { _, gap in
      guard let gap else { return 1 }
      return gap < 10 ? 0.5 + gap * 0.05 : 1
    }
    #expect(near(try estimate(.deltaWeighted), expected, 1e-6))
  }

  @Test("samples younger than 10 ms or older than 50 ms weigh less, and half from 60 ms on")
  func centralWeighted() throws {
    let expected = try fitted { age, _ in
      age < 10 ? 0.5 + age * 0.05 : age < 50 ? 1 : age < 60 ? 0.5 + (60 - age) * 0.05 : 0.5
    }
    #expect(near(try estimate(.centralWeighted), expected, 1e-6))
  }

  @Test("a fit has one coefficient more than its degree", arguments: 0...4)
  func coefficients(degree: Int) throws {
    let x = [-3.0, -1, 0, 2, 5, 7]
    let fit = try #require(PolynomialFit(x: x, y: x.map { $0 * 2 }, degree: degree))
    #expect(fit.coefficients.count == degree + 1)
  }

  @Test("Android releases at half the velocity that a bouncing platform requires")
  func minimumFling() {
    func velocity(_ platform: FlutterPlatform, _ speed: Double) -> Double {
      var scroller = FlutterScroller(platform, offset: 500, high: 2000, viewport: 400)
      scroller.down(at: 0)
      for step in 1...30 {
        scroller.move(by: -speed * 0.02, at: Double(step) * 20)
      }
      return scroller.up(at: 600)
    }
    #expect(near(velocity(.android, 75), 75, 1e-6) && velocity(.android, 49) == 0)
    #expect(velocity(.ios, 75) == 0 && near(velocity(.ios, 101), 101, 1e-6))
  }

  @Test("borrowed estimators use Android's pause rules, and Chromium's in a browser")
  func rules() {
    for physics in PeerPhysics.allCases {
      let isBrowser = physics == .chromium || physics == .css || physics == .betterScroll
      #expect(
        VelocityEstimator.impulse.trackerRules(under: physics) == (isBrowser ? .chromium : .android)
      )
      #expect(VelocityEstimator.flutterIOS.trackerRules(under: physics) == .flutter)
      #expect(VelocityEstimator.uikit.trackerRules(under: physics) == .uikit)
    }
  }

  @Test(
    "a finger that moves along one axis has no velocity on the other", arguments: [true, false])
  func oneAxis(isVertical: Bool) throws {
    var gesture = Gesture(
      .finger(pointer: 1), at: .zero, original: AxisPair(both: 0), isCatch: false, time: .zero)
    gesture.track(with: .impulse, under: .android)
    let step = isVertical ? AxisPair(0, 10.0) : AxisPair(10.0, 0)
    gesture.add(step, at: TraceTime(nanoseconds: 10_000_000))
    let velocity = try #require(
      gesture.trackedVelocity(releasedAt: TraceTime(nanoseconds: 10_000_000)))
    let (along, across) =
      isVertical
      ? (velocity.vertical, velocity.horizontal) : (velocity.horizontal, velocity.vertical)
    #expect(near(along, 1000, 1e-6) && across == 0)
  }

  @Test("velocity filters of equal movements are equal, and another movement changes them")
  func equality() {
    var blend = VelocityBlend()
    let fresh = blend
    #expect(blend == fresh)
    blend.add(AxisPair(0, 4.0), at: TraceTime(nanoseconds: 8_000_000))
    var other = fresh
    other.add(AxisPair(0, 4.0), at: TraceTime(nanoseconds: 8_000_000))
    #expect(blend == other && blend != fresh)
    // Content that does not move only adds to the count.
    other.begin(at: .zero)
    other.add(AxisPair(both: 0), at: TraceTime(nanoseconds: 8_000_000))
    #expect(blend != other)
  }
}
