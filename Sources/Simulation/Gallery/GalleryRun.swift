public import ScrollModel

/// A run of a case: the recording of its scene and script with the injected fault.
public struct GalleryRun: TraceSource, Sendable {
  private let name: String
  private let simulation: ObservedSimulation
  private let declared: String
  private let fault: InjectedFault?

  /// Prepares a variant of a case; `configuration` replaces the declared and the actual one.
  public init(
    _ example: GalleryCase, _ variant: GalleryCase.Variant,
    options: SimulationOptions = SimulationOptions(), noise: ObservationNoise = .none,
    configuration: Configuration? = nil
  ) throws {
    guard let scene = Gallery.sceneText(variant.scene) else {
      throw GalleryCase.FileError(description: "there is no scene '\(variant.scene)'")
    }
    guard let script = Gallery.caseScriptText(variant.script) else {
      throw GalleryCase.FileError(description: "there is no script '\(variant.script)'")
    }
    name = example.name
    fault = try variant.fault.map { text in
      guard let fault = InjectedFault(text) else {
        throw GalleryCase.FileError(description: "'\(text)' is no fault")
      }
      return fault
    }
    declared = configuration?.text ?? variant.configuration
    simulation = ObservedSimulation(
      try Simulator(
        scene: SceneFile(json: scene, name: variant.scene), script: GestureScript(script),
        options: options),
      configuration: try configuration
        ?? Configuration(text: variant.ran ?? variant.configuration),
      noise: noise)
  }

  /// All data of the trace except its events.
  public var information: TraceInformation {
    var information = simulation.information
    information.name = name
    information.declaredConfiguration = declared
    return information
  }

  /// The events with the fault.
  public func events() throws -> [SimulationRun.Moment] {
    var collector = EventCollector()
    try simulation.send(to: &collector)
    return fault?.applied(to: collector.events) ?? collector.events
  }

  /// Sends the trace to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    for moment in try events() {
      try sink.append(moment.event, at: moment.time, to: trace)
    }
  }
}

/// Collects the events of one trace.
private struct EventCollector: TraceSink {
  var events: [SimulationRun.Moment] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    events.append((time, event))
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
