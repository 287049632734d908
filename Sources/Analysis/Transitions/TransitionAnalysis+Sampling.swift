import ScrollModel

extension TransitionAnalysis {
  /// Computes the phases of all visible views, and the range of offsets in which none changes.
  mutating func look(on viewState: borrowing ViewState) {
    guard let new = viewState.viewport(options.viewport), viewState.targets.isKnown else { return }
    while histories.count < viewState.targets.handleCount { histories.append(History()) }
    let axis = transitionAxis(viewState)
    let main = viewState.targets.mainAxis
    let overhang = settings.overhang
    window = viewState.targets.window(
      near: window, from: new.start(main) - overhang, to: new.end(main) + overhang)
    var detector = identities
    identities = ChangeDetector()
    detector.begin()
    effectCount = 0
    var safe = CountingPlaces(low: -.infinity, high: .infinity)
    let origin = new.start(main)
    // Views of equal length share their limits.
    var limits = TransitionLimits(settings, view: -1, container: -1)
    let isRightToLeft = viewState.layoutDirection == .rightToLeft && axis == .horizontal
    for rank in window {
      let index = viewState.targets.index(at: rank)
      let frame = viewState.targets.frame(at: index)
      let place = place(of: frame, in: new, axis, on: viewState)
      if limits.view != place.view || limits.container != place.container {
        limits = TransitionLimits(settings, view: place.view, container: place.container)
      }
      if limits.isIdentity(at: place) {
        detector.add(viewState.targets.handles[index])
      } else if isInteractive(place.side), frame.sharedLength(with: new, main) > 0 {
        effectCount += 1
      }
      if axis == main, !isRightToLeft {
        narrow(&safe, around: origin, frame, new, limits, axis)
      } else {
        safe = CountingPlaces(low: origin, high: origin)
      }
    }
    commit(&detector, new, axis, on: viewState)
    noteLayout(on: viewState)
    countSkipped(new, axis, on: viewState)
    identities = detector
    viewport = new
    keep(safe, new, on: viewState)
  }

  /// The transition's own axis, else that of the scroll view (TRANS-17).
  func transitionAxis(_ viewState: borrowing ViewState) -> Axis {
    settings.axis ?? viewState.axes?.main ?? viewState.targets.mainAxis
  }

  func place(
    of frame: Rect, in viewport: Rect, _ axis: Axis, on viewState: borrowing ViewState
  ) -> TransitionPosition {
    let center = frame.start(axis) + frame.length(axis) / 2
    let distance = center - (viewport.start(axis) + viewport.length(axis) / 2)
    let isFlipped = axis == .horizontal && viewState.layoutDirection == .rightToLeft
    return TransitionPosition(
      view: frame.length(axis), container: viewport.length(axis),
      distance: isFlipped ? -distance : distance)
  }

  private func mode(of side: TransitionPhase) -> TransitionMode {
    side == .topLeading ? settings.topLeading : settings.bottomTrailing
  }

  private mutating func commit(
    _ detector: inout ChangeDetector, _ new: Rect, _ axis: Axis, on viewState: borrowing ViewState
  ) {
    let old = viewport
    let now = viewState.time.nanoseconds
    detector.commit { handle, isIdentity in
      if isIdentity {
        histories[handle].since = now
      } else {
        histories[handle].identity &+= now &- max(0, histories[handle].since)
        histories[handle].since = -1
      }
      // Views start in their phase at their first layout without a change (TRANS-37), and a
      // removed view has none.
      guard let old, let index = viewState.targets.index(of: handle), wasLaidOut(handle) else {
        return
      }
      let frame = viewState.targets.frame(at: index)
      let before = place(of: frame, in: old, axis, on: viewState)
      let after = place(of: frame, in: new, axis, on: viewState)
      // A view that is only out of sight stays at identity, as in the engine.
      let away = isIdentity ? before : after
      let isAlong = axis == viewState.targets.mainAxis
      guard away.hasThreshold(settings), isAlong || !away.phase(settings).isIdentity else {
        return
      }
      histories[handle].changes += 1
      report.changeCount &+= 1
      if case .animated = mode(of: away.side) {
        animations.append(now &+ options.animationNanoseconds)
      }
      guard report.changes.count < options.keptChanges else { return }
      report.changes.append(
        TransitionChange(
          time: viewState.time, id: viewState.targets.id(of: handle),
          old: isIdentity ? away.side : .identity, new: isIdentity ? .identity : away.side))
    }
  }

  private func wasLaidOut(_ handle: Int) -> Bool {
    handle < isLaidOut.count && isLaidOut[handle]
  }

