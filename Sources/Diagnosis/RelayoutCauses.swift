import Analysis
import ScrollModel

/// Changes after which the view keeps its end or its offset, as declared, but not the visible
/// content.
struct RelayoutCauses {
  let subject: Subject
  var scene: KnownLengths { subject.scene }
  var item: String { subject.item }
  var changes: [SceneChange] {
    subject.evidence.changes.changes.filter { !$0.isTouched && !$0.isCommanded && $0.isShown }
  }
  var isVertical: Bool { scene.axis?.axis != .horizontal }

  var all: [DiagnosedCause] {
    [
      reservedRoom(), reflow(), inset(), reset(), returned(), shifted(), relaid(),
      accumulated(), insertedWhileMoving(), resizedWhileMoving(),
    ].compactMap { $0 }
  }

  /// Whether a change has a cause here.
  func isFault(_ change: SceneChange) -> Bool {
    isRoom(change) || isReflow(change) || insetExcess(change) != nil || isReset(change)
      || isReturn(change)
  }

  func moved(_ change: SceneChange) -> String {
    "offset \(pointsText(change.before.axis.offset)) → \(pointsText(change.after.axis.offset)) pt"
  }

  /// The findings of some detectors during changes, each once.
  func effects(_ detectors: Set<String>, of changes: [SceneChange]) -> [Finding] {
    var effects: [Finding] = []
    for change in changes {
      let span = change.time...max(change.time, change.after.time)
      effects += subject.findings(detectors, within: span).filter { !effects.contains($0) }
    }
    return effects
  }

  // MARK: Room inside the content

  /// The length of the content after its last target.
  private func room(_ snapshot: SceneSnapshot) -> Double? {
    guard let content = snapshot.axis.content, let span = snapshot.contentSpan else { return nil }
    return content - span.upperBound
  }

  /// Content that grew only by empty space, which the view shows at its end.
  private func isRoom(_ change: SceneChange) -> Bool {
    guard change.after.isRecorded, !change.isContainerChange,
      change.before.handles == change.after.handles,
      let growth = change.growth, let old = room(change.before), let new = room(change.after),
      (new - old - growth).magnitude <= 1, growth > 60, change.after.axis.inner > 0,
      new >= change.after.axis.inner * 0.3
    else { return false }
    return change.before.isAtEnd(within: subject.slack)
      && change.after.isAtEnd(within: subject.slack)
  }

  private func reservedRoom() -> DiagnosedCause? {
    let found = changes.filter(isRoom)
    guard let first = found.first, let new = room(first.after), let old = room(first.before) else {
      return nil
    }
    let share = pointsText((new / first.after.axis.inner * 100).rounded())
    let edge = isVertical ? "bottom" : "trailing"
    return subject.cause(
      .design,
      [
        "The content reserves \(pointsText(new)) pt of empty space after its last \(item), and the view stays "
          + "at the end of the content: \(share) % of the view is empty.",
        "At \(momentText(first.time)) this space grew from \(pointsText(old)) pt by \(pointsText(new - old)) pt; no "
          + "\(item) and no inset changed.",
      ],
      proof: [
        "\(countText(found.count, "growth")) without \(item)s: the last \(item) ends at "
          + "\(pointsText(first.after.contentSpan?.upperBound ?? 0)) pt of \(pointsText(first.after.axis.content ?? 0)) "
          + "pt, \(moved(first))."
      ],
      odds: found.count > 1 ? 300 : 60,
      parameter: CauseParameter(name: "room", value: new, unit: "pt"),
      symbolic: scene.explanation(of: new - old)?.text,
      effects: effects(["S27", "S28", "S10"], of: found),
      fix: (
        "use an inset of the scroll view instead of space inside the content",
        .bar(edge: edge, note: "UIKit: contentInset.\(edge)")
      ))
  }

  // MARK: Other lengths in another container

  private func anchor() -> Double? {
    let configuration = subject.configuration
    let point = configuration.defaultAnchors.resolved(
      .sizeChanges, configuration.switches.nilDefaultAnchor)
    return point.map { isVertical ? $0.y : $0.x }
  }

  /// The first visible target that is still laid out after the change.
  private func top(_ change: SceneChange) -> ShownItem? {
    change.before.shown.first {
      $0.fraction(from: change.before.low, to: change.before.high) > 0
        && change.laterStarts[$0.handle] != nil
    }
  }

