import ScrollModel

/// S36: an animated scroll that starts in the wrong direction.
struct WrongWay: Sendable {
  static let entry = DetectorEntry(
    "S36", "wrong-way",
    looksFor: "A programmatic animation whose first 5 pt lead away from its target.",
    evidence: "A request at rest, the target's place and at least 20 pt to go.",
    causes: ["The direction is taken from indices that do not follow the layout's order."],
    repairs: "No setting changes this. Use ids in layout order.",
    reports: [.init("B13", "https://github.com/rechsteiner/Parchment/issues/611")])

  mutating func resolved(_ request: RequestTracker.Request, _ context: inout DetectionContext) {
    let goal = request.oldGoals.first ?? request.goal
    guard request.isAnimated, request.wasAtRest, request.direction != 0, let goal,
      (goal - request.start).magnitude > 20, (goal - request.start) * request.direction < 0
    else { return }
    context.report(
      "S36", .warning,
      "the scroll to \(request.destination.text) starts in the wrong direction: the target is "
        + "\(NumberFormat.points((goal - request.start).magnitude)) in the opposite direction",
      since: request.time, firstFrame: request.frame,
      measures: [Measure("start", request.start), Measure("goal", goal)],
      cause: "the direction was not computed from the layout", structure: ["animated"])
  }
}
