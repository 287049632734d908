import ScrollModel

/// Whether targets are eligible at all, regardless of their visible fraction.
struct ImpressionGate: Hashable, Sendable {
  private let rules: ImpressionEligibility
  /// Whether there is no condition.
  let isPlain: Bool
  private(set) var isOpen: Bool
  /// The reason for ineligibility.
  private(set) var reason = VisitEnd.interaction
  /// The end of the pause after an interaction.
  private var pauseEnd: TraceTime?
  /// The time at which content without further frames has stopped.
  private var speedEnd: TraceTime?
  private var hasInteracted = false
  private var hasScrolled = false
  private var isTooFast = false
  private var isPlaying: Bool?
  /// Whether the trace contained the play state, the app state, or the phase.
  private(set) var knowsPlaying = false
  private(set) var knowsForeground = false
  private(set) var knowsPhase = false

  init(_ rules: ImpressionEligibility) {
    self.rules = rules
    isPlain = rules == ImpressionEligibility()
    isOpen = !rules.requiresPlaying && !rules.waitsForInteraction && !rules.waitsForScroll
    if rules.requiresPlaying { reason = .paused }
  }

  /// The time at which eligibility begins by itself, without further events.
  var opening: TraceTime? {
    guard let pauseEnd, let speedEnd else { return pauseEnd ?? speedEnd }
    return min(pauseEnd, speedEnd)
  }

  /// Whether the last frame changed eligibility by its speed.
  private(set) var changedBySpeed = false

  /// Handles an event other than a frame and returns whether eligibility may have changed.
  mutating func take(_ event: TraceEvent, on viewState: borrowing ViewState) -> Bool {
    guard !isPlain else { return false }
    switch event {
    case .input(.touch(let sample)) where sample.delivery != .predicted:
      interact(at: viewState.time)
    case .input(.wheel): interact(at: viewState.time)
    case .observation(.annotation(let note)) where note.kind == "play-state":
      isPlaying = note.text == "playing"
      knowsPlaying = true
    default: break
    }
    return update(on: viewState)
  }

  /// Handles a frame and returns whether eligibility changed; `speed` is the screen speed since the
  /// previous frame, if known.
  mutating func takeFrame(speed: Double?, on viewState: borrowing ViewState) -> Bool {
    if let last = viewState.sample, let before = viewState.previous {
      if last.offset != before.offset { hasScrolled = true }
      if let limit = rules.maximumSpeed {
        let was = isTooFast
        if let speed { isTooFast = speed > limit }
        changedBySpeed = was != isTooFast
        let rest = viewState.expectedInterval &* 5 / 2
        speedEnd = isTooFast ? last.time.advanced(byNanoseconds: rest) : nil
      }
    }
    return update(on: viewState)
  }

  /// Begins eligibility at its predicted time.
  mutating func open(at time: TraceTime, on viewState: borrowing ViewState) {
    if let pauseEnd, pauseEnd <= time { self.pauseEnd = nil }
    if let speedEnd, speedEnd <= time {
      self.speedEnd = nil
      isTooFast = false
    }
    _ = update(on: viewState)
  }

  private mutating func interact(at time: TraceTime) {
    hasInteracted = true
    guard rules.pauseAfterInteraction > 0 else { return }
    pauseEnd = time.advanced(byNanoseconds: rules.pauseAfterInteraction)
  }

  private mutating func update(on viewState: borrowing ViewState) -> Bool {
    let was = isOpen
    if viewState.isForeground != nil { knowsForeground = true }
    if viewState.phase != nil { knowsPhase = true }
    let closed = closure(viewState.isForeground, viewState.phase)
    isOpen = closed == nil
    if let closed { reason = closed }
    return was != isOpen
  }

  private func closure(_ isForeground: Bool?, _ phase: ScrollPhase?) -> VisitEnd? {
    if rules.requiresForeground, isForeground == false { return .background }
    if rules.requiresPlaying, isPlaying != true { return .paused }
    if rules.waitsForInteraction, !hasInteracted { return .interaction }
    if rules.waitsForScroll, !hasScrolled { return .interaction }
    if pauseEnd != nil { return .interaction }
    if isTooFast, phase != .idle { return .movement }
    if let phases = rules.phases, let phase, !phases.contains(phase) { return .movement }
    return nil
  }

  /// The assumptions about missing data.
  var assumptions: [String] {
    var assumptions: [String] = []
    if rules.requiresForeground, !knowsForeground {
      assumptions.append("the app was active, because its state is unknown")
    }
    if rules.phases != nil, !knowsPhase {
      assumptions.append("every phase counts, because the scroll phase is unknown")
    }
    return assumptions
  }

  /// The reason why the policy cannot be applied at all.
  var obstacle: String? {
    rules.requiresPlaying && !knowsPlaying
      ? "the outcome has no 'play-state' annotations: whether a video plays is unknown" : nil
  }
}
