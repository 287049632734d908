public import ScrollModel

/// The result of a release under each toolkit's rules: a pure function of the release.
public enum PeerRelease {
  /// Returns the resting offset of a release on one axis.
  ///
  /// Candidates are offsets in any order; those outside the range are clamped to it. Without
  /// candidates the content rests at the end of its motion. Velocities are pt/s of the offset.
  /// Only Reanimated depends on the display's frames.
  ///
  /// ```swift
  /// let cards = (0..<10).map { Double($0) * 320 }
  /// let there = PeerRelease.settle(
  ///   physics: .android, offset: 500, velocity: 900, candidates: cards, range: 0...2880,
  ///   container: 320)
  /// ```
  public static func settle(
    physics: PeerPhysics, offset: Double, velocity: Double, candidates: [Double],
    range: ClosedRange<Double>, container: Double, frames: DisplayFrames = .standard
  ) -> PeerSettle {
    settle(
      physics: physics, offset: offset, velocity: velocity, candidates: candidates, range: range,
      container: container, boxes: nil, frames: frames)
  }

  /// Returns the same with parameters that only some physics use: the candidates' boxes, the curve
  /// of Chromium's fling, the display's frames and Flutter's return from an edge.
  static func settle(
    physics: PeerPhysics, offset: Double, velocity: Double, candidates: [Double],
    range: ClosedRange<Double>, container: Double, boxes: SnapBoxes?,
    chromium: ChromiumFlingRule = ChromiumFlingRule(), frames: DisplayFrames = .standard,
    flutterReturn: FlutterReturnChoice = .spring
  ) -> PeerSettle {
    let low = finite(range.lowerBound)
    let high = finite(range.upperBound)
    let release = Release(
      offset: finite(offset), velocity: clamped(finite(velocity), -1e6, 1e6),
      candidates: candidates.filter { $0.isFinite }.map { clamped($0, low, high) + 0.0 }, low: low,
      high: high, container: clamped(finite(container), 1e-3, largestNumber), boxes: boxes,
      chromium: chromium, frames: frames, flutterReturn: flutterReturn)
    let answer = release.answer(physics)
    return PeerSettle(
      physics: physics, velocity: answer.velocity, natural: answer.natural,
      target: answer.motion.target,
      candidate: candidates.firstIndex {
        $0.isFinite && clamped($0, low, high) + 0.0 == answer.motion.target
      }, rule: answer.rule, motion: answer.motion)
  }
}

/// The boxes of candidates, as the offsets at which their edges meet the container's start.
struct SnapBoxes: Hashable, Sendable {
  var spans: [SnapSpan]
  var alignment: SnapAlignment
  /// Whether a scroll stops at every box.
  var stopsAlways: Bool
  /// Whether only boxes near the end of a scroll are candidates.
  var strictness = SnapStrictness.mandatory
  /// The padding of the container.
  var padding = SnapPadding()
}

/// The handling of a release by Chromium, in milliseconds after it (WEB-12).
struct FlingHandling: Hashable, Sendable {
  /// The duration of the fling's first step.
  let firstStep: Double
  /// The same between areas of `proximity`: their step has no known law, so it has its mean duration
  /// unless it is assumed.
  let nearStep: Double
  /// The frame in which a snap begins.
  let start: Double
  /// Two frames later; a fling that ends before has no snap of its own (WEB-7).
  let end: Double

  /// Handles a release before the next frame, or one frame later if the page is still busy with the
  /// finger's last movement; if that is not known, the step has its mean duration.
  init(
    next: Double = 1000.0 / 60, interval: Double = 1000.0 / 60, waits: Bool? = nil,
    isAssumed: Bool = false
  ) {
    let step: PeerConstant =
      switch waits {
      case nil: .chromiumSnapFrame
      case true?: .chromiumWaitingStep
      case false?: .chromiumFirstStep
      }
    firstStep = step.value
    nearStep = isAssumed ? step.value : PeerConstant.chromiumSnapFrame.value
    start = waits ?? false ? next + interval : next
    end = start + 2 * interval
  }
}

/// The parameters of Chromium's fling besides its velocity (WEB-1, WEB-2).
struct ChromiumFlingRule: Hashable, Sendable {
  var curve = ChromiumFlingChoice.deceleration
  var pixelsPerInch = PhysicsConstants().chromiumInch
  /// The ratio between the boosted velocity and the fling's own.
  var boost = 1.0
  var handling = FlingHandling()
  /// Whether a wheel's turn ends, whose notch is the velocity (WEB-16).
  var isTurn = false
}

/// A release with all values clamped to the engine's numeric range.
struct Release {
  var offset: Double
  var velocity: Double
  var candidates: [Double]
  var low: Double
  var high: Double
  var container: Double
  var boxes: SnapBoxes?
  var chromium = ChromiumFlingRule()
  var frames = DisplayFrames.standard
  var flutterReturn = FlutterReturnChoice.spring

  /// The result of a toolkit's rules.
  struct Answer {
    var velocity: Double
    var natural: Double
    var rule: PeerRule
    var motion: PeerMotion
  }

