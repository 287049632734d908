import Analysis
import ScrollModel

/// Content that is scaled, empty for a moment, or longer than its recorded length.
extension SizeChangeCauses {
  /// The factor by which a change scales all content; nil for any other change.
  private func scale(of change: SceneChange) -> Double? {
    guard !change.isContainerChange, change.before.handles == change.after.handles,
      let old = change.before.axis.content, let new = change.after.axis.content, old > 0
    else { return nil }
    let factor = new / old
    let known = change.before.shown.filter { $0.start > 20 }
    guard (factor - 1).magnitude > 0.02, known.count >= 3,
      known.allSatisfy({ item in
        change.laterStarts[item.handle].map { ($0 - factor * item.start).magnitude <= 1 } ?? false
      })
    else { return nil }
    return factor
  }

  /// A zoom that keeps a point in its place which is not in view.
  func zoomed(_ change: SceneChange) -> Fault? {
    let (old, new) = (change.before.axis, change.after.axis)
    guard let factor = scale(of: change), !new.isAtEnd(new.offset, within: 1),
      !old.isAtEnd(old.offset, within: 1)
    else { return nil }
    // On the screen: the point in view that the change leaves where it is.
    let kept = (new.offset - factor * old.offset) / (factor - 1)
    guard kept < -20 || kept > old.frame + 20 else { return nil }
    let middle = old.frame / 2
    let shift = factor * (old.offset + middle) - new.offset - middle
    let beyond = kept < 0 ? -kept : kept - old.frame
    return Fault(
      kind: "zoomed", cause: .sizeChange, change: change,
      sentences: [
        "The content is scaled by \(factorText(factor)) at \(momentText(change.time)), and what was in the middle of the "
          + "view moves \(pointsText(shift.magnitude)) pt on the screen.",
        "The point that keeps its place is \(pointsText(beyond)) pt outside of the view: the anchor of the zoom does not "
          + "contain the scroll position.",
      ], proof: proof(change), odds: 60, number: shift, symbolic: nil,
      fix: (
        "multiply the offset plus the place of the pointer by the scale, and subtract that place",
        .zoomAtPointer(along: subject.axis)
      ))
  }

  /// A view that returns to its start because its content was shorter for a moment.
  func emptied(_ change: SceneChange) -> Fault? {
    let (old, new) = (change.before.axis, change.after.axis)
    guard let least = change.leastContent, let before = old.content, let after = new.content,
      !change.isContainerChange, change.after.isAtStart(within: subject.slack),
      old.offset - old.low > max(20, subject.slack), new.overflows,
      least + old.start + old.end <= old.frame, after - least > 20, after >= before / 2
    else { return nil }
    let way = old.offset - old.low
    let wait = change.end.nanoseconds(since: change.time) / 1_000_000
    return Fault(
      kind: "emptied", cause: .sizeChange, change: change,
      sentences: [
        "The view goes back to its start at \(momentText(change.time)): its content was "
          + (least <= 1 ? "empty" : "\(pointsText(least)) pt long")
          + " for \(wait) ms, and the offset went from "
          + "\(pointsText(old.offset)) to \(pointsText(new.offset)) pt.",
        "When the content was \(pointsText(after)) pt long again, nothing scrolled back.",
      ], proof: proof(change), odds: 200, number: way, symbolic: nil,
      fix: (
        "keep the \(scene.item)s until the new ones are there, and show no empty list between them",
        .keptItems
      ))
  }

  /// Content that keeps its length although its items grew: its end cannot be reached.
  func cutOff(_ change: SceneChange) -> Fault? {
    func excess(_ snapshot: SceneSnapshot) -> Double? {
      guard let content = snapshot.axis.content, let span = snapshot.contentSpan,
        !snapshot.axis.isMirrored, snapshot.isRecorded
      else { return nil }
      return span.upperBound - content
    }
    guard let old = excess(change.before), let new = excess(change.after), old <= subject.slack,
      new > 20, let content = change.after.axis.content
    else { return nil }
    let isReached = subject.evidence.ends.contains { ($0 - content).magnitude <= 1 }
    let size = pointsText(new)
    return Fault(
      kind: "cut off", cause: .sizeChange, change: change,
      sentences: [
        "The last \(scene.item) ends at \(pointsText(content + new)) pt after the change at \(momentText(change.time)), and "
          + "the content is still \(pointsText(content)) pt long: scrolling ends \(size) pt before the last \(scene.item).",
        "The length of the content was not computed again.",
      ], proof: proof(change), odds: isReached ? 200 : 30, number: new, symbolic: nil,
      fix: (
        "compute the length of the content after each change of the layout", .contentLength
      ))
  }
}
