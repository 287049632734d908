import Analysis
import ScrollModel
import TextKit

/// Programmatic scrolls that do not end at their destination, and the causes.
struct ScrollToCauses {
  let subject: Subject
  var scene: KnownLengths { subject.scene }
  var requests: [ScrollRequest] { subject.evidence.requests.requests }

  /// One request with its problem; equal kinds are one cause.
  struct Fault {
    var kind: String
    var cause = CauseClass.scrollTo
    var request: ScrollRequest
    var sentences: [String]
    var odds: Double
    var number: Double?
    var symbolic: String?
    var fix: SuggestedFix?
    /// The effect of the fix on requests of this kind, if a replay can check it.
    var change: RequestEdit.Change?
  }

  /// The number of requests that ended at their destination or were interrupted.
  var explained: Int { requests.count { fault(of: $0) == nil } }

  var all: [DiagnosedCause] {
    grouped(requests.compactMap(fault), by: \.kind).map(cause)
  }

  private func cause(_ faults: [Fault]) -> DiagnosedCause {
    let first = faults[0]
    let request = first.request
    var odds = first.odds
    if faults.count > 1 { odds *= 10 }
    let goal = request.laterGoal.map { "it leads to \(pointsText($0)) pt, and " } ?? ""
    var proof = [
      "Requested at \(momentText(request.time)) from \(pointsText(request.start)) pt: \(goal)the content "
        + "rests at \(pointsText(request.rest)) pt."
    ]
    if faults.count > 1 { proof.append("The same happens in \(faults.count) requests.") }
    let span = request.time...max(request.time, request.endTime)
    return subject.cause(
      first.cause, first.sentences + others(faults), proof: proof, odds: odds,
      parameter: first.number.map { CauseParameter(name: "distance", value: $0, unit: "pt") },
      symbolic: first.symbolic,
      effects: subject.findings(
        [
          "S04", "S19", "S26", "S28", "S36", "S37", "S38", "S42", "S10", "S01", "S05", "L04",
        ], within: span),
      fix: first.fix, edit: first.change.map { RequestEdit(faults.map(\.request), $0) })
  }

  /// The length in other requests of the kind, if it is another one of the scene.
  private func others(_ faults: [Fault]) -> [String] {
    guard let symbolic = faults[0].symbolic,
      let other = faults.first(where: { $0.symbolic != nil && $0.symbolic != symbolic }),
      let number = other.number, let text = other.symbolic
    else { return [] }
    return [
      "In others, first at \(momentText(other.request.time)), it is \(pointsText(number.magnitude)) pt: \(text)."
    ]
  }

  private func fault(of request: ScrollRequest) -> Fault? {
    if request.frames > 0 {
      guard request.ending == .rested, request.isRestShown,
        !subject.evidence.isOffsetOutdated(at: request.time)
      else { return nil }
      return shownFault(of: request)
    }
    guard subject.findings(["S26"]).contains(where: { $0.place.start == request.time }),
      var fault = shownFault(of: request)
    else { return nil }
    // The only frame of a jump may be lost. One jump in four is taken to fail.
    let lost = subject.evidence.loss.share
    if request.isFrameLost == nil, lost > 0 { fault.odds = min(fault.odds, 0.25 / lost) }
    return fault
  }

  /// The fault of a request by the frames that are known.
  private func shownFault(of request: ScrollRequest) -> Fault? {
    if let wrong = wrongWay(request) { return wrong }
    guard let goal = request.laterGoal else {
      return minimal(request) ?? covered(request) ?? unmoved(request)
    }
    let miss = request.rest - goal
    guard miss.magnitude > subject.slack else {
      return covered(request) ?? clamped(request) ?? outside(request)
    }
    if let fault = movedOn(request, miss) ?? cutShort(request) ?? fromOtherEnd(request) {
      return fault
    }
    return unmoved(request) ?? unbound(request) ?? estimated(request, miss)
      ?? stale(request, miss)
      ?? snapped(request, miss)
      ?? otherAnchor(request) ?? neighbor(request, miss) ?? scaled(request)
      ?? interrupted(request, miss) ?? short(request, miss)
  }

  // MARK: Kinds

