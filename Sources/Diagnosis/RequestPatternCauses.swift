import Analysis
import ScrollModel

/// Defective patterns of programmatic scrolls that do reach their destinations.
///
/// A single scroll may be intended. The patterns are defined by their effect on visible rows, on
/// padding, on insertions, or on the opening of a view.
struct RequestPatternCauses {
  let subject: Subject
  var scene: KnownLengths { subject.scene }
  var requests: [ScrollRequest] { subject.evidence.requests.requests }
  var isVertical: Bool { scene.axis?.axis != .horizontal }

  var all: [DiagnosedCause] {
    [
      neighborOfTap(), scaledOffsets(), multiplesOfOtherLength(), partialSteps(), recentered(),
      restored(), miscompensated(), hiddenPadding(),
      opening() ?? lateOpening(),
    ].compactMap { $0 }
  }

  // MARK: Rows in view

  /// Quick successive scrolls to visible neighbors: a selection that is followed.
  private func recentered() -> DiagnosedCause? {
    guard subject.configuration.effectiveBehavior.isNone else { return nil }
    let run = longestRun
    guard run.count >= 3, let anchor = run[0].anchor else { return nil }
    let steps = zip(run.dropFirst(), run).compactMap { next, before -> Double? in
      guard let new = next.laterWanted, let old = before.laterWanted else { return nil }
      return (new - old).magnitude
    }
    guard let step = steps.sorted().dropFirst(steps.count / 2).first else { return nil }
    let name = anchorName(anchor)
    let length = scene.explanation(of: step)
    return subject.cause(
      .scrollTo,
      [
        "\(run.count) scrolls in a row lead to neighboring \(scene.item)s that are in view, and each moves the "
          + "content by \(pointsText(step)) pt: they ask for the anchor \(name).",
        length.map { "\(pointsText(step)) pt is \($0.text)." }
          ?? "A \(scene.item) that is in view needs no scroll.",
      ],
      proof: [
        "First at \(momentText(run[0].time)): \(run[0].name) was in view as a whole, and the content went from "
          + "\(pointsText(run[0].start)) pt to \(pointsText(run[0].rest)) pt."
      ],
      odds: run.count >= 5 ? 200 : 40,
      parameter: CauseParameter(name: "distance", value: step, unit: "pt"), symbolic: length?.text,
      fix: (
        "scroll without an anchor, which moves only what is not in view",
        .scrollIfHidden(
          apple:
            "proxy.scrollTo(id) // no anchor; UIKit: scrollToRow(at: path, at: .none, animated: false)"
        )
      ), edit: RequestEdit(run, .withoutAnchor))
  }

  /// The longest run of requests that move visible rows to one anchor, each to a neighbor of the
  /// previous one.
  private var longestRun: [ScrollRequest] {
    var best: [ScrollRequest] = []
    var run: [ScrollRequest] = []
    for request in requests {
      let isFollowing = run.last.map { isStep(from: $0, to: request) } ?? true
      if !isFollowing || !isMovingVisible(request) { run = [] }
      if isMovingVisible(request) { run.append(request) }
      if run.count > best.count { best = run }
    }
    return best
  }

  private func isMovingVisible(_ request: ScrollRequest) -> Bool {
    guard request.isID, request.anchor != nil, let target = request.target, target.isVisible,
      let goal = request.goal, !request.isTouched
    else { return false }
    return (goal - request.start).magnitude > subject.slack
      && target.length < request.before.inner / 2
  }

  private func isStep(from one: ScrollRequest, to other: ScrollRequest) -> Bool {
    guard let first = one.target, let second = other.target, one.anchor == other.anchor,
      other.time.nanoseconds(since: one.time) <= 1_500_000_000
    else { return false }
    let way = (second.start - first.start).magnitude
    return way > 0.5 && way <= max(first.length, second.length) + (scene.spacing ?? 0) + 1
  }

