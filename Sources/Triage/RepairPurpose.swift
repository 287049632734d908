import Analysis
import Replay
import ScrollModel
import TraceStore

/// What a configuration achieves beside a defect: where the view opens, where it rests until the defect, and
/// which rests are chosen for releases that have no part in it.
///
/// A change that makes a finding disappear by giving one of these up is no repair.
struct Purpose {
  private var places: PlacesKept
  private static let tolerance = 0.5

  /// Replays a plan for what lies outside of a finding, whose places in the recording and in the replay are
  /// given.
  init(
    of plan: ReplayPlan, _ trace: TraceRecord, in store: TraceStore, beside found: [FindingLocation]
  ) throws {
    let start = found.map(\.start).min() ?? .zero
    let end = found.map(\.end).max() ?? .zero
    places = try Outcome(of: trace, in: store, plan: plan).analyze(
      PlacesKept(until: start, from: end))
  }

  /// Whether another replay has the same opening, the same rests, and the same choice for each release that
  /// it decides from the same place and speed.
  func isKept(by other: Purpose) -> Bool {
    let (mine, theirs) = (places, other.places)
    guard mine.rests.count == theirs.rests.count,
      zip(mine.rests, theirs.rests).allSatisfy(Self.isNear)
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

  private static func isNear(_ first: Point, _ second: Point) -> Bool {
    (first.x - second.x).magnitude <= tolerance && (first.y - second.y).magnitude <= tolerance
  }
}

/// Collects the opening and the rests before a moment, and the decisions before it and after another.
private struct PlacesKept: OutcomeAnalysis {
  /// The opening, the rests after it, and where the content was at rest when the moment came.
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
    // What holds from the opening on, as mistakes in a configuration do, is about every release.
    guard opening != nil, settle.time < start || settle.time > end else { return }
    settles.append(settle)
  }
}

extension Configuration {
  /// Whether it still asks for what another one asks for by name: a behavior that aligns, and the place where
  /// the view opens.
  func keepsFeatures(of other: Configuration) -> Bool {
    if effectiveBehavior.isNone, !other.effectiveBehavior.isNone { return false }
    let opening = other.defaultAnchors.resolved(.initialOffset, other.switches.nilDefaultAnchor)
    return opening == nil
      || opening == defaultAnchors.resolved(.initialOffset, switches.nilDefaultAnchor)
  }
}
