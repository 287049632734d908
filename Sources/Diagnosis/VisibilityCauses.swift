import Analysis
import ScrollModel

/// Compares the threshold, viewport and dwell implied by recorded visibility events with the
/// declaration.
struct VisibilityCauses {
  let subject: Subject
  let evidence: VisibilityEvidence

  private var configuration: Configuration { subject.configuration }
  private var declared: Double? {
    configuration.viewVisibility ?? configuration.targetVisibility
  }
  private var events: [VisibilityEvidence.Event] { evidence.events }

  private func range(
    _ event: VisibilityEvidence.Event, _ choice: ViewportChoice
  ) -> ClosedRange<Double> {
    choice == .visibleRect ? event.whole : event.inner
  }

  private func fits(_ threshold: Double, _ choice: ViewportChoice) -> Int {
    events.count { range($0, choice).contains(threshold) }
  }

  var count: Int { declared == nil ? 0 : events.count }
  var explained: Int {
    declared.map { fits($0, configuration.switches.visibilityViewport) } ?? 0
  }

  var cause: DiagnosedCause? { roundedDown ?? causeOfEvents }

  /// Views that are never counted, because their fractions are a little less than the threshold.
  private var roundedDown: DiagnosedCause? {
    let found = evidence.rounded
    guard found.count >= 2, let first = found.first, let least = found.map(\.fraction).min(),
      let most = found.map(\.fraction).max()
    else { return nil }
    func text(_ fraction: Double) -> String { "\((fraction * 1e5).rounded() / 1e5)" }
    let fractions = text(least) == text(most) ? text(least) : "\(text(least)) to \(text(most))"
    let percent = pointsText(first.threshold * 100)
    return subject.cause(
      .visibility,
      [
        "\(first.id.displayText) shows \(percent) % at \(momentText(first.time)), and the app reports it as hidden: the fraction "
          + "that it computes is a little less than its threshold (\(fractions) in place of \(pointsText(first.threshold))).",
        "Fractions of rounded lengths rarely reach \(pointsText(first.threshold)) exactly.",
      ],
      proof: ["\(countText(found.count, "report")) of hidden views that show \(percent) %."],
      odds: 200, parameter: CauseParameter(name: "fraction", value: most, unit: ""),
      effects: subject.findings(["I03", "I04"]),
      fix: (
        "use a threshold a little below \(pointsText(first.threshold))",
        .visible(from: ((first.threshold - 0.01) * 100).rounded() / 100)
      ))
  }

  private var causeOfEvents: DiagnosedCause? {
    guard subject.declared != nil, let declared, declared > 0, events.count >= 4 else { return nil }
    let choice = configuration.switches.visibilityViewport
    let agreed = fits(declared, choice)
    if let late = dwell(declared, choice) ?? unchecked(declared, choice) ?? outOfView() {
      return late
    }
    // Some events fit any viewport; only those that do not fit the declared one count.
    let missed = events.count - agreed
    if missed >= 3, let covered = covered(declared, agreed) { return covered }
    return missed >= max(3, events.count / 4) ? other(declared, choice, agreed) : nil
  }

  /// A minimum visible duration before a view counts.
  private func dwell(_ declared: Double, _ choice: ViewportChoice) -> DiagnosedCause? {
    // An initially visible view has no time of appearance.
    let came = events.filter { $0.isVisible && $0.time > .zero }
    let late = came.filter { !range($0, choice).contains(declared) }
    let delays = came.compactMap(\.delay).sorted()
    guard delays.count >= 3, late.count * 2 > came.count, let least = delays.first,
      let most = delays.last,
      least >= 80_000_000, most - least <= 50_000_000
    else { return nil }
    let milliseconds = Double(delays[delays.count / 2]) / 1e6
    return subject.cause(
      .visibility,
      [
        "A view counts as visible \(pointsText(milliseconds.rounded())) ms after it reached "
          + "\(pointsText(declared * 100)) %, not at once."
      ],
      proof: [
        "\(delays.count) events come \(pointsText(Double(least) / 1e6))–\(pointsText(Double(most) / 1e6)) ms late."
      ], odds: 300,
      parameter: CauseParameter(name: "dwell", value: milliseconds, unit: "ms"),
      effects: subject.findings(["I01", "I03", "I04"]),
      fix: (
        "count when the event comes, without a timer",
        .countAtOnce
      ))
  }