  private func anchorName(_ fraction: Double) -> String {
    switch fraction {
    case 0: isVertical ? "top" : "leading"
    case 0.5: "center"
    case 1: isVertical ? "bottom" : "trailing"
    default: pointsText(fraction)
    }
  }

  // MARK: Inserts

  /// A scroll after an insertion above that keeps the first visible item, but loses its previous
  /// distance from the top.
  private func restored() -> DiagnosedCause? {
    for change in subject.evidence.changes.changes
    where change.isCommanded && !change.isTouched && change.inserted.count > 0 {
      guard
        let request = requests.last(where: {
          $0.isID && $0.time >= change.time && $0.time <= change.after.time
            && $0.ending == .rested
        }),
        let kept = change.before.shown.first(where: { $0.id.displayText == request.name }),
        kept.fraction(from: change.before.low, to: change.before.high) > 0,
        let later = change.laterStarts[kept.handle], later > kept.start + subject.slack,
        let goal = request.laterGoal, (request.rest - goal).magnitude <= subject.slack
      else { continue }
      let old = change.before.position(of: kept)
      let shift = later - change.after.low - old
      guard shift.magnitude > max(2, subject.slack), shift.magnitude < change.before.axis.inner / 2
      else { continue }
      return cause(of: request, change, shift: shift, from: old)
    }
    return nil
  }

  private func cause(
    of request: ScrollRequest, _ change: SceneChange, shift: Double, from old: Double
  ) -> DiagnosedCause {
    let above = change.before.shown.filter {
      $0.start < old + change.before.low - 0.5
        && $0.fraction(from: change.before.low, to: change.before.high) > 0
    }
    let extent = isVertical ? "height" : "width"
    let own = above.map { KnownLength("the \(extent) of \($0.id.displayText)", $0.length) }
    let length = scene.explanation(of: shift, within: subject.evidence.tolerance, own)
    let size = pointsText(shift.magnitude)
    return subject.cause(
      .scrollTo,
      [
        "After \(countText(change.inserted.count, scene.item)) came in, the scroll to \(request.name) puts it "
          + "\(pointsText(old + shift)) pt from the edge; before, it was \(pointsText(old)) pt from it: the "
          + "content jumps by \(size) pt.",
        length.map { "\(size) pt is \($0.text)." }
          ?? "The scroll leaves out how far \(request.name) was from the edge.",
      ],
      proof: [
        "Requested at \(momentText(request.time)): the content grew by \(pointsText(change.growth ?? 0)) pt, the "
          + "offset went \(pointsText(change.before.axis.offset)) → \(pointsText(change.after.axis.offset)) pt."
      ],
      odds: length == nil ? 40 : 200,
      parameter: CauseParameter(name: "distance", value: shift, unit: "pt"),
      symbolic: length?.text,
      effects: subject.findings(["S10", "S39"], within: change.time...change.after.time),
      fix: (
        "move the offset by the height that came in, in place of a scroll to an item",
        .moveByGrowth
      ),
      edit: RequestEdit(
        [request],
        .offset(
          change.before.axis.offset + (change.growth ?? 0), change.before.axis.axis)))
  }

  /// A jump that makes up for a change before the view by another length than the view needs.
  private func miscompensated() -> DiagnosedCause? {
    for change in subject.evidence.changes.changes
    where change.isCommanded && !change.isTouched && !change.isContainerChange {
      guard let shift = change.screenShift(change.laterStarts),
        shift.magnitude > max(8, subject.slack),
        let request = requests.last(where: {
          $0.isPoint && !$0.isAnimated && $0.time <= change.after.time
            && change.time.nanoseconds(since: $0.time) <= 100_000_000
        }), let cause = cause(of: request, change, shift: shift)
      else { continue }
      return cause
    }
    return nil
  }

