import ScrollEngine
import ScrollModel

/// The engine of a replay: a session until the trace has told its scene, then driven where it lies.
///
/// An engine is a large value. Reading it out of whatever holds it copies it, and so does taking it
/// out and putting it back; both took several times as long as a frame. Calls that change it, or
/// might, work in place, so everything here goes through such calls.
struct DrivenEngine {
  private(set) var engine: ScrollEngine?
  private var session: ScrollSession
  /// Whether there is an engine; comparing it with nil would copy it.
  private var hasStarted = false
  /// Whether anything said which way lines run; they run from left to right otherwise.
  private var saysDirection = false

  init(_ plan: ReplayPlan) {
    session = ScrollSession(
      configuration: plan.configuration, axes: plan.information.axes, behavior: plan.behavior)
  }

  /// Which way lines run.
  mutating func direction() -> LayoutDirection {
    guard saysDirection else { return .leftToRight }
    let step = engine?.inPlace { $0.physical(movement: 1, along: .horizontal).dx }
    return step.map { $0 < 0 ? .rightToLeft : .leftToRight } ?? session.direction
  }

  mutating func take<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    if case .container(let change) = input, change.layoutDirection != nil { saysDirection = true }
    guard !hasStarted else {
      engine?.handle(input, at: time, to: &consumer)
      return
    }
    session.take(input, at: time, to: &consumer)
    adopt()
  }

  mutating func advance<Consumer: OutcomeConsumer>(
    to time: TraceTime, to consumer: inout Consumer
  ) {
    guard !hasStarted else {
      engine?.advance(to: time, to: &consumer)
      return
    }
    session.advance(to: time, to: &consumer)
    adopt()
  }

  mutating func finish<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    withEngine { $0.finish(at: time, to: &consumer) }
  }

  /// Lets the caller drive the engine, which is started for it if nothing has.
  mutating func withEngine<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    if !hasStarted {
      session.withEngine { _ in }
      adopt()
    }
    return engine?.inPlace(body) ?? session.withEngine(body)
  }

  /// Where the content is at a moment that is no tick, if the engine has started.
  mutating func offsetBetweenTicks(_ time: TraceTime) -> Point? {
    engine?.inPlace { $0.isTick(time) ? nil : $0.currentOffset } ?? nil
  }

  /// How many steps, from the first on, are ticks at which the engine will tell by itself where it has
  /// the content, whatever the trace does not tell it until then.
  mutating func ticks(among steps: ArraySlice<FrameStep>) -> Int {
    engine?.inPlace { $0.ticks(among: steps) } ?? 0
  }

  private mutating func adopt() {
    guard let started = session.engine else { return }
    engine = started
    hasStarted = true
    session = ScrollSession(configuration: started.configuration, axes: nil)
  }
}

extension ScrollEngine {
  /// Hands itself to a closure without being copied.
  fileprivate mutating func inPlace<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    body(&self)
  }
}
