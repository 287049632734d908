/// A moment and where the content was.
public struct FrameSample: Hashable, Sendable {
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

/// A visible set behind so many frames of a stretch.
public struct VisibleSetChange: Sendable {
  /// How many frames come before it.
  public var place: Int
  /// The set.
  public var set: VisibleSetOutcome

  /// Creates a set behind frames.
  public init(_ set: VisibleSetOutcome, behind place: Int) {
    (self.set, self.place) = (set, place)
  }
}

/// Frames of an outcome that follow each other and differ only in their moments and offsets, and the visible
/// sets that were told among them.
///
/// Most frames are like that, so whoever wants all of them takes them by the stretch.
public struct FrameRun: Sendable {
  /// A frame that all are like.
  public var like: GeometryFrame
  /// Their moments and offsets, in order.
  public var steps: [FrameSample] = []
  /// The visible sets.
  public var sets: [VisibleSetChange] = []
  /// The share from which on a target counts as visible.
  public var threshold: Double?

  /// Creates a stretch without frames.
  public init(like frame: GeometryFrame, threshold: Double? = nil) {
    like = frame
    self.threshold = threshold
  }

  /// Whether there are neither frames nor sets.
  public var isEmpty: Bool { steps.isEmpty && sets.isEmpty }

  /// Takes everything out.
  public mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
  }

  /// Tells frames and sets in their order, as observations.
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
