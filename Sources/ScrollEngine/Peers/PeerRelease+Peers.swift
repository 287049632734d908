import ScrollModel

extension Release {
  // Flutter.

  func flutter(_ physics: PeerPhysics) -> Answer {
    let platform: FlutterPlatform = physics == .flutterClamping ? .android : .ios
    let least = PeerConstant.flutterMinimumFling.value * (platform.isBouncing ? 2 : 1)
    let most = PeerConstant.flutterMaximumFling.value
    var release = self
    release.velocity = magnitude(velocity) > least ? clamped(velocity, -most, most) : 0
    let free = FlutterMotion(
      platform, from: offset, velocity: release.velocity, low: low, high: high,
      edgeReturn: flutterReturn)
    let natural = held((physics == .flutterWheel ? free?.limit : free?.target) ?? offset)
    func answer(_ rule: PeerRule, _ motion: PeerMotion) -> Answer {
      Answer(velocity: release.velocity, natural: natural, rule: rule, motion: motion)
    }
    let leaves =
      (release.velocity <= 0 && offset <= low) || (release.velocity >= 0 && offset >= high)
    guard !candidates.isEmpty, !leaves else {
      guard let free else { return answer(isOutside ? .returnsToEdge : .naturalEnd, rest(natural)) }
      var isMonotone = false
      if case .clamping = free { isMonotone = true }
      return answer(
        isOutside ? .returnsToEdge : .naturalEnd,
        PeerMotion(
          [PeerMotion.Piece(.flutter(free))], from: offset, to: free.target, isMonotone: isMonotone)
      )
    }
    if physics == .flutterWheel {
      let place = held(nearest(to: natural) ?? natural)
      let isNear = release.velocity == 0 || (place > offset) != (release.velocity > 0)
      guard !isNear else {
        return answer(.nearestToEnd, release.spring(.flutter(), to: place, end: .firstRest))
      }
      let speed = RestTolerance.flutter().velocity
      let through = FrictionCurve(
        from: offset, to: place, velocity: release.velocity,
        endVelocity: release.velocity > 0 ? speed : -speed)
      return answer(.nearestToEnd, release.motion(.friction(through), to: place))
    }
    let place = held(release.pageAhead())
    let spring = DampedSpring(
      .flutter(), from: offset, to: place, velocity: release.velocity, tolerance: .flutter(),
      end: .firstRest)
    return answer(
      .halfPageAhead,
      PeerMotion([PeerMotion.Piece(.spring(spring))], from: offset, to: place, isMonotone: false))
  }

  /// Flutter's page rule for candidates: the fractional index plus half a page, rounded.
  private func pageAhead() -> Double {
    let sorted = candidates.sorted()
    guard let last = sorted.indices.last else { return offset }
    let next = sorted.firstIndex { $0 > offset } ?? last
    let previous = max(next - 1, 0)
    let stride = sorted[next] - sorted[previous]
    let page = Double(previous) + (stride > 0 ? (offset - sorted[previous]) / stride : 0)
    let number = roundedAway(page + FlutterSnap.half(velocity, .flutter()))
    return sorted[Int(clamped(number, 0, Double(last)))]
  }

  // Android.

  func android() -> Answer {
    let fling = SplineFling(from: offset, velocity: velocity)
    let natural = held(fling.target)
    let start = held(offset)
    guard !candidates.isEmpty else {
      return Answer(
        velocity: velocity, natural: natural, rule: isOutside ? .returnsToEdge : .naturalEnd,
        motion: isOutside ? spring(.composeSnap, to: start) : motion(.spline(fling), to: natural))
    }
    // The fling itself may pass items; the last item is reached by the snap.
    let sorted = candidates.sorted()
    let spread = (sorted.last ?? 0) - (sorted.first ?? 0)
    let item = sorted.count > 1 ? spread / Double(sorted.count - 1) : container
    let reach = isOutside ? 0 : max(magnitude(fling.target - offset) - item, 0)
    let approach = held(velocity < 0 ? offset - reach : offset + reach)
    let time = reach > 0 ? fling.time(travelling: approach - offset) : 0
    let rest = reach > 0 ? fling.velocity(at: time) : velocity
    let (before, after) = AndroidSnap.bounds(of: candidates, around: approach)
    let bound = AndroidSnap.bound(previous: before, next: after, velocity: rest) ?? 0
    let target = held(nearest(to: approach + bound) ?? approach)
    let isFast = magnitude(rest) >= PeerConstant.composeMinimumFling.value
    let rule: PeerRule = isFast ? .nextBound : .nearerBound
    guard !isOutside else {
      return Answer(
        velocity: velocity, natural: natural, rule: rule, motion: spring(.composeSnap, to: target))
    }
    let snap = DampedSpring(
      .composeSnap, from: approach, to: target, velocity: rest, tolerance: .flutter())
    let isTurning = (target - approach) * (approach - offset) < 0
    return Answer(
      velocity: velocity, natural: natural, rule: rule,
      motion: PeerMotion(
        [
          PeerMotion.Piece(.spline(fling), until: time),
          PeerMotion.Piece(.spring(snap)),
        ], from: offset, to: target, between: min(offset, approach, target),
        and: max(offset, approach, target),
        isMonotone: !isTurning && target == approach + bound
          && (rest == 0 || (target > approach) == (rest > 0) || target == approach)))
  }

  // Libraries.

  func betterScroll() -> Answer {
    let scroller = BetterScroll(start: -low, end: -high)
    let speed = magnitude(velocity) / 1000
    let momentum = scroller.momentum(at: -offset, speed: speed, isDown: velocity > 0, room: 0)
    let goesOn = velocity != 0
    let natural = held(goesOn ? -momentum.destination : offset)
    let place = nearest(to: natural) ?? natural
    let curve = UnitBezier(
      PeerConstant.betterFirstX.value, PeerConstant.betterFirstY.value,
      PeerConstant.betterSecondX.value, PeerConstant.betterSecondY.value)
    let time = goesOn && momentum.duration > 0 ? momentum.duration : scroller.bounceTime
    return Answer(
      velocity: velocity, natural: natural,
      rule: candidates.isEmpty ? isOutside ? .returnsToEdge : .naturalEnd : .nearestToEnd,
      motion: motion(
        .eased(curve, from: offset, to: held(place), duration: time), to: held(place)))
  }

  func reanimated() -> Answer {
    var decay = ReanimatedDecay()
    decay.limits = low...high
    let start = held(offset)
    let offsets = decay.positions(from: start, velocity: velocity, at: frames)
    let natural = held(offsets.last ?? start)
    return Answer(
      velocity: velocity, natural: natural, rule: isOutside ? .returnsToEdge : .naturalEnd,
      motion: motion(.frames(FrameCurve(offsets, at: frames)), to: natural))
  }

  func pop() -> Answer {
    let decay = Decay(
      from: offset, velocity: velocity, rate: PhysicsConstants().normalDecay,
      floor: PeerConstant.popStop.value)
    let natural = held(decay.target)
    let end = decay.time(at: natural) ?? decay.duration
    return Answer(
      velocity: velocity, natural: natural, rule: isOutside ? .returnsToEdge : .naturalEnd,
      motion: isOutside ? rest(natural) : motion(.decay(decay), to: natural, until: end))
  }
}
