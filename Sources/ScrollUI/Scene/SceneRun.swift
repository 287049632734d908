public import Foundation
import ScrollEngine
public import ScrollModel

/// A running scene.
///
/// Observers are called and bound positions are read and written once per frame of the display. The
/// order is that of ENG-1: geometry, visibility, position, phases. Requests of an action take
/// effect at the next frame.
public struct SceneRun {
  /// The final offsets of the scrolls, in order.
  public private(set) var rests: [CGPoint] = []
  /// The engine's diagnostics for the scene, such as unknown ids or invalid behaviors.
  public private(set) var messages: [String] = []
  /// The number of frames with a change.
  public private(set) var frameCount = 0

  /// The engines: the first is authoritative, others only observe other thresholds and transitions.
  private(set) var engines: [ScrollEngine]
  /// The runs of the scroll views in this one, in the order of the items.
  public internal(set) var innerRuns: [SceneRun] = []
  /// Which of the nested views a finger or a wheel moves.
  var nested = NestedInput()
  let wiring: SceneWiring
  let scene: ScrollScene
  private var link: (any PositionLink)?
  private let proxies: [ProxyRequests]
  /// Callbacks at the end of the last requested scroll.
  private var completions: [Completion] = []
  private var queues: [OutcomeQueue]
  private var clock: FrameClock
  private var direction: LayoutDirection

  init(_ scene: ScrollScene) {
    self.scene = scene
    link = scene.position
    proxies = scene.proxies
    wiring = SceneWiring(scene)
    engines = wiring.engines(scene, link?.start(wiring.table) ?? .none)
    queues = wiring.queues
    clock = FrameClock(rate: scene.framesPerSecond)
    direction = scene.environment.layoutDirection
    innerRuns = wiring.inner.map { SceneRun($0.scene) }
  }

  /// Sends inputs to the scene; their times count from the run's current time.
  public mutating func send(_ inputs: some Sequence<(TraceTime, Input)>) {
    let start = engines[0].now.nanoseconds
    takeRequest()
    for (time, input) in inputs {
      let moment = time.advanced(byNanoseconds: start)
      pass(to: moment)
      if case .container(let change) = input { follow(change) }
      if !handleNested(input, at: moment) { handle(input, at: moment) }
      if case .container(let change) = input, let size = change.size,
        let layout = wiring.layout(
          of: scene, resizedTo: CGSize(width: size.width, height: size.height))
      {
        handle(.layout(layout), at: moment)
      }
    }
  }

  /// Advances the time.
  public mutating func wait(seconds: Double) {
    takeRequest()
    pass(to: engines[0].now.advanced(byNanoseconds: nanoseconds(seconds)))
  }

  /// Advances the time until nothing moves, at most by `seconds`.
  public mutating func settle(within seconds: Double = 60) {
    takeRequest()
    let end = engines[0].now.advanced(byNanoseconds: nanoseconds(seconds))
    var isBusy = true
    while clock.next <= end, isBusy || isScrolling {
      let moment = clock.next
      flingNested(until: moment)
      isBusy = step()
      for index in innerRuns.indices { innerRuns[index].pass(to: moment) }
    }
  }

  /// Visits the frames before a moment; where nothing happens, nothing will until the next input.
  mutating func pass(to end: TraceTime) {
    flingNested(until: end)
    for index in innerRuns.indices { innerRuns[index].pass(to: end) }
    passAlone(to: end)
  }

  /// Visits the frames of this view alone.
  mutating func passAlone(to end: TraceTime) {
    while clock.next <= end, clock.next.nanoseconds < .max {
      if !step() { clock.skip(to: end) }
    }
  }

  private func nanoseconds(_ seconds: Double) -> Int64 {
    Int64(exactly: (min(max(seconds, 0), 1e9) * 1e9).rounded()) ?? 0
  }

  /// Follows a change of the container: a recording may include a rotation of the device.
  private mutating func follow(_ change: ContainerChange) {
    if let turned = change.layoutDirection { direction = LayoutDirection(turned) }
    clock.apply(change, after: engines[0].now)
  }

  /// Passes the program's requests to the engine; false without a request.
  @discardableResult
  private mutating func takeRequest() -> Bool {
    let table = wiring.table
    var isAsked = false
    if let request = link?.request(table) {
      isAsked = true
      if let value = request.replacement {
        for index in engines.indices { engines[index].replacePosition(with: value) }
      }
      perform(request.command, request.completions)
    }
    for request in proxies.flatMap({ $0.take() }) {
      isAsked = true
      perform(request.command(table), request.completions)
    }
    return isAsked
  }

