public import ScrollModel

/// A run of a case: the recording of its scene and script with the injected fault.
///
/// A scene with views in it makes a trace of each. The outer view's comes first and has the name of its scene.
public struct GalleryRun: TraceSource, Sendable {
  private let name: String
  private let simulation: ObservedSimulation
  private let declared: String
  private let fault: InjectedFault?
  /// The simulation of all views; nil for one view.
  private let nested: NestedSimulation?

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
    let ran = try configuration ?? Configuration(text: variant.ran ?? variant.configuration)
    let simulator = try Simulator(
      scene: SceneFile(json: scene, name: variant.scene), script: GestureScript(script),
      options: options)
    simulation = ObservedSimulation(simulator, configuration: ran, noise: noise)
    guard !simulator.scene.inner.isEmpty else {
      nested = nil
      return
    }
    guard fault == nil else {
      throw GalleryCase.FileError(description: "a fault goes with a scene of one view only")
    }
    nested = try NestedSimulation(
      simulator, configuration: ran, declared: declared, noise: noise)
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

  /// Sends the traces to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    if let nested { return try nested.send(to: &sink) }
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
