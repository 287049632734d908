import ScrollModel

/// The reason for sampling the visible targets.
enum Look {
  /// The content moved to a new frame.
  case moved
  /// The layout or the container changed and no frame followed.
  case still(at: TraceTime)
}

/// The movement between two samples.
struct FrameInterval {
  /// The times of its ends.
  var start: TraceTime
  var end: TraceTime
  /// The viewports at its ends.
  var old: Rect
  var new: Rect
  /// Whether the offset was set, so that nothing between the ends was visible.
  var isJump = false
  /// Whether the movement between the ends is assumed to be uniform.
  var isEven: Bool
  /// Whether frames are missing.
  var isUncertain: Bool
}

extension ImpressionAnalysis {
  /// Samples all targets that are visible, or may have been since the last sample.
  mutating func look(on viewState: borrowing ViewState, _ look: Look) {
    growTables(viewState.targets.handleCount)
    if policy.measure == .realized {
      lookAtLayout(on: viewState)
      return
    }
    guard let viewport = lens.viewport(on: viewState), viewState.targets.isKnown else { return }
    let stretch = stretch(to: viewport, on: viewState, look)
    let axis = viewState.targets.mainAxis
    if stretch.isJump { noteCalm(on: viewState, in: stretch.old) }
    note(viewport.start(axis), after: stretch, on: viewState)
    if case .perSet = policy.timer { sets.fire(until: stretch.end, into: &report, on: viewState) }
    lastWindow = window
    window = viewState.targets.window(
      near: window, from: viewport.start(axis), to: viewport.end(axis))
    updateTracks(stretch, on: viewState)
    addTracks(stretch, on: viewState)
    if stretch.isEven, policy.sampling != .perFrame { sweep(stretch, on: viewState) }
    if case .perSet = policy.timer { noteSet(at: stretch.end, on: viewState) }
    restarting.dropRemoved(at: stretch.end, into: &report, on: viewState)
    measureSafety(viewport, on: viewState)
    hasLooked = true
    changedAt = nil
  }

  private mutating func growTables(_ count: Int) {
    guard slots.count < count else { return }
    let missing = count - slots.count
    slots.append(contentsOf: repeatElement(-1, count: missing))
    histories.append(contentsOf: repeatElement(TargetHistory(), count: missing))
  }

  /// The movement since the last frame, as far as it may be interpolated.
  private func stretch(to viewport: Rect, on viewState: borrowing ViewState, _ look: Look)
    -> FrameInterval
  {
    var stretch = FrameInterval(
      start: viewState.time, end: viewState.time, old: viewport, new: viewport, isEven: false,
      isUncertain: false)
    if case .still(let time) = look {
      stretch.start = time
      stretch.end = time
      return stretch
    }
    guard hasLooked, let last = viewState.sample, let before = viewState.previous else {
      return stretch
    }
    stretch.start = before.time
    stretch.old = Rect(
      x: viewport.origin.x + before.offset.x - last.offset.x,
      y: viewport.origin.y + before.offset.y - last.offset.y,
      width: viewport.size.width, height: viewport.size.height)
    let time = last.time.nanoseconds(since: before.time)
    let expected = viewState.expectedInterval
    let isLong = time > expected &* 5 / 2
    stretch.isUncertain = isUnrecorded(on: viewState)
    if isLong, !viewState.isAfterGap, !(viewState.previousPhase?.movesContent ?? false) {
      // Nothing is recorded at rest, so the movement began at most one frame ago.
      stretch.start = last.time.advanced(byNanoseconds: -expected)
    }
    stretch.isJump = viewState.isAfterJump || viewState.isAfterGap || isLeap(stretch, on: viewState)
    stretch.isEven = !stretch.isJump && viewState.geometryGeneration == generation && time > 0
    return stretch
  }

  /// Whether content scrolled for longer than a frame without being recorded.
  func isUnrecorded(on viewState: borrowing ViewState) -> Bool {
    if viewState.isAfterGap { return true }
    guard let last = viewState.sample, let before = viewState.previous,
      last.offset != before.offset,
      viewState.previousPhase?.movesContent ?? false
    else { return false }
    return last.time.nanoseconds(since: before.time) > viewState.expectedInterval &* 5 / 2
  }

