import Analysis
import ScrollModel

/// What was in view at the end, and is no longer after a change that nothing answers.
extension SizeChangeCauses {
  /// A view at its end that keeps its offset while the content continues to grow there.
  func leftBehind(_ change: SceneChange) -> Fault? {
    guard anchorFraction(.sizeChanges) == nil, change.isGrowthAtEnd(within: subject.slack),
      change.before.isAtEnd(within: subject.slack), wantsEnd(before: change.time),
      let last = subject.evidence.last, let missing = last.distanceToEnd
    else { return nil }
    let later = subject.evidence.changes.changes.filter { $0.time >= change.time }
    let growths = later.prefix { $0.isGrowthAtEnd(within: subject.slack) && !$0.isTouched }
    // A single new row may wait for the reader; what is asked for afterwards is followed late.
    guard growths.count >= 3, growths.count == later.count, missing > 40,
      !subject.evidence.requests.requests.contains(where: { $0.time >= change.time }),
      (last.axis.offset - change.before.axis.offset).magnitude <= subject.slack
    else { return nil }
    let anchor = isVertical ? "bottom" : "trailing"
    let first = change.growth ?? 0
    return Fault(
      kind: "left behind", cause: .sizeChange, change: change,
      sentences: [
        "The view was at its end, and from \(momentText(change.time)) on the content grows there \(growths.count) "
          + "times, first by \(pointsText(first)) pt: the end is now \(pointsText(missing)) pt away.",
        "The view kept \(kept(change)): no default anchor and no scroll follows the end.",
      ], proof: proof(change), odds: growths.count >= 5 ? 60 : 20, number: missing, symbolic: nil,
      fix: (
        "set a default anchor at the end for size changes",
        .keepEnd(anchor: anchor)
      ))
  }

  /// A reader who is taken to the end by an update that only adds something there.
  func thrown(_ change: SceneChange) -> Fault? {
    guard !change.isContainerChange, !change.isReplacement, let growth = change.growth,
      growth > subject.slack, change.after.isAtEnd(within: subject.slack),
      !change.before.isAtStart(within: subject.slack), change.inserted.countBefore == 0,
      let away = change.before.distanceToEnd, away > 40,
      let top = change.before.shown.first, let later = change.laterStarts[top.handle],
      (later - top.start).magnitude <= 1
    else { return nil }
    return Fault(
      kind: "thrown", cause: .ownership, change: change,
      sentences: [
        "The content grew by \(pointsText(growth)) pt at its end at \(momentText(change.time)), and the view went to "
          + "its end, although it was \(pointsText(away)) pt before it.",
        "No request is recorded: something moves the view to its end with the update, wherever the reader is.",
      ], proof: proof(change), odds: 60, number: away,
      symbolic: scene.explanation(of: away, within: subject.evidence.tolerance)?.text,
      fix: (
        "follow the end only while the user is at it",
        .followUntilTouched
      ))
  }

  /// New items that come in before the start of a view that showed its start, and that no one sees.
  ///
  /// A platform that keeps what is in view does this; whether the app wants it is not in the recording.
  func unseen(_ change: SceneChange) -> Fault? {
    let new = change.inserted.countBefore
    // An earlier page of content is not meant to be seen at once.
    guard !change.isContainerChange, change.before.isAtStart(within: subject.slack), new > 0,
      new < 5,
      change.removed.count == 0, change.offsetShift > subject.slack, !isBound,
      anchorFraction(.sizeChanges) == nil, !wantsEnd(before: change.time),
      (change.screenShift(change.laterStarts) ?? .infinity).magnitude <= subject.slack
    else { return nil }
    return Fault(
      kind: "unseen", cause: .sizeChange, change: change,
      sentences: [
        "The view was at its start, and \(countText(new, "new " + scene.item)) came in \(subject.before) what is in "
          + "view at \(momentText(change.time)): they are out of view.",
        "The view kept \(kept(change)); its start is now \(pointsText(change.offsetShift)) pt away.",
      ], proof: proof(change), odds: 5, number: change.offsetShift, symbolic: nil,
      fix: (
        "scroll to the start after the update, if the view was there before",
        .scrollAfterUpdate(
          apple:
            ".onChange(of: items.first?.id) { _, _ in if isAtStart { position.scrollTo(edge: .top) } }"
        )
      ))
  }

  /// A target that a scroll had just brought into view and that a bar or a keyboard covers.
  func covered(_ change: SceneChange) -> Fault? {
    let shrinks = change.endInsetShift - change.frameShift
    guard shrinks > 20, change.offsetShift.magnitude <= subject.slack,
      change.growth.map({ $0.magnitude <= subject.slack }) ?? true,
      let request = subject.evidence.requests.requests.last(where: { $0.time < change.time }),
      request.ending == .rested, request.isID, let target = request.laterTarget,
      (request.rest - change.before.axis.offset).magnitude <= subject.slack,
      change.time.nanoseconds(since: request.endTime) <= 1_500_000_000
    else { return nil }
    let (low, high) = (change.before.low, change.before.high)
    let end = target.start + target.length
    guard target.start >= low - subject.slack, end <= high + subject.slack,
      end - change.after.high > target.length / 2
    else { return nil }
    let length = scene.explanation(
      of: shrinks, within: subject.evidence.tolerance, lengths(of: change))
    let wait = change.time.nanoseconds(since: request.time) / 1_000_000
    var sentences = [
      "The scroll to \(request.name) brought it into view; \(wait) ms after the request the view got "
        + "\(pointsText(shrinks)) pt shorter at its end, and \(request.name) is covered."
    ]
    if let length { sentences.append("\(pointsText(shrinks)) pt is \(length.text).") }
    sentences.append("The request was made before that, and nothing scrolls again.")
    return Fault(
      kind: "covered", cause: .scrollTo, change: change, sentences: sentences,
      proof: proof(change), odds: 60, number: shrinks, symbolic: length?.text,
      fix: (
        "scroll when the inset of the keyboard is part of the layout",
        .scrollAfterKeyboard(to: request.idCode)
      ))
  }
}

extension SceneChange {
  /// Whether content grew behind what was in view, and the offset stayed.
  func isGrowthAtEnd(within slack: Double) -> Bool {
    guard !isContainerChange, !isReplacement, let growth, growth > slack, removed.count == 0,
      inserted.countBefore == 0, offsetShift.magnitude <= slack
    else { return false }
    return before.shown.first.flatMap { first in
      laterStarts[first.handle].map { ($0 - first.start).magnitude <= slack }
    } ?? false
  }
}
