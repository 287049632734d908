public import ScrollModel

/// Finds what was seen, by one policy's meaning of the word.
///
/// Between two looks at which something may change, a frame costs two comparisons: each look also
/// computes how far the content may move before any target's state changes. So the work grows with
/// the number of crossings and not with frames times targets.
public struct ImpressionAnalysis: OutcomeAnalysis, Sendable {
  /// How much is kept beside the impressions.
  public struct Options: Hashable, Sendable {
    /// How many nanoseconds a visit may be too short to be a near miss.
    public var nearMissTime: Int64 = 250_000_000
    /// How much a fraction may be too small to be a near miss.
    public var nearMissFraction = 0.1
    /// The longest time away that makes two visits a flicker, in nanoseconds.
    public var flickerTime: Int64 = 250_000_000
    /// Whether callbacks are kept.
    public var keepsCallbacks = true

    /// Creates the usual options.
    public init() {}
  }

  /// The policy.
  public let policy: ImpressionPolicy
  let options: Options
  let lens: ImpressionRule
  var gate: ImpressionGate
  var report: ImpressionReport
  /// The targets that show, or did at the last look.
  var tracks: [ImpressionTrack] = []
  /// The track of each handle, or -1.
  var slots: [Int32] = []
  /// What is kept of each handle while it does not show.
  var histories: [TargetHistory] = []
  var restarting = RestartingTimers()
  var sets = SetTimers()
  var shown = ShownVisits()
  /// The places between which nothing changes.
  var safe = CountingPlaces(low: .infinity, high: -.infinity)
  var crossPlace = Double.nan
  var generation = -1
  /// Where the viewport was since the last look.
  var range = CountingPlaces(low: .infinity, high: -.infinity)
  /// The speed between the last two frames, if they tell one, and the largest since the last look.
  var speed: Double?
  var fastest = 0.0
  var window = 0..<0
  /// The ranks in view at the last look.
  var lastWindow = 0..<0
  /// When the layout or the container last changed without a look since.
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

  /// What was found; complete after the outcome ended.
  public var result: ImpressionReport { report }
}

/// A target that shows, however little.
struct ImpressionTrack: Sendable {
  let handle: Int
  /// Since when it shows.
  let since: TraceTime
  /// Whether it counts by its geometry, whatever the gate says.
  var isInside = false
  /// Its frame in the layout of the last look.
  var frame = Rect(origin: .zero, size: .zero)
  /// Whether it was whole in view at the last look, so that only its edges can change anything.
  var isSettled = false
  /// The visit that goes on.
  var visit: Visit?
  /// The largest fraction since it shows.
  var peak = 0.0
  /// Whether it counted at any time since it shows.
  var hasCounted = false
  /// The smallest fraction since it last stopped counting.
  var trough = 1.0
  /// The last visit's end, while the target still shows.
  var lastExit: TraceTime?
  /// What an intersection observer knows.
  var observed = IntersectionState.outside
}

/// A stretch of time in which a target counts.
struct Visit: Sendable {
  var enter: Crossing
  /// The time in each phase up to the beginning.
  var phases: PhaseTimes
  var peak = 0.0
  var fastest = 0.0
  /// Whether something is missing in between.
  var isUncertain = false
  var isLarge = false
  /// When it stopped counting, as long as it may still go on.
  var left: (Crossing, VisitEnd)?
}

/// What is kept of a target while it does not show.
struct TargetHistory: Sendable {
  var count: Int32 = 0
  var lastExit: Int64 = .min
  var accumulated: Int64 = 0
}

extension ImpressionAnalysis {
  /// Sees time pass: changes of the layout that no frame followed take hold.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    if let changedAt, time.nanoseconds(since: changedAt) > 2 * viewState.expectedInterval {
      look(on: viewState, .still(at: changedAt))
    }
    if let opening = gate.opening, opening <= time { gateChanged(at: opening, on: viewState) }
    phaseTimes.add(time.nanoseconds(since: viewState.time), in: viewState.phase)
  }

  /// Takes an event.
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

  /// Ends the visits that go on.
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
      // A speed is that of the time since the frame before.
      let start = viewState.previous?.time ?? viewState.time
      gateChanged(at: gate.changedBySpeed ? start : viewState.time, on: viewState)
    }
    guard let offset = viewState.offset else { return }
    let axis = viewState.targets.mainAxis
    let place = axis == .vertical ? offset.y : offset.x
    let cross = axis == .vertical ? offset.x : offset.y
    if let speed, speed > fastest { fastest = speed }
    // The safe places are kept as offsets: the viewport lies at a fixed distance from them.
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

  /// How far the content moved on the screen from one frame to the next.
  ///
  /// Where the layout changed in between, targets tell it and not the offset: a lazy stack that corrects
  /// an estimate moves the offset with all that shows (LAZY-11).
  private func way(from old: Point, to new: Point, on viewState: borrowing ViewState) -> Double {
    guard !viewState.isAfterJump else { return 0 }
    let (dx, dy) = (new.x - old.x, new.y - old.y)
    guard viewState.geometryGeneration != generation else { return Self.length(dx, dy) }
    var least: Double?
    // More than a screenful of small targets says nothing that the first hundred do not.
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
