import ScrollModel

extension HTMLReport {
  // MARK: Findings

  func writeFindings(_ page: inout HTMLText) {
    page.raw("<section class=\"findings\"><h2>Findings</h2>")
    if document.findings.isEmpty { page.element("p", document.noFindings) }
    let effects = document.findings.filter(\.isEffect)
    let others = document.findings.filter { !$0.isEffect }
    if !effects.isEmpty, others.isEmpty { page.element("p", "The cause explains all of them.") }
    for finding in others { write(finding, &page) }
    if !effects.isEmpty {
      page.raw("<details class=\"effects\"><summary>")
      page.text(document.effectsTitle)
      page.raw("</summary>")
      for finding in effects { write(finding, &page) }
      page.raw("</details>")
    }
    page.raw("</section>")
  }

  private func write(_ finding: ReportFinding, _ page: inout HTMLText) {
    page.raw("<article class=\"finding ")
    page.text(finding.severity.rawValue)
    page.raw("\"><h3><span class=\"badge\">")
    page.text(finding.severity.label)
    page.raw("</span>")
    page.text("\(finding.detector) \(finding.name)")
    page.raw("</h3>")
    page.element("p", sentences.sentence(finding.message) + ".")
    page.raw("<p class=\"meta\">")
    // A finding about the whole trace, such as a configuration mistake, has no time.
    if finding.from > 0 { moment(finding.from, &page) } else { page.raw("whole trace") }
    if finding.count > 1 { page.text(", seen \(finding.count) times") }
    if let target = finding.target {
      page.raw(", target ")
      page.element("bdi", target)
    }
    page.text(". Fingerprint \(finding.fingerprint).")
    page.raw("</p>")
    if !finding.cause.isEmpty { page.element("p", "Likely: \(finding.cause).") }
    if !finding.repairLines.isEmpty {
      writeRepair(finding.repairLines, &page)
    } else if let obstacle = finding.repairObstacle {
      page.element("p", obstacle, class: "meta")
    }
    writeDetails(of: finding, &page)
    page.raw("</article>")
  }

  private func writeDetails(of finding: ReportFinding, _ page: inout HTMLText) {
    guard !finding.measures.isEmpty || !finding.links.isEmpty else { return }
    page.raw("<details><summary>")
    page.text(
      [
        finding.measures.isEmpty ? nil : "Numbers",
        finding.links.isEmpty ? nil : "public reports of the same kind",
      ].compactMap { $0 }.joined(separator: " and "))
    page.raw("</summary><ul>")
    for measure in finding.measures {
      page.element("li", "\(measure.name): \(measure.amount)")
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

  // MARK: Divergences

  func writeDivergences(_ page: inout HTMLText) {
    guard document.tracks.count > 1 else { return }
    page.raw("<section><h2>Recording and replay</h2>")
    let shown = document.divergences.filter { $0.verdict != "invisible" }
    if shown.isEmpty {
      page.element("p", noDivergence)
    } else {
      page.raw("<div class=\"scroll\">")
      page.table(divergenceColumns, shown.prefix(60))
      page.raw("</div>")
      if shown.count > 60 { page.element("p", "… and \(shown.count - 60) more.", class: "hint") }
    }
    page.raw("</section>")
  }

  /// The text without divergences: none was found, or no comparison was possible.
  private var noDivergence: String {
    document.matrix.contains { $0.worst != nil }
      ? "The replay matches the recording." : "The replay could not be compared."
  }

  private var divergenceColumns: [HTMLColumn<ReportDivergence>] {
    [
      HTMLColumn("From") { moment($0.from, &$1) },
      HTMLColumn("To", "t") { ReportNumber.seconds($0.to) },
      HTMLColumn("Replay") { document.trackName(of: $0) },
      HTMLColumn("What a person sees", text: \.headline),
      HTMLColumn("What differs first", text: \.matter),
      HTMLColumn("What each side did", text: \.cause),
    ]
  }
}
