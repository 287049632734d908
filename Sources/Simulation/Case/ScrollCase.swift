public import ScrollEngine
public import ScrollModel

/// A scroll that can be run again: what is on the screen, what is done, and what the app declares.
public struct ScrollCase: Hashable, Sendable {
  /// What is on the screen.
  public var scene: SceneFile
  /// What is done.
  public var script: GestureScript
  /// What the app declares; nil if nothing is known of it.
  public var declared: Configuration?
  /// What the view really does.
  public var ran: Configuration
  /// What the view does once the defect is fixed; nil where no fix is known.
  public var fixed: Configuration?
  /// Whether the fix changes what the app declares, and not only what runs.
  public var fixIsDeclared = false
  /// Whether the content rests at other offsets with the fix; smaller cases keep that.
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

  /// The recording that the case makes, with the defect or with the fix.
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

  /// How many items the scene has.
  public var itemCount: Int {
    switch scene.content {
    case .items(let items): items.count
    case .generated(let rule): rule.count
    case .frames(let targets, _): targets.count
    }
  }

  /// The configurations as texts: what is declared, what ran, and the fix.
  var configurationTexts: [String] { [declared?.text ?? "", ran.text, fixed?.text ?? ""] }

  /// The case as text; two cases with the same text are the same.
  public var key: [UInt8] {
    scene.json + Array(script.text.utf8)
      + Array((configurationTexts + ["\(fixIsDeclared)"]).joined(separator: "\n").utf8)
  }

  /// How much a person has to read: steps, waits, items, and the digits and letters of their texts.
  ///
  /// Zeros are free, so that a round number weighs less than another one.
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
  /// The layout at the start.
  public var firstLayout: Layout {
    var maker = ItemMaker(self, seed: 1)
    return Arrangement(self, maker: &maker).layout()
  }
}

extension GestureScript {
  /// Whether it has only fingers, wheels and time: no program, and no change of content or container.
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
  /// The inputs, and what the engine makes of them.
  public let simulation: ObservedSimulation
  private let declared: Configuration?

  init(simulation: ObservedSimulation, declared: Configuration?) {
    self.simulation = simulation
    self.declared = declared
  }

  /// Everything about the trace that is not an event.
  public var information: TraceInformation {
    var information = simulation.information
    information.declaredConfiguration = declared?.text
    return information
  }

  /// Sends the trace into a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    var renaming = DeclaringSink(next: sink, information: information)
    defer { sink = renaming.next }
    try simulation.send(to: &renaming)
  }
}

/// Gives the trace that passes other information.
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