  /// Whether the offset was set rather than scrolled: no item in between was visible.
  private func isLeap(_ stretch: FrameInterval, on viewState: borrowing ViewState) -> Bool {
    if viewState.previousPhase == .idle, viewState.phase == .idle { return true }
    let axis = viewState.targets.mainAxis
    let way = (stretch.new.start(axis) - stretch.old.start(axis)).magnitude
    return way > 3 * stretch.new.length(axis)
  }

  /// Extends the range of viewport positions since the last sample.
  private mutating func note(
    _ place: Double, after stretch: FrameInterval, on viewState: borrowing ViewState
  ) {
    let distance = place - offsetPlace(on: viewState)
    if viewState.geometryGeneration != generation || stretch.isJump {
      range = CountingPlaces(low: place, high: place)
      return
    }
    range = CountingPlaces(
      low: min(range.low + distance, place), high: max(range.high + distance, place))
  }

  func offsetPlace(on viewState: borrowing ViewState) -> Double {
    guard let offset = viewState.offset else { return 0 }
    return viewState.targets.mainAxis == .vertical ? offset.y : offset.x
  }

  /// Updates the visible targets; those that are no longer visible are removed.
  private mutating func updateTracks(_ stretch: FrameInterval, on viewState: borrowing ViewState) {
    let axis = viewState.targets.mainAxis
    let isSame =
      viewState.geometryGeneration == generation && !hasOwnViewports(on: viewState)
      && stretch.old.start(axis.crossing) == stretch.new.start(axis.crossing)
    // Between these, an entirely visible target stayed entirely visible.
    let low = max(stretch.old.start(axis), stretch.new.start(axis))
    let high = min(stretch.old.end(axis), stretch.new.end(axis))
    var place = tracks.count - 1
    while place >= 0 {
      let isUnchanged =
        isSame && tracks[place].isSettled && !stretch.isUncertain
        && tracks[place].frame.start(axis) >= low && tracks[place].frame.end(axis) <= high
      if isUnchanged {
        tracks[place].noteSpeed(fastest)
      } else {
        updateTrack(place, stretch, on: viewState)
      }
      place -= 1
    }
    fastest = 0
  }

  private mutating func updateTrack(
    _ place: Int, _ stretch: FrameInterval, on viewState: borrowing ViewState
  ) {
    guard let index = viewState.targets.index(of: tracks[place].handle) else {
      remove(place, stretch, on: viewState)
      return
    }
    update(place, index, stretch, on: viewState)
    if !reaches(index, in: stretch.new, on: viewState) {
      drop(tracks[place], at: end(of: stretch), .left, on: viewState)
    }
  }

  private mutating func remove(
    _ place: Int, _ stretch: FrameInterval, on viewState: borrowing ViewState
  ) {
    let track = tracks[place]
    if track.observed.isIntersecting {
      tell(
        .entry(
          viewState.targets.id(of: track.handle), ratio: 0, isIntersecting: false,
          thresholdIndex: 0), at: stretch.end)
    }
    if case .restarting = policy.timer {
      restarting.remove(track.handle, at: stretch.end, into: &report, on: viewState)
    }
    drop(track, at: end(of: stretch), .removed, on: viewState)
  }

  /// Adds newly visible targets.
  private mutating func addTracks(_ stretch: FrameInterval, on viewState: borrowing ViewState) {
    let axis = viewState.targets.mainAxis
    // Without overlaps and covers, every target that was visible at the last sample has a track.
    let isSame =
      viewState.geometryGeneration == generation && viewState.targets.isDisjoint
      && !hasOwnViewports(on: viewState)
      && stretch.old.start(axis.crossing) == stretch.new.start(axis.crossing)
    let known = isSame ? lastWindow : 0..<0
    for rank in window where !known.contains(rank) {
      let index = viewState.targets.index(at: rank)
      let handle = viewState.targets.handles[index]
      guard slots[handle] < 0, reaches(index, in: stretch.new, on: viewState) else { continue }
      begin(handle, at: stretch.end)
      update(tracks.count - 1, index, stretch, on: viewState)
    }
    addPinned(stretch, on: viewState)
  }

