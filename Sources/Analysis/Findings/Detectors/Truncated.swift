import ScrollModel

/// S33: an outcome that ends while the view scrolls.
struct Truncated: Sendable {
  static let entry = DetectorEntry(
    "S33", "truncated", alias: "D-TRUNC",
    looksFor: "A trace whose last phase is not idle.",
    evidence: "The last phase (PHASE-24). A notice: recordings may be stopped at any time.",
    causes: ["The app hung or crashed.", "The recording was stopped in mid-scroll."],
    repairs: "No setting changes this.",
    reports: [
      .init("BUG-4", "https://github.com/vellum-ai/vellum-assistant/pull/12632"),
      .init("BUG-34", "https://github.com/muxy-app/muxy/issues/861"),
    ])

  mutating func finish(_ context: inout DetectionContext, _ viewState: borrowing ViewState) {
    guard let phase = viewState.phase, phase != .idle else { return }
    context.report(
      "S33", .notice, "the trace ends while the view is \(phase.word)",
      cause: "the app or the recording stopped in mid-scroll", structure: [phase.word])
  }
}
