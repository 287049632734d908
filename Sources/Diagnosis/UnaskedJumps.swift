import Analysis
import ScrollModel

/// Jumps of resting content that no gesture, request or new layout explains, in recordings without phases.
///
/// Where phases are recorded, the detectors judge such jumps; without them a key or a scroll bar may be the cause,
/// so that only a repeated pattern is evidence.
struct UnaskedJumps: Sendable {
  struct Jump: Sendable {
    var time: TraceTime
    var from: Double
    var to: Double
    /// The header that is pinned over the start of the view.
    var header: PinnedHeader?
    var distance: Double { to - from }
  }

  private(set) var all: [Jump] = []
  private var lastMove = TraceTime.zero
  private var lastInput = TraceTime.zero
  private var generation = -1
  private static let limit = 500
  private static let least = 20.0
  private static let rest: Int64 = 300_000_000
  /// How long after an event movement may belong to it.
  private static let reaction: Int64 = 600_000_000

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.wheel), .input(.touch), .input(.command), .input(.container), .input(.layout),
      .input(.edit):
      lastInput = time
    case .observation(.frame): takeFrame(at: time, viewState)
    default: break
    }
  }

  private mutating func takeFrame(at time: TraceTime, _ viewState: borrowing ViewState) {
    defer { generation = viewState.geometryGeneration }
    guard viewState.hasMoved, let axis = MainAxis(viewState),
      let before = viewState.previous?.offset
    else { return }
    defer { lastMove = time }
    let from = axis.leading(before)
    guard viewState.phase == nil, (axis.offset - from).magnitude > Self.least,
      generation == viewState.geometryGeneration, viewState.openTouches.isEmpty,
      time.nanoseconds(since: lastMove) > Self.rest,
      time.nanoseconds(since: lastInput) > Self.reaction, all.count < Self.limit
    else { return }
    all.append(
      Jump(time: time, from: from, to: axis.offset, header: viewState.pinnedHeader(axis)))
  }
}

/// Patterns of jumps without a recorded cause.
struct UnaskedCauses {
  let subject: Subject
  private var jumps: [UnaskedJumps.Jump] { subject.evidence.jumps.all }

  var all: [DiagnosedCause] { (ofHeader() ?? toPlace()).map { [$0] } ?? [] }

  /// Jumps by the length of the pinned header: something is brought below a header that it belongs to.
  private func ofHeader() -> DiagnosedCause? {
    let found = jumps.filter { jump in
      jump.header.map { ($0.length - jump.distance.magnitude).magnitude <= 1.5 } ?? false
    }
    guard found.count >= 3, found.count * 2 > jumps.count, let first = found.first,
      let header = first.header
    else { return nil }
    let size = pointsText(header.length)
    return subject.cause(
      .insets,
      [
        "\(found.count) times the content jumps \(size) pt \(first.distance < 0 ? "back" : "forward") without a gesture or a "
          + "request, first at \(momentText(first.time)): \(size) pt is the \(subject.extent) of "
          + "\(header.id.displayText), which is pinned there.",
        "The focus of an element in the pinned part scrolls it below that part: its padding excludes where it is.",
      ],
      proof: [
        "\(countText(found.count, "jump")) of that length; offset \(pointsText(first.from)) → \(pointsText(first.to)) pt."
      ], odds: 60, parameter: CauseParameter(name: "header", value: header.length, unit: "pt"),
      symbolic: "the \(subject.extent) of \(header.id.displayText) (\(size))",
      fix: (
        "give the focus to elements of a pinned part without a scroll",
        .focusWithoutScroll
      ))
  }

  /// Jumps from different offsets to one place.
  private func toPlace() -> DiagnosedCause? {
    let near =
      grouped(jumps) { pointsText(($0.to / 2).rounded()) }.max { $0.count < $1.count } ?? []
    guard near.count >= 3, near.count * 10 >= jumps.count * 8, let first = near.first,
      let least = near.map(\.from).min(), let most = near.map(\.from).max(), most - least > 20
    else { return nil }
    let axis = subject.scene.axis
    let isEnd = axis?.high.map { ($0 - first.to).magnitude <= 2 } ?? false
    let isStart = axis.map { ($0.low - first.to).magnitude <= 2 } ?? false
    return subject.cause(
      .ownership,
      [
        "\(near.count) times the content jumps to \(pointsText(first.to)) pt\(isEnd ? ", its end" : isStart ? ", its start" : ""), "
          + "without a gesture or a recorded request, first at \(momentText(first.time)).",
        "Code, the focus of an element that is laid out there, or a key moves it.",
      ],
      proof: [
        "From \(pointsText(least)) to \(pointsText(most)) pt before, each time in one frame."
      ],
      odds: 12, parameter: CauseParameter(name: "offset", value: first.to, unit: "pt"),
      fix: (
        "give the focus without a scroll, and record requests with their origin",
        .focusWithoutScroll
      ))
  }
}
