import ScrollModel

extension TransitionAnalysis {
  /// Records the effects of followed views.
  mutating func follow(on viewState: borrowing ViewState) {
    guard let viewport = viewState.viewport(options.viewport) else { return }
    let axis = transitionAxis(viewState)
    for id in options.followed where report.samples.count < options.keptChanges {
      guard let handle = viewState.targets.handle(of: id),
        let index = viewState.targets.index(of: handle)
      else { continue }
      let place = place(of: viewState.targets.frame(at: index), in: viewport, axis, on: viewState)
      report.samples.append(
        TransitionSample(
          time: viewState.time, id: id, phase: place.phase(settings),
          progress: place.progress(settings),
          values: options.effects.map { $0.value(at: place, settings) }))
    }
  }

  /// Finds views whose drawn frame is visible while their layout frame is not, or the reverse.
  mutating func findMismatches(on viewState: borrowing ViewState) {
    guard let viewport = viewState.viewport(options.viewport), let shown = viewState.visibleRect
    else {
      return
    }
    let main = viewState.targets.mainAxis
    let axis = transitionAxis(viewState)
    let reach = largestReach
    let ranks = viewState.targets.window(
      near: window, from: shown.start(main) - reach, to: shown.end(main) + reach)
    for rank in ranks {
      let index = viewState.targets.index(at: rank)
      let frame = viewState.targets.frame(at: index)
      let place = place(of: frame, in: viewport, axis, on: viewState)
      let drawn = drawn(frame, place)
      let isLaidOut = frame.sharedLength(with: shown, main) > 0
      let isDrawn = drawn.sharedLength(with: shown, main) > 0
      guard isLaidOut != isDrawn, frame.area > 0 else { continue }
      let offset = (drawn.start(main) - frame.start(main)).magnitude
      note(viewState.targets.handles[index], isDrawnInView: isDrawn, offset, on: viewState)
    }
    closeMismatches(before: viewState.time)
  }

  private mutating func note(
    _ handle: Int, isDrawnInView: Bool, _ offset: Double, on viewState: borrowing ViewState
  ) {
    let open = mismatches.firstIndex {
      $0.handle == handle && $0.mismatch.isDrawnInView == isDrawnInView
    }
    if let open {
      mismatches[open].mismatch.end = viewState.time
      let largest = max(mismatches[open].mismatch.largestOffset, offset)
      mismatches[open].mismatch.largestOffset = largest
      return
    }
    let mismatch = TransitionMismatch(
      id: viewState.targets.id(of: handle), start: viewState.time, end: viewState.time,
      isDrawnInView: isDrawnInView, largestOffset: offset)
    mismatches.append(OpenMismatch(handle: handle, mismatch: mismatch))
  }

  private mutating func closeMismatches(before time: TraceTime) {
    guard mismatches.contains(where: { $0.mismatch.end < time }) else { return }
    for open in mismatches where open.mismatch.end < time {
      report.mismatches.append(open.mismatch)
    }
    mismatches.removeAll { $0.mismatch.end < time }
  }

  /// The largest movement of an edge by an effect, for views up to the size of the visible content.
  private var largestReach: Double {
    var reach = 0.0
    for effect in options.effects {
      let values = [effect.identity, effect.topLeading, effect.bottomTrailing]
      let largest = values.map(\.magnitude).max() ?? 0
      switch effect.role {
      case .plain: break
      case .offsetX, .offsetY: reach += largest
      case .scale: reach += largest * (viewport?.area ?? 0).squareRoot()
      }
    }
    return reach
  }

  /// The frame as drawn with the effects.
  private func drawn(_ frame: Rect, _ place: TransitionPosition) -> Rect {
    var (x, y) = (frame.origin.x, frame.origin.y)
    var (width, height) = (frame.size.width, frame.size.height)
    for effect in options.effects where effect.role != .plain {
      let value = effect.value(at: place, settings)
      switch effect.role {
      case .plain: break
      case .offsetX: x += value
      case .offsetY: y += value
      case .scale:
        x += width * (1 - value) / 2
        y += height * (1 - value) / 2
        width *= value
        height *= value
      }
    }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
