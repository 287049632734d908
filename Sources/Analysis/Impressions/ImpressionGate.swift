import ScrollModel

/// Whether targets may count at all, whatever shows of them.
struct ImpressionGate: Hashable, Sendable {
  private let rules: ImpressionEligibility
  /// Whether there is no rule at all.
  let isPlain: Bool
  private(set) var isOpen: Bool
  /// Why it is closed.
  private(set) var reason = VisitEnd.interaction
  /// When the pause after an interaction ends.
  private var pauseEnd: TraceTime?
  /// When content of which no frame came any more has stopped.
  private var speedEnd: TraceTime?
  private var hasInteracted = false
  private var hasScrolled = false
  private var isTooFast = false
  private var isPlaying: Bool?
  /// Whether anything said that a video plays, or which app is in front, or what the phase is.
  private(set) var knowsPlaying = false
  private(set) var knowsForeground = false
  private(set) var knowsPhase = false

  init(_ rules: ImpressionEligibility) {
    self.rules = rules
    isPlain = rules == ImpressionEligibility()
    isOpen = !rules.requiresPlaying && !rules.waitsForInteraction && !rules.waitsForScroll
    if rules.requiresPlaying { reason = .paused }
  }

  /// When it opens by itself, if nothing else happens.
  var opening: TraceTime? {
    guard let pauseEnd, let speedEnd else { return pauseEnd ?? speedEnd }
    return min(pauseEnd, speedEnd)
  }

  /// Whether the last frame opened or closed it by its speed.
  private(set) var changedBySpeed = false

  /// Takes an event other than a frame and returns whether the gate may have opened or closed.
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

  /// Takes a frame and returns whether the gate opened or closed; `speed` is that of the content on the
  /// screen since the frame before, if that is known.
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

  /// Opens the gate at the moment at which it opens by itself.
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

  /// What is taken for granted because nothing was said about it.
  var assumptions: [String] {
    var assumptions: [String] = []
    if rules.requiresForeground, !knowsForeground {
      assumptions.append("the app state is unknown: the app is assumed to be active")
    }
    if rules.phases != nil, !knowsPhase {
      assumptions.append("the scroll phase is unknown: every phase is taken to count")
    }
    return assumptions
  }

  /// Why the policy cannot be applied at all.
  var obstacle: String? {
    rules.requiresPlaying && !knowsPlaying
      ? "the outcome has no 'play-state' annotations: whether a video plays is unknown" : nil
  }
}
