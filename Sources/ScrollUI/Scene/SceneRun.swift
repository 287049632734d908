public import Foundation
import ScrollEngine
public import ScrollModel

/// A scene that is being driven.
///
/// Observers are called and bound positions are read and written once per frame of the display, in
/// the order of ENG-1: geometry, visibility, position, phases. What an action asks for takes effect
/// at the next frame.
public struct SceneRun {
  /// Where the content came to rest, one after the other.
  public private(set) var rests: [CGPoint] = []
  /// What the engine has to say about the scene: unknown ids, behaviors that cannot work.
  public private(set) var messages: [String] = []
  /// How many frames showed something new.
  public private(set) var frameCount = 0

  /// The first decides; others only see other thresholds and transitions than the first has.
  private(set) var engines: [ScrollEngine]
  let wiring: SceneWiring
  private let scene: ScrollScene
  private var link: (any PositionLink)?
  private let proxies: [ProxyRequests]
  /// What is called when the scroll that was asked for last has ended.
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
  }

  /// Drives the scene; the times count from the present moment of the run.
  public mutating func send(_ inputs: some Sequence<(TraceTime, Input)>) {
    let start = engines[0].now.nanoseconds
    takeRequest()
    for (time, input) in inputs {
      let moment = time.advanced(byNanoseconds: start)
      pass(to: moment)
      if case .container(let change) = input { follow(change) }
      handle(input, at: moment)
      if case .container(let change) = input, let size = change.size,
        let layout = wiring.layout(
          of: scene, resizedTo: CGSize(width: size.width, height: size.height))
      {
        handle(.layout(layout), at: moment)
      }
    }
  }

  /// Lets time pass.
  public mutating func wait(seconds: Double) {
    takeRequest()
    pass(to: engines[0].now.advanced(byNanoseconds: nanoseconds(seconds)))
  }

  /// Lets time pass until nothing moves any more, at most so many seconds.
  public mutating func settle(within seconds: Double = 60) {
    takeRequest()
    let end = engines[0].now.advanced(byNanoseconds: nanoseconds(seconds))
    var isBusy = true
    while clock.next <= end, isBusy || engines[0].phase.isScrolling { isBusy = step() }
  }

  /// Visits the frames before a moment; where nothing happens, nothing will until the next input.
  private mutating func pass(to end: TraceTime) {
    while clock.next <= end, clock.next.nanoseconds < .max {
      if !step() { clock.skip(to: end) }
    }
  }

  private func nanoseconds(_ seconds: Double) -> Int64 {
    Int64(exactly: (min(max(seconds, 0), 1e9) * 1e9).rounded()) ?? 0
  }

  /// A recording may turn the device.
  private mutating func follow(_ change: ContainerChange) {
    if let turned = change.layoutDirection { direction = LayoutDirection(turned) }
    clock.apply(change, after: engines[0].now)
  }

  /// Hands over what the program asked for; false if it asked for nothing.
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
      // Another scroll takes the place of the one under way.
      let ended = completions
      completions = []
      for completion in ended { completion.end() }
      handle(.command(command), at: engines[0].now)
    }
    completions += new
  }

  /// Calls what waits for the end of the program's scroll, once it is over.
  private mutating func endCompletions() {
    guard !completions.isEmpty, engines[0].phase != .animating else { return }
    let ended = completions
    completions = []
    for completion in ended { completion.end() }
  }

  private mutating func handle(_ input: Input, at moment: TraceTime) {
    for index in engines.indices {
      engines[index].handle(input, at: moment, to: &queues[index])
    }
  }

  /// Visits one frame; false if nothing happened at it.
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
  /// The geometry now.
  public var geometry: ScrollGeometry { ScrollGeometry(engines[0].geometry, direction) }

  /// The content point at the leading top of the frame now.
  public var contentOffset: CGPoint { geometry.contentOffset }

  /// The scroll phase now.
  public var phase: ScrollPhase { ScrollPhase(engines[0].phase) }

  /// Seconds since the run started.
  public var time: TimeInterval { engines[0].now.seconds }

  /// Returns where an item lies in the content, from the leading side.
  public func frame(of id: some Hashable & Sendable) -> CGRect? {
    engines[0].frame(of: wiring.table.target(for: id)).map { CGRect($0) }
  }

  /// Returns on which side of its transition an item is; nil if it has none.
  public func transitionPhase(of id: some Hashable & Sendable) -> ScrollTransitionPhase? {
    place(of: id).map { ScrollTransitionPhase($0.phase) }
  }

  /// Returns what an item's transition makes of it now; nil if it has none.
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
