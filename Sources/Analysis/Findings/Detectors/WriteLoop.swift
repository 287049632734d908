import ScrollModel

/// S30: programmatic scrolls that chase each other.
struct WriteLoop: Sendable {
  static let entry = DetectorEntry(
    "S30", "write-loop", alias: "D-LOOP",
    looksFor:
      "Three or more programmatic scrolls or writes within one second without a finger between them: to and fro, or the same again and again.",
    evidence: "Commands.",
    causes: [
      "The handler of a reported id writes the position that reports it.",
      "An edge is asked for until the content has its size.",
    ],
    repairs: "Writing from one place only; a bound position for the edge.",
    reports: [
      .init("BUG-22"),
      .init("BUG-38", Links.prodopsy), .init("A2", Links.prodopsy),
    ])

  private var recent: [(time: TraceTime, destination: ScrollDestination)] = []

  /// Whether the present loop was reported: requests that lengthen it make no other.
  private var isTold = false

  mutating func cancel() {
    recent.removeAll(keepingCapacity: true)
    isTold = false
  }

  mutating func commanded(_ command: Command, at time: TraceTime, _ watch: inout Watch) {
    let destination: ScrollDestination
    switch command {
    case .scroll(let to, _, _, _, _): destination = to
    case .write(let id?, _, _): destination = .id(id)
    case .write(nil, _, _), .cancel: return
    }
    recent.removeAll { time.nanoseconds(since: $0.time) > 1_000_000_000 }
    if recent.count == 8 { recent.removeFirst() }
    recent.append((time, destination))
    let latest = recent.suffix(2).map(\.destination)
    guard latest.count == 2 else {
      isTold = false
      return
    }
    let isAgain = latest[0] == latest[1]
    // What was asked for before the loop began is no part of it.
    let loop = recent.suffix(loopLength(every: isAgain ? 1 : 2))
    guard loop.count >= 3, let first = loop.first else {
      isTold = false
      return
    }
    guard !isTold else { return }
    isTold = true
    let kind = isAgain ? "again" : "to-and-fro"
    watch.report(
      "S30", .warning,
      isAgain
        ? "the scroll to \(destination.text) was asked for \(loop.count) times within a second"
        : "the program scrolls to \(latest[0].text) and \(latest[1].text) in turns",
      since: first.time, measures: [Measure("requests", Double(loop.count), "")],
      cause: isAgain
        ? "a request is repeated because it does not arrive"
        : "a request is made in answer to what it reports",
      edits: [.position(.none)], structure: [kind])
  }

  /// How many of the latest requests repeat the one that lies so many before them, those at the start
  /// of the repetition included.
  private func loopLength(every period: Int) -> Int {
    let places = recent.indices.dropFirst(period).reversed()
    return period
      + places.prefix { recent[$0].destination == recent[$0 - period].destination }.count
  }
}
