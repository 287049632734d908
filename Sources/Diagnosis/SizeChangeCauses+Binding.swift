import Analysis
import ScrollModel

/// A bound position that takes precedence over the default anchor on a size change.
extension SizeChangeCauses {
  /// Whether a position is bound that takes precedence over the default anchor (POS-56).
  var isBound: Bool {
    !subject.configuration.position.isNone && subject.configuration.switches.pinning == .position
  }

  /// The first words of a cause about a bound position, with its declared anchor.
  var overriding: String {
    let anchor = anchorFraction(.sizeChanges) ?? anchorFraction(.initialOffset)
    let name = anchor == 1 ? " (\(isVertical ? "bottom" : "trailing"))" : ""
    return "The position binding overrides the default anchor\(name)"
  }

  /// The scroll view without its bound position, with the anchor at the end.
  var unbound: (fix: SuggestedFix, changed: Configuration) {
    var changed = subject.configuration
    changed.position = .none
    changed.positionAnchor = nil
    let end = isVertical ? UnitPoint(x: 0.5, y: 1) : UnitPoint(x: 1, y: 0.5)
    changed.defaultAnchors = DefaultAnchors(end)
    let edge = isVertical ? "bottom" : "trailing"
    return (
      (
        "remove the position binding, and let a default anchor at the end decide",
        .keepEndUnbound(anchor: edge)
      ), changed
    )
  }

  /// Visible items that move in a resized container, because a bound position was restored over
  /// content with reestimated lengths (POS-62).
  func restored(_ change: SceneChange) -> Fault? {
    guard isBound, change.isContainerChange, !change.isReplacement,
      !change.before.isAtStart(within: subject.slack),
      let shift = change.screenShift(change.laterStarts), shift.magnitude > max(2, subject.slack),
      let top = firstShown(change), let later = change.laterStarts[top.handle],
      (later - top.start).magnitude > max(2, subject.slack),
      (change.startInsetShift + shift).magnitude > max(2, subject.slack)
    else { return nil }
    let way = shift > 0 ? (isVertical ? "down" : "back") : (isVertical ? "up" : "forward")
    let moved = later - top.start
    let restored =
      change.offsetShift.magnitude <= subject.slack
      ? "The binding restored the offset (\(pointsText(change.before.axis.offset)) pt)"
      : "The binding brought its \(scene.item) back into view "
        + "(\(pointsText(change.before.axis.offset)) → \(pointsText(change.after.axis.offset)) pt)"
    return Fault(
      kind: "restored", cause: .sizeChange, change: change,
      sentences: [
        "\(overriding): at \(momentText(change.time)) the container changed, and the \(scene.item)s in view "
          + "jumped \(pointsText(shift.magnitude)) pt \(way).",
        "\(restored), but the content \(subject.before) it is laid out with other lengths: \(top.id.displayText) starts "
          + "\(pointsText(moved.magnitude)) pt \(moved > 0 ? "later" : "earlier").",
      ], proof: proof(change), odds: 300, number: shift, symbolic: nil, fix: unbound.fix,
      changed: unbound.changed)
  }

  /// The first item that was in view and is still laid out.
  func firstShown(_ change: SceneChange) -> ShownItem? {
    change.before.shown.first {
      $0.fraction(from: change.before.low, to: change.before.high) > 0
        && change.laterStarts[$0.handle] != nil
    }
  }
}
