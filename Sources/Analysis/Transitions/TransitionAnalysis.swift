public import ScrollModel

/// Computes the phases and effects of a scroll transition for every view.
///
/// A frame in the range in which no view crosses a threshold costs one comparison and one count.
/// Effects are computed only for followed views and for effects that move views.
public struct TransitionAnalysis: OutcomeAnalysis, Sendable {
  /// The options and limits of the computation.
  public struct Options: Hashable, Sendable {
    /// The reference rectangle (TRANS-32).
    public var viewport = ViewportChoice.unobscured
    /// The effects, for followed views and for mismatches.
    public var effects: [TransitionEffect] = []
    /// The views of which every frame is recorded.
    public var followed: [TargetID] = []
    /// The acceptable number of simultaneous views with an effect.
    public var effectLimit = 5
    /// The duration of an animated change, in nanoseconds: the response of SwiftUI's default
    /// spring.
    public var animationNanoseconds: Int64 = 550_000_000
    /// The largest number of changes and samples that are kept.
    public var keptChanges = 100_000

    /// Creates the default options.
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
  /// The ends of the current animated changes, in order.
  var animations: [Int64] = []
  /// By handle: the number of phase changes, the duration at identity, and its start.
  var histories: [History] = []
  var mismatches: [OpenMismatch] = []
  /// By handle: whether the view was laid out at the last sample, and the generation of that
  /// layout.
  var isLaidOut: [Bool] = []
  var layoutGeneration = -1
  let movesViews: Bool
  /// Whether effects are interactive at the top and at the bottom side.
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

  /// The result; complete after the end of the outcome.
  public var result: TransitionReport { report }

  /// Handles an event; only frames are relevant.
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

  /// Counts the views with an effect in this frame.
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
  /// Whether the effect is interactive.
  fileprivate var isInteractive: Bool {
    if case .interactive = self { return true }
    return false
  }
}
