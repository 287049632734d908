import SQLite
public import ScrollModel

extension KeptAnalysis {
  /// One number that was measured, or the reason why it could not be.
  public struct Measure: Hashable, Sendable {
    /// What was measured, such as `hitch-ratio`.
    public var name: String
    /// The unit.
    public var unit: String
    /// The number; nil if it could not be measured.
    public var value: Double?
    /// The ends of its bootstrap interval.
    public var interval: ClosedRange<Double>?
    /// How many things it was computed from.
    public var sampleCount: Int?
    /// Why there is no number.
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

  /// A stretch of scrolling and how smooth it was.
  public struct ScrollInterval: Hashable, Sendable {
    /// `gesture`, `program`, `state` or `total`.
    public var kind: String
    /// The number of the scroll in the trace.
    public var gesture: Int?
    /// The state of the app.
    public var state: String?
    /// When the scroll began.
    public var from: TraceTime?
    /// When it ended.
    public var to: TraceTime?
    /// How many frames it has.
    public var frameCount: Int
    /// How many intervals may be pauses as well as late frames.
    public var unjudgedCount: Int
    /// What was measured.
    public var measures: [Measure]

    /// Creates a stretch that is no single scroll.
    public init(kind: String, frameCount: Int, unjudgedCount: Int, measures: [Measure]) {
      self.kind = kind
      self.frameCount = frameCount
      self.unjudgedCount = unjudgedCount
      self.measures = measures
    }
  }

  /// What an observer of the geometry would have done.
  public struct Probe: Hashable, Sendable {
    /// One action with the values before and after.
    public struct Action: Hashable, Sendable {
      /// When.
      public var time: TraceTime
      /// The value before.
      public var old: Double
      /// The value from now on.
      public var new: Double

      /// Creates an action.
      public init(time: TraceTime, old: Double, new: Double) {
        self.time = time
        self.old = old
        self.new = new
      }
    }

    /// How often the expression was computed.
    public var transformCount: Int
    /// How often its value changed.
    public var actionCount: Int
    /// The most actions within a second.
    public var mostActionsPerSecond: Int
    /// Whether nearly every change of the geometry acts.
    public var actsOnEveryChange: Bool
    /// Frames for which something was not known.
    public var unknownFrames: Int
    /// The actions in order; the first of them are kept.
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

  /// What a scroll transition did.
  public struct Transition: Hashable, Sendable {
    /// A change of a view's transition phase.
    public struct Change: Hashable, Sendable {
      /// The frame that shows it.
      public var time: TraceTime
      /// The target as people read it.
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

    /// A stretch in which a view would be drawn where its layout is not.
    public struct Mismatch: Hashable, Sendable {
      /// The target as people read it.
      public var id: String
      /// The first and the last frame.
      public var (from, to): (TraceTime, TraceTime)
      /// Whether it is drawn in view and laid out of it; else the other way round.
      public var isDrawnInView: Bool
      /// The largest distance between the two, in points.
      public var largestOffset: Double

      /// Creates a stretch.
      public init(
        id: String, from: TraceTime, to: TraceTime, isDrawnInView: Bool, largestOffset: Double
      ) {
        self.id = id
        (self.from, self.to) = (from, to)
        self.isDrawnInView = isDrawnInView
        self.largestOffset = largestOffset
      }
    }

    /// Frames that were looked at.
    public var frameCount: Int
    /// Changes of a transition phase.
    public var changeCount: Int
    /// Views that crossed identity between two frames.
    public var skippedIdentityCount: Int
    /// The most views with an effect at once.
    public var mostAnimated: Int
    /// The first frame that had so many.
    public var mostAnimatedTime: TraceTime?
    /// How many cost no frames on real devices.
    public var limit: Int
    /// Frames with more.
    public var framesOverLimit: Int
    /// The changes in order; the first of them are kept.
    public var changes: [Change] = []
    /// The mismatches in order; the first of them are kept.
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

  /// A number for a column, which holds none that is not finite.
  func finiteReal(_ value: Double?) -> Double? {
    value.flatMap { $0.isFinite ? $0 : nil }
  }
}
