import ScrollModel

/// S32: an invalid change of the scroll phase.
struct IllegalPhase: Sendable {
  static let entry = DetectorEntry(
    "S32", "illegal-phase", alias: "D-ILLEGAL-PH",
    looksFor:
      "A phase change that PHASE-15 does not list, or whose old phase is not the one before.",
    evidence:
      "Phase changes of exact quality. A broken chain is a notice: an event may be missing.",
    causes: [
      "Events were lost or reordered.", "A platform's states were mapped wrongly on import.",
    ],
    repairs: "No setting changes this.")

  private var last: ScrollPhase?

  mutating func changed(
    _ change: PhaseChange, _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    defer { last = change.new }
    guard viewState.quality(of: .phase) == .exact else { return }
    if let last, let old = change.old, old != last {
      context.report(
        "S32", .notice, "the phase was \(last.word), and the next change starts from \(old.word)",
        cause: "a phase change is missing", structure: ["broken", last.word, old.word])
    }
    guard let old = change.old ?? last else { return }
    let isAllowed: Bool
    switch (old, change.new) {
    case (.idle, .idle): isAllowed = last == nil
    case (.idle, .decelerating), (.tracking, .decelerating), (.animating, .decelerating):
      // Content that a new layout left past an end goes back to it.
      isAllowed = old == .idle && Self.isPastEnd(viewState)
    case (_, .tracking) where old == .tracking, (_, .interacting) where old == .interacting:
      isAllowed = false
    case (.decelerating, .decelerating): isAllowed = false
    default: isAllowed = true
    }
    guard !isAllowed else { return }
    context.report(
      "S32", .warning, "the phase changed from \(old.word) to \(change.new.word)",
      cause: "a scroll view never changes its phase like this",
      structure: ["illegal", old.word, change.new.word])
  }

  private static func isPastEnd(_ viewState: borrowing ViewState) -> Bool {
    MainAxis(viewState).map { $0.excess($0.offset).magnitude > 1 } ?? false
  }
}
