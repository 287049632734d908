import ScrollModel

extension HTMLReport {
  func writeSettles(_ page: inout HTMLText) {
    let tracks = document.tracks.filter { !$0.settles.isEmpty }
    guard !tracks.isEmpty else { return }
    page.raw("<section><h2>Where each release went</h2>")
    page.raw(
      "<p class=\"hint\">Projected is where the content would stop without a behavior. Margin ")
    page.raw("is the change of the projected rest that leads to another choice.</p>")
    for (place, track) in tracks.enumerated() {
      page.element("h3", track.name)
      if let like = tracks.prefix(place).first(where: { Self.areAlike(track.settles, $0.settles) })
      {
        page.element("p", "All releases are the same as in: \(like.name).", class: "hint")
        continue
      }
      page.raw("<div class=\"scroll\">")
      page.table(settleColumns, track.settles.prefix(100))
      page.raw("</div>")
      if track.settles.count > 100 {
        page.element("p", "… and \(track.settles.count - 100) more.", class: "hint")
      }
    }
    writePlanes(&page)
    page.raw("</section>")
  }

  /// Whether the numbers are equal as displayed.
  private static func areAlike(_ some: [ReportSettle], _ others: [ReportSettle]) -> Bool {
    func shown(_ settle: ReportSettle) -> [String] {
      [ReportNumber.seconds(settle.releaseTime), ReportNumber.text(settle.rest), settle.sentence]
        + [settle.velocity, settle.projected, settle.flipMargin].map {
          $0.map { ReportNumber.text($0) } ?? ""
        }
    }
    return some.map(shown) == others.map(shown)
  }

  private var settleColumns: [HTMLColumn<ReportSettle>] {
    func number(_ value: Double?) -> String { value.map { ReportNumber.text($0) } ?? "" }
    return [
      HTMLColumn("#", "n") { "\($0.number)" },
      HTMLColumn("Release") { moment($0.releaseTime, &$1) },
      HTMLColumn("Velocity pt/s", "n") { number($0.velocity) },
      HTMLColumn("Projected pt", "n") { number($0.projected) },
      HTMLColumn("Rest pt", "n") { number($0.rest) },
      HTMLColumn("Margin pt", "n") { number($0.flipMargin) },
      HTMLColumn("Rule") { settle, page in
        page.text(settle.sentence)
        writeCandidates(settle, &page)
      },
    ]
  }

  private func writeCandidates(_ settle: ReportSettle, _ page: inout HTMLText) {
    guard !settle.candidates.isEmpty else { return }
    page.raw("<details><summary>Candidates</summary><table class=\"plain\"><tbody>")
    for candidate in settle.candidates.prefix(12) {
      page.raw("<tr>")
      page.element("td", candidate.id ?? "offset")
      page.element("td", "at \(ReportNumber.text(candidate.place))", class: "n")
      page.element("td", "\(ReportNumber.text(candidate.distance)) away", class: "n")
      page.element("td", candidate.verdict)
      page.raw("</tr>")
    }
    page.raw("</tbody></table></details>")
  }

  private func writePlanes(_ page: inout HTMLText) {
    let settles = document.tracks.flatMap { track in
      track.settles.filter { $0.plane != nil }.map { (track.name, $0) }
    }
    guard !settles.isEmpty else { return }
    page.raw(
      "<h3>Which releases lead to which target</h3><p class=\"hint\">Each diagram shows which target "
    )
    page.raw(
      "a release with another offset (horizontal) and velocity (vertical) would choose. ")
    page.raw("The dot is the release itself.</p>")
    let drawn = settles.filter { ($0.1.plane?.choices.count ?? 0) > 1 }
    for (name, settle) in settles {
      guard let plane = settle.plane, plane.choices.count == 1 else { continue }
      page.element(
        "p",
        "\(name), settle \(settle.number): always \(plane.choices[0].text), "
          + "\(Self.reach(of: plane)).",
        class: "hint")
    }
    guard !drawn.isEmpty else { return }
    page.raw("<div class=\"planes\">")
    for (name, settle) in drawn {
      guard let plane = settle.plane else { continue }
      page.raw("<figure>")
      PlaneDrawing(plane: plane, settle: settle).write(&page)
      page.raw("<figcaption>")
      page.text("\(name), settle \(settle.number); \(Self.reach(of: plane)):")
      for (number, choice) in plane.choices.enumerated() {
        page.raw("<i><span class=\"k")
        page.text("\(number % ReportCurve.seriesLimit)")
        page.raw("\">")
        page.raw(PlaneDrawing.shade(of: number).sign)
        page.raw("</span> ")
        page.text(choice.text)
        page.raw("</i>")
      }
      page.raw("</figcaption></figure>")
    }
    page.raw("</div>")
  }

  private static func reach(of plane: ReportSettle.Plane) -> String {
    func range(_ values: [Double], _ unit: String) -> String {
      "\(ReportNumber.text(values.first ?? 0, decimals: 0)) to "
        + "\(ReportNumber.text(values.last ?? 0, decimals: 0)) \(unit)"
    }
    return "offsets \(range(plane.offsets, "pt")), velocities \(range(plane.velocities, "pt/s"))"
  }
}
