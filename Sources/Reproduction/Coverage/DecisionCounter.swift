import Analysis
import Replay
import ScrollModel
import TraceStore
import Triage

/// Counts the decisions that a trace exercises.
struct DecisionCounter {
  private(set) var counts: [ScrollDecision: Int] = [:]
  private var phase = ScrollPhase.idle
  private var container: Size?
  private var insets = Insets.zero
  private var isRightToLeft = false
  private var layout: Layout?
  private var offset = Point.zero
  private var isOver = false
  private let axes: ScrollAxes
  /// Whether no behavior decides: then only the rest shows that an end cut it.
  private let isFree: Bool
  /// The finger that is down: where it turned last, and which way it went from there.
  private var finger: (turn: Point, sign: Double, hasTurned: Bool)?

  /// How far a finger has to go back to have turned, in points.
  private static let turnLength = 10.0
  /// How near two candidates are for a tie, in points.
  private static let tieDistance = 0.01

  /// Counts the decisions of a recording under a configuration.
  init(
    _ outcome: Outcome, _ configuration: Configuration, _ registry: BehaviorRegistry
  ) throws {
    axes = outcome.trace.information.axes ?? .vertical
    isFree = configuration.effectiveBehavior.isNone
    let reports = try outcome.redecided(
      outcome.analyze(SettlesAnalysis(configuration)).reports, under: configuration, registry)
    for report in reports { count(report) }
    try outcome.store.replay(outcome.trace.id) { batch in
      for (_, event) in batch.events { take(event) }
    }
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

  // MARK: What the events show

  private var isMoving: Bool { phase == .decelerating || phase == .animating }

  private mutating func take(_ event: TraceEvent) {
    switch event {
    case .input(let input): take(input)
    case .observation(.phase(let change)):
      if isFree, change.old == .decelerating, change.new == .idle { noteEnd() }
      // Content that is let go and stays was let go without velocity.
      if change.old == .interacting, change.new == .idle { note(.zeroVelocity) }
      phase = change.new
    case .observation(.frame(let frame)):
      offset = frame.offset
      if let phase = frame.phase { self.phase = phase }
      noteOverscroll()
    default: break
    }
  }

  private mutating func take(_ input: Input) {
    switch input {
    case .touch(let sample): take(sample)
    case .wheel(let sample):
      if sample.phase == .none, sample.momentumPhase == .none {
        note(.wheel)
      } else if sample.phase == .began {
        note(.trackpad)
      }
    case .command: note(isMoving ? .commandInFlight : .commandAtRest)
    case .edit: note(isMoving ? .editInFlight : .editAtRest)
    case .layout(let layout): self.layout = layout
    case .container(let change):
      if let insets = change.insets { self.insets = insets }
      if let direction = change.layoutDirection { isRightToLeft = direction == .rightToLeft }
      if let size = change.size {
        if let container, container != size { note(isMoving ? .rotationInFlight : .rotation) }
        container = size
      }
    }
  }

  private mutating func take(_ sample: TouchSample) {
    let place = axes.main == .vertical ? sample.position.y : sample.position.x
    switch sample.phase {
    case .began:
      finger = (sample.position, 0, false)
      if isRightToLeft { note(.rightToLeft) }
    case .moved, .stationary, .ended:
      guard var finger else { return }
      let turn = axes.main == .vertical ? finger.turn.y : finger.turn.x
      let distance = place - turn
      if finger.sign == 0 || distance * finger.sign > 0 {
        // Further in the same direction: the place to turn from moves along.
        if distance.magnitude >= Self.turnLength || finger.sign != 0 {
          finger.sign = distance < 0 ? -1 : 1
          finger.turn = sample.position
        }
      } else if distance.magnitude >= Self.turnLength {
        finger.hasTurned = true
      }
      self.finger = finger
      guard sample.phase == .ended else { return }
      if finger.hasTurned { note(.reversal) }
      if hasOversizeItem { note(.oversizeItem) }
      self.finger = nil
    case .cancelled: finger = nil
    }
  }

  /// The offset along the axis, and the ones between which content rests.
  private var place: (offset: Double, low: Double, high: Double)? {
    guard let container, let content = layout?.contentSize else { return nil }
    let (place, length, size, before, after) =
      axes.main == .vertical
      ? (offset.y, container.height, content.height, insets.top, insets.bottom)
      : (offset.x, container.width, content.width, insets.left, insets.right)
    return (place, -before, max(-before, size + after - length))
  }

  private mutating func noteEnd() {
    guard let place else { return }
    // From right to left the start is at the right.
    let isMirrored = isRightToLeft && axes.main == .horizontal
    if (place.offset - place.low).magnitude < 0.5 { note(isMirrored ? .clampEnd : .clampStart) }
    if (place.offset - place.high).magnitude < 0.5 { note(isMirrored ? .clampStart : .clampEnd) }
  }

  private mutating func noteOverscroll() {
    guard let place else { return }
    let isOver =
      phase == .interacting && (place.offset < place.low - 1 || place.offset > place.high + 1)
    if isOver, !self.isOver { note(.overscroll) }
    self.isOver = isOver
  }

  /// Whether an item that is longer than the container is in view.
  private var hasOversizeItem: Bool {
    guard let container, let layout else { return false }
    return layout.targets.contains { target in
      let (start, length, place, room) =
        axes.main == .vertical
        ? (target.frame.origin.y, target.frame.size.height, offset.y, container.height)
        : (target.frame.origin.x, target.frame.size.width, offset.x, container.width)
      return length > room && start < place + room && start + length > place
    }
  }
}
