import ScrollEngine
import ScrollModel

extension ReplayRun {
  /// Lets the views around this one and the fingers come along up to a moment.
  func letNestedCome(_ nested: NestedReplay, to time: TraceTime, samplesToo: Bool) {
    nested.attach(self)
    nested.advance(to: time, samplesToo: samplesToo)
    nested.detach()
  }

  func noteNestedGesture(_ event: TraceEvent) {
    stopWaiting(before: event)
    if beginning.noteEvent() { session.withEngine { _ in } }
  }

  /// Takes what of a finger or a wheel goes to this view.
  func takeNested(_ input: Input, at time: TraceTime) {
    emit(until: time)
    take(input, at: time)
  }

  /// Reads or changes the engine, which comes as far as a moment.
  func withEngine<Result>(
    at time: TraceTime, _ body: (inout ScrollEngine) -> Result
  ) -> Result {
    emit(until: time)
    return session.withEngine(body)
  }

  /// Lets the content go with what another view had left of its velocity.
  func fling(_ velocity: Vector, at time: TraceTime) {
    emit(until: time)
    session.withEngine {
      let place = $0.currentOffset
      $0.release(velocity: velocity, original: place, at: time, to: &sink)
    }
    deliver()
  }

  /// Ends the deceleration at the edge that the content came to.
  func stopAtEdge(at time: TraceTime) {
    emit(until: time)
    session.withEngine { $0.stopAtEdge(at: time, to: &sink) }
    deliver()
  }

  /// Keeps a decision about nested views.
  func note(_ move: NestedEvent) { sink.tally.note(move) }

  /// Keeps how far a finger moved nested views.
  func note(_ drag: NestedDrag) { sink.tally.note(drag) }
}
