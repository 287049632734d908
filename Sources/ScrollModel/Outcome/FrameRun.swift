/// A time and an offset.
public struct FrameSample: Hashable, Sendable {
  /// The time.
  public var time: TraceTime
  /// The content point at the top left of the frame.
  public var offset: Point

  /// Creates a step.
  public init(time: TraceTime, offset: Point) {
    self.time = time
    self.offset = offset
  }
}

/// A visible set at a position within a run of frames.
public struct VisibleSetChange: Sendable {
  /// The number of frames before it.
  public var place: Int
  /// The set.
  public var set: VisibleSetOutcome

  /// Creates a set that follows frames.
  public init(_ set: VisibleSetOutcome, behind place: Int) {
    (self.set, self.place) = (set, place)
  }
}

/// Consecutive frames of an outcome that differ only in time and offset, and the visible sets
/// between them.
///
/// Most frames qualify, so consumers of all frames handle them by the run.
public struct FrameRun: Sendable {
  /// The common values of all frames, except time and offset.
  public var like: GeometryFrame
  /// The times and offsets, in order.
  public var steps: [FrameSample] = []
  /// The visible sets.
  public var sets: [VisibleSetChange] = []
  /// The visibility threshold.
  public var threshold: Double?

  /// Creates a run without frames.
  public init(like frame: GeometryFrame, threshold: Double? = nil) {
    like = frame
    self.threshold = threshold
  }

  /// Whether there are neither frames nor sets.
  public var isEmpty: Bool { steps.isEmpty && sets.isEmpty }

  /// Removes all elements and keeps the capacity.
  public mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
  }

  /// Calls the body with frames and sets in order, as observations.
  public func forEach(_ body: (Observation, TraceTime) -> Void) {
    var told = 0
    func tellFrames(upTo place: Int) {
      for step in steps[told..<place] {
        let frame = GeometryFrame(
          offset: step.offset, phase: like.phase, geometry: like.geometry)
        body(.frame(frame), step.time)
      }
      told = place
    }
    for mark in sets {
      tellFrames(upTo: mark.place)
      body(.visibleSet(VisibleSet(ids: mark.set.ids, threshold: threshold)), mark.set.time)
    }
    tellFrames(upTo: steps.count)
  }
}
