public import ScrollModel

/// An engine driven by the inputs of a trace, starting with the trace's initial scene.
///
/// The leading container changes and layout define the scene. The engine starts with the first
/// other input, or when time passes the trace's beginning, which may not be zero. Simulation and
/// replay both use a session, so a simulated trace replays to itself.
///
/// An engine is a large value. Copying it, or moving it out and back, takes several times as long
/// as a frame. All code here therefore modifies and reads the engine in place.
public struct ScrollSession: Sendable {
  /// The configuration of the app.
  public let configuration: Configuration
  /// The engine, once it has started; reading it copies it.
  public private(set) var engine: ScrollEngine?
  private let axes: ScrollAxes?
  private let behavior: (any TargetBehavior)?
  private var opening = SceneOpening()
  /// The initial scene of the engine.
  private var firstScene: Scene?
  /// The content of the initial scene, if it is the same under all configurations, until it changes.
  private var firstContent: ContentModel?
  /// The time of the first input or advance: the beginning of the trace.
  private var beginning: TraceTime?
  /// Whether the engine exists; comparing it with nil would copy it.
  private var hasStarted = false
  /// Whether a layout direction was given; the default is left to right.
  private var saysDirection = false

  /// Creates a session; `axes` are the trace's, `behavior` implements `custom("…")`.
  public init(
    configuration: Configuration, axes: ScrollAxes?, behavior: (any TargetBehavior)? = nil
  ) {
    self.configuration = configuration
    self.axes = axes
    self.behavior = behavior
  }

  /// The direction of lines of text.
  public var direction: LayoutDirection {
    mutating get {
      guard saysDirection else { return .leftToRight }
      return withEngineIfStarted { $0.container.direction } ?? opening.container.layoutDirection
        ?? .leftToRight
    }
  }

  /// Handles an input; times must not decrease.
  public mutating func take<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    if case .container(let change) = input, change.layoutDirection != nil { saysDirection = true }
    if opens(at: time), opening.take(input) { return }
    switch input {
    case .layout, .edit: firstContent = nil
    case .touch, .wheel, .command, .container: break
    }
    withEngine { $0.handle(input, at: time, to: &consumer) }
  }

  /// Handles an input repeated by a keyframe: it happened before the trace begins.
  ///
  /// Once the engine has started, it is handled as a current input.
  public mutating func takeEarlier<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    guard case .edit(let edit) = input, opens(at: time) else {
      return take(input, at: time, to: &consumer)
    }
    opening.takeEarlier(edit)
  }

  /// The offset that another configuration would give the initial scene.
  public func startOffset(of configuration: Configuration) -> Point {
    ScrollEngine(
      configuration: configuration, scene: firstScene ?? opening.scene(axes: axes), behavior: nil,
      at: beginning ?? .zero, sharing: firstContent
    ).currentOffset
  }

  /// Visits the ticks before a time.
  public mutating func advance<Consumer: OutcomeConsumer>(
    to time: TraceTime, to consumer: inout Consumer
  ) {
    guard !opens(at: time) else { return }
    withEngine { $0.advance(to: time, to: &consumer) }
  }

  /// Whether input at a time still belongs to the initial scene.
  private mutating func opens(at time: TraceTime) -> Bool {
    guard !hasStarted else { return false }
    let first = beginning ?? max(time, .zero)
    beginning = first
    return time <= first
  }

  /// Visits the ticks up to and including a time.
  public mutating func finish<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    withEngine { $0.finish(at: time, to: &consumer) }
  }

  /// Visits ticks until nothing moves.
  public mutating func settle<Consumer: OutcomeConsumer>(
    within seconds: Double, to consumer: inout Consumer
  ) {
    withEngine { $0.settle(within: seconds, to: &consumer) }
  }

  /// Starts the engine and passes it to a closure.
  public mutating func withEngine<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    if !hasStarted { start() }
    guard let result = withEngineIfStarted(body) else {
      preconditionFailure("an engine was just made")
    }
    return result
  }

  /// Passes the engine to a closure if it has started.
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
    // Margins change the layout of a stack, but not that of a recorded layout.
    if case .layout = scene.content { firstContent = first.content }
    engine = first
    hasStarted = true
    opening = SceneOpening()
  }
}

extension ScrollEngine {
  /// Passes the engine to a closure without copying it.
  fileprivate mutating func inPlace<Result>(_ body: (inout ScrollEngine) -> Result) -> Result {
    body(&self)
  }
}
