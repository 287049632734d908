public import ScrollModel
public import Simulation

/// A recording whose outcome no replay reproduces, so that the observations are part of the case.
public struct RecordedCase: TraceSource, Sendable {
  /// All data of the trace except its events.
  public var information: TraceInformation
  /// The events.
  public var events: [SimulationRun.Moment]
  /// The views around and in this one whose recordings are a part of the case.
  public var others: [NestedView] = []
  /// The scene and the script that make the recordings of nested views; nil if none does.
  public var nestedScene: (scene: SceneFile, script: GestureScript)?

  /// Another view of the same capture.
  public struct NestedView: Sendable {
    /// All data of its trace except its events.
    public var information: TraceInformation
    /// Its events.
    public var events: [SimulationRun.Moment]
  }

  /// Creates a case of a whole recording.
  public init(_ information: TraceInformation, _ events: [SimulationRun.Moment]) {
    self.information = information
    self.events = events
  }

  /// Sends the traces to a sink, its own first.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let views = [NestedView(information: information, events: events)] + others
    for view in views {
      let trace = try sink.beginTrace(view.information)
      for (time, event) in view.events { try sink.append(event, at: time, to: trace) }
    }
  }

  /// The largest number of targets in a layout.
  public var itemCount: Int {
    events.reduce(0) { count, moment in
      if case .input(.layout(let layout)) = moment.event {
        max(count, layout.targets.count)
      } else {
        count
      }
    }
  }

  /// The scene and the script of its inputs; nil if the container's size is unknown, or for several views that
  /// none makes.
  public var fitted: (scene: SceneFile, script: GestureScript)? {
    others.isEmpty ? ScriptFitter.fit(events, of: information) : nestedScene
  }

  var weight: Int {
    let length = (events.last?.time.nanoseconds ?? 0) / 20_000_000
    return (events + others.flatMap(\.events)).reduce(Int(clamping: length)) {
      $0 + $1.event.weight
    }
      + (information.declaredConfiguration?.count { $0 != "0" } ?? 0)
      + 10 * information.metadata.count
      + [information.device, information.system, information.app].count { $0 != nil }
  }
}

extension TraceEvent {
  fileprivate var weight: Int {
    switch self {
    case .input(.layout(let layout)): 100 + 40 * layout.targets.count
    case .input(.touch(let sample)): sample.phase == .began ? 300 : 5
    case .input(.wheel): 50
    case .input(.command), .input(.edit), .input(.container): 300
    case .observation(.frame): 1
    case .observation(.visibleSet(let set)): 5 + set.ids.count
    case .observation, .stream: 5
    }
  }
}
