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
    let isMirrored = axis == .horizontal && layoutDirection == .rightToLeft
    let sections = isMirrored ? targets.mirroredSections : targets.sections
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
    // At its place in the content a view covers nothing.
    if let header, header.start > targets.start(atRank: header.rank) { low = max(low, header.end) }
    if let footer, footer.start < targets.start(atRank: footer.rank) {
      high = min(high, footer.start)
    }
    let length = max(0, high - low)
    return axis == .vertical
      ? Rect(x: viewport.origin.x, y: low, width: viewport.size.width, height: length)
      : Rect(x: low, y: viewport.origin.y, width: length, height: viewport.size.height)
  }
}
