import Analysis
import Replay
import ScrollModel

/// The rest of a recorded release without a behavior.
struct ProbedRelease: Hashable, Sendable {
  /// The offset at the release.
  var here: Double
  /// The start of the gesture, or the destination of the content that it interrupted.
  var original: Double
  /// The distance to the natural end; nil if the velocity is unknown.
  var distances: Distances?

  func distance(isFast: Bool) -> Double? {
    distances.map { isFast ? $0.fast : $0.normal }
  }

  /// The distances with each of the two decelerations.
  struct Distances: Hashable, Sendable {
    var normal: Double
    var fast: Double
  }
}

/// Computes every release of a recording in the engine, in the order of the trace.
struct ReleaseProber {
  private(set) var releases: [ProbedRelease] = []
  private let run: ReplayRun
  private let decisions: [RestDecision]
  private let free: Configuration
  private var heading: Double?

  init(_ decisions: [RestDecision], _ plan: ReplayPlan, _ base: Configuration) {
    run = ReplayRun(plan)
    self.decisions = decisions
    var free = base
    free.behavior = .none
    self.free = free
  }

  /// Handles the next event of the recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    probe(before: time)
    run.take(event, at: time)
  }

  /// Computes the remaining releases.
  mutating func finish() { probe(before: nil) }

  private mutating func probe(before time: TraceTime?) {
    while releases.count < decisions.count,
      time.map({ decisions[releases.count].time < $0 }) ?? true
    {
      let decision = decisions[releases.count]
      let here = run.place(along: decision.axis.axis)
      let original = (decision.isCatch ? heading : nil) ?? decision.startOffset ?? here
      releases.append(
        ProbedRelease(here: here, original: original, distances: distances(decision, here)))
      heading = decision.rest
    }
  }

  private func distances(_ decision: RestDecision, _ here: Double) -> ProbedRelease.Distances? {
    guard let velocity = decision.velocity, decision.evidence != .fit else { return nil }
    let held =
      decision.evidence == .touch && velocity.magnitude < free.releaseFloor ? 0 : velocity
    func distance(_ deceleration: Deceleration) -> Double? {
      var asked = free
      asked.deceleration = deceleration
      return run.decide(decision.axis.axis, velocity: held, under: asked).map { $0.natural - here }
    }
    guard let normal = distance(.normal), let fast = distance(.fast) else { return nil }
    return ProbedRelease.Distances(normal: normal, fast: fast)
  }
}
