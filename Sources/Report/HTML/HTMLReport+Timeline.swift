import ScrollModel

extension HTMLReport {
  func writeTimeline(_ page: inout HTMLText) {
    guard document.hasTimeline else { return }
    page.raw("<section><h2 id=\"h-time\">Offset over time</h2><div class=\"panel\">")
    page.raw("<div id=\"static\">")
    StaticPlot(document: document).write(&page)
    page.raw("</div><div id=\"interactive\" hidden><div class=\"controls\">")
    page.raw("<button id=\"play\" type=\"button\" aria-pressed=\"false\">Play</button>")
    page.raw("<label>Speed <select id=\"speed\"><option value=\"1\">real time</option>")
    page.raw("<option value=\"0.25\">1/4</option><option value=\"0.1\">1/10</option>")
    page.raw("<option value=\"0.02\">1/50</option></select></label>")
    page.raw("<label>Axis <select id=\"axis\"><option value=\"y\">vertical</option>")
    page.raw("<option value=\"x\">horizontal</option></select></label>")
    page.raw("<button id=\"in\" type=\"button\">Zoom in</button>")
    page.raw("<button id=\"out\" type=\"button\">Zoom out</button>")
    page.raw("<button id=\"all\" type=\"button\">All</button>")
    page.raw("<output class=\"now\" id=\"now\" for=\"timeline\"></output>")
    page.raw(
      "<span class=\"hint\">Drag to scrub, shift-drag to pan, ctrl-wheel to zoom; arrow keys ")
    page.raw("step frames, space plays, ? lists all keys.</span></div>")
    page.raw(
      "<div class=\"stage\"><canvas id=\"timeline\" tabindex=\"0\" role=\"slider\" aria-label=\"Moment of the trace, "
    )
    page.raw(
      "in milliseconds\" aria-valuemin=\"0\" aria-valuemax=\"1\" aria-valuenow=\"0\"></canvas></div>"
    )
    writeViews(&page)
    page.raw("</div>")
    writeLegend(&page)
    page.raw("</div></section>")
    writeWhatIf(&page)
  }

  /// Writes the marks of a timeline as a table.
  func writeMarks(_ page: inout HTMLText) {
    guard !document.marks.isEmpty else { return }
    page.raw("<section><h2>Recorded events</h2><div class=\"scroll\">")
    page.table(
      [
        HTMLColumn<ReportEvent>("Time", "t") { ReportNumber.seconds($0.time) },
        HTMLColumn("Kind", text: \.kind), HTMLColumn("Event", text: \.text),
      ], document.marks.prefix(200))
    page.raw("</div>")
    let hidden = document.marks.count - 200
    if hidden > 0 { page.element("p", "… and \(hidden) more.", class: "hint") }
    page.raw("</section>")
  }

  private func writeViews(_ page: inout HTMLText) {
    let curves = document.curves
    page.raw("<div class=\"views n")
    page.text("\(curves.count)")
    page.raw("\">")
    for (number, curve) in curves.enumerated() {
      page.raw("<figure id=\"view")
      page.text("\(number)")
      page.raw("\"><figcaption class=\"k")
      page.text("\(curve.series)")
      page.raw("\">")
      page.text(caption(of: curve))
      page.raw(
        "</figcaption><svg role=\"img\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"xMinYMin\"></svg><p class=\"read\"></p></figure>"
      )
    }
    page.raw("</div>")
  }

  /// Writes the legend line of a curve; the script reads its color and dash.
  private func writeKey(of curve: ReportCurve, _ page: inout HTMLText) {
    page.raw("<li><svg class=\"key\" viewBox=\"0 0 36 8\" aria-hidden=\"true\">")
    page.raw("<line x1=\"0\" y1=\"4\" x2=\"36\" y2=\"4\" class=\"k")
    page.text("\(curve.series) d\(curve.dash)")
    page.raw("\"></line></svg>")
    page.text(caption(of: curve))
    page.raw("</li>")
  }

  /// The letter of a group, if there are several configurations, and the names of its tracks.
  private func caption(of curve: ReportCurve) -> String {
    let shown = curve.names.prefix(3).joined(separator: "; ")
    let more = curve.names.count > 3 ? " and \(curve.names.count - 3) more" : ""
    guard document.matrix.count > 1, let group = curve.group else { return shown + more }
    return "\(Self.groupName(group)): \(shown)\(more)"
  }

  private func writeLegend(_ page: inout HTMLText) {
    page.raw("<ul class=\"legend\">")
    for curve in document.curves { writeKey(of: curve, &page) }
    if document.undrawnGroups > 0 {
      page.raw("<li>")
      page.text(
        ReportText.counted(document.undrawnGroups, "more group")
          + " without a curve: see the table of configurations")
      page.raw("</li>")
    }
    for name in ["tracking", "interacting", "decelerating", "animating"] {
      page.raw("<li><i class=\"band b-")
      page.text(name)
      page.raw("\"></i>")
      page.text(name)
      page.raw("</li>")
    }
    for (sign, meaning): (StaticString, String) in [
      ("◆", "came to rest"), ("◇", "projected rest"), ("▲", "finding"), ("●", "command or change"),
    ] {
      page.raw("<li><b>")
      page.raw(sign)
      page.raw("</b>")
      page.text(meaning)
      page.raw("</li>")
    }
    if document.divergences.contains(where: { $0.kind == "offset" }) {
      page.raw("<li><b class=\"gap\"></b>a replay differs</li>")
    }
    if document.tracks.contains(where: { $0.lens?.anchor != nil }) {
      page.raw("<li><i class=\"anchor\"></i>anchor of the position</li>")
    }
    page.raw("<li><i class=\"cut\"></i>snap candidate, and its distance from this offset or ")
    page.raw("from the projected rest</li>")
    page.raw("</ul>")
  }
}
