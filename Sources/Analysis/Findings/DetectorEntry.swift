/// The documentation of a detector, as data for help screens and pages.
public struct DetectorEntry: Hashable, Sendable {
  /// A public report of the same kind of defect.
  public struct Report: Hashable, Sendable {
    /// Its name in the gallery, such as `A1` or `BUG-7`.
    public var name: String
    /// Its link; nil if the report is not publicly accessible.
    public var link: String?

    /// Creates a report.
    public init(_ name: String, _ link: String? = nil) {
      self.name = name
      self.link = link
    }
  }

  /// The permanent id, such as `S05`.
  public var id: String
  /// The name: words joined by dashes.
  public var name: String
  /// Another name of the same detector, such as `D-DRIFT`.
  public var alias: String?
  /// The detected defect.
  public var looksFor: String
  /// The required evidence, and the cases that are skipped.
  public var evidence: String
  /// The usual causes.
  public var causes: [String]
  /// The configuration changes to try.
  public var repairs: String
  /// Public reports of this kind.
  public var reports: [Report]

  /// Creates an entry.
  public init(
    _ id: String, _ name: String, alias: String? = nil, looksFor: String, evidence: String,
    causes: [String], repairs: String, reports: [Report] = []
  ) {
    self.id = id
    self.name = name
    self.alias = alias
    self.looksFor = looksFor
    self.evidence = evidence
    self.causes = causes
    self.repairs = repairs
    self.reports = reports
  }

  /// The page of the detector, as Markdown.
  public var markdown: String {
    var text = "# \(id) \(name)\n\n"
    if let alias { text += "Also known as \(alias).\n\n" }
    text += "**Looks for.** \(looksFor)\n\n**Evidence.** \(evidence)\n\n**Likely causes.**\n\n"
    for cause in causes { text += "- \(cause)\n" }
    text += "\n**Repairs worth trying.** \(repairs)\n"
    guard !reports.isEmpty else { return text }
    text += "\n**Public reports of the kind.**\n\n"
    for report in reports {
      text += "- \(report.name)" + (report.link.map { ": <\($0)>" } ?? "") + "\n"
    }
    return text
  }
}