  var isOutside: Bool { offset < low || offset > high }

  func held(_ place: Double) -> Double { clamped(place, low, high) + 0.0 }

  func answer(_ physics: PeerPhysics) -> Answer {
    switch physics {
    case .uikit, .reactNative: uikit(isReactNative: physics == .reactNative)
    case .flutter, .flutterClamping, .flutterWheel: flutter(physics)
    case .android: android()
    case .chromium, .css: css(isChromium: physics == .chromium)
    case .betterScroll: betterScroll()
    case .reanimated, .pop: physics == .pop ? pop() : reanimated()
    }
  }

  func nearest(to place: Double) -> Double? { EngineSnap.nearest(to: place, among: candidates) }

  func rest(_ place: Double) -> PeerMotion {
    PeerMotion([PeerMotion.Piece(.rest(place))], from: offset, to: place, isMonotone: true)
  }

  /// A motion that stops at its end and completes there.
  func motion(_ curve: PeerCurve, to target: Double, until time: Double? = nil) -> PeerMotion {
    guard target != offset else { return rest(target) }
    var end = time ?? curve.duration
    // A spring oscillates.
    if case .spring = curve {} else { end = arrival(at: target, before: end, curve.position(at:)) }
    return PeerMotion(
      [PeerMotion.Piece(curve, until: end)], from: offset, to: target,
      between: min(offset, target),
      and: max(offset, target), isMonotone: true)
  }

  /// A spring to an offset, limited so that it does not overshoot.
  func spring(
    _ description: SpringDescription, to target: Double, end: SpringEnd = .envelope
  ) -> PeerMotion {
    let spring = DampedSpring(
      description, from: offset, to: target, velocity: velocity, tolerance: .flutter(), end: end)
    return motion(.spring(spring), to: target)
  }
}

extension Release {
  // UIKit and React Native on iOS.

  private var constants: PhysicsConstants { PhysicsConstants() }

  func uikit(isReactNative: Bool) -> Answer {
    let goesOn = magnitude(velocity) >= constants.releaseFloor
    var release = self
    release.velocity = goesOn ? velocity : 0
    let decay = Decay(
      from: offset, velocity: release.velocity, rate: constants.normalDecay,
      floor: constants.velocityFloor)
    let natural = held(finite(decay.target))
    let place =
      isReactNative
      ? ReactNativeSnap.offset(
        target: natural, velocity: release.velocity, offsets: candidates) : nearest(to: natural)
    guard let place, !candidates.isEmpty else {
      return Answer(
        velocity: release.velocity, natural: natural,
        rule: isOutside ? .returnsToEdge : .naturalEnd, motion: release.free(decay))
    }
    let rule: PeerRule = isReactNative && release.velocity != 0 ? .beyondEnd : .nearestToEnd
    return Answer(
      velocity: release.velocity, natural: natural, rule: rule,
      motion: release.adjusted(to: held(place)))
  }

  /// Deceleration including the return from past an edge.
  private func free(_ decay: Decay) -> PeerMotion {
    let edge = EdgeConstants(
      pull: constants.edgePull, decay: constants.edgeDecay, floor: constants.velocityFloor,
      tolerance: constants.edgeTolerance)
    if isOutside {
      let place = held(offset)
      let spring = SpringDescription(
        mass: 1, stiffness: constants.springRate * constants.springRate, ratio: 1)
      let curve = DampedSpring(
        spring, from: offset, to: place, velocity: velocity, tolerance: .flutter())
      return PeerMotion(
        [PeerMotion.Piece(.spring(curve))], from: offset, to: place, isMonotone: false)
    }
    let end = decay.target
    guard end < low || end > high else { return motion(.decay(decay), to: end) }
    let place = held(end)
    guard let crossing = decay.time(at: place) else { return rest(place) }
    let pull = EdgePull(
      edge: place, displacement: 0, velocity: decay.velocity(at: crossing), constants: edge)
    return PeerMotion(
      [PeerMotion.Piece(.decay(decay), until: crossing), PeerMotion.Piece(.pull(pull))],
      from: offset,
      to: place, isMonotone: false)
  }

  /// The engine's motion to a chosen offset: a decay with another velocity, or a timed curve.
  private func adjusted(to target: Double) -> PeerMotion {
    let needed = Decay.velocity(
      toTravel: target - offset, rate: constants.normalDecay, floor: constants.velocityFloor)
    let ratio = velocity == 0 ? 0 : needed / velocity
    let limit = constants.adjustmentRatio
    if !isOutside, ratio >= 1 / limit, ratio <= limit {
      var decay = Decay(
        from: offset, velocity: needed, rate: constants.normalDecay, floor: constants.velocityFloor)
      decay.target = target
      return motion(.decay(decay), to: target)
    }
    let curve = TimedCurve(
      from: offset, to: target, duration: constants.settleSeconds * 1000, curve: .easeOut)
    return motion(.timed(curve), to: target)
  }
}
