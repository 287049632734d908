import Analysis
import ScrollModel

/// Requests that end at a place of the behavior.
extension ScrollToCauses {
  /// A request that a behavior ends at one of its own positions.
  func snapped(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    let goal = request.laterGoal ?? request.start
    guard !request.isID, request.travel * (goal - request.start) > 0,
      let place = behaviorPlace(request)
    else { return nil }
    var sentences = [
      "The scroll to \(request.name) \(miss * request.travel < 0 ? "was cut" : "ended") "
        + "\(pointsText(miss.magnitude)) pt \(miss * request.travel < 0 ? "before" : "past") its goal: the behavior "
        + "moved the content to \(place).",
      "Two owners want the same offset: the request and the behavior.",
    ]
    let length = withoutSpacing(goal, rest: request.rest, request.after)
    if let length { sentences[1] = length }
    return Fault(
      kind: "snapped", cause: .ownership, request: request, sentences: sentences, odds: 100,
      number: miss, symbolic: scene.explanation(of: miss)?.text,
      fix: length == nil
        ? ("pause the behavior while a request is under way", .pauseBehavior)
        : ("count the spacing, or scroll to the item", Self.scrollToItem)
    )
  }

  /// A scroll without an anchor that leaves its target where no gesture would leave it.
  func unaligned(_ request: ScrollRequest, _ target: ScrollRequest.Span) -> Fault? {
    guard case .viewAligned(_, let point) = subject.configuration.effectiveBehavior,
      subject.configuration.hasTargetLayout,
      !request.after.isAtEnd(request.rest, within: subject.slack),
      behaviorPlace(request) == nil
    else { return nil }
    let axis = request.after
    let share = point.map { isVertical ? $0.y : $0.x } ?? 0
    let place = axis.clamp(target.start + share * (target.length - axis.inner) - axis.start)
    let miss = request.rest - place
    guard miss.magnitude > max(2, subject.slack) else { return nil }
    let size = pointsText(miss.magnitude)
    // In SwiftUI this is how a scroll without an anchor works.
    let odds = subject.isOfApple ? 0.5 : 30
    let name = SwiftCode.anchor(point ?? UnitPoint(x: 0, y: 0), along: subject.axis)
    return Fault(
      kind: "unaligned", cause: .anchor, request: request,
      sentences: [
        "The scroll to \(request.name) has no anchor, so it moves only until \(request.name) is in view: it ends "
          + "\(size) pt from the place at which gestures leave it.",
        "The behavior aligns \(scene.item)s after gestures only, not after scrolls of the program.",
      ], odds: odds, number: miss,
      symbolic: scene.explanation(of: miss)?.text,
      fix: (
        "pass the anchor of the behavior with the scroll",
        .scroll(to: request.idCode, anchor: name, fraction: share, along: subject.axis)
      ))
  }

  private static let scrollToItem = FixCode(
    apple: "position.scrollTo(id: id) // in place of index * length",
    web:
      "element.scrollIntoView({ inline: 'start', block: 'nearest' }) // in place of index * length",
    android: "listState.animateScrollToItem(index)",
    reactNative: "list.current?.scrollToIndex({ index })")

  /// The statement that a goal counts lengths of items without the spacing, if the rest counts it.
  private func withoutSpacing(_ goal: Double, rest: Double, _ axis: MainAxis) -> String? {
    guard let pitch = scene.pitch, let spacing = scene.spacing, spacing > subject.slack else {
      return nil
    }
    let count = ((rest - axis.low) / pitch).rounded()
    let length = pitch - spacing
    guard count >= 1, (goal - axis.low - count * length).magnitude <= subject.slack else {
      return nil
    }
    let name = "the \(scene.item)'s \(isVertical ? "height" : "width") (\(pointsText(length)))"
    return
      "\(pointsText(goal - axis.low)) pt is \(count == 1 ? "" : "\(pointsText(count)) times ")\(name); the spacing "
      + "(\(pointsText(spacing))) is missing."
  }

  /// The declared behavior's position at the rest of a request; nil if there is none.
  private func behaviorPlace(_ request: ScrollRequest) -> String? {
    let axis = request.after
    switch subject.configuration.effectiveBehavior {
    case .viewAligned(_, let point):
      return item(at: request, anchor: point.map { isVertical ? $0.y : $0.x } ?? 0)
    case .scrollSnap(let snap):
      let shares: [SnapAlignment: Double] = [.start: 0, .center: 0.5, .end: 1]
      return shares[isVertical ? snap.vertical : snap.horizontal].flatMap {
        item(at: request, anchor: $0, snap.padding)
      }
    case .paging:
      let page = subject.configuration.switches.pageLength == .frame ? axis.frame : axis.inner
      return isMultiple(request.rest - axis.low, of: page) ? "a page" : nil
    case .interval(let step):
      return isMultiple(request.rest - axis.low, of: step) ? "a multiple" : nil
    default: return nil
    }
  }

  /// The item that is aligned at the rest of a request.
  private func item(
    at request: ScrollRequest, anchor: Double, _ padding: SnapPadding = SnapPadding()
  ) -> String? {
    let axis = request.after
    let inner = axis.inner - padding.start - padding.end
    return request.neighbors.first {
      let place = $0.start + anchor * ($0.length - inner) - axis.start - padding.start
      return (axis.clamp(place) - request.rest).magnitude <= subject.slack
    }?.id.displayText
  }

  private func isMultiple(_ value: Double, of step: Double) -> Bool {
    guard step > 8 else { return false }
    return (value - (value / step).rounded() * step).magnitude <= subject.slack
  }
}
