import ScrollModel

/// S17: a settle that is no deceleration: immediate, or at constant velocity.
struct SettleDegenerate: Sendable {
  static let entry = DetectorEntry(
    "S17", "settle-degenerate",
    looksFor: "A settle that takes no time over a distance, or that moves at one speed to its end.",
    evidence:
      "Offsets of every frame, a distance of at least 8 pt, and six frames for a constant speed. Rests at "
      + "the ends of the range are not judged.",
    causes: [
      "The target is behind the finger or against its velocity, and the platform jumps.",
      "A timed linear animation replaces the deceleration.",
    ],
    repairs: "Set another deceleration.",
    reports: [
      .init("B6", "https://github.com/zepojo/UPCarouselFlowLayout/issues/18"),
      .init("C3", "https://github.com/react/react-native/issues/21643"),
      .init("BUG-13", "https://github.com/liveview-native/liveview-client-swiftui/pull/1544"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ samples: MotionSamples,
    _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested, viewState.quality(of: .offset) == .exact,
      report.release.evidence != .offsets, !axis.isAtEnd(report.rest, within: 1),
      axis.excess(report.release.offset) == 0
    else { return }
    let way = report.rest - report.release.offset
    let period = viewState.refreshPeriod ?? 16_700_000
    // The release's frame, then one frame with the whole distance.
    let slack = viewState.tolerance
    let moving = Self.movements(samples, past: slack)
    let time = Double(moving.end.nanoseconds(since: report.release.time)) / 1_000_000
    if moving.count == 1, way.magnitude > 8, moving.way.magnitude > 8,
      (way - moving.way).magnitude <= slack, !moving.isCreeping,
      time < max(50, period * 3 / 1_000_000),
      !isFrameLost(before: report.release, period, viewState)
    {
      found("instant", "in \(NumberFormat.text(time)) ms", way, report, &context)
    } else if let fit = report.fit, fit.sampleCount >= 6, way.magnitude > 8,
      fit.linearResidual <= max(0.34, way.magnitude * 0.01),
      // A short deceleration is nearly linear, but loses a tenth of its velocity.
      fit.duration * (1 - fit.ratePerMillisecond) < 0.1
    {
      let speed = way / max(report.duration, 1) * 1000
      found("constant", "at a constant \(NumberFormat.text(speed)) pt/s", way, report, &context)
    }
  }

  /// Whether a frame before the release is missing: then the distance includes the finger's movement.
  private func isFrameLost(
    before release: Release, _ period: Double, _ viewState: borrowing ViewState
  ) -> Bool {
    guard let last = viewState.previous, last.time < release.time else { return false }
    return Double(release.time.nanoseconds(since: last.time)) > period * 1.5
  }

  private func found(
    _ kind: String, _ how: String, _ way: Double, _ report: SettleReport,
    _ context: inout DetectionContext
  ) {
    context.report(
      "S17", .warning, "the content settled over \(NumberFormat.points(way)) \(how)",
      since: report.release.time,
      measures: [Measure("way", way), Measure("duration", report.duration, "ms")],
      cause: kind == "instant" ? "nothing animated the settle" : "the settle is a linear animation",
      edits: [.deceleration(.normal), .deceleration(.fast)], structure: [kind])
  }

  /// The number of frames that moved more than noise, the size and time of the last movement, and
  /// whether the others had a consistent direction: noise alternates.
  private static func movements(
    _ samples: MotionSamples, past noise: Double
  ) -> (count: Int, way: Double, end: TraceTime, isCreeping: Bool) {
    var count = 0
    var way = 0.0
    var end = TraceTime.zero
    var (drift, unrest) = (0.0, 0.0)
    for index in samples.values.indices.dropFirst() {
      let step = samples.values[index].offset - samples.values[index - 1].offset
      guard step.magnitude > noise else {
        drift += step
        unrest += step.magnitude
        continue
      }
      count += 1
      way = step
      end = samples.values[index].time
      if count > 1 { break }
    }
    return (count, way, end, drift.magnitude * 2 > unrest)
  }
}
