import ScrollModel

/// S37: a scroll without an anchor that moves an already visible target.
struct NeedlessMovement: Sendable {
  static let entry = DetectorEntry(
    "S37", "needless-movement",
    looksFor:
      "A scroll to a target without an anchor that moves the content although the target was completely visible.",
    evidence:
      "The request, and the target's frame within the container before it. A notice where the profile is known to do so.",
    causes: ["A nil anchor is resolved as the top (BIND-10, iOS 17)."],
    repairs: "Scroll by the smallest distance that brings a hidden target into view.",
    reports: [
      .init("A3", "https://github.com/swiftlang/swift/issues/73918"),
      .init("BUG-2", "https://github.com/swiftlang/swift/issues/73918"),
    ])

  mutating func resolved(
    _ request: RequestTracker.Request, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard case .id(let id) = request.destination, request.anchor == nil, request.wasVisible,
      (request.offset - request.start).magnitude > max(1, viewState.tolerance),
      request.wasAtRest
    else { return }
    context.report(
      "S37", .warning,
      "\(id.displayText) was visible, and the scroll to it without an anchor moved the content "
        + NumberFormat.points(request.offset - request.start),
      since: request.time, firstFrame: request.frame, target: id,
      measures: [Measure("movement", request.offset - request.start)],
      cause: "an anchor of nil was treated as the top",
      edits: [.choice(name: "minimal-scroll", word: "whole")], structure: ["nil-anchor"])
  }
}
