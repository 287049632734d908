import Analysis
import ScrollModel

/// Last items whose places are beyond the end of the range.
extension DesignCauses {
  /// An interval whose last place the content does not have, where one item is shown at a time.
  func lastPlace() -> DiagnosedCause? {
    guard case .interval(let step) = configuration.behavior, let axis = scene.axis,
      let high = axis.high, let pitch = scene.pitch, (step - pitch).magnitude <= 0.5,
      pitch > axis.inner * 0.6
    else { return nil }
    let count = subject.evidence.reach.items.count
    let place = axis.low + Double(count - 1) * step
    let missing = place - high
    let ends = subject.decisions.filter { ($0.rest - high).magnitude <= subject.slack }
    guard count >= 2, missing > 2, missing < pitch / 2, let first = ends.first else { return nil }
    let length = scene.explanation(of: missing)
    let size = pointsText(missing)
    return subject.cause(
      .design,
      [
        "The place of the last \(item) is \(pointsText(place)) pt, but the content ends at \(pointsText(high)) pt: it stops "
          + "\(size) pt before its place.",
        length.map { "\(size) pt is \($0.text)." }
          ?? "The padding after the last \(item) is \(size) pt too small.",
      ],
      proof: [
        "\(countText(ends.count, "rest")) at the end, first at \(momentText(first.restTime))."
      ],
      // Items that are shorter than the view end like this in many healthy strips.
      odds: 5,
      parameter: CauseParameter(name: "padding", value: missing, unit: "pt"),
      symbolic: length?.text,
      effects: subject.findings(["S01", "S04", "S05"]),
      fix: ("add \(size) pt of padding at the end", .margins(.end, size, along: subject.axis)))
  }

  /// A last item that cannot get to the middle, so that the content goes back to the one before it.
  func lastCentered() -> DiagnosedCause? {
    guard case .viewAligned(_, let point?) = configuration.behavior, let axis = scene.axis,
      let high = axis.high, (isVertical() ? point.y : point.x) == 0.5,
      let last = subject.evidence.reach.items.last
    else { return nil }
    func place(of item: ShownItem) -> Double {
      item.start + (item.length - axis.inner) / 2 - axis.start
    }
    let missing = place(of: last) - high
    // Fast releases would go to the end, slow ones stay there: both go back to the item before it.
    let found = subject.decisions.filter { decision in
      let isFast = decision.hasExactVelocity && (decision.velocity ?? 0) > 500
      return high - decision.rest > max(4, subject.slack)
        && (decision.releaseOffset - decision.rest > 4
          || isFast && decision.rest + (decision.velocity ?? 0) / 4 > high)
        && subject.evidence.reach.items.suffix(3).contains {
          (place(of: $0) - decision.rest).magnitude <= max(1, subject.slack)
        }
    }
    guard missing > 4, found.count >= 2, let first = found.first else { return nil }
    let size = pointsText(high - first.rest)
    return subject.cause(
      .design,
      [
        "The last \(item) cannot get to the middle: the content ends \(pointsText(missing)) pt too early. At its end the "
          + "\(item) before is nearer to the middle, so the content goes back by \(size) pt.",
        "The first \(item) has the same problem at the start.",
      ],
      proof: [
        "\(countText(found.count, "release")) at the end went back, first at \(momentText(first.time)): "
          + "\(pointsText(high)) → \(pointsText(first.rest)) pt."
      ], odds: 200,
      parameter: CauseParameter(name: "distance", value: high - first.rest, unit: "pt"),
      effects: subject.findings(["S02", "S06", "S01"]),
      fix: (
        "add \(pointsText(missing)) pt of padding at both ends",
        .margins(.both, pointsText(missing), along: subject.axis)
      ))
  }
}
