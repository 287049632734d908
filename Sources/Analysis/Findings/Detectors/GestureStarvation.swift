import ScrollModel

/// S24: a finger that moves while the content does not.
struct GestureStarvation: Sendable {
  static let entry = DetectorEntry(
    "S24", "gesture-starvation",
    looksFor:
      "A finger that moves along the axis for 150 ms and 30 pt while the offset stays, although the content could move.",
    evidence:
      "Touches and offsets of every frame, one finger that moves mostly along the axis, content that overflows, an offset not held at an end, a layout that does not change under the finger.",
    causes: [
      "Another recognizer or an inner scroll view takes the gesture.",
      "A sheet that the finger resized does not pass the drag on.",
      "Scrolling is disabled in code that the configuration does not show.",
    ],
    repairs:
      "Find what takes the gesture, or where scrolling is disabled; no setting of the scroll view changes this.",
    reports: [.init("D8", "https://github.com/flutter/flutter/issues/150561")])

  private var start: TraceTime?
  private var way = 0.0
  private var across = 0.0
  private var offset: Double?
  private var frame: Double?
  /// How far the container was resized under this finger: so far the drag is the sheet's.
  private var resized = 0.0
  private var last: Point?
  private var generation = -1
  /// Whether the layout changed under the finger: then it drags an item, not the content.
  private var isItem = false
  /// A movement to report when the finger lifts, because the layout may change until then.
  private var found: (way: Double, duration: Int64, start: TraceTime, resized: Double)?
  /// When the finger had moved far enough: a recorder that loses frames shows the movement later.
  private var wasFar: TraceTime?

  mutating func touched(
    _ sample: TouchSample, at time: TraceTime, _ tracker: GestureTracker,
    _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    noteLayout(sample, viewState)
    if sample.phase == .ended || sample.phase == .cancelled, let axis = tracker.axis {
      report(&context, axis)
    }
    guard sample.delivery == .direct, viewState.openTouches.count == 1, let axis = tracker.axis,
      viewState.quality(of: .offset) == .exact, viewState.quality(of: .touch) == .exact,
      (viewState.isScrollDisabled ?? context.configuration?.isScrollDisabled) != true,
      axis.overflows,
      let high = axis.high
    else {
      start = nil
      last = nil
      wasFar = nil
      resized = 0
      return
    }
    let isVertical = axis.axis == .vertical
    guard sample.phase == .moved, let last, offset == axis.offset, frame == axis.frame else {
      resized = sample.phase == .moved ? resized + axis.frame - (frame ?? axis.frame) : 0
      restart(sample, at: time, axis)
      return
    }
    self.last = sample.position
    let (dx, dy) = (sample.position.x - last.x, sample.position.y - last.y)
    way += isVertical ? dy : dx
    across += (isVertical ? dx : dy).magnitude
    guard let start, time.nanoseconds(since: start) >= 100_000_000, way.magnitude >= Self.shortest,
      way.magnitude > 2 * across
    else { return }
    let forward = axis.isMirrored ? way > 0 : way < 0
    let isHeld = forward ? axis.offset >= high - 1 : axis.offset <= axis.low + 1
    guard !isHeld else { return }
    let since = wasFar ?? time
    wasFar = since
    guard time.nanoseconds(since: since) >= Self.lateFrame else { return }
    if found == nil, !isItem { found = (way, time.nanoseconds(since: start), start, resized) }
    restart(sample, at: time, axis)
  }

  private mutating func noteLayout(_ sample: TouchSample, _ viewState: borrowing ViewState) {
    if sample.phase == .began {
      (found, isItem) = (nil, false)
    } else if generation != viewState.targets.generation {
      (found, isItem) = (nil, true)
    }
    generation = viewState.targets.generation
  }

  /// Reports a movement whose finger did not lift before the end of the recording.
  mutating func finish(_ context: inout DetectionContext, _ tracker: GestureTracker) {
    if let axis = tracker.axis { report(&context, axis) }
  }

  private mutating func report(_ context: inout DetectionContext, _ axis: MainAxis) {
    guard let (way, elapsed, start, resized) = found else { return }
    found = nil
    let duration = NumberFormat.milliseconds(elapsed)
    let moved = NumberFormat.points(way.magnitude)
    let isSheet = resized.magnitude >= Self.shortest
    context.report(
      "S24", .warning,
      isSheet
        ? "the finger resized the container by \(NumberFormat.points(resized.magnitude)), then moved on by "
          + "\(moved) in \(duration), and the content did not move"
        : "the finger moved \(moved) in \(duration) and the content did not move",
      since: start, measures: [Measure("finger", way)],
      cause: isSheet
        ? "the sheet around it did not pass the drag on" : "another view took the gesture",
      structure: [axis.axis == .vertical ? "vertical" : "horizontal"]
        + (isSheet ? [Finding.sheetDrag] : []))
  }

  private static let shortest = 30.0
  /// A recorder of every third frame at 60 Hz has one in this time.
  private static let lateFrame: Int64 = 50_000_000

  private mutating func restart(_ sample: TouchSample, at time: TraceTime, _ axis: MainAxis) {
    start = time
    way = 0
    across = 0
    wasFar = nil
    offset = axis.offset
    frame = axis.frame
    last = sample.phase == .ended || sample.phase == .cancelled ? nil : sample.position
  }
}

extension Finding {
  /// The word in the structure of a drag that resized the container before it moved nothing.
  public static let sheetDrag = "sheet"
}
