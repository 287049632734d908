import CReportAssets
import ScrollModel
public import TextKit

/// One page that needs nothing beside it: no network, no build, scripts optional.
///
/// Tables, plots and planes stand in the page as it is; the script adds the timeline and the drawing
/// of the view. A policy in the page forbids everything but our own style and script, by their
/// hashes, and everything that comes from a trace is text.
public struct HTMLReport: ReportFace {
  let document: ReportDocument

  /// Creates the page of a document.
  public init(_ document: ReportDocument) {
    self.document = document
  }

  /// Returns the page.
  public func bytes() throws(NumberError) -> [UInt8] {
    var page = HTMLText()
    let script = Self.bytes(of: scrolltrace_report_js())
    Self.writeHead("\(document.information.name) – scrolltrace", script: script, &page)
    page.raw("<body><a class=\"skip\" href=\"#timeline\">Skip to the timeline</a><main>")
    writeTop(&page)
    writeTimeline(&page)
    writeFindings(&page)
    writeDivergences(&page)
    writeSettles(&page)
    writeMatrix(&page)
    writeImpressions(&page)
    writeFigures(&page)
    writeNotes(&page)
    page.raw("<footer>")
    page.text("Made by scrolltrace \(document.toolVersion), engine \(document.engineVersion).")
    page.raw("</footer></main><script type=\"application/json\" id=\"data\">")
    page.asset(try ReportData(document: document).json())
    page.raw("</script><script>")
    page.asset(script)
    page.raw("</script></body></html>\n")
    return page.bytes
  }

  static func bytes(of asset: UnsafePointer<CChar>?) -> [UInt8] {
    guard let asset else { return [] }
    return Array(String(cString: asset).utf8)
  }

