import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import TraceStore
import Triage

/// A recording whose app ran one configuration and declares another, or none.
struct HiddenCase {
  var name: String
  /// The configuration that ran.
  var hidden: Configuration
  /// The behavior that `custom("hidden")` names.
  var behavior: HiddenBehavior?
  /// The recorder's error in every offset.
  var misreading: Misreading?
  /// The configuration that the trace declares.
  var declared: Configuration?
  var scene: SceneFile
  var script: String
  var noise = ObservationNoise.none
  var seed: UInt64 = 1
  /// The data that the recorder keeps.
  var keeps = Kept.everything

  /// The data that a recorder keeps of a run.
  enum Kept {
    case everything
    /// Fingers, phases and frames, but not the system's proposals and choices.
    case noReports
    /// Only offsets and the layout.
    case offsets
  }

  /// The same case with one page per gesture, if it turns pages beyond a fraction; nil for others.
  var withPlainPages: HiddenCase? {
    guard let behavior else { return nil }
    var plain = self
    switch behavior.kind {
    case .drag(let page, _), .threshold(let page, _):
      plain.behavior = HiddenBehavior(kind: .page(page), axis: behavior.axis)
      return plain
    default: return nil
    }
  }

  /// Wrong numbers of a recorder.
  struct Misreading {
    var scale = 1.0
    var shift = Vector(dx: 0, dy: 0)
    /// The sum of the ends of the horizontal range, if offsets count from the trailing side.
    var mirror: Double?
    var scalesVelocity = true
  }

  /// The recording as the store receives it.
  func recording() throws -> HiddenRecording {
    var options = SimulationOptions()
    options.seed = seed
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: GestureScript(script), options: options),
      configuration: hidden, noise: noise, behavior: behavior)
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    var recording = HiddenRecording(
      information: sink.traces[0].information,
      events: zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) })
    recording.information.declaredConfiguration = declared?.text
    if let misreading { recording.misread(misreading) }
    switch keeps {
    case .everything: break
    case .noReports: recording.dropReports()
    case .offsets: recording.keepOffsets()
    }
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

  /// Drops the system's reports of its decisions.
  mutating func dropReports() {
    events.removeAll {
      if case .observation(.release) = $0.event { true } else { false }
    }
  }

  /// Applies the recorder's error to every offset and, if requested, to every velocity.
  mutating func misread(_ misreading: HiddenCase.Misreading) {
    func wrong(_ point: Point) -> Point {
      let x = misreading.mirror.map { $0 - point.x } ?? point.x
      return Point(
        x: x * misreading.scale + misreading.shift.dx,
        y: point.y * misreading.scale + misreading.shift.dy)
    }
    func wrong(_ velocity: Vector) -> Vector {
      guard misreading.scalesVelocity else { return velocity }
      let dx = misreading.mirror == nil ? velocity.dx : -velocity.dx
      return Vector(dx: dx * misreading.scale, dy: velocity.dy * misreading.scale)
    }
    for index in events.indices {
      switch events[index].event {
      case .observation(.frame(var frame)):
        frame.offset = wrong(frame.offset)
        events[index].event = .observation(.frame(frame))
      case .observation(.phase(var change)):
        change.velocity = change.velocity.map(wrong)
        events[index].event = .observation(.phase(change))
      case .observation(.release(var report)):
        report.velocity = report.velocity.map(wrong)
        report.proposedOffset = report.proposedOffset.map(wrong)
        report.chosenOffset = report.chosenOffset.map(wrong)
        events[index].event = .observation(.release(report))
      default: break
      }
    }
  }

  /// The offsets at each change to idle.
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
  /// Adds a recording to the store and returns it as the tool would read it.
  func outcome(of recording: HiddenRecording) throws -> Outcome {
    let (trace, store) = try put(recording)
    return Outcome(of: trace, in: store)
  }
}
