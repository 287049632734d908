public import ScrollModel

/// A moment that is known to lie between two others.
public struct Crossing: Hashable, Sendable {
  /// The moment: interpolated where the movement between two frames is taken to be even.
  public var time: TraceTime
  /// The moment before which it cannot have been.
  public var earliest: TraceTime
  /// The moment after which it cannot have been.
  public var latest: TraceTime

  /// Creates a moment with its bounds.
  public init(time: TraceTime, earliest: TraceTime, latest: TraceTime) {
    self.time = time
    self.earliest = earliest
    self.latest = latest
  }

  /// Creates a moment that is known.
  public init(at time: TraceTime) {
    self.init(time: time, earliest: time, latest: time)
  }

  /// Nanoseconds between the bounds.
  public var uncertaintyNanoseconds: Int64 { latest.nanoseconds(since: earliest) }
}

/// How sure a result is, given what lies between two frames and between two looks.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// It holds whatever happened between the frames.
  case certain
  /// It holds for some of what may have happened.
  case possible
  /// It does not hold.
  case no
}

/// Why a visit ended.
public enum VisitEnd: String, CaseIterable, Hashable, Sendable {
  /// Too little of the target shows.
  case left
  /// The target was taken out of the layout.
  case removed
  /// The app is not in front.
  case background
  /// The video does not play.
  case paused
  /// The content moves too fast, or in a phase that does not count.
  case movement
  /// The user interacts, or has not done so yet.
  case interaction
  /// The trace ends.
  case traceEnd = "trace-end"
}

/// How the time of a visit is spread over scroll phases, in nanoseconds.
public struct PhaseTimes: Hashable, Sendable {
  private var lanes = SIMD8<Int64>(repeating: 0)

  /// No time.
  public init() {}

  /// Nanoseconds in a phase; nil asks for time in an unknown phase.
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

/// A target that was seen, by a policy's meaning of the word.
public struct Impression: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// The number of the target in order of appearance, which tells equal ids apart.
  public var target: Int
  /// The number of the impression among those of the same target, from 1.
  public var number: Int
  /// When the target began to count.
  public var enter: Crossing
  /// When it had counted long enough.
  public var qualified: TraceTime
  /// When it stopped counting.
  public var exit: Crossing
  /// Why it stopped.
  public var end: VisitEnd
  /// How long it counted, in nanoseconds, by the interpolated moments.
  public var durationNanoseconds: Int64
  /// The largest visible fraction, 0 to 1.
  public var peakFraction: Double
  /// The largest speed of the content meanwhile, in points per second.
  public var maximumSpeed: Double
  /// The time in each scroll phase.
  public var phases: PhaseTimes
  /// Whether the policy's rule for large targets was used.
  public var usesLargeItemRule: Bool
  /// Whether it is sure.
  public var certainty: Certainty
}

/// A target that was almost seen.
public struct NearMiss: Hashable, Sendable {
  /// What was missing.
  public enum MissingPart: Hashable, Sendable {
    /// It counted, but so many nanoseconds too short.
    case time(missingNanoseconds: Int64)
    /// Its largest fraction was so much below the threshold.
    case fraction(missing: Double)
  }

  /// Which target.
  public var id: TargetID
  /// The number of the target in order of appearance, which tells equal ids apart.
  public var target: Int
  /// When it began to count, or to show.
  public var start: TraceTime
  /// When it stopped.
  public var stop: TraceTime
  /// Why it stopped.
  public var end: VisitEnd
  /// What was missing.
  public var lack: MissingPart
  /// The largest visible fraction, 0 to 1.
  public var peakFraction: Double
  /// Whether it may have been seen after all.
  public var certainty: Certainty
}

/// What the system of a policy would have told the app.
public struct ImpressionCallback: Hashable, Sendable {
  /// What was told.
  public enum Content: Hashable, Sendable {
    /// One target counts from now on, or does not.
    case target(TargetID, isVisible: Bool, fraction: Double)
    /// An intersection observer's entry.
    case entry(TargetID, ratio: Double, isIntersecting: Bool, thresholdIndex: Int)
    /// The targets that count, with those that came and went.
    case set([TargetID], came: [TargetID], went: [TargetID])
  }

  /// When.
  public var time: TraceTime
  /// What.
  public var content: Content
}

/// Everything that one policy makes of an outcome.
public struct ImpressionReport: Hashable, Sendable {
  /// The policy with its effective numbers.
  public var policy: ImpressionPolicy
  /// The impressions, by the moment at which they qualified.
  public var impressions: [Impression] = []
  /// Those that failed by little, by the moment at which they ended.
  public var nearMisses: [NearMiss] = []
  /// What the system would have told, in order; kept only for systems that look per frame.
  public var callbacks: [ImpressionCallback] = []
  /// Targets that can never reach the threshold.
  public var unreachable: [UnreachableTarget] = []
  /// How many visits there were, whether they lasted or not.
  public var visitCount = 0
  /// How many of them lasted less than the dwell, by a flicker around the threshold.
  public var flickerCount = 0
  /// The smallest hysteresis that would have joined the flickering visits, as a fraction.
  public var hysteresis: Double?
  /// How many frames were looked at.
  public var frameCount = 0
  /// Why the policy could not be applied, if it could not.
  public var notMeasurable: String?
  /// What was taken for granted because the outcome does not say.
  public var assumptions: [String] = []

  /// How many impressions are of targets that had one before: what recycled identity would count.
  public var repeatCount: Int { impressions.count { $0.number > 1 } }
}

/// A target that is too large, or too far out, ever to reach a policy's threshold.
public struct UnreachableTarget: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// The largest fraction that it can have, 0 to 1.
  public var largestFraction: Double
  /// The fraction that the policy asks for.
  public var threshold: Double
  /// Whether the target is larger than the viewport rather than beyond the range of the scroll.
  public var isTooLarge: Bool
}
