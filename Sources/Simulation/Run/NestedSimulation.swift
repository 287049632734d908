public import ScrollEngine
public import ScrollModel

/// A simulation of a scroll view with others in it: a trace of each, of one capture.
///
/// The script is run in the outer view. A finger is over the innermost view in whose frame it comes down,
/// and every view around that one sees it as well, as recorders of apps do. Commands and edits are for the
/// outer view.
public struct NestedSimulation: TraceSource, Sendable {
  /// A scroll view of the simulation.
  private struct View: Sendable {
    let scene: SceneFile
    let parent: Int?
    /// The position of its frame in the content of the view around it.
    let place: Point
    let declared: String?
    let configuration: Configuration
  }

  private let simulator: Simulator
  private let views: [View]
  private let noise: ObservationNoise
  private let behavior: (any TargetBehavior)?

  /// Creates a simulation; `configuration` is that of the outer view, the scenes have those of the others.
  ///
  /// `declared` is what the outer view declares, if that differs.
  public init(
    _ simulator: Simulator, configuration: Configuration, declared: String? = nil,
    noise: ObservationNoise = .none, behavior: (any TargetBehavior)? = nil
  ) throws(ConfigurationSyntaxError) {
    self.simulator = simulator
    self.noise = noise
    self.behavior = behavior
    var views = [
      View(
        scene: simulator.scene, parent: nil, place: .zero,
        declared: declared ?? configuration.text, configuration: configuration)
    ]
    try Self.add(simulator.scene, 0, to: &views)
    self.views = views
  }

  private static func add(
    _ scene: SceneFile, _ parent: Int, to views: inout [View]
  ) throws(ConfigurationSyntaxError) {
    for inner in scene.inner {
      let declared = inner.scene.labels.configuration
      let ran = try Configuration(text: inner.ran ?? declared ?? "")
      var nested = inner.scene
      nested.labels.parentName = scene.labels.name
      views.append(
        View(
          scene: nested, parent: parent, place: inner.place,
          declared: declared ?? Configuration().text, configuration: ran))
      try add(nested, views.count - 1, to: &views)
    }
  }

  /// Sends the traces into a sink, the outer view's first.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    var stage = Stage()
    var numbers: [TraceNumber] = []
    var openings: [SimulationRun] = []
    for (number, view) in views.enumerated() {
      let own = try Simulator(
        scene: view.scene, script: number == 0 ? simulator.script : GestureScript(""),
        options: simulator.options)
      var information = own.information
      information.declaredConfiguration = view.declared
      numbers.append(try sink.beginTrace(information))
      stage.parents.append(view.parent)
      stage.places.append(view.place)
      stage.sizes.append(view.scene.container)
      stage.sessions.append(
        ScrollSession(
          configuration: view.configuration, axes: view.scene.axes,
          behavior: number == 0 ? behavior : nil))
      stage.buffers.append(ObservationBuffer(view.configuration))
      stage.recorders.append(
        NoisyRecorder(noise, seed: simulator.options.seed &+ UInt64(number)))
      openings.append(own.run())
    }
    for number in views.indices.dropFirst() {
      while let moment = try openings[number].next() {
        try stage.record(moment.event, at: moment.time, of: number, to: numbers, &sink)
      }
    }
    var run = simulator.run()
    while let moment = try run.next() {
      try stage.advance(to: moment.time, numbers, &sink)
      switch moment.event {
      case .input(.touch(let sample)):
        try stage.touch(sample, at: moment.time, numbers, &sink)
      case .input(.wheel(let sample)):
        try stage.turn(sample, at: moment.time, numbers, &sink)
      default: try stage.record(moment.event, at: moment.time, of: 0, to: numbers, &sink)
      }
    }
    try stage.finish(at: run.now, numbers, &sink)
  }
}

/// The views of a simulation with what they are doing.
private struct Stage {
  var parents: [Int?] = []
  var places: [Point] = []
  var sizes: [Size] = []
  var sessions: [ScrollSession] = []
  var buffers: [ObservationBuffer] = []
  var recorders: [NoisyRecorder] = []
  private var gesture = NestedGesture()
  private var wheel = NestedWheel()
  /// The views under the finger, the innermost first.
  private var chain: [Int] = []

  // MARK: Where views are

  /// The top left corner of a view's frame, measured from that of the outer view.
  private mutating func origin(of view: Int) -> Point {
    guard let parent = parents[view] else { return .zero }
    let around = origin(of: parent)
    let offset = sessions[parent].withEngine { $0.currentOffset }
    return Point(
      x: around.x + places[view].x - offset.x, y: around.y + places[view].y - offset.y)
  }

  /// The innermost view at a point of the outer one, and those around it.
  private mutating func chain(at point: Point) -> [Int] {
    var found: [Int] = []
    for view in parents.indices {
      let corner = origin(of: view)
      let isInside =
        point.x >= corner.x && point.y >= corner.y && point.x < corner.x + sizes[view].width
        && point.y < corner.y + sizes[view].height
      // A view is hit only where the one around it shows it.
      let isShown = parents[view].map { found.contains($0) } ?? true
      if view == 0 || (isInside && isShown) { found.append(view) }
    }
    guard var last = found.last else { return [] }
    var chain = [last]
    while let parent = parents[last] {
      chain.append(parent)
      last = parent
    }
    return chain
  }

