public import ScrollModel

extension ScrollEngine {
  /// The transition of a view: its phase and its progress to identity, 0 to 1.
  public func transition(of id: TargetID) -> (phase: TransitionPhase, progress: Double)? {
    content.index(of: id, configuration.switches.optionalID).flatMap {
      transition(at: content.rank(of: $0))
    }
  }

  func transition(at rank: Int) -> (phase: TransitionPhase, progress: Double)? {
    guard let settings = configuration.transition else { return nil }
    let place = transitionPlace(rank, transitionViewport, transitionAxis(settings))
    return (place.phase(settings), place.progress(settings))
  }

  var transitionViewport: Viewport {
    configuration.switches.transitionViewport == .unobscured
      ? unobscuredViewport : visibleViewport
  }

  /// The transition's own axis, else vertical unless the view only scrolls horizontally (TRANS-17).
  func transitionAxis(_ settings: TransitionSettings) -> Axis {
    settings.axis ?? container.axes.main
  }

  private func transitionPlace(_ rank: Int, _ viewport: Viewport, _ axis: Axis)
    -> TransitionPosition
  {
    let (start, length) = content.interval(at: rank, axis)
    return TransitionPosition(
      view: length, container: viewport.length(axis),
      distance: start + length / 2 - viewport.center(axis))
  }

  /// Delivers changes to and from identity; other views keep their side.
  mutating func deliverTransitions<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    guard let settings = configuration.transition else { return }
    let viewport = transitionViewport
    let axis = transitionAxis(settings)
    let isFirst = reported.viewport == nil
    let last = Viewport(rect: reported.viewport ?? viewport.rect)
    reported.viewport = viewport.rect
    let main = content.mainAxis
    var detector = identities
    identities = ChangeDetector()
    detector.begin()
    let overhang = settings.overhang
    let window = content.window(
      from: viewport.low(main) - overhang, to: viewport.high(main) + overhang, near: lastWindow)
    for rank in window where transitionPlace(rank, viewport, axis).phase(settings).isIdentity {
      detector.add(content.index(at: rank))
    }
    let newcomers = self.newcomers
    self.newcomers = []
    detector.commit { index, isIdentity in
      let rank = content.rank(of: index)
      let before = transitionPlace(rank, last, axis)
      let after = transitionPlace(rank, viewport, axis)
      // Views start in their phase at their first layout, without a change (TRANS-37).
      guard !isFirst, !newcomers.contains(index) else { return }
      // A view that is only out of sight stays at identity: its side has no threshold, or the
      // transition uses the other axis (TRANS-11, TRANS-14).
      let away = isIdentity ? before : after
      guard away.hasThreshold(settings), axis == main || !away.phase(settings).isIdentity else {
        return
      }
      consumer.consume(
        TransitionOutcome(
          time: tick, id: content.ids[index], old: isIdentity ? before.side : .identity,
          new: isIdentity ? .identity : after.side))
    }
    identities = detector
  }
}
