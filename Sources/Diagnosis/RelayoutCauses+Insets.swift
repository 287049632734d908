import Analysis
import ScrollModel

/// Insets that change at an edge at which the view rests.
extension RelayoutCauses {
  /// One inset that changed, at the edge that is in view.
  private struct EdgeChange {
    var name: String
    var old: Double
    var new: Double
    var shift: Double { new - old }
  }

  /// The only inset that a change gave another value, where nothing else changed.
  private func edgeChange(of change: SceneChange) -> (EdgeChange, isEnd: Bool)? {
    guard change.frameShift == 0, change.before.handles == change.after.handles,
      (change.growth ?? 0).magnitude <= 0.5
    else { return nil }
    let (old, new) = (change.before.axis, change.after.axis)
    if change.startInsetShift.magnitude > 20, change.endInsetShift == 0 {
      return (
        EdgeChange(name: isVertical ? "top" : "leading", old: old.start, new: new.start), false
      )
    }
    guard change.endInsetShift.magnitude > 20, change.startInsetShift == 0 else { return nil }
    return (EdgeChange(name: isVertical ? "bottom" : "trailing", old: old.end, new: new.end), true)
  }

  // MARK: An inset that is set back

  /// The inset that shrank at the edge in view and took the content with it in one frame.
  private func stepBack(of change: SceneChange) -> EdgeChange? {
    guard let (edge, isEnd) = edgeChange(of: change), edge.shift < 0, change.movedFrames == 1 else {
      return nil
    }
    let slack = subject.slack
    let isAtEdge =
      isEnd
      ? change.before.isAtEnd(within: slack) && change.after.isAtEnd(within: slack)
      : change.before.isAtStart(within: slack) && change.after.isAtStart(within: slack)
    guard isAtEdge, (change.offsetShift.magnitude + edge.shift).magnitude <= slack else {
      return nil
    }
    return edge
  }

  /// The earlier change in which the same inset grew by as much and the content moved over many frames.
  private func earlierGrowth(_ change: SceneChange, _ step: EdgeChange) -> SceneChange? {
    subject.evidence.changes.changes.last {
      guard $0.time < change.time, $0.movedFrames >= 4, let (edge, _) = edgeChange(of: $0) else {
        return false
      }
      return edge.name == step.name && (edge.shift + step.shift).magnitude <= 1
    }
  }

  /// Whether an inset was set back by something other than the bar or the keyboard that it is for.
  func isReset(_ change: SceneChange) -> Bool {
    guard let step = stepBack(of: change) else { return false }
    return change.isAfterActivation || earlierGrowth(change, step) != nil
  }

  func reset() -> DiagnosedCause? {
    guard let change = changes.first(where: isReset), let step = stepBack(of: change) else {
      return nil
    }
    let size = pointsText(step.shift.magnitude)
    let reason: String
    if let growth = earlierGrowth(change, step) {
      reason =
        "When the inset grew, the content moved over \(growth.movedFrames) frames. A keyboard or a bar that closes "
        + "does so, too: something else set the inset back."
    } else {
      reason =
        "The app had just become active: the inset was computed before all bars were back."
    }
    return subject.cause(
      .insets,
      [
        "The \(step.name) inset went from \(pointsText(step.old)) to \(pointsText(step.new)) pt at "
          + "\(momentText(change.time)), and the content jumped \(size) pt with it in one frame.",
        reason,
      ],
      proof: [
        "At \(momentText(change.time)): inset \(pointsText(step.old)) → \(pointsText(step.new)) pt, \(moved(change))."
      ], odds: 20,
      parameter: CauseParameter(name: "inset", value: step.shift, unit: "pt"),
      effects: effects(["S10", "S22", "S25", "S28"], of: [change]),
      fix: (
        "compute the inset in one place, and again when the safe area has its final value",
        .insetWithSafeArea
      ))
  }

  // MARK: An inset that adds up

  /// An inset that is greater by the same length each time that the view is at its start.
  func accumulated() -> DiagnosedCause? {
    let all = subject.evidence.startInsets
    // An inset that gets smaller next was that of a refresh.
    let found = all.indices.filter { $0 + 1 == all.count || all[$0 + 1].inset > all[$0].inset }
      .map { all[$0] }
    let steps = zip(found.dropFirst(), found).map { $0.inset - $1.inset }
    guard steps.count >= 3, let step = steps.first, step > 4,
      steps.allSatisfy({ ($0 - step).magnitude <= 0.5 })
    else { return nil }
    let size = pointsText(step)
    let values = found.prefix(5).map { pointsText($0.inset) }.joined(separator: " → ")
    return subject.cause(
      .insets,
      [
        "The \(isVertical ? "top" : "leading") inset grows by \(size) pt each time and never goes back: \(values) pt.",
        "The content starts lower each time: a length is added to the inset that is there, and not taken off again.",
      ],
      proof: [
        "\(countText(steps.count, "growth")), first at \(momentText(found[1].time)), seen where the view rests at its start."
      ], odds: 200, parameter: CauseParameter(name: "inset", value: step, unit: "pt"),
      symbolic: scene.explanation(of: step)?.text,
      effects: subject.findings(["S10", "S22", "S25", "S28"]),
      fix: (
        "compute the inset from its parts each time, not from the inset that is there",
        .insetFromParts
      ))
  }

  // MARK: A bar that comes back

  /// Whether an inset got back the value that it had at first, over the edge that was in view.
  func isReturn(_ change: SceneChange) -> Bool {
    guard let (edge, isEnd) = edgeChange(of: change), edge.shift > 0,
      change.offsetShift.magnitude <= subject.slack, let first = subject.evidence.first,
      ((isEnd ? first.axis.end : first.axis.start) - edge.new).magnitude <= 0.5,
      change.before.axis.overflows
    else { return false }
    let axis = change.before.axis
    guard let near = isEnd ? change.before.distanceToEnd : axis.offset - axis.low else {
      return false
    }
    return near >= -subject.slack && near <= (isEnd ? edge.shift : subject.slack)
  }

  func returned() -> DiagnosedCause? {
    let found = changes.filter(isReturn)
    guard let change = found.first, let (edge, isEnd) = edgeChange(of: change) else { return nil }
    let size = pointsText(edge.shift)
    let place = isEnd ? "end" : "start"
    return subject.cause(
      .insets,
      [
        "The \(edge.name) inset grew from \(pointsText(edge.old)) back to \(pointsText(edge.new)) pt at "
          + "\(momentText(change.time)), and the offset stayed: \(size) pt at the \(place) are now under it.",
        "The inset had this value when the view appeared: a bar that collapsed came back.",
      ],
      proof: [
        "\(countText(found.count, "return")) of the inset near the \(place) of the content; at "
          + "\(momentText(change.time)): \(moved(change))."
      ], odds: found.count > 1 ? 60 : 20,
      parameter: CauseParameter(name: "inset", value: edge.shift, unit: "pt"),
      effects: effects(["S10", "S27", "S28"], of: found),
      fix: isEnd
        ? (
          "move the offset with the inset while the end is in view, or reserve space after the last item",
          .moveWithEndInset
        )
        : (
          "move the offset with the inset while the start is in view",
          .moveWithStartInset(edge: edge.name)
        ))
  }
}
