import Analysis
import ScrollModel

/// Compares the content that stayed in place on a size change with the declared one.
struct SizeChangeCauses {
  let subject: Subject
  var scene: KnownLengths { subject.scene }
  var changes: [SceneChange] {
    subject.evidence.changes.changes.filter {
      !$0.isTouched && !$0.isCommanded && !subject.evidence.isOffsetOutdated(at: $0.time)
    }
  }
  var isVertical: Bool { scene.axis?.axis != .horizontal }

  struct Fault {
    var kind: String
    var cause: CauseClass
    var change: SceneChange
    var sentences: [String]
    var proof: String
    var odds: Double
    var number: Double
    var symbolic: String?
    var fix: SuggestedFix?
    /// The declaration of the fix, if it can be replayed.
    var changed: Configuration?
  }

  var count: Int { changes.count }
  var explained: Int {
    let others = RelayoutCauses(subject: subject)
    return changes.count { (fault(of: $0)?.odds ?? 0) < 10 && !others.isFault($0) }
  }

  var all: [DiagnosedCause] {
    grouped(changes.compactMap(fault), by: \.kind).map(cause)
  }

  private func cause(_ faults: [Fault]) -> DiagnosedCause {
    let first = faults[0]
    var proof = [first.proof]
    if faults.count > 1 { proof.append("The same happens at \(faults.count) changes.") }
    var effects: [Finding] = []
    for fault in faults {
      let span = fault.change.time...max(fault.change.time, fault.change.after.time)
      for finding in subject.findings(
        ["S08", "S10", "S13", "S22", "S25", "S27", "S28", "S29", "S39", "S40"], within: span)
      where !effects.contains(finding) {
        effects.append(finding)
      }
    }
    return subject.cause(
      first.cause, first.sentences, proof: proof,
      odds: faults.count > 1 ? first.odds * 10 : first.odds,
      parameter: CauseParameter(name: "distance", value: first.number, unit: "pt"),
      symbolic: first.symbolic, effects: effects, fix: first.fix, changed: first.changed)
  }

  private func fault(of change: SceneChange) -> Fault? {
    guard change.isShown else { return replaced(change) }
    let kinds: [(SceneChange) -> Fault?] = [
      zoomed, emptied, cutOff, startHidden, replaced, followLost, hidden, covered, restored, empty,
      leftBehind,
      pageLost, misaligned, late,
      startedOver, thrown, stranded, jumped, unseen,
    ]
    return kinds.lazy.compactMap { $0(change) }.first
  }

  // MARK: Lengths of a change

  /// The lengths that belong to one change, for names of its numbers.
  func lengths(of change: SceneChange) -> [KnownLength] {
    var lengths: [KnownLength] = []
    let extent = isVertical ? "height" : "width"
    let (start, end) = isVertical ? ("top", "bottom") : ("leading", "trailing")
    if change.frameShift != 0 {
      lengths.append(
        KnownLength("the change of the container's \(extent)", change.frameShift.magnitude))
    }
    if change.startInsetShift != 0 {
      lengths.append(
        KnownLength("the change of the \(start) inset", change.startInsetShift.magnitude))
    }
    if change.endInsetShift != 0 {
      lengths.append(KnownLength("the change of the \(end) inset", change.endInsetShift.magnitude))
    }
    if let growth = change.growth, growth != 0 {
      let each = growth / Double(max(1, change.inserted.count))
      let size =
        change.inserted.count > 1 && change.edited.count > 1 ? " of \(pointsText(each)) pt" : ""
      let what =
        change.inserted.count > 0 && change.removed.count == 0
        ? "the \(extent) of the \(countText(change.inserted.count, "new " + scene.item))\(size)"
        : change.removed.count > 0 && change.inserted.count == 0
          ? "the \(extent) of the \(countText(change.removed.count, "removed " + scene.item))"
          : growth > 0 ? "the growth of the content" : "the shrinkage of the content"
      lengths.append(KnownLength(what, growth.magnitude))
    }
    return lengths
  }

  /// What kept its place, in words.
  func kept(_ change: SceneChange) -> String {
    if change.offsetShift.magnitude <= subject.slack {
      return "the offset (\(pointsText(change.before.axis.offset)) pt)"
    }
    if let shift = change.screenShift(change.laterStarts), shift.magnitude <= subject.slack {
      return "the \(scene.item)s in view"
    }
    if let old = change.before.distanceToEnd, let new = change.after.distanceToEnd,
      (old - new).magnitude <= subject.slack
    {
      return "the distance to the end (\(pointsText(new)) pt)"
    }
    return "nothing"
  }

