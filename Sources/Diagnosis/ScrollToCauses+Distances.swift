import Analysis
import ScrollModel
import TextKit

/// Requests that were correct at their end, and multiplied distances.
extension ScrollToCauses {
  /// A request that reached its destination before preceding content changed.
  func pushed(
    _ request: ScrollRequest, by distance: Double, _ length: LengthExplanation?
  ) -> Fault? {
    guard let arrival = request.arrival, let change = request.layoutChange, arrival < change else {
      return nil
    }
    let size = pointsText(distance.magnitude)
    var sentences = [
      "The scroll to \(request.name) reached it at \(momentText(arrival)); then the content before "
        + "\(request.name) \(distance > 0 ? "grew" : "shrank") by \(size) pt and moved it away."
    ]
    if let length { sentences.append("\(size) pt is \(length.text).") }
    sentences.append("The view kept the offset, not \(request.name).")
    return Fault(
      kind: "pushed", cause: .sizeChange, request: request, sentences: sentences, odds: 300,
      number: distance, symbolic: length?.text,
      fix: (
        "give rows their final height before they appear, or keep the row with a bound position",
        .boundID(along: subject.axis)
      ))
  }

  /// A scroll without an anchor that ends where its target is not wholly in view.
  func hidden(_ request: ScrollRequest, _ target: ScrollRequest.Span) -> Fault? {
    let axis = request.after
    // The least movement leads to the first or the last offset at which the target is wholly in view.
    let last = target.start - axis.start
    let first = target.start + target.length - axis.inner - axis.start
    let isBefore = request.start < first || request.start <= last && request.rest < first
    let nearest = axis.clamp(isBefore ? first : last)
    let miss = request.rest - nearest
    let length = forgotten(miss, axis)
    let size = pointsText(miss.magnitude)
    var sentences = [
      "The scroll to \(request.name) ends \(size) pt \(miss < 0 ? "before" : "past") the first offset at which "
        + "\(request.name) is wholly in view."
    ]
    var fix: SuggestedFix?
    if let length {
      sentences.append("\(size) pt is \(length.text).")
      if length.isOfInset {
        fix = (
          "count the insets when the scroll computes what is in view, or leave them to the scroll view",
          .margins(miss < 0 ? .end : .start, size, along: subject.axis)
        )
      } else if length.text.includes("padding after") {
        fix = (
          "leave the padding out of the offset at which the last \(scene.item) ends",
          .scroll(
            to: request.idCode, anchor: isVertical ? ".bottom" : ".trailing", fraction: 1,
            along: subject.axis)
        )
      }
    }
    return Fault(
      kind: "hidden", request: request, sentences: sentences, odds: length == nil ? 20 : 60,
      number: miss, symbolic: length?.text, fix: fix)
  }

  /// A request for an offset outside of the range: content that springs back, or a right-to-left view
  /// that does not move.
  func outside(_ request: ScrollRequest) -> Fault? {
    guard let wanted = request.laterWanted, let goal = request.laterGoal else { return nil }
    let beyond = wanted - goal
    guard beyond.magnitude > max(20, subject.slack) else { return nil }
    let size = pointsText(beyond.magnitude)
    let edge = beyond < 0 ? "before the start" : "beyond the end"
    let reached = beyond < 0 ? request.lowest : request.highest
    if (reached - wanted).magnitude <= max(2, subject.slack) {
      return Fault(
        kind: "springs back", request: request,
        sentences: [
          "The scroll to \(request.name) leads \(size) pt \(edge) of the content, and the content springs back to "
            + "\(pointsText(goal)) pt.",
          "Its target cannot be at that place: the range of offsets ends before.",
        ], odds: 200, number: beyond, symbolic: scene.explanation(of: beyond)?.text,
        fix: ("limit the offset of the scroll to the range", .clampedOffset(along: subject.axis)))
    }
    guard request.after.isMirrored, request.isPoint, beyond < 0,
      request.travel.magnitude <= subject.slack
    else { return nil }
    return Fault(
      kind: "against the direction", cause: .mirrored, request: request,
      sentences: [
        "The scroll to \(request.name) moves nothing: it leads \(size) pt before the start of a right-to-left view.",
        "A step that is added to the offset goes backward in such a view.",
      ], odds: 20, number: beyond, symbolic: scene.explanation(of: beyond)?.text,
      fix: (
        "change the sign of the step if the direction is right to left", .stepInDirection
      ))
  }

