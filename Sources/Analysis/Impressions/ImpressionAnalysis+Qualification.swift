import ScrollModel

extension ImpressionAnalysis {
  /// Decides whether a completed visit is an impression.
  mutating func judge(
    _ visit: Visit, of handle: Int, at exit: Crossing, _ end: VisitEnd,
    on viewState: borrowing ViewState
  ) {
    report.visitCount &+= 1
    // Systems with their own timers decide by callbacks.
    guard policy.timer == .perItem else {
      shown.add(visit, of: handle, until: exit.time)
      return
    }
    let duration = max(0, exit.time.nanoseconds(since: visit.enter.time))
    let earlier = policy.accumulatesDwell ? histories[handle].accumulated : 0
    if policy.accumulatesDwell { histories[handle].accumulated &+= duration }
    let needed = max(0, policy.dwell &- earlier)
    let certainty = certainty(visit, exit, needed: needed)
    let isRepeated = isRepetitionRefused(handle, visit.enter.time)
    if end != .traceEnd || duration >= needed { histories[handle].lastExit = exit.time.nanoseconds }
    guard !isRepeated else { return }
    guard duration >= needed, certainty != .no else {
      let missing = needed &- duration
      if missing <= options.nearMissTime {
        miss(
          handle, visit.enter.time, exit.time, end, .time(missingNanoseconds: max(0, missing)),
          visit.peak, certainty, on: viewState)
      }
      return
    }
    count(visit, of: handle, at: exit, end, duration, needed: needed, certainty, on: viewState)
  }

  private mutating func count(
    _ visit: Visit, of handle: Int, at exit: Crossing, _ end: VisitEnd, _ duration: Int64,
    needed: Int64, _ certainty: Certainty, on viewState: borrowing ViewState
  ) {
    var phases = phaseTimes
    phases.add(-viewState.time.nanoseconds(since: exit.time), in: viewState.phase)
    let repeats = policy.repetition == .everyDwell && policy.dwell > 0 ? duration / policy.dwell : 1
    for step in 1...max(1, min(repeats, 1_000_000)) {
      histories[handle].count &+= 1
      let way = needed &+ (step - 1) &* policy.dwell
      report.impressions.append(
        Impression(
          id: viewState.targets.id(of: handle), target: handle,
          number: Int(histories[handle].count),
          enter: visit.enter, qualified: visit.enter.time.advanced(byNanoseconds: way),
          exit: exit, end: end, durationNanoseconds: duration, peakFraction: visit.peak,
          maximumSpeed: visit.fastest, phases: phases.since(visit.phases),
          usesLargeItemRule: visit.isLarge, certainty: certainty))
    }
  }

  private func isRepetitionRefused(_ handle: Int, _ enter: TraceTime) -> Bool {
    let history = histories[handle]
    switch policy.repetition {
    case .everyVisit, .everyDwell: return false
    case .once: return history.count > 0
    case .afterGap(let gap):
      guard history.count > 0 else { return false }
      return enter.nanoseconds(since: TraceTime(nanoseconds: history.lastExit)) < gap
    }
  }

  /// The certainty that a visit lasted long enough, given gaps between frames and samples.
  private func certainty(_ visit: Visit, _ exit: Crossing, needed: Int64) -> Certainty {
    let least = exit.earliest.nanoseconds(since: visit.enter.latest)
    let most = exit.latest.nanoseconds(since: visit.enter.earliest)
    var (sure, can) = (needed, needed)
    if case .polled(let period) = policy.sampling {
      // The first sample comes within a period, the deciding one whole periods later, and both
      // have to find the target.
      let looks = needed / period &+ (needed % period == 0 ? 0 : 1)
      can = looks.multipliedReportingOverflow(by: period).partialValue
      sure = can.addingReportingOverflow(period).partialValue
    }
    if least >= sure, !visit.isUncertain { return .certain }
    return most >= can ? .possible : .no
  }

  /// Handles a target that was visible without ever counting.
  mutating func judgeFraction(
    _ track: ImpressionTrack, at time: TraceTime, _ end: VisitEnd, on viewState: borrowing ViewState
  ) {
    guard policy.measure.isGeometric, track.peak > 0 else { return }
    let missing = lens.threshold(for: track.frame, isInside: false) - track.peak
    guard missing <= options.nearMissFraction else { return }
    miss(
      track.handle, track.since, time, end, .fraction(missing: max(0, missing)), track.peak, .no,
      on: viewState)
  }

