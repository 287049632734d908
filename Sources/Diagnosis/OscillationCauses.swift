import Analysis
import ScrollModel

/// Lengths that alternate between two values without a cause of movement.
///
/// A layout that depends on its own result never settles; the alternating length identifies the
/// cause.
struct OscillationCauses {
  let subject: Subject

  var all: [DiagnosedCause] {
    let found = subject.findings(["S29"]).prefix(1).compactMap(cause)
    return found.isEmpty ? [shaking()].compactMap { $0 } : found
  }

  /// An offset that goes back and forth at rest, whatever its values are.
  private func shaking() -> DiagnosedCause? {
    guard let run = subject.evidence.reversals.longest, run.count >= 6 else { return nil }
    let size = Self.sizeText(run.largest)
    let length = subject.scene.explanation(
      of: run.largest, within: subject.evidence.tolerance, subject.scene.axis?.insetLengths ?? [])
    let request = run.isMoving ? lastRequest(before: run.time) : nil
    return subject.cause(
      run.isRelaid ? .sizeChange : .ownership,
      [
        "From \(momentText(run.time)) on the offset changes its direction \(run.count) times without a finger"
          + (request.map { ": the scroll to \($0.name) does not end. It moves " }
            ?? " and a request, ") + "by up to \(size) pt at a time.",
        run.isRelaid
          ? "The layout changes meanwhile: it grows and shrinks alternately, and the view follows it."
          : "The layout stays the same: two owners move the view alternately"
            + (length.map { ", by \($0.text)." } ?? "."),
      ],
      proof: ["\(countText(run.count, "change")) of the direction, each within 400 ms."],
      odds: run.count >= 10 ? 60 : 20,
      parameter: CauseParameter(name: "amplitude", value: run.largest, unit: "pt"),
      symbolic: length?.text,
      effects: subject.findings(["S10", "S27", "S28"]),
      fix: request == nil
        ? (
          "let one owner place the view, and let rows only grow while they stream",
          .keepEnd(anchor: "bottom", note: "and no scrollTo at each update")
        )
        : (
          "compute the target of the scroll in one place, with the insets, and set it once",
          .writeOnce
        ))
  }

  /// The last scroll of the program, if it is at most two seconds old.
  private func lastRequest(before time: TraceTime) -> ScrollRequest? {
    subject.evidence.requests.requests.last {
      $0.time <= time && time.nanoseconds(since: $0.time) <= 2_000_000_000
    }
  }

  /// The alternating quantity of a finding, with its two values.
  static func alternation(_ finding: Finding) -> (what: String, low: Double, high: Double)? {
    guard finding.detector == "S29", let what = finding.structure.first,
      let low = finding.measures.first(where: { $0.name == "lower" })?.value,
      let high = finding.measures.first(where: { $0.name == "upper" })?.value, high > low
    else { return nil }
    return (what, low, high)
  }

  /// The length in points with two decimals: alternations are often a fraction of a point.
  static func sizeText(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return (rounded * 10).rounded() == rounded * 10 ? pointsText(rounded) : "\(rounded)"
  }

  /// A header that collapses when content is scrolled, above content that then cannot stay scrolled.
  ///
  /// The room that the header gives to the view is longer than what there is to scroll.
  private func collapse(
    _ finding: Finding, _ what: String, _ low: Double, _ high: Double
  ) -> DiagnosedCause? {
    guard what == "container size", let axis = subject.scene.axis, let content = axis.content
    else { return nil }
    let given = high - low
    let room = content - (low - axis.start - axis.end)
    guard given >= 1, room > 0, room <= given else { return nil }
    let (size, left) = (pointsText(given), pointsText(room))
    let name = axis.axis == .vertical ? "height" : "width"
    return subject.cause(
      .sizeChange,
      [
        "At \(momentText(finding.place.start)) the view begins to alternate between \(pointsText(low)) pt and "
          + "\(pointsText(high)) pt: a header that collapses during scrolling makes the view \(size) pt taller.",
        "The content has only \(left) pt to scroll. The taller view puts it back at its start, and there "
          + "the header opens again.",
      ],
      proof: ["\(countText(max(4, finding.count), "turn")) or more, each within 250 ms (S29)."],
      odds: 200, parameter: CauseParameter(name: "amplitude", value: given, unit: "pt"),
      symbolic: "more than the \(left) pt that the content can scroll",
      effects: [finding] + subject.findings(["I05", "I01", "S10", "S27"]),
      fix: (
        "collapse the header only if more than \(size) pt can be scrolled, and open it at the start only",
        .collapseIfLong(extent: name, header: size)
      ))
  }

  private func cause(_ finding: Finding) -> DiagnosedCause? {
    guard let (what, low, high) = Self.alternation(finding) else { return nil }
    let size = Self.sizeText(high - low)
    let isFraction = high - low < 1
    let isInset = what == "inset"
    let resized = subject.evidence.resized
    let owner =
      what == "content size" && resized.count == 1 ? resized.first.map { $0.displayText } : nil
    if let collapse = collapse(finding, what, low, high) { return collapse }
    let name = owner.map { "the length of \($0)" } ?? "the \(what)"
    let text = "\(Self.sizeText(low)) pt and \(Self.sizeText(high)) pt"
    var sentences = [
      "At \(momentText(finding.place.start)) \(name) begins to alternate by \(size) pt: "
        + (owner == nil ? "it goes between \(text)." : "the content goes between \(text)."),
      isFraction
        ? "\(size) pt is less than a point: the length is rounded differently each time."
        : "No finger and no request moves anything: a layout depends on the length that it changes.",
    ]
    let seen = subject.findings(["I05", "I01"])
    if !seen.isEmpty {
      sentences.append("So views at the threshold are reported visible and hidden alternately.")
    }
    return subject.cause(
      isInset ? .insets : .sizeChange, sentences,
      proof: ["\(countText(max(4, finding.count), "turn")) or more, each within 250 ms (S29)."],
      odds: 60, parameter: CauseParameter(name: "amplitude", value: high - low, unit: "pt"),
      symbolic: subject.scene.explanation(of: high - low)?.text,
      effects: [finding] + seen + subject.findings(["S10", "S27"]),
      fix: isFraction
        ? (
          "compare with a tolerance of a point before state is written",
          .tolerance
        )
        : (
          "write no state from a geometry that the state changes",
          .roundedGeometry
        ))
  }
}