  /// Whether all scrolls to offsets end as far from the end as they should from the start.
  private var isCountedFromEnd: Bool {
    let known = requests.filter { $0.isPoint && $0.ending == .rested && $0.laterGoal != nil }
    let goals = Set(known.compactMap(\.laterGoal).map { ($0 / 2).rounded() })
    return goals.count >= 2
      && known.allSatisfy { request in
        guard let goal = request.laterGoal, let high = request.after.high else { return false }
        let opposite = request.after.low + high - goal
        return (opposite - goal).magnitude > 20
          && (request.rest - opposite).magnitude <= subject.slack
      }
  }

  /// A scroll whose offset counts from the other end of the range.
  func fromOtherEnd(_ request: ScrollRequest) -> Fault? {
    guard request.isPoint, let goal = request.laterGoal, isCountedFromEnd else { return nil }
    let place = pointsText(goal - request.after.low)
    return Fault(
      kind: "from the other end", cause: .mirrored, request: request,
      sentences: [
        "The scroll to \(request.name) ends at \(pointsText(request.rest)) pt: "
          + (goal - request.after.low <= subject.slack
            ? "at the end in place of the start."
            : "\(place) pt before the end in place of \(place) pt after the start."),
        "The offset counts from the other end of the content, as in a view that is flipped twice.",
      ], odds: 200, number: request.rest - goal,
      fix: (
        "count the offset from the start, or convert it once", .convertedOffset(along: subject.axis)
      ))
  }

  /// The common factor of all scrolls that do not end at their destinations; nil without one.
  private var factor: Double? {
    let found = requests.compactMap { request -> (way: Double, miss: Double)? in
      guard request.ending == .rested, request.isRestShown, let goal = request.laterGoal,
        let wanted = request.laterWanted, wanted == goal, (goal - request.start).magnitude > 50,
        (request.rest - goal).magnitude > subject.slack
      else { return nil }
      return (goal - request.start, request.rest - goal)
    }
    // A length that is missing each time is forgotten, not multiplied.
    let (ways, misses) = (found.map(\.way.magnitude), found.map(\.miss))
    if let least = misses.min(), let most = misses.max(), most - least <= subject.slack,
      let shortest = ways.min(), let longest = ways.max(),
      longest - shortest > longest / 20 || forgotten(most, requests[0].after) != nil
    {
      return nil
    }
    let shares = found.map { 1 + $0.miss / $0.way }
    guard shares.count >= 2, let first = shares.first, first > 0.1,
      shares.allSatisfy({ ($0 / first - 1).magnitude <= 0.01 })
    else { return nil }
    return first
  }

  /// Which length of the scene a request leaves out or adds.
  func forgotten(_ miss: Double, _ axis: MainAxis) -> LengthExplanation? {
    scene.explanation(of: miss, within: subject.evidence.tolerance, axis.insetLengths)
  }

  /// Where a request leaves its target, where insets make that other than the miss.
  func place(of request: ScrollRequest) -> String? {
    guard request.isID, let anchor = request.anchor, let target = request.laterTarget else {
      return nil
    }
    let axis = request.after
    let (edge, inset, distance) =
      anchor == 1
      ? (
        isVertical ? "bottom" : "trailing", axis.end,
        request.rest + axis.frame - target.start - target.length
      )
      : (isVertical ? "top" : "leading", axis.start, target.start - request.rest)
    guard anchor == 0 || anchor == 1, inset > 1, distance > -subject.slack else { return nil }
    return
      "\(request.name) is \(pointsText(distance)) pt from the \(edge) edge of the view; the inset "
      + "there is \(pointsText(inset)) pt."
  }

  /// A distance that is multiplied: by a page's zoom or by the display's scale.
  func scaled(_ request: ScrollRequest) -> Fault? {
    guard let factor, let goal = request.laterGoal, request.laterWanted == goal else { return nil }
    let isMore = factor > 1
    let share = ((isMore ? 1 / factor : factor) * 1000).rounded() / 1000
    let scales = [2, 3, 0.5, 1.0 / 3]
    let isDevice = scales.contains { ($0 - factor).magnitude <= 0.01 }
    return Fault(
      kind: "scaled", request: request,
      sentences: [
        "The scroll to \(request.name) moves the content by \(pointsText(request.travel)) pt in place of "
          + "\(pointsText(goal - request.start)) pt: each distance is \(isMore ? "divided" : "multiplied") by "
          + "\(share).",
        isDevice
          ? "That is the display's scale: device pixels and points are mixed."
          : "Such a factor is a zoom or a scale that is applied twice.",
      ], odds: 200, number: request.travel,
      fix: (
        "compute the distance in the units of the scroll view",
        .page("element.scrollLeft = target // or scrollBy({ left: distance * zoom })")
      ))
  }

