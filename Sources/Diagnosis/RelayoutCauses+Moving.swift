import Analysis
import ScrollModel

/// Changes that move what is in view in addition to a gesture.
extension RelayoutCauses {
  /// An inset that changes while the content is scrolled, and moves it more than the gesture.
  func shifted() -> DiagnosedCause? {
    let jumps = subject.evidence.relayouts.jumps.filter { $0.inset != 0 || $0.frame != 0 }
    guard let first = jumps.first else { return nil }
    let extent = isVertical ? "height" : "width"
    let isInset = first.inset != 0
    let what = isInset ? "\(isVertical ? "top" : "leading") inset" : "container's \(extent)"
    let change = isInset ? first.inset : first.frame
    let size = pointsText(first.distance.magnitude)
    let own = [KnownLength("the change of the \(what)", change.magnitude)]
    let length = scene.explanation(of: first.distance, within: subject.evidence.tolerance, own)
    return subject.cause(
      isInset ? .insets : .sizeChange,
      [
        "The \(what) changed by \(pointsText(change)) pt at \(momentText(first.time)) while the content "
          + "was scrolled, and the content jumped \(size) pt in addition to the gesture.",
        length.map { "\(size) pt is \($0.text)." }
          ?? "The offset was set by the change, not by the gesture alone.",
      ],
      proof: ["\(countText(jumps.count, "jump")) with a change of the \(what) during a gesture."],
      odds: jumps.count > 1 ? 60 : 20,
      parameter: CauseParameter(name: isInset ? "inset" : extent, value: change, unit: "pt"),
      symbolic: length?.text, effects: subject.findings(["S10", "S07", "S29"]),
      fix: (
        "change a bar's height without moving the offset, or when the gesture has ended",
        .whenIdle("collapse")
      ))
  }

  /// Jumps in frames with a new layout and no change of the view itself.
  private var layoutJumps: [MovingRelayouts.Jump] {
    subject.evidence.relayouts.jumps.filter { $0.inset == 0 && $0.frame == 0 }
  }

  /// Layouts that often move what is in view while it is scrolled.
  func relaid() -> DiagnosedCause? {
    let jumps = layoutJumps.filter { $0.added == 0 }
    guard jumps.count >= 3, let first = jumps.first,
      let largest = jumps.map(\.distance.magnitude).max()
    else { return nil }
    let back = jumps.count(where: \.isReturned)
    return subject.cause(
      .sizeChange,
      [
        "While the content is scrolled, lengths before what is in view change, and it jumps: "
          + "\(jumps.count) times, by up to \(pointsText(largest)) pt, first at \(momentText(first.time)).",
        back * 2 > jumps.count
          ? "In \(back) of them the next frame brings it back: the offset is corrected one frame late, against "
            + "the gesture." : "The offset does not make up for it.",
      ],
      proof: [
        "\(countText(jumps.count, "new layout")) during a gesture with another movement than before."
      ],
      odds: jumps.count >= 5 ? 60 : 20,
      parameter: CauseParameter(name: "distance", value: first.distance, unit: "pt"),
      effects: subject.findings(["S10", "S07"]),
      fix: (
        "give the items a length that is known before they are shown",
        .knownLength(along: subject.axis)
      ))
  }

  /// Items that are inserted or removed before what is in view, while it moves.
  func insertedWhileMoving() -> DiagnosedCause? {
    grown(
      layoutJumps.filter { $0.added != 0 },
      proof: "with another number of \(item)s before what is in view",
      fix: (
        "bind the position, and change what is \(subject.before) the \(item)s in view when the content is at rest",
        .keptWhileMoving
      )
    ) { "\(subject.insertedText($0.added)) \(subject.before) them" }
  }

  /// Items before what is in view that change their length once or twice, while it moves.
  func resizedWhileMoving() -> DiagnosedCause? {
    let jumps = layoutJumps.filter { $0.added == 0 }
    guard jumps.count < 3 else { return nil }
    return grown(
      jumps, proof: "with other lengths before what is in view",
      fix: (
        "give the items a length that is known before they are shown",
        .knownLength(along: subject.axis)
      )
    ) { jump in
      "what is \(subject.before) them became "
        + "\(pointsText(jump.growth.magnitude)) pt \(jump.growth > 0 ? "longer" : "shorter")"
    }
  }

  /// The cause of jumps that are as long as what changed before the items in view.
  private func grown(
    _ jumps: [MovingRelayouts.Jump], proof: String, fix: SuggestedFix,
    _ change: (MovingRelayouts.Jump) -> String
  ) -> DiagnosedCause? {
    let equal = jumps.filter {
      $0.growth != 0 && ($0.distance - $0.growth).magnitude <= max(2, subject.slack)
    }
    let effects = subject.findings(["S10"]).filter { finding in
      equal.contains { $0.time == finding.place.start }
    }
    guard let first = equal.first, !effects.isEmpty else { return nil }
    let way =
      first.growth > 0 ? (isVertical ? "down" : "back") : (isVertical ? "up" : "forward")
    return subject.cause(
      .sizeChange,
      [
        "The \(item)s in view jump \(pointsText(first.growth.magnitude)) pt \(way) at "
          + "\(momentText(first.time)), when \(change(first)) while they moved.",
        "The offset does not make up for it.",
      ],
      proof: ["\(countText(equal.count, "new layout")) \(proof), and a jump of the same length."],
      odds: equal.count > 1 ? 600 : 200,
      parameter: CauseParameter(name: "distance", value: first.growth, unit: "pt"),
      effects: effects, fix: fix)
  }
}
