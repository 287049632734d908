import ScrollModel

extension ScrollEngine {
  /// Recomputes the range of resting offsets.
  mutating func updateRanges() {
    let alignment = anchor(for: .alignment) ?? UnitPoint(x: 0, y: 0)
    for axis in Axis.allCases {
      ranges[axis] = AxisRange(
        content: content.size.length(axis), frame: container.length(axis),
        start: container.start(axis), end: container.end(axis),
        alignment: axis == .vertical ? alignment.y : alignment.x)
      if !container.axes.contains(axis) { ranges[axis].high = ranges[axis].low }
    }
  }

  func anchor(for role: AnchorRole) -> UnitPoint? {
    configuration.defaultAnchors.resolved(role, configuration.switches.nilDefaultAnchor)
  }

  /// Sets the initial offset from the position, or else from the initial anchor (ANCH-10).
  mutating func placeInitially() {
    let anchor = anchor(for: .initialOffset) ?? UnitPoint(x: 0, y: 0)
    for axis in Axis.allCases {
      place(axis, at: ranges[axis].offset(at: axis == .vertical ? anchor.y : anchor.x))
    }
    let choice = configuration.switches.initialPosition
    guard choice != .ignored else { return }
    let goals: AxisPair<Double?> =
      switch configuration.position {
      case .none: AxisPair(both: nil)
      case .id where choice == .idIgnored: AxisPair(both: nil)
      case .id(let id, _):
        id.flatMap { goal(ofTarget: $0, configuration.positionAnchor) } ?? AxisPair(both: nil)
      case .value: goal(of: position) ?? AxisPair(both: nil)
      }
    for axis in Axis.allCases {
      if let goal = goals[axis] { place(axis, at: goal) }
    }
  }

  /// Sets the offset before the first tick: that of the recording, else that of the configuration.
  mutating func placeBeforeMount() {
    placeInitially()
    if let start = recordedOffset ?? recordedStart { place(at: start) }
  }

  mutating func place(_ axis: Axis, at offset: Double) {
    motions[axis] = AxisMotion(at: finite(offset))
  }

  /// Enables or disables scrolling by the user, from container changes before a tick (DIS-4).
  ///
  /// The user's current gesture is cancelled; motions of the engine or the program continue.
  mutating func applySwitching() {
    for entry in pending {
      guard let isDisabled = entry.switching else { continue }
      isScrollDisabled = isDisabled
      if isDisabled, gesture != nil || isExternallyDriven { cancel() }
    }
  }

