import ScrollEngine
public import ScrollModel
import TraceStore

/// A decision about nested views during a replay, with the names of their traces.
public struct NestedEvent: Hashable, Sendable {
  /// When it was decided.
  public var time: TraceTime
  /// What was decided.
  public var kind: NestedDecision.Kind
  /// The axis of the movement.
  public var axis: Axis
  /// The trace of the view that moves.
  public var view: String
  /// The trace of the view that does not, or no longer.
  public var from: String
}

/// One finger over nested views during a replay, and how far it moved each of them.
public struct NestedDrag: Hashable, Sendable {
  /// When the finger came down and when it was lifted.
  public var start, end: TraceTime
  /// The members of `NestedTraces` under it, the innermost first.
  public var views: [Int]
  /// How far the content of each went while the finger was down, in points.
  public var distances: [Double]
  /// How far the finger went.
  public var travel: Double
}

/// The views around and in the one that is replayed, each with a replay of its own.
///
/// All of them take one stream of fingers. What goes to which is decided by `NestedGesture`, so the
/// replay of one trace depends on where the others are. Only replays that gestures drive have one.
final class NestedReplay {
  private let traces: NestedTraces
  private let own: Int
  /// The replays of the members; nil for those that cannot be replayed.
  private var runs: [ReplayRun?]
  private var nextEvent = 0
  private var nextSample = 0
  private var gesture = NestedGesture()
  private var wheel = NestedWheel()
  /// The members under the finger, or under the last one.
  private var fingerChain: [Int] = []
  /// Where the finger came down and where it was last, and where the contents were then.
  private var drag: (start: TraceTime, down: Point, last: Point, offsets: [Point])?

  /// Creates the replays around one, which is added by `attach`.
  init?(_ plan: ReplayPlan) {
    guard let place = plan.contents.nested, plan.drive.drive == .gesture else { return nil }
    traces = place.traces
    own = place.member
    runs = place.traces.members.indices.map { member in
      guard member != place.member else { return nil }
      return Self.run(of: place.traces.members[member], beside: plan)
    }
    guard runs.contains(where: { $0 != nil }) else { return nil }
  }

  /// Adds the replay that the others are for.
  func attach(_ run: ReplayRun) { runs[own] = run }

  /// Removes it, so that neither keeps the other.
  func detach() { runs[own] = nil }

  /// The replay of another member, under its own configuration, or under the platform of the plan.
  private static func run(of member: NestedTraces.Member, beside plan: ReplayPlan) -> ReplayRun? {
    var contents = member.contents
    contents.hasTouches = true
    let information = member.information
    var declared = information.declaredConfiguration.flatMap { try? Configuration(text: $0) }
    // One choice holds for all views under a finger; that of the replay goes before the declared one.
    let choice = plan.configuration.switches.nestedScroll
    if choice != .platform { declared?.switches.nestedScroll = choice }
    if member.parent != nil, plan.containedAxes != nil || plan.chainedAxes != nil {
      var changed = declared ?? plan.configuration.platform
      if let axes = plan.containedAxes { changed.contain(axes) }
      if let axes = plan.chainedAxes { changed.chain(axes) }
      declared = changed
    }
    var other =
      (try? ReplayPlan(
        declared ?? plan.configuration.platform, of: information, contents, drive: .gesture))
    if other == nil, var configuration = declared {
      // A behavior that only the app has decides where the other view rests, not what it gets.
      configuration.behavior = .none
      other = try? ReplayPlan(configuration, of: information, contents, drive: .gesture)
    }
    return other.map { ReplayRun($0) }
  }

  /// Lets the other members and the fingers come along up to a moment; the moment's own samples only
  /// with `samplesToo`.
  func advance(to time: TraceTime, samplesToo: Bool) {
    while true {
      let event = nextEvent < traces.events.count ? traces.events[nextEvent] : nil
      let sample = nextSample < traces.samples.count ? traces.samples[nextSample] : nil
      let isEventDue = event.map { $0.time <= time } ?? false
      let isSampleDue = sample.map { samplesToo ? $0.time <= time : $0.time < time } ?? false
      guard isEventDue || isSampleDue else { break }
      if let event, isEventDue, !isSampleDue || event.time <= (sample?.time ?? event.time) {
        nextEvent += 1
        handOver(until: event.time)
        if event.member != own { runs[event.member]?.take(event.event, at: event.time) }
      } else if let sample {
        nextSample += 1
        handOver(until: sample.time)
        take(sample)
      }
    }
    handOver(until: time)
  }