  private mutating func miss(
    _ handle: Int, _ start: TraceTime, _ stop: TraceTime, _ end: VisitEnd,
    _ lack: NearMiss.MissingPart,
    _ peak: Double, _ certainty: Certainty, on viewState: borrowing ViewState
  ) {
    report.nearMisses.append(
      NearMiss(
        id: viewState.targets.id(of: handle), target: handle, start: start, stop: stop, end: end,
        lack: lack,
        peakFraction: peak, certainty: certainty))
  }

  /// Counts a target that left and soon returned, and the hysteresis that would have prevented
  /// it.
  mutating func noteFlicker(_ slot: Int, at crossing: Crossing, _ frame: Rect) {
    guard let last = tracks[slot].lastExit else { return }
    if crossing.time.nanoseconds(since: last) <= options.flickerTime {
      report.flickerCount &+= 1
      let band = lens.threshold(for: frame, isInside: false) - tracks[slot].trough
      if band > 0 { report.hysteresis = max(report.hysteresis ?? 0, band) }
    }
    tracks[slot].lastExit = nil
  }

  /// Completes and orders the report.
  mutating func closeReport(at time: TraceTime, on viewState: borrowing ViewState) {
    report.assumptions += gate.assumptions
    if policy.measure.isGeometric {
      if viewState.containerSize == nil { report.notMeasurable = "the container's size is unknown" }
      if !viewState.targets.isKnown { report.notMeasurable = "no layout is known" }
      if viewState.insets == nil, policy.viewport == .unobscured {
        report.assumptions.append("the insets are unknown: none are taken off")
      }
    }
    if let obstacle = gate.obstacle { report.notMeasurable = obstacle }
    report.impressions.sortStably { ($0.qualified, $0.target) < ($1.qualified, $1.target) }
    report.nearMisses.sortStably { ($0.stop, $0.target) < ($1.stop, $1.target) }
    report.callbacks.sortStably { $0.time < $1.time }
    shown.complete(&report.impressions)
    noteUnreachable(on: viewState)
  }

  /// Lists the targets of the last layout that can never count.
  private mutating func noteUnreachable(on viewState: borrowing ViewState) {
    guard policy.measure.isGeometric, let viewport = lens.viewport(on: viewState) else { return }
    let axis = viewState.targets.mainAxis
    for index in 0..<viewState.targets.count {
      let frame = viewState.targets.frame(at: index)
      let viewport = margins(ofIndex: index, in: viewport, on: viewState).rest(of: viewport, axis)
      let best = lens.bestViewport(of: frame, in: viewport, axis, on: viewState)
      guard !lens.counts(frame, in: best, axis, isInside: false) else { continue }
      let free = lens.largestFraction(of: frame, in: best, axis)
      let largest = lens.fraction(of: frame, in: best, axis)
      report.unreachable.append(
        UnreachableTarget(
          id: viewState.targets.id(of: viewState.targets.handles[index]), largestFraction: largest,
          threshold: lens.threshold(for: frame, isInside: false), isTooLarge: free <= largest))
    }
  }
}

extension ImpressionRule {
  /// The viewport within the range of the scroll that shows the most of a target.
  func bestViewport(
    of frame: Rect, in viewport: Rect, _ axis: Axis, on viewState: borrowing ViewState
  )
    -> Rect
  {
    let along = viewport.moved(to: bestPlace(of: frame, in: viewport, axis, on: viewState), axis)
    guard viewState.targets.scrollsBothWays else { return along }
    let cross = axis.crossing
    return along.moved(to: bestPlace(of: frame, in: viewport, cross, on: viewState), cross)
  }

  /// The viewport position along one axis that shows the most of a target.
  private func bestPlace(
    of frame: Rect, in viewport: Rect, _ axis: Axis, on viewState: borrowing ViewState
  ) -> Double {
    // At the target's start, as much as possible is visible without rounding errors.
    let start = frame.start(axis)
    guard let range = placeRange(of: viewport, axis, on: viewState) else { return start }
    return min(max(start, range.low), range.high)
  }

  /// The range of the viewport's start at rest.
  private func placeRange(of viewport: Rect, _ axis: Axis, on viewState: borrowing ViewState)
    -> CountingPlaces?
  {
    guard let content = viewState.contentSize, let size = viewState.containerSize,
      let at = viewState.offset
    else { return nil }
    let isVertical = axis == .vertical
    let insets = viewState.insets ?? .zero
    let start = isVertical ? insets.top : insets.left
    let end = isVertical ? insets.bottom : insets.right
    let low = -start
    let frame = isVertical ? size.height : size.width
    let high = max(low, (isVertical ? content.height : content.width) + end - frame)
    let distance = viewport.start(axis) - (isVertical ? at.y : at.x)
    return CountingPlaces(low: low + distance, high: high + distance)
  }
}
