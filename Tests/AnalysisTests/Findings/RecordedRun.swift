import ScrollEngine
import ScrollModel
import Simulation

@testable import Analysis

/// A scene and a script that the engine ran, as the stream that a recorder would have made.
struct RecordedRun {
  /// Inputs and observations in their order.
  var events: [SimulationRun.Moment] = []
  /// The engine's decisions about each release and resize.
  var settles: [Settle] = []
  /// The end of the script.
  var end = TraceTime.zero
  var information: TraceInformation

  init(
    _ scene: SceneFile, _ script: GestureScript, _ configuration: Configuration,
    options: SimulationOptions = SimulationOptions()
  ) throws {
    let simulator = try Simulator(scene: scene, script: script, options: options)
    information = simulator.information
    var run = simulator.run()
    var recorder = Recorder()
    var engine: ScrollEngine?
    while let moment = try run.next() {
      guard case .input(let input) = moment.event else {
        engine?.advance(to: moment.time, to: &recorder)
        recorder.events.append(moment)
        continue
      }
      if engine == nil, case .layout(let layout) = input {
        recorder.events.append(moment)
        engine = ScrollEngine(
          configuration: configuration, scene: Self.scene(of: scene, layout))
        continue
      }
      engine?.advance(to: moment.time, to: &recorder)
      recorder.events.append(moment)
      engine?.handle(input, at: moment.time, to: &recorder)
    }
    engine?.finish(at: run.now, to: &recorder)
    events = recorder.events
    settles = recorder.settles
    end = run.now
  }

  /// The same run as a source without phases records it.
  var withoutPhases: RecordedRun {
    var bare = self
    bare.events = events.compactMap { time, event in
      switch event {
      case .observation(.phase): return nil
      case .observation(.frame(var frame)):
        frame.phase = nil
        return (time, .observation(.frame(frame)))
      default: return (time, event)
      }
    }
    return bare
  }

  init(_ scenario: HealthyScenario) throws {
    try self.init(scenario.scene, scenario.script, scenario.configuration)
  }

  private static func scene(of file: SceneFile, _ layout: Layout) -> Scene {
    Scene(
      axes: file.axes, containerSize: file.container, insets: file.insets,
      layoutDirection: file.direction, scale: file.scale, refreshRate: file.refreshRate,
      content: .layout(layout))
  }

  /// Sends the stream to an analysis.
  func pass<Analysis: OutcomeAnalysis>(_ analysis: Analysis) -> Analysis {
    var pass = AnalysisDriver(analysis, of: information)
    var next = 0
    for (time, event) in events {
      // Decisions come after their lift, and before everything else at the same time.
      if !event.isLift {
        while next < settles.count, settles[next].time <= time {
          pass.take(settles[next])
          next += 1
        }
      }
      pass.take(event, at: time)
    }
    pass.finish(at: end)
    return pass.analysis
  }
}

extension TraceEvent {
  /// Whether the event ends a touch or a trackpad gesture.
  fileprivate var isLift: Bool {
    switch self {
    case .input(.touch(let sample)): sample.phase == .ended || sample.phase == .cancelled
    case .input(.wheel(let sample)): sample.phase == .ended || sample.phase == .cancelled
    default: false
    }
  }
}

/// Stores the engine's outcome as trace events.
private struct Recorder: OutcomeConsumer {
  var events: [SimulationRun.Moment] = []
  var settles: [Settle] = []

  mutating func consume(_ frame: OutcomeFrame) {
    let size = frame.geometry.visibleRect.size
    events.append((frame.time, .observation(.frame(frame.geometryFrame(frameSize: size)))))
  }

  mutating func consume(_ change: PhaseOutcome) {
    let event = PhaseChange(old: change.old, new: change.new, velocity: change.velocity)
    events.append((change.time, .observation(.phase(event))))
  }

  mutating func consume(_ change: PositionOutcome) {
    let report = PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser)
    events.append((change.time, .observation(.position(report))))
  }

  mutating func consume(_ change: VisibilityOutcome) {
    let event = VisibilityEvent(
      id: change.id, isVisible: change.isVisible, fraction: change.fraction)
    events.append((change.time, .observation(.visibility(event))))
  }

  mutating func consume(_ set: VisibleSetOutcome) {
    events.append((set.time, .observation(.visibleSet(VisibleSet(ids: set.ids)))))
  }

  mutating func consume(_ settle: Settle) { settles.append(settle) }
}
