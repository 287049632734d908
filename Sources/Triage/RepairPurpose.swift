import Analysis
import Replay
import ScrollModel
import TraceStore

/// The results of a configuration besides a defect: the initial offset, the rests before the
/// defect, and the choices for unrelated releases.
///
/// A change that removes a finding by losing one of these is no fix.
struct Purpose {
  private var places: PlacesKept
  private static let tolerance = 0.5

  /// Replays a plan for the results outside of a finding, whose locations in the recording and in
  /// the replay are given.
  init(
    of plan: ReplayPlan, _ trace: TraceRecord, in store: TraceStore, beside found: [FindingLocation]
  ) throws {
    let start = found.map(\.start).min() ?? .zero
    let end = found.map(\.end).max() ?? .zero
    places = try Outcome(of: trace, in: store, plan: plan).analyze(
      PlacesKept(until: start, from: end))
  }

  /// Whether another replay has the same initial offset, the same rests in order, and the same choice
  /// for each release with the same offset and velocity.
  ///
  /// It may have further rests: content that a finger caught may come to rest before it.
  func isKept(by other: Purpose) -> Bool {
    let (mine, theirs) = (places, other.places)
    guard zip(mine.rests.prefix(1), theirs.rests.prefix(1)).allSatisfy(Self.isNear),
      Self.contains(theirs.rests, inOrder: mine.rests)
    else { return false }
    for settle in mine.settles {
      let same = theirs.settles.first {
        $0.time == settle.time && $0.axis == settle.axis && $0.velocity == settle.velocity
          && ($0.original - settle.original).magnitude <= Self.tolerance
          && ($0.natural - settle.natural).magnitude <= Self.tolerance
      }
      if let same, (same.chosen - settle.chosen).magnitude > Self.tolerance { return false }
    }
    return true
  }

  private static func contains(_ rests: [Point], inOrder wanted: [Point]) -> Bool {
    var left = wanted[...]
    for rest in rests {
      if let next = left.first, isNear(rest, next) { left.removeFirst() }
    }
    return left.isEmpty
  }

  private static func isNear(_ first: Point, _ second: Point) -> Bool {
    (first.x - second.x).magnitude <= tolerance && (first.y - second.y).magnitude <= tolerance
  }
}

/// Collects the initial offset and the rests before a time, and the decisions before it and after
/// another.
private struct PlacesKept: OutcomeAnalysis {
  /// The initial offset, the following rests, and the resting offset at the time.
  private(set) var rests: [Point] = []
  private(set) var settles: [Settle] = []
  private let (start, end): (TraceTime, TraceTime)
  private var opening: TraceTime?
  private var isOver = false

  init(until start: TraceTime, from end: TraceTime) {
    (self.start, self.end) = (start, end)
  }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard !isOver, time >= start else { return }
    isOver = true
    if opening != nil, viewState.phase == .idle, let offset = viewState.offset {
      rests.append(offset)
    }
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    guard time < start, let offset = viewState.offset else { return }
    switch event {
    case .observation(.frame) where opening == nil:
      opening = time
      rests.append(offset)
    case .observation(.phase(let change)) where change.new == .idle: rests.append(offset)
    default: break
    }
  }

  mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    // A finding from the opening on, such as a configuration mistake, concerns every release.
    guard opening != nil, settle.time < start || settle.time > end else { return }
    settles.append(settle)
  }
}

extension Configuration {
  /// Whether it keeps the named features of another configuration: an aligning behavior, and the
  /// initial position.
  func keepsFeatures(of other: Configuration) -> Bool {
    if effectiveBehavior.isNone, !other.effectiveBehavior.isNone { return false }
    let opening = other.defaultAnchors.resolved(.initialOffset, other.switches.nilDefaultAnchor)
    return opening == nil
      || opening == defaultAnchors.resolved(.initialOffset, switches.nilDefaultAnchor)
  }
}
