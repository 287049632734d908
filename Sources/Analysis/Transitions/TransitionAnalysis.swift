public import ScrollModel

/// Computes the phases and effects that a scroll transition gives every view.
///
/// A frame within the places between which no view crosses a threshold costs a comparison and a
/// count; effects are computed only for views that are followed and where an effect moves views.
public struct TransitionAnalysis: OutcomeAnalysis, Sendable {
  /// What is computed and kept.
  public struct Options: Hashable, Sendable {
    /// The rectangle that places refer to (TRANS-32).
    public var viewport = ViewportChoice.unobscured
    /// The effects, for followed views and for mismatches.
    public var effects: [TransitionEffect] = []
    /// The views whose every frame is kept.
    public var followed: [TargetID] = []
    /// How many views with an effect at once are fine.
    public var effectLimit = 5
    /// How long an animated change lasts, in nanoseconds: the response of SwiftUI's default spring.
    public var animationNanoseconds: Int64 = 550_000_000
    /// How many changes and samples are kept.
    public var keptChanges = 100_000

    /// Creates the usual options.
    public init() {}
  }

  let settings: TransitionSettings
  let options: Options
  var report: TransitionReport
  var identities = ChangeDetector()
  var viewport: Rect?
  var safe = CountingPlaces(low: .infinity, high: -.infinity)
  var crossPlace = Double.nan
  var generation = -1
  var window = 0..<0
  var effectCount = 0
  /// When the animated changes that go on end, in order.
  var animations: [Int64] = []
  /// By handle: how often the phase changed, how long it was identity, and since when it is.
  var histories: [History] = []
  var mismatches: [OpenMismatch] = []
  /// By handle: whether the view was laid out at the last look; and of which layout that is.
  var isLaidOut: [Bool] = []
  var layoutGeneration = -1
  let movesViews: Bool
  /// Whether effects follow the scroll at the top and at the bottom side.
  private let isTopInteractive: Bool
  private let isBottomInteractive: Bool

  struct History: Sendable {
    var changes = 0
    var identity: Int64 = 0
    var since: Int64 = -1
  }

  struct OpenMismatch: Sendable {
    var handle: Int
    var mismatch: TransitionMismatch
  }

  /// Creates an analysis.
  public init(_ settings: TransitionSettings, options: Options = Options()) {
    self.settings = settings
    self.options = options
    report = TransitionReport(settings: settings, effectLimit: options.effectLimit)
    isTopInteractive = settings.topLeading.isInteractive
    isBottomInteractive = settings.bottomTrailing.isInteractive
    movesViews = options.effects.contains { $0.role != .plain }
  }

  func isInteractive(_ side: TransitionPhase) -> Bool {
    side == .topLeading ? isTopInteractive : isBottomInteractive
  }

  /// What was found; complete after the outcome ended.
  public var result: TransitionReport { report }

  /// Takes an event; only frames show anything.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard case .observation(.frame) = event, let offset = viewState.offset else { return }
    let isVertical = viewState.targets.mainAxis == .vertical
    let place = isVertical ? offset.y : offset.x
    let cross = isVertical ? offset.x : offset.y
    let isSafe =
      place > safe.low && place < safe.high && cross == crossPlace
      && viewState.geometryGeneration == generation
    if !isSafe { look(on: viewState) }
    guard viewport != nil else { return }
    report.frameCount &+= 1
    count(at: viewState.time)
    if movesViews { findMismatches(on: viewState) }
    if !options.followed.isEmpty { follow(on: viewState) }
  }

  /// Counts the views that have an effect in this frame.
  private mutating func count(at time: TraceTime) {
    var count = effectCount
    if !animations.isEmpty {
      let now = time.nanoseconds
      animations.removeAll { $0 <= now }
      count += animations.count
    }
    while report.framesByEffectCount.count <= count { report.framesByEffectCount.append(0) }
    report.framesByEffectCount[count] &+= 1
    if count > options.effectLimit { report.framesOverLimit &+= 1 }
    guard count > report.mostEffects else { return }
    report.mostEffects = count
    report.mostEffectsTime = time
  }

  /// Completes the report.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    for (handle, history) in histories.enumerated()
    where history.changes > 0 || history.since >= 0 {
      let open = history.since >= 0 ? time.nanoseconds &- history.since : 0
      report.targets.append(
        TransitionTarget(
          id: viewState.targets.id(of: handle), target: handle, changeCount: history.changes,
          identityNanoseconds: history.identity &+ open))
    }
    report.mismatches += mismatches.map(\.mismatch)
    report.mismatches.sortStably { $0.start < $1.start }
    if viewState.containerSize == nil {
      report.notMeasurable = "the container's size is unknown"
    } else if !viewState.targets.isKnown {
      report.notMeasurable = "no layout is known"
    }
  }
}

extension TransitionMode {
  /// Whether the effect follows the scroll.
  fileprivate var isInteractive: Bool {
    if case .interactive = self { return true }
    return false
  }
}