  func anchorFraction(_ role: AnchorRole) -> Double? {
    let anchors = subject.configuration.defaultAnchors
    let point = anchors.resolved(role, subject.configuration.switches.nilDefaultAnchor)
    return point.map { isVertical ? $0.y : $0.x }
  }

  // MARK: Kinds

  /// Replaced content in a view with an unchanged offset.
  private func replaced(_ change: SceneChange) -> Fault? {
    guard change.isReplacement, !change.before.isAtStart(within: subject.slack),
      !change.after.isAtStart(within: subject.slack)
    else { return nil }
    let wantsEnd = anchorFraction(.initialOffset) == 1 || anchorFraction(.sizeChanges) == 1
    let isAtEnd = change.after.isAtEnd(within: subject.slack)
    if wantsEnd, isAtEnd { return nil }
    let place = isAtEnd ? "at its end" : "at \(pointsText(change.after.axis.offset)) pt"
    let edge = isVertical ? "top" : "leading"
    return Fault(
      kind: "replaced", cause: .sizeChange, change: change,
      sentences: [
        "The content was replaced at \(momentText(change.time)) (\(change.removed.count) of "
          + "\(change.before.handles.count) items), and the view stays \(place): the new content does "
          + "not open at its \(wantsEnd ? "end" : "start").",
        "The view kept \(kept(change)).",
      ],
      proof: "Before: \(pointsText(change.before.axis.offset)) pt of a content of "
        + "\(pointsText(change.before.axis.content ?? 0)) pt; after: "
        + "\(pointsText(change.after.axis.offset)) pt of \(pointsText(change.after.axis.content ?? 0)) pt.",
      odds: change.isShown ? 300 : 60, number: change.after.axis.offset - change.after.axis.low,
      fix: (
        "use a scroll view of its own for each content, or scroll to the \(wantsEnd ? "end" : edge) with it",
        .newIdentity(apple: "ScrollView { rows }.id(content.id)")
      ))
  }

  /// A view at its end that no longer follows it as declared.
  private func followLost(_ change: SceneChange) -> Fault? {
    guard anchorFraction(.sizeChanges) == 1, change.before.isAtEnd(within: subject.slack),
      let missing = change.after.distanceToEnd, missing > subject.slack
    else { return nil }
    let context = lengths(of: change)
    let length = scene.explanation(of: missing, within: subject.evidence.tolerance, context)
    let anchor = isVertical ? "bottom" : "trailing"
    let moment = momentText(change.time)
    let lost = "at \(moment) it stays \(pointsText(missing)) pt before the new end."
    var sentences = [
      isBound
        ? "\(overriding): the view was at its end, and \(lost)"
        : "The view was at its end and no longer follows it: \(lost)"
    ]
    if let length { sentences.append("\(pointsText(missing)) pt is \(length.text).") }
    sentences.append(
      "The view kept \(kept(change))"
        + (isBound ? "." : "; the default anchor (\(anchor)) was not applied."))
    return Fault(
      kind: "follow", cause: .sizeChange, change: change, sentences: sentences,
      proof: proof(change),
      odds: length == nil ? 100 : 500, number: missing, symbolic: length?.text,
      fix: isBound
        ? unbound.fix
        : (
          "the default anchor for size changes on the scroll view itself",
          .keepEnd(anchor: anchor)
        ), changed: isBound ? unbound.changed : nil)
  }

  func proof(_ change: SceneChange) -> String {
    let (old, new) = (change.before.axis, change.after.axis)
    var parts: [String] = []
    func add(_ name: String, _ old: Double?, _ new: Double?) {
      guard let old, let new, old != new else { return }
      parts.append("\(name) \(pointsText(old)) → \(pointsText(new)) pt")
    }
    add("content", old.content, new.content)
    add("container", old.frame, new.frame)
    add("inset at the start", old.start, new.start)
    add("inset at the end", old.end, new.end)
    parts.append("offset \(pointsText(old.offset)) → \(pointsText(new.offset)) pt")
    return "At \(momentText(change.time)): \(parts.joined(separator: ", "))."
  }

  /// Whether the app means to show the end: it opened there, or a request went there.
  func wantsEnd(before time: TraceTime) -> Bool {
    if anchorFraction(.initialOffset) == 1 { return true }
    if let first = subject.evidence.first, first.isAtEnd(within: subject.slack) { return true }
    return subject.evidence.requests.requests.contains { request in
      guard request.time < time, request.ending == .rested, let end = request.after.high,
        end > request.after.low
      else { return false }
      return (request.rest - end).magnitude <= subject.slack
    }
  }

