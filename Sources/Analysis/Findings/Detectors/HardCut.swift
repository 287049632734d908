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

  private var speed = 0.0
  private var pending: (time: TraceTime, speed: Double, offset: Double)?

  mutating func commanded(
    _ command: Command, _ course: Course, _ stage: borrowing Stage
  ) {
    pending = nil
    switch command {
    case .scroll(_, _, .none, _, false), .write(.some, _, .none): break
    default: return
    }
    guard stage.phase == .decelerating, speed.magnitude > 100, let axis = course.axis else {
      return
    }
    pending = (stage.time, speed, axis.offset)
  }

  mutating func frame(
    _ step: Course.FrameStep, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    if let cut = pending, stage.phase == .idle {
      watch.report(
        "S35", .warning,
        "a write without animation stopped the content at \(Numeral.text(cut.speed)) pt/s and moved it "
          + Numeral.points(step.axis.offset - cut.offset),
        since: cut.time,
        measures: [
          Measure("speed", cut.speed, "pt/s"), Measure("jump", step.axis.offset - cut.offset),
        ],
        cause: "a position was written while the content settled", edits: [.position(.none)],
        structure: ["settling"])
    }
    pending = nil
    speed = step.elapsed > 0 ? step.delta * 1_000_000_000 / Double(step.elapsed) : 0
  }
}
