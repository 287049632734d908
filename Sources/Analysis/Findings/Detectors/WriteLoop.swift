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

  mutating func cancel() { recent.removeAll(keepingCapacity: true) }

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
    guard recent.count >= 3, let first = recent.first else { return }
    let last = recent.suffix(3).map(\.destination)
    let kind: String
    if last[0] == last[1], last[1] == last[2] {
      kind = "again"
    } else if last[0] == last[2] {
      kind = "to-and-fro"
    } else {
      return
    }
    watch.report(
      "S30", .warning,
      kind == "again"
        ? "the scroll to \(destination.text) was asked for \(recent.count) times within a second"
        : "the program scrolls to \(last[1].text) and \(last[0].text) in turns",
      since: first.time, measures: [Measure("requests", Double(recent.count), "")],
      cause: kind == "again"
        ? "a request is repeated because it does not arrive"
        : "a request is made in answer to what it reports",
      edits: [.position(.none)], structure: [kind])
  }
}
