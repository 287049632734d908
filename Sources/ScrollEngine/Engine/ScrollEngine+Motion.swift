import ScrollModel

extension ScrollEngine {
  private var edgeConstants: EdgeConstants {
    let physics = configuration.physics
    return EdgeConstants(
      pull: physics.edgePull, decay: physics.edgeDecay, floor: physics.velocityFloor,
      tolerance: physics.edgeTolerance)
  }

  /// A deceleration with the configured distance rule.
  func decay(_ axis: Axis, from place: Double, velocity: Double) -> Decay {
    Decay(
      from: place, velocity: velocity, rate: decayRate(axis),
      floor: configuration.physics.velocityFloor, law: configuration.switches.flingDistance)
  }

  /// The return of content released beyond an edge without velocity (PHYS-6).
  private func heldReturn(_ axis: Axis, _ edge: Double, _ excess: Double) -> FreeMotion {
    let physics = configuration.physics
    let band = BandReturn(
      edge: edge, displacement: excess, dimension: container.length(axis),
      stiffness: physics.rubberBand, rate: physics.returnRate, tolerance: physics.edgeTolerance)
    return FreeMotion(
      motion: AxisMotion(start: now, grid: grid, pieces: .band(band)), natural: edge)
  }

  /// The motion of a release without a behavior.
  ///
  /// Content released beyond an end first returns to it, then continues with the remaining
  /// velocity.
  func freeMotion(_ axis: Axis, from place: Double, velocity: Double) -> FreeMotion {
    let range = ranges[axis]
    let excess = range.excess(place)
    guard bounces(axis) || excess == 0 else { return FreeMotion(restingAt: range.clamp(place)) }
    guard excess != 0 else {
      return motionWithin(axis, from: place, velocity: velocity, after: nil)
    }
    let edge = excess > 0 ? range.high : range.low
    if velocity == 0, configuration.switches.edgeReturn == .rubberBand {
      return heldReturn(axis, edge, excess)
    }
    let pull = EdgePull(
      edge: edge, displacement: excess, velocity: velocity, constants: edgeConstants)
    if pull.rests || range.low == range.high {
      return FreeMotion(
        motion: AxisMotion(start: now, grid: grid, pieces: .pull(pull)), natural: edge)
    }
    return motionWithin(axis, from: edge, velocity: pull.exitVelocity, after: pull)
  }

  /// A deceleration inside the range, with a bounce if it reaches the end.
  private func motionWithin(
    _ axis: Axis, from place: Double, velocity: Double, after pull: EdgePull?
  ) -> FreeMotion {
    let range = ranges[axis]
    var decay = self.decay(axis, from: place, velocity: velocity)
    decay.round(to: grid)
    let natural = finite(decay.target)
    guard decay.duration > 0 else {
      guard let pull else { return FreeMotion(restingAt: place) }
      return FreeMotion(
        motion: AxisMotion(start: now, grid: grid, pieces: .pull(pull)), natural: natural)
    }
    let edge = velocity > 0 ? range.high : range.low
    let isPast = velocity > 0 ? natural > edge : natural < edge
    let crossing = isPast ? decay.time(at: edge) : nil
    // Only rounding to the grid moves the target past an edge that the motion does not cross.
    if isPast, crossing == nil { decay.target = edge }
    var motion: AxisMotion
    if let crossing {
      let bounce: MotionPiece =
        bounces(axis)
        ? .pull(
          EdgePull(
            edge: edge, displacement: 0, velocity: decay.velocity(at: crossing),
            constants: edgeConstants))
        : .rest(edge)
      motion =
        pull.map {
          AxisMotion(
            start: now, grid: grid, pieces: .pull($0), second: .decay(decay),
            untilSecond: crossing, third: bounce)
        }
        ?? AxisMotion(
          start: now, grid: grid, pieces: .decay(decay), until: crossing, second: bounce)
    } else {
      motion =
        pull.map {
          AxisMotion(start: now, grid: grid, pieces: .pull($0), second: .decay(decay))
        } ?? AxisMotion(start: now, grid: grid, pieces: .decay(decay))
    }
    return FreeMotion(motion: motion, natural: natural)
  }

