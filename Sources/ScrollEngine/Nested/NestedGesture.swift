public import ScrollModel

/// One finger over nested scroll views, and which of them its movements go to.
///
/// Each view is an engine of its own that handles the finger as if it were alone. Views without the drag
/// get a cancelled touch. A view with a part of the drag gets a finger that moved by this part only.
public struct NestedGesture: Sendable {
  /// What has been decided.
  private enum Stage: Hashable {
    /// No finger is down.
    case none
    /// The finger is within the slop: all views track it.
    case tracking
    /// Each view has the finger to itself.
    case separate
    /// One view has it.
    case latched(Int)
    /// A view and those around it share its movements along an axis.
    case shared(Axis, owner: Int)
  }

  private var stage = Stage.none
  private var pointer: Int64 = 0
  private var down = Point.zero
  /// Where the finger was last.
  private var last = Point.zero
  /// Where each view has the finger.
  private var places: [Point] = []
  /// The movements of the finger, for the velocity of a view that got only a part of them.
  private var finger: Gesture?
  private var isRightToLeft = false
  /// The view that moved last.
  private var mover = 0
  /// Whether a view other than the owner has moved.
  private var hasPassedOn = false
  /// A fling that another view takes over when it comes to its edge.
  private var flight: (time: TraceTime, axis: Axis, from: Int, to: Int, velocity: Double)?

  /// Creates a gesture before any finger is down.
  public init() {}

  /// Whether a finger is down.
  public var isUnderWay: Bool { stage != .none }

  /// When a fling comes to the edge at which another view takes it over; nil without one.
  public var nextMoment: TraceTime? { flight?.time }

  /// Hands a fling over to the next view, where one has come to its edge by a moment.
  public mutating func advance<Views: NestedViews>(to time: TraceTime, in views: inout Views) {
    guard let flight, flight.time <= time, flight.to < views.count else { return }
    self.flight = nil
    views.note(
      NestedDecision(
        time: flight.time, kind: .flungOn, axis: flight.axis, view: flight.to, from: flight.from))
    views.stop(flight.from, at: flight.time)
    let vector = views.withEngine(of: flight.to, at: flight.time) {
      $0.physical(movement: flight.velocity, along: flight.axis)
    }
    views.fling(flight.to, velocity: vector, at: flight.time)
    planFlight(of: flight.to, flight.axis, at: flight.time, in: &views)
  }

  /// Takes a sample of the finger; times must not decrease, and the views stay the same up to its end.
  public mutating func handle<Views: NestedViews>(
    _ sample: TouchSample, at time: TraceTime, in views: inout Views
  ) {
    guard sample.delivery == .direct, views.count > 0 else { return }
    switch sample.phase {
    case .began: begin(sample, at: time, in: &views)
    case .moved:
      guard isUnderWay, sample.pointer == pointer else { return }
      move(sample, at: time, in: &views)
      last = sample.position
    case .stationary: break
    case .ended, .cancelled:
      guard isUnderWay, sample.pointer == pointer else { return }
      end(sample, at: time, in: &views)
    }
  }

  private mutating func begin<Views: NestedViews>(
    _ sample: TouchSample, at time: TraceTime, in views: inout Views
  ) {
    guard !isUnderWay else { return }
    flight = nil
    pointer = sample.pointer
    (down, last) = (sample.position, sample.position)
    places.removeAll(keepingCapacity: true)
    (mover, hasPassedOn) = (0, false)
    let inner = views.withEngine(of: 0, at: time) { $0.nestedViewState }
    isRightToLeft = inner.isRightToLeft
    stage = inner.choice == .separate ? .separate : .tracking
    finger = Gesture(
      .finger(pointer: pointer), at: down, original: AxisPair(both: 0), isCatch: false, time: time)
    let (estimator, physics) = views.withEngine(of: 0, at: time) {
      ($0.configuration.estimator, $0.configuration.releasePhysics)
    }
    finger?.track(with: estimator, under: physics)
    for view in 0..<views.count {
      places.append(down)
      views.send(.touch(sample), to: view, at: time)
    }
  }

  private mutating func move<Views: NestedViews>(
    _ sample: TouchSample, at time: TraceTime, in views: inout Views
  ) {
    let sign = isRightToLeft ? -1.0 : 1.0
    finger?.add(
      AxisPair(sign * (last.x - sample.position.x), last.y - sample.position.y), at: time)
    finger?.add(
      contentDistance: AxisPair(
        sign * (down.x - sample.position.x), down.y - sample.position.y), at: time)
    if stage == .tracking { decide(sample.position, at: time, in: &views) }
    switch stage {
    case .none: break
    case .tracking, .separate:
      for view in 0..<views.count { views.send(.touch(sample), to: view, at: time) }
    case .latched(let view):
      views.send(.touch(sample), to: view, at: time)
    case .shared(let axis, let owner):
      share(from: last, to: sample, along: axis, owner: owner, at: time, in: &views)
    }
  }

  private mutating func end<Views: NestedViews>(
    _ sample: TouchSample, at time: TraceTime, in views: inout Views
  ) {
    let ended = stage
    stage = .none
    switch ended {
    case .none: break
    case .tracking, .separate:
      for view in 0..<views.count { views.send(.touch(sample), to: view, at: time) }
    case .latched(let view):
      views.send(.touch(sample), to: view, at: time)
    case .shared(let axis, let owner):
      let finger = finger
      if hasPassedOn, let finger {
        views.withEngine(of: mover, at: time) { $0.takeVelocity(of: finger, along: axis) }
      }
      // Views that another one took the movement from, or that never got any, do not fling.
      for view in owner..<views.count where view != mover {
        var cancelled = sample
        cancelled.phase = .cancelled
        views.send(.touch(cancelled), to: view, at: time)
      }
      var lifted = sample
      lifted.position = places[mover]
      views.send(.touch(lifted), to: mover, at: time)
      planFlight(of: mover, axis, at: time, in: &views)
    }
    finger = nil
  }