  // MARK: Inputs

  /// Records an event of a view, which takes it if it is an input.
  mutating func record<Sink: TraceSink>(
    _ event: TraceEvent, at time: TraceTime, of view: Int, to numbers: [TraceNumber],
    _ sink: inout Sink
  ) throws {
    try recorders[view].append(event, at: time, to: numbers[view], &sink)
    guard case .input(let input) = event else { return }
    buffers[view].direction = sessions[view].direction
    sessions[view].take(input, at: time, to: &buffers[view])
    try send(numbers, &sink)
  }

  mutating func touch<Sink: TraceSink>(
    _ sample: TouchSample, at time: TraceTime, _ numbers: [TraceNumber], _ sink: inout Sink
  ) throws {
    if sample.phase == .began, !gesture.isUnderWay { chain = chain(at: sample.position) }
    for view in chain.reversed() {
      var seen = sample
      let corner = origin(of: view)
      seen.position = Point(x: sample.position.x - corner.x, y: sample.position.y - corner.y)
      try recorders[view].append(.input(.touch(seen)), at: time, to: numbers[view], &sink)
    }
    var views = StageViews(stage: self, chain: chain)
    gesture.handle(sample, at: time, in: &views)
    take(views)
    try send(numbers, &sink)
  }

  mutating func turn<Sink: TraceSink>(
    _ sample: WheelSample, at time: TraceTime, _ numbers: [TraceNumber], _ sink: inout Sink
  ) throws {
    // A wheel has the pointer in the middle of the outer view.
    let point = sample.position ?? Point(x: sizes[0].width / 2, y: sizes[0].height / 2)
    let hit = chain(at: point)
    for view in hit.reversed() {
      try recorders[view].append(.input(.wheel(sample)), at: time, to: numbers[view], &sink)
    }
    var views = StageViews(stage: self, chain: hit)
    wheel.handle(sample, at: time, in: &views)
    take(views)
    try send(numbers, &sink)
  }

  // MARK: Time

  private mutating func take(_ views: StageViews) {
    sessions = views.sessions
    buffers = views.buffers
  }

  /// Lets all views come as far as a moment, and flings go over to the next view on the way.
  mutating func advance<Sink: TraceSink>(
    to time: TraceTime, _ numbers: [TraceNumber], _ sink: inout Sink
  ) throws {
    while let moment = gesture.nextMoment, moment <= time {
      var views = StageViews(stage: self, chain: chain)
      for view in views.sessions.indices {
        views.sessions[view].advance(to: moment, to: &views.buffers[view])
      }
      gesture.advance(to: moment, in: &views)
      take(views)
      guard gesture.nextMoment != moment else { break }
    }
    for view in sessions.indices {
      buffers[view].direction = sessions[view].direction
      sessions[view].advance(to: time, to: &buffers[view])
    }
    try send(numbers, &sink)
  }

  mutating func finish<Sink: TraceSink>(
    at time: TraceTime, _ numbers: [TraceNumber], _ sink: inout Sink
  ) throws {
    try advance(to: time, numbers, &sink)
    while let moment = gesture.nextMoment { try advance(to: moment, numbers, &sink) }
    for view in sessions.indices {
      sessions[view].finish(at: time, to: &buffers[view])
      sessions[view].settle(
        within: ObservedSimulation.longestSettle, to: &buffers[view])
    }
    try send(numbers, &sink)
  }

  private mutating func send<Sink: TraceSink>(
    _ numbers: [TraceNumber], _ sink: inout Sink
  ) throws {
    for view in buffers.indices {
      try recorders[view].send(&buffers[view], to: numbers[view], &sink)
    }
  }
}

/// The views under a finger of a simulation.
private struct StageViews: NestedViews {
  var sessions: [ScrollSession]
  var buffers: [ObservationBuffer]
  let chain: [Int]

  init(stage: Stage, chain: [Int]) {
    sessions = stage.sessions
    buffers = stage.buffers
    self.chain = chain
  }

  var count: Int { chain.count }

  mutating func withEngine<Result>(
    of view: Int, at time: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result {
    let place = chain[view]
    sessions[place].advance(to: time, to: &buffers[place])
    return sessions[place].withEngine(body)
  }

  mutating func send(_ input: Input, to view: Int, at time: TraceTime) {
    let place = chain[view]
    sessions[place].take(input, at: time, to: &buffers[place])
  }

  mutating func fling(_ view: Int, velocity: Vector, at time: TraceTime) {
    let place = chain[view]
    sessions[place].withEngine {
      let offset = $0.currentOffset
      $0.release(velocity: velocity, original: offset, at: time, to: &buffers[place])
    }
  }

  mutating func stop(_ view: Int, at time: TraceTime) {
    let place = chain[view]
    sessions[place].withEngine { $0.stopAtEdge(at: time, to: &buffers[place]) }
  }

  mutating func note(_ decision: NestedDecision) {}
}
