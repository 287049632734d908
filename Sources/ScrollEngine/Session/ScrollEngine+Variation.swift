public import ScrollModel

/// A hypothetical release along one axis; all values count from the leading side.
public struct ReleaseVariation: Hashable, Sendable {
  /// The axis.
  public var axis: Axis
  /// The velocity of the release, in points per second.
  public var velocity: Double
  /// The offset of the release.
  public var offset: Double
  /// The offset at the start of the gesture.
  public var original: Double
  /// The added length of each item, in points.
  public var itemLength = 0.0
  /// The added length of each gap between items, in points.
  public var spacing = 0.0
  /// The added length of the leading inset, in points.
  public var inset = 0.0

  /// Creates a release without variation.
  public init(axis: Axis, velocity: Double, offset: Double, original: Double) {
    self.axis = axis
    self.velocity = velocity
    self.offset = offset
    self.original = original
  }
}

extension ScrollEngine {
  /// Returns the choice of a hypothetical release now, and the engine in the resulting motion.
  ///
  /// Longer items and gaps move content away from the item at the start of the gesture, which keeps
  /// its place in the view. A longer inset moves no content.
  public func released(_ variation: ReleaseVariation) -> (settle: Settle?, engine: ScrollEngine) {
    var copy = self
    var decisions = SettleCollector()
    let shift = copy.vary(variation, &decisions)
    let axis = variation.axis
    copy.follow(
      copy.physical(place: variation.offset + shift, along: axis), phase: .interacting, at: now,
      to: &decisions)
    decisions.settles.removeAll()
    copy.release(
      velocity: copy.physical(movement: variation.velocity, along: axis),
      original: copy.physical(place: variation.original + shift, along: axis), at: now,
      to: &decisions)
    return (decisions.settles.first { $0.axis == axis }, copy)
  }

  /// Lays the content out with other lengths, and returns the movement of the item at the start.
  private mutating func vary<Consumer: OutcomeConsumer>(
    _ variation: ReleaseVariation, _ consumer: inout Consumer
  ) -> Double {
    var shift = 0.0
    if variation.itemLength != 0 || variation.spacing != 0 {
      let line = variation.original + container.start(variation.axis)
      let layout: Layout
      (layout, shift) = varied(variation, line)
      pending.append(PendingInput(input: .layout(layout), time: now))
    }
    if variation.inset != 0 {
      let (old, isMirrored) = (container.insets, container.isRightToLeft)
      let isVertical = variation.axis == .vertical
      let insets = Insets(
        top: old.top + (isVertical ? variation.inset : 0),
        left: old.left + (isVertical || isMirrored ? 0 : variation.inset), bottom: old.bottom,
        right: old.right + (!isVertical && isMirrored ? variation.inset : 0))
      pending.append(
        PendingInput(input: .container(ContainerChange(insets: insets)), time: now))
    }
    applyLayouts(&consumer)
    return shift
  }

  /// The layout in which each row of items along an axis has other lengths; `line` is the aligned
  /// position at the gesture's start.
  private func varied(_ variation: ReleaseVariation, _ line: Double) -> (Layout, Double) {
    let axis = variation.axis
    let spans = (0..<content.count).map { content.interval(at: $0, axis) }
    let starts = Set(spans.map { $0.start }).sorted()
    let step = variation.itemLength + variation.spacing
    func rows(before start: Double) -> Double {
      Double(starts.partitioningIndex { $0 >= start })
    }
    let rowCount = Double(starts.count)
    let growth = variation.itemLength * rowCount + variation.spacing * max(0, rowCount - 1)
    let size = Size(
      width: content.size.width + (axis == .vertical ? 0 : growth),
      height: content.size.height + (axis == .vertical ? growth : 0))
    var targets: [(index: Int, target: TargetFrame)] = spans.enumerated().map { rank, span in
      let other = content.interval(at: rank, axis == .vertical ? .horizontal : .vertical)
      let start = span.start + rows(before: span.start) * step
      let length = max(0, span.length + variation.itemLength)
      var frame =
        axis == .vertical
        ? Rect(x: other.start, y: start, width: other.length, height: length)
        : Rect(x: start, y: other.start, width: length, height: other.length)
      if container.isRightToLeft { frame = frame.mirrored(in: size.width) }
      let index = content.index(at: rank)
      return (
        index,
        TargetFrame(
          id: content.ids[index], frame: frame, pinned: content.sections.role(of: rank))
      )
    }
    targets.sort { $0.index < $1.index }
    let first = Double(max(0, starts.partitioningIndex { $0 > line + 0.5 } - 1))
    return (Layout(contentSize: size, targets: targets.map { $0.target }), first * step)
  }
}

/// Collects only decisions.
private struct SettleCollector: OutcomeConsumer {
  var settles: [Settle] = []

  mutating func consume(_ settle: Settle) { settles.append(settle) }
}

/// The lengths along an axis that a variation changes.
public struct AxisLengths: Hashable, Sendable {
  /// The length of the container and its leading inset.
  public var container, inset: Double
  /// The smallest length of an item, and the smallest distance of neighbors; 0 without any.
  public var shortestItem, shortestGap: Double
}

extension ScrollEngine {
  /// The current lengths along an axis.
  public func lengths(along axis: Axis) -> AxisLengths {
    let spans = (0..<content.count).map { content.interval(at: $0, axis) }
      .sorted { $0.start < $1.start }
    let gaps = zip(spans, spans.dropFirst()).compactMap { first, second in
      second.start > first.start ? second.start - first.start - first.length : nil
    }
    let insets = container.insets
    let inset =
      axis == .vertical ? insets.top : container.isRightToLeft ? insets.right : insets.left
    return AxisLengths(
      container: container.length(axis), inset: max(0, inset),
      shortestItem: spans.map { $0.length }.min() ?? 0, shortestGap: max(0, gaps.min() ?? 0))
  }
}
