public import ScrollEngine
public import ScrollModel

/// What a simulated recorder does to the frames that the engine made.
///
/// All zeros: a perfect recorder. Only frames are touched; the first one always stays.
public struct ObservationNoise: Hashable, Sendable {
  /// The share of frames that are lost.
  public var droppedShare = 0.0
  /// The most by which a frame's time is late, in microseconds.
  public var timeJitter = 0.0
  /// The most by which an offset is off, in points.
  public var offsetJitter = 0.0

  /// A perfect recorder.
  public static let none = ObservationNoise()

  /// Creates a perfect recorder.
  public init() {}
}

/// A simulation whose scroll view is the engine: its inputs, and what the engine did with them.
///
/// The trace declares the configuration and replays under it without a divergence, bit for bit,
/// unless noise was asked for.
public struct ObservedSimulation: TraceSource, Sendable {
  /// How long after the last step the content may go on moving, in seconds.
  public static let longestSettle = 60.0

  /// What makes the inputs.
  public let simulator: Simulator
  /// What the app's code is said to have chosen.
  public let configuration: Configuration
  /// What the recorder does to the frames.
  public let noise: ObservationNoise
  private let behavior: (any TargetBehavior)?

  /// Creates an observed simulation; `behavior` is what `custom("…")` stands for.
  public init(
    _ simulator: Simulator, configuration: Configuration, noise: ObservationNoise = .none,
    behavior: (any TargetBehavior)? = nil
  ) {
    self.simulator = simulator
    self.configuration = configuration
    self.noise = noise
    self.behavior = behavior
  }

  /// Everything about the trace that is not an event.
  public var information: TraceInformation {
    var information = simulator.information
    information.declaredConfiguration = configuration.text
    if noise.droppedShare > 0 || noise.timeJitter > 0 || noise.offsetJitter > 0 {
      information.setMetadata(MetadataEntry(key: "recorder_noise", json: "true"))
    }
    return information
  }

  /// Sends the trace into a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let information = information
    let trace = try sink.beginTrace(information)
    var session = ScrollSession(
      configuration: configuration, axes: information.axes, behavior: behavior)
    var buffer = ObservationBuffer(configuration)
    var recorder = NoisyRecorder(noise, seed: simulator.options.seed)
    var run = simulator.run()
    var view = MeasuringView(simulator.scene)
    func advance(to time: TraceTime) throws {
      while let layout = view.advance(&session, to: time, &run, &buffer) {
        try recorder.send(&buffer, to: trace, &sink)
        try recorder.append(.input(.layout(layout)), at: view.now, to: trace, &sink)
        session.take(.layout(layout), at: view.now, to: &buffer)
      }
      try recorder.send(&buffer, to: trace, &sink)
    }
    while let moment = try run.next() {
      buffer.direction = session.direction
      try advance(to: moment.time)
      try recorder.append(moment.event, at: moment.time, to: trace, &sink)
      if case .input(let input) = moment.event {
        session.take(input, at: moment.time, to: &buffer)
        try recorder.send(&buffer, to: trace, &sink)
      }
    }
    if run.measuresShown { try advance(to: run.now) }
    session.finish(at: run.now, to: &buffer)
    session.settle(within: Self.longestSettle, to: &buffer)
    try recorder.send(&buffer, to: trace, &sink)
  }
}

/// A lazy stack's view, which measures what it shows (LAZY-2).
///
/// It goes from frame to frame, so that the frame behind the first one that shows a guess has its
/// measured length. For other scenes it lets the session go its way.
private struct MeasuringView {
  private let period: Double
  private var frame = 0
  /// The moment up to which the session went.
  private(set) var now = TraceTime.zero

  init(_ scene: SceneFile) {
    period = 1e9 / scene.refreshRate
  }

  /// Lets the session go on to a moment, or to where the view measures something.
  mutating func advance(
    _ session: inout ScrollSession, to time: TraceTime, _ run: inout SimulationRun,
    _ buffer: inout ObservationBuffer
  ) -> Layout? {
    while run.measuresShown {
      let tick = TraceTime(nanoseconds: Int64(Double(frame) * period) + 1)
      guard tick < time else { break }
      frame += 1
      session.advance(to: tick, to: &buffer)
      guard let shown = session.withEngineIfStarted({ $0.shownTargets }),
        let layout = run.layout(showing: shown)
      else { continue }
      now = tick
      return layout
    }
    session.advance(to: time, to: &buffer)
    return nil
  }
}

/// Writes observations down as a recorder with faults would.
private struct NoisyRecorder {
  private let noise: ObservationNoise
  private var generator: SeededGenerator
  private var last = TraceTime.zero
  private var hasFrame = false

  init(_ noise: ObservationNoise, seed: UInt64) {
    self.noise = noise
    generator = SeededGenerator(seed: seed, stream: 0x0B5E)
  }

  /// Sends what the buffer holds and empties it.
  mutating func send<Sink: TraceSink>(
    _ buffer: inout ObservationBuffer, to trace: TraceNumber, _ sink: inout Sink
  ) throws {
    for entry in buffer.entries {
      guard let observation = seen(entry.observation) else { continue }
      var time = entry.time
      if noise.timeJitter > 0, case .frame = observation {
        time = time.advanced(
          byNanoseconds: Int64(generator.double(in: 0...noise.timeJitter) * 1000))
      }
      try append(.observation(observation), at: time, to: trace, &sink)
    }
    buffer.drain()
  }

  /// Sends one event; what a late frame has overtaken comes at the frame's time.
  mutating func append<Sink: TraceSink>(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber, _ sink: inout Sink
  ) throws {
    last = max(last, time)
    try sink.append(event, at: last, to: trace)
  }

  private mutating func seen(_ observation: Observation) -> Observation? {
    guard case .frame(var frame) = observation else { return observation }
    guard hasFrame else {
      hasFrame = true
      return observation
    }
    if noise.droppedShare > 0, generator.double(in: 0...1) < noise.droppedShare { return nil }
    if noise.offsetJitter > 0 {
      frame.offset = Point(
        x: frame.offset.x + generator.double(in: -noise.offsetJitter...noise.offsetJitter),
        y: frame.offset.y + generator.double(in: -noise.offsetJitter...noise.offsetJitter))
    }
    return .frame(frame)
  }
}
