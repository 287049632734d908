import ScrollModel

/// The destinations of programmatic scrolls as offsets; nil for an axis that stays.
extension ScrollEngine {
  /// The destination for a bound id, which must be a target (BIND-3).
  func goal(ofTarget id: TargetID, _ anchor: UnitPoint?) -> AxisPair<Double?>? {
    configuration.hasTargetLayout ? goal(of: id, anchor, isWrite: true) : nil
  }

  func goal(of id: TargetID, _ anchor: UnitPoint?, isWrite: Bool) -> AxisPair<Double?>? {
    guard let index = content.index(of: id, configuration.switches.optionalID) else { return nil }
    let rank = content.rank(of: index)
    var goals = AxisPair<Double?>(both: nil)
    for axis in Axis.allCases where container.axes.contains(axis) {
      let (start, length) = content.interval(at: rank, axis)
      let cover = cover(of: rank, axis)
      if let anchor {
        let fraction = axis == .vertical ? anchor.y : anchor.x
        goals[axis] = resolved(aligned(start, length, at: fraction, axis, cover), axis)
      } else if minimalSide(start, length, axis, cover, isWrite: isWrite) == nil {
        // What stays does not even go to the pixel grid: that would be a movement.
        goals[axis] = ranges[axis].clamp(offset(axis))
      } else {
        goals[axis] = resolved(minimalGoal(start, length, axis, cover, isWrite: isWrite), axis)
      }
    }
    return goals
  }

  /// The offset at which a point of an interval is at the same point of the room between the insets.
  func aligned(
    _ start: Double, _ length: Double, at fraction: Double, _ axis: Axis,
    _ cover: PinnedCover = PinnedCover()
  ) -> Double {
    let room = container.inner(axis) - cover.start - cover.end
    return start + grid.rounded(fraction * (length - room)) - container.start(axis) - cover.start
  }

  /// Rounds an offset to pixels and clamps it to the range.
  private func resolved(_ wanted: Double, _ axis: Axis) -> Double {
    ranges[axis].clamp(onPixels(finite(wanted), container.scale))
  }

  /// The offset that shows an interval with as little movement as the switch asks for (BIND-29).
  func minimalGoal(
    _ start: Double, _ length: Double, _ axis: Axis, _ cover: PinnedCover, isWrite: Bool
  ) -> Double {
    guard let side = minimalSide(start, length, axis, cover, isWrite: isWrite) else {
      return offset(axis)
    }
    let toStart = start - container.start(axis) - cover.start
    let toEnd = start + length - container.inner(axis) - container.start(axis) + cover.end
    return side == 0 ? toStart : toEnd
  }

  /// The edge that the smallest movement aligns: 0 for the start, 1 for the end; nil without
  /// movement.
  ///
  /// The first generation always aligns written ids with the top. A reader's scroll moves the
  /// smallest distance in all generations (BIND-31, READ-4).
  func minimalSide(
    _ start: Double, _ length: Double, _ axis: Axis, _ cover: PinnedCover, isWrite: Bool
  ) -> Double? {
    let low = offset(axis) + container.start(axis) + cover.start
    let room = container.inner(axis) - cover.start - cover.end
    let high = low + room
    let end = start + length
    switch configuration.switches.minimalScroll {
    case .top where isWrite: return 0
    case .any where start < high && end > low: return nil
    case .top, .any, .whole: break
    }
    let isWhole = start >= low && end <= high
    let covers = start <= low && end >= high
    if isWhole || covers { return nil }
    if length <= room { return start < low ? 0 : 1 }
    return start > low ? 0 : 1
  }

  func goal(of edge: Edge) -> AxisPair<Double?> {
    var goals = AxisPair<Double?>(both: nil)
    switch edge {
    case .top: goals.vertical = ranges.vertical.low
    case .bottom: goals.vertical = ranges.vertical.high
    case .leading: goals.horizontal = ranges.horizontal.low
    case .trailing: goals.horizontal = ranges.horizontal.high
    }
    for axis in Axis.allCases where !container.axes.contains(axis) { goals[axis] = nil }
    return goals
  }

  /// The offset for a requested coordinate, clamped to the range (POS-28, POS-29).
  private func goal(of coordinate: Double, _ axis: Axis) -> Double {
    let origin =
      configuration.switches.pointOrigin == .insetRest ? ranges[axis].low : 0
    return resolved(finite(coordinate) + origin, axis)
  }

  /// The offsets for one or two coordinates; one may reset the other axis if both scroll (POS-30).
  func goal(x: Double?, y: Double?) -> AxisPair<Double?> {
    let keeps =
      container.axes != .both || configuration.switches.singleAxisScroll == .keepsOther
    var goals = AxisPair<Double?>(
      x.map { goal(of: $0, .horizontal) } ?? (keeps ? nil : ranges.horizontal.low),
      y.map { goal(of: $0, .vertical) } ?? (keeps ? nil : ranges.vertical.low))
    for axis in Axis.allCases where !container.axes.contains(axis) { goals[axis] = nil }
    return goals
  }

  /// The destination of a position value; nil if it has none in this content.
  func goal(of position: PositionValue) -> AxisPair<Double?>? {
    switch position.kind {
    case .automatic, .user: nil
    case .id(let id, let anchor):
      goal(ofTarget: id, anchor ?? configuration.positionAnchor)
    case .edge(let edge): goal(of: edge)
    case .point(let point): goal(x: point.x, y: point.y)
    case .x(let x): goal(x: x, y: nil)
    case .y(let y): goal(x: nil, y: y)
    }
  }
}
