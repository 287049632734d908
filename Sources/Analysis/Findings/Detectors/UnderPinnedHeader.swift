import ScrollModel

/// S42: a scroll to a target that ends with the target under a pinned header.
struct UnderPinnedHeader: Sendable {
  static let entry = DetectorEntry(
    "S42", "under-pinned-header",
    looksFor:
      "A programmatic scroll to a target that rests where a pinned header covers the start of the target.",
    evidence:
      "The request, its rest, and a layout that names pinned headers. Not if the request did not arrive.",
    causes: [
      "The target was aligned with the edge of the view, over which the header is drawn.",
      "The header's length is no part of the insets or of the scroll padding.",
    ],
    repairs:
      "Set an anchor below the header; on the web, `scroll-margin-top` or `scroll-padding-top`.",
    reports: [
      .init("PIN-01", "https://github.com/square/Listable/pull/279"),
      .init("PIN-02", "https://github.com/wellyshen/react-cool-virtual/issues/445"),
    ])

  mutating func resolved(
    _ request: RequestTracker.Request, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let axis = request.axis.at(request.offset)
    let slack = max(1, viewState.tolerance)
    guard case .id(let id) = request.destination, request.isFound,
      request.goal.map({ ($0 - request.offset).magnitude <= slack }) ?? true,
      let index = viewState.targets.handle(of: id).flatMap(viewState.targets.index),
      let header = viewState.pinnedHeader(axis), header.id != id
    else { return }
    let (start, length) = axis.span(of: viewState.targets.frame(at: index))
    let hidden = min(start + length, header.end) - start
    // A target that begins before the view is cut off by its edge as well.
    guard hidden > slack, start >= axis.offset + axis.start - slack else { return }
    context.report(
      "S42", .warning,
      "the scroll to \(id.displayText) rests with \(NumberFormat.points(hidden)) of its "
        + "\(NumberFormat.points(length)) under the pinned header \(header.id.displayText)",
      since: request.time, firstFrame: request.frame, target: id,
      measures: [Measure("hidden", hidden), Measure("header", header.length)],
      cause: "the target was aligned with the edge of the view, over which the header is drawn",
      edits: [.choice(name: "pinned-alignment", word: "uncovered")], structure: ["header"])
  }
}
