import Analysis
import ScrollModel

/// Gestures during which the app turned scrolling off, and where the content was then.
struct DisabledGestures: Sendable {
  struct Gesture: Sendable {
    var time: TraceTime
    var offset: Double
    /// The offset at the next rest; nil before it.
    var rest: Double?
  }

  private(set) var all: [Gesture] = []
  private var isDisabled = false
  private static let limit = 200

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard let last = all.indices.last, all[last].rest == nil,
      SceneChangeTracker.isResting(at: time, viewState)
    else { return }
    all[last].rest = MainAxis(viewState)?.offset
  }

  mutating func take(_ change: ContainerChange, on viewState: borrowing ViewState) {
    guard let now = change.isScrollDisabled else { return }
    defer { isDisabled = now }
    let isTouched = !viewState.openTouches.isEmpty || viewState.phase == .interacting
    guard now, !isDisabled, isTouched, all.count < Self.limit, let axis = MainAxis(viewState)
    else { return }
    all.append(Gesture(time: viewState.time, offset: axis.offset))
  }
}

extension OwnershipCauses {
  /// Content that stays between the places of its behavior, because scrolling was turned off under the finger.
  func disabled() -> DiagnosedCause? {
    let found = subject.evidence.disabled.all.filter { gesture in
      guard let rest = gesture.rest, (rest - gesture.offset).magnitude <= subject.slack else {
        return false
      }
      let span = gesture.time...gesture.time.advanced(byNanoseconds: 1_000_000_000)
      return !subject.findings(["S01", "S02"], within: span).isEmpty
    }
    guard let first = found.first else { return nil }
    return subject.cause(
      .ownership,
      [
        "Scrolling is turned off at \(momentText(first.time)), while a finger moves the content: it stays at "
          + "\(pointsText(first.offset)) pt.",
        "The release has no effect then, so nothing aligns the content.",
      ],
      proof: ["\(countText(found.count, "gesture")) during which scrolling was turned off."],
      odds: found.count > 1 ? 3000 : 300,
      effects: subject.findings(["S01", "S02"]),
      fix: ("turn scrolling off only at rest", .disabledAtRest))
  }
}
