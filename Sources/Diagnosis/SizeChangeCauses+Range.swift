import Analysis
import ScrollModel

/// Views that a change takes to their start, or leaves beyond their range.
extension SizeChangeCauses {
  /// A view at its start that a change of the container sets to offset 0, which its inset covers.
  func startHidden(_ change: SceneChange) -> Fault? {
    let (old, new) = (change.before.axis, change.after.axis)
    guard change.isContainerChange, old.start > 4, new.start > 4,
      change.before.isAtStart(within: subject.slack), new.offset.magnitude <= subject.slack,
      new.overflows || change.frameShift != 0
    else { return nil }
    let edge = isVertical ? "top" : "leading"
    let size = pointsText(new.start)
    return Fault(
      kind: "start hidden", cause: .insets, change: change,
      sentences: [
        "The view was at its start, and the change of the container at \(momentText(change.time)) set the offset to 0: the "
          + "first \(size) pt are under the \(edge) inset (\(size)).",
        "With an inset the start is at \(pointsText(-new.start)) pt, not at 0.",
      ], proof: proof(change), odds: 100, number: new.start,
      symbolic: "the \(edge) inset (\(size))",
      fix: (
        "go to the start with its inset after the change",
        .scrollAfterUpdate(
          apple:
            "view.contentOffset.\(isVertical ? "y" : "x") = -view.adjustedContentInset.\(isVertical ? "top" : "left")"
        )
      ))
  }

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

  /// The item at the start of the view in a snapshot, with its number among all; nil if none is aligned there.
  private func aligned(_ snapshot: SceneSnapshot) -> (item: ShownItem, number: Int)? {
    guard
      let item = snapshot.shown.first(where: {
        (snapshot.position(of: $0)).magnitude <= max(1.5, subject.slack)
      }), let number = snapshot.handles.firstIndex(of: item.handle)
    else { return nil }
    return (item, number)
  }

  /// A container in another size that shows another item, because its index was computed from an offset that
  /// the shorter content had limited.
  func pageLost(_ change: SceneChange) -> Fault? {
    let (old, new) = (change.before.axis, change.after.axis)
    guard change.frameShift != 0, change.before.handles == change.after.handles,
      let was = aligned(change.before), let now = aligned(change.after),
      was.number != now.number, let place = change.laterStarts[was.item.handle], let end = new.high
    else { return nil }
    let pitch = was.number > 0 ? was.item.start / Double(was.number) : was.item.length
    let limited = min(old.offset, end)
    guard pitch > 20, (limited / pitch).rounded(.down) == Double(now.number) else { return nil }
    let (item, shown) = (was.item.id.displayText, now.item.id.displayText)
    let why =
      limited < old.offset
      ? "The offset (\(pointsText(old.offset)) pt) was limited to the new end (\(pointsText(limited)) pt), and the index "
        + "computed from that with the old \(subject.extent) (\(pointsText(pitch)) pt)."
      : "The index was computed from the offset (\(pointsText(limited)) pt) with another \(subject.extent) than "
        + "that of the \(scene.item)s."
    return Fault(
      kind: "page lost", cause: .sizeChange, change: change,
      sentences: [
        "\(item) was at the start of the view, and after the change of the container at \(momentText(change.time)) it is "
          + "\(shown), at \(pointsText(new.offset)) pt; \(item) is at \(pointsText(place)) pt.",
        why,
      ], proof: proof(change), odds: 300, number: limited, symbolic: nil,
      fix: (
        "keep the index before the size changes, and scroll to it afterwards", .scrollAfterResize
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
