import ScrollModel

/// A mass on a damped spring, relative to its rest.
enum DampedOscillation {
  /// Returns distance and velocity `t` seconds after a start with a distance and a velocity.
  ///
  /// `frequency` is the undamped angular one per second; a damping of 1 returns fastest without
  /// oscillating. Close to 1 the two other solutions divide by nearly nothing.
  static func state(
    after t: Double, from x: Double, _ v: Double, frequency w: Double, damping z: Double
  ) -> (distance: Double, velocity: Double) {
    if magnitude(z - 1) < 1e-6 {
      let slope = v + w * x
      let decay = Elementary.exp(-w * t)
      return (decay * (x + slope * t), decay * (slope - w * (x + slope * t)))
    }
    if z < 1 {
      let swing = w * (1 - z * z).squareRoot()
      let b = (v + z * w * x) / swing
      let decay = Elementary.exp(-z * w * t)
      let (sine, cosine) = Elementary.sineCosine(swing * t)
      let place = decay * (x * cosine + b * sine)
      return (place, -z * w * place + decay * swing * (b * cosine - x * sine))
    }
    let root = (z * z - 1).squareRoot()
    let (slow, fast) = (-w / (z + root), -w * (z + root))
    let a = (v - fast * x) / (slow - fast)
    let (one, two) = (a * Elementary.exp(slow * t), (x - a) * Elementary.exp(fast * t))
    return (one + two, slow * one + fast * two)
  }
}
