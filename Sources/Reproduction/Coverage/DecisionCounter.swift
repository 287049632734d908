import Analysis
import Replay
import ScrollModel
import Triage

/// Counts the decisions that a trace covers.
struct DecisionCounter {
  private(set) var counts: [ScrollDecision: Int]
  /// The settles of the trace, with the decisions of the configuration.
  let reports: [SettleReport]
  /// Whether there is no behavior: then clamping is only visible in the rest.
  private let isFree: Bool

  /// The largest difference of distances in a tie, in points.
  private static let tieDistance = 0.01

  /// Counts the decisions of a recording under a configuration.
  init(
    _ outcome: Outcome, _ configuration: Configuration, _ registry: BehaviorRegistry
  ) throws {
    isFree = configuration.effectiveBehavior.isNone
    let pass = try outcome.analyze(
      AnalysisPair(SettlesAnalysis(configuration), DecisionEvents(isFree: isFree)))
    counts = pass.second.counts
    reports = try outcome.redecided(pass.first.reports, under: configuration, registry)
    for report in reports { count(report) }
  }

  private mutating func note(_ decision: ScrollDecision) { counts[decision, default: 0] += 1 }

  private mutating func count(_ report: SettleReport) {
    if report.release.isCatch { note(.caught) }
    guard let settle = report.configured else { return }
    if !isFree, settle.velocity == 0 { note(.zeroVelocity) }
    if let decision = ScrollDecision(settle.rule) { note(decision) }
    // A natural end beyond the range is clamped before the behavior is applied.
    let cut = settle.natural - settle.proposed
    if !isFree, settle.clamp == .start || cut < -0.5 { note(.clampStart) }
    if !isFree, settle.clamp == .end || cut > 0.5 { note(.clampEnd) }
    if settle.candidates.count > 1,
      (settle.candidates[0].distance - settle.candidates[1].distance).magnitude
        <= Self.tieDistance
    {
      note(.tie)
    }
  }
}

/// Counts the decisions that are visible in the events of a recording.
private struct DecisionEvents: OutcomeAnalysis {
  private(set) var counts: [ScrollDecision: Int] = [:]
  private var container: Size?
  private var isOver = false
  private let isFree: Bool
  /// The current finger: the position of its last turn, and its direction since then.
  private var finger: (turn: Double, sign: Double, hasTurned: Bool)?

  /// The distance back that counts as a turn, in points.
  private static let turnLength = 10.0

  init(isFree: Bool) { self.isFree = isFree }

  private mutating func note(_ decision: ScrollDecision) { counts[decision, default: 0] += 1 }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    let isMoving = viewState.phase == .decelerating || viewState.phase == .animating
    switch event {
    case .input(.touch(let sample)): take(sample, viewState)
    case .input(.wheel(let sample)):
      if sample.phase == .none, sample.momentumPhase == .none {
        note(.wheel)
      } else if sample.phase == .began {
        note(.trackpad)
      }
    case .input(.command): note(isMoving ? .commandInFlight : .commandAtRest)
    case .input(.edit): note(isMoving ? .editInFlight : .editAtRest)
    case .input(.container(let change)):
      guard let size = change.size else { return }
      if let container, container != size { note(isMoving ? .rotationInFlight : .rotation) }
      container = size
    case .observation(.phase(let change)):
      if isFree, change.old == .decelerating, change.new == .idle { noteEnd(viewState) }
      // Released content that stays was released without velocity.
      if change.old == .interacting, change.new == .idle { note(.zeroVelocity) }
    case .observation(.frame): noteOverscroll(viewState)
    default: break
    }
  }

  private mutating func take(_ sample: TouchSample, _ viewState: borrowing ViewState) {
    let isVertical = viewState.targets.mainAxis == .vertical
    let place = isVertical ? sample.position.y : sample.position.x
    switch sample.phase {
    case .began:
      finger = (place, 0, false)
      if viewState.layoutDirection == .rightToLeft { note(.rightToLeft) }
    case .moved, .stationary, .ended:
      guard var finger else { return }
      let distance = place - finger.turn
      if finger.sign == 0 || distance * finger.sign > 0 {
        // Farther in the same direction: the reference position moves along.
        if distance.magnitude >= Self.turnLength || finger.sign != 0 {
          finger.sign = distance < 0 ? -1 : 1
          finger.turn = place
        }
      } else if distance.magnitude >= Self.turnLength {
        finger.hasTurned = true
      }
      self.finger = finger
      guard sample.phase == .ended else { return }
      if finger.hasTurned { note(.reversal) }
      if showsOversizeItem(viewState) { note(.oversizeItem) }
      self.finger = nil
    case .cancelled: finger = nil
    }
  }

  private mutating func noteEnd(_ viewState: borrowing ViewState) {
    guard let axis = MainAxis(viewState) else { return }
    if (axis.offset - axis.low).magnitude < 0.5 { note(.clampStart) }
    if let high = axis.high, (axis.offset - high).magnitude < 0.5 { note(.clampEnd) }
  }

  private mutating func noteOverscroll(_ viewState: borrowing ViewState) {
    guard let axis = MainAxis(viewState) else { return }
    let isOver = viewState.phase == .interacting && axis.excess(axis.offset).magnitude > 1
    if isOver, !self.isOver { note(.overscroll) }
    self.isOver = isOver
  }

  /// Whether an item longer than the container is visible.
  private func showsOversizeItem(_ viewState: borrowing ViewState) -> Bool {
    guard let axis = MainAxis(viewState) else { return false }
    return viewState.window.contains { rank in
      let frame = viewState.targets.frame(at: viewState.targets.index(at: rank))
      let (start, length) = axis.span(of: frame)
      return length > axis.frame && start < axis.offset + axis.frame && start + length > axis.offset
    }
  }
}
