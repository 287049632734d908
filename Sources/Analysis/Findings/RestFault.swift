import ScrollModel

/// Something wrong about a rest: told when the rest has held for 100 ms, and once for each rest,
/// however many frames show it.
struct RestFault<Evidence: Sendable>: Sendable {
  private var found: (time: TraceTime, frame: Int, evidence: Evidence)?
  private var isTold = false

  /// Notes what is wrong now; nil if nothing is, or the content is not at rest.
  mutating func note(_ evidence: Evidence?, _ stage: borrowing Stage) {
    guard let evidence else {
      found = nil
      isTold = false
      return
    }
    guard !isTold else { return }
    found = (found?.time ?? stage.time, found?.frame ?? stage.frameCount, evidence)
  }

  /// Takes out what is to be told by now.
  mutating func take(
    at now: TraceTime, isEnd: Bool
  ) -> (time: TraceTime, frame: Int, evidence: Evidence)? {
    guard let found, isEnd || now.nanoseconds(since: found.time) > 100_000_000 else { return nil }
    self.found = nil
    isTold = true
    return found
  }
}
