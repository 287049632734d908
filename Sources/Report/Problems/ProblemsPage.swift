import CReportAssets
import Corpus
import ScrollModel
public import TextKit

/// The page of a triage: problems by weight, and filters by the properties of traces.
///
/// The list is part of the page; the script counts again for a filter or a search.
public struct ProblemsPage {
  let document: ProblemsDocument
  private let columns: Columns
  private let reproduced: Set<String>
  private static let sampleLimit = 12

  /// Creates the page; `reproduced` contains the names of the problems with a minimal case.
  public init(
    _ document: ProblemsDocument, _ columns: Columns, reproduced: Set<String> = []
  ) {
    self.document = document
    self.columns = columns
    self.reproduced = reproduced
  }

  /// Returns the page.
  public func bytes() throws(NumberError) -> [UInt8] {
    var page = HTMLText()
    let script = HTMLReport.bytes(of: scrolltrace_problems_js())
    HTMLReport.writeHead("Scroll problems", script: script, &page)
    page.raw("<body><main><header class=\"top\"><p class=\"kind\">Scroll problems</p>")
    page.element("h1", ReportText.counted(document.problemCount, "problem"))
    page.element("p", ProblemsText.total(document.problems, document.ranked) + ".")
    page.raw("</header>")
    writeControls(&page)
    page.raw("<section id=\"problems\"><h2>Problems, most important first</h2>")
    for (number, problem) in document.ranked.enumerated() { write(problem, number, &page) }
    if document.ranked.isEmpty { page.element("p", "No trace has a problem.") }
    page.raw("</section>")
    writeGone(&page)
    page.raw("</main><script type=\"application/json\" id=\"data\">")
    page.asset(try columns.json(document.ranked))
    page.raw("</script><script>")
    page.asset(script)
    page.raw("</script></body></html>\n")
    return page.bytes
  }

  /// Writes the filters, which the script fills; without it they are hidden.
  private func writeControls(_ page: inout HTMLText) {
    page.raw("<div class=\"controls problems\" id=\"controls\" hidden><label>Search ")
    page.raw("<input type=\"search\" id=\"search\" placeholder=\"iOS 26.1, keyboard\" ")
    page.raw("title=\"Words that a problem or its traces have; commas separate them\"></label>")
    page.raw(
      "<label>Sort <select id=\"sort\"><option value=\"weight\">most important first</option>")
    page.raw("<option value=\"count\">most traces first</option>")
    page.raw("<option value=\"name\">by name</option></select></label>")
    page.raw("<span id=\"filters\"></span><button id=\"clear\" type=\"button\">Clear</button>")
    page.raw("<output id=\"matches\"></output></div>")
  }

  private func write(_ problem: Problem, _ number: Int, _ page: inout HTMLText) {
    page.raw("<article class=\"finding ")
    page.text(problem.severity.word)
    page.raw("\" data-problem=\"")
    page.text("\(number)")
    page.raw("\" data-name=\"")
    page.text(problem.name)
    if problem.key.kind == .failure { page.raw("\" data-kind=\"failure") }
    page.raw("\" data-factor=\"")
    page.text("\(problem.weight / max(problem.count, 1))")
    page.raw("\" id=\"")
    page.text(problem.name)
    page.raw("\"><h3><span class=\"badge ")
    page.text(problem.severity.word)
    page.raw("\">")
    page.text(problem.severity.word)
    page.raw("</span>")
    page.text(problem.title + ".")
    page.raw("</h3><p class=\"count\"><b>")
    page.text(ReportText.counted(problem.count, "trace"))
    page.raw("</b> of ")
    let total = document.problems.traceCount
    page.text("\(total) (\(ProblemsText.percent(problem.count, of: total)))")
    page.raw("</p>")
    writeVersions(problem, &page)
    if let change = document.change(of: problem) {
      page.raw("<p><b>Since the baseline:</b> ")
      page.text(ProblemsText.change(change) + ".")
      page.raw("</p>")
    }
    if !problem.details.isEmpty { page.element("p", problem.details) }
    for focus in document.problems.concentrations(of: problem).prefix(3) {
      page.element("p", ProblemsText.focus(focus) + ".")
    }
    if let fix = problem.fix {
      page.raw("<p><b>Fix:</b> ")
      page.text(ReportText.withoutPeriod(fix) + ".")
      page.raw("</p>")
    }
    writeSamples(problem, &page)
    page.raw("</article>")
  }

  private func writeSamples(_ problem: Problem, _ page: inout HTMLText) {
    page.raw("<p class=\"meta\">")
    if let report = document.report(of: problem) {
      page.raw("<a href=\"./")
      page.text(report)
      page.raw("\">Report of the clearest trace</a>: ")
    } else {
      page.raw("For example: ")
    }
    page.text(document.location(problem.representative))
    if reproduced.contains(problem.name) {
      page.raw("; <a href=\"./clusters/")
      page.text(problem.name)
      page.raw("/reproduction/README.md\">its smallest case</a>")
    }
    page.raw("</p>")
    guard problem.count > 1 || problem.key.kind == .failure else { return }
    page.raw("<details><summary>")
    let shown = problem.samples.prefix(Self.sampleLimit)
    page.text(
      shown.count < problem.count
        ? "The first \(shown.count) of \(problem.count) traces"
        : ReportText.counted(problem.count, "trace"))
    page.raw("</summary><ul>")
    for sample in shown { page.element("li", document.description(sample, of: problem)) }
    page.raw("</ul></details>")
  }

  private func writeGone(_ page: inout HTMLText) {
    guard !document.gone.isEmpty else { return }
    page.raw("<section><h2>Gone since the baseline</h2><ul>")
    for entry in document.gone {
      page.element("li", "\(ProblemsText.change(entry)): \(entry.problem.title).")
    }
    page.raw("</ul></section>")
  }
}
