public import ScrollModel

/// One target in a scroll view at one time.
public struct InspectedTarget: Hashable, Sendable {
  /// The id.
  public var id: TargetID
  /// The frame in the content, in leading coordinates.
  public var frame: Rect
  /// The frame in the scroll view's frame, in leading coordinates.
  public var place: Rect
  /// The visible fraction, 0 to 1.
  public var visibleFraction: Double
  /// The transition phase and the progress to identity; nil without a transition.
  public var transition: (phase: TransitionPhase, progress: Double)?

  /// Whether two targets are displayed identically.
  public static func == (first: InspectedTarget, second: InspectedTarget) -> Bool {
    first.id == second.id && first.frame == second.frame && first.place == second.place
      && first.visibleFraction == second.visibleFraction
      && first.transition?.phase == second.transition?.phase
      && first.transition?.progress == second.transition?.progress
  }

  /// Hashes the displayed values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(place)
  }
}

/// The complete visible state of a scroll view at one time.
public struct Inspection: Hashable, Sendable {
  /// Offset, velocity, phase, geometry, position.
  public var state: ScrollState
  /// Whether scrolling by the user is disabled.
  public var isScrollDisabled: Bool
  /// The targets in the frame, ordered by position.
  public var targets: [InspectedTarget]
  /// The result of a release at this time without velocity, on each scrolling axis.
  public var candidates: [Settle]
}

extension ScrollEngine {
  /// Returns the complete state at a time from `now` on, including a tick at that time.
  public func inspect(at time: TraceTime) -> Inspection {
    var copy = self
    var silent = NoConsumer()
    if copy.isTick(time) {
      copy.finish(at: time, to: &silent)
      // The visit advances past the tick; the reported state is that of the tick.
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

  /// The targets that are partly or entirely in the frame, including those under bars.
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
    let pinned = lens.pinned
    var targets: [InspectedTarget] = []
    let window = content.window(from: viewport.low(axis), to: viewport.high(axis))
    // A pinned view may have been laid out far before what is in view.
    let outside = [pinned.header, pinned.footer].compactMap { $0?.rank }.filter {
      !window.contains($0)
    }
    for rank in outside + window {
      let (start, length) = content.interval(at: rank, cross)
      guard start < viewport.high(cross), start + length > viewport.low(cross) else { continue }
      let x = content.interval(at: rank, .horizontal)
      let y = content.interval(at: rank, .vertical)
      let frame = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
      let shift = pinned.view(rank).map { $0.start - content.start(at: rank) } ?? 0
      targets.append(
        InspectedTarget(
          id: content.ids[content.index(at: rank)], frame: frame,
          place: Rect(
            x: x.start - viewport.rect.origin.x + (axis == .horizontal ? shift : 0),
            y: y.start - viewport.rect.origin.y + (axis == .vertical ? shift : 0),
            width: x.length, height: y.length),
          visibleFraction: lens.fraction(of: rank, in: content), transition: transition(at: rank)))
    }
    return targets
  }
}
