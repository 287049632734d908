import Analysis
import ScrollModel

/// Runs of wheel events in one direction: whether the content follows them, and where it stops.
struct WheelRuns: Sendable {
  /// A place at which events moved nothing, although the content continues in their direction.
  struct Stop: Sendable {
    var time: TraceTime
    var offset: Double
    /// How far the content could go on.
    var left: Double
  }

  private struct Run {
    var time: TraceTime
    var last: TraceTime
    var sum = 0.0
    var start: Double
  }

  private(set) var following = 0
  private(set) var against: [(time: TraceTime, sum: Double, way: Double)] = []
  private(set) var stops: [Stop] = []
  private var run: Run?
  private var lastMove = TraceTime.zero
  private static let pause: Int64 = 300_000_000
  private static let rest: Int64 = 100_000_000
  private static let limit = 1000
  /// What a wheel may ask for in vain, because its steps are scaled, in points.
  private static let vain = 150.0

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.wheel(let wheel)): take(wheel, at: time, viewState)
    case .observation(.frame): if viewState.hasMoved { lastMove = time }
    case .input(.touch), .input(.command), .input(.layout), .input(.container), .input(.edit):
      run = nil
    default: break
    }
  }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard let run, time.nanoseconds(since: run.last) > Self.pause,
      time.nanoseconds(since: lastMove) > Self.rest
    else { return }
    end(viewState)
  }

  private mutating func take(
    _ wheel: WheelSample, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard let axis = MainAxis(viewState) else { return }
    let delta = axis.leading(wheel.delta)
    guard delta != 0 else { return }
    // Content that still follows the last run does not show where that run leads.
    if let run, run.sum * delta < 0 || time.nanoseconds(since: run.last) > Self.pause {
      self.run = nil
    }
    var run = run ?? Run(time: time, last: time, start: axis.offset)
    run.sum += delta
    run.last = time
    self.run = run
  }

  private mutating func end(_ viewState: borrowing ViewState) {
    guard let run, let axis = MainAxis(viewState) else { return }
    self.run = nil
    let way = axis.offset - run.start
    let left = run.sum > 0 ? (axis.high ?? axis.offset) - axis.offset : axis.offset - axis.low
    if way * run.sum >= 0, run.sum.magnitude - way.magnitude > Self.vain, left > 8,
      stops.count < Self.limit
    {
      stops.append(Stop(time: run.last, offset: axis.offset, left: left))
    }
    guard way.magnitude > 20 else { return }
    if way * run.sum > 0 {
      following += 1
    } else if against.count < Self.limit {
      against.append((run.time, run.sum, way))
    }
  }
}

/// Wheels that the content does not follow.
struct WheelCauses {
  let subject: Subject
  let movements: [OwnedMovement]
  private var wheels: WheelRuns { subject.evidence.wheels }

  var all: [DiagnosedCause] { [backward(), early()].compactMap { $0 } }

  /// Content that goes against the wheel.
  private func backward() -> DiagnosedCause? {
    let found = wheels.against
    guard found.count >= 3, found.count >= 9 * wheels.following, let first = found.first else {
      return nil
    }
    let fingers = movements.contains {
      $0.isTouched && $0.owner == .finger && $0.finger.magnitude > 30 && $0.distance * $0.finger > 0
    }
    return subject.cause(
      .mirrored,
      [
        "The content moves against the wheel: \(found.count) of "
          + "\(countText(found.count + wheels.following, "turn")) of the wheel move it the other way, first at "
          + "\(momentText(first.time)).",
        fingers
          ? "Fingers move it in the right direction: the view is turned over, and only touches are corrected for that."
          : "The view is turned over, or its offsets count from the end.",
      ],
      proof: [
        "At \(momentText(first.time)) the wheel asks for \(pointsText(first.sum)) pt, and the content moves by "
          + "\(pointsText(first.way)) pt."
      ], odds: fingers ? 200 : 30,
      parameter: CauseParameter(name: "distance", value: first.way, unit: "pt"),
      fix: ("change the sign of the wheel in a view that is turned over", .wheelSign))
  }

  /// Content that wheels do not take to its end.
  private func early() -> DiagnosedCause? {
    guard let last = wheels.stops.last else { return nil }
    let found = wheels.stops.filter {
      ($0.offset - last.offset).magnitude <= 1 && ($0.left - last.left).magnitude <= 1
    }
    // Pages that turn by a wheel stop far from the end.
    if last.left > (subject.scene.axis?.inner ?? 0) / 2 { return nil }
    // The last steps of a smooth scroll are short: the farthest place is the limit.
    guard found.count >= 2, let first = found.min(by: { $0.left < $1.left }) else { return nil }
    let size = pointsText(first.left)
    let length = subject.scene.explanation(of: first.left)
    return subject.cause(
      .design,
      [
        "The wheel moves the content to \(pointsText(first.offset)) pt and no farther, \(size) pt before its end: "
          + "\(found.count) turns of the wheel stop there.",
        length.map { "\(size) pt is \($0.text): the limit of the scroll does not contain it." }
          ?? "The limit of the scroll is not that of the content.",
      ],
      proof: ["At \(momentText(first.time)) further events of the wheel move nothing."],
      odds: length == nil ? 20 : 60,
      parameter: CauseParameter(name: "distance", value: first.left, unit: "pt"),
      symbolic: length?.text, effects: subject.findings(["S33", "S34"]),
      fix: (
        "compute the limit from the whole length of the content, with margins and padding",
        .wholeLength
      ))
  }
}
