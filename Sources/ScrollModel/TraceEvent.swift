/// An input of a scroll view, from the device, the program or the data.
public enum Input: Hashable, Sendable {
  /// A sample of a finger.
  case touch(TouchSample)
  /// A step of a wheel or trackpad.
  case wheel(WheelSample)
  /// A programmatic scroll.
  case command(Command)
  /// A new layout of all targets.
  case layout(Layout)
  /// One change to the list of targets.
  case edit(ContentEdit)
  /// A change of the container or its display.
  case container(ContainerChange)
}

/// An observation of the real system's behavior.
public enum Observation: Hashable, Sendable {
  /// The state of the scroll view.
  case frame(GeometryFrame)
  /// A change of the scroll phase.
  case phase(PhaseChange)
  /// The report of a position binding.
  case position(PositionReport)
  /// A change of the visibility of one target.
  case visibility(VisibilityEvent)
  /// The set of visible targets.
  case visibleSet(VisibleSet)
  /// The end of a gesture.
  case release(ReleaseReport)
  /// App state, marks, hitches.
  case annotation(Annotation)
}

/// An event of the recorder or the importer about the stream itself.
public enum StreamEvent: Hashable, Sendable {
  /// Events are missing: their first and last time and their number, if known.
  case gap(from: TraceTime, to: TraceTime, count: Int64?)
  /// The following event was changed on import: the kind of change and its subject.
  case repair(kind: String, text: String)
  /// The next `count` events repeat the state at this time, because the trace was cut here.
  case keyframe(count: Int64)
}

/// One entry of a trace.
///
/// Inputs drive a replay, and observations verify it. Stream events do neither. All three have one
/// total order.
public enum TraceEvent: Hashable, Sendable {
  /// An input of the scroll view.
  case input(Input)
  /// An observation of its behavior.
  case observation(Observation)
  /// An event about the stream.
  case stream(StreamEvent)
}