  /// Lets flings go over to the next view that come to an edge by a moment.
  private func handOver(until time: TraceTime) {
    while let moment = gesture.nextMoment, moment <= time {
      var views = RunViews(runs: runs, chain: fingerChain)
      gesture.advance(to: time, in: &views)
      note(views)
      guard gesture.nextMoment != moment else { return }
    }
  }

  private func take(_ sample: NestedTraces.Sample) {
    switch sample.input {
    case .touch(let touch):
      if touch.phase == .began, !gesture.isUnderWay {
        fingerChain = sample.chain.filter { runs[$0] != nil }
      }
      var views = RunViews(runs: runs, chain: fingerChain)
      follow(touch, at: sample.time, &views)
      gesture.handle(touch, at: sample.time, in: &views)
      note(views)
    case .wheel(let step):
      var views = RunViews(runs: runs, chain: sample.chain.filter { runs[$0] != nil })
      wheel.handle(step, at: sample.time, in: &views)
      note(views)
    case .layout, .edit, .container, .command: break
    }
  }

  /// Notes how far a finger moves each view.
  private func follow(_ touch: TouchSample, at time: TraceTime, _ views: inout RunViews) {
    switch touch.phase {
    case .began:
      guard !gesture.isUnderWay else { return }
      drag = (time, touch.position, touch.position, views.offsets(at: time))
    case .moved, .stationary: drag?.last = touch.position
    case .ended, .cancelled:
      guard let begun = drag else { return }
      drag = nil
      guard fingerChain.contains(own) else { return }
      let distances = zip(begun.offsets, views.offsets(at: time)).map { Self.distance($0, $1) }
      runs[own]?.note(
        NestedDrag(
          start: begun.start, end: time, views: fingerChain, distances: distances,
          travel: Self.distance(begun.down, begun.last)))
    }
  }

  private static func distance(_ first: Point, _ second: Point) -> Double {
    let (x, y) = (second.x - first.x, second.y - first.y)
    return (x * x + y * y).squareRoot()
  }

  /// Keeps the decisions that are about the own view.
  private func note(_ views: RunViews) {
    for decision in views.decisions where views.chain.contains(own) {
      runs[own]?.note(
        NestedEvent(
          time: decision.time, kind: decision.kind, axis: decision.axis,
          view: name(views.chain[decision.view]), from: name(views.chain[decision.from])))
    }
  }

  private func name(_ member: Int) -> String { traces.members[member].information.name }
}

/// The replays under a finger.
private struct RunViews: NestedViews {
  let runs: [ReplayRun?]
  let chain: [Int]
  var decisions: [NestedDecision] = []

  var count: Int { chain.count }

  private func run(_ view: Int) -> ReplayRun {
    guard let run = runs[chain[view]] else { preconditionFailure("a chain has replays only") }
    return run
  }

  mutating func withEngine<Result>(
    of view: Int, at time: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result {
    run(view).withEngine(at: time, body)
  }

  /// Where the content of each view is at a moment.
  mutating func offsets(at time: TraceTime) -> [Point] {
    chain.indices.map { view in withEngine(of: view, at: time) { $0.currentOffset } }
  }

  mutating func send(_ input: Input, to view: Int, at time: TraceTime) {
    run(view).takeNested(input, at: time)
  }

  mutating func fling(_ view: Int, velocity: Vector, at time: TraceTime) {
    run(view).fling(velocity, at: time)
  }

  mutating func stop(_ view: Int, at time: TraceTime) { run(view).stopAtEdge(at: time) }

  mutating func note(_ decision: NestedDecision) { decisions.append(decision) }
}

extension Configuration {
  /// Keeps drags along some axes from the view around this one.
  public mutating func contain(_ axes: ScrollAxes) {
    if axes != .vertical { horizontalOverscroll = .contain }
    if axes != .horizontal { verticalOverscroll = .contain }
  }

  /// Hands drags along some axes over to the view around this one.
  public mutating func chain(_ axes: ScrollAxes) {
    if axes != .vertical { horizontalOverscroll = .auto }
    if axes != .horizontal { verticalOverscroll = .auto }
  }

  /// What of a configuration is the platform's: the rest is what one view's code chose.
  fileprivate var platform: Configuration {
    var other = Configuration(profile)
    other.releasePhysics = releasePhysics
    other.velocityEstimator = velocityEstimator
    other.switches = switches
    other.physics = physics
    other.horizontalSizeClass = horizontalSizeClass
    other.verticalSizeClass = verticalSizeClass
    return other
  }
}

extension TraceEvent {
  /// Whether it is a sample of a finger or a wheel.
  var isGesture: Bool {
    switch self {
    case .input(.touch), .input(.wheel): true
    case .input, .observation, .stream: false
    }
  }
}