  /// A scroll without an anchor that moves an already visible target.
  private func minimal(_ request: ScrollRequest) -> Fault? {
    guard request.isID, request.anchor == nil, let target = request.target,
      let later = request.laterTarget
    else { return nil }
    let moved = request.travel.magnitude > subject.slack
    if target.isVisible, moved, target.start == later.start {
      let edge = alignment(request, later)
      return Fault(
        kind: "needless", request: request,
        sentences: [
          "The scroll to \(request.name) has no anchor and \(request.name) was in view, but the content "
            + "moved by \(pointsText(request.travel.magnitude)) pt.",
          edge.map { "A missing anchor acts like \($0)." }
            ?? "A missing anchor asks for no movement.",
        ], odds: 500, number: request.travel, symbolic: edge,
        fix: (
          "scroll only if \(request.name) is not in view, or pass the anchor that is meant",
          .scrollIfHidden(
            apple:
              "if !visible.contains(\(request.idCode)) { proxy.scrollTo(\(request.idCode)) }")
        ))
    }
    guard moved else { return nil }
    return later.isVisible ? unaligned(request, later) : hidden(request, later)
  }

  /// The anchor that corresponds to a rest.
  private func alignment(_ request: ScrollRequest, _ target: ScrollRequest.Span) -> String? {
    let names = isVertical ? ["top", "center", "bottom"] : ["leading", "center", "trailing"]
    for (anchor, name) in zip([0.0, 0.5, 1.0], names) {
      let place =
        target.start + anchor * (target.length - request.after.inner) - request.after.start
      if (request.after.clamp(place) - request.rest).magnitude <= subject.slack { return name }
    }
    return nil
  }

  var isVertical: Bool { scene.axis?.axis != .horizontal }

  /// A request without movement.
  private func unmoved(_ request: ScrollRequest) -> Fault? {
    // Content that goes and comes back has moved.
    guard request.travel.magnitude <= subject.slack,
      request.highest - request.lowest <= max(8, subject.slack)
    else { return nil }
    if let early = tooEarly(request) { return early }
    if request.isID, request.laterTarget == nil, request.targetCount > 0 {
      return Fault(
        kind: "no target", request: request,
        sentences: ["The scroll to \(request.name) moves nothing: no target has this id."],
        odds: 200,
        fix: (
          "scroll to an id that the content has, of the same type", .rowID(request.idCode)
        ))
    }
    guard
      request.isID || request.goal.map({ ($0 - request.start).magnitude > subject.slack }) ?? false
    else { return nil }
    guard request.laterGoal != nil || request.target?.isVisible == false else { return nil }
    if request.isDisabled { return nothing(request, Self.disabledWhy, Self.enabling) }
    // An offset that is set on the view itself, and other toolkits, need no binding.
    guard !request.isPhysical, subject.configuration.releasePhysics == .uikit else {
      return unmovedView(request)
    }
    var (why, fix) = (Self.unboundWhy, Self.binding)
    if request.isID, !subject.configuration.hasTargetLayout {
      why = "the content has no target layout, so its ids are not known"
      fix = ("declare a target layout on the stack", .targetLayout)
    } else if request.hasOtherType {
      why = "the requested id is optional and the ids of the content are not, or the reverse"
      fix = ("unwrap the id before the call", .unwrappedID)
    }
    return nothing(request, why, fix)
  }

  /// A request to the view itself that moves nothing.
  private func unmovedView(_ request: ScrollRequest) -> Fault? {
    guard let goal = request.laterGoal, (goal - request.start).magnitude > max(8, subject.slack)
    else { return nil }
    return Fault(
      kind: "unmoved", request: request,
      sentences: [
        "The scroll to \(request.name) moves nothing, although it leads "
          + "\(pointsText((goal - request.start).magnitude)) pt away: something else kept the offset."
      ], odds: 20)
  }

  private func nothing(
    _ request: ScrollRequest, _ why: String, _ fix: SuggestedFix
  ) -> Fault {
    Fault(
      kind: "unmoved", request: request,
      sentences: ["The scroll to \(request.name) moves nothing: \(why)."], odds: 200, fix: fix)
  }

