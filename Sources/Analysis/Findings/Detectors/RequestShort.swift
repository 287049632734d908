import ScrollModel

/// S26: a programmatic scroll that does not reach its destination.
struct RequestShort: Sendable {
  static let entry = DetectorEntry(
    "S26", "request-short", alias: "D-SHORT",
    looksFor:
      "A programmatic scroll to an edge, a point or a target that rests elsewhere than the request leads under the present layout.",
    evidence:
      "The request, the layout and range at its rest; no finger since. A target without an anchor only has to be visible. If no frame follows in time, the next one indicates whether its frame is lost. A scroll without animation that has arrived is over when a change of the container moves the content.",
    causes: [
      "The edge or target was resolved once, from an estimate.",
      "The request was clamped to the old content size in the same update that grew it.",
      "The target is not laid out, has no target layout, or its id has another type.",
    ],
    repairs: "Declare a target layout, bind the position, or unwrap optional ids.",
    reports: [
      .init("BUG-22"), .init("BUG-29"),
      .init("BUG-42", "https://github.com/liveview-native/liveview-client-swiftui/pull/1548"),
      .init("BUG-47", "https://github.com/vellum-ai/vellum-assistant/pull/30693"),
      .init("B8", "https://github.com/nicklockwood/SwipeView/issues/16"),
    ])

  mutating func resolved(
    _ request: RequestTracker.Request, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let slack = max(1, viewState.tolerance)
    if let goal = request.goal {
      let missing = goal - request.offset
      guard missing.magnitude > slack else { return }
      let didMove = (request.offset - request.start).magnitude > slack
      report(
        request, "\(NumberFormat.points(missing.magnitude)) short of \(NumberFormat.points(goal))",
        [Measure("rest", request.offset), Measure("goal", goal)], didMove, &context)
    } else if case .id = request.destination, !request.isFound, viewState.targets.isKnown,
      (request.offset - request.start).magnitude <= slack
    {
      report(request, "as it was: no target has the id", [], false, &context)
    } else if case .id = request.destination, request.anchor == nil, request.isVisible == false {
      report(
        request, "where its target is not visible", [Measure("rest", request.offset)],
        (request.offset - request.start).magnitude > slack, &context)
    }
  }

  private func report(
    _ request: RequestTracker.Request, _ how: String, _ measures: [Measure],
    _ didMove: Bool, _ context: inout DetectionContext
  ) {
    var target: TargetID?
    var kind = "point"
    switch request.destination {
    case .id(let id): (target, kind) = (id, "id")
    case .edge: kind = "edge"
    default: break
    }
    context.report(
      "S26", .warning,
      "the scroll to \(request.destination.text) \(didMove ? "ended" : "did not move the content, which is") \(how)",
      since: request.time, firstFrame: request.frame, target: target, measures: measures,
      cause: didMove
        ? "the target offset was computed before the content had its size"
        : "no view handled the request, or no target has this id",
      edits: edits(didMove, target, context), structure: [kind, didMove ? "short" : "unmoved"])
  }

  private func edits(
    _ didMove: Bool, _ target: TargetID?, _ context: DetectionContext
  ) -> [ConfigurationEdit] {
    guard !didMove, let configuration = context.configuration else { return [] }
    var edits: [ConfigurationEdit] = []
    if !configuration.hasTargetLayout { edits.append(.targetLayout(true)) }
    if configuration.position.isNone { edits.append(.position(.value(PositionValue()))) }
    if configuration.switches.optionalID == .strict, target?.isOptional == true {
      edits.append(.choice(name: "optional-id", word: "unwrap"))
    }
    return edits
  }
}

extension ScrollDestination {
  /// The destination as text.
  var text: String {
    switch self {
    case .id(let id): id.displayText
    case .edge(let edge): "the \(edge.rawValue) edge"
    case .point(let point): "(\(NumberFormat.text(point.x)), \(NumberFormat.text(point.y)))"
    case .x(let x): "x \(NumberFormat.text(x))"
    case .y(let y): "y \(NumberFormat.text(y))"
    }
  }
}