  private mutating func perform(_ command: Command?, _ new: [Completion]) {
    if let command {
      // Another scroll replaces the current one.
      let ended = completions
      completions = []
      for completion in ended { completion.end() }
      handle(.command(command), at: engines[0].now)
    }
    completions += new
  }

  /// Calls the pending callbacks once the program's scroll has ended.
  private mutating func endCompletions() {
    guard !completions.isEmpty, engines[0].phase != .animating else { return }
    let ended = completions
    completions = []
    for completion in ended { completion.end() }
  }

  /// Whether this view or one in it moves by itself.
  private var isScrolling: Bool {
    engines[0].phase.isScrolling || innerRuns.contains { $0.isScrolling }
  }

  /// Reads or changes every engine of the run, as they all do the same; returns what the first answers.
  mutating func withEngines<Result>(
    at moment: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result {
    for index in engines.indices { engines[index].advance(to: moment, to: &queues[index]) }
    let result = body(&engines[0])
    for index in engines.indices.dropFirst() { _ = body(&engines[index]) }
    return result
  }

  /// Lets the content of one engine go with what another view had left of its velocity.
  mutating func release(_ index: Int, _ velocity: Vector, at moment: TraceTime) {
    let place = engines[index].currentOffset
    engines[index].release(velocity: velocity, original: place, at: moment, to: &queues[index])
  }

  /// Ends the deceleration of one engine at the edge that the content came to.
  mutating func stop(_ index: Int, at moment: TraceTime) {
    engines[index].stopAtEdge(at: moment, to: &queues[index])
  }

  mutating func handle(_ input: Input, at moment: TraceTime) {
    for index in engines.indices {
      engines[index].handle(input, at: moment, to: &queues[index])
    }
  }

  /// Processes one frame; false if nothing changed.
  @discardableResult
  private mutating func step() -> Bool {
    let end = clock.next
    for index in engines.indices { engines[index].advance(to: end, to: &queues[index]) }
    var events = queues[0].take()
    for index in queues.indices.dropFirst() { events.addSights(of: queues[index].take()) }
    clock.proceed()
    deliver(events)
    endCompletions()
    let isAsked = takeRequest()
    return isAsked || !events.isEmpty
  }

  private mutating func deliver(_ events: OutcomeQueue) {
    messages += events.diagnostics.map(\.message)
    frameCount += events.frames.count
    for frame in events.frames { wiring.deliver(frame.geometry, direction) }
    for sight in events.sights { wiring.deliver(sight) }
    for (set, engine) in events.sets { wiring.deliver(set, engine) }
    if !events.positions.isEmpty {
      let (engine, table) = (engines[0], wiring.table)
      link?.report(engine, table)
    }
    for phase in events.phases { wiring.deliver(phase, direction) }
    if !events.rests.isEmpty { rests.append(contentOffset) }
  }
}

extension SceneRun {
  /// The current geometry.
  public var geometry: ScrollGeometry { ScrollGeometry(engines[0].geometry, direction) }

  /// The current content point at the leading top of the frame.
  public var contentOffset: CGPoint { geometry.contentOffset }

  /// The current scroll phase.
  public var phase: ScrollPhase { ScrollPhase(engines[0].phase) }

  /// Seconds since the run started.
  public var time: TimeInterval { engines[0].now.seconds }

  /// Returns the run of an item that is a scroll view; nil if there is none.
  public func innerRun(_ id: some Hashable & Sendable) -> SceneRun? {
    let target = wiring.table.target(for: id)
    return wiring.inner.firstIndex { $0.id == target }.map { innerRuns[$0] }
  }

  /// Returns the position of an item in the content, from the leading side.
  public func frame(of id: some Hashable & Sendable) -> CGRect? {
    engines[0].frame(of: wiring.table.target(for: id)).map { CGRect($0) }
  }

  /// Returns the phase of an item's transition; nil without a transition.
  public func transitionPhase(of id: some Hashable & Sendable) -> ScrollTransitionPhase? {
    place(of: id).map { ScrollTransitionPhase($0.phase) }
  }

  /// Returns the current effect of an item's transition; nil without a transition.
  public func effect(of id: some Hashable & Sendable) -> EffectValues? {
    guard let (transition, phase, progress) = place(of: id) else { return nil }
    return transition.effect(.identity).blended(
      towards: transition.effect(ScrollTransitionPhase(phase)), 1 - progress)
  }

  private func place(
    of id: some Hashable & Sendable
  ) -> (SizedItem.Transition, phase: TransitionPhase, progress: Double)? {
    let target = wiring.table.target(for: id)
    guard let (transition, engine) = wiring.transition(of: target),
      let place = engines[engine].transition(of: target)
    else { return nil }
    return (transition, place.phase, place.progress)
  }
}
