public import ScrollModel

/// The inputs of a recorded or simulated trace, as input for scenes.
///
/// It is a sink: every trace reader can fill it. Of a capture with several traces it stores the
/// first.
public struct ScrollRecording: TraceSink {
  /// All inputs with their times.
  public private(set) var inputs: [(TraceTime, Input)] = []
  /// The diagnostics of the source.
  public private(set) var diagnostics: [Diagnostic] = []
  private var traces = 0

  /// Creates an empty recording.
  public init() {}

  /// The input of the user's fingers, wheel or trackpad.
  ///
  /// Layouts, containers and commands of the recorded app are excluded: a scene has its own.
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

  /// Stores an input of the first trace.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) {
    guard trace == 1, case .input(let input) = event else { return }
    inputs.append((time, input))
  }

  /// Stores a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension ScrollScene {
  /// Starts a run at time 0 with the current bound positions.
  public func start() -> SceneRun { SceneRun(self) }

  /// Runs the scene with inputs until nothing moves.
  public func run(_ inputs: some Sequence<(TraceTime, Input)>) -> SceneRun {
    var run = start()
    run.send(inputs)
    run.settle()
    return run
  }
}
