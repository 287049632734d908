import ScrollModel

/// S08: a reported id that differs from the id at the anchor.
struct BindingStale: Sendable {
  static let entry = DetectorEntry(
    "S08", "binding-stale", alias: "D-STALE-ID",
    looksFor:
      "A view at rest whose position reports another id than that of the target at its anchor.",
    evidence:
      "The bound position with its anchor, the layout, and a rest of more than three frames. After "
      + "a movement of the user a warning. Platforms do not write programmatic scrolls back, so "
      + "after a movement of the program a notice, and only if the reported target is out of view "
      + "or, with a position anchor, not the one that was asked for; at the mount, if it is out of "
      + "view or not at its anchor although it could be.",
    causes: [
      "Programmatic and system scrolls are not written back (BIND-20).",
      "An explicit `.id()` or a view without a target layout hides the target from the position.",
    ],
    repairs: "Write programmatic scrolls back, or set a position anchor.",
    reports: [
      .init("A4", "https://github.com/feedback-assistant/reports/issues/806"),
      .init("BUG-40", "https://openillumi.com/?p=98508"),
    ])

  private struct Pending: Sendable {
    var expected: TargetID
    /// The expected ids one point before and after, or farther if offsets are rounded or noisy.
    var neighbors: [TargetID]
    var time: TraceTime
    var frame: Int
    var isProgram: Bool
    /// The allowed delay of reports, longer if frames that show further movement may be missing.
    var wait: Int64 = 60_000_000
    var shown: [TargetID]
    /// The target that may be reported while it is visible; nil for any.
    var pardoned: TargetID??
  }

  private var pending: Pending?
  /// The target of the last programmatic scroll.
  private var asked: TargetID?

  mutating func commanded(_ command: Command) {
    switch command {
    case .scroll(.id(let id), _, _, _, _): asked = id
    case .write(let id, _, _): asked = id
    case .scroll, .cancel: asked = nil
    }
  }

  /// Handles a rest; `start` is the offset at the start of the last gesture.
  mutating func rested(
    _ rest: GestureTracker.Rest, since start: Double?, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    // A finger that did not move the content causes no write; the offset may be rounded or noisy.
    let isTap = rest.cause == .none || rest.cause == .gesture
    if isTap, let start, (rest.axis.offset - start).magnitude <= max(1, viewState.tolerance) {
      return
    }
    expect(rest.axis, at: rest.time, isProgram: rest.cause == .program, context, viewState)
    if rest.isInferred, !rest.isShown { pending?.wait = 500_000_000 }
  }

  /// Handles a frame; a jump by the program counts as a rest.
  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard context.mayRest(viewState) else {
      if step.delta != 0 { pending = nil }
      return
    }
    if step.before == nil {
      expect(step.axis, at: viewState.time, isProgram: true, isMount: true, context, viewState)
    } else if step.isAfterCommand, step.delta != 0 {
      expect(step.axis, at: viewState.time, isProgram: true, context, viewState)
    } else if pending != nil, step.delta != 0 || step.isAfterLayout {
      // A report about an earlier offset is outdated after a movement.
      pending = nil
    }
  }

  /// Compares when the reports had time to arrive.
  mutating func check(_ context: inout DetectionContext, isEnd: Bool) {
    guard let found = pending else { return }
    guard isEnd || context.now.nanoseconds(since: found.time) > found.wait else { return }
    pending = nil
    guard let reported = context.reported, reported.id != found.expected,
      !found.neighbors.contains(where: { $0 == reported.id })
    else { return }
    if found.isProgram, Self.isRight(reported.id, found) { return }
    let shown = reported.id?.displayText ?? "nothing"
    context.report(
      "S08", found.isProgram ? .notice : .warning,
      "at rest the position reports \(shown), but \(found.expected.displayText) is at its anchor",
      since: found.time, firstFrame: found.frame, target: found.expected,
      cause: found.isProgram
        ? "a scroll of the program is not written back" : "the user's scroll was not written back",
      edits: edits(found),
      structure: [found.isProgram ? "program" : "user"]
        + (found.isProgram && reported.id.map { !found.shown.contains($0) } ?? false
          ? [Finding.outOfView] : []))
  }

  /// Whether an id satisfies a programmatic request: its target is visible as requested.
  private static func isRight(_ id: TargetID?, _ found: Pending) -> Bool {
    guard let id else { return true }
    guard found.shown.contains(id) else { return false }
    return found.pardoned.map { $0 == id } ?? true
  }

  private func edits(_ found: Pending) -> [ConfigurationEdit] {
    guard found.isProgram else { return [] }
    return found.frame <= 1
      ? [.choice(name: "initial-position", word: "honored")]
      : [.choice(name: "programmatic-write-back", word: "top-most")]
  }

  private mutating func expect(
    _ axis: MainAxis, at time: TraceTime, isProgram: Bool, isMount: Bool = false,
    _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    pending = nil
    guard let configuration = context.configuration, !configuration.position.isNone,
      configuration.hasTargetLayout, viewState.quality(of: .position) == .exact,
      let expected = configuration.expectedID(axis, viewState)
    else { return }
    // A requested id stays, regardless of the top-most target.
    if isProgram, case .value = configuration.position { return }
    var shown: [TargetID] = []
    if isProgram {
      for rank in viewState.window.prefix(200) {
        let index = viewState.targets.index(at: rank)
        shown.append(viewState.targets.id(of: viewState.targets.handles[index]))
      }
    }
    // At the mount, the bound target may be up to one point off its position.
    var neighbors: [TargetID] = []
    let slack = max(1, viewState.tolerance)
    for offset in [axis.offset - slack, axis.offset + slack] where !isMount {
      if let id = configuration.expectedID(axis.at(offset), viewState) { neighbors.append(id) }
    }
    pending = Pending(
      expected: expected, neighbors: neighbors, time: time, frame: viewState.frameCount,
      isProgram: isProgram, shown: shown)
    guard isProgram, let anchor = configuration.positionAnchor else { return }
    pending?.pardoned = .some(
      isMount ? configuration.boundTarget(at: axis, anchor, viewState) : asked)
  }
}

