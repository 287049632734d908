import ScrollModel

extension HTMLReport {
  // MARK: Settles

  func writeSettles(_ page: inout HTMLText) {
    let tracks = document.tracks.filter { !$0.settles.isEmpty }
    guard !tracks.isEmpty else { return }
    page.raw("<section><h2>Where each release went</h2>")
    for (place, track) in tracks.enumerated() {
      page.element("h3", track.name)
      if place > 0, Self.areAlike(track.settles, tracks[0].settles) {
        page.element("p", "Every release as in \(tracks[0].name).", class: "hint")
        continue
      }
      page.raw("<div class=\"scroll\"><table><thead><tr><th scope=\"col\" class=\"n\">#</th>")
      page.raw("<th scope=\"col\">Release</th><th scope=\"col\" class=\"n\">Velocity pt/s</th>")
      page.raw(
        "<th scope=\"col\" class=\"n\">Projected pt</th><th scope=\"col\" class=\"n\">Rest pt</th>")
      page.raw(
        "<th scope=\"col\" class=\"n\">Flips after pt</th><th scope=\"col\">Rule</th></tr></thead><tbody>"
      )
      for settle in track.settles.prefix(100) { writeRow(settle, &page) }
      page.raw("</tbody></table></div>")
      if track.settles.count > 100 {
        page.element("p", "… and \(track.settles.count - 100) more.", class: "hint")
      }
    }
    page.raw(
      "<p class=\"hint\">Projected is where the content would have gone by itself. Flips after ")
    page.raw("is how much further it had to go for another choice.</p>")
    writePlanes(&page)
    page.raw("</section>")
  }

  /// Whether a person would see no difference: the numbers agree as they are shown.
  private static func areAlike(_ some: [ReportSettle], _ others: [ReportSettle]) -> Bool {
    func shown(_ settle: ReportSettle) -> [String] {
      [ReportNumber.seconds(settle.releaseTime), ReportNumber.text(settle.rest), settle.sentence]
        + [settle.velocity, settle.projected, settle.flipMargin].map {
          $0.map { ReportNumber.text($0) } ?? ""
        }
    }
    return some.map(shown) == others.map(shown)
  }

  private func writeRow(_ settle: ReportSettle, _ page: inout HTMLText) {
    page.raw("<tr><td class=\"n\">")
    page.text("\(settle.number)")
    page.raw("</td><td>")
    moment(settle.releaseTime, &page)
    page.raw("</td>")
    for value in [settle.velocity, settle.projected, settle.rest, settle.flipMargin] {
      page.element("td", value.map { ReportNumber.text($0) } ?? "", class: "n")
    }
    page.raw("<td>")
    page.text(settle.sentence)
    if !settle.candidates.isEmpty {
      page.raw("<details><summary>Candidates</summary><table><tbody>")
      for candidate in settle.candidates.prefix(12) {
        page.raw("<tr>")
        page.element("td", candidate.id ?? "place")
        page.element("td", "at \(ReportNumber.text(candidate.place))", class: "n")
        page.element("td", "\(ReportNumber.text(candidate.distance)) away", class: "n")
        page.element("td", candidate.verdict)
        page.raw("</tr>")
      }
      page.raw("</tbody></table></details>")
    }
    page.raw("</td></tr>")
  }