  /// Records the views of the layout, so that the next sample can detect new ones.
  private mutating func noteLayout(on viewState: borrowing ViewState) {
    guard viewState.targets.generation != layoutGeneration else { return }
    layoutGeneration = viewState.targets.generation
    isLaidOut = Array(repeating: false, count: viewState.targets.handleCount)
    for handle in viewState.targets.handles { isLaidOut[handle] = true }
  }

  /// Counts views that changed from one side to the other between two frames.
  private mutating func countSkipped(_ new: Rect, _ axis: Axis, on viewState: borrowing ViewState) {
    let main = viewState.targets.mainAxis
    guard let old = viewport, old.size == new.size, viewState.geometryGeneration == generation,
      !viewState.isAfterJump, old.start(axis) != new.start(axis)
    else { return }
    let low = min(old.start(main), new.start(main))
    let high = max(old.end(main), new.end(main))
    let way = (new.start(axis) - old.start(axis)).magnitude
    var limits = TransitionLimits(settings, view: -1, container: -1)
    for rank in viewState.targets.window(near: window, from: low, to: high) {
      let frame = viewState.targets.frame(at: viewState.targets.index(at: rank))
      let length = frame.length(axis)
      let container = new.length(axis)
      if limits.view != length || limits.container != container {
        limits = TransitionLimits(settings, view: length, container: container)
      }
      guard way > limits.topLeading + limits.bottomTrailing else { continue }
      let before = place(of: frame, in: old, axis, on: viewState).phase(settings)
      let after = place(of: frame, in: new, axis, on: viewState).phase(settings)
      if before.rawValue * after.rawValue < 0 { report.skippedIdentityCount &+= 1 }
    }
  }

  /// Narrows the safe positions to those at which a view keeps its phase and its visibility.
  private func narrow(
    _ safe: inout CountingPlaces, around origin: Double, _ frame: Rect, _ viewport: Rect,
    _ limits: TransitionLimits, _ axis: Axis
  ) {
    let main = axis
    let margin = 1e-6 + origin.magnitude * 1e-12
    safe.narrow(to: frame.end(main), around: origin, margin: margin)
    safe.narrow(to: frame.start(main) - viewport.length(main), around: origin, margin: margin)
    // A view is on its top side while the viewport starts beyond the middle.
    let middle = frame.start(axis) + limits.view / 2 - limits.container / 2
    safe.narrow(to: middle + limits.topLeading, around: origin, margin: margin)
    safe.narrow(to: middle - limits.bottomTrailing, around: origin, margin: margin)
  }

  private mutating func keep(
    _ found: CountingPlaces, _ viewport: Rect, on viewState: borrowing ViewState
  ) {
    let main = viewState.targets.mainAxis
    let origin = viewport.start(main)
    let margin = 1e-6 + origin.magnitude * 1e-12
    var safe = found
    let overhang = settings.overhang
    if window.upperBound < viewState.targets.count {
      let start =
        viewState.targets.start(atRank: window.upperBound) - viewport.length(main) - overhang
      safe.narrow(to: start, around: origin, margin: margin)
    }
    if window.lowerBound > 0 {
      let reach = viewState.targets.reach(atRank: window.lowerBound - 1) + overhang
      safe.narrow(to: reach, around: origin, margin: margin)
    }
    guard let offset = viewState.offset else { return }
    let distance = origin - (main == .vertical ? offset.y : offset.x)
    self.safe = CountingPlaces(low: safe.low - distance, high: safe.high - distance)
    crossPlace = main == .vertical ? offset.x : offset.y
    generation = viewState.geometryGeneration
  }
}

/// The distances of centers within which views of equal length are at identity.
private struct TransitionLimits {
  let view: Double
  let container: Double
  let topLeading: Double
  let bottomTrailing: Double
  private let hasTop: Bool
  private let hasBottom: Bool

  init(_ settings: TransitionSettings, view: Double, container: Double) {
    self.view = view
    self.container = container
    hasTop = settings.topLeading.threshold != nil
    hasBottom = settings.bottomTrailing.threshold != nil
    func distance(_ mode: TransitionMode) -> Double {
      mode.threshold?.distance(view: view, container: container) ?? 0
    }
    topLeading = distance(settings.topLeading)
    bottomTrailing = distance(settings.bottomTrailing)
  }

  /// Whether a view at a position is at identity; a side without a mode always is.
  func isIdentity(at place: TransitionPosition) -> Bool {
    place.distance < 0
      ? !hasTop || -place.distance <= topLeading : !hasBottom || place.distance <= bottomTrailing
  }
}