  /// A container that changed together with the lengths of the targets, so that other targets are
  /// visible.
  private func isReflow(_ change: SceneChange) -> Bool {
    guard change.isContainerChange, !change.isReplacement, anchor() != 1,
      change.offsetShift.magnitude <= subject.slack
        || change.after.isAtEnd(within: subject.slack)
          && !change.before.isAtEnd(within: subject.slack),
      !change.before.isAtStart(within: subject.slack), let top = top(change),
      let later = change.laterStarts[top.handle], (later - top.start).magnitude > 20
    else { return false }
    let seen = change.before.shown.filter {
      $0.fraction(from: change.before.low, to: change.before.high) > 0
    }
    let after = Set(
      change.after.shown.filter {
        $0.fraction(from: change.after.low, to: change.after.high) > 0
      }.map(\.handle))
    return !seen.isEmpty && !seen.contains { after.contains($0.handle) }
  }

  private func reflow() -> DiagnosedCause? {
    let found = changes.filter(isReflow)
    guard let first = found.first, let top = top(first), let later = first.laterStarts[top.handle]
    else { return nil }
    let shift = later - top.start
    let now = first.after.shown.first {
      $0.fraction(from: first.after.low, to: first.after.high) > 0
    }
    return subject.cause(
      .sizeChange,
      [
        "When the container changed at \(momentText(first.time)), the \(item)s got other lengths and the offset "
          + "stayed: \(top.id.displayText) was in view, now it is "
          + (now.map { $0.id.displayText } ?? "nothing") + ".",
        "\(top.id.displayText) moved by \(pointsText(shift)) pt in the content, and the offset by "
          + "\(pointsText(first.offsetShift)) pt.",
      ],
      proof: [
        "\(countText(found.count, "change")) of the container with this result; at \(momentText(first.time)): "
          + "container \(pointsText(first.before.axis.frame)) → \(pointsText(first.after.axis.frame)) pt, "
          + "\(moved(first))."
      ],
      odds: found.count > 1 ? 300 : 60,
      parameter: CauseParameter(name: "distance", value: shift, unit: "pt"),
      effects: effects(["S13", "S22", "S10", "S40"], of: found),
      fix: subject.keepInPlace)
  }

  // MARK: Insets

  /// The offset's movement beyond a change of the start inset; nil if it is allowed.
  private func insetExcess(_ change: SceneChange) -> Double? {
    let shift = change.startInsetShift
    guard shift.magnitude > 8, change.frameShift == 0, change.endInsetShift == 0,
      change.before.handles == change.after.handles, (change.growth ?? 0).magnitude <= 0.5,
      !change.before.isAtStart(within: subject.slack),
      !change.before.isAtEnd(within: subject.slack),
      change.count <= 2
    else { return nil }
    // The offset may stay, or keep its distance from the inset.
    let excess = change.offsetShift + shift
    guard change.offsetShift.magnitude > subject.slack, excess.magnitude > max(4, subject.slack),
      !change.after.isAtEnd(within: subject.slack)
    else { return nil }
    return excess
  }

  private func inset() -> DiagnosedCause? {
    let found = changes.filter { insetExcess($0) != nil }
    guard let first = found.first, let excess = insetExcess(first) else { return nil }
    let scrolled = first.before.axis.offset - first.before.axis.low
    let edge = isVertical ? "top" : "leading"
    let shift = first.startInsetShift
    let own = [KnownLength("how far the content was scrolled", scrolled)]
    let length = scene.explanation(of: excess, within: subject.evidence.tolerance, own)
    let size = pointsText(excess.magnitude)
    return subject.cause(
      .insets,
      [
        "The \(edge) inset \(shift > 0 ? "grew" : "shrank") by \(pointsText(shift.magnitude)) pt at "
          + "\(momentText(first.time)), and the content moved by \(pointsText(first.offsetShift.magnitude)) pt: "
          + "\(size) pt of empty space \(excess < 0 ? "are" : "fewer are") between them.",
        length.map { "\(size) pt is \($0.text)." }
          ?? "The content does not keep its distance to the inset.",
      ],
      proof: [
        "At \(momentText(first.time)): inset \(pointsText(first.before.axis.start)) → "
          + "\(pointsText(first.after.axis.start)) pt, \(moved(first))."
      ],
      odds: length == nil ? 60 : 300,
      parameter: CauseParameter(name: "inset", value: shift, unit: "pt"), symbolic: length?.text,
      effects: subject.findings(["S10", "S29"]),
      fix: (
        "move the offset by the change of the inset (\(pointsText(shift)) pt)",
        .moveWithStartInset(edge: edge)
      ))
  }
}