  private func writePlanes(_ page: inout HTMLText) {
    let settles = document.tracks.flatMap { track in
      track.settles.filter { $0.plane != nil }.map { (track.name, $0) }
    }
    guard !settles.isEmpty else { return }
    page.raw(
      "<h3>Where it would have flipped</h3><p class=\"hint\">Each plane shows what a release ")
    page.raw(
      "with another offset (across) and another velocity (up) would have chosen; the dot is ")
    page.raw("the release as it was.</p>")
    let drawn = settles.filter { ($0.1.plane?.choices.count ?? 0) > 1 }
    for (name, settle) in settles {
      guard let plane = settle.plane, plane.choices.count == 1 else { continue }
      page.element(
        "p",
        "\(name), settle \(settle.number): always \(plane.choices[0]), \(Self.reach(of: plane)).",
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
        page.text("\(number % 6)")
        page.raw(number % 12 < 6 ? "\">■</span> " : "\">□</span> ")
        page.text(choice)
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
    return "across \(range(plane.offsets, "pt")), up \(range(plane.velocities, "pt/s"))"
  }

  // MARK: Matrix

  func writeMatrix(_ page: inout HTMLText) {
    guard document.matrix.count > 1 else { return }
    page.raw("<section><h2>Configurations side by side</h2><div class=\"scroll\">")
    page.raw("<table class=\"cellgrid\"><thead><tr><th scope=\"col\">Group</th>")
    page.raw("<th scope=\"col\">Configuration</th><th scope=\"col\">Settles at</th>")
    page.raw(
      "<th scope=\"col\">First divergence</th><th scope=\"col\" class=\"n\">Worst pt</th></tr></thead><tbody>"
    )
    // Cells that behave the same stand together; those that could not be replayed come last.
    let cells = document.matrix.enumerated().sorted {
      ($0.element.group ?? .max, $0.offset) < ($1.element.group ?? .max, $1.offset)
    }
    for cell in cells.map(\.element) {
      page.raw("<tr><td class=\"g k")
      page.text("\((cell.group ?? 0) % 6)")
      page.raw("\">")
      page.text(cell.group.map(Self.groupName) ?? "–")
      page.raw("</td>")
      page.element("td", cell.name)
      page.element("td", cell.settles)
      page.element("td", cell.firstDivergence)
      page.raw("<td class=\"n heat")
      page.text("\(Self.heat(cell.worst))")
      page.raw("\">")
      page.text(cell.worst.map { ReportNumber.text($0) } ?? "")
      page.raw("</td></tr>")
    }
    page.raw("</tbody></table></div>")
    page.element("p", "Configurations of one group behave the same.", class: "hint")
    let contrasts = document.matrix.flatMap(\.contrasts)
    if !contrasts.isEmpty {
      page.raw("<ul>")
      for sentence in contrasts.prefix(100) { page.element("li", sentence) }
      page.raw("</ul>")
    }
    page.raw("</section>")
  }

  /// Five shades: none, below what is seen, and a step for each factor of ten.
  private static func heat(_ distance: Double?) -> Int {
    guard let distance else { return 0 }
    return [0.5, 5, 50, 500].count { distance >= $0 }
  }

  /// Letters for numbers: A to Z, AA, AB and so on.
  static func groupName(_ index: Int) -> String {
    var name = ""
    var rest = max(0, index)
    repeat {
      name = String(UnicodeScalar(UInt8(65 + rest % 26))) + name
      rest = rest / 26 - 1
    } while rest >= 0
    return name
  }

  // MARK: Impressions and smoothness

  func writeImpressions(_ page: inout HTMLText) {
    guard !document.policies.isEmpty else { return }
    page.raw("<section><h2>What was seen</h2>")
    for policy in document.policies {
      page.element(
        "h3", "\(policy.name): " + policy.counts)
      page.raw("<details><summary>Numbers of the policy</summary><ul>")
      for setting in policy.settings { page.element("li", setting) }
      page.raw("</ul></details>")
      page.raw("<div class=\"scroll\">")
      ImpressionDrawing(policy: policy, duration: document.durationNanoseconds).write(&page)
      page.raw("</div>")
      page.raw(
        "<details><summary>All impressions and near misses</summary><div class=\"scroll\"><table>")
      page.raw(
        "<thead><tr><th scope=\"col\">Target</th><th scope=\"col\">From</th><th scope=\"col\">To</th>"
      )
      page.raw("<th scope=\"col\">Counts at</th><th scope=\"col\" class=\"n\">Peak %</th>")
      page.raw("<th scope=\"col\">Certainty</th></tr></thead><tbody>")
      for impression in policy.impressions.prefix(400) {
        page.raw("<tr>")
        page.element("td", impression.id)
        page.raw("<td>")
        moment(impression.from, &page)
        page.raw("</td>")
        page.element("td", ReportNumber.seconds(impression.to), class: "t")
        page.element(
          "td",
          impression.qualified.map(ReportNumber.seconds) ?? "missed: \(impression.lack ?? "")")
        page.element(
          "td", ReportNumber.text(impression.peakFraction * 100, decimals: 1), class: "n")
        page.element("td", impression.certainty)
        page.raw("</tr>")
      }
      page.raw("</tbody></table></div></details>")
    }
    page.raw("</section>")
  }

  func writeFigures(_ page: inout HTMLText) {
    guard !document.figures.isEmpty else { return }
    page.raw("<section><h2>Smoothness</h2><div class=\"scroll\"><table><thead><tr>")
    page.raw("<th scope=\"col\">Figure</th><th scope=\"col\" class=\"n\">Value</th>")
    page.raw("<th scope=\"col\">From</th></tr></thead><tbody>")
    for figure in document.figures {
      page.raw("<tr>")
      page.element("td", figure.name)
      page.element(
        "td",
        figure.value.map { "\(ReportNumber.text($0)) \(figure.unit)" } ?? "not computed", class: "n"
      )
      page.element("td", figure.detail)
      page.raw("</tr>")
    }
    page.raw("</tbody></table></div></section>")
  }

  // MARK: Reproduction

  /// The commands that make every number again, with the full digests and configurations.
  func writeReproduction(_ page: inout HTMLText) {
    page.raw("<details class=\"again\"><summary>")
    page.raw("Make it again: commands, digests, configurations</summary>")
    if !document.commands.isEmpty {
      page.raw("<pre>")
      for command in document.commands {
        page.text(command)
        page.raw("\n")
      }
      page.raw("</pre>")
    }
    page.raw("<dl class=\"facts\">")
    for digest in document.digests {
      page.raw("<div><dt>")
      page.text(digest.name)
      page.raw("</dt><dd class=\"mono\">")
      page.text(digest.hex)
      page.raw("</dd></div>")
    }
    for track in document.tracks {
      page.raw("<div><dt>")
      page.text(track.name)
      page.raw("</dt><dd class=\"mono\">")
      page.text([track.configuration, track.digest].compactMap { $0 }.joined(separator: " · "))
      page.raw("</dd></div>")
    }
    page.raw("</dl></details>")
  }

  func writeNotes(_ page: inout HTMLText) {
    for (title, sentences): (StaticString, [String]) in [
      ("What this report could not know", document.notes), ("Redacted", document.redactions),
    ] where !sentences.isEmpty {
      page.raw("<section><h2>")
      page.raw(title)
      page.raw("</h2><ul>")
      for sentence in sentences { page.element("li", sentence) }
      page.raw("</ul></section>")
    }
  }
}
