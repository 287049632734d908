import ScrollModel

extension ScrollEngine {
  private var edgeConstants: EdgeConstants {
    let physics = configuration.physics
    return EdgeConstants(
      pull: physics.edgePull, decay: physics.edgeDecay, floor: physics.velocityFloor,
      tolerance: physics.edgeTolerance)
  }

  /// A deceleration under the law that the configuration asks for.
  func decay(_ axis: Axis, from place: Double, velocity: Double) -> Decay {
    Decay(
      from: place, velocity: velocity, rate: decayRate(axis),
      floor: configuration.physics.velocityFloor, law: configuration.switches.flingDistance)
  }

  /// The return of content that is released beyond an edge without velocity (PHYS-6).
  private func heldReturn(_ axis: Axis, _ edge: Double, _ excess: Double) -> FreeMotion {
    let physics = configuration.physics
    let band = BandReturn(
      edge: edge, displacement: excess, dimension: container.length(axis),
      stiffness: physics.rubberBand, rate: physics.returnRate, tolerance: physics.edgeTolerance)
    return FreeMotion(
      motion: AxisMotion(start: now, grid: grid, pieces: .band(band)), natural: edge)
  }

  /// Motion that nothing but the edges holds up.
  ///
  /// Content that is released beyond an end returns to it first, then moves on with the velocity left there.
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

  /// A deceleration from within the range, with the bounce at its end if it gets that far.
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
    // Only the grid takes a motion past an edge that it does not cross.
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

  /// Motion to a place that a behavior chose.
  ///
  /// The rate of the deceleration is kept and its velocity solved for the place; where that velocity
  /// is far from the release's, a timed curve takes its place. From past an edge a spring leads in.
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

  /// The release's own deceleration, as long and drawn out or pressed to a way that ends at a place.
  private func lasting(
    _ axis: Axis, from place: Double, velocity: Double, to goal: Double
  ) -> AxisMotion {
    // From zero, so that the distance does not depend on where the content is.
    let natural = decay(axis, from: 0, velocity: velocity).target
    let share = (goal - place) / natural
    var decay = Decay(
      from: place, velocity: velocity * share, rate: decayRate(axis),
      floor: configuration.physics.velocityFloor * share,
      law: configuration.switches.flingDistance)
    decay.target = goal
    return AxisMotion(start: now, grid: grid, pieces: .decay(decay))
  }

  /// Motion of a programmatic scroll; nil if it is not animated.
  func motion(
    _ axis: Axis, from place: Double, to goal: Double, _ animation: ScrollAnimation
  ) -> AxisMotion? {
    let physics = configuration.physics
    switch animation {
    case .none:
      return nil
    case .automatic:
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

  private func timed(
    from place: Double, to goal: Double, _ seconds: Double, _ curve: AnimationCurve
  ) -> AxisMotion? {
    guard seconds > 0 else { return nil }
    return AxisMotion(
      start: now, grid: grid,
      pieces: .timed(TimedCurve(from: place, to: goal, duration: seconds * 1000, curve: curve)))
  }
}

/// Motion that nothing but the edges holds up.
struct FreeMotion {
  var motion: AxisMotion
  /// Where it would end if no edge lay ahead.
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
