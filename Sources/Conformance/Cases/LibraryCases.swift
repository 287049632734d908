import ScrollEngine

/// Scrolling libraries with their own motions.
enum LibraryCases {
  /// Reanimated's decay, frame by frame.
  static func frames(_ vector: Vector, _ check: inout Check) {
    let input = vector.input
    guard let frame = input.number("frame_ms"), frame > 0, let velocity = input.number("velocity"),
      let wanted = vector.expect["positions"]?.numbers
    else { return check.refuse("frame_ms, velocity or the expected positions are missing") }
    var decay = ReanimatedDecay()
    decay.rate = input.number("deceleration") ?? decay.rate
    decay.velocityFactor = input.number("velocityFactor") ?? 1
    decay.rubberBand = input.number("rubberBandFactor") ?? decay.rubberBand
    decay.hasRubberBand = input.flag("rubberBandEffect")
    if let clamp = input["clamp"]?.pair {
      guard clamp.x <= clamp.y else { return check.refuse("the clamp is reversed") }
      decay.limits = clamp.x...clamp.y
    }
    let positions = decay.positions(
      from: input.number("x0") ?? 0, velocity: velocity,
      at: DisplayFrames(first: frame, interval: frame))
    check.holds(
      "\(positions.count) frames, expected \(wanted.count)", positions.count == wanted.count)
    let tolerance = Tolerance(vector)
    for (index, (place, value)) in zip(positions, wanted).enumerated() {
      check.equal("frame \(index)", place, value, tolerance)
    }
  }

  /// better-scroll's momentum, damping and range.
  static func betterScroll(_ vector: Vector, _ check: inout Check) {
    let input = vector.input
    let tolerance = Tolerance(vector)
    let end =
      input.number("max") ?? (input.number("viewport") ?? 0) - (input.number("content") ?? 0)
    var scroller = BetterScroll(start: input.number("min") ?? 0, end: end)
    if let wanted = vector.expect["destination"] {
      guard let from = input.number("from_pos"), let to = input.number("to_pos"),
        let time = input.number("duration_ms")
      else { return check.refuse("from_pos, to_pos or duration_ms is missing") }
      scroller.deceleration = input.number("deceleration") ?? scroller.deceleration
      scroller.bounceTime = input.number("swipe_bounce_ms") ?? scroller.bounceTime
      scroller.swipeTime = input.number("swipe_ms") ?? scroller.swipeTime
      let room = input.flag("bounces") ? input.number("viewport") ?? 0 : 0
      let momentum = scroller.momentum(from: from, to: to, milliseconds: time, room: room)
      if wanted.isNull { return check.holds("expected no momentum", momentum == nil) }
      check.matches("destination", momentum?.destination, wanted, tolerance)
      if let time = vector.expect["duration_ms"] {
        check.matches("duration", momentum?.duration, time, tolerance)
      }
      if let rate = vector.expect["rate"] {
        check.matches("rate", BetterScroll.overshootRate, rate, tolerance)
      }
    } else if let wanted = vector.expect["position"] {
      guard let place = input.number("position"), let delta = input.number("delta") else {
        return check.refuse("position or delta is missing")
      }
      let bounces = input["bounces"]
      let moved = scroller.moved(
        from: place, by: delta, damping: input.number("damping") ?? 1.0 / 3,
        bouncesAtStart: bounces?.bool ?? bounces?[0]?.bool ?? true,
        bouncesAtEnd: bounces?.bool ?? bounces?[1]?.bool ?? true)
      check.matches("position", moved, wanted, tolerance)
    } else if let wanted = vector.expect["clamped"] {
      guard let place = input.number("position") else { return check.refuse("no position") }
      check.matches("clamped", scroller.held(place), wanted, tolerance)
    } else {
      check.refuse("what is expected is not understood")
    }
  }
}
