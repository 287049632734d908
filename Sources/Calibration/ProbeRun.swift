import ScrollEngine
import ScrollModel
import Simulation

/// What a recorder observes in a probe: offsets, touches, and the reports of the system.
public struct ProbeRun: Hashable, Sendable {
  /// A shown offset.
  struct Frame: Hashable, Sendable {
    var time: TraceTime
    var offset: Point
  }

  /// A kind of report.
  enum Report: Int, CaseIterable, Hashable, Sendable {
    case phase, position, visibility, visibleSet, transition, containerSize, geometryCalls

    /// The kind of annotation that contains it, for what logs have no line for.
    var annotation: String? {
      switch self {
      case .transition: "transition"
      case .containerSize: "container-size"
      case .geometryCalls: "geometry-calls"
      case .phase, .position, .visibility, .visibleSet: nil
      }
    }
  }

  var frames: [Frame] = []
  /// The times at which a finger comes down.
  var touches: [TraceTime] = []
  /// The reports of each kind, in order.
  var reports: [[String]] = Report.allCases.map { _ in [] }
  /// The time of the last event.
  var end = TraceTime.zero

  /// A run without events.
  init() {}

  /// Appends an event of a recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    end = max(end, time)
    switch event {
    case .input(.touch(let sample)) where sample.phase == .began && sample.delivery == .direct:
      touches.append(time)
    case .observation(let observation): take(observation, at: time)
    case .input, .stream: break
    }
  }

  private mutating func take(_ observation: Observation, at time: TraceTime) {
    switch observation {
    case .frame(let frame): frames.append(Frame(time: time, offset: frame.offset))
    case .phase(let change): add(change.new.word, .phase)
    case .position(let report): add(report.id?.displayText ?? "none", .position)
    case .visibility(let event):
      add("\(event.id.displayText) \(event.isVisible)", .visibility)
    case .visibleSet(let set):
      add(set.ids.map(\.displayText).joined(separator: " "), .visibleSet)
    case .annotation(let note):
      guard let kind = Report.allCases.first(where: { $0.annotation == note.kind }) else { return }
      add(note.text ?? "", kind)
    case .release: break
    }
  }

  fileprivate mutating func add(_ text: String, _ kind: Report) {
    reports[kind.rawValue].append(text)
  }
}

/// The inputs of a probe or of its recording.
public struct ProbeInputs: Sendable {
  /// The axes along which the view scrolls.
  var axes: ScrollAxes?
  /// The declared configuration.
  var declared: String
  /// Inputs and annotations in order.
  var events: [(time: TraceTime, event: TraceEvent)] = []

  /// The engine's offsets and reports for these inputs.
  func run(under configuration: Configuration) -> ProbeRun {
    var session = ScrollSession(
      configuration: configuration, axes: axes, behavior: CalibrationBehavior(configuration))
    var sink = ProbeSink(configuration)
    for (time, event) in events {
      sink.observer.direction = session.direction
      session.advance(to: time, to: &sink)
      if case .input(let input) = event { session.take(input, at: time, to: &sink) }
      if case .input(.touch) = event { sink.run.take(event, at: time) }
      sink.run.end = max(sink.run.end, time)
    }
    session.finish(at: sink.run.end, to: &sink)
    session.settle(within: ObservedSimulation.longestSettle, to: &sink)
    sink.run.add(configuration.switches.initialGeometry.rawValue, .geometryCalls)
    return sink.run
  }
}

/// Collects a run from the engine.
private struct ProbeSink: OutcomeConsumer {
  var run = ProbeRun()
  var observer: OutcomeObserver
  private var container: Size?

  init(_ configuration: Configuration) { observer = OutcomeObserver(configuration) }

  mutating func consume(_ frame: OutcomeFrame) {
    observer.see(frame)
    run.take(.observation(.frame(frame.geometryFrame(frameSize: .zero))), at: frame.time)
    let size = frame.geometry.containerSize
    guard size != container else { return }
    container = size
    run.add("\(size.width.rounded())x\(size.height.rounded())", .containerSize)
  }
  mutating func consume(_ change: PhaseOutcome) {
    run.take(.observation(observer.observation(of: change)), at: change.time)
  }
  mutating func consume(_ change: PositionOutcome) {
    run.take(.observation(observer.observation(of: change)), at: change.time)
  }
  mutating func consume(_ change: VisibilityOutcome) {
    run.take(.observation(observer.observation(of: change)), at: change.time)
  }
  mutating func consume(_ set: VisibleSetOutcome) {
    run.take(.observation(observer.observation(of: set)), at: set.time)
  }
  mutating func consume(_ change: TransitionOutcome) {
    run.add("\(change.id.displayText) \(change.new.rawValue)", .transition)
    run.end = max(run.end, change.time)
  }
}

/// The behavior of the probes for custom targets: a tenth of a second at the release velocity.
///
/// Its name in configurations is `custom("tenth-second")`.
struct CalibrationBehavior: TargetBehavior {
  /// The behavior if the configuration names it.
  init?(_ configuration: Configuration) {
    guard case .custom("tenth-second") = configuration.behavior else { return nil }
  }

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let rect = target.rect
    let y = context.originalTarget.rect.origin.y + context.velocity.dy / 10
    target.rect = Rect(x: rect.origin.x, y: y, width: rect.size.width, height: rect.size.height)
  }
}
