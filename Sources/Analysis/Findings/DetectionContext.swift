import ScrollModel

/// What the detectors share: the declared configuration, where things stand, and the findings.
struct DetectionContext: Sendable {
  /// What was declared, behind one pointer: detectors are handed the watch once per frame.
  private let declared: Declared
  /// Whether a default anchor asks the content to follow its end, horizontally and vertically.
  let followsEnd: (horizontal: Bool, vertical: Bool)
  private(set) var list = FindingList()
  /// The present moment.
  var now = TraceTime.zero
  /// The number of the last frame.
  var frame = 0
  /// The number of the last gesture.
  var gesture = 0
  /// Whether somebody holds the content, and whether the trace would tell.
  var isHeld = false
  var hasInputs = false
  /// The last id that the position reported.
  var reported: (id: TargetID?, time: TraceTime)?
  /// The rests that gestures led to, for judgments over several of them.
  private(set) var rests: [RestRecord] = []
  /// How many rests lay between the places of the behavior.
  var unsnappedCount = 0

  /// One rest that a gesture led to.
  struct RestRecord: Sendable {
    var axis: MainAxis
    var offset: Double
    /// The number of the target nearest to where the content starts, from the leading side.
    var target: Int
    /// Signed distance from that target's place.
    var residual: Double
    /// Distance from the nearest place of the declared behavior; nil without one.
    var declaredResidual: Double?
    /// The number of the page or interval that the content rests on, if the behavior counts any.
    var page: Int?
    var isAtEnd: Bool
    /// Whether the engine would rest there too.
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

  /// The configuration that the app declared; nil judges only what needs none.
  var configuration: Configuration? { declared.configuration }
  var options: FindingOptions { declared.options }

  init(_ configuration: Configuration?, _ options: FindingOptions) {
    declared = Declared(configuration, options)
    let anchor = configuration.flatMap {
      $0.defaultAnchors.resolved(.sizeChanges, $0.switches.nilDefaultAnchor)
    }
    followsEnd = (anchor?.x == 1, anchor?.y == 1)
  }

  /// The behavior that was declared, target layout or not; nil for none and for custom ones.
  var declaredBehavior: ScrollBehavior? {
    switch configuration?.behavior {
    case nil, ScrollBehavior.none?, .custom?: nil
    case let behavior?: behavior
    }
  }

  /// The places of the declared behavior, as if there were a target layout.
  func places(_ axis: MainAxis) -> RestPlaces? {
    guard var configuration else { return nil }
    configuration.hasTargetLayout = true
    return RestPlaces(configuration, axis)
  }

  /// Whether it is known what the declared behavior chooses from: targets, if it aligns any.
  func knowsChoices(_ viewState: borrowing ViewState) -> Bool {
    switch declaredBehavior {
    case .viewAligned, .scrollSnap: viewState.targets.isKnown
    default: true
    }
  }

  /// The fraction by which targets are aligned: the behavior's, else the leading edge.
  func alignment(_ axis: MainAxis) -> Double {
    switch configuration?.behavior {
    case .viewAligned(_, let anchor?)?: axis.axis == .vertical ? anchor.y : anchor.x
    case .scrollSnap(let snap)?: snap.alignment(axis.axis).fraction ?? 0
    default: 0
    }
  }

  /// Whether the content may be at rest: its phase says so or, in a trace without phases, nobody holds it.
  ///
  /// Without phases it is at rest if nothing moves it for a while, which `RestWait` knows.
  func mayRest(_ viewState: borrowing ViewState) -> Bool {
    guard let phase = viewState.phase else { return !isHeld && viewState.openTouches.isEmpty }
    return phase == .idle
  }

  /// Whether the last frame shows where the content rests, for throttled offsets: it came in the idle
  /// phase, or it repeats the one before.
  func isRestCertain(_ viewState: borrowing ViewState) -> Bool {
    guard case .throttled = viewState.quality(of: .offset) else { return !isRestLost(viewState) }
    let isIdle = viewState.samplePhase == .idle && viewState.quality(of: .phase) == .exact
    return isIdle || viewState.previous?.offset == viewState.offset
  }

  /// Whether the frame that shows the rest is missing: the last one moved, and was due again by half an
  /// interval when the phase turned to idle.
  private func isRestLost(_ viewState: borrowing ViewState) -> Bool {
    guard viewState.phase == .idle, viewState.samplePhase != .idle, let last = viewState.sample,
      let before = viewState.previous, last.offset != before.offset
    else { return false }
    let interval = max(viewState.expectedInterval, last.time.nanoseconds(since: before.time))
    return viewState.time.nanoseconds(since: last.time) / 3 > interval / 2
  }

  /// How far the content may have gone on between the last frame and the rest, if no frame shows that:
  /// as fast as it was, for what slows down is no faster.
  func unseenWay(_ viewState: borrowing ViewState) -> Double {
    guard viewState.phase == .idle, viewState.samplePhase != .idle, let last = viewState.sample,
      let before = viewState.previous
    else { return 0 }
    let interval = max(1, last.time.nanoseconds(since: before.time))
    // The phase of a rest may come right behind its frame.
    let elapsed = viewState.time.nanoseconds(since: last.time)
    guard elapsed > interval / 2 else { return 0 }
    let (dx, dy) = (last.offset.x - before.offset.x, last.offset.y - before.offset.y)
    return max(dx.magnitude, dy.magnitude) * min(4, Double(elapsed) / Double(interval))
  }

  /// Whether it is known where the content was released: how far content that was caught on its way had come
  /// behind a throttled offset, nothing tells.
  func isPlaceCertain(of release: Release, _ viewState: borrowing ViewState) -> Bool {
    guard case .throttled = viewState.quality(of: .offset) else { return true }
    return !release.isCatch
  }

  /// Adds a finding at the present moment.
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

  /// Keeps a rest that a gesture led to.
  mutating func keep(_ report: SettleReport, _ axis: MainAxis, _ viewState: borrowing ViewState) {
    guard rests.count < 256, isRestCertain(viewState) else { return }
    let tolerance = report.tolerance
    let targets = RestPlaces(targetsAt: alignment(axis), axis, ofAnyLength: true)
    let nearest = targets.nearest(to: report.rest, viewState)?.best
    // Mirrored places count ranks downwards from 0.
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

/// What the detectors are told beside the outcome and its configuration.
public struct FindingOptions: Hashable, Sendable {
  /// The least time in milliseconds that a view has to be visible to count, where the app has one.
  public var minimumViewTime: Double?
  /// The visible fraction from which a view counts, where the configuration does not contain it.
  public var visibilityThreshold: Double?
  /// Whether visibility counts only after the user's first scroll.
  public var waitsForInteraction = false
  /// How many points the transition moves a view along the axis at its full effect; 0 for none.
  public var effectTravel = 0.0

  /// Creates options that say nothing.
  public init() {}
}

extension MainAxis {
  /// Returns the rank of a place in a window of ranks that is counted from the leading side.
  func rank(_ place: Int, in window: Range<Int>) -> Int {
    isMirrored ? window.upperBound - 1 - place : window.lowerBound + place
  }

  /// How far the last frame moved the content across the axis.
  func across(_ viewState: borrowing ViewState) -> Double {
    guard let now = viewState.offset, let before = viewState.previous?.offset else { return 0 }
    return axis == .vertical ? now.x - before.x : now.y - before.y
  }
}

extension ViewStateTargets {
  /// The distance from one target to the next, if it is the same for all that are looked at.
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
