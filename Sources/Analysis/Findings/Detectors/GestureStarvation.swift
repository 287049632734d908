import ScrollModel

/// S24: a finger that moves while the content does not.
struct GestureStarvation: Sendable {
  static let entry = DetectorEntry(
    "S24", "gesture-starvation",
    looksFor:
      "A finger that moves along the axis for 100 ms and 30 pt while the offset stays, although the content could move.",
    evidence:
      "Touches and offsets of every frame, one finger that moves mostly along the axis, content that overflows, an offset not held at an end.",
    causes: [
      "Another recognizer or an inner scroll view takes the gesture.",
      "Scrolling is disabled in code that the configuration does not show.",
    ],
    repairs: "No setting changes this, unless scrolling is disabled there.",
    reports: [.init("D8", "https://github.com/flutter/flutter/issues/150561")])

  private var start: TraceTime?
  private var way = 0.0
  private var across = 0.0
  private var offset: Double?
  private var last: Point?

  mutating func touched(
    _ sample: TouchSample, at time: TraceTime, _ tracker: GestureTracker,
    _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard sample.delivery == .direct, viewState.openTouches.count == 1, let axis = tracker.axis,
      viewState.quality(of: .offset) == .exact, viewState.quality(of: .touch) == .exact,
      (viewState.isScrollDisabled ?? context.configuration?.isScrollDisabled) != true,
      axis.overflows,
      let high = axis.high
    else {
      start = nil
      last = nil
      return
    }
    let isVertical = axis.axis == .vertical
    guard sample.phase == .moved, let last, offset == axis.offset else {
      restart(sample, at: time, axis)
      return
    }
    self.last = sample.position
    let (dx, dy) = (sample.position.x - last.x, sample.position.y - last.y)
    way += isVertical ? dy : dx
    across += (isVertical ? dx : dy).magnitude
    guard let start, time.nanoseconds(since: start) >= 100_000_000, way.magnitude >= 30,
      way.magnitude > 2 * across
    else { return }
    let forward = axis.isMirrored ? way > 0 : way < 0
    let isHeld = forward ? axis.offset >= high - 1 : axis.offset <= axis.low + 1
    guard !isHeld else { return }
    context.report(
      "S24", .warning,
      "the finger moved \(NumberFormat.points(way.magnitude)) in "
        + "\(NumberFormat.milliseconds(time.nanoseconds(since: start))) and the content did not move",
      since: start, measures: [Measure("finger", way)],
      cause: "another view took the gesture", structure: [isVertical ? "vertical" : "horizontal"])
    restart(sample, at: time, axis)
  }

  private mutating func restart(_ sample: TouchSample, at time: TraceTime, _ axis: MainAxis) {
    start = time
    way = 0
    across = 0
    offset = axis.offset
    last = sample.phase == .ended || sample.phase == .cancelled ? nil : sample.position
  }
}
