import Analysis
import ScrollModel

/// Releases after which the program scrolls, with the rests to which it takes the content.
///
/// A program that does so after almost every release chooses the rests, as a behavior does.
struct ContinuedReleases: Sendable {
  /// In the order of their releases; with whether the program moved the content elsewhere.
  private var found: [(decision: RestDecision, isMoved: Bool)] = []
  /// The release that the program continued last, until the content rests.
  private var open: RestDecision?
  /// The last release and the time at which it rested or the program took over.
  private var last: (decision: RestDecision, end: TraceTime)?
  private var lastScroll: TraceTime?
  private var stillFrames = 0
  private var lastMove = TraceTime.zero

  /// The longest pause between a rest and a scroll that belongs to it: scripts wait until scroll
  /// events stop.
  private static let pause: Int64 = 400_000_000
  /// The shortest rest before a scroll that is not recorded.
  private static let leastRest: Int64 = 60_000_000
  /// The largest distance of two places that count as the same, in points.
  private static let near = 8.0
  /// The duration without movement at a rest; a requested animation may begin slowly.
  private static let stillness: Int64 = 120_000_000

  /// Notes a release that ended by itself, or with a scroll of the program.
  mutating func note(_ decision: RestDecision, isContinued: Bool, at time: TraceTime) {
    last = (decision, decision.restTime)
    if isContinued { return open(decision, at: time) }
    // A script that waits for scroll events to stop also scrolls under a finger that holds still.
    if let lastScroll, lastScroll <= decision.time,
      decision.time.nanoseconds(since: lastScroll) <= Self.pause
    {
      found.append((decision, true))
    }
  }

  private mutating func open(_ decision: RestDecision, at time: TraceTime) {
    open = decision
    lastMove = time
  }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard var decision = open, time.nanoseconds(since: lastMove) >= Self.stillness,
      let axis = MainAxis(viewState)
    else { return }
    open = nil
    let isMoved = (axis.offset - decision.rest).magnitude > Self.near
    if found.last?.decision.time == decision.time { found.removeLast() }
    decision.rest = axis.offset
    decision.restTime = lastMove
    decision.axis = axis
    found.append((decision, isMoved))
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.command(let command)):
      lastScroll = time
      guard command != .cancel, let last, time.nanoseconds(since: last.end) <= Self.pause else {
        break
      }
      open(last.decision, at: time)
    case .input(.touch(let sample)):
      if sample.phase == .began { (open, last) = (nil, nil) }
    // A scroll after an update belongs to the update.
    case .input(.wheel), .input(.layout), .input(.edit), .input(.container):
      (open, last) = (nil, nil)
    case .observation(.frame):
      guard viewState.hasMoved else {
        stillFrames += 1
        break
      }
      if let last, isUnrecordedScroll(at: time, viewState) { open(last.decision, at: time) }
      stillFrames = 0
      lastMove = time
      // Frames that are late look like a rest.
      last?.end = time
    default: break
    }
  }

  /// Whether a page moves again by itself after several frames of rest, where the recording has no
  /// scrolls of the program: its script is not recorded.
  private func isUnrecordedScroll(at time: TraceTime, _ viewState: borrowing ViewState) -> Bool {
    let rested = time.nanoseconds(since: lastMove)
    return open == nil && lastScroll == nil && viewState.phase == nil
      && viewState.openTouches.isEmpty && stillFrames >= 3 && rested >= Self.leastRest
      && rested <= Self.pause
  }

  /// The number of releases that the program continued.
  var count: Int { found.count }

  /// All releases with the rests that the program chose; nil if it does not choose almost all of
  /// them, or always the same.
  func rests(among decisions: [RestDecision], within tolerance: Double) -> [RestDecision]? {
    let own = found.map(\.decision)
    let times = Set(own.map(\.time))
    let others = decisions.filter { !times.contains($0.time) }
    let inside = own.filter { !$0.isAtEnd(within: tolerance) }.map(\.rest)
    guard count >= 3, count >= 3 * others.count, 2 * found.count(where: \.isMoved) >= count,
      let low = inside.min(), let high = inside.max(), high - low > Self.near
    else { return nil }
    var all = (own + others).sorted { $0.time < $1.time }
    for index in all.indices { all[index].number = index + 1 }
    return all
  }
}