  /// A keyboard or another inset that hides the previously visible end.
  private func hidden(_ change: SceneChange) -> Fault? {
    guard anchorFraction(.sizeChanges) != 1, change.before.isAtEnd(within: subject.slack),
      let missing = change.after.distanceToEnd, missing > max(20, subject.slack),
      change.frameShift < 0 || change.endInsetShift > 0, wantsEnd(before: change.time),
      change.growth.map({ $0 <= 0 }) ?? true
    else { return nil }
    let length = scene.explanation(
      of: missing, within: subject.evidence.tolerance, lengths(of: change))
    let anchor = isVertical ? "bottom" : "trailing"
    var sentences = [
      (isBound ? "\(overriding): the" : "The")
        + " end of the content was in view; a change of the container at \(momentText(change.time)) hides "
        + "\(pointsText(missing)) pt of it."
    ]
    if let length { sentences.append("\(pointsText(missing)) pt is \(length.text).") }
    sentences.append(
      "The view kept \(kept(change)); no default anchor keeps the end in view.")
    let plain: SuggestedFix = ("set a default anchor at the end", .keepEnd(anchor: anchor))
    return Fault(
      kind: "hidden", cause: .sizeChange, change: change, sentences: sentences,
      proof: proof(change), odds: length == nil ? 30 : 300, number: missing, symbolic: length?.text,
      fix: isBound ? unbound.fix : plain, changed: isBound ? unbound.changed : nil)
  }

  /// A change after which only empty space is visible.
  private func empty(_ change: SceneChange) -> Fault? {
    func share(_ snapshot: SceneSnapshot) -> Double {
      guard snapshot.axis.inner > 0 else { return 1 }
      let shown = snapshot.shown.reduce(0) {
        $0 + max(0, min($1.start + $1.length, snapshot.high) - max($1.start, snapshot.low))
      }
      return shown / snapshot.axis.inner
    }
    guard !change.after.handles.isEmpty, share(change.before) >= 0.3, share(change.after) <= 0.1,
      let span = change.after.contentSpan, let content = change.after.axis.content
    else { return nil }
    let room = max(0, content - span.upperBound)
    let length = scene.explanation(
      of: max(room, 1.5), within: subject.slack, lengths(of: change))
    return Fault(
      kind: "empty", cause: .design, change: change,
      sentences: [
        "After the change at \(momentText(change.time)) only empty space is in view: the last \(scene.item) ends "
          + "at \(pointsText(span.upperBound)) pt and the view begins at \(pointsText(change.after.low)) pt.",
        "The content reserves \(pointsText(room)) pt after its last \(scene.item)"
          + (length.map { ": \($0.text)." } ?? "."),
      ], proof: proof(change), odds: 200, number: room, symbolic: length?.text,
      fix: (
        "use an inset of the scroll view instead of space inside the content",
        .bar(edge: "bottom")
      ))
  }

  /// A container resize under an aligned page or item.
  private func misaligned(_ change: SceneChange) -> Fault? {
    let span = change.time...max(change.time, change.after.time)
    guard change.isContainerChange, let seen = subject.findings(["S22"], within: span).first,
      let measure = seen.measures.first(where: { $0.name == "residual" })
    else { return nil }
    let residual = measure.value
    let length = scene.explanation(
      of: residual, within: subject.evidence.tolerance, lengths(of: change))
    var sentences = [
      "The container changed at \(momentText(change.time)), and the view rests "
        + "\(pointsText(residual.magnitude)) pt off the nearest place of its behavior."
    ]
    if let length { sentences.append("\(pointsText(residual.magnitude)) pt is \(length.text).") }
    sentences.append("The view kept \(kept(change)); the behavior was not asked again.")
    return Fault(
      kind: "misaligned", cause: .sizeChange, change: change, sentences: sentences,
      proof: proof(change), odds: 200, number: residual, symbolic: length?.text,
      fix: (
        "scroll to the \(scene.item) that was aligned when the container changes",
        .scrollAfterResize
      ))
  }