  /// Views that are reported visible together while most of them are not in view at all.
  private func outOfView() -> DiagnosedCause? {
    let came = events.filter(\.isVisible)
    let hidden = came.filter { $0.whole.upperBound <= 0.02 }
    guard hidden.count >= 3, hidden.count * 2 > came.count, let first = hidden.first else {
      return nil
    }
    let together = came.filter { $0.time.nanoseconds(since: first.time).magnitude <= 50_000_000 }
    return subject.cause(
      .visibility,
      [
        "\(countText(together.count, subject.item)) \(together.count == 1 ? "is" : "are") reported visible at "
          + "\(momentText(first.time)), and \(hidden.count) of \(came.count) such reports are about "
          + "\(subject.item)s that are not in view at all.",
        "The report belongs to the creation of a view, not to its appearance on the screen.",
      ],
      proof: [
        "\(first.id.displayText) is reported visible at \(momentText(first.time)), and nothing of it is in view."
      ], odds: 300, effects: subject.findings(["I03", "I04"]),
      fix: ("count when a view comes into view, not when it is created", .countAtOnce))
  }

  /// Views that came into view when the content changed, and are reported only when it moves again.
  private func unchecked(_ declared: Double, _ choice: ViewportChoice) -> DiagnosedCause? {
    let start = subject.evidence.first?.time ?? .zero
    let came = events.compactMap {
      event -> (event: VisibilityEvidence.Event, appeared: TraceTime)? in
      guard event.isVisible, let delay = event.delay else { return nil }
      let appeared = event.time.advanced(byNanoseconds: -delay)
      return appeared > start ? (event, appeared) : nil
    }
    func isLate(_ event: VisibilityEvidence.Event) -> Bool {
      !range(event, choice).contains(declared) && (event.delay ?? 0) >= Self.longDelay
    }
    let late = came.filter { isLate($0.event) }
    let changed = late.compactMap { found in
      subject.evidence.changes.changes.first {
        $0.time <= found.appeared && found.appeared <= $0.after.time
      }.map { (event: found.event, change: $0.time) }
    }
    // A minimum duration would delay the reports after movements as well.
    guard let first = changed.first, changed.count >= 3, late.count < came.count,
      let delay = first.event.delay
    else { return nil }
    let changes = Set(changed.map(\.change)).count
    let count = changed.count { $0.change == first.change }
    return subject.cause(
      .visibility,
      [
        "\(countText(count, subject.item)) came into view when the content changed at \(momentText(first.change)), and "
          + "\(count == 1 ? "is" : "are") reported only \(delay / 1_000_000) ms later.",
        "Views that movements bring into view are reported at once: visibility is computed when the content moves, "
          + "and not when it changes.",
      ],
      proof: [
        "\(changed.count) late reports after \(countText(changes, "change")) of the content; "
          + "\(came.count - late.count) others in time."
      ], odds: 200,
      parameter: CauseParameter(name: "delay", value: Double(delay / 1_000_000), unit: "ms"),
      effects: subject.findings(["I04"]),
      fix: ("compute visibility after each change of the content, too", .visibilityAfterChange))
  }

  /// The shortest delay of a report that no frame rate explains, in nanoseconds.
  private static let longDelay: Int64 = 300_000_000

