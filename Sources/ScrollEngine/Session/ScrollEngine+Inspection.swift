public import ScrollModel

/// One target as a scroll view shows it at a moment.
public struct InspectedTarget: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// Where it lies in the content, in leading coordinates.
  public var frame: Rect
  /// Where it lies in the scroll view's frame, in leading coordinates.
  public var place: Rect
  /// How much of it is visible, 0 to 1.
  public var visibleFraction: Double
  /// Its transition phase and how far it is to identity; nil without a transition.
  public var transition: (phase: TransitionPhase, progress: Double)?

  /// Whether two targets are shown alike.
  public static func == (first: InspectedTarget, second: InspectedTarget) -> Bool {
    first.id == second.id && first.frame == second.frame && first.place == second.place
      && first.visibleFraction == second.visibleFraction
      && first.transition?.phase == second.transition?.phase
      && first.transition?.progress == second.transition?.progress
  }

  /// Hashes what is shown.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(place)
  }
}

/// Everything that a scroll view shows at a moment.
public struct Inspection: Hashable, Sendable {
  /// Offset, velocity, phase, geometry, position.
  public var state: ScrollState
  /// Whether the user cannot scroll.
  public var isScrollDisabled: Bool
  /// The targets in the frame, in the order of their places.
  public var targets: [InspectedTarget]
  /// Where a release at this moment without velocity would come to rest, on each scrolling axis.
  public var candidates: [Settle]
}

extension ScrollEngine {
  /// Returns everything that is shown at a moment from `now` on; a tick at the moment counts.
  public func inspect(at time: TraceTime) -> Inspection {
    var copy = self
    var silent = NoConsumer()
    if copy.isTick(time) {
      copy.finish(at: time, to: &silent)
      // The visit leads behind the tick; what is shown is of the tick itself.
      copy.now = max(now, time.held)
    } else {
      copy.advance(to: time, to: &silent)
    }
    let state = copy.state(at: time)
    let targets = copy.inspectedTargets
    let here = AxisPair(copy.offset(.horizontal), copy.offset(.vertical))
    let settles = copy.decide(
      velocity: AxisPair(both: 0), original: here, isResize: false, &silent)
    return Inspection(
      state: state, isScrollDisabled: copy.isScrollDisabled, targets: targets,
      candidates: settles)
  }

  /// The targets of which the frame shows a part now, with what lies under bars.
  public var shownTargets: Set<TargetID> {
    let axis = content.mainAxis
    let low = offset(axis)
    let high = low + container.length(axis)
    var shown: Set<TargetID> = []
    for rank in content.window(from: low, to: high)
    where content.overlaps(rank, from: low, to: high) {
      shown.insert(content.ids[content.index(at: rank)])
    }
    return shown
  }

  private var inspectedTargets: [InspectedTarget] {
    let viewport = visibleViewport
    let axis = content.mainAxis
    let cross: Axis = axis == .vertical ? .horizontal : .vertical
    let lens = visibilityLens
    var targets: [InspectedTarget] = []
    for rank in content.window(from: viewport.low(axis), to: viewport.high(axis)) {
      let (start, length) = content.interval(at: rank, cross)
      guard start < viewport.high(cross), start + length > viewport.low(cross) else { continue }
      let x = content.interval(at: rank, .horizontal)
      let y = content.interval(at: rank, .vertical)
      let frame = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
      targets.append(
        InspectedTarget(
          id: content.ids[content.index(at: rank)], frame: frame,
          place: Rect(
            x: x.start - viewport.rect.origin.x, y: y.start - viewport.rect.origin.y,
            width: x.length, height: y.length),
          visibleFraction: lens.fraction(of: rank, in: content), transition: transition(at: rank)))
    }
    return targets
  }
}
