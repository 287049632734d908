import ScrollModel
import TraceStore

/// One trace of a recording, as the writer thread knows it.
struct Track {
  let information: TraceInformation
  /// The last events, as long as only the ring holds them.
  var ring: KeyframeRing
  /// Its number in the store; nil while only the ring holds it.
  var number: TraceNumber?
  /// What moves its events to where the ring was cut.
  var shift = CutShift.none
  /// The seq of its last event in the store.
  var lastSeq: Int64 = -1
  /// Why the trace cannot be stored; its number still counts, as the caller got it.
  let refusal: StoreError?
  /// The time of the last event, as the caller counts it.
  private var lastTime = TraceTime.zero

  init(_ information: TraceInformation, ring: KeyframeRing) {
    self.information = information
    self.ring = ring
    refusal = ModelLimits.problem(with: information).map {
      StoreError(.invalid, "a trace was refused, and all its events with it: \($0)")
    }
  }

  /// Returns the time to store for the next event, and the repair that says that it was raised.
  ///
  /// Throws an error of the kind `invalid` for an event that cannot be stored; it leaves no mark on
  /// the times of those that follow.
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
