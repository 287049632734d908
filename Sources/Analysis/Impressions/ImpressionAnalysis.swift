public import ScrollModel

/// Finds impressions by one policy.
///
/// Each sample also computes the distance that the content may move before any target's state
/// changes. Until then, a frame costs two comparisons. The work grows with the number of crossings
/// and not with frames times targets.
public struct ImpressionAnalysis: OutcomeAnalysis, Sendable {
  /// Limits of the data besides the impressions.
  public struct Options: Hashable, Sendable {
    /// The largest missing duration of a near miss, in nanoseconds.
    public var nearMissTime: Int64 = 250_000_000
    /// The largest missing fraction of a near miss.
    public var nearMissFraction = 0.1
    /// The longest absence between two visits of a flicker, in nanoseconds.
    public var flickerTime: Int64 = 250_000_000
    /// Whether callbacks are recorded.
    public var keepsCallbacks = true

    /// Creates the default options.
    public init() {}
  }

  /// The policy.
  public let policy: ImpressionPolicy
  let options: Options
  let lens: ImpressionRule
  var gate: ImpressionGate
  var report: ImpressionReport
  /// The targets that are visible, or were at the last sample.
  var tracks: [ImpressionTrack] = []
  /// The index in `tracks` of each handle, or -1.
  var slots: [Int32] = []
  /// The history of each handle while its target is invisible.
  var histories: [TargetHistory] = []
  var restarting = RestartingTimers()
  var sets = SetTimers()
  var shown = ShownVisits()
  /// The positions between which nothing changes.
  var safe = CountingPlaces(low: .infinity, high: -.infinity)
  var crossPlace = Double.nan
  var generation = -1
  /// The positions of the viewport since the last sample.
  var range = CountingPlaces(low: .infinity, high: -.infinity)
  /// The speed between the last two frames, if known, and the largest since the last sample.
  var speed: Double?
  var fastest = 0.0
  var window = 0..<0
  /// The visible ranks at the last sample.
  var lastWindow = 0..<0
  /// The time of the last change of layout or container without a sample since.
  var changedAt: TraceTime?
  var hasLooked = false
  var phaseTimes = PhaseTimes()

  /// Creates an analysis with a policy that has no problems.
  public init(_ policy: ImpressionPolicy, options: Options = Options()) {
    self.policy = policy
    self.options = options
    lens = ImpressionRule(policy)
    gate = ImpressionGate(policy.eligibility)
    report = ImpressionReport(policy: policy)
  }

  /// The result; complete after the end of the outcome.
  public var result: ImpressionReport { report }
}

/// A target that is at least partly visible.
struct ImpressionTrack: Sendable {
  let handle: Int
  /// The time since which it is visible.
  let since: TraceTime
  /// Whether it counts by its geometry, regardless of eligibility.
  var isInside = false
  /// Its frame in the layout of the last sample.
  var frame = Rect(origin: .zero, size: .zero)
  /// What of the viewport is covered for it.
  var margins = PinnedMargins()
  /// Whether it was entirely visible at the last sample, so that only its edges can cause a change.
  var isSettled = false
  /// The current visit.
  var visit: Visit?
  /// The largest fraction since it is visible.
  var peak = 0.0
  /// Whether it counted at any time since it is visible.
  var hasCounted = false
  /// The smallest fraction since it last stopped counting.
  var trough = 1.0
  /// The end of the last visit, while the target is still visible.
  var lastExit: TraceTime?
  /// The state of its intersection observer.
  var observed = IntersectionState.outside
}

/// An interval in which a target counts.
struct Visit: Sendable {
  var enter: Crossing
  /// The time in each phase up to the beginning.
  var phases: PhaseTimes
  var peak = 0.0
  var fastest = 0.0
  /// Whether frames are missing within it.
  var isUncertain = false
  var isLarge = false
  /// The time at which it stopped counting, while the visit may still continue.
  var left: (Crossing, VisitEnd)?
}