  private static let disabledWhy = "scrolling is turned off at that time"
  private static let enabling: SuggestedFix = (
    "turn scrolling off only at rest, and on before a scroll", .disabledAtRest
  )
  private static let unboundWhy = "nothing binds the request to this scroll view"
  private static let binding: SuggestedFix = ("bind a position to the scroll view", .boundPosition)

  /// A request through a position that the declared configuration does not bind, so the movement
  /// has another cause.
  private func unbound(_ request: ScrollRequest) -> Fault? {
    guard request.isThroughPosition, subject.configuration.position.isNone else { return nil }
    return nothing(request, Self.unboundWhy, Self.binding)
  }

  /// A request that ends at its destination in an earlier layout.
  private func stale(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    guard let old = request.goal, let new = request.laterGoal,
      (old - new).magnitude > subject.slack,
      (request.rest - old).magnitude <= subject.slack
    else { return nil }
    let moved = pointsText((new - old).magnitude)
    let grown = (request.after.content ?? 0) - (request.before.content ?? 0)
    let context =
      [KnownLength("the growth of the content", grown.magnitude)] + editedLengths(request)
    let length = scene.explanation(of: new - old, context)
    let isClamped =
      request.wanted.map { ($0 - old).magnitude > subject.slack } ?? false || request.isEdge
    if !isClamped, let pushed = pushed(request, by: new - old, length) { return pushed }
    var sentences: [String]
    if isClamped {
      sentences = [
        "The scroll to \(request.name) ends at the old end of the content (\(pointsText(old)) pt): the "
          + "content grew by \(pointsText(grown)) pt after the request."
      ]
    } else {
      let why = request.target?.isEstimated == true ? ", an estimate" : ""
      sentences = [
        "The scroll to \(request.name) ends at \(pointsText(old)) pt, where it led at the request\(why): the "
          + "layout moved \(request.name) by \(moved) pt afterwards."
      ]
    }
    if let length, !isClamped || length.texts.first?.hasPrefix("the growth") != true {
      sentences.append("\(moved) pt is \(length.text).")
    }
    return Fault(
      kind: isClamped ? "old end" : "stale", request: request, sentences: sentences, odds: 500,
      number: new - old, symbolic: length?.text,
      fix: (
        "scroll after the layout has changed, or again when it does",
        .scrollAfterUpdate(
          apple: ".onChange(of: items.count) { position.scrollTo(id: \(request.idCode)) }")
      ))
  }

  /// Changes of length between the request and its end, to name differences.
  private func editedLengths(_ request: ScrollRequest) -> [KnownLength] {
    var lengths: [KnownLength] = []
    for change in subject.evidence.changes.changes
    where change.time >= request.time && change.time <= request.endTime {
      for id in change.edited.prefix(2) {
        lengths.append(
          KnownLength("the change of \(id.displayText)", (change.growth ?? 0).magnitude))
      }
    }
    return lengths
  }

  /// A request that aligns its target with another anchor.
  private func otherAnchor(_ request: ScrollRequest) -> Fault? {
    guard request.isID, let asked = request.anchor, let target = request.laterTarget,
      let name = alignment(request, target)
    else { return nil }
    let wanted = isVertical ? UnitPoint(x: 0.5, y: asked) : UnitPoint(x: asked, y: 0.5)
    return Fault(
      kind: "anchor", request: request,
      sentences: [
        "The scroll to \(request.name) aligns it at its \(name), although it asks for "
          + "\(anchorText(wanted))."
      ], odds: 200, number: asked,
      fix: (
        "pass the anchor with the request",
        .scroll(
          to: request.idCode, anchor: SwiftCode.anchor(wanted, along: subject.axis),
          fraction: asked, along: subject.axis)
      ))
  }

  private func anchorText(_ point: UnitPoint) -> String {
    let fraction = isVertical ? point.y : point.x
    let names = isVertical ? ["top", "center", "bottom"] : ["leading", "center", "trailing"]
    return switch fraction {
    case 0: names[0]
    case 0.5: names[1]
    case 1: names[2]
    default: pointsText(fraction)
    }
  }

