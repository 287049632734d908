public import ScrollModel

/// A time that is known to be between two others.
public struct Crossing: Hashable, Sendable {
  /// The time, interpolated if the movement between two frames is assumed to be uniform.
  public var time: TraceTime
  /// The earliest possible time.
  public var earliest: TraceTime
  /// The latest possible time.
  public var latest: TraceTime

  /// Creates a time with its bounds.
  public init(time: TraceTime, earliest: TraceTime, latest: TraceTime) {
    self.time = time
    self.earliest = earliest
    self.latest = latest
  }

  /// Creates an exact time.
  public init(at time: TraceTime) {
    self.init(time: time, earliest: time, latest: time)
  }

  /// Nanoseconds between the bounds.
  public var uncertaintyNanoseconds: Int64 { latest.nanoseconds(since: earliest) }
}

/// The certainty of a result, given the gaps between frames and between samples.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// It is true regardless of events between the frames.
  case certain
  /// It is true for some possible events between the frames.
  case possible
  /// It is false.
  case no
}

/// The reason for the end of a visit.
public enum VisitEnd: String, CaseIterable, Hashable, Sendable {
  /// Too little of the target is visible.
  case left
  /// The target was removed from the layout.
  case removed
  /// The app is in the background.
  case background
  /// The video is not playing.
  case paused
  /// The content moves too fast, or in a phase that does not count.
  case movement
  /// The user interacts, or has not done so yet.
  case interaction
  /// The trace ends.
  case traceEnd = "trace-end"
}

/// The duration of a visit in each scroll phase, in nanoseconds.
public struct PhaseTimes: Hashable, Sendable {
  private var lanes = SIMD8<Int64>(repeating: 0)

  /// No time.
  public init() {}

  /// Nanoseconds in a phase; nil for the time in an unknown phase.
  public subscript(phase: ScrollPhase?) -> Int64 {
    get { lanes[Self.lane(phase)] }
    set { lanes[Self.lane(phase)] = newValue }
  }

  /// The nanoseconds in all phases together.
  public var total: Int64 { lanes.wrappedSum() }

  mutating func add(_ nanoseconds: Int64, in phase: ScrollPhase?) {
    lanes[Self.lane(phase)] &+= nanoseconds
  }

  func since(_ start: PhaseTimes) -> PhaseTimes {
    var times = PhaseTimes()
    times.lanes = lanes &- start.lanes
    times.lanes.replace(with: 0, where: times.lanes .< 0)
    return times
  }

  private static func lane(_ phase: ScrollPhase?) -> Int { phase.map { Int($0.rawValue) } ?? 5 }
}

/// A visible target, by a policy's definition.
public struct Impression: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The number of the target in order of appearance, which distinguishes equal ids.
  public var target: Int
  /// The number of the impression of the same target, from 1.
  public var number: Int
  /// The time at which the target began to count.
  public var enter: Crossing
  /// The time at which it had counted long enough.
  public var qualified: TraceTime
  /// The time at which it stopped counting.
  public var exit: Crossing
  /// The reason for the end.
  public var end: VisitEnd
  /// The duration in nanoseconds, between the interpolated times.
  public var durationNanoseconds: Int64
  /// The largest visible fraction, 0 to 1.
  public var peakFraction: Double
  /// The largest speed of the content during the visit, in points per second.
  public var maximumSpeed: Double
  /// The time in each scroll phase.
  public var phases: PhaseTimes
  /// Whether the policy's rule for large targets was used.
  public var usesLargeItemRule: Bool
  /// The certainty.
  public var certainty: Certainty
}

/// A target that almost qualified.
public struct NearMiss: Hashable, Sendable {
  /// The missing part.
  public enum MissingPart: Hashable, Sendable {
    /// It counted, but too short by this many nanoseconds.
    case time(missingNanoseconds: Int64)
    /// Its largest fraction was too small by this amount.
    case fraction(missing: Double)
  }

  /// The id of the target.
  public var id: TargetID
  /// The number of the target in order of appearance, which distinguishes equal ids.
  public var target: Int
  /// The time at which it began to count, or to be visible.
  public var start: TraceTime
  /// The time at which it stopped.
  public var stop: TraceTime
  /// The reason for the end.
  public var end: VisitEnd
  /// The missing part.
  public var lack: MissingPart
  /// The largest visible fraction, 0 to 1.
  public var peakFraction: Double
  /// Whether it may have qualified after all.
  public var certainty: Certainty
}

/// A callback that the policy's system would have made.
public struct ImpressionCallback: Hashable, Sendable {
  /// The content of a callback.
  public enum Content: Hashable, Sendable {
    /// One target begins or stops counting.
    case target(TargetID, isVisible: Bool, fraction: Double)
    /// An intersection observer's entry.
    case entry(TargetID, ratio: Double, isIntersecting: Bool, thresholdIndex: Int)
    /// The counting targets, and the changes.
    case set([TargetID], came: [TargetID], went: [TargetID])
  }

  /// The time.
  public var time: TraceTime
  /// The content.
  public var content: Content
}

/// The result of one policy for an outcome.
public struct ImpressionReport: Hashable, Sendable {
  /// The policy with its effective numbers.
  public var policy: ImpressionPolicy
  /// The impressions, by time of qualification.
  public var impressions: [Impression] = []
  /// The near misses, by time of their end.
  public var nearMisses: [NearMiss] = []
  /// The callbacks that the system would have made, in order; only for systems that sample per
  /// frame.
  public var callbacks: [ImpressionCallback] = []
  /// Targets that can never reach the threshold.
  public var unreachable: [UnreachableTarget] = []
  /// The number of visits of any duration.
  public var visitCount = 0
  /// The number of visits shorter than the dwell because of a flicker around the threshold.
  public var flickerCount = 0
  /// The smallest hysteresis that would have merged the flickering visits, as a fraction.
  public var hysteresis: Double?
  /// The number of frames.
  public var frameCount = 0
  /// The reason why the policy could not be applied, if any.
  public var notMeasurable: String?
  /// The assumptions about data that the outcome does not contain.
  public var assumptions: [String] = []

  /// The number of impressions of targets that had one before: the count with recycled identities.
  public var repeatCount: Int { impressions.count { $0.number > 1 } }
}

/// A target that can never reach a policy's threshold, because of its size or its position.
public struct UnreachableTarget: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The largest possible fraction, 0 to 1.
  public var largestFraction: Double
  /// The required fraction.
  public var threshold: Double
  /// Whether the target is larger than the viewport rather than beyond the range of the scroll.
  public var isTooLarge: Bool
}
