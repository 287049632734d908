import ScrollModel

// What a pinned header or footer covers of a target depends on the target's section only, so a target has
// its own viewport: that of the policy without the lengths of the pinned views of its section (PIN-7). That of a
// pinned view is longer, because it is visible where it is drawn (PIN-2).
extension ImpressionAnalysis {
  /// Whether some targets have a viewport of their own.
  func hasOwnViewports(on viewState: borrowing ViewState) -> Bool { viewState.targets.hasPinned }

  /// Returns what of a viewport is covered for a target.
  func margins(
    ofIndex index: Int, in viewport: Rect, on viewState: borrowing ViewState
  ) -> PinnedMargins {
    guard hasOwnViewports(on: viewState) else { return PinnedMargins() }
    let margins = viewState.pinnedMargins(ofIndex: index, in: viewport)
    let isPinned = margins.start < 0 || margins.end < 0
    return (isPinned ? policy.measure.seesPinned : policy.pinned == .excluded)
      ? margins : PinnedMargins()
  }

  /// Adds pinned views that come back with the end of their section, far from where they were laid out.
  mutating func addPinned(_ stretch: FrameInterval, on viewState: borrowing ViewState) {
    for rank in viewState.pinnedRanks where !window.contains(rank) {
      let index = viewState.targets.index(at: rank)
      guard slots[viewState.targets.handles[index]] < 0,
        reaches(index, in: stretch.new, on: viewState)
      else { continue }
      begin(viewState.targets.handles[index], at: stretch.end)
      update(tracks.count - 1, index, stretch, on: viewState)
    }
  }

  /// Returns whether a target must be examined in a viewport.
  func reaches(_ index: Int, in viewport: Rect, on viewState: borrowing ViewState) -> Bool {
    let axis = viewState.targets.mainAxis
    let margins = margins(ofIndex: index, in: viewport, on: viewState)
    return lens.reaches(
      viewState.targets.frame(at: index), margins.rest(of: viewport, axis), axis)
  }

  /// Narrows a range to positions at which the state of a track cannot change.
  func narrow(
    _ safe: inout CountingPlaces, around place: Double, _ track: ImpressionTrack,
    in viewport: Rect, _ axis: Axis
  ) {
    let start = track.margins.start
    var own = safe.moved(by: start)
    lens.narrow(
      &own, around: place + start, track.frame, in: track.margins.rest(of: viewport, axis), axis,
      isInside: track.isInside)
    safe = own.moved(by: -start)
  }
}

extension ImpressionMeasure {
  /// Whether a pinned view counts where it is drawn: its own length decides, not that of the viewport.
  fileprivate var seesPinned: Bool {
    switch self {
    case .itemArea, .itemLength, .anyPixel, .intersection: true
    case .viewportLength, .smallerArea, .focus, .realized: false
    }
  }
}

extension FrameInterval {
  /// The same movement of what is left of the viewport.
  func without(_ margins: PinnedMargins, _ axis: Axis) -> FrameInterval {
    var interval = self
    interval.old = margins.rest(of: old, axis)
    interval.new = margins.rest(of: new, axis)
    return interval
  }
}

extension CountingPlaces {
  /// The positions of a viewport whose start is some points away.
  func moved(by distance: Double) -> CountingPlaces {
    distance == 0 ? self : CountingPlaces(low: low + distance, high: high + distance)
  }
}