  // MARK: The first movement

  /// Decides which view gets the drag, once the finger has gone far enough (NEST-1 to NEST-9).
  private mutating func decide<Views: NestedViews>(
    _ place: Point, at time: TraceTime, in views: inout Views
  ) {
    let inner = views.withEngine(of: 0, at: time) { $0.nestedViewState }
    let all = AxisPair(down.x - place.x, down.y - place.y)
    var way = AxisPair(both: 0.0)
    var slop = inner.slop
    for view in 0..<views.count {
      let situation = views.withEngine(of: view, at: time) { $0.nestedViewState }
      slop = min(slop, situation.slop)
      if situation.axes != .vertical { way.horizontal = all.horizontal }
      if situation.axes != .horizontal { way.vertical = all.vertical }
    }
    let counted = inner.isSlopPlanar ? all : way
    let distance =
      (counted.horizontal * counted.horizontal + counted.vertical * counted.vertical).squareRoot()
    guard distance > slop, way != AxisPair(both: 0) else { return }
    let (x, y) = (magnitude(way.horizontal), magnitude(way.vertical))
    if y > x * inner.lockRatio {
      way.horizontal = 0
    } else if x > y * inner.lockRatio {
      way.vertical = 0
    }
    let axis: Axis = way.vertical == 0 || x > y ? .horizontal : .vertical
    let chosen = views.choice(of: way, at: time)
    let share = slop / distance
    let reference = Point(
      x: down.x + (place.x - down.x) * share, y: down.y + (place.y - down.y) * share)
    views.note(
      NestedDecision(
        time: time, kind: chosen.kind, axis: axis, view: chosen.view, from: chosen.from))
    if inner.choice == .passedOn {
      last = reference
      for view in chosen.view..<views.count { places[view] = reference }
      stage = .shared(axis, owner: chosen.view)
      mover = chosen.view
      views.withEngine(of: chosen.view, at: time) { $0.beginDrag(from: reference) }
    } else {
      stage = .latched(chosen.view)
      if inner.isSlopPlanar {
        views.withEngine(of: chosen.view, at: time) { $0.beginDrag(from: reference) }
      }
    }
    for view in 0..<views.count where view != chosen.view {
      if case .shared = stage, view > chosen.view, views.scrolls(view, along: axis, at: time) {
        continue
      }
      views.send(
        .touch(TouchSample(pointer: pointer, phase: .cancelled, position: last)), to: view, at: time
      )
    }
  }

  // MARK: Movements that views share

  /// Gives each view what it can follow of a movement, from the inside out (NEST-4).
  private mutating func share<Views: NestedViews>(
    from old: Point, to sample: TouchSample, along axis: Axis, owner: Int, at time: TraceTime,
    in views: inout Views
  ) {
    var rest = axis == .horizontal ? old.x - sample.position.x : old.y - sample.position.y
    let wanted = rest
    for view in owner..<views.count {
      guard views.scrolls(view, along: axis, at: time) else { continue }
      let (room, choice, lets) = views.withEngine(of: view, at: time) { engine in
        let situation = engine.nestedViewState
        var way = AxisPair(both: 0.0)
        way[axis] = rest
        return (situation.room(axis, towards: rest), situation.choice, situation.letsPass(way))
      }
      let part = magnitude(rest) <= room ? rest : (rest > 0 ? room : -room)
      if part != 0 { take(part, view, axis, at: time, in: &views) }
      rest -= part
      guard rest != 0, choice == .passedOn, lets else { break }
    }
    // What no view can follow pulls the owner past its end.
    if rest != 0 { shift(owner, by: rest, axis) }
    if rest == wanted, wanted != 0 { mover = owner }
    for view in owner..<views.count where views.scrolls(view, along: axis, at: time) {
      var seen = sample
      seen.position = places[view]
      views.send(.touch(seen), to: view, at: time)
    }
  }

  /// Notes that a view follows a part of a movement; its drag begins with the first one.
  private mutating func take<Views: NestedViews>(
    _ part: Double, _ view: Int, _ axis: Axis, at time: TraceTime, in views: inout Views
  ) {
    let reference = places[view]
    views.withEngine(of: view, at: time) { $0.beginDrag(from: reference) }
    shift(view, by: part, axis)
    guard view != mover else { return }
    views.note(
      NestedDecision(time: time, kind: .passedOn, axis: axis, view: view, from: mover))
    mover = view
    hasPassedOn = true
  }

  /// Moves the finger that a view sees, against the movement of the content.
  private mutating func shift(_ view: Int, by part: Double, _ axis: Axis) {
    let place = places[view]
    places[view] =
      axis == .horizontal
      ? Point(x: place.x - part, y: place.y) : Point(x: place.x, y: place.y - part)
  }

  /// Finds when a fling reaches an end of its view's range, from where the next view continues
  /// (NEST-4).
  private mutating func planFlight<Views: NestedViews>(
    of view: Int, _ axis: Axis, at time: TraceTime, in views: inout Views
  ) {
    let (arrival, choice) = views.withEngine(of: view, at: time) {
      ($0.arrival(axis), $0.configuration.nestedScroll)
    }
    guard let arrival, choice == .passedOn else { return }
    for next in (view + 1)..<max(view + 1, views.count)
    where views.scrolls(next, along: axis, at: arrival.time) {
      flight = (arrival.time, axis, view, next, arrival.velocity)
      return
    }
  }
}
