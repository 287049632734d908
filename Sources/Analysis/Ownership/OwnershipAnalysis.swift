public import ScrollModel

/// Finds the cause of movement in every frame interval in which the offset changed.
public struct OwnershipAnalysis: OutcomeAnalysis, Sendable {
  /// The movements in order; consecutive ones with one cause are merged.
  public private(set) var movements: [OwnedMovement] = []
  /// The corrections of estimated lengths.
  public private(set) var corrections = EstimateCorrections()
  /// What the offset followed although it should not have.
  public private(set) var mistakes = OffsetMistakes()
  private var settles: SettlesAnalysis
  private var shown = ShownTargets()
  private let asksBehavior: Bool
  /// The recorded cause of the following frames.
  private var named: MovementOwner?
  /// An origin that may belong to a request or a frame.
  private var pending: String??
  /// The recorded origin of each request.
  public private(set) var requestOrigins: [String?] = []
  private var requests = 0
  /// When the animation of the last request should be over.
  private var animationEnd: TraceTime?
  private var last: TraceTime?
  private static let limit = 20_000
  /// The pause that separates two movements.
  private static let pause: Int64 = 200_000_000

  /// Creates an analysis; with a declared behavior, movement after a release is the behavior's.
  public init(_ configuration: Configuration?) {
    settles = SettlesAnalysis(configuration)
    asksBehavior = configuration.map { !$0.effectiveBehavior.isNone } ?? false
  }

  /// Advances the time.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    settles.wait(until: time, on: viewState)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    // The cause is known before the frame that shows the end of the movement.
    let before = settles.tracker.movement
    settles.take(event, at: time, on: viewState)
    note(event, at: viewState.time)
    guard let step = settles.tracker.transitions.step else { return }
    let isMoving =
      before == .settling || before == .program || before == .gesture && step.finger == nil
    let motion = isMoving ? shown.expected(step) ?? 0 : 0
    let shift = shown.advance(step, by: motion + (step.finger ?? 0), viewState)
    defer { last = viewState.time }
    let decision = corrections.judge(step, shift, motion: motion, viewState)
    guard step.delta != 0, step.before != nil, !viewState.isAfterGap else { return }
    let isGuess = decision == .followed
    let owner = named ?? (isGuess ? .correction : owner(of: step, shift, before, viewState))
    mistakes.take(step, shift, owner, isMoving: isMoving, viewState)
    add(step, owner, isNamed: named != nil, isGuess: isGuess, viewState)
  }

  /// Records the origin for the following event.
  private mutating func note(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .observation(.annotation(let note)) where note.kind == Annotation.origin:
      pending = .some(note.text)
    case .input(.command(let command)):
      if command.redirects {
        requests += 1
        animationEnd = command.animationLength.map { time.advanced(byNanoseconds: $0) }
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
    if let shift, shift.keepsMost, step.delta.magnitude > 1 { return .correction }
    switch movement {
    case .program: return .program
    case .gesture: return underFinger(step, viewState)
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

  /// Whether a frame moves the content by much more than the previous one.
  private func leaps(_ step: GestureTracker.FrameDelta) -> Bool { step.delta.magnitude > 120 }

  /// The cause of movement under a finger: movement beyond the finger's has another cause.
  private func underFinger(
    _ step: GestureTracker.FrameDelta, _ viewState: borrowing ViewState
  ) -> MovementOwner {
    let excess = (step.delta - (step.finger ?? 0)).magnitude
    let isWithin = step.axis.excess(step.axis.offset) == 0
    // An animation moves little in each frame; a finger that rests has no samples meanwhile.
    if let animationEnd, viewState.time <= animationEnd, isWithin,
      excess > max(2, (step.finger ?? 0).magnitude), !viewState.openTouches.isEmpty
    {
      return .program
    }
    guard let finger = step.finger else { return step.isAfterCommand ? .program : .finger }
    guard excess > 20, excess > finger.magnitude, isWithin else { return .finger }
    if step.isAfterCommand { return .program }
    if step.isAfterLayout { return .sizeChange }
    // Content that is late catches up in the finger's direction, but never goes against it.
    let isAgainst = step.delta * finger < 0 && step.delta.magnitude > Self.leastSeizure
    // Between two throttled frames, touches may be missing.
    let isExact =
      viewState.quality(of: .offset) == .exact && viewState.quality(of: .touch) == .exact
    return isAgainst && isExact ? .unknown : .finger
  }

  /// The least movement against a finger that no late frame explains.
  private static let leastSeizure = 40.0

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

extension Command {
  /// How long the requested animation lasts at most, in nanoseconds; nil without one.
  fileprivate var animationLength: Int64? {
    let animation: ScrollAnimation
    switch self {
    case .cancel: return nil
    case .write(_, _, let how): animation = how
    case .scroll(_, _, let how, _, _): animation = how
    }
    switch animation {
    case .none: return nil
    case .automatic: return 500_000_000
    case .timed(let seconds, _), .spring(let seconds, _):
      return Int64(min(max(0, seconds), 10) * 1e9) + 50_000_000
    }
  }
}
