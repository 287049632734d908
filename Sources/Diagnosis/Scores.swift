import ScrollModel

/// The base-2 logarithm of a positive number.
func bits(_ ratio: Double) -> Double { Elementary.ln(max(ratio, 1e-300)) / Elementary.ln(2) }

/// The density of a normal distribution.
func normalDensity(_ miss: Double, _ deviation: Double) -> Double {
  let share = miss / deviation
  guard share.magnitude < 38 else { return 0 }
  return Elementary.exp(-share * share / 2) / (deviation * 2.5066282746310002)
}

/// The cumulative distribution function of a bell curve, within 0.01 of the normal one.
func shareBelow(_ deviations: Double) -> Double {
  guard deviations.magnitude < 20 else { return deviations > 0 ? 1 : 0 }
  return 1 / (1 + Elementary.exp(-1.702 * deviations))
}
