import Analysis
import Replay
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

  /// The same gestures under simpler rules: the declaration, one page per gesture in place of a
  /// fraction of it, and one of two behaviors.
  func simpler(than family: HiddenDraw.Family) -> [HiddenCase] {
    var cases: [HiddenCase] = []
    if let declared, family != .fast {
      var other = self
      other.hidden = declared
      other.behavior = nil
      cases.append(other)
    }
    guard let behavior else { return cases }
    func add(_ kind: HiddenBehavior.Kind) {
      var other = self
      other.behavior = HiddenBehavior(kind: kind, axis: behavior.axis)
      cases.append(other)
    }
    switch behavior.kind {
    // If every release turned a page, or one half leads to the same pages, nothing reveals the fraction.
    case .drag(let page, _):
      add(.page(page))
      add(.drag(page: page, share: 0.5))
    case .threshold(let page, _):
      add(.page(page))
      add(.threshold(page: page, share: 0.5))
    case .two(let slow, let fast):
      add(.shifted(pitch: slow, by: 0))
      add(.shifted(pitch: fast, by: 0))
    case .scaled(_, let pitch): add(.scaled(factor: 1, pitch: pitch))
    default: break
    }
    return cases
  }

  /// Wrong numbers of a recorder.
  struct Misreading {
    var scale = 1.0
    var shift = Vector(dx: 0, dy: 0)
    /// The sum of the ends of the horizontal range, if offsets count from the trailing side.
    var mirror: Double?
    var scalesVelocity = true
  }

  /// The number of releases in a recording that this case's rule would have led elsewhere, each from
  /// where it began in the recording.
  func contradictions(of recorded: Outcome, with rests: [Double]) throws -> Int {
    let contents = try recorded.store.contents(of: recorded.trace.id)
    let plan = try ReplayPlan(
      hidden, of: recorded.trace.information, contents, drive: .release, behavior: behavior)
    let chosen = try Outcome(of: recorded.trace, in: recorded.store, plan: plan)
      .analyze(ChosenRests()).rests
    return zip(rests, chosen).count { ($0 - $1).magnitude > 0.5 } + abs(rests.count - chosen.count)
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

/// Collects the resting offset that an engine chooses for each release.
private struct ChosenRests: OutcomeAnalysis {
  private(set) var rests: [Double] = []

  mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    if !settle.isResize { rests.append(settle.chosen) }
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

  /// Leaves only the offset at every tick of a timer, and what moved the finger.
  mutating func lookEvery(milliseconds: Int64) {
    let interval = milliseconds * 1_000_000
    var seen: Point?
    var last: [Int64: GeometryFrame] = [:]
    events = events.filter { time, event in
      switch event {
      case .observation(.frame(var frame)):
        frame.phase = nil
        last[time.nanoseconds / interval + 1] = frame
        return false
      case .observation: return false
      default: return true
      }
    }
    for (tick, frame) in last.sorted(by: { $0.key < $1.key }) where frame.offset != seen {
      seen = frame.offset
      events.append((TraceTime(nanoseconds: tick * interval), .observation(.frame(frame))))
    }
    events = events.sortedStably { $0.time < $1.time }
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
