public import ScrollModel

/// Where a target is shown: its interval in the frame, in points from the frame's leading edge.
public struct ShownInterval: Hashable, Sendable {
  /// The target.
  public var id: TargetID
  /// Where it starts.
  public var start: Double
  /// Its length.
  public var length: Double

  /// Creates an interval.
  public init(id: TargetID, start: Double, length: Double) {
    self.id = id
    self.start = start
    self.length = length
  }
}

/// What a change between two looks at the same content means for the eye.
public enum ShownChange: Hashable, Sendable {
  /// Nothing moved on the screen, and the offset did not change either.
  case none
  /// The offset changed by so many points and nothing moved on the screen: a lazy stack corrected
  /// its estimate (LAZY-11).
  case estimateCorrection(Double)
  /// Everything moved on the screen by so many points, and so far the least.
  case movement(Double, id: TargetID)
  /// No target is in both looks.
  case unknown
}

extension ShownChange {
  /// Tells an estimate correction from a movement on the screen.
  ///
  /// - Parameters:
  ///   - before: The targets shown before.
  ///   - after: The targets shown after.
  ///   - offsetChange: By how many points the content offset differs.
  ///   - tolerance: How many points count as none.
  ///
  /// Of all targets in both looks the one that moved least decides: content put in or taken out
  /// beside it does not move the view.
  public static func between(
    _ before: [ShownInterval], _ after: [ShownInterval], offsetChange: Double, tolerance: Double
  ) -> ShownChange {
    var least: (shift: Double, id: TargetID)?
    for old in before {
      guard let new = after.first(where: { $0.id == old.id }) else { continue }
      let shift = new.start - old.start
      if least.map({ shift.magnitude < $0.shift.magnitude }) ?? true { least = (shift, old.id) }
    }
    guard let least else { return .unknown }
    if least.shift.magnitude > tolerance { return .movement(least.shift, id: least.id) }
    return offsetChange.magnitude > tolerance ? .estimateCorrection(offsetChange) : .none
  }
}

extension Stage {
  /// The targets in the frame and where they are shown along the main axis, in order of their starts.
  public var shownIntervals: [ShownInterval] {
    guard let axis = MainAxis(self) else { return [] }
    var shown: [ShownInterval] = []
    for rank in window {
      let index = targets.index(at: rank)
      let (start, length) = axis.span(of: targets.frame(at: index))
      let place = start - axis.offset
      guard place < axis.frame, place + length > 0 else { continue }
      shown.append(
        ShownInterval(id: targets.id(of: targets.handles[index]), start: place, length: length))
    }
    return shown
  }
}

/// Remembers which targets the last frame showed, to tell what the next one did to them.
struct ShownTargets: Sendable {
  /// How targets moved between two frames.
  struct Shift {
    /// The movement on the screen of the target that moved least; nil if none is in both frames.
    var least: Double?
    /// The target that moved least.
    var handle: Int?
    /// By how much the content's coordinates moved under all shown targets; nil if unevenly.
    var content: Double?
    /// Whether shown targets changed their order, or the first one is gone.
    var isReordered: Bool
  }

  private var shown: [(handle: Int, start: Double)] = []
  private var window = 0..<0
  private var generation = -1

  /// Compares the frame with the one before and remembers it.
  ///
  /// Returns nil as long as no layout changed: then everything moves as the offset does.
  mutating func advance(_ step: Course.FrameStep, _ stage: borrowing Stage) -> Shift? {
    let isChanged = generation != stage.targets.generation
    guard isChanged || window != stage.window else { return nil }
    let shift = isChanged && generation >= 0 ? self.shift(step, stage) : nil
    generation = stage.targets.generation
    window = stage.window
    shown.removeAll(keepingCapacity: true)
    // More than a screenful of small targets says nothing that the first hundred do not.
    for rank in window.prefix(100) {
      let index = stage.targets.index(at: rank)
      let (start, _) = step.axis.span(of: stage.targets.frame(at: index))
      shown.append((stage.targets.handles[index], start))
    }
    return shift
  }

  private func shift(_ step: Course.FrameStep, _ stage: borrowing Stage) -> Shift {
    var shift = Shift(least: nil, handle: nil, content: nil, isReordered: false)
    var lastRank = -1
    var isFirst = true
    for old in shown {
      guard let index = stage.targets.index(of: old.handle) else {
        if isFirst { shift.isReordered = true }
        isFirst = false
        continue
      }
      let rank = stage.targets.rank(of: index)
      if rank < lastRank { shift.isReordered = true }
      lastRank = rank
      let moved = step.axis.span(of: stage.targets.frame(at: index)).start - old.start
      let onScreen = moved - step.delta
      if isFirst {
        shift.content = moved
      } else if let content = shift.content, (content - moved).magnitude > 0.5 {
        shift.content = nil
      }
      isFirst = false
      if shift.least.map({ onScreen.magnitude < $0.magnitude }) ?? true {
        shift.least = onScreen
        shift.handle = old.handle
      }
    }
    return shift
  }
}
