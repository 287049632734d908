import ScrollModel

extension HTMLReport {
  func writeTimeline(_ page: inout HTMLText) {
    guard document.tracks.contains(where: { !$0.times.isEmpty }) else { return }
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
    page.raw("step frames, space plays, + and - zoom.</span></div>")
    page.raw(
      "<canvas id=\"timeline\" tabindex=\"0\" role=\"slider\" aria-label=\"Moment of the trace, ")
    page.raw(
      "in milliseconds\" aria-valuemin=\"0\" aria-valuemax=\"1\" aria-valuenow=\"0\"></canvas>")
    writeViews(&page)
    page.raw("</div>")
    writeLegend(&page)
    page.raw("</div></section>")
  }

  private func writeViews(_ page: inout HTMLText) {
    page.raw("<div class=\"views\">")
    for (number, track) in document.tracks.prefix(6).enumerated() where !track.times.isEmpty {
      page.raw("<figure id=\"view")
      page.text("\(number)")
      page.raw("\"><figcaption class=\"k")
      page.text("\(min(number, 5))")
      page.raw("\">")
      page.text(track.name)
      page.raw(
        "</figcaption><svg role=\"img\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"xMinYMin\"></svg><p class=\"read\"></p></figure>"
      )
    }
    page.raw("</div>")
  }

  private func writeLegend(_ page: inout HTMLText) {
    page.raw("<ul class=\"legend\">")
    for (number, track) in document.tracks.prefix(6).enumerated() {
      page.raw("<li><i class=\"k")
      page.text("\(min(number, 5))")
      page.raw("\"></i>")
      page.text(track.name)
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
      page.raw("<li><b class=\"gap\"></b>a replay is elsewhere</li>")
    }
    if document.tracks.contains(where: { $0.lens?.anchor != nil }) {
      page.raw("<li><i class=\"anchor\"></i>anchor of the position</li>")
    }
    page.raw("<li><i class=\"cut\"></i>place to come to rest, and how far it is from here or ")
    page.raw("from the projected rest</li>")
    page.raw("</ul>")
  }
}
