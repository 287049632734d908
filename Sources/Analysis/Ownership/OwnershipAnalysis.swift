public import ScrollModel

/// Finds the owner of every frame interval in which the offset changed.
public struct OwnershipAnalysis: OutcomeAnalysis, Sendable {
  /// The movements in their order; of one owner without a pause they are one.
  public private(set) var movements: [OwnedMovement] = []
  /// The corrections of guessed lengths.
  public private(set) var corrections = EstimateCorrections()
  private var settles: SettlesAnalysis
  private var shown = ShownTargets()
  private let asksBehavior: Bool
  /// The owner that the recording names for frames from here on.
  private var named: MovementOwner?
  /// An origin that is not yet known to be a request's or a frame's.
  private var pending: String??
  /// Who made each request, where the recording names it.
  public private(set) var requestOrigins: [String?] = []
  private var requests = 0
  private var last: TraceTime?
  private static let limit = 20_000
  /// Frames that are farther apart are two movements.
  private static let pause: Int64 = 200_000_000

  /// Creates an analysis; a declared behavior owns what follows a release.
  public init(_ configuration: Configuration?) {
    settles = SettlesAnalysis(configuration)
    asksBehavior = configuration.map { !$0.effectiveBehavior.isNone } ?? false
  }

  /// Follows what happens while time passes.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    settles.wait(until: time, on: viewState)
  }

  /// Takes an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    // What moved the content is known from before the frame that shows its end.
    let before = settles.tracker.movement
    settles.take(event, at: time, on: viewState)
    note(event)
    guard let step = settles.tracker.transitions.step else { return }
    let shift = shown.advance(step, viewState)
    defer { last = viewState.time }
    let isMoving = before == .settling || before == .program
    let decision = corrections.judge(step, shift, isMoving: isMoving, viewState)
    guard step.delta != 0, step.before != nil, !viewState.isAfterGap else { return }
    let isGuess = decision == .followed
    let owner = named ?? (isGuess ? .correction : owner(of: step, shift, before, viewState))
    add(step, owner, isNamed: named != nil, isGuess: isGuess, viewState)
  }

  /// Keeps what a note says about the event behind it.
  private mutating func note(_ event: TraceEvent) {
    switch event {
    case .observation(.annotation(let note)) where note.kind == Annotation.origin:
      pending = .some(note.text)
    case .input(.command(let command)):
      if command.redirects {
        requests += 1
        if requestOrigins.count < Self.limit { requestOrigins.append(pending ?? nil) }
      }
      pending = nil
    case .observation(.frame):
      if let pending { named = pending.flatMap(MovementOwner.init(origin:)) }
      pending = nil
    default: break
    }
  }

  private func owner(
    of step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?,
    _ before: GestureTracker.Movement,
    _ viewState: borrowing ViewState
  ) -> MovementOwner {
    let movement = before == .none ? settles.tracker.movement : before
    if step.isAfterCommand, viewState.isAfterJump { return .program }
    if let shift, let least = shift.least, least.magnitude <= 1, step.delta.magnitude > 1 {
      return .correction
    }
    switch movement {
    case .program: return .program
    case .gesture: return underFinger(step)
    case .settling: return step.isAfterLayout && leaps(step) ? .sizeChange : settling
    case .none:
      if step.isAfterWheel { return .finger }
      if step.isAfterCommand { return .program }
      if let old = step.before,
        old.frame != step.axis.frame || old.start != step.axis.start
          || old.end != step.axis.end
      {
        return .container
      }
      if step.isAfterLayout || step.before?.content != step.axis.content { return .sizeChange }
      return viewState.phase?.isScrolling == true ? settling : .unknown
    }
  }

  private var settling: MovementOwner { asksBehavior ? .behavior : .deceleration }

  /// Whether a frame of moving content moves it by much more than the one before.
  private func leaps(_ step: GestureTracker.FrameDelta) -> Bool { step.delta.magnitude > 120 }

  /// The owner of content under a finger: a movement that the finger did not make belongs to another.
  private func underFinger(_ step: GestureTracker.FrameDelta) -> MovementOwner {
    guard let finger = step.finger else { return step.isAfterCommand ? .program : .finger }
    let excess = (step.delta - finger).magnitude
    guard excess > 20, excess > finger.magnitude, step.axis.excess(step.axis.offset) == 0 else {
      return .finger
    }
    if step.isAfterCommand { return .program }
    return step.isAfterLayout ? .sizeChange : .finger
  }

  private mutating func add(
    _ step: GestureTracker.FrameDelta, _ owner: MovementOwner, isNamed: Bool, isGuess: Bool,
    _ viewState: borrowing ViewState
  ) {
    let request = owner == .program && requests > 0 ? requests : nil
    let start = last ?? viewState.time
    if let open = movements.last, open.owner == owner, open.request == request,
      open.isGuess == isGuess,
      start.nanoseconds(since: open.end) <= Self.pause
    {
      let index = movements.count - 1
      movements[index].end = viewState.time
      movements[index].distance += step.delta
      movements[index].frames += 1
      movements[index].finger += step.finger ?? 0
      return
    }
    guard movements.count < Self.limit else { return }
    movements.append(
      OwnedMovement(
        start: start, end: viewState.time, owner: owner, request: request, distance: step.delta,
        isInferred: !isNamed, frames: 1, finger: step.finger ?? 0,
        isTouched: !viewState.openTouches.isEmpty, isGuess: isGuess))
  }

  /// Ends the outcome.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    settles.finish(at: time, on: viewState)
  }
}
