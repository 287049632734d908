import ScrollModel

/// S35: a settle that is cut off by a write.
struct HardCut: Sendable {
  static let entry = DetectorEntry(
    "S35", "hard-cut",
    looksFor:
      "An un-animated programmatic scroll while the content moves by itself at more than 100 pt/s.",
    evidence: "The command, the phase and the speed of the last frames.",
    causes: [
      "The position is written in answer to a phase or id change during the settle (POS-45)."
    ],
    repairs: "Animating the write, or waiting for idle.",
    reports: [.init("BUG-14")])

  private struct Cut: Sendable {
    var time: TraceTime
    var speed: Double
    var offset: Double
    /// Where the write took the content, and since when it stands there: no phase says that it rests.
    var end: (offset: Double, since: RestWait)?
  }

  private var speed = 0.0
  private var pending: Cut?

  mutating func commanded(
    _ command: Command, _ course: Course, _ stage: borrowing Stage
  ) {
    pending = nil
    switch command {
    case .scroll(_, _, .none, _, false), .write(.some, _, .none): break
    default: return
    }
    let isSettling = stage.phase.map { $0 == .decelerating } ?? (course.movement == .settling)
    guard isSettling, speed.magnitude > 100, let axis = course.axis else { return }
    pending = Cut(time: stage.time, speed: speed, offset: axis.offset)
  }

  mutating func frame(
    _ step: Course.FrameStep, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    speed = step.elapsed > 0 ? step.delta * 1_000_000_000 / Double(step.elapsed) : 0
    guard let cut = pending else { return }
    if stage.phase == nil, !watch.isHeld, !(cut.end?.since.isLeft(stage) ?? false) {
      pending?.end = cut.end ?? (step.axis.offset, RestWait(stage))
      return
    }
    pending = nil
    if stage.phase == .idle { report(cut, to: step.axis.offset, &watch) }
  }

  /// Tells a cut without phases when the content has stood still behind it.
  mutating func check(_ watch: inout Watch, _ stage: borrowing Stage, isEnd: Bool) {
    guard let cut = pending, let end = cut.end else { return }
    guard !end.since.isLost(stage), !watch.isHeld else { return pending = nil }
    guard end.since.isOver(at: watch.now, isEnd: isEnd) else { return }
    pending = nil
    report(cut, to: end.offset, &watch)
  }

  private func report(_ cut: Cut, to offset: Double, _ watch: inout Watch) {
    watch.report(
      "S35", .warning,
      "a write without animation stopped the content at \(NumberFormat.text(cut.speed)) pt/s and moved it "
        + NumberFormat.points(offset - cut.offset),
      since: cut.time,
      measures: [
        Measure("speed", cut.speed, "pt/s"), Measure("jump", offset - cut.offset),
      ],
      cause: "a position was written while the content settled", edits: [.position(.none)],
      structure: ["settling"])
  }
}
