public import ScrollModel

/// The end of a trace, as recorded by a recorder that was started late.
///
/// It contains the container and the layout at the start, optionally the current frame, and all
/// later events at unchanged times. Earlier events are missing: touches may continue without a
/// beginning, and content may be in motion.
public struct LateRecording<Source: TraceSource>: TraceSource {
  /// The whole trace.
  public let whole: Source
  /// The start time of the recorder.
  public let start: TraceTime
  /// Whether the recorder logs the current frame at its start.
  public let logsFirstFrame: Bool

  /// Creates the end of a trace.
  public init(of whole: Source, from start: TraceTime, logsFirstFrame: Bool = true) {
    self.whole = whole
    self.start = start
    self.logsFirstFrame = logsFirstFrame
  }

  /// Sends the end of the trace to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    var late = LateSink(sink, from: start, logsFirstFrame: logsFirstFrame)
    defer { sink = late.next }
    try whole.send(to: &late)
    try late.endOpenings()
  }
}

extension LateRecording: Sendable where Source: Sendable {}

/// Holds the state before a time until that time.
private struct LateSink<Sink: TraceSink>: TraceSink {
  var next: Sink
  private let start: TraceTime
  private let logsFirstFrame: Bool
  private var openings: [TraceNumber: Opening] = [:]

  private struct Opening {
    let axes: ScrollAxes?
    var container: ContainerChange?
    var layout: Layout?
    var frame: GeometryFrame?

    mutating func take(_ event: TraceEvent) {
      switch event {
      case .input(.container(let change)): container = container?.changed(by: change) ?? change
      case .input(.layout(let new)): layout = new
      case .input(.edit(let edit)):
        let axes = axes ?? (layout ?? Layout(targets: [])).axes(in: container?.size)
        layout?.apply(
          edit, mainAxis: axes.main, isRightToLeft: container?.layoutDirection == .rightToLeft)
      case .observation(.frame(let new)): frame = new
      case .input, .observation, .stream: break
      }
    }
  }

  init(_ next: Sink, from start: TraceTime, logsFirstFrame: Bool) {
    self.next = next
    self.start = start
    self.logsFirstFrame = logsFirstFrame
  }

  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    let trace = try next.beginTrace(information)
    openings[trace] = Opening(axes: information.axes)
    return trace
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws {
    guard time > start else {
      openings[trace]?.take(event)
      return
    }
    try endOpening(of: trace)
    try next.append(event, at: time, to: trace)
  }

  mutating func report(_ diagnostic: Diagnostic) throws { try next.report(diagnostic) }

  /// Sends the state at the start time, for traces without later events.
  mutating func endOpenings() throws {
    for trace in openings.keys.sorted() { try endOpening(of: trace) }
  }

  private mutating func endOpening(of trace: TraceNumber) throws {
    guard let opening = openings.removeValue(forKey: trace) else { return }
    if let container = opening.container {
      try next.append(.input(.container(container)), at: start, to: trace)
    }
    if let layout = opening.layout {
      try next.append(.input(.layout(layout)), at: start, to: trace)
    }
    if logsFirstFrame, let frame = opening.frame {
      try next.append(.observation(.frame(frame)), at: start, to: trace)
    }
  }
}
