import TextKit

/// The first statement of a report: the problem, its fix, and further remarks.
public struct ReportVerdict: Hashable, Sendable {
  /// The problem, or that there is none, without a period.
  public var statement: String
  /// The fix of the diagnosed cause, without a period; nil without a cause.
  public var fix: String?
  /// The smallest change that fixes it, verified by replaying: code or a sentence without a period.
  public var repair: [ReportFinding.RepairLine]
  /// Further remarks, each without a period.
  public var remarks: [String]
  /// The reason why no replay was compared, or nothing was checked; nil if the recording was
  /// compared.
  public var notChecked: NotChecked?

  /// Creates a verdict.
  public init(
    _ statement: String, fix: String? = nil, repair: [ReportFinding.RepairLine] = [],
    remarks: [String] = [],
    notChecked: NotChecked? = nil
  ) {
    self.statement = statement
    self.fix = fix
    self.repair = repair
    self.remarks = remarks
    self.notChecked = notChecked
  }

  /// The whole verdict as a line of sentences.
  public var text: String {
    var sentences = [statement]
    if let fix { sentences.append("Fix: \(fix)") }
    if !repair.isEmpty {
      let parts = repair.map { $0.isCode ? "'\($0.text)'" : $0.text }
      sentences.append("Repair: " + parts.joined(separator: " "))
    }
    sentences += remarks
    if let command = notChecked?.nextCommand { sentences.append("Next: '\(command)'") }
    return sentences.filter { !$0.isEmpty }.map { $0 + "." }.joined(separator: " ")
  }
}

/// Converts texts of detectors to sentences: they begin with a capital letter, except for ids and
/// numbers.
public struct ReportSentences: Sendable {
  private let ids: Set<String>

  /// Creates the conversion for the ids of a document, which keep their case.
  public init(of document: ReportDocument) {
    ids = document.layouts.reduce(into: []) { ids, layout in
      for target in layout.targets { ids.insert(target.id) }
    }
  }

  /// Returns the text as a sentence without its period.
  public func sentence(_ text: String) -> String {
    text.asSentence(keeping: ids)
  }
}
