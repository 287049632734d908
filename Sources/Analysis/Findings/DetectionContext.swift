import ScrollModel

/// The shared state of the detectors: the declared configuration, the current state, and the
/// findings.
struct DetectionContext: Sendable {
  /// The declared configuration, stored by reference because the context is passed for every frame.
  private let declared: Declared
  /// Whether a default anchor requests that the content follows its end, on each axis.
  let followsEnd: (horizontal: Bool, vertical: Bool)
  private(set) var list = FindingList()
  /// The current time.
  var now = TraceTime.zero
  /// The number of the last frame.
  var frame = 0
  /// The number of the last gesture.
  var gesture = 0
  /// Whether a finger holds the content, and whether the trace contains input.
  var isHeld = false
  var hasInputs = false
  /// The last reported id.
  var reported: (id: TargetID?, time: TraceTime)?
  /// The rests after gestures, for detectors that need several of them.
  private(set) var rests: [RestRecord] = []
  /// The number of rests away from the resting positions of the behavior.
  var unsnappedCount = 0

  /// One rest after a gesture.
  struct RestRecord: Sendable {
    var axis: MainAxis
    var offset: Double
    /// The index of the target nearest the start of the content, from the leading side.
    var target: Int
    /// Signed distance from that target's resting position.
    var residual: Double
    /// Distance from the nearest resting position of the declared behavior; nil without one.
    var declaredResidual: Double?
    /// The index of the page or interval at the rest, if the behavior has any.
    var page: Int?
    var isAtEnd: Bool
    /// Whether the engine chooses the same resting offset.
    var agrees: Bool?
  }

  private final class Declared: Sendable {
    let configuration: Configuration?
    let options: FindingOptions

    init(_ configuration: Configuration?, _ options: FindingOptions) {
      self.configuration = configuration
      self.options = options
    }
  }

  /// The declared configuration; nil restricts detectors to those that need none.
  var configuration: Configuration? { declared.configuration }
  var options: FindingOptions { declared.options }

  init(_ configuration: Configuration?, _ options: FindingOptions) {
    declared = Declared(configuration, options)
    let anchor = configuration.flatMap {
      $0.defaultAnchors.resolved(.sizeChanges, $0.switches.nilDefaultAnchor)
    }
    followsEnd = (anchor?.x == 1, anchor?.y == 1)
  }

  /// The declared behavior, regardless of a target layout; nil for none and for custom ones.
  var declaredBehavior: ScrollBehavior? {
    switch configuration?.behavior {
    case nil, ScrollBehavior.none?, .custom?: nil
    case let behavior?: behavior
    }
  }

  /// The number of targets or pages by which the declared behavior lets a gesture move; nil if any.
  var declaredLimit: Int? {
    guard let configuration else { return nil }
    let switches = configuration.switches
    switch configuration.effectiveBehavior {
    case .paging: return switches.maximumPages == .one ? 1 : nil
    case .viewAligned(let limit, _):
      switch limit {
      case .alwaysByOne: return 1
      case .alwaysByFew: return switches.fewLimit
      case .always: return switches.alwaysLimit == .one ? 1 : switches.fewLimit
      case .automatic, .never: return nil
      }
    case .scrollSnap(let snap): return snap.stop == .always ? 1 : nil
    default: return nil
    }
  }

  /// The resting positions of the declared behavior, assuming a target layout.
  func places(_ axis: MainAxis) -> RestPlaces? {
    guard var configuration else { return nil }
    configuration.hasTargetLayout = true
    return RestPlaces(configuration, axis)
  }

  /// Whether the candidates of the declared behavior are known: targets, if it aligns any.
  func knowsChoices(_ viewState: borrowing ViewState) -> Bool {
    switch declaredBehavior {
    case .viewAligned, .scrollSnap: viewState.targets.isKnown
    default: true
    }
  }

  /// The fraction by which targets are aligned: that of the behavior, else the leading edge.
  func alignment(_ axis: MainAxis) -> Double {
    switch configuration?.behavior {
    case .viewAligned(_, let anchor?)?: axis.axis == .vertical ? anchor.y : anchor.x
    case .scrollSnap(let snap)?: snap.alignment(axis.axis).fraction ?? 0
    default: 0
    }
  }

  /// The padding within which the behavior aligns targets.
  var alignmentPadding: SnapPadding {
    if case .scrollSnap(let snap)? = configuration?.behavior { snap.padding } else { SnapPadding() }
  }

  /// The offset at which the behavior aligns a target.
  func alignedPlace(of frame: Rect, _ axis: MainAxis) -> Double {
    axis.place(of: frame, anchor: alignment(axis), padding: alignmentPadding)
  }

  /// Whether the content may be at rest: its phase is idle or, in a trace without phases, no finger
  /// holds it.
  ///
  /// Without phases it is at rest if nothing moves it for a while, which `RestWait` measures.
  func mayRest(_ viewState: borrowing ViewState) -> Bool {
    guard let phase = viewState.phase else { return !isHeld && viewState.openTouches.isEmpty }
    return phase == .idle
  }

  /// Whether the last frame contains the resting offset although offsets are throttled: it came in
  /// the idle phase, or it repeats the previous one.
  func isRestCertain(_ viewState: borrowing ViewState) -> Bool {
    guard case .throttled = viewState.quality(of: .offset) else { return !isRestLost(viewState) }
    let isIdle = viewState.samplePhase == .idle && viewState.quality(of: .phase) == .exact
    return isIdle || viewState.previous?.offset == viewState.offset
  }

