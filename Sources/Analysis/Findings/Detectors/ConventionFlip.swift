import ScrollModel

/// S34: sizes that are reported in another convention for a frame or two.
struct ConventionFlip: Sendable {
  static let entry = DetectorEntry(
    "S34", "convention-flip", alias: "D-CONV",
    looksFor:
      "An inset and the container's length that change by the same more than 50 pt in one frame, with the offset following so that nothing moves.",
    evidence: "Frames with insets and sizes.",
    causes: [
      "Insets are inside the container size in one frame and outside in the next while they animate."
    ],
    repairs: "No setting changes this. Derive values from offset plus inset, not from one of them.",
    reports: [.init("BUG-25")])

  mutating func frame(_ step: GestureTracker.FrameDelta, _ context: inout DetectionContext) {
    guard let before = step.before else { return }
    let axis = step.axis
    let inset = axis.start - before.start
    let length = axis.frame - before.frame
    let normalized = (axis.offset + axis.start) - (before.offset + before.start)
    guard inset.magnitude > 50,
      (length.magnitude - inset.magnitude).magnitude <= 0.1 * inset.magnitude,
      normalized.magnitude <= 0.1 * inset.magnitude, step.delta.magnitude > 40
    else { return }
    context.report(
      "S34", .warning,
      "inset and container changed by \(NumberFormat.points(inset)) at once, and the offset by "
        + NumberFormat.points(step.delta),
      measures: [Measure("inset", inset), Measure("container", length)],
      cause: "the recorded sizes include the insets in one frame and not in the next",
      structure: ["start"])
  }
}