  /// Applies layouts, edits and container changes since the last tick, layout first (ENG-1).
  mutating func applyLayouts<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard pending.contains(where: { $0.isLayout }) else { return }
    var before = LayoutSnapshot(self)
    let shown = content.names(of: visible.members)
    let identity = content.names(of: identities.members)
    var measured = content.measuredLengths
    let onScreen = content.names(of: Array(seenItems))
    let earlier = content.ids
    for entry in pending where entry.isLayout {
      // A moved item does not keep its place on the screen.
      if case .edit(.move(let id, _)) = entry.input { before.shown.removeAll { $0.name.id == id } }
      apply(entry.input, &measured, &consumer)
    }
    pending.removeAll { $0.isLayout }
    measuredRange = nil
    content = source.model(
      axes: container.axes, container: container.innerSize,
      isRightToLeft: container.isRightToLeft, measured: measured)
    if content.isLazy { measureAgain(onScreen, isResized: container.frame != before.size) }
    updateRanges()
    noteDuplicates(&consumer)
    visible.rebase(content.members(named: shown))
    identities.rebase(content.members(named: identity))
    isRenumbered = true
    if configuration.transition != nil { newcomers = content.newcomers(after: earlier) }
    noteRemoved(shown, &consumer)
    guard isMounted else {
      placeBeforeMount()
      return
    }
    motionCause = motionCause ?? .layout
    if container.frame != before.size { awaitsResizeAnswer = true }
    if let shown = recordedOffset ?? recordedStart {
      // The recorded offset already includes the effect of the layout change.
      place(at: shown)
      return
    }
    resolveLayoutChange(before, &consumer)
  }

  /// Measures the items on screen again; a resized container invalidates all other measurements.
  ///
  /// Items off screen keep their old length until they are visible (LAZY-6). In a resized container
  /// they count as the mean (LAZY-13), unless a switch measures all.
  private mutating func measureAgain(_ onScreen: [TargetName], isResized: Bool) {
    let shown = content.members(named: onScreen)
    let measuresAll = configuration.switches.lazyResize == .measured
    content.remeasure(isResized && measuresAll ? Array(0..<content.count) : shown)
    if isResized, !measuresAll { content.forgetMeasures(except: shown) }
  }

  private mutating func apply<Consumer: OutcomeConsumer>(
    _ input: Input, _ measured: inout [Double?], _ consumer: inout Consumer
  ) {
    switch input {
    case .layout(let layout):
      source = .layout(layout)
      measured = []
    case .edit(let edit):
      let problem = source.apply(
        edit, mainAxis: container.axes.main, isRightToLeft: container.isRightToLeft,
        measured: &measured)
      if let problem { report(.badEdit, problem, &consumer) }
    case .container(let change):
      container.apply(change)
      if change.refreshRate != nil || change.refreshOrigin != nil {
        clockRate = change.refreshRate ?? clockRate
        clockOrigin = change.refreshOrigin ?? clockOrigin
        // An earlier change in the same tick may have put `nextTick` on a grid that was long ago.
        let current = max(clock.time(of: nextTick), now)
        clock = RefreshClock(rate: clockRate, origin: clockOrigin)
        // The visited tick is complete; the loop advances by one.
        let visited = clock.index(from: current.advanced(byNanoseconds: 1)) - 1
        if let index = wheelIdleAt { wheelIdleAt = index + visited - nextTick }
        nextTick = visited
      }
    case .touch, .wheel, .command: break
    }
  }

  /// Reports targets that were removed while visible: no callback does (VIS-21).
  private func noteRemoved<Consumer: OutcomeConsumer>(
    _ names: [TargetName], _ consumer: inout Consumer
  ) {
    for name in names where content.index(of: name.id, .strict) == nil {
      report(
        .removedWhileVisible, "the target \(name.id.displayText) was removed while visible",
        &consumer)
    }
  }

  private func noteDuplicates<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard content.hasDuplicates else { return }
    report(.duplicateID, "several targets have one id; the first counts", &consumer)
  }

  func report<Consumer: OutcomeConsumer>(
    _ kind: EngineDiagnostic.Kind, _ message: String, _ consumer: inout Consumer
  ) {
    consumer.consume(EngineDiagnostic(time: now, kind: kind, message: message))
  }
}

/// The state before a layout change.
struct LayoutSnapshot {
  var ranges: AxisPair<AxisRange>
  var offsets: AxisPair<Double>
  var starts: AxisPair<Double>
  var ends: AxisPair<Double>
  var size: Size
  var isLastVisible: Bool
  /// The visible items of content with estimates, and their starts; measured ones come first.
  var shown: [(name: TargetName, start: Double)]
  /// The target that the content was aligned with under CSS scroll snap.
  var snapped: TargetName?

  init(_ engine: ScrollEngine) {
    ranges = engine.ranges
    offsets = AxisPair(engine.offset(.horizontal), engine.offset(.vertical))
    starts = AxisPair(engine.container.start(.horizontal), engine.container.start(.vertical))
    ends = AxisPair(engine.container.end(.horizontal), engine.container.end(.vertical))
    size = engine.container.frame
    isLastVisible = engine.isLastTargetVisible
    shown = engine.shownItems
    snapped = engine.snappedTarget
  }
}

extension PendingInput {
  var isLayout: Bool {
    switch input {
    case .layout, .edit: true
    case .container(let change):
      // A change that only enables or disables scrolling moves nothing.
      change.isScrollDisabled == nil
        || change != ContainerChange(isScrollDisabled: change.isScrollDisabled)
    case .touch, .wheel, .command: false
    }
  }

  /// Whether scrolling is disabled from now on, if the input sets it.
  var switching: Bool? {
    if case .container(let change) = input { change.isScrollDisabled } else { nil }
  }
}
