import ScrollEngine
import ScrollModel
import TraceStore

/// Passes the outcomes of the engine to the digest, the summary and the listener of a replay, in
/// order.
///
/// Consecutive frames and visible sets are delayed until another kind of outcome follows. A
/// release is delayed until the other axis is decided as well. `deliver` emits both.
struct OutcomeDispatcher: OutcomeConsumer {
  var observer: OutcomeObserver
  private(set) var digester: ObservationDigester
  /// The summary of the replay.
  var tally = ReplaySummary()
  /// Receives all outcomes of the replay.
  let listener: any ReplayListener
  /// Frames that were not emitted yet.
  private var stretch: FrameRun
  /// A release that may still be merged with the decision on the other axis.
  private var release: (report: ReleaseReport, settle: Settle)?

  init(_ configuration: Configuration, hasInitialPhaseVariant: Bool, listener: any ReplayListener) {
    observer = OutcomeObserver(configuration)
    stretch = FrameRun(
      like: GeometryFrame(offset: .zero), threshold: observer.targetThreshold)
    digester = ObservationDigester(hasOther: hasInitialPhaseVariant)
    self.listener = listener
  }

  mutating func consume(_ frame: OutcomeFrame) {
    hold(frame)
    stretch.steps.append(FrameSample(time: frame.time, offset: frame.offset))
  }

  mutating func consume(_ some: Span<FrameSample>, like frame: OutcomeFrame) {
    guard !some.isEmpty else { return }
    hold(frame)
    some.withUnsafeBufferPointer { stretch.steps.append(contentsOf: $0) }
    observer.see(some[some.count - 1].offset)
  }

  /// The largest number of pending frames.
  private static var most: Int { 256 }

  /// Emits the pending frames if a new one has another model.
  private mutating func hold(_ frame: OutcomeFrame) {
    observer.see(frame)
    if case _? = release { emitRelease() }
    guard stretch.steps.isEmpty || stretch.steps.count >= Self.most || !frame.isLike(stretch.like)
    else { return }
    emitFrames()
    stretch.like = frame.geometryFrame(frameSize: frame.geometry.visibleRect.size)
  }

  mutating func consume(_ change: PhaseOutcome) {
    let observation = observer.observation(of: change)
    guard change.old == change.new else { return emit(observation, at: change.time) }
    // The initial phase callback, which some releases do not make.
    deliver()
    digester.addApart(observation, at: change.time)
    note(observation, at: change.time)
  }

  mutating func consume(_ change: PositionOutcome) {
    emit(observer.observation(of: change), at: change.time)
  }

  mutating func consume(_ change: VisibilityOutcome) {
    emit(observer.observation(of: change), at: change.time)
  }

  mutating func consume(_ set: VisibleSetOutcome) {
    if case _? = release { emitRelease() }
    stretch.sets.append(VisibleSetChange(set, behind: stretch.steps.count))
  }

  mutating func consume(_ settle: Settle) {
    guard let report = observer.report(of: settle) else {
      deliver()
      emit(settle)
      return
    }
    // A release is emitted once, even if it was decided on two axes.
    if var whole = release?.report, let first = release?.settle, first.time == settle.time {
      release = nil
      whole.join(report, on: settle.axis)
      emit(.release(whole), at: settle.time)
      emit(first)
      emit(settle)
    } else {
      deliver()
      release = (report, settle)
    }
  }

  mutating func consume(_ change: TransitionOutcome) {
    deliver()
    listener.take(change)
  }

  mutating func consume(_ diagnostic: EngineDiagnostic) {
    deliver()
    listener.take(diagnostic)
    tally.diagnostics += 1
  }

  /// Emits all pending outcomes.
  mutating func deliver() {
    emitFrames()
    if case _? = release { emitRelease() }
  }

  private mutating func emitFrames() {
    guard !stretch.isEmpty else { return }
    emitRun()
    stretch.removeAll()
  }

  /// A separate function, so that nothing references the run when its buffer is reused.
  @inline(never) private mutating func emitRun() {
    digester.add(stretch)
    tally.note(stretch)
    listener.take(stretch)
  }

  private mutating func emitRelease() {
    guard let (report, settle) = release else { return }
    release = nil
    emit(.release(report), at: settle.time)
    emit(settle)
  }

  private mutating func emit(_ observation: Observation, at time: TraceTime) {
    deliver()
    digester.add(observation, at: time)
    note(observation, at: time)
  }

  private mutating func note(_ observation: Observation, at time: TraceTime) {
    tally.note(observation, at: time)
    listener.take(.observation(observation), at: time)
  }

  /// Handles an annotation of the trace.
  mutating func take(_ annotation: Observation, at time: TraceTime) {
    digester.add(annotation, at: time)
    listener.take(.observation(annotation), at: time)
  }

  private mutating func emit(_ settle: Settle) {
    listener.take(settle)
    tally.note(settle)
  }
}

extension OutcomeFrame {
  /// Whether a frame differs at most in its offset.
  fileprivate func isLike(_ frame: GeometryFrame) -> Bool {
    phase == frame.phase && geometry.contentSize == frame.geometry.contentSize
      && geometry.visibleRect.size == frame.geometry.containerSize
      && geometry.contentInsets == frame.geometry.insets
  }
}
