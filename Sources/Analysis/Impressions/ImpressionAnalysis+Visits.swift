import ScrollModel

extension ImpressionAnalysis {
  /// Updates a target that is visible, or was.
  mutating func update(
    _ slot: Int, _ index: Int, _ whole: FrameInterval, on viewState: borrowing ViewState
  ) {
    let axis = viewState.targets.mainAxis
    let frame = viewState.targets.frame(at: index)
    let margins = margins(ofIndex: index, in: whole.new, on: viewState)
    let stretch = whole.without(margins, axis)
    let range = range.moved(by: margins.start)
    tracks[slot].frame = frame
    tracks[slot].margins = margins
    tracks[slot].isSettled = frame.isInside(stretch.new) && policy.rounding == .none
    let peak = lens.peak(of: frame, in: stretch.new, axis, over: range)
    note(peak, slot, isUncertain: stretch.isUncertain)
    if tracks[slot].visit == nil, tracks[slot].lastExit != nil {
      noteTrough(slot, in: stretch.new, over: range, axis)
    }
    if case .intersection = policy.measure { observe(slot, frame, stretch, on: viewState) }
    let wasInside = tracks[slot].isInside
    let isInside = lens.counts(frame, in: stretch.new, axis, isInside: wasInside)
    if isInside != wasInside {
      tracks[slot].isInside = isInside
      let crossing = crossing(frame, stretch, axis, isEntry: isInside, isInside: wasInside)
      if isInside {
        enter(slot, at: crossing, frame, peak: peak, stretch, on: viewState)
      } else {
        leave(slot, at: crossing, .left, on: viewState)
      }
    } else if !isInside, stretch.isEven, policy.sampling != .perFrame {
      passThrough(slot, frame, peak: peak, stretch, on: viewState)
    }
    if tracks[slot].isInside != tracks[slot].isSettled { tracks[slot].isSettled = false }
    if let left = tracks[slot].visit?.left,
      stretch.end.nanoseconds(since: left.0.time) > policy.exitDelay
    {
      close(slot, at: left.0, left.1, on: viewState)
    }
  }

  private mutating func note(_ peak: Double, _ slot: Int, isUncertain: Bool) {
    if tracks[slot].peak < peak { tracks[slot].peak = peak }
    guard var visit = tracks[slot].visit else { return }
    if visit.peak < peak { visit.peak = peak }
    if visit.fastest < fastest { visit.fastest = fastest }
    if isUncertain { visit.isUncertain = true }
    tracks[slot].visit = visit
  }

  /// Records fractions and speeds since the last sample: no target came or went, but their visible
  /// parts changed; `old` is the previous viewport, if it differs.
  mutating func noteCalm(on viewState: borrowing ViewState, in old: Rect? = nil) {
    guard hasLooked, policy.measure.isGeometric, viewState.geometryGeneration == generation,
      let present = lens.viewport(on: viewState)
    else { return }
    let axis = viewState.targets.mainAxis
    let distance = present.start(axis) - offsetPlace(on: viewState)
    let whole = CountingPlaces(low: range.low + distance, high: range.high + distance)
    for slot in tracks.indices {
      let margins = tracks[slot].margins
      let viewport = margins.rest(of: old ?? present, axis)
      let seen = whole.moved(by: margins.start)
      let peak = lens.peak(of: tracks[slot].frame, in: viewport, axis, over: seen)
      note(peak, slot, isUncertain: false)
      if tracks[slot].visit == nil, tracks[slot].lastExit != nil {
        noteTrough(slot, in: viewport, over: seen, axis)
      }
    }
    fastest = 0
  }

  private mutating func noteTrough(
    _ slot: Int, in viewport: Rect, over seen: CountingPlaces, _ axis: Axis
  ) {
    let frame = tracks[slot].frame
    let low = lens.fraction(of: frame, in: viewport.moved(to: seen.low, axis), axis)
    let high = lens.fraction(of: frame, in: viewport.moved(to: seen.high, axis), axis)
    tracks[slot].trough = min(tracks[slot].trough, min(low, high))
  }