/// The history of a target while it is invisible.
struct TargetHistory: Sendable {
  var count: Int32 = 0
  var lastExit: Int64 = .min
  var accumulated: Int64 = 0
}

extension ImpressionAnalysis {
  /// Advances the time: layout changes without a following frame take effect.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    if let changedAt, time.nanoseconds(since: changedAt) > 2 * viewState.expectedInterval {
      look(on: viewState, .still(at: changedAt))
    }
    if let opening = gate.opening, opening <= time { gateChanged(at: opening, on: viewState) }
    phaseTimes.add(time.nanoseconds(since: viewState.time), in: viewState.phase)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    switch event {
    case .observation(.frame): takeFrame(on: viewState)
    case .input(.layout), .input(.edit), .input(.container):
      if changedAt == nil { changedAt = viewState.time }
    default:
      if gate.take(event, on: viewState) { gateChanged(at: viewState.time, on: viewState) }
    }
  }

  /// Ends the open visits.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    if let changedAt { look(on: viewState, .still(at: changedAt)) }
    noteCalm(on: viewState)
    restarting.finish(at: time, into: &report, on: viewState)
    sets.fire(until: time, into: &report, on: viewState)
    sets.finish(at: time, into: &report)
    while let track = tracks.last { drop(track, at: Crossing(at: time), .traceEnd, on: viewState) }
    closeReport(at: time, on: viewState)
  }

  private mutating func takeFrame(on viewState: borrowing ViewState) {
    report.frameCount &+= 1
    noteSpeed(on: viewState)
    if !gate.isPlain, gate.takeFrame(speed: speed, on: viewState) {
      // A speed refers to the time since the previous frame.
      let start = viewState.previous?.time ?? viewState.time
      gateChanged(at: gate.changedBySpeed ? start : viewState.time, on: viewState)
    }
    guard let offset = viewState.offset else { return }
    let axis = viewState.targets.mainAxis
    let place = axis == .vertical ? offset.y : offset.x
    let cross = axis == .vertical ? offset.x : offset.y
    if let speed, speed > fastest { fastest = speed }
    // Safe positions are stored as offsets: the viewport has a fixed distance from them.
    if place > safe.low, place < safe.high, cross == crossPlace,
      viewState.geometryGeneration == generation, !isUnrecorded(on: viewState)
    {
      if place < range.low { range.low = place }
      if place > range.high { range.high = place }
      return
    }
    look(on: viewState, .moved)
  }

  private mutating func noteSpeed(on viewState: borrowing ViewState) {
    speed = nil
    guard let last = viewState.sample, let before = viewState.previous else { return }
    let time = last.time.nanoseconds(since: before.time)
    guard time > 0 else { return }
    speed = way(from: before.offset, to: last.offset, on: viewState) / Double(time) * 1_000_000_000
  }

  /// The screen movement of the content between two frames.
  ///
  /// After a layout change it is measured by targets and not by the offset: a lazy stack that
  /// corrects an estimate moves the offset with all visible targets (LAZY-11).
  private func way(from old: Point, to new: Point, on viewState: borrowing ViewState) -> Double {
    guard !viewState.isAfterJump else { return 0 }
    let (dx, dy) = (new.x - old.x, new.y - old.y)
    guard viewState.geometryGeneration != generation else { return Self.length(dx, dy) }
    var least: Double?
    // A hundred targets are sufficient if a screen shows more.
    for track in tracks.prefix(100) {
      guard let index = viewState.targets.index(of: track.handle) else { continue }
      let origin = viewState.targets.frame(at: index).origin
      let way = Self.length(
        origin.x - track.frame.origin.x - dx, origin.y - track.frame.origin.y - dy)
      if way < least ?? .infinity { least = way }
    }
    return least ?? Self.length(dx, dy)
  }

  private static func length(_ x: Double, _ y: Double) -> Double {
    x == 0 ? y.magnitude : y == 0 ? x.magnitude : (x * x + y * y).squareRoot()
  }
}
