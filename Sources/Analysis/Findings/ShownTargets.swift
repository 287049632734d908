import ScrollModel

/// Records the targets of the last frame, to compare them with the next one.
struct ShownTargets: Sendable {
  /// The movement of targets between two frames.
  struct Shift {
    /// The screen movement of targets in both frames, by handle.
    var movement = VisibleShift<Int>()
    /// Whether visible targets changed their order, or the first one was removed.
    var isReordered = false
    /// Whether frames of the previous layout were estimates of a lazy stack.
    var hadGuesses = false
    /// The movement on the screen that content in motion would continue; nil at the first frames.
    var expected: Double?

    /// The screen movement of the target that moved least; nil if none is in both frames.
    var least: Double? { movement.least }
    /// Whether most targets in view kept their place on the screen.
    var keepsMost: Bool { counts.stayed >= counts.moved && (least?.magnitude ?? 2) <= 1 }
    /// The target that moved least, if it was inside the screen and not only at its edge.
    var handle: Int? {
      guard let inView, let least, inView.movement.magnitude == least.magnitude else {
        return movement.target
      }
      return inView.handle
    }
    /// The residual movement of the target that moved most as expected, in a motion of those that kept
    /// their length: on the screen without the expected movement, and in the content; nil if none is in both
    /// frames.
    var leap: (handle: Int, onScreen: Double, inContent: Double)?
    /// How many targets in view kept their place on the screen, and how many moved.
    fileprivate var counts = (stayed: 0, moved: 0)
    /// The first target in view, with its movement on the screen.
    fileprivate(set) var first: (handle: Int, onScreen: Double)?
    /// The visible target that moved least.
    fileprivate var inView: (handle: Int, movement: Double)?
  }

  /// The visible targets, from the leading side.
  private var shown: [(handle: Int, start: Double, length: Double)] = []
  private var window = 0..<0
  private var generation = -1
  private var hasGuesses = false
  /// The last movement on the screen, without corrections of the offset, and its nanoseconds.
  private var last: (way: Double, elapsed: Int64) = (0, 0)

  /// The change of the offset if the content moves on the screen as in the previous frame.
  func expected(_ step: GestureTracker.FrameDelta) -> Double? {
    last.elapsed > 0 ? last.way * Double(step.elapsed) / Double(last.elapsed) : nil
  }

  /// Compares the frame with the previous one, since which the offset was expected to move by
  /// `way`, and records it.
  ///
  /// Returns nil if no layout changed, because all targets then move with the offset.
  mutating func advance(
    _ step: GestureTracker.FrameDelta, by way: Double, _ viewState: borrowing ViewState
  ) -> Shift? {
    let isChanged = generation != viewState.targets.generation
    var own = step.delta
    defer { last = (own, step.elapsed) }
    guard isChanged || window != viewState.window else { return nil }
    let shift = isChanged && generation >= 0 ? self.shift(step, by: way, viewState) : nil
    // The offset was corrected together with the targets.
    if let leap = shift?.leap, leap.onScreen.magnitude < (step.delta - way).magnitude {
      own -= leap.inContent
    }
    if isChanged { hasGuesses = viewState.targets.hasEstimates }
    generation = viewState.targets.generation
    window = viewState.window
    shown.removeAll(keepingCapacity: true)
    // A hundred targets are sufficient if a screen shows more.
    for place in 0..<min(window.count, 100) {
      let rank = step.axis.rank(place, in: window)
      let index = viewState.targets.index(at: rank)
      let (start, length) = step.axis.span(of: viewState.targets.frame(at: index))
      shown.append((viewState.targets.handles[index], start, length))
    }
    return shift
  }

  private func shift(
    _ step: GestureTracker.FrameDelta, by way: Double, _ viewState: borrowing ViewState
  ) -> Shift {
    var shift = Shift(hadGuesses: hasGuesses, expected: expected(step))
    var lastRank = Int.min
    var wasMeasured = true
    let before = step.before ?? step.axis
    for (place, old) in shown.enumerated() {
      guard let index = viewState.targets.index(of: old.handle) else {
        if place == 0 { shift.isReordered = true }
        shift.movement.miss()
        continue
      }
      let rank = viewState.targets.rank(of: index) * (step.axis.isMirrored ? -1 : 1)
      if rank < lastRank { shift.isReordered = true }
      lastRank = rank
      let span = step.axis.span(of: viewState.targets.frame(at: index))
      let moved = span.start - old.start
      let onScreen = moved - step.delta
      shift.movement.take(old.handle, inContent: moved, onScreen: onScreen)
      // A row that is measured at the edge grows away from those that continue. How far these move is
      // known exactly only at rest.
      let isMeasured = way != 0 && (span.length - old.length).magnitude > VisibleShift<Int>.slack
      let rest = onScreen + way
      let isBetter = shift.leap.map { rest.magnitude < $0.onScreen.magnitude } ?? true
      if wasMeasured == isMeasured ? isBetter : wasMeasured {
        shift.leap = (old.handle, rest, moved)
        wasMeasured = isMeasured
      }
      let isLeast = shift.inView.map { onScreen.magnitude < $0.movement.magnitude } ?? true
      let wasInView =
        old.start + old.length > before.offset && old.start < before.offset + before.frame
      guard wasInView else { continue }
      if onScreen.magnitude <= 1 { shift.counts.stayed += 1 } else { shift.counts.moved += 1 }
      if shift.first == nil { shift.first = (old.handle, onScreen) }
      if isLeast { shift.inView = (old.handle, onScreen) }
    }
    return shift
  }
}
