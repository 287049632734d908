/// What drove a scroll view: the device, the program or the data.
public enum Input: Hashable, Sendable {
  /// A sample of a finger.
  case touch(TouchSample)
  /// A step of a wheel or trackpad.
  case wheel(WheelSample)
  /// A programmatic scroll.
  case command(Command)
  /// All targets, laid out anew.
  case layout(Layout)
  /// One change to the list of targets.
  case edit(ContentEdit)
  /// A change of the container or its display.
  case container(ContainerChange)
}

/// What the real system was seen to do.
public enum Observation: Hashable, Sendable {
  /// Where the scroll view was.
  case frame(GeometryFrame)
  /// A change of the scroll phase.
  case phase(PhaseChange)
  /// What the position binding reported.
  case position(PositionReport)
  /// One target became visible or stopped being so.
  case visibility(VisibilityEvent)
  /// The set of visible targets.
  case visibleSet(VisibleSet)
  /// The end of a gesture.
  case release(ReleaseReport)
  /// App state, marks, hitches.
  case annotation(Annotation)
}

/// What the recorder or the importer has to say about the stream itself.
public enum StreamEvent: Hashable, Sendable {
  /// Events are missing: their first and last moment and how many there were, where known.
  case gap(from: TraceTime, to: TraceTime, count: Int64?)
  /// The event that follows was changed on the way in: what was done and to what.
  case repair(kind: String, text: String)
  /// The next `count` events say again what held at this moment, because the trace was cut here.
  case keyframe(count: Int64)
}

/// One entry of a trace.
///
/// Inputs are the trace, observations are the check, remarks belong to neither; all three share one
/// total order.
public enum TraceEvent: Hashable, Sendable {
  /// What drove the scroll view.
  case input(Input)
  /// What it was seen to do.
  case observation(Observation)
  /// What the recorder says about the stream.
  case stream(StreamEvent)
}
