import Analysis
import Replay
import ScrollModel
import Triage

/// Counts the decisions that a trace exercises.
struct DecisionCounter {
  private(set) var counts: [ScrollDecision: Int]
  /// The settles of the trace, with what the configuration decides.
  let reports: [SettleReport]
  /// Whether no behavior decides: then only the rest shows that an end cut it.
  private let isFree: Bool

  /// How near two candidates are for a tie, in points.
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
    // A natural rest past an end is held to it before the behavior is asked.
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

/// Counts the decisions that the events of a recording show.
private struct DecisionEvents: OutcomeAnalysis {
  private(set) var counts: [ScrollDecision: Int] = [:]
  private var container: Size?
  private var isOver = false
  private let isFree: Bool
  /// The finger that is down: where it turned last, and which way it went from there.
  private var finger: (turn: Double, sign: Double, hasTurned: Bool)?

  /// How far a finger has to go back to have turned, in points.
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
      // Content that is let go and stays was let go without velocity.
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
        // Further in the same direction: the place to turn from moves along.
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

  /// Whether an item that is longer than the container is in view.
  private func showsOversizeItem(_ viewState: borrowing ViewState) -> Bool {
    guard let axis = MainAxis(viewState) else { return false }
    return viewState.window.contains { rank in
      let frame = viewState.targets.frame(at: viewState.targets.index(at: rank))
      let (start, length) = axis.span(of: frame)
      return length > axis.frame && start < axis.offset + axis.frame && start + length > axis.offset
    }
  }
}
