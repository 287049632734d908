import ScrollModel

extension HTMLReport {
  /// Writes a row for each nested view, and which of them each drag moved.
  func writeNested(_ page: inout HTMLText) {
    guard let nested = document.nested else { return }
    page.raw("<section><h2 id=\"h-nested\">Nested views</h2><div class=\"panel\">")
    for view in nested.views {
      page.raw("<figure><figcaption>")
      page.text(
        "\(view.name) (\(view.relation.words)), "
          + (view.isHorizontal ? "left to right" : "top to bottom"))
      page.raw("</figcaption>")
      NestedLane(
        view: view, decisions: nested.decisions.map(\.time),
        duration: document.durationNanoseconds
      ).write(&page)
      page.raw("</figure>")
    }
    page.raw("</div>")
    if !nested.decisions.isEmpty {
      page.raw(
        "<div class=\"scroll\"><table><thead><tr><th>Time</th><th>Decision</th></tr></thead><tbody>"
      )
      for decision in nested.decisions.prefix(200) {
        page.raw("<tr><td class=\"t\">")
        moment(decision.time, &page)
        page.raw("</td><td>")
        page.text(decision.text)
        page.raw("</td></tr>")
      }
      page.raw("</tbody></table></div>")
      let hidden = nested.decisions.count - 200
      if hidden > 0 { page.element("p", "… and \(hidden) more.", class: "hint") }
    }
    page.raw("</section>")
  }
}

/// The recorded offsets of one view over time, with a line where a drag was decided.
private struct NestedLane {
  private static let (width, height, left) = (900.0, 120.0, 56.0)
  /// The number of points in a row.
  private static let pointLimit = 900

  let view: ReportNested.View
  let decisions: [Int64]
  let duration: Int64

  func write(_ page: inout HTMLText) {
    let values = view.isHorizontal ? view.xs : view.ys
    guard let low = values.min(), let high = values.max(), view.times.count == values.count else {
      return page.element("p", "The trace has no frames.", class: "hint")
    }
    let end = Double(max(duration, 1))
    let span = max(high - low, 1)
    func x(_ time: Int64) -> Double {
      Self.left + min(Double(time) / end, 1) * (Self.width - Self.left - 4)
    }
    page.raw("<svg class=\"static\" role=\"img\" viewBox=\"0 0 900 120\" aria-label=\"")
    page.text(
      "Offset of \(view.name) from \(ReportNumber.text(low)) to \(ReportNumber.text(high)) points")
    page.raw("\"><g font-size=\"11\" fill=\"currentColor\"><text x=\"4\" y=\"18\">")
    page.text(ReportNumber.text(high))
    page.raw("</text><text x=\"4\" y=\"112\">")
    page.text(ReportNumber.text(low))
    page.raw("</text></g>")
    for time in decisions.prefix(200) {
      page.raw(
        "<line stroke=\"currentColor\" stroke-dasharray=\"3 3\" opacity=\"0.5\" y1=\"4\" y2=\"116\" x1=\""
      )
      page.number(x(time))
      page.raw("\" x2=\"")
      page.number(x(time))
      page.raw("\"/>")
    }
    page.raw(
      "<polyline class=\"k0 d0\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" points=\""
    )
    let step = max(1, values.count / Self.pointLimit)
    for place in stride(from: 0, to: values.count, by: step) {
      page.number(x(view.times[place]))
      page.raw(",")
      page.number(12 + (high - values[place]) / span * (Self.height - 24))
      page.raw(" ")
    }
    page.raw("\"/></svg>")
  }
}