extension Finding {
  /// In the structure of S08: the reported target is not in view.
  public static let outOfView = "out-of-view"
}

extension Configuration {
  /// The initial id if the content is at its target's position, or as near as possible.
  fileprivate func boundTarget(
    at axis: MainAxis, _ anchor: UnitPoint, _ viewState: borrowing ViewState
  ) -> TargetID? {
    guard case .id(let bound?, _) = position,
      let index = viewState.targets.handle(of: bound).flatMap(viewState.targets.index)
    else { return nil }
    let place = axis.clamp(
      axis.place(
        of: viewState.targets.frame(at: index), anchor: axis.axis == .vertical ? anchor.y : anchor.x
      ))
    return (place - axis.offset).magnitude <= max(1, viewState.tolerance) ? bound : nil
  }

  /// The id that a user's scroll would report here: the target at the anchor (BIND-7 to BIND-12).
  func expectedID(_ axis: MainAxis, _ viewState: borrowing ViewState) -> TargetID? {
    var fraction = positionAnchor.map { axis.axis == .vertical ? $0.y : $0.x }
    if fraction == nil, switches.nilAnchor == .nearestTop { fraction = 0 }
    // The largest area needs both axes; no profile has it as a default.
    if fraction == nil, switches.nilAnchor == .mostArea { return nil }
    // With two scrolling axes, the choice needs both axes as well.
    if viewState.targets.scrollsBothWays { return nil }
    let low = axis.offset + axis.start
    let high = low + axis.inner
    var best: (index: Int, distance: Double)?
    // The axis may differ from that of the state's window by a frame or a point.
    let window = viewState.window
    let ranks =
      max(0, window.lowerBound - 1)..<min(viewState.targets.count, max(window.upperBound, 0) + 1)
    for rank in ranks {
      let index = viewState.targets.index(at: rank)
      let (start, length) = axis.span(of: viewState.targets.frame(at: index))
      let isShown =
        length > 0 ? start < high && start + length > low : start >= low && start < high
      guard isShown, allows(viewState.targets.id(of: viewState.targets.handles[index])) else {
        continue
      }
      var distance = 0.0
      if let fraction {
        distance = (start + fraction * length - low - fraction * (high - low)).magnitude
      }
      let isBetter = best.map {
        distance < $0.distance || (distance == $0.distance && index < $0.index)
      }
      if isBetter ?? true { best = (index, distance) }
    }
    return best.map { viewState.targets.id(of: viewState.targets.handles[$0.index]) }
  }

  private func allows(_ id: TargetID) -> Bool {
    position.idType?.matches(id, switches.optionalID) ?? true
  }
}
