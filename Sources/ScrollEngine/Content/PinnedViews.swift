import ScrollModel

/// The header and the footer that are pinned at one offset, where they are drawn.
struct PinnedViews: Hashable, Sendable {
  var header: PinnedSections.View?
  var footer: PinnedSections.View?

  /// The pinned view of a rank.
  func view(_ rank: Int) -> PinnedSections.View? {
    if let header, header.rank == rank { return header }
    if let footer, footer.rank == rank { return footer }
    return nil
  }

  /// The part of an interval between the pinned views.
  func room(_ low: Double, _ high: Double) -> (Double, Double) {
    let start = header.map { max(low, $0.end) } ?? low
    let end = footer.map { min(high, $0.start) } ?? high
    return (start, max(start, end))
  }
}

/// How much of the view the pinned views of a target's section cover when the target is in view.
struct PinnedCover: Hashable, Sendable {
  var start = 0.0
  var end = 0.0
}

extension ContentModel {
  /// Returns what covers the view when a target is aligned with its edges; a pinned view covers itself not.
  func cover(of rank: Int) -> PinnedCover {
    func length(_ other: Int?) -> Double {
      guard let other, other != rank else { return 0 }
      return end(at: other) - start(at: other)
    }
    return PinnedCover(
      start: length(sections.header(of: rank)), end: length(sections.footer(of: rank)))
  }
}

extension ScrollEngine {
  /// The header and footer that are pinned now: at the edges within the insets.
  @inline(__always) var pinnedViews: PinnedViews {
    content.sections.isEmpty ? PinnedViews() : drawnPinnedViews
  }

  private var drawnPinnedViews: PinnedViews {
    let axis = content.mainAxis
    let viewport = unobscuredViewport
    return PinnedViews(
      header: content.sections.header(at: viewport.low(axis), in: content),
      footer: content.sections.footer(at: viewport.high(axis), in: content))
  }

  /// Whether targets are aligned and reported between pinned views (PIN-4, PIN-5).
  @inline(__always) var alignsBetweenPinned: Bool {
    configuration.switches.pinnedAlignment == .uncovered && !content.sections.isEmpty
  }

  /// The rectangle in which the position looks for its target.
  var reportingViewport: Viewport {
    let viewport = unobscuredViewport
    guard alignsBetweenPinned else { return viewport }
    let axis = content.mainAxis
    let (low, high) = pinnedViews.room(viewport.low(axis), viewport.high(axis))
    let rect = viewport.rect
    return Viewport(
      rect: axis == .vertical
        ? Rect(x: rect.origin.x, y: low, width: rect.size.width, height: high - low)
        : Rect(x: low, y: rect.origin.y, width: high - low, height: rect.size.height))
  }

  /// What covers the edges at which a target is aligned along an axis.
  func cover(of rank: Int, _ axis: Axis) -> PinnedCover {
    guard axis == content.mainAxis, alignsBetweenPinned else { return PinnedCover() }
    return content.cover(of: rank)
  }
}
