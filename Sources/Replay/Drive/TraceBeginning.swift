import ScrollModel

/// The beginning of a recording: its initial offset and motion.
///
/// A recording that begins at rest sets the engine's initial offset. One that begins during a
/// motion lacks the earlier touches. Its frames move the content until a release, a rest, or
/// another cause of movement.
struct TraceBeginning: Sendable {
  /// The number of following events that repeat the state at the start of a cut trace.
  private var restated: Int64 = 0
  /// Whether the trace was cut out of a longer one.
  private(set) var isCut = false
  /// Whether the first frame, with the initial offset, is still to come.
  private(set) var awaitsFrame: Bool
  /// Whether the initial motion of the trace continues.
  private(set) var isInMotion = false
  /// Whether an input may have moved the content so far.
  private(set) var hasMovingInput = false
  private var hasEvents = false
  /// Whether momentum from before the recording may still arrive although the content rests.
  private var ignoresMomentum = false

  init(awaitsFrame: Bool) { self.awaitsFrame = awaitsFrame }

  /// Whether the current event repeats the state at the start of the trace.
  var isRestating: Bool { restated > 0 }

  /// Whether the beginning is completely known.
  var isOver: Bool { !awaitsFrame && !isInMotion && restated <= 0 }

  /// Handles a keyframe; it marks the beginning of a cut trace only as the first event.
  mutating func takeKeyframe(count: Int64) {
    guard !hasEvents else { return }
    isCut = true
    restated = max(0, count)
  }

  /// Records that an event other than the first keyframe was handled; returns whether it was the
  /// last repeated one.
  mutating func noteEvent() -> Bool {
    hasEvents = true
    guard restated > 0 else { return false }
    restated -= 1
    return restated == 0
  }

  /// Records an input that the engine handles.
  mutating func note(_ input: Input) {
    switch input {
    case .touch(let sample):
      // A touch without its beginning moves nothing.
      if sample.phase == .began { hasMovingInput = true }
    case .wheel, .command: hasMovingInput = true
    case .layout, .edit, .container: break
    }
  }

  /// Records the first frame.
  mutating func takeFrame() { awaitsFrame = false }

  /// Records the initial phase of the trace.
  mutating func begin(in phase: ScrollPhase?) {
    switch phase {
    case .interacting, .decelerating, .animating: isInMotion = !hasMovingInput
    case .idle, .tracking: (isInMotion, ignoresMomentum) = (false, !hasMovingInput)
    case nil: isInMotion = false
    }
  }

  /// Whether a wheel step moves nothing: trackpad momentum from before the recording continues
  /// after the content came to rest.
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

  /// Records the end of the initial motion.
  mutating func endMotion() {
    ignoresMomentum = ignoresMomentum || isInMotion
    isInMotion = false
  }
}
