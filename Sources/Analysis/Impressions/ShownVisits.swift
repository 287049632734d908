import ScrollModel

/// The visits under a policy whose timers report when targets count, but not their fractions.
struct ShownVisits: Sendable {
  private struct Shown: Sendable {
    var enter: TraceTime
    var exit: TraceTime
    var peak: Double
    var fastest: Double
  }

  /// The visits of each handle in order of time.
  private var visits: [Int: [Shown]] = [:]

  /// Adds a completed visit.
  mutating func add(_ visit: Visit, of handle: Int, until exit: TraceTime) {
    visits[handle, default: []].append(
      Shown(
        enter: visit.enter.time, exit: exit, peak: visit.peak, fastest: visit.fastest))
  }

  /// Adds fractions and speeds to impressions; those of each target are in order of time.
  func complete(_ impressions: inout [Impression]) {
    var firsts: [Int: Int] = [:]
    for place in impressions.indices {
      let impression = impressions[place]
      guard let shown = visits[impression.target] else { continue }
      var next = firsts[impression.target] ?? 0
      while next < shown.count, shown[next].exit < impression.enter.time { next += 1 }
      firsts[impression.target] = next
      let during = shown[next...].prefix { $0.enter <= impression.exit.time }
      guard let peak = during.map(\.peak).max() else { continue }
      impressions[place].peakFraction = peak
      impressions[place].maximumSpeed = during.map(\.fastest).max() ?? 0
    }
  }
}
