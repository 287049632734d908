public import ScrollModel

/// A rectangle in leading coordinates, by axis.
struct Viewport: Hashable, Sendable {
  var rect: Rect

  func low(_ axis: Axis) -> Double { axis == .vertical ? rect.origin.y : rect.origin.x }
  func length(_ axis: Axis) -> Double { rect.size.length(axis) }
  func high(_ axis: Axis) -> Double { low(axis) + length(axis) }
  func center(_ axis: Axis) -> Double { low(axis) + length(axis) / 2 }
}

extension ContainerModel {
  /// The frame at offsets, including content under bars.
  @inline(__always) func visibleViewport(at offsets: AxisPair<Double>) -> Viewport {
    Viewport(
      rect: Rect(
        x: offsets.horizontal, y: offsets.vertical, width: frame.width, height: frame.height))
  }

  /// The frame at offsets without its insets.
  @inline(__always) func unobscuredViewport(at offsets: AxisPair<Double>) -> Viewport {
    let size = innerSize
    return Viewport(
      rect: Rect(
        x: offsets.horizontal + start(.horizontal), y: offsets.vertical + start(.vertical),
        width: size.width, height: size.height))
  }

  /// The rectangle at offsets in which visibility is measured.
  @inline(__always) func viewport(
    _ choice: ViewportChoice, at offsets: AxisPair<Double>
  ) -> Viewport {
    choice == .visibleRect ? visibleViewport(at: offsets) : unobscuredViewport(at: offsets)
  }
}

extension ScrollEngine {
  /// The current offsets, by axis.
  @inline(__always) private var leadingOffset: AxisPair<Double> {
    AxisPair(offset(.horizontal), offset(.vertical))
  }

  /// The frame, including content under bars.
  @inline(__always) var visibleViewport: Viewport { container.visibleViewport(at: leadingOffset) }

  /// The frame without its insets.
  @inline(__always) var unobscuredViewport: Viewport {
    container.unobscuredViewport(at: leadingOffset)
  }

  @inline(__always) var visibilityLens: VisibilityRule {
    VisibilityRule(
      container.viewport(configuration.switches.visibilityViewport, at: leadingOffset),
      mainAxis: content.mainAxis, configuration.switches, pinnedViews)
  }

  /// Returns the current visible fraction of the first target with an id; nil without one.
  public func visibleFraction(of id: TargetID) -> Double? {
    content.index(of: id, configuration.switches.optionalID).map {
      visibilityLens.fraction(of: content.rank(of: $0), in: content)
    }
  }

  /// The target that the position reports: the nearest to the anchor among the visible ones.
  func reportedTarget() -> TargetID? {
    let axis = content.mainAxis
    let viewport = reportingViewport
    let (low, high) = (viewport.low(axis), viewport.high(axis))
    let window = content.window(from: low, to: high, near: lastWindow)
    let (type, choice) = (reportedType, configuration.switches.optionalID)
    let isCandidate: (Int) -> Bool = { rank in
      guard content.overlaps(rank, from: low, to: high), isShownAcross(rank, viewport) else {
        return false
      }
      return type?.matches(content.ids[content.index(at: rank)], choice) ?? true
    }
    let rank: Int?
    if let anchor = reportingAnchor {
      rank = bestRank(window, viewport, anchor, isCandidate)
    } else if configuration.switches.nilAnchor == .mostArea {
      rank = largestRank(window, viewport, isCandidate)
    } else {
      rank = firstRank(window, isCandidate)
    }
    return rank.map { content.ids[content.index(at: $0)] }
  }

  /// The type of reported ids; nil for any (TGT-7).
  var reportedType: IDType? {
    switch configuration.position {
    case .value: position.idType
    case .none, .id: configuration.position.idType
    }
  }

  /// The anchor of the position; nil if the rule for the nil anchor applies.
  var reportingAnchor: UnitPoint? {
    if case .value = configuration.position, case .id(_, let anchor?) = position.kind {
      return anchor
    }
    if let anchor = configuration.positionAnchor { return anchor }
    return configuration.switches.nilAnchor == .nearestTop ? UnitPoint(x: 0, y: 0) : nil
  }

  /// Whether a target is visible along the cross axis, which matters if the view scrolls both ways.
  private func isShownAcross(_ rank: Int, _ viewport: Viewport) -> Bool {
    guard container.axes == .both else { return true }
    let cross = content.crossAxis
    let (start, length) = content.interval(at: rank, cross)
    let (low, high) = (viewport.low(cross), viewport.high(cross))
    return length > 0 ? start < high && start + length > low : start >= low && start < high
  }

  /// The candidate whose anchor point is nearest; ties go to the earlier one in layout order
  /// (BIND-7).
  ///
  /// If the view scrolls along one axis, the anchor applies to that axis only (BIND-8).
  private func bestRank(
    _ window: Range<Int>, _ viewport: Viewport, _ anchor: UnitPoint, _ isCandidate: (Int) -> Bool
  ) -> Int? {
    let (axis, cross) = (content.mainAxis, content.crossAxis)
    let (along, across) = (anchor.part(axis), anchor.part(cross))
    let point = viewport.low(axis) + along * viewport.length(axis)
    let crossPoint = viewport.low(cross) + across * viewport.length(cross)
    let isPlane = container.axes == .both
    var best: Int?
    var least = Double.infinity
    for rank in window where isCandidate(rank) {
      var distance = magnitude(content.point(at: rank, anchor: along) - point)
      if isPlane {
        let (start, length) = content.interval(at: rank, cross)
        let aside = start + across * length - crossPoint
        distance = distance * distance + aside * aside
      }
      let isEarlier = best.map { content.index(at: rank) < content.index(at: $0) } ?? true
      if distance < least || (distance == least && isEarlier) {
        least = distance
        best = rank
      }
    }
    return best
  }

  private func firstRank(_ window: Range<Int>, _ isCandidate: (Int) -> Bool) -> Int? {
    var first: Int?
    for rank in window where isCandidate(rank) {
      if content.isOrdered { return rank }
      if first.map({ content.index(at: rank) < content.index(at: $0) }) ?? true { first = rank }
    }
    return first
  }

  private func largestRank(
    _ window: Range<Int>, _ viewport: Viewport, _ isCandidate: (Int) -> Bool
  ) -> Int? {
    let cross = content.crossAxis
    // This rule uses areas, regardless of the measure of visible fractions.
    var switches = configuration.switches
    switches.visibilityMeasure = .area
    let lens = VisibilityRule(viewport, mainAxis: content.mainAxis, switches)
    var best: Int?
    var most = 0.0
    for rank in window where isCandidate(rank) {
      let along = content.end(at: rank) - content.start(at: rank)
      let area =
        lens.fraction(of: rank, in: content) * along * content.interval(at: rank, cross).length
      if area > most {
        most = area
        best = rank
      }
    }
    return best
  }
}

extension UnitPoint {
  /// The component along an axis.
  func part(_ axis: Axis) -> Double { axis == .vertical ? y : x }
}
