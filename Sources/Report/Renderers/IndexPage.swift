import CReportAssets
import ScrollModel
public import TextKit

/// The page of a folder of reports: ordered by severity, grouped by defect, with failures.
public struct IndexPage: Sendable {
  /// One report of the folder: the data of its row, so that the document need not stay in memory.
  public struct Entry: Sendable {
    struct Defect: Sendable {
      var fingerprint: String
      var title: String
      var message: String
      var severity: ReportSeverity
    }

    let file: String
    let trace: Int64
    let name: String
    let verdict: String
    let severity: ReportSeverity
    let duration: Int64
    let divergenceCount: Int
    let cause: Cause?
    let defects: [Defect]
    /// Searchable text that is not on the page: device, system, app and configuration.
    let words: String
    /// The declared configuration as one line, or the statement that none is declared.
    let configuration: String

    /// Creates an entry from a document; `file` is the report's name in the folder.
    public init(file: String, _ document: ReportDocument) {
      self.file = file
      trace = document.traceID
      name = document.information.name
      verdict = document.verdict.text
      severity = document.severity
      cause = Cause(document)
      duration = document.durationNanoseconds
      divergenceCount = document.divergences.count {
        $0.verdict != "invisible" && $0.track == document.judgedTrack
      }
      let sentences = ReportSentences(of: document)
      defects = document.findings.map {
        Defect(
          fingerprint: $0.fingerprint, title: "\($0.detector) \($0.name)",
          message: sentences.sentence($0.message), severity: $0.severity)
      }
      let information = document.information
      words = [
        information.device, information.system, information.app,
        information.declaredConfiguration,
      ].compactMap(\.self).joined(separator: " ")
      configuration =
        information.declaredConfiguration.map(ReportText.configuration) ?? "none declared"
    }
  }

  /// A trace without a report, and the reason.
  public struct Failure: Sendable {
    /// The name of the trace.
    public let name: String
    /// The reason.
    public let reason: String

    /// Creates a failure.
    public init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  let entries: [Entry]
  let failures: [Failure]
  /// Names of several traces, which are shown with their numbers.
  private let sharedNames: Set<String>

  /// Creates a page ordered by severity; equals keep their order.
  public init(_ entries: [Entry], failures: [Failure] = []) {
    self.entries = entries.enumerated().sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }.map(\.element)
    self.failures = failures
    sharedNames = Set(
      Dictionary(grouping: entries, by: \.name).filter { $0.value.count > 1 }.keys)
  }

  /// Returns the page.
  public func bytes() throws(NumberError) -> [UInt8] {
    var page = HTMLText()
    // A few traces need no search.
    let script = entries.count > 3 ? HTMLReport.bytes(of: scrolltrace_index_js()) : nil
    HTMLReport.writeHead("Scroll trace reports", script: script, &page)
    page.raw("<body><main><header class=\"top\"><p class=\"kind\">Scroll trace reports</p>")
    page.element("h1", ReportText.counted(entries.count, "trace"))
    page.raw("<ul class=\"legend\">")
    for severity in ReportSeverity.allCases.reversed() {
      let count = entries.count { $0.severity == severity }
      guard count > 0 else { continue }
      page.raw("<li>")
      Self.badge(severity, &page)
      page.text("\(count)")
      page.raw("</li>")
    }
    page.raw("</ul></header>")
    if script != nil { writeControls(&page) }
    writeFailures(&page)
    writeCauses(&page)
    writeEntries(&page)
    writeGroups(&page)
    page.raw("</main>")
    if let script {
      page.raw("<script type=\"application/json\" id=\"data\">")
      page.asset(try data())
      page.raw("</script><script>")
      page.asset(script)
      page.raw("</script>")
    }
    page.raw("</body></html>\n")
    return page.bytes
  }

  // MARK: The search

  /// Hidden until the script shows it, because it has no effect without the script.
  private func writeControls(_ page: inout HTMLText) {
    page.raw("<div class=\"controls problems\" id=\"controls\" hidden><label>Search ")
    page.raw("<input type=\"search\" id=\"search\" placeholder=\"view-aligned, iOS 26\" ")
    page.raw("title=\"Words of a trace; commas separate them\"></label>")
    page.raw("<label>Severity <select id=\"severity\"><option value=\"\">all</option>")
    for severity in ReportSeverity.allCases.reversed()
    where entries.contains(where: { $0.severity == severity }) {
      page.raw("<option>")
      page.text(severity.label)
      page.raw("</option>")
    }
    page.raw(
      "</select></label><label>Detector <select id=\"detector\"><option value=\"\">all</option>")
    for title in Set(entries.flatMap { $0.defects.map(\.title) }).sorted() {
      page.element("option", title)
    }
    page.raw("</select></label><label>Configuration <select id=\"configuration\">")
    page.raw("<option value=\"\">all</option>")
    for (number, text) in configurations.enumerated() {
      page.raw("<option value=\"")
      page.text("\(number)")
      page.raw("\">")
      page.text(text)
      page.raw("</option>")
    }
    page.raw("</select></label><button id=\"clear\" type=\"button\">Clear</button>")
    page.raw("<output id=\"matches\"></output></div>")
  }

