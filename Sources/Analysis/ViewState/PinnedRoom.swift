public import ScrollModel

/// The pinned header that covers the start of the view, and by how much, counted from the leading side.
public struct PinnedHeader: Hashable, Sendable {
  /// The header.
  public let id: TargetID
  /// Where it ends, as an offset of the content.
  public let end: Double
  /// Its length.
  public let length: Double
}

/// How much of a viewport is covered at the physical start and end of the main axis.
///
/// A length below 0 is added to the viewport.
public struct PinnedMargins: Hashable, Sendable {
  /// The length at the start.
  public var start = 0.0
  /// The length at the end.
  public var end = 0.0

  /// What is left of a viewport.
  public func rest(of viewport: Rect, _ axis: Axis) -> Rect {
    guard start != 0 || end != 0 else { return viewport }
    let length = max(0, viewport.length(axis) - start - end)
    return axis == .vertical
      ? Rect(
        x: viewport.origin.x, y: viewport.origin.y + start, width: viewport.size.width,
        height: length)
      : Rect(
        x: viewport.origin.x + start, y: viewport.origin.y, width: length,
        height: viewport.size.height)
  }
}

extension ViewStateTargets {
  /// Whether a target of the layout is pinned.
  public var hasPinned: Bool { !sections.isEmpty }
}

extension ViewState {
  /// Returns the header that is pinned at the start of the view; nil if there is none.
  ///
  /// In a mirrored view the header is at the physical end, where a footer is in others.
  public func pinnedHeader(_ axis: MainAxis) -> PinnedHeader? {
    guard !targets.sections.isEmpty, axis.axis == targets.mainAxis else { return nil }
    let start = axis.offset + axis.start
    guard axis.isMirrored else {
      return targets.sections.header(at: start, in: targets.index).map {
        PinnedHeader(id: id(atRank: $0.rank), end: $0.end, length: $0.end - $0.start)
      }
    }
    let content = axis.content ?? 0
    return targets.mirroredSections.footer(at: content - start, in: targets.index).map {
      PinnedHeader(id: id(atRank: $0.rank), end: content - $0.start, length: $0.end - $0.start)
    }
  }

  private func id(atRank rank: Int) -> TargetID {
    targets.id(of: targets.handles[targets.index(at: rank)])
  }

  /// Returns the length of the header that is pinned when a target is at the start of the view; 0 without one.
  public func headerLength(ofIndex index: Int, _ axis: MainAxis) -> Double {
    guard !targets.sections.isEmpty, axis.axis == targets.mainAxis else { return 0 }
    let rank = targets.rank(of: index)
    let header =
      axis.isMirrored
      ? targets.mirroredSections.footer(of: rank) : targets.sections.header(of: rank)
    guard let header, header != rank else { return 0 }
    return axis.span(of: targets.frame(at: targets.index(at: header))).length
  }

  /// Returns how much of a viewport the pinned views of a target's section cover.
  ///
  /// A pinned view itself is visible as if the viewport were longer by the distance that it travels.
  /// The lengths are the same at every offset: before a header is pinned, its section starts below it,
  /// and while its section pushes it out, nothing of the section is below it.
  public func pinnedMargins(ofIndex index: Int, in viewport: Rect) -> PinnedMargins {
    guard !targets.sections.isEmpty, let inner = unobscuredRect else { return PinnedMargins() }
    let axis = targets.mainAxis
    let sections = pinnedSections
    let rank = targets.rank(of: index)
    if let role = sections.role(of: rank) {
      let travel = sections.travel(of: rank, in: targets.index)
      return role == .header ? PinnedMargins(start: -travel) : PinnedMargins(end: -travel)
    }
    func length(_ other: Int?, _ bar: Double) -> Double {
      guard let other else { return 0 }
      return max(0, bar + targets.frame(at: targets.index(at: other)).length(axis))
    }
    // A pinned view is within the insets, so the bar before it is covered as well.
    return PinnedMargins(
      start: length(sections.header(of: rank), inner.start(axis) - viewport.start(axis)),
      end: length(sections.footer(of: rank), viewport.end(axis) - inner.end(axis)))
  }

  /// The ranks of the views that are pinned now.
  public var pinnedRanks: [Int] {
    guard !targets.sections.isEmpty else { return [] }
    let (header, footer) = pinnedViews
    return [header?.rank, footer?.rank].compactMap { $0 }
  }

  /// The sections in the physical order of their targets.
  private var pinnedSections: PinnedSections {
    let isMirrored = targets.mainAxis == .horizontal && layoutDirection == .rightToLeft
    return isMirrored ? targets.mirroredSections : targets.sections
  }

  /// Returns where the target at a layout index is drawn while it is pinned; nil if it is not.
  public func pinnedFrame(ofIndex index: Int) -> Rect? {
    guard !targets.sections.isEmpty else { return nil }
    let rank = targets.rank(of: index)
    let (header, footer) = pinnedViews
    guard let view = header?.rank == rank ? header : footer, view.rank == rank else { return nil }
    let frame = targets.frame(at: index)
    return targets.mainAxis == .vertical
      ? Rect(origin: Point(x: frame.origin.x, y: view.start), size: frame.size)
      : Rect(origin: Point(x: view.start, y: frame.origin.y), size: frame.size)
  }

  /// The views that are pinned at the physical start and end of the main axis.
  private var pinnedViews: (header: PinnedSections.View?, footer: PinnedSections.View?) {
    guard let inner = unobscuredRect else { return (nil, nil) }
    let axis = targets.mainAxis
    let sections = pinnedSections
    return (
      sections.header(at: inner.start(axis), in: targets.index),
      sections.footer(at: inner.end(axis), in: targets.index)
    )
  }

  /// Returns a viewport without what pinned views cover at its ends.
  public func uncovered(_ viewport: Rect) -> Rect {
    guard !targets.sections.isEmpty else { return viewport }
    let axis = targets.mainAxis
    let (header, footer) = pinnedViews
    var (low, high) = (viewport.start(axis), viewport.end(axis))
    // At its place in the content a view covers nothing, but it pushes out the one of the neighboring section.
    if let header {
      let isMoved = header.start > targets.start(atRank: header.rank)
      let over =
        isMoved ? header : pinnedSections.header(at: header.start.nextDown, in: targets.index)
      if let over { low = max(low, over.end) }
    }
    if let footer {
      let isMoved = footer.start < targets.start(atRank: footer.rank)
      let over = isMoved ? footer : pinnedSections.footer(at: footer.end.nextUp, in: targets.index)
      if let over { high = min(high, over.start) }
    }
    let length = max(0, high - low)
    return axis == .vertical
      ? Rect(x: viewport.origin.x, y: low, width: viewport.size.width, height: length)
      : Rect(x: low, y: viewport.origin.y, width: length, height: viewport.size.height)
  }
}
