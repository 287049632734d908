import ScrollModel

extension ImpressionAnalysis {
  /// Records a callback that the system would have made.
  mutating func tell(_ content: ImpressionCallback.Content, at time: TraceTime) {
    guard options.keepsCallbacks else { return }
    report.callbacks.append(ImpressionCallback(time: time, content: content))
  }

  /// Handles a target that began or stopped counting.
  mutating func signal(
    _ slot: Int, _ isVisible: Bool, _ fraction: Double, at time: TraceTime,
    on viewState: borrowing ViewState
  ) {
    let handle = tracks[slot].handle
    switch policy.timer {
    case .perItem:
      guard policy.sampling == .perFrame, policy.dwell == 0 else { return }
      if case .intersection = policy.measure { return }
      let id = viewState.targets.id(of: handle)
      tell(.target(id, isVisible: isVisible, fraction: fraction), at: time)
    case .restarting:
      restarting.change(
        handle, isVisible, at: time, into: &report, on: viewState, policy: policy)
    case .perSet: break
    }
  }

  /// Updates a target's intersection observer.
  mutating func observe(
    _ slot: Int, _ frame: Rect, _ stretch: FrameInterval, on viewState: borrowing ViewState
  ) {
    let new = lens.intersection(of: frame, in: stretch.new)
    let old = tracks[slot].observed
    tracks[slot].observed = new
    guard
      new.thresholdIndex != old.thresholdIndex || new.isIntersecting != old.isIntersecting
    else { return }
    let id = viewState.targets.id(of: tracks[slot].handle)
    tell(
      .entry(
        id, ratio: new.ratio, isIntersecting: new.isIntersecting,
        thresholdIndex: new.thresholdIndex), at: stretch.end)
  }

  /// Records the set of counting targets.
  mutating func noteSet(at time: TraceTime, on viewState: borrowing ViewState) {
    guard case .perSet(let cancelsOlder) = policy.timer else { return }
    // React Native skips an empty list.
    guard gate.isOpen, viewState.targets.count > 0 || policy.identity == .itemID else { return }
    sets.begin()
    for track in tracks where track.isInside {
      guard let index = viewState.targets.index(of: track.handle) else { continue }
      sets.add(index)
    }
    sets.commit(
      at: time, delay: policy.dwell, cancelsOlder: cancelsOlder, into: &report, on: viewState)
  }

  /// Records which targets are laid out and measured.
  mutating func lookAtLayout(on viewState: borrowing ViewState) {
    changedAt = nil
    safe = CountingPlaces(low: -.infinity, high: .infinity)
    generation = viewState.geometryGeneration
    if let offset = viewState.offset {
      crossPlace = viewState.targets.mainAxis == .vertical ? offset.x : offset.y
    }
    for index in 0..<viewState.targets.count where !viewState.targets.isEstimated(at: index) {
      let handle = viewState.targets.handles[index]
      guard slots[handle] < 0 else { continue }
      slots[handle] = Int32(truncatingIfNeeded: tracks.count)
      var track = ImpressionTrack(handle: handle, since: viewState.time)
      track.isInside = true
      track.hasCounted = true
      track.peak = 1
      track.visit = Visit(enter: Crossing(at: viewState.time), phases: phaseTimes, peak: 1)
      tracks.append(track)
    }
    var place = tracks.count - 1
    while place >= 0 {
      if viewState.targets.index(of: tracks[place].handle) == nil {
        drop(tracks[place], at: Crossing(at: viewState.time), .removed, on: viewState)
      }
      place -= 1
    }
  }
}
