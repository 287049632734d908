public import ScrollEngine
public import ScrollModel

/// The faults of a simulated recorder in the engine's frames.
///
/// All zeros: a perfect recorder. Only frames are changed; the first one is always kept.
public struct ObservationNoise: Hashable, Sendable {
  /// The fraction of lost frames.
  public var droppedShare = 0.0
  /// The largest delay of a frame's time, in microseconds.
  public var timeJitter = 0.0
  /// The largest error of an offset, in points.
  public var offsetJitter = 0.0

  /// A perfect recorder.
  public static let none = ObservationNoise()

  /// Creates a perfect recorder.
  public init() {}
}

/// A simulation with the engine as scroll view: its inputs, and the engine's observations.
///
/// The trace declares the configuration, and its replay under it is identical unless noise was
/// requested.
public struct ObservedSimulation: TraceSource, Sendable {
  /// The longest motion after the last step, in seconds.
  public static let longestSettle = 60.0

  /// The source of the inputs.
  public let simulator: Simulator
  /// The declared configuration.
  public let configuration: Configuration
  /// The faults of the recorder.
  public let noise: ObservationNoise
  private let behavior: (any TargetBehavior)?

  /// Creates an observed simulation; `behavior` implements `custom("…")`.
  public init(
    _ simulator: Simulator, configuration: Configuration, noise: ObservationNoise = .none,
    behavior: (any TargetBehavior)? = nil
  ) {
    self.simulator = simulator
    self.configuration = configuration
    self.noise = noise
    self.behavior = behavior
  }

  /// All data of the trace except its events.
  public var information: TraceInformation {
    var information = simulator.information
    information.declaredConfiguration = configuration.text
    if noise.droppedShare > 0 || noise.timeJitter > 0 || noise.offsetJitter > 0 {
      information.setMetadata(MetadataEntry(key: "recorder_noise", json: "true"))
    }
    return information
  }

  /// Sends the trace to a sink.
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

/// The view of a lazy stack, which measures visible items (LAZY-2).
///
/// It advances frame by frame, so that the frame after the first one with an estimate has the
/// measured length. For other scenes it only advances the session.
private struct MeasuringView {
  private let period: Double
  private var frame = 0
  /// The time up to which the session was advanced.
  private(set) var now = TraceTime.zero

  init(_ scene: SceneFile) {
    period = 1e9 / scene.refreshRate
  }

  /// Advances the session to a time, or until the view measures an item.
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
struct NoisyRecorder {
  private let noise: ObservationNoise
  private var generator: SeededGenerator
  private var last = TraceTime.zero
  private var hasFrame = false

  init(_ noise: ObservationNoise, seed: UInt64) {
    self.noise = noise
    generator = SeededGenerator(seed: seed, stream: 0x0B5E)
  }

  /// Sends and removes the contents of the buffer.
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

  /// Sends one event; events that a late frame has overtaken get the frame's time.
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
