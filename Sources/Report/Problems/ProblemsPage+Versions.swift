import Corpus

extension ProblemsPage {
  private static let versionWidth = 14
  private static let versionHeight = 28

  /// Writes a bar for each version, whose height is the fraction of its traces with the problem.
  func writeVersions(_ problem: Problem, _ page: inout HTMLText) {
    guard problem.key.kind != .failure,
      let shares = VersionShares(of: problem, in: document.problems)
    else { return }
    guard let highest = shares.versions.max(by: { $0.share < $1.share }), highest.count > 0
    else { return }
    let (width, height) = (Self.versionWidth, Self.versionHeight)
    page.raw("<figure class=\"versions\"><svg role=\"img\" width=\"")
    page.text("\(shares.versions.count * width)")
    page.raw("\" height=\"")
    page.text("\(height)")
    page.raw("\" aria-label=\"")
    page.text("Share of traces by \(shares.facet): ")
    page.text(
      shares.versions.map { "\($0.name) \(ProblemsText.percent($0.count, of: $0.all))" }
        .joined(separator: ", "))
    page.raw("\">")
    for (number, version) in shares.versions.enumerated() {
      page.raw("<g><title>")
      page.text(
        "\(version.name): \(version.count) of \(ReportText.counted(version.all, "trace")) "
          + "(\(ProblemsText.percent(version.count, of: version.all)))")
      page.raw("</title>")
      // The whole area of a version shows its numbers as a tooltip.
      write("room", x: number * width, width: width, height: height, &page)
      // A version without the problem has a line, so that it is visible.
      let bar = max(1, Int((version.share / highest.share * Double(height)).rounded()))
      write("bar", x: number * width + 2, width: width - 4, height: bar, &page)
      page.raw("</g>")
    }
    page.raw("</svg><figcaption>")
    page.text("\(shares.facet) \(shares.versions.first?.name ?? "") to ")
    page.text("\(shares.versions.last?.name ?? ""), at most ")
    page.text(ProblemsText.percent(highest.count, of: highest.all))
    page.raw("</figcaption></figure>")
  }

  private func write(
    _ kind: StaticString, x: Int, width: Int, height: Int, _ page: inout HTMLText
  ) {
    page.raw("<rect class=\"")
    page.raw(kind)
    page.raw("\" x=\"")
    page.text("\(x)")
    page.raw("\" y=\"")
    page.text("\(Self.versionHeight - height)")
    page.raw("\" width=\"")
    page.text("\(width)")
    page.raw("\" height=\"")
    page.text("\(height)")
    page.raw("\"/>")
  }
}