  /// A request that stops at another item.
  private func neighbor(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    guard request.isID, let anchor = request.anchor else { return nil }
    for item in request.neighbors where item.id.displayText != request.name {
      let place = item.start + anchor * (item.length - request.after.inner) - request.after.start
      guard (place - request.rest).magnitude <= subject.slack else { continue }
      return Fault(
        kind: "neighbor", request: request,
        sentences: [
          "The scroll to \(request.name) ends at \(item.id.displayText), \(pointsText(miss.magnitude)) pt "
            + "\(miss < 0 ? "before" : "past") it."
        ], odds: 100, number: miss, symbolic: scene.explanation(of: miss)?.text)
    }
    return nil
  }

  /// A request that ends at another offset; the distance may be a known length.
  private func short(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    let length = forgotten(miss, request.after)
    var sentences = [
      "The scroll to \(request.name) ends \(pointsText(miss.magnitude)) pt "
        + "\(miss < 0 ? "before" : "past") its goal (\(pointsText(request.laterGoal ?? 0)) pt)."
    ]
    var fix: SuggestedFix?
    if let length {
      sentences.append("\(pointsText(miss.magnitude)) pt is \(length.text).")
      if length.isOfInset {
        let isStart = (miss.magnitude - request.after.start.magnitude).magnitude <= subject.slack
        fix = (
          "leave insets to the scroll view, in place of sums",
          .margins(
            isStart ? .start : .both, pointsText(miss.magnitude), along: subject.axis)
        )
      } else if length.text.includes("padding") || length.text.includes(", the first ") {
        fix = (
          "add this length to the offset that the scroll computes, or scroll to the \(scene.item) by its id",
          .scroll(
            to: request.idCode, anchor: isVertical ? ".top" : ".leading", fraction: 0,
            along: subject.axis)
        )
      }
    } else if let place = place(of: request) {
      sentences.append(place)
    } else if request.after.isAtEnd(request.rest, within: subject.slack) {
      let isStart = (request.rest - request.after.low).magnitude <= subject.slack
      sentences.append(
        "It rests at the \(isStart ? "start" : "end") of the content, as a scroll to a place "
          + "\(isStart ? "before it" : "beyond it") does.")
    }
    return Fault(
      kind: "short", request: request, sentences: sentences,
      odds: length == nil ? 12 : length?.bits ?? 9 <= 2 ? 200 : 30, number: miss,
      symbolic: length?.text, fix: fix)
  }

  /// An animation that starts in the opposite direction.
  private func wrongWay(_ request: ScrollRequest) -> Fault? {
    guard request.isAnimated, !request.wasMoving, !request.isTouched, let goal = request.laterGoal,
      request.direction != 0
    else { return nil }
    let way = goal - request.start
    let detour = way > 0 ? request.start - request.lowest : request.highest - request.start
    guard way.magnitude > 20, detour > 20, way * request.direction < 0,
      request.travel * way > 0 || request.travel.magnitude <= detour / 2
    else { return nil }
    return Fault(
      kind: "wrong way", request: request,
      sentences: [
        "The scroll to \(request.name) moves \(pointsText(detour)) pt \(way > 0 ? "back" : "forward") before it "
          + "goes \(way > 0 ? "forward" : "back"): it starts from another index than the content shows."
      ], odds: 200, number: detour,
      fix: (
        "derive the direction from the order of the items, not from their ids",
        .direction
      ))
  }

  /// A target that cannot be aligned as requested, under a behavior that aligns.
  private func clamped(_ request: ScrollRequest) -> Fault? {
    guard request.isID, request.anchor == 0, let wanted = request.laterWanted,
      let goal = request.laterGoal, wanted - goal > subject.slack,
      case .viewAligned = subject.configuration.behavior
    else { return nil }
    let missing = wanted - goal
    let length = scene.explanation(of: missing)
    return Fault(
      kind: "unreachable", cause: .design, request: request,
      sentences: [
        "\(request.name) cannot reach the \(isVertical ? "top" : "leading edge"): the content ends "
          + "\(pointsText(missing)) pt too early"
          + (length.map { ". \(pointsText(missing)) pt is \($0.text)." } ?? ".")
      ], odds: 50, number: missing, symbolic: length?.text,
      fix: (
        "add a margin of \(pointsText(missing)) pt at the end",
        .margins(.end, pointsText(missing), along: subject.axis)
      ))
  }
}

extension ScrollRequest {
  fileprivate var isEdge: Bool {
    if case .edge = destination { return true }
    return false
  }
}
