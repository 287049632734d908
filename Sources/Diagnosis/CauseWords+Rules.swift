import Analysis
import Replay
import ScrollModel

extension CauseWords {
  func deceleration(_ configuration: Configuration) -> String {
    if configuration.fastDeceleration(scene.axis?.axis ?? .vertical) {
      return "decelerates fast (\(configuration.physics.fastDecay) per ms)"
    }
    let rate = configuration.physics.normalDecay
    return rate == PhysicsConstants().normalDecay
      ? "decelerates normally (\(rate) per ms)" : "decelerates at a rate of \(rate) per ms"
  }

  /// The action of an app that no configuration describes; nil for others.
  func specialAction(_ hypothesis: Hypothesis) -> String? {
    if hypothesis.parts.count == 2 {
      return "does two things: sometimes it \(action(hypothesis.parts[0])), "
        + "sometimes it \(action(hypothesis.parts[1]))"
    }
    if !hypothesis.reading.isPlain { return readingAction(hypothesis) }
    if hypothesis.velocityFactor != 1 {
      var plain = hypothesis
      plain.velocityFactor = 1
      let then = hypothesis.configuration.effectiveBehavior.isNone ? "" : ", then \(action(plain))"
      return "multiplies the velocity of each release by \(factorText(hypothesis.velocityFactor))"
        + then
    }
    if let rule = hypothesis.rule { return action(rule, hypothesis) }
    let physics = hypothesis.configuration.releasePhysics
    guard hypothesis.cause == .peer(physics) else { return nil }
    let name = physics.title
    return hypothesis.configuration.effectiveBehavior.isNone
      ? "scrolls by the rules of \(name) and does not snap"
      : "\(action(hypothesis.configuration)), by the rules of \(name)"
  }

  private func action(_ rule: PlaceRule, _ hypothesis: Hypothesis) -> String {
    let page: String
    switch rule.places {
    case .grid(let step, _):
      let isPitch = scene.pitch.map { ($0 - step).magnitude <= 0.1 } ?? false
      page = isPitch ? scene.item : "page of \(pointsText(step)) pt"
    case .lists: page = scene.item
    }
    switch rule.choice {
    case .nearest where hypothesis.cause == .staleLayout:
      return "snaps to where its \(scene.item)s were in an earlier layout"
    case .nearest: return "snaps to the nearest \(page)"
    case .step: return "moves by one \(page) per gesture, however fast"
    case .limited: return "moves by at most one \(page) per gesture"
    case .dragged(let share):
      return "moves to the next \(page) when a finger has moved it by \(percent(share))"
    case .proposed(let share):
      return "moves to the next \(page) when the release would carry it by \(percent(share))"
    }
  }

  /// Where a page's padding and margins put its items.
  func text(_ padding: SnapPadding) -> String {
    let (start, end) = (pointsText(padding.start), pointsText(padding.end))
    let place: String
    switch (padding.start != 0, padding.end != 0) {
    case (false, false): return ""
    case (true, true) where padding.start == padding.end:
      place = "\(start) pt inside both edges of the container"
    case (true, true):
      place = "\(start) pt inside the container's start and \(end) pt inside its end"
    case (true, false): place = "\(start) pt inside the container's start"
    case (false, true): place = "\(end) pt inside the container's end"
    }
    return ", \(place) (scroll-padding plus scroll-margin)"
  }

  private func readingAction(_ hypothesis: Hypothesis) -> String {
    let reading = hypothesis.reading
    let base = action(hypothesis.configuration)
    if reading.isMirrored { return "\(base), with offsets that count from the other end" }
    if reading.shift != 0 {
      return "\(base), with the inset "
        + (reading.shift > 0 ? "left out" : "counted twice")
    }
    return "\(base), with offsets \(unitText(reading.scale))"
  }

  /// The sentences of a cause in the recorded numbers or their reference.
  func readingSentences(_ hypothesis: Hypothesis) -> [String] {
    let reading = hypothesis.reading
    let base = "The app \(action(hypothesis.configuration))"
    if reading.isMirrored {
      return [
        "The offsets count from the other end of the axis.",
        "Mirrored back: \(base.lowercasedFirst).",
      ]
    }
    if reading.shift != 0 {
      let inset = pointsText(scene.axis?.start ?? reading.shift.magnitude)
      let what = reading.shift > 0 ? "is left out" : "is counted twice"
      let place = reading.shiftsEnds ? "all offsets" : "every rest except those at the ends"
      return [
        "The inset of \(inset) pt \(what).",
        "\(base), but \(place) are off by \(pointsText(reading.shift)) pt.",
      ]
    }
    return [
      "The recorded offsets are \(unitText(reading.scale)).", "In points: \(base.lowercasedFirst).",
    ]
  }

  private func unitText(_ scale: Double) -> String {
    scale == scene.scale
      ? "device pixels, \(factorText(scale)) per point"
      : "\(factorText(scale)) times those of the layout"
  }

  private func percent(_ share: Double) -> String { "\(pointsText(share * 100)) % of its length" }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
