public import ScrollEngine
public import ScrollModel

/// A reproducible scroll: the scene, the script, and the declared configuration.
public struct ScrollCase: Hashable, Sendable {
  /// The scene.
  public var scene: SceneFile
  /// The script.
  public var script: GestureScript
  /// The declared configuration; nil if unknown.
  public var declared: Configuration?
  /// The actual configuration.
  public var ran: Configuration
  /// The fixed configuration; nil if no fix is known.
  public var fixed: Configuration?
  /// Whether the fix changes the declaration, and not only the actual configuration.
  public var fixIsDeclared = false
  /// Whether the content rests at other offsets with the fix; reduced cases preserve this.
  public var fixChangesRests = false

  /// Creates a case without a fix.
  public init(
    scene: SceneFile, script: GestureScript, declared: Configuration?, ran: Configuration
  ) {
    self.scene = scene
    self.script = script
    self.declared = declared
    self.ran = ran
  }

  /// The recording of the case, with the defect or with the fix.
  public func recording(isFixed: Bool, behavior: (any TargetBehavior)? = nil) throws
    -> CaseRecording
  {
    let configuration = isFixed ? fixed ?? ran : ran
    return CaseRecording(
      simulation: ObservedSimulation(
        try Simulator(scene: scene, script: script), configuration: configuration,
        behavior: behavior),
      declared: isFixed && fixIsDeclared ? fixed : declared)
  }

  /// The number of items in the scene.
  public var itemCount: Int {
    switch scene.content {
    case .items(let items): items.count
    case .generated(let rule): rule.count
    case .frames(let targets, _): targets.count
    }
  }

  /// The configurations as texts: the declared, the actual and the fixed one.
  var configurationTexts: [String] { [declared?.text ?? "", ran.text, fixed?.text ?? ""] }

  /// The case as text; equal texts mean equal cases.
  public var key: [UInt8] {
    scene.json + Array(script.text.utf8)
      + Array((configurationTexts + ["\(fixIsDeclared)"]).joined(separator: "\n").utf8)
  }

  /// The reading effort for people: steps, waits, items, and the digits and letters of their texts.
  ///
  /// Zeros are free, so that a round number has a smaller weight.
  public var weight: Int {
    let actions = script.actions
    let waits = actions.filter(\.isWait)
    let time = actions.reduce(Int64(0)) { sum, action in
      if case .wait(let duration) = action { sum + duration / 20_000_000 } else { sum }
    }
    return 300 * (actions.count - waits.count) + 100 * waits.count + Int(clamping: time)
      + 40 * itemCount + key.count { $0 != UInt8(ascii: "0") }
  }
}

extension SceneFile {
  /// The initial layout.
  public var firstLayout: Layout {
    var maker = ItemMaker(self, seed: 1)
    return Arrangement(self, maker: &maker).layout()
  }
}

extension GestureScript {
  /// Whether it contains only touches, wheel steps and waits.
  public var hasOnlyGestures: Bool {
    actions.allSatisfy { action in
      switch action {
      case .stroke, .path, .flick, .hold, .tap, .wheel, .trackpad, .wait, .until: true
      default: false
      }
    }
  }
}

/// The recording of a case.
public struct CaseRecording: TraceSource, Sendable {
  /// The simulation of the case.
  public let simulation: ObservedSimulation
  private let declared: Configuration?

  init(simulation: ObservedSimulation, declared: Configuration?) {
    self.simulation = simulation
    self.declared = declared
  }

  /// All data of the trace except its events.
  public var information: TraceInformation {
    var information = simulation.information
    information.declaredConfiguration = declared?.text
    return information
  }

  /// Sends the trace to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    var renaming = DeclaringSink(next: sink, information: information)
    defer { sink = renaming.next }
    try simulation.send(to: &renaming)
  }
}

/// Passes a trace on with other information.
private struct DeclaringSink<Sink: TraceSink>: TraceSink {
  var next: Sink
  let information: TraceInformation

  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    try next.beginTrace(self.information)
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws {
    try next.append(event, at: time, to: trace)
  }

  mutating func report(_ diagnostic: Diagnostic) throws { try next.report(diagnostic) }
}
