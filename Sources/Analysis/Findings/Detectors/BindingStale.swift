import ScrollModel

/// S08: a reported id that is not the one at the anchor.
struct BindingStale: Sendable {
  static let entry = DetectorEntry(
    "S08", "binding-stale", alias: "D-STALE-ID",
    looksFor:
      "A view at rest whose position reports another id than that of the target at its anchor.",
    evidence:
      "The bound position with its anchor, the layout, and a rest of more than three frames. After "
      + "a movement of the user a warning; at the mount and after a movement of the program a "
      + "notice, and only if the reported target is out of view, because platforms do not write "
      + "programmatic scrolls back.",
    causes: [
      "Programmatic and system scrolls are not written back (BIND-20).",
      "An explicit `.id()` or a view without a target layout hides the target from the position.",
    ],
    repairs: "Writing programmatic scrolls back; a position anchor.",
    reports: [
      .init("A4", "https://github.com/feedback-assistant/reports/issues/806"),
      .init("BUG-40", "https://openillumi.com/?p=98508"),
    ])

  private struct Pending: Sendable {
    var expected: TargetID
    var time: TraceTime
    var frame: Int
    var isProgram: Bool
    var shown: [TargetID]
  }

  private var pending: Pending?
  private var isCommanded = false

  mutating func rested(
    _ rest: Course.Rest, _ axis: MainAxis, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    expect(axis, isProgram: rest.cause == .program || isCommanded, watch, stage)
    isCommanded = false
  }

  /// A jump of the program is a rest too.
  mutating func frame(
    _ step: Course.FrameStep, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    guard stage.phase == .idle else { return }
    if step.before == nil || (step.isAfterCommand && step.delta != 0) {
      expect(step.axis, isProgram: true, watch, stage)
    } else if pending != nil, step.delta != 0 || step.isAfterLayout {
      // What moved since has not been reported by anybody yet.
      pending = nil
    }
  }

  /// Compares once the reports had time to come.
  mutating func check(_ watch: inout Watch, isEnd: Bool) {
    guard let found = pending else { return }
    let wait: Int64 = 60_000_000
    guard isEnd || watch.now.nanoseconds(since: found.time) > wait else { return }
    pending = nil
    guard let reported = watch.reported, reported.id != found.expected else { return }
    // An id that the program bound is right as long as its target is in view.
    if found.isProgram, reported.id == nil || found.shown.contains(where: { $0 == reported.id }) {
      return
    }
    let shown = reported.id?.displayText ?? "nothing"
    watch.report(
      "S08", found.isProgram ? .notice : .warning,
      "at rest the position reports \(shown), and \(found.expected.displayText) is at its anchor",
      since: found.time, firstFrame: found.frame, target: found.expected,
      cause: found.isProgram
        ? "a scroll of the program is not written back" : "the user's scroll was not written back",
      edits: edits(found),
      structure: [found.isProgram ? "program" : "user"])
  }

  private func edits(_ found: Pending) -> [ConfigurationEdit] {
    guard found.isProgram else { return [] }
    return found.frame <= 1
      ? [.choice(name: "initial-position", word: "honored")]
      : [.choice(name: "programmatic-write-back", word: "top-most")]
  }

  private mutating func expect(
    _ axis: MainAxis, isProgram: Bool, _ watch: Watch, _ stage: borrowing Stage
  ) {
    pending = nil
    guard let configuration = watch.configuration, !configuration.position.isNone,
      configuration.hasTargetLayout, stage.quality(of: .position) == .exact,
      let expected = configuration.expectedID(axis, stage)
    else { return }
    // An id that the program asked for stays, whatever is on top.
    if isProgram, case .value = configuration.position { return }
    var shown: [TargetID] = []
    if isProgram {
      for rank in stage.window.prefix(200) {
        let index = stage.targets.index(at: rank)
        shown.append(stage.targets.id(of: stage.targets.handles[index]))
      }
    }
    pending = Pending(
      expected: expected, time: stage.time, frame: stage.frameCount, isProgram: isProgram,
      shown: shown)
  }
}

extension Configuration {
  /// The id that a user's scroll would report here: the target at the anchor (BIND-7 to BIND-12).
  func expectedID(_ axis: MainAxis, _ stage: borrowing Stage) -> TargetID? {
    var fraction = positionAnchor.map { axis.axis == .vertical ? $0.y : $0.x }
    if fraction == nil, switches.nilAnchor == .nearestTop { fraction = 0 }
    // The largest area needs both axes; nobody's default.
    if fraction == nil, switches.nilAnchor == .mostArea { return nil }
    let low = axis.offset + axis.start
    let high = low + axis.inner
    var best: (index: Int, distance: Double)?
    for rank in stage.window {
      let index = stage.targets.index(at: rank)
      let (start, length) = axis.span(of: stage.targets.frame(at: index))
      let isShown =
        length > 0 ? start < high && start + length > low : start >= low && start < high
      guard isShown, allows(stage.targets.id(of: stage.targets.handles[index])) else { continue }
      var distance = 0.0
      if let fraction {
        distance = (start + fraction * length - low - fraction * (high - low)).magnitude
      }
      let isBetter = best.map {
        distance < $0.distance || (distance == $0.distance && index < $0.index)
      }
      if isBetter ?? true { best = (index, distance) }
    }
    return best.map { stage.targets.id(of: stage.targets.handles[$0.index]) }
  }

  private func allows(_ id: TargetID) -> Bool {
    guard case .value(let value) = position else { return true }
    return value.idType.matches(id, switches.optionalID)
  }
}
