public import ScrollModel

/// A release as it might have been, along one axis; everything counts from the leading side.
public struct ReleaseVariation: Hashable, Sendable {
  /// The axis.
  public var axis: Axis
  /// The velocity of the release, in points per second.
  public var velocity: Double
  /// Where the content is let go.
  public var offset: Double
  /// Where the gesture began.
  public var original: Double
  /// By how much each item is longer, in points.
  public var itemLength = 0.0
  /// By how much each gap between items is longer, in points.
  public var spacing = 0.0
  /// By how much the leading inset is longer, in points.
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
  /// Returns what a release at this moment chooses, and the engine that is on its way there.
  ///
  /// Longer items and gaps move content away from the item at which the gesture began: that one stays where
  /// it is in the view. A longer inset moves no content.
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

  /// Lays the content out with other lengths, and returns how far the item at the start moved.
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

  /// The layout in which each row of items along an axis has other lengths; `line` is where the gesture's
  /// start is aligned.
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
      return (index, TargetFrame(id: content.ids[index], frame: frame))
    }
    targets.sort { $0.index < $1.index }
    let first = Double(max(0, starts.partitioningIndex { $0 > line + 0.5 } - 1))
    return (Layout(contentSize: size, targets: targets.map { $0.target }), first * step)
  }
}

/// Keeps decisions and nothing else.
private struct SettleCollector: OutcomeConsumer {
  var settles: [Settle] = []

  mutating func consume(_ settle: Settle) { settles.append(settle) }
}

/// The lengths along an axis that a variation changes.
public struct AxisLengths: Hashable, Sendable {
  /// The length of the container and its leading inset.
  public var container, inset: Double
  /// The least length of an item, and the least distance between two neighbors; 0 without any.
  public var shortestItem, shortestGap: Double
}

extension ScrollEngine {
  /// The lengths along an axis at this moment.
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
