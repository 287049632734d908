public import ScrollModel

/// The inputs of a recorded or simulated trace, to drive scenes with.
///
/// It is a sink: whatever reads traces can fill it. Of a capture with several traces the first is
/// kept.
public struct ScrollRecording: TraceSink {
  /// All inputs with their moments.
  public private(set) var inputs: [(TraceTime, Input)] = []
  /// What was wrong with the source.
  public private(set) var diagnostics: [Diagnostic] = []
  private var traces = 0

  /// Creates an empty recording.
  public init() {}

  /// What the user's fingers, wheel or trackpad did.
  ///
  /// Layouts, containers and commands of the recorded app are left out: a scene has its own.
  public var gestures: [(TraceTime, Input)] {
    inputs.filter { _, input in
      switch input {
      case .touch, .wheel: true
      case .command, .layout, .edit, .container: false
      }
    }
  }

  /// Counts a trace.
  public mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    traces += 1
    return traces
  }

  /// Keeps an input of the first trace.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) {
    guard trace == 1, case .input(let input) = event else { return }
    inputs.append((time, input))
  }

  /// Keeps a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension ScrollScene {
  /// Starts a run at time 0 with the bound positions as they are now.
  public func start() -> SceneRun { SceneRun(self) }

  /// Drives the scene and lets it come to rest.
  public func run(_ inputs: some Sequence<(TraceTime, Input)>) -> SceneRun {
    var run = start()
    run.send(inputs)
    run.settle()
    return run
  }
}
