public import ScrollModel

/// An engine that is driven by the inputs of a trace, from the scene that the trace opens with.
///
/// The container changes and the layout before anything else make the scene; the engine starts with
/// the first input that is neither, or as soon as time goes on from the moment at which the trace
/// begins, which need not be zero. Simulation and replay both drive the engine through a session, so
/// a simulated trace replays to itself.
///
/// An engine is a large value. Reading it out of whatever holds it copies it, and so does taking it
/// out and putting it back; both take several times as long as a frame. Whatever changes the engine
/// here, or asks it something for every frame, works on it where it lies.
public struct ScrollSession: Sendable {
  /// What the app's code chose.
  public let configuration: Configuration
  /// The engine, once it has started; reading it copies it.
  public private(set) var engine: ScrollEngine?
  private let axes: ScrollAxes?
  private let behavior: (any TargetBehavior)?
  private var opening = SceneOpening()
  /// The scene that the engine started with.
  private var firstScene: Scene?
  /// The moment of the first input, or up to which time went first: the trace begins there.
  private var beginning: TraceTime?
  /// Whether there is an engine; comparing it with nil would copy it.
  private var hasStarted = false
  /// Whether anything said which way lines run; they run from left to right otherwise.
  private var saysDirection = false

  /// Creates a session; `axes` are the trace's, `behavior` is what `custom("…")` stands for.
  public init(
    configuration: Configuration, axes: ScrollAxes?, behavior: (any TargetBehavior)? = nil
  ) {
    self.configuration = configuration
    self.axes = axes
    self.behavior = behavior
  }

  /// Which way lines run.
  public var direction: LayoutDirection {
    mutating get {
      guard saysDirection else { return .leftToRight }
      return withEngineIfStarted { $0.container.direction } ?? opening.container.layoutDirection
        ?? .leftToRight
    }
  }

  /// Takes an input; times must not decrease.
  public mutating func take<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    if case .container(let change) = input, change.layoutDirection != nil { saysDirection = true }
    if opens(at: time), opening.take(input) { return }
    withEngine { $0.handle(input, at: time, to: &consumer) }
  }

  /// Takes an input that a keyframe says again: it happened before the trace begins.
  ///
  /// Once the engine has started, it counts as one that happens now.
  public mutating func takeEarlier<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    guard case .edit(let edit) = input, opens(at: time) else {
      return take(input, at: time, to: &consumer)
    }
    opening.takeEarlier(edit)
  }

  /// Where another configuration would put the content of the scene that this session begins with.
  public func startOffset(of configuration: Configuration) -> Point {
    ScrollEngine(
      configuration: configuration, scene: firstScene ?? opening.scene(axes: axes),
      at: beginning ?? .zero
    ).currentOffset
  }

  /// Visits the ticks before a moment.
  public mutating func advance<Consumer: OutcomeConsumer>(
    to time: TraceTime, to consumer: inout Consumer
  ) {
    guard !opens(at: time) else { return }
    withEngine { $0.advance(to: time, to: &consumer) }
  }

  /// Whether what comes at a moment still belongs to the opening.
  private mutating func opens(at time: TraceTime) -> Bool {
    guard !hasStarted else { return false }
    let first = beginning ?? max(time, .zero)
    beginning = first
    return time <= first
  }

  /// Visits the ticks up to a moment and the one at it.
  public mutating func finish<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    withEngine { $0.finish(at: time, to: &consumer) }
  }

  /// Visits ticks until nothing moves any more.
  public mutating func settle<Consumer: OutcomeConsumer>(
    within seconds: Double, to consumer: inout Consumer
  ) {
    withEngine { $0.settle(within: seconds, to: &consumer) }
  }

  /// Lets the caller drive the engine directly, after starting it.
  public mutating func withEngine<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    if !hasStarted { start() }
    guard let result = withEngineIfStarted(body) else {
      preconditionFailure("an engine was just made")
    }
    return result
  }

  /// Lets the caller drive the engine if it has started.
  public mutating func withEngineIfStarted<Result>(
    _ body: (inout ScrollEngine) -> Result
  ) -> Result? {
    engine?.inPlace(body)
  }

  private mutating func start() {
    let scene = opening.scene(axes: axes)
    firstScene = scene
    var first = ScrollEngine(
      configuration: configuration, scene: scene, behavior: behavior,
      at: beginning ?? .zero)
    first.isScrollDisabled = opening.container.isScrollDisabled ?? first.isScrollDisabled
    engine = first
    hasStarted = true
    opening = SceneOpening()
  }
}

extension ScrollEngine {
  /// Hands itself to a closure without being copied.
  fileprivate mutating func inPlace<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    body(&self)
  }
}
