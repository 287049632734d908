import SQLite
public import ScrollModel

extension KeptAnalysis {
  /// One measured number, or the reason why it is missing.
  public struct Measure: Hashable, Sendable {
    /// The name, such as `hitch-ratio`.
    public var name: String
    /// The unit.
    public var unit: String
    /// The value; nil if it could not be measured.
    public var value: Double?
    /// Its bootstrap interval.
    public var interval: ClosedRange<Double>?
    /// The sample count.
    public var sampleCount: Int?
    /// The reason why there is no value.
    public var reason: String?

    /// Creates a number.
    public init(
      _ name: String, _ value: Double, unit: String, sampleCount: Int,
      interval: ClosedRange<Double>? = nil
    ) {
      self.name = name
      self.unit = unit
      self.value = value
      self.interval = interval
      self.sampleCount = sampleCount
    }

    /// Creates the reason for a missing number.
    public init(_ name: String, unit: String, missingBecause reason: String) {
      self.name = name
      self.unit = unit
      self.reason = reason
    }
  }

  /// The smoothness of one interval of scrolling.
  public struct ScrollInterval: Hashable, Sendable {
    /// `gesture`, `program`, `state` or `total`.
    public var kind: String
    /// The number of the scroll in the trace.
    public var gesture: Int?
    /// The state of the app.
    public var state: String?
    /// The start.
    public var from: TraceTime?
    /// The end.
    public var to: TraceTime?
    /// The number of frames.
    public var frameCount: Int
    /// The number of intervals that may be pauses or late frames.
    public var unjudgedCount: Int
    /// The measured numbers.
    public var measures: [Measure]

    /// Creates an interval that is not a single scroll.
    public init(kind: String, frameCount: Int, unjudgedCount: Int, measures: [Measure]) {
      self.kind = kind
      self.frameCount = frameCount
      self.unjudgedCount = unjudgedCount
      self.measures = measures
    }
  }

  /// The calls of a geometry observer.
  public struct Probe: Hashable, Sendable {
    /// One action with the values before and after.
    public struct Action: Hashable, Sendable {
      /// The time.
      public var time: TraceTime
      /// The value before.
      public var old: Double
      /// The new value.
      public var new: Double

      /// Creates an action.
      public init(time: TraceTime, old: Double, new: Double) {
        self.time = time
        self.old = old
        self.new = new
      }
    }

    /// The number of computations of the expression.
    public var transformCount: Int
    /// The number of changes of its value.
    public var actionCount: Int
    /// The largest number of actions within a second.
    public var mostActionsPerSecond: Int
    /// Whether nearly every geometry change causes an action.
    public var actsOnEveryChange: Bool
    /// The number of frames with unknown values.
    public var unknownFrames: Int
    /// The actions in order, up to a limit.
    public var actions: [Action]

    /// Creates the result of a probe.
    public init(
      transformCount: Int, actionCount: Int, mostActionsPerSecond: Int, actsOnEveryChange: Bool,
      unknownFrames: Int, actions: [Action]
    ) {
      self.transformCount = transformCount
      self.actionCount = actionCount
      self.mostActionsPerSecond = mostActionsPerSecond
      self.actsOnEveryChange = actsOnEveryChange
      self.unknownFrames = unknownFrames
      self.actions = actions
    }
  }

  /// The result of a scroll transition.
  public struct Transition: Hashable, Sendable {
    /// A change of a view's transition phase.
    public struct Change: Hashable, Sendable {
      /// The first frame with the new phase.
      public var time: TraceTime
      /// The id of the target as text.
      public var id: String
      /// The phases before and after.
      public var (old, new): (TransitionPhase, TransitionPhase)

      /// Creates a change.
      public init(time: TraceTime, id: String, old: TransitionPhase, new: TransitionPhase) {
        self.time = time
        self.id = id
        (self.old, self.new) = (old, new)
      }
    }

    /// An interval in which only one of a view's drawn frame and layout frame is visible.
    public struct Mismatch: Hashable, Sendable {
      /// The id of the target as text.
      public var id: String
      /// The first and the last frame.
      public var (from, to): (TraceTime, TraceTime)
      /// Whether the drawn frame is visible and the layout frame is not; else the opposite.
      public var isDrawnInView: Bool
      /// The largest distance between the two, in points.
      public var largestOffset: Double