  private var configurations: [String] { Set(entries.map(\.configuration)).sorted() }

  /// The script's data of each trace, in the order of the table.
  private func data() throws(NumberError) -> [UInt8] {
    let numbers = Dictionary(
      uniqueKeysWithValues: configurations.enumerated().map { ($1, Int64($0)) })
    var json = JSONWriter(escaping: .html)
    json.beginObject()
    try json.objects("traces", entries) { (entry, json) throws(NumberError) in
      json.member("severity", entry.severity.label)
      json.texts("detectors", Set(entry.defects.map(\.title)).sorted())
      json.member("configuration", numbers[entry.configuration])
      json.member("words", ReportText.shown(entry.words))
    }
    // A cause or defect with many traces links only to the first ones.
    json.key("articles")
    json.beginArray()
    for numbers in Self.groups(entries).map(\.entries) + groups.map(\.entries) {
      json.beginArray()
      for number in numbers { json.value(number) }
      json.endArray()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  // MARK: Parts

  private func writeFailures(_ page: inout HTMLText) {
    guard !failures.isEmpty else { return }
    page.raw("<section><h2>Without a report</h2><ul>")
    for failure in failures { page.element("li", "\(failure.name): \(failure.reason)") }
    page.raw("</ul></section>")
  }

  private func writeEntries(_ page: inout HTMLText) {
    guard !entries.isEmpty else { return }
    page.raw("<section id=\"traces\"><h2>All traces, worst first</h2><div class=\"scroll\">")
    page.table(columns, entries)
    page.raw("</div></section>")
  }

  private var columns: [HTMLColumn<Entry>] {
    [
      HTMLColumn("Severity") { Self.badge($0.severity, &$1) },
      HTMLColumn("Trace") { link($0, &$1) },
      HTMLColumn("Verdict", text: \.verdict),
      HTMLColumn("Findings", "n") { "\($0.defects.count)" },
      HTMLColumn("Divergences", "n") { "\($0.divergenceCount)" },
      HTMLColumn("Duration", "n") { ReportNumber.seconds($0.duration) },
    ]
  }

  /// The reports with a defect of one fingerprint.
  private struct Group {
    var defect: Entry.Defect
    var entries: [Int]
  }

  private var groups: [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for (number, entry) in entries.enumerated() {
      for defect in entry.defects {
        if let place = places[defect.fingerprint] {
          if groups[place].entries.last != number { groups[place].entries.append(number) }
        } else {
          places[defect.fingerprint] = groups.count
          groups.append(Group(defect: defect, entries: [number]))
        }
      }
    }
    return groups.enumerated().sorted {
      ($1.element.defect.severity, $1.element.entries.count, $0.offset)
        < ($0.element.defect.severity, $0.element.entries.count, $1.offset)
    }.map(\.element)
  }

  private func writeGroups(_ page: inout HTMLText) {
    let groups = groups
    guard !groups.isEmpty else { return }
    page.raw("<section><h2>The same defects together</h2>")
    for group in groups {
      page.raw("<article class=\"finding ")
      page.text(group.defect.severity.rawValue)
      page.raw("\"><h3>")
      Self.badge(group.defect.severity, &page)
      page.text(group.defect.title)
      page.raw("</h3>")
      page.element("p", group.defect.message + ".")
      page.element("p", "Fingerprint \(group.defect.fingerprint).", class: "meta")
      writeLinks(to: group.entries, &page)
      page.raw("</article>")
    }
    page.raw("</section>")
  }

  static func badge(_ severity: ReportSeverity, _ page: inout HTMLText) {
    page.raw("<span class=\"badge ")
    page.text(severity.rawValue)
    page.raw("\">")
    page.text(severity.label)
    page.raw("</span>")
  }

  /// Writes a link; the name is encoded, so that it cannot become another kind of URL.
  func link(_ entry: Entry, _ page: inout HTMLText) {
    page.raw("<a href=\"./")
    page.text(PercentText.encoded(entry.file))
    page.raw("\">")
    page.text(entry.name)
    page.raw("</a>")
    if sharedNames.contains(entry.name) { page.text(" (trace \(entry.trace))") }
  }
}
