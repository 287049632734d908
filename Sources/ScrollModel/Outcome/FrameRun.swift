/// A moment and where the content was.
public struct FrameStep: Hashable, Sendable {
  /// When.
  public var time: TraceTime
  /// The content point at the top left of the frame.
  public var offset: Point

  /// Creates a step.
  public init(time: TraceTime, offset: Point) {
    self.time = time
    self.offset = offset
  }
}

/// Frames that follow each other and differ only in their moments and offsets.
///
/// Most frames are like that, so whoever wants all of them takes them by the run.
public struct FrameRun: Hashable, Sendable {
  /// The scroll phase of all of them, where the source says so.
  public var phase: ScrollPhase?
  /// The sizes around all of them.
  public var geometry: FrameGeometry
  /// Their moments and offsets, in order.
  public var steps: ArraySlice<FrameStep>

  /// Creates a run like a frame.
  public init(like frame: GeometryFrame, _ steps: ArraySlice<FrameStep>) {
    phase = frame.phase
    geometry = frame.geometry
    self.steps = steps
  }

  /// The frame of a step.
  public func frame(_ step: FrameStep) -> GeometryFrame {
    GeometryFrame(offset: step.offset, phase: phase, geometry: geometry)
  }
}