      /// Creates an interval.
      public init(
        id: String, from: TraceTime, to: TraceTime, isDrawnInView: Bool, largestOffset: Double
      ) {
        self.id = id
        (self.from, self.to) = (from, to)
        self.isDrawnInView = isDrawnInView
        self.largestOffset = largestOffset
      }
    }

    /// The number of frames.
    public var frameCount: Int
    /// The number of changes of a transition phase.
    public var changeCount: Int
    /// The number of views that crossed identity between two frames.
    public var skippedIdentityCount: Int
    /// The largest number of simultaneous views with an effect.
    public var mostAnimated: Int
    /// The first frame with that number.
    public var mostAnimatedTime: TraceTime?
    /// The number that causes no dropped frames on real devices.
    public var limit: Int
    /// The number of frames above the limit.
    public var framesOverLimit: Int
    /// The changes in order, up to a limit.
    public var changes: [Change] = []
    /// The mismatches in order, up to a limit.
    public var mismatches: [Mismatch] = []

    /// Creates a result without lists.
    public init(
      frameCount: Int, changeCount: Int, skippedIdentityCount: Int, mostAnimated: Int,
      mostAnimatedTime: TraceTime?, limit: Int, framesOverLimit: Int
    ) {
      self.frameCount = frameCount
      self.changeCount = changeCount
      self.skippedIdentityCount = skippedIdentityCount
      self.mostAnimated = mostAnimated
      self.mostAnimatedTime = mostAnimatedTime
      self.limit = limit
      self.framesOverLimit = framesOverLimit
    }
  }
}

extension TraceStore {
  func insert(_ stretch: KeptAnalysis.ScrollInterval, _ number: Int64, _ id: Int64) throws {
    try database.run(
      "INSERT INTO smoothness_stretch VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", id, number,
      stretch.kind, stretch.gesture.map { Int64($0) }, stretch.state, stretch.from?.nanoseconds,
      stretch.to?.nanoseconds, Int64(stretch.frameCount), Int64(stretch.unjudgedCount))
    for measure in stretch.measures {
      try database.run(
        "INSERT INTO smoothness_measure VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", id, number,
        measure.name, finiteReal(measure.value), measure.unit,
        finiteReal(measure.interval?.lowerBound), finiteReal(measure.interval?.upperBound),
        measure.sampleCount.map { Int64($0) }, measure.reason)
    }
  }

  func insert(_ probe: KeptAnalysis.Probe, _ id: Int64) throws {
    try database.run(
      "INSERT INTO probe VALUES (?, ?, ?, ?, ?, ?)", id, Int64(probe.transformCount),
      Int64(probe.actionCount), Int64(probe.mostActionsPerSecond), probe.actsOnEveryChange,
      Int64(probe.unknownFrames))
    for (number, action) in probe.actions.prefix(KeptAnalysis.keptRows).enumerated() {
      try database.run(
        "INSERT INTO probe_action VALUES (?, ?, ?, ?, ?)", id, Int64(number),
        action.time.nanoseconds, finiteReal(action.old), finiteReal(action.new))
    }
  }

  func insert(_ transition: KeptAnalysis.Transition, _ id: Int64) throws {
    try database.run(
      "INSERT INTO transition VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, Int64(transition.frameCount),
      Int64(transition.changeCount), Int64(transition.skippedIdentityCount),
      Int64(transition.mostAnimated), transition.mostAnimatedTime?.nanoseconds,
      Int64(transition.limit), Int64(transition.framesOverLimit))
    for (number, change) in transition.changes.prefix(KeptAnalysis.keptRows).enumerated() {
      try database.run(
        "INSERT INTO transition_change VALUES (?, ?, ?, ?, ?, ?)", id, Int64(number),
        change.time.nanoseconds, change.id, "\(change.old)", "\(change.new)")
    }
    for (number, stretch) in transition.mismatches.prefix(KeptAnalysis.keptRows).enumerated() {
      try database.run(
        "INSERT INTO transition_mismatch VALUES (?, ?, ?, ?, ?, ?, ?)", id, Int64(number),
        stretch.id, stretch.from.nanoseconds, stretch.to.nanoseconds, stretch.isDrawnInView,
        stretch.largestOffset)
    }
  }

  /// Returns a number for a column, which must be finite.
  func finiteReal(_ value: Double?) -> Double? {
    value.flatMap { $0.isFinite ? $0 : nil }
  }
}
