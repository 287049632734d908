import ScrollModel

/// Where programmatic scrolls lead, as offsets; nil for an axis that stays.
extension ScrollEngine {
  func goal(of id: TargetID, _ anchor: UnitPoint?) -> AxisPair<Double?>? {
    guard let index = content.index(of: id, configuration.switches.optionalID) else { return nil }
    let rank = content.rank(of: index)
    var goals = AxisPair<Double?>(both: nil)
    for axis in Axis.allCases where container.axes.contains(axis) {
      let (start, length) = content.interval(at: rank, axis)
      if let anchor {
        let fraction = axis == .vertical ? anchor.y : anchor.x
        let shift = grid.rounded(fraction * (length - container.inner(axis)))
        goals[axis] = resolved(start + shift - container.start(axis), axis)
      } else {
        goals[axis] = resolved(minimalGoal(start, length, axis), axis)
      }
    }
    return goals
  }

  /// Puts a wanted offset on the pixel grid and into the range.
  private func resolved(_ wanted: Double, _ axis: Axis) -> Double {
    ranges[axis].clamp(onPixels(finite(wanted), container.scale))
  }

  /// The offset that shows an interval with as little movement as the switch asks for (BIND-29).
  func minimalGoal(_ start: Double, _ length: Double, _ axis: Axis) -> Double {
    let room = container.inner(axis)
    let inset = container.start(axis)
    let low = offset(axis) + inset
    let high = low + room
    let end = start + length
    let toStart = start - inset
    let toEnd = end - room - inset
    if configuration.switches.minimalScroll == .top { return toStart }
    if configuration.switches.minimalScroll == .any, start < high, end > low { return offset(axis) }
    let isWhole = start >= low && end <= high
    let covers = start <= low && end >= high
    if isWhole || covers { return offset(axis) }
    if length <= room { return start < low ? toStart : toEnd }
    return start > low ? toStart : toEnd
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

  /// The offset for a requested coordinate, held to the range (POS-28, POS-29).
  private func goal(of coordinate: Double, _ axis: Axis) -> Double {
    let origin =
      configuration.switches.pointOrigin == .insetRest ? ranges[axis].low : 0
    return resolved(finite(coordinate) + origin, axis)
  }

  func goal(x: Double?, y: Double?) -> AxisPair<Double?> {
    let keeps = configuration.switches.singleAxisScroll == .keepsOther
    var goals = AxisPair<Double?>(
      x.map { goal(of: $0, .horizontal) } ?? (keeps ? nil : ranges.horizontal.low),
      y.map { goal(of: $0, .vertical) } ?? (keeps ? nil : ranges.vertical.low))
    for axis in Axis.allCases where !container.axes.contains(axis) { goals[axis] = nil }
    return goals
  }

  /// Where a position value leads; nil if it asks for nothing that is there.
  func goal(of position: PositionValue) -> AxisPair<Double?>? {
    switch position.kind {
    case .automatic, .user: nil
    case .id(let id, let anchor):
      configuration.hasTargetLayout
        ? goal(of: id, anchor ?? configuration.positionAnchor) : nil
    case .edge(let edge): goal(of: edge)
    case .point(let point): goal(x: point.x, y: point.y)
    case .x(let x): goal(x: x, y: nil)
    case .y(let y): goal(x: nil, y: y)
    }
  }
}
