import ScrollModel
import TraceStore

/// The writer thread's state of one trace.
struct Track {
  let information: TraceInformation
  /// The last events, while they are only in the ring.
  var ring: KeyframeRing
  /// Its number in the store; nil while it is only in the ring.
  var number: TraceNumber?
  /// The time shift of its events after the ring was cut.
  var shift = CutShift.none
  /// The seq of its last event in the store.
  var lastSeq: Int64 = -1
  /// The number of its gaps, repairs and keyframes in the store, which no line of a stream is.
  var marks: Int64 = 0
  /// The reason why the trace cannot be stored; its number stays in use, because the caller has it.
  let refusal: StoreError?
  /// The time of the last event, in the caller's time.
  private var lastTime = TraceTime.zero

  init(_ information: TraceInformation, ring: KeyframeRing) {
    self.information = information
    self.ring = ring
    refusal = ModelLimits.problem(with: information).map {
      StoreError(.invalid, "a trace was refused, and all its events with it: \($0)")
    }
  }

  /// Returns the time to store for the next event, and the repair event if it was raised.
  ///
  /// Throws an error of the kind `invalid` for an event that cannot be stored; it does not affect
  /// later times.
  mutating func admit(
    _ event: TraceEvent, at time: TraceTime
  ) throws(StoreError) -> (time: TraceTime, repair: TraceEvent?) {
    if let refusal { throw refusal }
    if let problem = ModelLimits.problem(with: event, at: time) {
      throw StoreError(.invalid, "an event at \(time.nanoseconds) ns is not valid: \(problem)")
    }
    let deficit = lastTime.nanoseconds(since: time)
    guard deficit > 0 else {
      lastTime = time
      return (time, nil)
    }
    guard deficit <= ModelLimits.disorder else {
      throw StoreError(
        .invalid,
        "an event at \(time.nanoseconds) ns comes after one at \(lastTime.nanoseconds) ns; events "
          + "go in order of time")
    }
    let text = "the time ran backwards by \(deficit) ns and was raised"
    return (lastTime, .stream(.repair(kind: "time-raised", text: text)))
  }
}
