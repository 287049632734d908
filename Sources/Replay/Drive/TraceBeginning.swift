import ScrollModel

/// Where a recording begins and what the content does there.
///
/// A recording that begins at rest sets where the engine starts. One that begins in the middle of a
/// motion lacks the touches before it: its frames move the content until the finger lets go, the
/// content rests, or something else begins to move it.
struct TraceBeginning: Sendable {
  /// How many of the next events say again what held at the start of a trace that was cut.
  private var restated: Int64 = 0
  /// Whether the trace was cut out of a longer one.
  private(set) var isCut = false
  /// Whether the first frame is yet to say where the content is.
  private(set) var awaitsFrame: Bool
  /// Whether the motion that the trace begins in still goes on.
  private(set) var isInMotion = false
  /// Whether an input may have moved the content by now.
  private(set) var hasMovingInput = false
  private var hasEvents = false
  /// Whether momentum whose beginning is missing may still come: the content rests already.
  private var ignoresMomentum = false

  init(awaitsFrame: Bool) { self.awaitsFrame = awaitsFrame }

  /// Whether the event under way repeats what held before the trace begins.
  var isRestating: Bool { restated > 0 }

  /// Whether there may be anything left to find out about the beginning.
  var isOver: Bool { !awaitsFrame && !isInMotion && restated <= 0 }

  /// Takes a keyframe; only the first event of a trace says that the trace begins there.
  mutating func takeKeyframe(count: Int64) {
    guard !hasEvents else { return }
    isCut = true
    restated = max(0, count)
  }

  /// Notes that an event other than the first keyframe was handled; returns whether it was the last
  /// one that a keyframe repeats.
  mutating func noteEvent() -> Bool {
    hasEvents = true
    guard restated > 0 else { return false }
    restated -= 1
    return restated == 0
  }

  /// Notes an input that the engine handles.
  mutating func note(_ input: Input) {
    switch input {
    case .touch(let sample):
      // A touch whose beginning is missing moves nothing.
      if sample.phase == .began { hasMovingInput = true }
    case .wheel, .command: hasMovingInput = true
    case .layout, .edit, .container: break
    }
  }

  /// Notes that the first frame has come.
  mutating func takeFrame() { awaitsFrame = false }

  /// Notes the phase in which the trace begins.
  mutating func begin(in phase: ScrollPhase?) {
    switch phase {
    case .interacting, .decelerating, .animating: isInMotion = !hasMovingInput
    case .idle, .tracking: (isInMotion, ignoresMomentum) = (false, !hasMovingInput)
    case nil: isInMotion = false
    }
  }

  /// Whether a step of a wheel moves nothing: a trackpad's momentum of before the recording goes on after
  /// the content has come to rest.
  mutating func ignores(_ sample: WheelSample) -> Bool {
    guard ignoresMomentum else { return false }
    switch sample.momentumPhase {
    case .changed, .stationary: return true
    case .ended, .cancelled:
      ignoresMomentum = false
      return true
    case .none, .mayBegin, .began:
      ignoresMomentum = false
      return false
    }
  }

  /// Notes that the motion in which the trace began is over.
  mutating func endMotion() {
    ignoresMomentum = ignoresMomentum || isInMotion
    isInMotion = false
  }
}
