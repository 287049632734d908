import ScrollEngine
import ScrollModel

/// What cannot affect the replay is skipped without advancing the engine.
extension ReplayRun {
  /// Whether recorded observations cannot affect this replay, so that they are skipped without advancing
  /// the engine.
  var ignoresObservations: Bool { needsNoObservations && nested == nil }

  /// Whether recorded observations drive nothing any more.
  var needsNoObservations: Bool {
    (drive == .gesture || drive == .command) && derived.isIdle && beginning.isOver
  }

  /// Skips recorded frames at ticks that do not affect the replay; the engine emits its own frames
  /// there.
  ///
  /// Returns their number.
  func skip(_ frames: Span<FrameSample>) -> Int {
    guard ignoresObservations else { return 0 }
    let count = ticks(among: frames)
    sink.tally.freeFrames += Int64(count)
    return count
  }

  /// Whether gestures can be skipped like frames.
  var skipsGestures: Bool {
    ignoresObservations && drive == .gesture && !sink.listener.takesGestures
  }

  /// Skips frames between which there are only gestures, if all of them can be skipped.
  func skipRange(_ frames: Span<FrameSample>) -> Bool {
    guard skipsGestures, ticks(among: frames) == frames.count else { return false }
    sink.tally.freeFrames += Int64(frames.count)
    return true
  }

  private func ticks(among frames: Span<FrameSample>) -> Int {
    session.withEngineIfStarted { $0.ticks(among: frames, next: &tickSearchHint) } ?? 0
  }

  /// Skips an event that is neither a frame nor a touch sample, if it cannot affect the replay.
  func skip(_ event: TraceEvent, at time: TraceTime) -> Bool {
    switch event {
    case .observation(.phase), .observation(.release), .observation(.position),
      .observation(.visibility), .observation(.visibleSet):
      ignoresObservations
    case .input(let input): skip(input, at: time)
    case .observation(.frame), .observation(.annotation), .stream: false
    }
  }

  /// Handles a step of a wheel without emitting its outcome, which `emit` does later; false if the listener
  /// needs it immediately.
  func skip(_ input: Input, at time: TraceTime) -> Bool {
    guard case .wheel(let sample) = input, skipsGestures, !beginning.ignores(sample) else {
      return false
    }
    skip(to: time)
    session.take(input, at: time, to: &sink)
    return true
  }

  /// Handles a touch sample without emitting its outcome, which `emit` does later.
  func skip(_ sample: TouchSample, at time: TraceTime) {
    noteIfSeldom(sample, at: time)
    skip(to: time)
    session.take(.touch(sample), at: time, to: &sink)
  }

  private func skip(to time: TraceTime) {
    lastTime = max(lastTime, time)
    visitTicks(before: time)
  }
}
