public import ScrollModel

/// The summary of one replay.
public struct ReplaySummary: Hashable, Sendable {
  /// The observations digest of the outcome; empty until the replay has ended.
  public var digest: [UInt8] = []
  /// Recorded frames that drove the content, and therefore cannot differ.
  public var drivingFrames: Int64 = 0
  /// Recorded frames that did not drive the content.
  public var freeFrames: Int64 = 0
  /// Frames emitted by the engine.
  public var frames: Int64 = 0
  /// Changes of the reported id.
  public var idChanges: Int64 = 0
  /// Phase changes.
  public var phaseChanges: Int64 = 0
  /// Changes of visibility.
  public var visibilityChanges: Int64 = 0
  /// Releases with recorded data.
  public var releases: Int64 = 0
  /// Releases whose velocity was fitted to offsets.
  public var fittedReleases: Int64 = 0
  /// Gaps of the trace; lost events did not drive the replay.
  public var gaps: Int64 = 0
  /// Inputs that were derived from frames.
  public var derivedInputs = 0
  /// Whether the first recorded offset was used as the initial offset.
  public var startedFromRecording = false
  /// Whether the content was assumed to be endless, because its length is unknown.
  public var assumesContent = false
  /// Diagnostics of the engine.
  public var diagnostics: Int64 = 0
  /// The decisions about resting offsets, up to a limit.
  public private(set) var settles = SettleLog()
  /// The number of decisions.
  public private(set) var settleCount: Int64 = 0
  /// The reported ids with their times, up to a limit.
  public private(set) var ids: [(time: TraceTime, id: TargetID?)] = []
  /// Offset of the last frame.
  public private(set) var lastOffset: Point?

  /// Releases whose velocity was inferred, up to a limit.
  public private(set) var inferredReleases: [InferredRelease] = []

  /// What was decided about this view and those nested with it, up to a number.
  public private(set) var nestedEvents: [NestedEvent] = []

  /// The fingers over this view and those nested with it, up to a number.
  public private(set) var nestedDrags: [NestedDrag] = []

  /// How many decisions and ids are kept.
  public static let kept = 10_000

  mutating func note(_ observation: Observation, at time: TraceTime) {
    switch observation {
    case .frame: break
    case .phase: phaseChanges += 1
    case .position(let report):
      idChanges += 1
      if ids.count < Self.kept { ids.append((time, report.id)) }
    case .visibility, .visibleSet: visibilityChanges += 1
    case .release, .annotation: break
    }
  }

  mutating func note(_ stretch: FrameRun) {
    frames += Int64(stretch.steps.count)
    visibilityChanges += Int64(stretch.sets.count)
    lastOffset = stretch.steps.last?.offset ?? lastOffset
  }

  mutating func note(_ settle: Settle) {
    settleCount += 1
    if settles.count < Self.kept { settles.append(settle) }
  }

  mutating func note(_ release: InferredRelease) {
    if inferredReleases.count < Self.kept { inferredReleases.append(release) }
  }

  mutating func note(_ move: NestedEvent) {
    if nestedEvents.count < Self.kept { nestedEvents.append(move) }
  }

  mutating func note(_ drag: NestedDrag) {
    if nestedDrags.count < Self.kept { nestedDrags.append(drag) }
  }

  /// Whether two summaries are of the same outcome, counted the same way.
  public static func == (first: ReplaySummary, second: ReplaySummary) -> Bool {
    first.digest == second.digest && first.counts == second.counts
      && first.startedFromRecording == second.startedFromRecording
      && first.assumesContent == second.assumesContent && first.settles == second.settles
      && first.lastOffset == second.lastOffset
      && first.inferredReleases == second.inferredReleases
      && first.nestedEvents == second.nestedEvents
      && first.ids.elementsEqual(second.ids) { $0.time == $1.time && $0.id == $1.id }
  }

  /// Hashes the values that distinguish outcomes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(settleCount)
  }

  private var counts: [Int64] {
    [
      drivingFrames, freeFrames, frames, idChanges, phaseChanges, visibilityChanges, releases,
      fittedReleases, gaps, Int64(derivedInputs), diagnostics, settleCount,
    ]
  }
}