  private func cause(
    of request: ScrollRequest, _ change: SceneChange, shift: Double
  ) -> DiagnosedCause? {
    let (moved, needed) = (change.offsetShift, change.offsetShift + shift)
    let isTwice = (moved - 2 * needed).magnitude <= 2 * subject.slack
    // A scroll to somewhere else makes up for nothing.
    guard isTwice || needed * moved > 0 && shift.magnitude <= needed.magnitude / 2 else {
      return nil
    }
    let size = pointsText(shift.magnitude)
    let count = change.inserted.countBefore - change.removed.countBefore
    let what =
      count != 0
      ? "\(subject.insertedText(count)) \(subject.before)"
      : "the content \(subject.before) \(needed > 0 ? "grew" : "shrank")"
    let spacing = KnownLength(
      "the spacing of \(countText(abs(count), scene.item))",
      Double(abs(count)) * (scene.spacing ?? 0))
    let length = scene.explanation(of: shift, within: subject.evidence.tolerance, [spacing])
    return subject.cause(
      .sizeChange,
      [
        "The \(scene.item)s in view jump \(size) pt at \(momentText(request.time)): when \(what), they moved by "
          + "\(pointsText(needed.magnitude)) pt in the content, and the offset by \(pointsText(moved.magnitude)) pt.",
        isTwice
          ? "It was moved twice: the platform keeps what is in view in its place, and the app adds the same length."
          : length.map { "\(size) pt is \($0.text)." }
            ?? "The app moved the offset by another length than that of the change.",
      ],
      proof: [
        "Requested at \(momentText(request.time)): offset \(pointsText(change.before.axis.offset)) → "
          + "\(pointsText(change.after.axis.offset)) pt, content grew by \(pointsText(change.growth ?? 0)) pt."
      ],
      odds: isTwice ? 300 : length == nil ? 40 : 200,
      parameter: CauseParameter(name: "distance", value: shift, unit: "pt"),
      symbolic: length?.text,
      effects: subject.findings(["S10", "S39"], within: change.time...change.after.time),
      fix: isTwice
        ? ("leave this to the platform, or turn its anchoring off", .anchoredOnce)
        : (
          "move the offset by the length of what changed, with its spacing",
          .moveByGrowth
        ),
      edit: RequestEdit(
        [request],
        isTwice
          ? .leftOut : .offset(change.before.axis.offset + needed, change.before.axis.axis)))
  }

  // MARK: Padding

  /// A scroll to the first or the last item that leaves the padding beyond it invisible.
  private func hiddenPadding() -> DiagnosedCause? {
    let found = requests.compactMap { request in
      leftOut(request).map { (request: request, room: $0) }
    }
    guard let (request, room) = found.first else { return nil }
    let isStart = request.anchor == 0
    let edge = isStart ? (isVertical ? "top" : "leading") : (isVertical ? "bottom" : "trailing")
    let size = pointsText(room)
    return subject.cause(
      .scrollTo,
      [
        "The scroll to \(request.name), the \(isStart ? "first" : "last") \(scene.item), ends \(size) pt "
          + "\(isStart ? "past the start" : "before the end") of the content.",
        "\(size) pt is the padding \(isStart ? "before the first" : "after the last") \(scene.item) "
          + "(\(size)), which stays out of view.",
      ],
      proof: [
        "\(countText(found.count, "scroll")) to it, first at \(momentText(request.time)): the content rests at "
          + "\(pointsText(request.rest)) pt, and its \(isStart ? "start" : "end") is at "
          + "\(pointsText(isStart ? request.after.low : request.after.high ?? 0)) pt."
      ],
      odds: found.count > 1 ? 300 : 50,
      parameter: CauseParameter(name: "padding", value: room, unit: "pt"),
      symbolic:
        "the padding \(isStart ? "before the first" : "after the last") \(scene.item) (\(size))",
      fix: (
        "scroll to the edge, or use content margins in place of the padding",
        .scrollToEdge(edge, isStart: isStart, along: subject.axis, padding: size)
      ),
      edit: RequestEdit(
        found.map(\.request),
        .edge(isStart ? (isVertical ? .top : .leading) : (isVertical ? .bottom : .trailing))))
  }