  /// Whether the frame with the resting offset is missing: the last frame moved, and the next was
  /// overdue by half an interval when the phase became idle.
  private func isRestLost(_ viewState: borrowing ViewState) -> Bool {
    guard viewState.phase == .idle, viewState.samplePhase != .idle, let last = viewState.sample,
      let before = viewState.previous, last.offset != before.offset
    else { return false }
    let interval = max(viewState.expectedInterval, last.time.nanoseconds(since: before.time))
    return viewState.time.nanoseconds(since: last.time) / 3 > interval / 2
  }

  /// The largest distance that the content may have moved between the last frame and the rest: at
  /// its last velocity, because a deceleration does not accelerate.
  func unseenWay(_ viewState: borrowing ViewState) -> Double {
    guard viewState.phase == .idle, viewState.samplePhase != .idle, let last = viewState.sample,
      let before = viewState.previous
    else { return 0 }
    let interval = max(1, last.time.nanoseconds(since: before.time))
    // The phase of a rest may come directly after its frame.
    let elapsed = viewState.time.nanoseconds(since: last.time)
    guard elapsed > interval / 2 else { return 0 }
    let (dx, dy) = (last.offset.x - before.offset.x, last.offset.y - before.offset.y)
    return max(dx.magnitude, dy.magnitude) * min(4, Double(elapsed) / Double(interval))
  }

  /// Whether the offset of the release is known.
  ///
  /// With throttled offsets, interrupted content may have moved unseen.
  func isPlaceCertain(of release: Release, _ viewState: borrowing ViewState) -> Bool {
    guard case .throttled = viewState.quality(of: .offset) else { return true }
    return !release.isCatch
  }

  /// Adds a finding at the current time.
  mutating func report(
    _ detector: String, _ severity: FindingSeverity, _ message: String,
    since start: TraceTime? = nil, firstFrame: Int? = nil, target: TargetID? = nil,
    measures: [Measure] = [], candidates: [SettleCandidate] = [], cause: String,
    edits: [ConfigurationEdit] = [], structure: [String]
  ) {
    let place = FindingLocation(
      start: start ?? now, end: now, firstFrame: firstFrame ?? frame, lastFrame: frame,
      gesture: gesture > 0 ? gesture : nil, target: target)
    list.add(
      Finding(
        detector, severity, at: place, message, measures: measures, candidates: candidates,
        cause: cause, edits: edits, structure: structure))
  }

  /// Records a rest after a gesture.
  mutating func keep(_ report: SettleReport, _ axis: MainAxis, _ viewState: borrowing ViewState) {
    guard rests.count < 256, isRestCertain(viewState) else { return }
    let tolerance = report.tolerance
    let targets = RestPlaces(
      targetsAt: alignment(axis), padding: alignmentPadding, axis, ofAnyLength: true)
    let nearest = targets.nearest(to: report.rest, viewState)?.best
    // Mirrored positions count ranks downwards from 0.
    let first = axis.isMirrored ? viewState.targets.count - 1 : 0
    let declared = places(axis)
    let residual = declared?.residual(at: report.rest, viewState, tolerance: tolerance)
    var page: Int?
    if let declared, case .multiples = declared.kind, (residual ?? 1).magnitude <= tolerance {
      page = declared.nearest(to: report.rest, viewState)?.best.ordinal
    }
    rests.append(
      RestRecord(
        axis: axis, offset: report.rest, target: nearest.map { first + $0.ordinal } ?? 0,
        residual: nearest.map { report.rest - $0.offset } ?? 0, declaredResidual: residual,
        page: page, isAtEnd: axis.isAtEnd(report.rest, within: tolerance), agrees: report.agrees))
  }
}

/// Options of the detectors besides the outcome and its configuration.
public struct FindingOptions: Hashable, Sendable {
  /// The app's minimum visible duration of a view in milliseconds, if it has one.
  public var minimumViewTime: Double?
  /// The visibility threshold, if the configuration does not contain it.
  public var visibilityThreshold: Double?
  /// Whether visibility counts only after the user's first scroll.
  public var waitsForInteraction = false
  /// The largest movement of a view by its transition along the axis, in points; 0 for none.
  public var effectTravel = 0.0

  /// Creates default options.
  public init() {}
}

extension MainAxis {
  /// Returns the rank at a position in a window of ranks that counts from the leading side.
  func rank(_ place: Int, in window: Range<Int>) -> Int {
    isMirrored ? window.upperBound - 1 - place : window.lowerBound + place
  }

  /// The movement of the last frame across the axis.
  func across(_ viewState: borrowing ViewState) -> Double {
    guard let now = viewState.offset, let before = viewState.previous?.offset else { return 0 }
    return axis == .vertical ? now.x - before.x : now.y - before.y
  }
}

extension ViewStateTargets {
  /// The distance between neighboring targets, if it is the same for all that are examined.
  func uniformPitch(within tolerance: Double) -> Double? {
    let spans = index
    guard spans.count >= 3 else { return nil }
    let pitch = spans.start(at: 1) - spans.start(at: 0)
    guard pitch > 0 else { return nil }
    for rank in 1..<min(spans.count, 64) {
      guard (spans.start(at: rank) - spans.start(at: rank - 1) - pitch).magnitude <= tolerance
      else { return nil }
    }
    return pitch
  }
}