  /// The motion to an offset that a behavior chose.
  ///
  /// The velocity of the deceleration is solved for the distance at the same rate. If it differs
  /// too much from the release velocity, a timed curve is used. From past an edge, a spring is
  /// used.
  func motion(
    _ axis: Axis, from place: Double, velocity: Double, to goal: Double
  ) -> (AxisMotion, SettleCurve) {
    let physics = configuration.physics
    let distance = goal - place
    guard magnitude(distance) > 1e-9 else { return (AxisMotion(at: goal), .none) }
    if ranges[axis].excess(place) != 0 {
      let spring = SpringCurve(
        from: place, to: goal, velocity: velocity, frequency: physics.springRate, damping: 1,
        tolerance: physics.edgeTolerance, limit: physics.springLimit)
      return (AxisMotion(start: now, grid: grid, pieces: .spring(spring)), .spring)
    }
    if physics.velocityFloor < magnitude(velocity), distance > 0 ? velocity > 0 : velocity < 0,
      configuration.switches.settleDuration == .natural
    {
      return (lasting(axis, from: place, velocity: velocity, to: goal), .adjusted)
    }
    let needed = Decay.velocity(
      toTravel: distance, rate: decayRate(axis), floor: physics.velocityFloor,
      law: configuration.switches.flingDistance)
    let ratio = velocity == 0 ? 0 : needed / velocity
    if ratio >= 1 / physics.adjustmentRatio, ratio <= physics.adjustmentRatio {
      var decay = self.decay(axis, from: place, velocity: needed)
      decay.target = goal
      return (AxisMotion(start: now, grid: grid, pieces: .decay(decay)), .adjusted)
    }
    let curve = TimedCurve(
      from: place, to: goal, duration: physics.settleSeconds * 1000, curve: .easeOut)
    return (AxisMotion(start: now, grid: grid, pieces: .timed(curve)), .timed)
  }

  /// The release's deceleration with the same duration, scaled to a distance.
  private func lasting(
    _ axis: Axis, from place: Double, velocity: Double, to goal: Double
  ) -> AxisMotion {
    // Starting at zero makes the distance independent of the offset.
    let natural = decay(axis, from: 0, velocity: velocity).target
    let share = (goal - place) / natural
    var decay = Decay(
      from: place, velocity: velocity * share, rate: decayRate(axis),
      floor: configuration.physics.velocityFloor * share,
      law: configuration.switches.flingDistance)
    decay.target = goal
    return AxisMotion(start: now, grid: grid, pieces: .decay(decay))
  }

  /// The motion of a programmatic scroll; nil without animation.
  func motion(
    _ axis: Axis, from place: Double, to goal: Double, _ animation: ScrollAnimation
  ) -> AxisMotion? {
    let physics = configuration.physics
    switch animation {
    case .none:
      return nil
    case .automatic:
      if configuration.releasePhysics.isChromium { return smoothScroll(from: place, to: goal) }
      return timed(from: place, to: goal, physics.animationSeconds, .easeInOut)
    case .timed(let seconds, let curve):
      return timed(from: place, to: goal, seconds, curve)
    case .spring(let seconds, let bounce):
      guard seconds > 0 else { return nil }
      let spring = SpringCurve(
        from: place, to: goal, velocity: motions[axis].velocity(at: now), seconds: seconds,
        bounce: bounce, tolerance: physics.edgeTolerance, limit: physics.springLimit)
      return AxisMotion(start: now, grid: grid, pieces: .spring(spring))
    }
  }

  /// A smooth scroll of a page, which begins at the next frame (WEB-15).
  private func smoothScroll(from place: Double, to goal: Double) -> AxisMotion {
    let pace = PeerConstant.chromiumSmoothPace.value
    let duration = min(
      PeerConstant.chromiumSmoothLongest.value, pace * magnitude(goal - place).squareRoot())
    let curve = UnitBezier(PeerConstant.chromiumSmoothX.value, 0, 0, 1)
    var motion = PeerMotion(
      [PeerMotion.Piece(.eased(curve, from: place, to: goal, duration: duration))], from: place,
      to: goal, isMonotone: true)
    motion.delay(by: Double(clock.time(of: nextTick).nanoseconds(since: now)) / 1_000_000)
    return AxisMotion(start: now, grid: grid, pieces: .peer(motion))
  }

  private func timed(
    from place: Double, to goal: Double, _ seconds: Double, _ curve: AnimationCurve
  ) -> AxisMotion? {
    guard seconds > 0 else { return nil }
    return AxisMotion(
      start: now, grid: grid,
      pieces: .timed(TimedCurve(from: place, to: goal, duration: seconds * 1000, curve: curve)))
  }
}

/// The motion of a release without a behavior.
struct FreeMotion {
  var motion: AxisMotion
  /// The end of the motion in content without edges.
  var natural: Double

  init(motion: AxisMotion, natural: Double) {
    self.motion = motion
    self.natural = natural
  }

  init(restingAt place: Double) {
    motion = AxisMotion(at: place)
    natural = place
  }
}
