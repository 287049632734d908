import Analysis
import ScrollModel

/// A view that got narrower across its axis than its content, and whether the content moves across it.
struct CrossOverflow: Sendable {
  struct Change: Sendable {
    var time: TraceTime
    var before: Double
    var after: Double
    /// How much longer the content is than the view.
    var excess: Double
    /// The largest offset across the axis afterwards.
    var moved = 0.0
  }

  private(set) var first: Change?
  /// How long an update of the layout may take.
  private static let update: Int64 = 500_000_000
  private var inner: Double?
  private var fits = false

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.container), .input(.layout), .observation(.frame): break
    default: return
    }
    let across: Axis = viewState.targets.mainAxis == .vertical ? .horizontal : .vertical
    guard let axis = MainAxis(viewState, along: across), let content = axis.content else { return }
    let excess = content - axis.inner
    if let inner, fits, axis.inner < inner - 2, excess > 2, excess <= inner - axis.inner + 1,
      excess <= 80, first == nil
    {
      first = Change(time: time, before: inner, after: axis.inner, excess: excess)
    }
    if var change = first {
      change.moved = max(change.moved, (axis.offset - axis.low).magnitude)
      // A layout in the new size may come a little later.
      first = excess > 2 || time.nanoseconds(since: change.time) > Self.update ? change : nil
    }
    fits = excess <= 1
    inner = axis.inner
  }
}

extension DesignCauses {
  /// Content that keeps its length across the axis when the view gets narrower.
  func crossOverflow() -> DiagnosedCause? {
    guard let change = subject.evidence.crossing.first, change.moved > 2 else { return nil }
    let extent = isVertical() ? "width" : "height"
    let size = pointsText(change.excess)
    return subject.cause(
      .design,
      [
        "The view got narrower at \(momentText(change.time)), from \(pointsText(change.before)) to "
          + "\(pointsText(change.after)) pt, and the content kept its \(extent): it is \(size) pt longer than the view.",
        "It moves across its axis by up to \(pointsText(change.moved)) pt, and what is at its edge is cut off.",
      ],
      proof: [
        "The \(extent) of the content did not change with that of the view; before, it was not longer than the view."
      ], odds: 200,
      parameter: CauseParameter(name: "excess", value: change.excess, unit: "pt"),
      effects: subject.findings(["S18"]),
      fix: (
        "lay the content out again in the \(extent) that the view has, without its scroll bars",
        .asLongAsView(along: isVertical() ? .horizontal : .vertical)
      ))
  }
}