  /// Handles a target that counted only between two frames.
  private mutating func passThrough(
    _ slot: Int, _ frame: Rect, peak: Double, _ stretch: FrameInterval,
    on viewState: borrowing ViewState
  ) {
    let axis = viewState.targets.mainAxis
    guard let places = lens.places(frame, in: stretch.new, axis, isInside: false) else { return }
    let (from, to) = (stretch.old.start(axis), stretch.new.start(axis))
    guard places.low < places.high, places.low > min(from, to), places.high < max(from, to),
      stretch.old.start(axis.crossing) == stretch.new.start(axis.crossing)
    else { return }
    let isForward = to > from
    let first = isForward ? places.low : places.high
    enter(slot, at: moment(of: first, stretch, axis), frame, peak: peak, stretch, on: viewState)
    // A counting target may have a lower exit threshold.
    if lens.counts(frame, in: stretch.new, axis, isInside: true) {
      tracks[slot].isInside = true
      return
    }
    let held = lens.places(frame, in: stretch.new, axis, isInside: true) ?? places
    let last = isForward ? min(held.high, to) : max(held.low, to)
    leave(slot, at: moment(of: last, stretch, axis), .left, on: viewState)
  }

  /// The time at which a target's state changed within an interval.
  private func crossing(
    _ frame: Rect, _ stretch: FrameInterval, _ axis: Axis, isEntry: Bool, isInside: Bool
  ) -> Crossing {
    guard policy.sampling != .perFrame, stretch.isEven else { return end(of: stretch) }
    guard stretch.old.start(axis.crossing) == stretch.new.start(axis.crossing) else {
      return slantedCrossing(frame, stretch, axis, isInside: isInside)
    }
    guard let places = lens.places(frame, in: stretch.new, axis, isInside: isInside) else {
      return end(of: stretch)
    }
    let isForward = stretch.new.start(axis) > stretch.old.start(axis)
    return moment(of: isForward == isEntry ? places.low : places.high, stretch, axis)
  }

  private func moment(of place: Double, _ stretch: FrameInterval, _ axis: Axis) -> Crossing {
    let (from, to) = (stretch.old.start(axis), stretch.new.start(axis))
    return moment(at: to == from ? 1 : (place - from) / (to - from), of: stretch)
  }

  private func moment(at share: Double, of stretch: FrameInterval) -> Crossing {
    let held = share > 0 ? (share < 1 ? share : 1) : 0
    let length = Double(stretch.end.nanoseconds(since: stretch.start))
    let way = Int64(exactly: (length * held).rounded()) ?? 0
    let time = min(stretch.start.advanced(byNanoseconds: way), stretch.end)
    return Crossing(time: time, earliest: stretch.start, latest: stretch.end)
  }

  /// The same for movement along both axes, by bisection along a straight line.
  private func slantedCrossing(
    _ frame: Rect, _ stretch: FrameInterval, _ axis: Axis, isInside: Bool
  )
    -> Crossing
  {
    var (low, high) = (0.0, 1.0)
    let (a, b) = (stretch.old.origin, stretch.new.origin)
    for _ in 0..<40 {
      let share = low + (high - low) / 2
      let viewport = Rect(
        origin: Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share),
        size: stretch.new.size)
      if lens.counts(frame, in: viewport, axis, isInside: isInside) == isInside {
        low = share
      } else {
        high = share
      }
    }
    return moment(at: high, of: stretch)
  }
}

extension ImpressionAnalysis {
  /// Handles a target that begins to count by its geometry.
  mutating func enter(
    _ slot: Int, at crossing: Crossing, _ frame: Rect, peak: Double, _ stretch: FrameInterval,
    on viewState: borrowing ViewState
  ) {
    tracks[slot].hasCounted = true
    noteFlicker(slot, at: crossing, frame)
    guard gate.isOpen else { return }
    if tracks[slot].visit?.left != nil {
      // It returned before the delay ended, so the visit continues.
      tracks[slot].visit?.left = nil
      return
    }
    let isLarge = lens.isLarge(frame)
    start(slot, at: crossing, isLarge: isLarge, isUncertain: stretch.isUncertain, on: viewState)
    let fraction = lens.fraction(of: frame, in: stretch.new, viewState.targets.mainAxis)
    tracks[slot].visit?.peak = max(fraction, peak)
    tracks[slot].visit?.fastest = stretch.start < stretch.end ? speed ?? 0 : 0
    signal(slot, true, fraction, at: crossing.time, on: viewState)
  }

