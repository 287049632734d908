import ScrollModel
public import TextKit

/// A report as trace-event JSON, for Perfetto UI and chrome://tracing.
///
/// The inputs are one process, and so are the recording and each replay. They contain counters for
/// offsets and velocity, and slices for gestures, phases and settles. Rests, findings and commands
/// are instants. A flow arrow connects a gesture with its settle, and each impression has a bar.
public struct TraceEventReport: ReportRenderer {
  /// The process of the inputs; tracks follow.
  private static let inputs: Int64 = 1

  /// A gesture with its row; overlapping gestures have separate rows.
  private struct Gesture {
    var kind: String
    var from: Int64
    var to: Int64
    var lane: Int64
  }

  let document: ReportDocument
  private let gestures: [Gesture]

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    self.document = document
    let lanes = TraceEvents.lanes(document.gestures) { ($0.from, $0.to) }
    gestures = lanes.enumerated().flatMap { lane, gestures in
      gestures.map { Gesture(kind: $0.kind, from: $0.from, to: $0.to, lane: Int64(lane) + 1) }
    }.sorted { ($0.from, $0.lane) < ($1.from, $1.lane) }
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var events = TraceEvents()
    addInputs(&events)
    for (number, track) in document.tracks.enumerated() {
      add(track, process: Int64(number) + 2, &events)
    }
    if let first = document.tracks.first {
      for (number, track) in document.tracks.enumerated().dropFirst() {
        addDifference(first, track, process: Int64(number) + 2, &events)
      }
    }
    for (number, policy) in document.policies.enumerated() { add(policy, number, &events) }
    return try events.json(
      other: [
        ("tool", "scrolltrace \(document.toolVersion)"), ("verdict", document.verdict.text),
        ("trace", document.information.name),
      ])
  }

  // MARK: Inputs and findings

  private func addInputs(_ events: inout TraceEvents) {
    events.name(process: Self.inputs, "inputs")
    for lane in Set(gestures.map(\.lane)).sorted() {
      events.name(thread: lane, of: Self.inputs, "gestures")
    }
    for gesture in gestures {
      events.slice(gesture.kind, gesture.from, gesture.to, (Self.inputs, gesture.lane))
    }
    events.name(thread: 100_000, of: Self.inputs, "commands and changes")
    for mark in document.marks {
      events.instant(mark.text, mark.time, (Self.inputs, 100_000), [("kind", .text(mark.kind))])
    }
    guard !document.findings.isEmpty else { return }
    events.name(thread: 100_001, of: Self.inputs, "findings")
    for finding in document.findings {
      events.instant(
        "\(finding.detector) \(finding.name)", finding.from, (Self.inputs, 100_001),
        [("severity", .text(finding.severity.rawValue)), ("message", .text(finding.message))])
    }
  }

  // MARK: Tracks

  private func add(_ track: ReportOutcome, process: Int64, _ events: inout TraceEvents) {
    events.name(process: process, track.name)
    let count = min(track.times.count, track.xs.count, track.ys.count)
    let times = track.times.prefix(count)
    for (name, values) in [("x", track.xs), ("y", track.ys)] where Self.moves(values) {
      events.counter("offset \(name)", "pt", times, values.prefix(count), process)
      events.counter(
        "velocity \(name)", "pt/s", times, Self.velocity(times, values)[...], process)
    }
    events.name(thread: 1, of: process, "phase")
    for phase in track.phases where phase.name != "idle" {
      events.slice(phase.name, phase.from, phase.to, (process, 1), least: 0)
    }
    let lanes = TraceEvents.lanes(track.settles, { ($0.releaseTime, $0.restTime) })
    for (lane, settles) in lanes.enumerated() {
      let place = (process, Int64(lane) + 10)
      events.name(thread: place.1, of: process, "settles")
      for settle in settles { add(settle, place, &events) }
    }
  }

  /// Whether a column has different values: a view without horizontal scrolling has no such
  /// counter.
  private static func moves(_ values: [Double]) -> Bool {
    guard let first = values.first else { return false }
    return values.contains { $0 != first }
  }

  private func add(
    _ settle: ReportSettle, _ place: (Int64, Int64), _ events: inout TraceEvents
  ) {
    events.slice(
      "settle \(settle.number)", settle.releaseTime, settle.restTime, place, least: 1000,
      [
        ("rest_pt", .number(settle.rest)), ("projected_pt", .number(settle.projected)),
        ("velocity_pt_s", .number(settle.velocity)), ("rule", .text(settle.sentence)),
      ])
    events.instant(
      "rest at \(ReportNumber.text(settle.rest))", max(settle.restTime, settle.releaseTime), place,
      [("ending", .text(settle.ending))])
    let gesture = gestures.last {
      $0.from <= settle.releaseTime && settle.releaseTime &- $0.to < 100_000_000
    }
    guard let gesture else { return }
    // The last microsecond of the gesture is still inside its slice.
    let start = max(gesture.from, min(gesture.to, settle.releaseTime) &- 1000)
    events.arrow(
      from: (start, Self.inputs, gesture.lane), to: (settle.releaseTime, place.0, place.1))
  }

  /// Velocities between neighboring frames, in points per second.
  private static func velocity(_ times: ArraySlice<Int64>, _ values: [Double]) -> [Double] {
    var speeds: [Double] = []
    speeds.reserveCapacity(times.count)
    for place in times.indices {
      guard place > 0, times[place] > times[place - 1] else {
        speeds.append(0)
        continue
      }
      let seconds = Double(times[place] &- times[place - 1]) / 1e9
      speeds.append((values[place] - values[place - 1]) / seconds)
    }
    return speeds
  }

  /// Adds the distance between a replay and the recording, at the frames of the replay.
  private func addDifference(
    _ first: ReportOutcome, _ track: ReportOutcome, process: Int64, _ events: inout TraceEvents
  ) {
    let known = min(first.times.count, first.xs.count, first.ys.count)
    let count = min(track.times.count, track.xs.count, track.ys.count)
    guard known > 0 else { return }
    var distances: [Double] = []
    distances.reserveCapacity(count)
    var place = 0
    for frame in 0..<count {
      while place + 1 < known, first.times[place + 1] <= track.times[frame] { place += 1 }
      let (dx, dy) = (track.xs[frame] - first.xs[place], track.ys[frame] - first.ys[place])
      distances.append((dx * dx + dy * dy).squareRoot())
    }
    events.counter(
      "distance from recording", "pt", track.times.prefix(count), distances[...], process)
  }

  // MARK: Impressions

  private func add(_ policy: ReportPolicy, _ number: Int, _ events: inout TraceEvents) {
    guard !document.tracks.isEmpty else { return }
    for (place, impression) in policy.impressions.enumerated() {
      let isMade = impression.qualified != nil
      events.bar(
        isMade ? impression.id : "near miss: \(impression.id)", "impressions \(policy.name)",
        id: "\(number)-\(place)", impression.from, impression.to, (2, 1))
    }
  }
}
