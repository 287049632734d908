import Replay
import ScrollEngine
import ScrollModel
import TraceStore

/// The recorded view of a trace that is still being recorded.
///
/// The recorded offsets move the engine, so this is the recording and not a replay.
struct LivePicture {
  private let information: TraceInformation
  private let configuration: Configuration
  private let behavior: (any TargetBehavior)?
  /// The kinds of events so far, which determine the source of sizes.
  private var contents = TraceContents()
  /// Containers, the last layout and the edits since then, for a new engine.
  private var scene: [(time: TraceTime, event: TraceEvent)] = []
  private var run: ReplayRun?
  private var recorded: GeometryFrame?
  private var time = TraceTime.zero

  init(
    of information: TraceInformation, _ configuration: Configuration, _ registry: BehaviorRegistry
  ) {
    self.information = information
    self.configuration = configuration
    behavior = registry.behavior(of: configuration)
  }

  /// Handles the next event.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    let known = contents
    note(event, at: time)
    self.time = time
    if contents != known { run = nil }
    if let run {
      run.take(event, at: time)
    } else if contents.hasFrames {
      restart(with: event)
    }
  }

  /// Begins again, because the trace has turned out to contain another kind of events.
  private mutating func restart(with event: TraceEvent) {
    // A trace that cannot be replayed has no picture.
    guard
      let plan = try? ReplayPlan(
        configuration, of: information, contents, drive: .offset, behavior: behavior)
    else { return }
    let run = ReplayRun(plan)
    for (time, event) in scene { run.take(event, at: time) }
    if scene.last?.event != event { run.take(event, at: time) }
    self.run = run
  }

  private mutating func note(_ event: TraceEvent, at time: TraceTime) {
    contents.note(event)
    switch event {
    case .input(.layout):
      scene.removeAll { if case .input(.container) = $0.event { false } else { true } }
      scene.append((time, event))
    case .input(.edit), .input(.container): scene.append((time, event))
    case .observation(.frame(let frame)): note(frame)
    case .input, .observation, .stream: break
    }
  }

  /// Without declared axes, those of the movement so far are used.
  private mutating func note(_ frame: GeometryFrame) {
    if information.axes == nil, let last = recorded?.offset {
      let (across, down) = (contents.movesHorizontally, contents.movesVertically)
      contents.movesHorizontally = across || frame.offset.x != last.x
      contents.movesVertically = down || frame.offset.y != last.y
      contents.movedAxes =
        switch (contents.movesHorizontally, contents.movesVertically) {
        case (true, true): .both
        case (true, false): .horizontal
        case (false, true): .vertical
        case (false, false): nil
        }
    }
    recorded = frame
  }

  /// The view now; nil before the first frame.
  var moment: ScrubSource.Moment? {
    guard let run else { return nil }
    return ScrubSource.Moment(
      time: time, inspection: run.inspect(at: time), recording: nil, recorded: recorded)
  }
}
