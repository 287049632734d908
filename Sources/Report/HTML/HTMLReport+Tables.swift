import ScrollModel

extension HTMLReport {
  // MARK: Matrix

  func writeMatrix(_ page: inout HTMLText) {
    guard document.matrix.count > 1 else { return }
    page.raw("<section><h2>Configurations side by side</h2>")
    page.element(
      "p",
      "Configurations of one group behave the same"
        + (document.recordingGroup == nil ? "" : "; group A matches the recording")
        + ". Worst is the largest distance from the recording."
        + (showsImpressions ? " Seen is the number of impressions under each." : ""),
      class: "hint")
    page.raw("<div class=\"scroll\">")
    // Cells with equal outcomes are adjacent; those that could not be replayed come last.
    let cells = document.matrix.enumerated().sorted {
      ($0.element.group ?? .max, $0.offset) < ($1.element.group ?? .max, $1.offset)
    }
    page.table(matrixColumns, cells.map(\.element), class: "rows cellgrid")
    page.raw("</div>")
    let physicsDifferences = document.matrix.flatMap(\.physicsDifferences)
    if !physicsDifferences.isEmpty {
      page.raw("<ul>")
      for sentence in physicsDifferences.prefix(100) { page.element("li", sentence) }
      page.raw("</ul>")
    }
    page.raw("</section>")
  }

  private var showsImpressions: Bool { document.matrix.contains { $0.impressions != nil } }

  private var matrixColumns: [HTMLColumn<ReportCell>] {
    var group = HTMLColumn<ReportCell>("Group", "g") { $0.group.map(Self.groupName) ?? "–" }
    let series = Dictionary(
      document.curves.compactMap { curve in curve.group.map { ($0, curve.series) } },
      uniquingKeysWith: { first, _ in first })
    group.shade = { cell in cell.group.flatMap { series[$0] }.map { " k\($0)" } ?? "" }
    var worst = HTMLColumn<ReportCell>("Worst pt", "n") {
      $0.worst.map { ReportNumber.text($0) } ?? ""
    }
    worst.shade = { " heat\(Self.heat($0.worst))" }
    let seen = HTMLColumn<ReportCell>("Seen", "n") { $0.impressions.map { "\($0)" } ?? "" }
    return [
      group, HTMLColumn("Configuration", text: \.name), HTMLColumn("Settles at", text: \.settles),
      HTMLColumn("First divergence", text: \.firstDivergence),
    ] + (showsImpressions ? [seen] : []) + [worst]
  }

  /// Five shades: none, invisible, and one for each factor of ten.
  private static func heat(_ distance: Double?) -> Int {
    guard let distance else { return 0 }
    return [0.5, 5, 50, 500].count { distance >= $0 }
  }

  /// Letters for indices: A to Z, AA, AB and so on.
  static func groupName(_ index: Int) -> String {
    var name = ""
    var rest = max(0, index)
    repeat {
      name = String(UnicodeScalar(UInt8(65 + rest % 26))) + name
      rest = rest / 26 - 1
    } while rest >= 0
    return name
  }

  // MARK: Impressions

  func writeImpressions(_ page: inout HTMLText) {
    guard !document.policies.isEmpty else { return }
    page.raw("<section><h2>What was seen</h2>")
    page.raw(
      "<p class=\"hint\">Each bar is one impression and begins when it counts. ")
    page.raw("A dashed frame is a near miss.</p>")
    for policy in document.policies {
      page.element("h3", "Under the policy \(policy.name): \(policy.counts)")
      page.raw("<details><summary>Numbers of the policy</summary><ul>")
      for setting in policy.settings { page.element("li", setting) }
      page.raw("</ul></details>")
      guard !policy.impressions.isEmpty else { continue }
      page.raw("<div class=\"scroll\">")
      ImpressionDrawing(policy: policy, duration: document.durationNanoseconds).write(&page)
      page.raw("</div>")
      page.raw("<details><summary>All impressions and near misses</summary><div class=\"scroll\">")
      page.table(impressionColumns, policy.impressions.prefix(400))
      page.raw("</div>")
      let hidden = policy.impressions.count - 400
      if hidden > 0 { page.element("p", "… and \(hidden) more.", class: "hint") }
      page.raw("</details>")
    }
    page.raw("</section>")
  }

  private var impressionColumns: [HTMLColumn<ReportPolicy.Impression>] {
    [
      HTMLColumn("Target", text: \.id), HTMLColumn("From") { moment($0.from, &$1) },
      HTMLColumn("To", "t") { ReportNumber.seconds($0.to) },
      HTMLColumn("Counts at") {
        $0.qualified.map(ReportNumber.seconds) ?? "missed: \($0.lack ?? "")"
      },
      HTMLColumn("Peak %", "n") { ReportNumber.text($0.peakFraction * 100, decimals: 1) },
      HTMLColumn("Certainty", text: \.certainty),
    ]
  }

  // MARK: Smoothness

  func writeFigures(_ page: inout HTMLText) {
    guard !document.figures.isEmpty else { return }
    page.raw("<section><h2>Smoothness</h2><div class=\"scroll\">")
    page.table(
      [
        HTMLColumn("Figure", text: \.name),
        HTMLColumn("Value", "n") { figure in
          figure.value.map { "\(ReportNumber.text($0)) \(figure.unit)" } ?? "not computed"
        },
        HTMLColumn("What it measures", text: \.meaning), HTMLColumn("Of", text: \.detail),
      ], document.figures)
    page.raw("</div></section>")
  }

  // MARK: Notes

  func writeNotes(_ page: inout HTMLText) {
    for (title, said): (StaticString, [String]) in [
      ("What this report could not determine", document.notes), ("Redacted", document.redactions),
    ] where !said.isEmpty {
      page.raw("<section><h2>")
      page.raw(title)
      page.raw("</h2><ul>")
      for sentence in said { page.element("li", sentence) }
      page.raw("</ul></section>")
    }
  }
}