  /// Targets under a pinned header that count although they are declared not to, or the reverse.
  private func covered(_ declared: Double, _ agreed: Int) -> DiagnosedCause? {
    let fitting = events.count { $0.otherPinned.contains(declared) }
    guard evidence.hasPinned, fitting * 20 >= events.count * 19, fitting >= agreed + 3 else {
      return nil
    }
    let counts = configuration.switches.pinnedVisibility == .excluded
    return subject.cause(
      .visibility,
      [
        "What a pinned header covers counts as \(counts ? "visible" : "hidden"); the app declares that it "
          + "\(counts ? "does not count" : "counts").",
        "Frames are compared \(counts ? "with the whole view, not with" : "with") the part below the header.",
      ],
      proof: [
        "\(fitting) of \(events.count) events fit \(pointsText(declared * 100)) % so, \(agreed) as it is declared."
      ], odds: 300, effects: subject.findings(["I03", "I04"]),
      fix: counts
        ? (
          "measure the part below the header; if it is meant to count, declare pinned-visibility: counted",
          .frameInScroller(below: ".maxY > headerHeight")
        )
        : (
          "measure the whole view; if covered parts are not meant to count, declare "
            + "pinned-visibility: excluded",
          .frameInScroller()
        ))
  }

  /// Another threshold or viewport.
  private func other(
    _ declared: Double, _ choice: ViewportChoice, _ agreed: Int
  ) -> DiagnosedCause? {
    let other: ViewportChoice = choice == .visibleRect ? .unobscured : .visibleRect
    // The declared threshold in the other viewport assumes less than another threshold.
    if fits(declared, other) * 20 >= events.count * 19 {
      let rect =
        other == .visibleRect
        ? "the whole frame, with what is under bars" : "the part within the insets"
      let declaredRect =
        choice == .visibleRect ? "the whole frame" : "the part within the insets"
      return subject.cause(
        .visibility,
        ["Visible fractions refer to \(rect); the app declares \(declaredRect)."]
          + (subject.scene.axis.map { axis in
            [
              "The bars cover \(pointsText(axis.start)) pt at the start and \(pointsText(axis.end)) pt at the end."
            ]
          } ?? []),
        proof: [
          "\(fits(declared, other)) of \(events.count) events fit \(pointsText(declared * 100)) % there, "
            + "\(agreed) where it is declared."
        ], odds: 300, effects: subject.findings(["I03", "I04"]),
        fix: (
          "measure against the same rectangle", .frameInScroller()
        ))
    }
    guard agreed * 2 <= events.count, let found = solved(choice) ?? solved(other) else {
      return nil
    }
    let value = pointsText(found.threshold * 100)
    return subject.cause(
      .visibility,
      [
        "A view counts as visible from \(value) % on; the app declares \(pointsText(declared * 100)) %."
      ],
      proof: [
        "\(found.count) of \(events.count) events cross between \(pointsText(found.low * 100)) % and "
          + "\(pointsText(found.high * 100)) %; \(agreed) fit the declared threshold."
      ], odds: events.count >= 6 ? 300 : 50,
      parameter: CauseParameter(name: "threshold", value: found.threshold, unit: ""),
      effects: subject.findings(["I03", "I04"]),
      fix: (
        "set the threshold that is meant",
        .visible(from: declared)
      ))
  }

  /// The threshold in most intervals, if it fits nine of ten events.
  private func solved(
    _ choice: ViewportChoice
  ) -> (threshold: Double, low: Double, high: Double, count: Int)? {
    let ranges = events.map { range($0, choice) }
    var best: (low: Double, count: Int) = (0, 0)
    for candidate in ranges.map(\.lowerBound) {
      let count = ranges.count { $0.contains(candidate + 1e-9) }
      if count > best.count { best = (candidate, count) }
    }
    guard best.count * 10 >= events.count * 9 else { return nil }
    let inside = ranges.filter { $0.contains(best.low + 1e-9) }
    let high = inside.map(\.upperBound).min() ?? best.low
    return (simplest(best.low, high), best.low, high, best.count)
  }

  /// The simplest fraction in an interval.
  private func simplest(_ low: Double, _ high: Double) -> Double {
    for steps in [1.0, 2, 4, 10, 20, 100] {
      let value = (low * steps).rounded(.up) / steps
      if value <= high, value > 0 { return value }
    }
    return (low + high) / 2
  }
}