  private mutating func start(
    _ slot: Int, at crossing: Crossing, isLarge: Bool, isUncertain: Bool,
    on viewState: borrowing ViewState
  ) {
    var phases = phaseTimes
    phases.add(-viewState.time.nanoseconds(since: crossing.time), in: viewState.phase)
    var visit = Visit(enter: crossing, phases: phases)
    visit.isLarge = isLarge
    visit.isUncertain = isUncertain
    tracks[slot].visit = visit
  }

  /// Handles a target that stops counting.
  mutating func leave(
    _ slot: Int, at crossing: Crossing, _ end: VisitEnd, on viewState: borrowing ViewState
  ) {
    tracks[slot].lastExit = crossing.time
    tracks[slot].trough = 1
    guard tracks[slot].visit != nil, tracks[slot].visit?.left == nil else { return }
    if policy.exitDelay > 0, end == .left {
      tracks[slot].visit?.left = (crossing, end)
      return
    }
    close(slot, at: crossing, end, on: viewState)
  }

  /// Ends a visit and decides whether it is an impression.
  mutating func close(
    _ slot: Int, at crossing: Crossing, _ end: VisitEnd, on viewState: borrowing ViewState
  ) {
    guard let visit = tracks[slot].visit else { return }
    tracks[slot].visit = nil
    let track = tracks[slot]
    judge(visit, of: track.handle, at: crossing, end, on: viewState)
    // Restarting timers handle a removal themselves.
    let isTold = end == .removed ? policy.tellsRemoval : end != .traceEnd
    if isTold { signal(slot, false, 0, at: crossing.time, on: viewState) }
  }

  /// Handles a target that is no longer visible.
  mutating func drop(
    _ track: ImpressionTrack, at crossing: Crossing, _ end: VisitEnd,
    on viewState: borrowing ViewState
  ) {
    let slot = Int(slots[track.handle])
    guard slot >= 0, slot < tracks.count else { return }
    if let left = tracks[slot].visit?.left {
      close(slot, at: left.0, left.1, on: viewState)
    } else if tracks[slot].visit != nil {
      close(slot, at: crossing, end, on: viewState)
    }
    if !tracks[slot].hasCounted {
      judgeFraction(tracks[slot], at: crossing.time, end, on: viewState)
    }
    slots[track.handle] = -1
    let last = tracks.removeLast()
    if slot < tracks.count {
      tracks[slot] = last
      slots[last.handle] = Int32(truncatingIfNeeded: slot)
    }
  }

  /// Handles a change of eligibility: visits begin or end without movement.
  mutating func gateChanged(at time: TraceTime, on viewState: borrowing ViewState) {
    gate.open(at: time, on: viewState)
    noteCalm(on: viewState)
    // A visit that begins now excludes earlier fractions.
    let isBefore = time < viewState.time
    if let offset = isBefore ? viewState.previous?.offset ?? viewState.offset : viewState.offset {
      let place = viewState.targets.mainAxis == .vertical ? offset.y : offset.x
      range = CountingPlaces(low: place, high: place)
    }
    let crossing = Crossing(at: time)
    for slot in tracks.indices where tracks[slot].isInside {
      if gate.isOpen, tracks[slot].visit == nil {
        let handle = tracks[slot].handle
        guard let index = viewState.targets.index(of: handle) else { continue }
        let frame = viewState.targets.frame(at: index)
        start(slot, at: crossing, isLarge: lens.isLarge(frame), isUncertain: false, on: viewState)
        guard let viewport = lens.viewport(on: viewState) else { continue }
        let axis = viewState.targets.mainAxis
        let fraction = lens.fraction(
          of: frame, in: tracks[slot].margins.rest(of: viewport, axis), axis)
        tracks[slot].visit?.peak = fraction
        signal(slot, true, fraction, at: time, on: viewState)
      } else if !gate.isOpen, tracks[slot].visit != nil {
        close(slot, at: crossing, gate.reason, on: viewState)
      }
    }
    if case .perSet = policy.timer {
      sets.fire(until: time, into: &report, on: viewState)
      noteSet(at: time, on: viewState)
    }
  }
}
