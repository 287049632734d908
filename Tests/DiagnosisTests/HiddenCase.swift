import ScrollModel
import Simulation
import TestSupport
import TraceStore
import Triage

/// A recording whose app ran one configuration and declares another, or none.
struct HiddenCase {
  var name: String
  /// What ran.
  var hidden: Configuration
  /// What the trace declares.
  var declared: Configuration?
  var scene: SceneFile
  var script: String
  var noise = ObservationNoise.none
  var seed: UInt64 = 1
  /// Whether the recorder writes nothing but offsets and layout.
  var isOffsetsOnly = false

  /// The recording as a store gets it.
  func recording() throws -> HiddenRecording {
    var options = SimulationOptions()
    options.seed = seed
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: GestureScript(script), options: options),
      configuration: hidden, noise: noise)
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    var recording = HiddenRecording(
      information: sink.traces[0].information,
      events: zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) })
    recording.information.declaredConfiguration = declared?.text
    if isOffsetsOnly { recording.keepOffsets() }
    return recording
  }
}

/// The events of a recording.
struct HiddenRecording: TraceSource {
  var information: TraceInformation
  var events: [(time: TraceTime, event: TraceEvent)]

  /// Drops everything but the layout and the offsets.
  mutating func keepOffsets() {
    events = events.compactMap { time, event in
      switch event {
      case .input(.layout), .input(.container), .input(.edit): return (time, event)
      case .observation(.frame(var frame)):
        frame.phase = nil
        return (time, .observation(.frame(frame)))
      default: return nil
      }
    }
  }

  /// The places at each turn to idle.
  var rests: [Double] {
    var rests: [Double] = []
    var last = Point.zero
    for (_, event) in events {
      switch event {
      case .observation(.frame(let frame)): last = frame.offset
      case .observation(.phase(let change)) where change.new == .idle && change.old != .idle:
        rests.append(((last.x + last.y) * 10).rounded() / 10)
      default: break
      }
    }
    return rests
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    for (time, event) in events { try sink.append(event, at: time, to: trace) }
  }
}

extension TraceShelf {
  /// Puts a recording into the store and returns it as the tool would read it.
  func outcome(of recording: HiddenRecording) throws -> Outcome {
    let (trace, store) = try put(recording)
    return Outcome(of: trace, in: store)
  }
}