  /// Writes the head with the policy that lets only our own style and script run.
  static func writeHead(_ title: String, script: [UInt8]?, _ page: inout HTMLText) {
    let style = Self.bytes(of: scrolltrace_report_css())
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    page.raw("style-src 'sha256-")
    page.asset(Self.hash(style))
    if let script {
      page.raw("'; script-src 'sha256-")
      page.asset(Self.hash(script))
    }
    page.raw("'; base-uri 'none'; form-action 'none'\"><title>")
    page.text(title)
    page.raw("</title><style>")
    page.asset(style)
    page.raw("</style></head>")
  }

  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return Base64.encoded(hash.digest)
  }

  private func writeTop(_ page: inout HTMLText) {
    page.raw("<header class=\"top\">")
    page.element(
      "p", "Scroll trace report" + (document.redactions.isEmpty ? "" : ", redacted"), class: "kind")
    page.element("h1", document.information.name)
    page.raw("<p class=\"verdict is-")
    page.text(document.severity.rawValue)
    page.raw("\"><b class=\"badge ")
    page.text(document.severity.rawValue)
    page.raw("\">")
    page.text(document.severity.rawValue)
    page.raw("</b>")
    page.text(document.verdict)
    page.raw("</p>")
    if let finding = document.findings.first, finding.severity >= .notice, !finding.cause.isEmpty {
      page.element("p", "Likely: \(finding.cause).", class: "likely")
    }
    if let repair = document.findings.first?.repair {
      page.raw("<p class=\"likely\"><b class=\"ok\">Repair, checked by replaying:</b> <code>")
      page.text(repair)
      page.raw("</code></p>")
    }
    page.raw("<dl class=\"facts\">")
    for (name, value) in facts {
      page.raw("<div>")
      page.element("dt", name)
      page.element("dd", value)
      page.raw("</div>")
    }
    page.raw("</dl>")
    writeReproduction(&page)
    page.raw("</header>")
  }

  private var facts: [(String, String)] {
    let information = document.information
    let all: [(String, String?)] = [
      ("Duration", ReportNumber.seconds(document.durationNanoseconds)),
      ("Device", information.device), ("System", information.system), ("App", information.app),
      ("Scrolls", information.axes?.rawValue),
      ("Declared configuration", information.declaredConfiguration),
      ("Replayed", document.tracks.dropFirst().first.map(replayed)),
      ("Source", information.source?.format),
      ("Container", containers),
      ("Made by", "scrolltrace \(document.toolVersion), engine \(document.engineVersion)"),
      (
        "Digests",
        document.digests.isEmpty
          ? nil
          : document.digests.map { "\($0.name) \($0.hex.prefix(8))…" }.joined(separator: ", ")
      ),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The size of the container and what it became.
  private var containers: String? {
    var sizes: [String] = []
    var last: Size?
    for container in document.containers where container.size != last {
      last = container.size
      let size =
        "\(ReportNumber.text(container.size.width)) × \(ReportNumber.text(container.size.height))"
      sizes.append(
        sizes.isEmpty ? size : "from \(ReportNumber.seconds(container.time)) \(size)")
    }
    guard !sizes.isEmpty else { return nil }
    let hidden = sizes.count - 4
    return sizes.prefix(4).joined(separator: ", ") + (hidden > 0 ? " and \(hidden) more" : "")
  }

  private func replayed(_ track: ReportTrack) -> String {
    let configuration = track.configuration.flatMap { $0.isEmpty ? nil : $0 } ?? track.name
    return
      (configuration == document.information.declaredConfiguration ? "as declared" : configuration)
      + (track.drive.map { ", \($0)-driven" } ?? "")
  }

  // MARK: Timeline

  private func writeTimeline(_ page: inout HTMLText) {
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
        "</figcaption><svg role=\"img\" viewBox=\"0 0 1 1\"></svg><p class=\"read\"></p></figure>")
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

  // MARK: Findings and divergences

  private func writeFindings(_ page: inout HTMLText) {
    page.raw("<section><h2>Findings</h2>")
    if document.findings.isEmpty { page.element("p", "No detector finds anything.") }
    for finding in document.findings {
      page.raw("<article class=\"finding ")
      page.text(finding.severity.rawValue)
      page.raw("\"><h3><span class=\"badge\">")
      page.text(finding.severity.rawValue)
      page.raw("</span>")
      page.text("\(finding.detector) \(finding.name)")
      page.raw("</h3>")
      page.element("p", finding.message)
      page.raw("<p class=\"meta\">")
      moment(finding.from, &page)
      page.text(
        (finding.count > 1 ? ", seen \(finding.count) times" : "")
          + (finding.target.map { ", target \($0)" } ?? "")
          + ". Fingerprint \(finding.fingerprint).")
      page.raw("</p>")
      if !finding.cause.isEmpty { page.element("p", "Likely: \(finding.cause).") }
      if let repair = finding.repair {
        page.raw("<p><b class=\"ok\">Repair, checked by replaying:</b> <code>")
        page.text(repair)
        page.raw("</code></p>")
      } else if let obstacle = finding.repairObstacle {
        page.element("p", "No repair: \(obstacle).", class: "meta")
      }
      writeDetails(of: finding, &page)
      page.raw("</article>")
    }
    page.raw("</section>")
  }

  private func writeDetails(of finding: ReportFinding, _ page: inout HTMLText) {
    guard !finding.measures.isEmpty || !finding.links.isEmpty else { return }
    page.raw("<details><summary>Numbers and public reports of the same kind</summary><ul>")
    for measure in finding.measures {
      page.element("li", "\(measure.name): \(ReportNumber.text(measure.value)) \(measure.unit)")
    }
    for link in finding.links where link.hasPrefix("https://") {
      page.raw("<li><a rel=\"noreferrer\" href=\"")
      page.text(link)
      page.raw("\">")
      page.text(link)
      page.raw("</a></li>")
    }
    page.raw("</ul></details>")
  }

  private func writeDivergences(_ page: inout HTMLText) {
    guard document.tracks.count > 1 else { return }
    page.raw("<section><h2>Recording and replay</h2>")
    let shown = document.divergences.filter { $0.verdict != "invisible" }
    if shown.isEmpty {
      page.element("p", "The replay does what the recording does.")
    } else {
      page.raw("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">From</th>")
      page.raw(
        "<th scope=\"col\">To</th><th scope=\"col\">Replay</th><th scope=\"col\">What a person sees</th>"
      )
      page.raw(
        "<th scope=\"col\">They part at</th><th scope=\"col\">What each did there</th></tr></thead><tbody>"
      )
      for divergence in shown.prefix(60) {
        page.raw("<tr><td>")
        moment(divergence.from, &page)
        page.raw("</td>")
        page.element("td", ReportNumber.seconds(divergence.to), class: "t")
        page.element(
          "td",
          document.tracks.indices.contains(divergence.track)
            ? document.tracks[divergence.track].name : "")
        page.element("td", divergence.headline)
        page.element("td", divergence.stage)
        page.element("td", divergence.cause)
        page.raw("</tr>")
      }
      page.raw("</tbody></table></div>")
      if shown.count > 60 { page.element("p", "… and \(shown.count - 60) more.", class: "hint") }
    }
    page.raw("</section>")
  }

  /// A moment that the timeline goes to.
  func moment(_ nanoseconds: Int64, _ page: inout HTMLText) {
    page.raw("<a href=\"#t=")
    page.text(ReportNumber.text(Double(nanoseconds) / 1e9, decimals: 4))
    page.raw("\" data-t=\"")
    page.text(ReportNumber.text(Double(nanoseconds) / 1e6, decimals: 3))
    page.raw("\">")
    page.text(ReportNumber.seconds(nanoseconds))
    page.raw("</a>")
  }
}

/// Base64 with the usual alphabet.
enum Base64 {
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | (place < group.count ? UInt32(group[index + place]) : 0)
      }
      for place in 0..<4 {
        text.append(
          place <= group.count
            ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
      }
      index += 3
    }
    return text
  }
}
