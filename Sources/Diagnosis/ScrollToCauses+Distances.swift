import Analysis
import ScrollModel

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
    scene.explanation(
      of: miss, within: subject.evidence.tolerance,
      [
        KnownLength("the inset at the start", axis.start),
        KnownLength("the inset at the end", axis.end),
      ])
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
