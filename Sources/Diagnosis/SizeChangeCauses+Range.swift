import Analysis
import ScrollModel

/// Views that a change takes to their start, or leaves beyond their range.
extension SizeChangeCauses {
  /// A view that returns to its start in an update, although what was in view is still there.
  func startedOver(_ change: SceneChange) -> Fault? {
    guard !change.isReplacement, change.after.isAtStart(within: subject.slack),
      change.before.axis.offset - change.before.axis.low > max(20, subject.slack),
      let top = firstShown(change), let later = change.laterStarts[top.handle],
      change.after.axis.overflows
    else { return nil }
    let isUnmoved = !change.isContainerChange && (later - top.start).magnitude <= 1
    // What is in view at the start of the new layout may have been kept.
    guard isUnmoved || later >= change.after.high else { return nil }
    let way = change.before.axis.offset - change.after.axis.offset
    let why = change.isContainerChange ? "the container changed" : "the content is laid out again"
    let name = top.id.displayText
    return Fault(
      kind: "start over", cause: .sizeChange, change: change,
      sentences: [
        "The view goes back to its start at \(momentText(change.time)), when \(why): it was "
          + "at \(pointsText(change.before.axis.offset)) pt.",
        isUnmoved
          ? "\(name) and what is before it did not change, and no request asked for it: the views are new ones."
          : "\(name) was in view and now starts at \(pointsText(later)) pt, and no request asked for the start.",
      ], proof: proof(change), odds: isUnmoved ? 200 : 60, number: way,
      symbolic: scene.explanation(of: way, within: subject.evidence.tolerance)?.text,
      fix: isUnmoved
        ? ("keep the identity of the view and of its \(scene.item)s over an update", .stableRows)
        : (
          "scroll to the \(scene.item) that was in view, after the change",
          change.isContainerChange
            ? .scrollAfterResize
            : .scrollAfterUpdate(apple: ".onChange(of: items) { position.scrollTo(id: current) }")
        ))
  }

  /// A view that rests beyond an end of its range, because nothing limited the offset after a change.
  func stranded(_ change: SceneChange) -> Fault? {
    let (old, new) = (change.before.axis, change.after.axis)
    let beyond = new.excess(new.offset)
    guard change.isShown, new.high != nil, beyond.magnitude > 20,
      old.excess(old.offset).magnitude <= subject.slack
    else { return nil }
    let length = scene.explanation(
      of: beyond, within: subject.evidence.tolerance, lengths(of: change))
    let size = pointsText(beyond.magnitude)
    let isStart = beyond < 0
    let what = change.isContainerChange ? "container" : "content"
    let edge = isVertical ? (isStart ? "top" : "bottom") : (isStart ? "leading" : "trailing")
    var sentences = [
      "The \(what) changed at \(momentText(change.time)), and the view rests \(size) pt "
        + "\(isStart ? "before the start" : "past the end") of its content."
    ]
    if let length { sentences.append("\(size) pt is \(length.text).") }
    sentences.append(
      change.offsetShift.magnitude <= subject.slack
        ? "The view kept \(kept(change)): nothing limited it to the range that it has now."
        : "The offset was moved by \(pointsText(change.offsetShift)) pt, and nothing limited it to the range."
    )
    return Fault(
      kind: "stranded", cause: .sizeChange, change: change, sentences: sentences,
      proof: proof(change), odds: length == nil ? 60 : 300, number: beyond, symbolic: length?.text,
      fix: (
        "scroll to the \(edge) edge after the change",
        .scrollAfterUpdate(apple: ".onChange(of: size) { position.scrollTo(edge: .\(edge)) }")
      ))
  }
}