  /// A request of moving content that arrives, after which the earlier movement continues.
  func movedOn(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    guard request.wasMoving, miss.magnitude > max(8, subject.slack), hasArrived(request, miss)
    else { return nil }
    return Fault(
      kind: "moved on", cause: .ownership, request: request,
      sentences: [
        "The scroll to \(request.name) arrives, and then the content moves on by \(pointsText(miss.magnitude)) pt: "
          + "the movement before the scroll had not ended, and continues.",
        "Two owners want the same offset: the scroll and the deceleration of a release.",
      ], odds: request.arrival == nil ? 12 : 200, number: miss,
      fix: ("scroll when the deceleration has ended", .whenIdle("scrollToTarget")))
  }

  /// Whether a request was at its destination before it ended elsewhere.
  ///
  /// A jump may be moved on in its first frame, in the direction of the movement before.
  private func hasArrived(_ request: ScrollRequest, _ miss: Double) -> Bool {
    if request.arrival != nil { return request.layoutChange == nil }
    guard !request.isAnimated, let goal = request.laterGoal, request.lastStep * miss > 0 else {
      return false
    }
    let nearest = miss > 0 ? request.lowest : request.highest
    return (nearest - goal).magnitude <= (goal - request.start).magnitude / 10
  }

  /// A request that came while the content was shorter than its destination.
  func cutShort(_ request: ScrollRequest) -> Fault? {
    guard let goal = request.laterGoal, let end = request.leastEnd,
      goal - end > max(8, subject.slack), (request.rest - end).magnitude <= subject.slack,
      let later = request.after.high, later >= goal
    else { return nil }
    return Fault(
      kind: "cut short", request: request,
      sentences: [
        "The scroll to \(request.name) ended at \(pointsText(end)) pt, because the content ended there at that "
          + "time: it had not all its \(scene.item)s yet.",
        "It grew by \(pointsText(later - end)) pt afterwards, and nothing scrolled again.",
      ], odds: 300, number: request.rest - goal,
      fix: (
        "scroll after the content has its \(scene.item)s again",
        .scrollAfterUpdate(
          apple: ".onChange(of: items.count) { position.scrollTo(id: \(request.idCode)) }")
      ))
  }

  /// An animation that ends on its way, long before its time.
  func interrupted(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    guard let duration = request.duration, duration >= 100_000_000, let lastMove = request.lastMove,
      let goal = request.laterGoal, request.layoutChange == nil,
      forgotten(miss, request.after) == nil
    else { return nil }
    let ran = lastMove.nanoseconds(since: request.time)
    let share = request.travel / (goal - request.start)
    guard ran * 4 < duration * 3, share > 0.02, share < 0.95 else { return nil }
    let (spent, whole) = (ran / 1_000_000, duration / 1_000_000)
    return Fault(
      kind: "interrupted", request: request,
      sentences: [
        "The animated scroll to \(request.name) stops on its way, \(pointsText(miss.magnitude)) pt before its goal "
          + "(\(pointsText(goal)) pt): it ends after \(spent) of \(whole) ms.",
        "Something that the recording does not contain interrupts it, such as a scroll of another view.",
      ], odds: 60, number: miss,
      fix: (
        "scroll without an animation, or one view after the other",
        .scroll(
          to: request.idCode, anchor: isVertical ? ".top" : ".leading",
          fraction: request.anchor ?? 0, along: subject.axis)
      ))
  }

  /// A request for an item that was inserted only afterwards.
  func tooEarly(_ request: ScrollRequest) -> Fault? {
    guard request.isID, request.target == nil, request.targetCount > 0, request.laterTarget != nil,
      let change = request.layoutChange
    else { return nil }
    let wait = change.nanoseconds(since: request.time) / 1_000_000
    return Fault(
      kind: "too early", request: request,
      sentences: [
        "The scroll to \(request.name) moves nothing: \(request.name) was not in the content yet.",
        "It came in \(wait) ms after the request.",
      ], odds: 300,
      fix: (
        "scroll when the item is in the content, in the update after the one that adds it",
        .scrollAfterUpdate(
          apple:
            ".onChange(of: items.last?.id) { _, id in if let id { proxy.scrollTo(id, anchor: .bottom) } }"
        )
      ))
  }
}
