/// What a report says first: what is wrong, what repairs it, and what else there is to see.
public struct ReportVerdict: Hashable, Sendable {
  /// What is wrong, or that nothing is, without a period.
  public var statement: String
  /// What removes the diagnosed cause, without a period; nil without a cause.
  public var fix: String?
  /// The smallest change that makes it disappear, checked by replaying.
  public var repair: String?
  /// What else there is to say, each without a period.
  public var remarks: [String]
  /// Why no replay was compared, or nothing at all was checked; nil if the recording was compared.
  public var notChecked: NotChecked?

  /// Creates a verdict.
  public init(
    _ statement: String, fix: String? = nil, repair: String? = nil, remarks: [String] = [],
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
    if let repair { sentences.append("Repaired by \(repair)") }
    sentences += remarks
    if let command = notChecked?.nextCommand { sentences.append("Next: '\(command)'") }
    return sentences.filter { !$0.isEmpty }.map { $0 + "." }.joined(separator: " ")
  }
}

/// Makes sentences of what detectors say: they begin with a capital, unless with an id or a number.
public struct ReportSentences: Sendable {
  private let ids: Set<String>

  /// Takes the ids of a document, which keep their case.
  public init(of document: ReportDocument) {
    ids = document.layouts.reduce(into: []) { ids, layout in
      for target in layout.targets { ids.insert(target.id) }
    }
  }

  /// Returns the text as a sentence without its period.
  public func sentence(_ text: String) -> String {
    let word = text.prefix { $0 != " " }
    let isPlain = word.allSatisfy { "a"..."z" ~= $0 } && !ids.contains(String(word))
    return isPlain ? text.prefix(1).uppercased() + text.dropFirst() : text
  }
}
