import Analysis
import ScrollModel

/// Changes of the layout after which the offset follows the wrong content, or follows twice.
struct FollowCauses {
  let subject: Subject
  private var follows: OffsetMistakes { subject.follows }

  var all: [DiagnosedCause] { [doubled(), moved()].compactMap { $0 } }

  /// A change before what is in view that two parts of the app make up for.
  private func doubled() -> DiagnosedCause? {
    let found = follows.doubled
    guard let first = found.first else { return nil }
    let size = pointsText(first.distance.magnitude)
    return subject.cause(
      .sizeChange,
      [
        "The \(subject.item)s in view jump \(size) pt at \(momentText(first.time)): a new layout moved them by \(size) pt "
          + "in the content, and the offset was moved by that length twice.",
        "The platform or the list keeps what is in view in its place, and other code adds the same length.",
      ],
      proof: [
        "\(countText(found.count, "layout")) with that result: the offset moved by \(size) pt with the layout, and by "
          + "\(size) pt more."
      ], odds: found.count > 1 ? 200 : 30,
      parameter: CauseParameter(name: "distance", value: first.distance, unit: "pt"),
      symbolic: subject.scene.explanation(of: first.distance)?.text,
      effects: subject.findings(["S10", "S39"]),
      fix: ("leave this to the platform, or turn its anchoring off", .anchoredOnce))
  }

  /// A first target in view that changed its place in the order, with the view after it.
  private func moved() -> DiagnosedCause? {
    let found = follows.moved
    guard let first = found.first else { return nil }
    let name = first.id.displayText
    let size = pointsText(first.distance.magnitude)
    let lengths = subject.evidence.reach.items.map {
      KnownLength("the \(subject.extent) of \($0.id.displayText)", $0.length)
    }
    let spacing = KnownLength("the spacing", subject.scene.spacing ?? 0)
    let length = lengths.first {
      ($0.value + spacing.value - first.distance.magnitude).magnitude <= subject.slack
    }
    return subject.cause(
      .sizeChange,
      [
        "\(name), the first \(subject.item) in view, got another place in the order at \(momentText(first.time)), and the "
          + "view kept it in its place: the offset moved by \(size) pt, and all other \(subject.item)s moved on the screen.",
        length.map {
          "\(size) pt is \($0.phrase)" + (spacing.value > 0 ? " and \(spacing.phrase)." : ".")
        } ?? "A list that keeps its first \(subject.item) in view follows it wherever it goes.",
      ],
      proof: [
        "\(countText(found.count, "move")) of the first \(subject.item) in view with that result."
      ],
      odds: found.count > 1 ? 200 : 50,
      parameter: CauseParameter(name: "distance", value: first.distance, unit: "pt"),
      symbolic: length?.phrase, effects: subject.findings(["S07", "S10", "S24"]),
      fix: (
        "keep the offset when the first \(subject.item) in view is moved", .keptOffset
      ))
  }
}
