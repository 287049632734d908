/// A group of traces with one cause, or without a cause.
public struct IndexGroup: Sendable {
  /// The kind of group, in display order.
  public enum Kind: Int, Comparable, Sendable {
    /// Traces with one diagnosed cause.
    case cause
    /// Defects without a diagnosed cause.
    case defect
    /// Traces that are as declared.
    case healthy
    /// Traces that were not analyzed.
    case notChecked

    /// Whether one comes before another.
    public static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
  }

  /// The kind.
  public let kind: Kind
  /// The worst severity of its traces.
  public private(set) var severity: ReportSeverity
  /// The indices of its entries.
  public private(set) var entries: [Int] = []
  /// The sentences of each trace about its cause.
  fileprivate private(set) var statements: [[String]] = []
  /// The fix of the cause, from the first trace.
  public let fix: String?

  fileprivate init(_ entry: IndexPage.Entry) {
    kind = entry.groupKind
    severity = entry.severity
    fix = entry.cause?.fix
  }

  fileprivate mutating func add(_ number: Int, _ entry: IndexPage.Entry) {
    entries.append(number)
    severity = max(severity, entry.severity)
    if let sentences = entry.cause?.sentences { statements.append(sentences) }
  }

  /// The common property, as a sentence without its count.
  public var title: String {
    switch kind {
    case .cause: return ReportText.withoutPeriod(statements.first?.first ?? "")
    case .defect: return "Defects without a diagnosed cause"
    case .healthy: return "No defect, behaves as declared"
    case .notChecked: return "Not checked"
    }
  }

  /// Further sentences about the cause.
  fileprivate var details: String {
    let first = statements.first ?? []
    let others = statements.count { $0 != first }
    let differing =
      others == 0
      ? [] : ["In \(ReportText.counted(others, "trace")) the numbers differ."]
    return (first.dropFirst() + differing).joined(separator: " ")
  }
}

extension IndexPage {
  /// Groups entries by cause: the most frequent cause first, then defects without one, then correct
  /// traces, then those that were not analyzed.
  static func groups(_ entries: [Entry]) -> [IndexGroup] {
    var groups: [IndexGroup] = []
    var places: [String: Int] = [:]
    for (number, entry) in entries.enumerated() {
      let key = entry.groupKey
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append(IndexGroup(entry))
      }
      groups[place].add(number, entry)
    }
    return groups.enumerated().sorted {
      let (first, second) = ($0.element, $1.element)
      if first.kind != second.kind { return first.kind < second.kind }
      if first.entries.count != second.entries.count {
        return first.entries.count > second.entries.count
      }
      return first.severity != second.severity
        ? first.severity > second.severity : $0.offset < $1.offset
    }.map(\.element)
  }

  /// The terminal output for a folder: one line per group, in the order of the page.
  public var summary: [(count: Int, text: String, severity: ReportSeverity)] {
    Self.groups(entries).map { ($0.entries.count, $0.title, $0.severity) }
  }

  func writeCauses(_ page: inout HTMLText) {
    guard !entries.isEmpty else { return }
    page.raw("<section><h2>By cause</h2>")
    for group in Self.groups(entries) {
      page.raw("<article class=\"finding ")
      page.text(group.severity.rawValue)
      page.raw("\"><h3>")
      Self.badge(group.severity, &page)
      page.text(group.title + ".")
      page.raw("</h3>")
      if !group.details.isEmpty { page.element("p", group.details) }
      if let fix = group.fix {
        page.raw("<p><b>Fix:</b> ")
        page.text(fix + ".")
        page.raw("</p>")
      }
      writeLinks(to: group.entries, &page)
      page.raw("</article>")
    }
    page.raw("</section>")
  }

  /// More links are a wall of text; the search shows all traces of a group in the table.
  private static let linkLimit = 12

  /// Writes links to reports, up to a limit.
  func writeLinks(to numbers: [Int], _ page: inout HTMLText) {
    page.raw("<p class=\"meta\">")
    page.text(ReportText.counted(numbers.count, "trace") + ": ")
    for (place, number) in numbers.prefix(Self.linkLimit).enumerated() {
      if place > 0 { page.raw(", ") }
      link(entries[number], &page)
    }
    let more = numbers.count - Self.linkLimit
    if more > 0 { page.text(" and \(more) more") }
    page.raw("</p>")
  }
}

extension IndexPage.Entry {
  /// The cause of a report, for the page of a folder.
  struct Cause: Sendable {
    /// A key that is equal for the same cause in traces of other sizes.
    let key: String
    /// The app's behavior.
    let sentences: [String]
    /// The fix.
    let fix: String?

    init?(_ document: ReportDocument) {
      guard let diagnosis = document.diagnosis, let cause = diagnosis.leadCause else { return nil }
      let isUndecided = diagnosis.verdict == .undecided
      key = [diagnosis.verdict.rawValue, cause.kind, Self.withoutNumbers(cause.symbolic ?? "")]
        .joined(separator: "|")
      let lead = isUndecided ? "Undecided. Most likely: " : ""
      sentences = [lead + (cause.sentences.first ?? "")] + cause.sentences.dropFirst()
      fix = cause.fix?.summary
    }

    /// The names of lengths without their values, which depend on the device.
    private static func withoutNumbers(_ text: String) -> String {
      String(
        String.UnicodeScalarView(text.unicodeScalars.filter { !("0"..."9" ~= $0 || $0 == ".") }))
    }
  }

  fileprivate var groupKind: IndexGroup.Kind {
    if cause != nil { return .cause }
    return severity >= .notice ? .defect : severity == .notChecked ? .notChecked : .healthy
  }

  fileprivate var groupKey: String { cause?.key ?? "\(groupKind)" }
}
