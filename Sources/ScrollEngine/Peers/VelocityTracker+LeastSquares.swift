import ScrollModel

extension VelocityTracker {
  private var degree: Int {
    switch estimator {
    case .leastSquares1: 1
    case .leastSquares3: 3
    default: 2
    }
  }

  /// The slope of the fitted polynomial at the newest sample.
  func leastSquares() -> (x: Double, y: Double)? {
    let used = consideredSamples()
    guard let newest = used.first, let oldest = used.last else { return nil }
    let isFlutter = estimator == .flutterLeastSquares
    if isFlutter, used.count < 3 { return (0, 0) }
    let degree = min(degree, used.count - 1)
    guard degree >= 1 else { return nil }
    let ages = used.map { ($0.time - newest.time) / 1000 }
    let weights = used.indices.map { weight(used, $0) }
    let x = PolynomialFit(x: ages, y: used.map { $0.x }, weights: weights, degree: degree)
    let y = PolynomialFit(x: ages, y: used.map { $0.y }, weights: weights, degree: degree)
    guard let x, let y else { return isFlutter ? (0, 0) : nil }
    let velocity = (x: x.coefficients[1], y: y.coefficients[1])
    if estimator == .restrictedLeastSquares2,
      velocity.x * (newest.x - oldest.x) + velocity.y * (newest.y - oldest.y) < 0
    {
      return nil
    }
    return velocity
  }

  /// The samples in use, newest first.
  private func consideredSamples() -> [Sample] {
    guard let newest = samples.last else { return [] }
    var used: [Sample] = []
    var previous = newest
    for sample in samples.reversed() {
      let gap = magnitude(sample.time - previous.time)
      previous = sample
      if newest.time - sample.time > PeerConstant.androidHorizon.value { break }
      if rules == .flutter, gap > PeerConstant.androidStopped.value { break }
      used.append(sample)
    }
    return used
  }

  private func weight(_ used: [Sample], _ index: Int) -> Double {
    let age = used[0].time - used[index].time
    switch estimator {
    case .deltaWeighted:
      guard index > 0 else { return 1 }
      let gap = used[index - 1].time - used[index].time
      return gap < 0 ? 0.5 : gap < 10 ? 0.5 + gap * 0.05 : 1
    case .centralWeighted:
      if age < 0 { return 0.5 }
      if age < 10 { return 0.5 + age * 0.05 }
      if age < 50 { return 1 }
      return age < 60 ? 0.5 + (60 - age) * 0.05 : 0.5
    case .recentWeighted:
      if age < 50 { return 1 }
      return age < 100 ? 0.5 + (100 - age) * 0.01 : 0.5
    default: return 1
    }
  }
}