  /// The padding that a request leaves invisible; nil if none.
  private func leftOut(_ request: ScrollRequest) -> Double? {
    guard request.isID, request.ending == .rested, let target = request.laterTarget,
      let goal = request.laterGoal, (request.rest - goal).magnitude <= subject.slack,
      request.travel.magnitude > subject.slack, let high = request.after.high,
      let first = subject.evidence.reach.items.first, let last = subject.evidence.reach.items.last,
      subject.configuration.effectiveBehavior.isNone
    else { return nil }
    var room: Double?
    if request.anchor == 0, target.start == first.start { room = goal - request.after.low }
    if request.anchor == 1, target.start == last.start { room = high - goal }
    // More than a few points are a header or a footer, which a scroll may skip intentionally.
    guard let room, room > max(1.5, subject.slack), room <= 40, room < target.length else {
      return nil
    }
    return room
  }

  // MARK: Opening

  /// A view that opens at another offset and is moved to its initial position by an animation.
  private func opening() -> DiagnosedCause? {
    guard let first = subject.evidence.first, let seen = subject.findings(["S38"]).first,
      let scroll = openingScroll(first)
    else { return nil }
    let isEnd = scroll.axis.high.map { (scroll.rest - $0).magnitude <= subject.slack } ?? false
    let anchor = isVertical ? "bottom" : "trailing"
    let travel = scroll.rest - first.axis.offset
    return subject.cause(
      .scrollTo,
      [
        "The view opens at \(pointsText(first.axis.offset)) pt, and an animated scroll to \(scroll.name) "
          + "brings it to \(pointsText(scroll.rest)) pt\(isEnd ? ", its end" : "").",
        "People see the content pass by before they can read it.",
      ],
      proof: [
        "Requested \(scroll.wait) ms after the first frame, before any finger: "
          + "\(pointsText(travel.magnitude)) pt."
      ],
      odds: 50, parameter: CauseParameter(name: "distance", value: travel, unit: "pt"),
      symbolic: scene.explanation(of: travel)?.text, effects: [seen],
      fix: (
        isEnd ? "open the view at its end" : "open the view at its place, without an animation",
        isEnd
          ? .openAtEnd(anchor: anchor) : .openAtID
      ), changed: isEnd ? openingAtEnd : nil,
      edit: scroll.request.map { RequestEdit([$0], .leftOut) })
  }

  /// The declaration with the default anchor for the first offset at the end.
  var openingAtEnd: Configuration {
    var changed = subject.configuration
    changed.defaultAnchors.initialOffset = .anchor(
      isVertical ? UnitPoint(x: 0.5, y: 1) : UnitPoint(x: 1, y: 0.5))
    return changed
  }

  private struct Opening {
    var name: String
    var axis: MainAxis
    var rest: Double
    var wait: Int64
    var request: ScrollRequest?
  }

  /// The first animated scroll within half a second, if it moves by half a view.
  private func openingScroll(_ first: SceneSnapshot) -> Opening? {
    if let early = subject.evidence.early, let last = subject.evidence.last {
      let later = requests.first?.start
      return Opening(
        name: ScrollRequest.name(of: early), axis: last.axis, rest: later ?? last.axis.offset,
        wait: 0)
    }
    guard let request = requests.first(where: { $0.isAnimated }), !request.isTouched,
      request.time.nanoseconds(since: first.time) <= 500_000_000, request.frames > 0,
      request.travel.magnitude > request.after.inner / 2,
      // An automatically playing view continues in this way.
      !requests.contains(where: {
        $0.time > request.time && $0.isAnimated
          && ($0.travel - request.travel).magnitude <= 0.05 * request.travel.magnitude
      })
    else { return nil }
    return Opening(
      name: request.name, axis: request.after, rest: request.rest,
      wait: request.time.nanoseconds(since: first.time) / 1_000_000, request: request)
  }
}