  /// Whether the declared anchor for size changes requires the recorded result.
  private func isAnchored(_ change: SceneChange) -> Bool {
    guard let fraction = anchorFraction(.sizeChanges) else { return false }
    func place(_ axis: MainAxis) -> Double { axis.offset + fraction * axis.frame }
    let growth = change.growth ?? 0
    let expected = place(change.before.axis) + fraction * growth
    return (place(change.after.axis) - expected).magnitude <= subject.slack
      || fraction == 1 && change.after.isAtEnd(within: subject.slack)
  }

  /// Content that arrives after the view has opened, although the initial anchor is the end.
  private func late(_ change: SceneChange) -> Fault? {
    guard anchorFraction(.initialOffset) == 1, anchorFraction(.sizeChanges) != 1,
      !change.before.axis.overflows, change.after.axis.overflows,
      change.after.isAtStart(within: subject.slack), let missing = change.after.distanceToEnd,
      missing > subject.slack, !change.isContainerChange
    else { return nil }
    let anchor = isVertical ? "bottom" : "trailing"
    return Fault(
      kind: "late", cause: .sizeChange, change: change,
      sentences: [
        "The content came in at \(momentText(change.time)), after the view had opened: it shows its start, "
          + "\(pointsText(missing)) pt before the end.",
        "The default anchor (\(anchor)) applies to the first offset only, and there was nothing to scroll then.",
      ], proof: proof(change), odds: 200, number: missing, symbolic: nil,
      fix: (
        "set the default anchor for size changes, too",
        .keepEnd(anchor: anchor)
      ))
  }

  /// Whether what came in at the start is older than what is read there: a feed shows what is new.
  private func isPage(_ change: SceneChange) -> Bool {
    guard change.offsetShift.magnitude <= subject.slack else { return true }
    return change.inserted.countBefore >= 5
      && (wantsEnd(before: change.time) || change.removed.count > 0)
  }

  /// What was inserted or removed above what is in view, in words.
  private func movedItems(before change: SceneChange) -> String? {
    let (new, old) = (change.inserted.countBefore, change.removed.countBefore)
    guard (new == 0) != (old == 0) else { return nil }
    return subject.insertedText(new - old)
  }

  /// Items in view that move on the screen because something changed above them.
  private func jumped(_ change: SceneChange) -> Fault? {
    let span = change.time...max(change.time, change.after.time)
    guard !subject.follows.doubled.contains(where: { span.contains($0.time) }),
      !change.isContainerChange, !change.isReplacement, change.count <= 4,
      !change.before.isAtStart(within: subject.slack) || isPage(change),
      !change.after.isAtEnd(within: subject.slack) || change.growth ?? 0 > 0,
      let shift = change.screenShift(change.laterStarts), shift.magnitude > max(2, subject.slack),
      !isAnchored(change)
    else { return nil }
    // A row in view that grows moves those behind it: only what was above all in view counts.
    guard let top = firstShown(change), let later = change.laterStarts[top.handle],
      ((later - change.after.low) - change.before.position(of: top) - shift).magnitude <= 1
    else { return nil }
    let context = lengths(of: change)
    let length = scene.explanation(of: shift, within: subject.evidence.tolerance, context)
    let way = shift > 0 ? (isVertical ? "down" : "back") : (isVertical ? "up" : "forward")
    let isMovedAlone = (later - top.start).magnitude <= 1
    // A view that follows its end moves what is in view as it should.
    if isMovedAlone, change.before.isAtEnd(within: subject.slack),
      change.after.isAtEnd(within: subject.slack)
    {
      return nil
    }
    var sentences = [
      "The \(scene.item)s in view jump \(pointsText(shift.magnitude)) pt \(way) at \(momentText(change.time)), "
        + (movedItems(before: change).map { "when \($0) \(subject.before) them." }
          ?? (isMovedAlone
            ? "when the content after them changed."
            : "when the content \(subject.before) them changed."))
    ]
    if let length { sentences.append("\(pointsText(shift.magnitude)) pt is \(length.text).") }
    sentences.append(
      isMovedAlone
        ? "Nothing \(subject.before) them changed: the offset was moved by \(pointsText(change.offsetShift)) pt."
        : kept(change) == "nothing"
          ? "The content grew by \(pointsText(change.growth ?? 0)) pt, and the offset moved by "
            + "\(pointsText(change.offsetShift)) pt."
          : "The view kept \(kept(change)), not the items in view.")
    return Fault(
      kind: "jump", cause: .sizeChange, change: change, sentences: sentences, proof: proof(change),
      odds: change.before.isAtStart(within: subject.slack) ? 20 : length == nil ? 60 : 500,
      number: shift, symbolic: length?.text,
      fix: subject.keepInPlace)
  }
}
