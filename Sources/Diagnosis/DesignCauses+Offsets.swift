import Analysis
import ScrollModel

/// Listed offsets that do not fit the layout.
extension DesignCauses {
  /// Rests at one place that is not among the listed offsets.
  func unlisted() -> DiagnosedCause? {
    guard case .offsets(let listed, _, _) = configuration.behavior, !listed.isEmpty else {
      return nil
    }
    let decisions = subject.decisions.filter { !$0.isAtEnd(within: subject.slack) }
    let others = decisions.filter { decision in
      !listed.contains {
        ($0 + decision.axis.low - decision.rest).magnitude <= max(2, subject.slack)
      }
    }
    guard others.count >= 3, let first = others.first,
      others.allSatisfy({ ($0.rest - first.rest).magnitude <= max(1, subject.slack) }),
      subject.decisions.count > others.count
    else { return nil }
    let shown = listed.prefix(4).map(pointsText).joined(separator: ", ")
    let place = first.rest - first.axis.low
    return subject.cause(
      .offsets,
      [
        "In \(others.count) of \(countText(subject.decisions.count, "release")) the content rests at \(pointsText(place)) pt, "
          + "which is not among the declared offsets (\(shown)\(listed.count > 4 ? " …" : "")).",
        "Something has one more place than is declared, and it applies to a part of the gestures.",
      ],
      proof: ["First at \(momentText(first.restTime)); all others rest at declared offsets."],
      odds: 200, parameter: CauseParameter(name: "offset", value: place, unit: "pt"),
      symbolic: scene.explanation(of: place)?.text,
      effects: subject.findings(["S01", "S02", "S05"]),
      fix: (
        "remove the place \(pointsText(place)) where the gestures that rest there are handled, or declare it",
        .behavior(configuration.behavior, along: subject.axis)
      ))
  }

  /// Listed offsets that all differ from the items by one length, or by a multiple of their index.
  func offsets() -> DiagnosedCause? {
    guard case .offsets(let listed, _, _) = configuration.behavior, let axis = scene.axis,
      let high = axis.high, subject.evidence.reach.items.count >= 3
    else { return nil }
    let places = listed.filter { $0 > 0.5 && $0 + axis.low < high - 0.5 }.sorted()
    guard places.count >= 2, let first = subject.evidence.reach.items.first else { return nil }
    let starts = subject.evidence.reach.items.map(\.start)
    let fits = [0, 0.5, 1].contains { anchor in
      [0, first.start].contains { shift in
        places.allSatisfy { place in
          subject.evidence.reach.items.contains {
            ($0.start + anchor * ($0.length - axis.inner) - shift - place).magnitude <= 0.75
          }
        }
      }
    }
    guard !fits else { return nil }
    let misses = places.map { place in
      starts.map { place - $0 }.min { $0.magnitude < $1.magnitude } ?? 0
    }
    if let same = constant(misses) { return offsetsCause(places, miss: same, grows: false) }
    if let miscounted = miscounted(places, misses) { return miscounted }
    guard let pitch = scene.pitch, let step = constant(zip(places.dropFirst(), places).map(-)),
      places.count >= 3
    else { return nil }
    let excess = step - max(1, (step / pitch).rounded()) * pitch
    return excess.magnitude > 0.05 ? offsetsCause(places, miss: excess, grows: true) : nil
  }

  /// The common value of all of at least two values.
  private func constant(_ values: [Double]) -> Double? {
    guard values.count >= 2, let first = values.first,
      values.allSatisfy({ ($0 - first).magnitude <= 0.75 })
    else { return nil }
    return first
  }

  private func offsetsCause(_ places: [Double], miss: Double, grows: Bool) -> DiagnosedCause? {
    guard miss.magnitude > 0.75 else { return nil }
    let length = scene.explanation(of: miss)
    let shown = places.prefix(4).map(pointsText).joined(separator: ", ")
    let side = miss > 0 ? "after" : "before"
    let size = pointsText(miss.magnitude)
    var sentences = [
      "The snap offsets (\(shown)\(places.count > 4 ? " …" : "")) do not match the layout: "
        + (grows
          ? "each is \(size) pt further \(side) its \(item) than the one before."
          : "each is \(size) pt \(side) the start of its \(item).")
    ]
    if let length { sentences.append("\(size) pt is \(length.text).") }
    return subject.cause(
      .design, sentences,
      proof: ["\(places.count) of \(places.count) listed offsets have the same error."],
      odds: odds(ofEqual: places.count, isNamed: length != nil),
      parameter: CauseParameter(name: "error", value: miss, unit: "pt"),
      symbolic: length?.text, effects: subject.findings(["S01", "S03"]),
      fix: (
        "compute the offsets from the frames of the \(item)s, or use view-aligned",
        .behavior(.viewAligned(limit: .automatic, anchor: nil), along: subject.axis)
      ), changed: changed { $0.behavior = .viewAligned(limit: .automatic, anchor: nil) })
  }

  /// Listed offsets that are right up to an item, and differ from all later items by one length.
  private func miscounted(_ places: [Double], _ misses: [Double]) -> DiagnosedCause? {
    let items = subject.evidence.reach.items
    guard let first = misses.firstIndex(where: { $0.magnitude > 0.75 }), first >= 2,
      places.count - first >= 3, let miss = constant(Array(misses[first...])),
      let index = items.firstIndex(where: { ($0.start + miss - places[first]).magnitude <= 0.75 }),
      index > 0
    else { return nil }
    let (last, next) = (items[index - 1], items[index])
    let step = next.start - last.start
    let size = pointsText(miss.magnitude)
    return subject.cause(
      .design,
      [
        "From \(next.id.displayText) on, each snap offset is \(size) pt \(miss > 0 ? "after" : "before") the start of "
          + "its \(item).",
        "\(next.id.displayText) starts \(pointsText(step)) pt after \(last.id.displayText), and "
          + "\(pointsText(step + miss)) pt were counted.",
      ],
      proof: [
        "\(places.count - first) of \(places.count) listed offsets have this error; those before have none."
      ],
      odds: odds(ofEqual: places.count - first, isNamed: false),
      parameter: CauseParameter(name: "error", value: miss, unit: "pt"),
      effects: subject.findings(["S01", "S03"]),
      fix: (
        "compute the offsets from the frames of the \(item)s, or use view-aligned",
        .behavior(.viewAligned(limit: .automatic, anchor: nil), along: subject.axis)
      ), changed: changed { $0.behavior = .viewAligned(limit: .automatic, anchor: nil) })
  }

  /// The odds of several offsets with the same error against errors by chance.
  private func odds(ofEqual count: Int, isNamed: Bool) -> Double {
    let chance = scene.pitch.map { max(2, $0 / 1.5) } ?? 20
    var odds = isNamed ? 4.0 : 1.0
    for _ in 0..<min(count - 1, 4) { odds *= chance }
    return odds
  }
}
