import ScrollModel

extension ImpressionPolicy {
  /// The problems of the policy, as sentences; empty for a valid one.
  public var problems: [String] {
    var problems: [String] = []
    func check(_ isGood: Bool, _ problem: String) {
      if !isGood { problems.append(problem) }
    }
    check(!name.isEmpty, "it has no name; give it one")
    check(isFraction(threshold), "threshold \(threshold) is outside 0…1")
    check(tolerance >= 0 && tolerance <= 0.1, "tolerance \(tolerance) is outside 0…0.1")
    if let exitThreshold {
      check(isFraction(exitThreshold), "exit threshold \(exitThreshold) is outside 0…1")
      check(
        exitThreshold <= threshold,
        "exit threshold \(exitThreshold) is above the threshold \(threshold); it has to be below")
    }
    if let largeItem {
      check(isFraction(largeItem.threshold), "large-item threshold is outside 0…1")
      check(largeItem.area > 0 && largeItem.area.isFinite, "large-item area is not above 0")
    }
    for inset in [outset.top, outset.left, outset.bottom, outset.right] {
      check(inset.magnitude <= ModelLimits.coordinate, "outset \(inset) is out of range")
    }
    for (name, time) in times {
      check((0...ModelLimits.time).contains(time), "\(name) is \(time) ns, outside 0…2^62")
    }
    if case .intersection(let thresholds) = measure {
      check(!thresholds.isEmpty, "an intersection observer needs a threshold")
      check(thresholds.count <= 1000, "\(thresholds.count) thresholds are more than 1000")
      check(thresholds.allSatisfy(isFraction), "a threshold is outside 0…1")
      check(zip(thresholds, thresholds.dropFirst()).allSatisfy(<=), "thresholds do not ascend")
      check(sampling == .perFrame, "an intersection observer looks once per frame")
      check(timer == .perItem, "an intersection observer keeps no timers")
    }
    if rounding == .floorToPoint {
      check(sampling == .perFrame, "rounding to points needs sampling per frame")
      check(
        measure == .itemLength || measure == .viewportLength,
        "rounding to points needs a measure along the main axis")
    }
    if timer != .perItem {
      check(sampling == .perFrame, "timers of this kind need sampling per frame")
    }
    if let speed = eligibility.maximumSpeed { check(speed > 0, "maximum speed is not above 0") }
    if repetition == .everyDwell { check(dwell > 0, "an impression per dwell needs a dwell") }
    return problems
  }

  private func isFraction(_ number: Double) -> Bool { number >= 0 && number <= 1 }

  private var times: [(String, Int64)] {
    var times = [
      ("dwell", dwell), ("exit delay", exitDelay),
      ("pause after interaction", eligibility.pauseAfterInteraction),
    ]
    if case .polled(let period) = sampling { times.append(("polling period", period - 1)) }
    if case .afterGap(let gap) = repetition { times.append(("gap", gap)) }
    return times
  }
}

/// One effective number or choice of a policy, for reports.
public struct PolicySetting: Hashable, Sendable {
  /// The name, such as `threshold`.
  public var name: String
  /// Its value with its unit, such as `0.5` or `1000 ms`.
  public var value: String
}

extension ImpressionPolicy {
  /// Every effective number and choice, in a fixed order.
  public var settings: [PolicySetting] {
    var settings: [PolicySetting] = []
    func add(_ name: String, _ value: String) {
      settings.append(PolicySetting(name: name, value: value))
    }
    add("measure", measureText)
    if measure.isGeometric {
      add("threshold", "\(comparison == .atLeast ? "≥" : ">") \(threshold)")
      add("viewport", viewport.rawValue)
      if pinned == .excluded { add("under pinned headers", "not visible") }
    }
    if tolerance > 0 { add("tolerance", "\(tolerance)") }
    if let exitThreshold { add("exit threshold", "\(exitThreshold)") }
    if let rule = largeItem { add("from \(rule.area) square points", "\(rule.threshold)") }
    if countsWhole { add("shown whole", "counts") }
    if countsFilling { add("filling the viewport", "counts") }
    if outset != .zero {
      add("outset", "\(outset.top) \(outset.left) \(outset.bottom) \(outset.right) pt")
    }
    if rounding != .none { add("rounding", rounding.rawValue) }
    add("dwell", "\(Self.text(dwell))\(accumulatesDwell ? ", added up" : "")")
    if exitDelay > 0 { add("exit delay", Self.text(exitDelay)) }
    add("timer", timerText)
    add("sampling", samplingText)
    add("repetition", repetitionText)
    add("identity", identity.rawValue)
    for condition in conditions { add("only", condition) }
    return settings
  }

  private var measureText: String {
    switch measure {
    case .itemArea: "area of the target"
    case .itemLength: "length of the target"
    case .viewportLength: "length of the viewport"
    case .smallerArea: "smaller area of target and viewport"
    case .anyPixel: "any visible part"
    case .focus: "half the viewport, or the whole target if smaller"
    case .intersection(let thresholds):
      "area of the target at " + thresholds.map { "\($0)" }.joined(separator: ", ")
    case .realized: "laid out and measured"
    }
  }

  private var timerText: String {
    switch timer {
    case .perItem: "per target"
    case .restarting: "per target, restarted by every change"
    case .perSet(let cancels): cancels ? "per set, older ones cancelled" : "per set"
    }
  }

  private var samplingText: String {
    switch sampling {
    case .exact: "exact"
    case .perFrame: "per frame"
    case .polled(let period): "every \(Self.text(period))"
    }
  }

  private var repetitionText: String {
    switch repetition {
    case .everyVisit: "every visit"
    case .once: "once"
    case .afterGap(let gap): "after \(Self.text(gap)) away"
    case .everyDwell: "every dwell"
    }
  }

  private var conditions: [String] {
    var conditions: [String] = []
    if eligibility.requiresForeground { conditions.append("app active") }
    if eligibility.requiresPlaying { conditions.append("while playing") }
    if eligibility.waitsForInteraction { conditions.append("after the first interaction") }
    if eligibility.waitsForScroll { conditions.append("after the first scroll") }
    if eligibility.pauseAfterInteraction > 0 {
      conditions.append("\(Self.text(eligibility.pauseAfterInteraction)) after an interaction")
    }
    if let phases = eligibility.phases {
      conditions.append("while \(phases.phases.map { "\($0)" }.joined(separator: " or "))")
    }
    if let speed = eligibility.maximumSpeed { conditions.append("at most \(speed) pt/s") }
    return conditions
  }

  static func text(_ nanoseconds: Int64) -> String {
    "\(Double(nanoseconds) / 1_000_000) ms"
  }
}