  /// Finds targets that were visible only between two frames.
  private mutating func sweep(_ stretch: FrameInterval, on viewState: borrowing ViewState) {
    let axis = viewState.targets.mainAxis
    let low = min(stretch.old.start(axis), stretch.new.start(axis))
    let high = max(stretch.old.end(axis), stretch.new.end(axis))
    let length = stretch.new.length(axis)
    guard high - low > length else { return }
    // With overlaps and covers, targets in the window may be invisible.
    let isWhole = viewState.targets.isDisjoint && !hasOwnViewports(on: viewState)
    let seen = isWhole ? window : 0..<0
    for rank in viewState.targets.window(near: window, from: low, to: high)
    where !seen.contains(rank) {
      let index = viewState.targets.index(at: rank)
      let handle = viewState.targets.handles[index]
      // Targets that were visible at the last sample are already handled.
      guard slots[handle] < 0, !reaches(index, in: stretch.old, on: viewState) else { continue }
      begin(handle, at: stretch.end)
      update(tracks.count - 1, index, stretch, on: viewState)
      if let track = tracks.last { drop(track, at: end(of: stretch), .left, on: viewState) }
    }
  }

  mutating func begin(_ handle: Int, at time: TraceTime) {
    slots[handle] = Int32(truncatingIfNeeded: tracks.count)
    tracks.append(ImpressionTrack(handle: handle, since: time))
  }

  func end(of stretch: FrameInterval) -> Crossing {
    let isKnown = policy.sampling == .perFrame && !stretch.isUncertain
    return Crossing(
      time: stretch.end, earliest: isKnown ? stretch.end : stretch.start, latest: stretch.end)
  }

  /// Computes the distance that the content may move before a target's state changes.
  private mutating func measureSafety(_ viewport: Rect, on viewState: borrowing ViewState) {
    let axis = viewState.targets.mainAxis
    let place = viewport.start(axis)
    let length = viewport.length(axis)
    let margin = lens.margin(at: place)
    var safe = CountingPlaces(low: -.infinity, high: .infinity)
    for track in tracks where !isFarFromEdges(track, on: viewState) {
      narrow(&safe, around: place, track, in: viewport, axis)
    }
    if !viewState.targets.isDisjoint || hasOwnViewports(on: viewState) {
      narrowToHidden(&safe, around: place, viewport, on: viewState)
    }
    if window.upperBound < viewState.targets.count {
      let start = viewState.targets.start(atRank: window.upperBound)
      safe.narrow(to: start - length, around: place, margin: margin)
    }
    if window.lowerBound > 0 {
      let reach = viewState.targets.reach(atRank: window.lowerBound - 1)
      safe.narrow(to: reach, around: place, margin: margin)
    }
    let distance = place - offsetPlace(on: viewState)
    self.safe = CountingPlaces(low: safe.low - distance, high: safe.high - distance)
    let here = offsetPlace(on: viewState)
    range = CountingPlaces(low: here, high: here)
    if let offset = viewState.offset { crossPlace = axis == .vertical ? offset.x : offset.y }
    generation = viewState.geometryGeneration
  }

  /// Restricts the range to positions at which no invisible target of the window becomes visible.
  ///
  /// A long target keeps later ones in the window, whether they are visible or not. A pinned header
  /// covers some.
  private func narrowToHidden(
    _ safe: inout CountingPlaces, around place: Double, _ viewport: Rect,
    on viewState: borrowing ViewState
  ) {
    let axis = viewState.targets.mainAxis
    let margin = lens.margin(at: place)
    for rank in window {
      let index = viewState.targets.index(at: rank)
      guard slots[viewState.targets.handles[index]] < 0 else { continue }
      let frame = viewState.targets.frame(at: index)
      let margins = margins(ofIndex: index, in: viewport, on: viewState)
      let length = margins.rest(of: viewport, axis).length(axis)
      safe.narrow(to: frame.end(axis) - margins.start, around: place, margin: margin)
      safe.narrow(
        to: frame.start(axis) - length - margins.start, around: place, margin: margin)
    }
  }

  /// Whether other targets change before this one, in both directions.
  ///
  /// Without overlaps, a target changes at an edge of the viewport after the targets between it and
  /// the edge.
  private func isFarFromEdges(_ track: ImpressionTrack, on viewState: borrowing ViewState) -> Bool {
    guard track.isSettled, viewState.targets.isDisjoint, !hasOwnViewports(on: viewState),
      tracks.count == window.count, let index = viewState.targets.index(of: track.handle)
    else { return false }
    let rank = viewState.targets.rank(of: index)
    return rank >= window.lowerBound + 2 && rank < window.upperBound - 2
  }
}

extension ImpressionTrack {
  /// Records the largest speed since the last sample.
  mutating func noteSpeed(_ speed: Double) {
    if visit != nil, visit?.fastest ?? 0 < speed { visit?.fastest = speed }
  }
}
