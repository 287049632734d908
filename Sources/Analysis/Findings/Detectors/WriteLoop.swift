import ScrollModel

/// S30: programmatic scrolls that trigger each other.
struct WriteLoop: Sendable {
  static let entry = DetectorEntry(
    "S30", "write-loop", alias: "D-LOOP",
    looksFor:
      "Three or more programmatic scrolls or writes within one second without a finger between them: alternating, or the same again and again.",
    evidence:
      "Commands. A request that follows content that has grown since the one before is no repetition.",
    causes: [
      "The handler of a reported id writes the position that reports it.",
      "An edge is asked for until the content has its size.",
    ],
    repairs: "Write from one place only, or bind the position for the edge.",
    reports: [
      .init("BUG-22"),
      .init("BUG-38", Links.prodopsy), .init("A2", Links.prodopsy),
    ])

  private struct Request: Sendable {
    var time: TraceTime
    var destination: ScrollDestination
    /// Whether it follows content that changed since the previous request.
    var followsGrowth: Bool
  }

  private var recent: [Request] = []
  /// The time of the last change of the layout or a size.
  private var changed: TraceTime?

  /// Whether the current loop was reported; further requests extend it.
  private var isTold = false

  /// Records a layout change.
  mutating func changed(at time: TraceTime) { changed = time }

  /// Records a frame, which may contain another content size.
  mutating func frame(_ step: GestureTracker.FrameDelta, at time: TraceTime) {
    guard let before = step.before, before.content != step.axis.content else { return }
    changed = time
  }

  mutating func cancel() {
    recent.removeAll(keepingCapacity: true)
    isTold = false
  }

  /// Handles a programmatic request; `hasArrived` is whether the previous one reached its
  /// destination, nil if unknown.
  mutating func commanded(
    _ command: Command, at time: TraceTime, hasArrived: Bool?, isAtGoal: Bool,
    _ context: inout DetectionContext
  ) {
    let destination: ScrollDestination
    switch command {
    case .scroll(let to, _, _, _, _): destination = to
    case .write(let id?, _, _): destination = .id(id)
    case .write(nil, _, _), .cancel: return
    }
    recent.removeAll { time.nanoseconds(since: $0.time) > 1_000_000_000 }
    if recent.count == 8 { recent.removeFirst() }
    let followsGrowth = followsGrowth(at: time, isAtGoal: isAtGoal)
    recent.append(Request(time: time, destination: destination, followsGrowth: followsGrowth))
    let latest = recent.suffix(2).map(\.destination)
    let isAgain = latest.count == 2 && latest[0] == latest[1]
    // Growing content may be followed as often as it grows.
    guard latest.count == 2, !isAgain || !followsGrowth else {
      isTold = false
      return
    }
    // Requests before the repetition are not part of the loop.
    let loop = recent.suffix(loopLength(every: isAgain ? 1 : 2))
    guard loop.count >= 3, let first = loop.first else {
      isTold = false
      return
    }
    guard !isTold else { return }
    isTold = true
    let kind = isAgain ? "again" : "to-and-fro"
    context.report(
      "S30", .warning,
      isAgain
        ? "the scroll to \(destination.text) was asked for \(loop.count) times within a second"
        : "the program scrolls to \(latest[0].text) and \(latest[1].text) alternately",
      since: first.time, measures: [Measure("requests", Double(loop.count), "")],
      cause: isAgain
        ? Self.causeOfRepetition(hasArrived)
        : "the app scrolls in response to its own scroll reports",
      edits: [.position(.none)], structure: [kind])
  }

  /// Whether a request follows a change of the content rather than the previous request.
  ///
  /// The change must be nearer to it in time than to the previous request. Changes caused by a
  /// request, such as lazily loaded rows, come directly after it. If sizes are only known from
  /// frames, content already at its new end was followed.
  private func followsGrowth(at time: TraceTime, isAtGoal: Bool) -> Bool {
    guard let last = recent.last?.time, let changed, changed >= last else { return false }
    return isAtGoal || time.nanoseconds(since: changed) < changed.nanoseconds(since: last)
  }

  private static func causeOfRepetition(_ hasArrived: Bool?) -> String {
    switch hasArrived {
    case true?: "a request is repeated although the content is already there"
    case false?: "a request is repeated because it does not arrive"
    case nil: "the code that makes the request runs again and again"
    }
  }

  /// The number of latest requests that repeat with a period, including those at the start of the
  /// repetition.
  private func loopLength(every period: Int) -> Int {
    let places = recent.indices.dropFirst(period).reversed()
    return period
      + places.prefix {
        recent[$0].destination == recent[$0 - period].destination
          && (period > 1 || !recent[$0].followsGrowth)
      }.count
  }
}
