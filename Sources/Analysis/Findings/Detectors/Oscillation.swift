import ScrollModel

/// S23: a settle that reverses twice, or reports one id, another, and the first again.
struct Oscillation: Sendable {
  static let entry = DetectorEntry(
    "S23", "oscillation",
    looksFor:
      "A settle whose velocity changes its sign twice within the range, or during which the position goes from one id to another and back.",
    evidence:
      "Frames within the range; movements below 2 pt, what happens past the edges and what comes before the settle's first request do not count.",
    causes: [
      "Two owners of the position write against each other.",
      "A header that follows the offset changes the layout the offset follows.",
    ],
    repairs: "Let one owner write the position.",
    reports: [
      .init("A2", Links.prodopsy),
      .init("A12", "https://github.com/danielsaidi/ScrollKit/issues/7"),
      .init("BUG-11", Links.prodopsy),
    ])

  private var direction = 0.0
  private var run = 0.0
  private var turns = 0
  private var widest = 0.0
  private var ids: (TargetID?, TargetID?) = (nil, nil)
  /// The id that the position went away from and came back to.
  private var returned: TargetID?
  private var commandCount = 0

  mutating func begin() { self = Oscillation() }

  /// Handles a request: one request may reverse a settle, which is not an oscillation.
  mutating func commanded() {
    commandCount &+= 1
    guard commandCount == 1 else { return }
    self = Oscillation()
    commandCount = 1
  }

  mutating func frame(_ step: GestureTracker.FrameDelta, isMoving: Bool) {
    // Inserted or removed items move another id to the anchor.
    if step.isAfterLayout { ids = (nil, nil) }
    guard isMoving, step.delta != 0, !step.isAfterLayout, !step.isAfterCommand,
      step.axis.excess(step.axis.offset) == 0
    else { return }
    let sign: Double = step.delta > 0 ? 1 : -1
    if sign == direction {
      run += step.delta.magnitude
    } else {
      if run > 2, direction != 0 {
        turns += 1
        widest = max(widest, run)
      } else if turns > 0 {
        turns -= 1
      }
      direction = sign
      run = step.delta.magnitude
    }
  }

  mutating func reported(_ id: TargetID?, isMoving: Bool, isInRange: Bool) {
    guard isMoving, isInRange, id != ids.1 else { return }
    if let id, id == ids.0 { returned = id }
    ids = (ids.1, id)
  }

  mutating func rested(_ context: inout DetectionContext, _ release: Release?) {
    defer { self = Oscillation() }
    let start = release?.time
    if turns >= 2, run > 0.5 || turns > 2 {
      context.report(
        "S23", .warning,
        "the content reversed \(turns) times before it came to rest",
        since: start,
        measures: [Measure("turns", Double(turns), ""), Measure("widest swing", widest)],
        cause: "two parts of the app decide where the content goes", edits: [.position(.none)],
        structure: ["offset"])
    }
    // A spring that overshoots its target changes the id and back.
    let didOvershoot = turns > 0 && commandCount == 0 && release?.chosenID == ids.1
    if let id = returned, !didOvershoot {
      context.report(
        "S23", .warning,
        "during one settle the position went away from \(id.displayText) and back to it",
        since: start, target: id, cause: "two parts of the app write the position alternately",
        edits: [.position(.none)], structure: ["id"])
    }
  }
}
