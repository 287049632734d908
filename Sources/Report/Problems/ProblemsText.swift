public import Corpus

/// Sentences about the problems of a corpus, shared by the terminal, Markdown and the page.
public enum ProblemsText {
  /// The last line of a triage: the number of traces with a problem, and the results of the others.
  public static func total(_ problems: Problems, _ ranked: [Problem]) -> String {
    let found = ranked.filter { $0.key.kind != .failure }
    let affected = found.reduce(0) { $0 + $1.count }
    let failed = problems.verdicts[.failed] ?? 0
    let rest = problems.traceCount - affected - failed
    var parts = [
      "\(ReportText.counted(found.count, "problem")) in \(affected) of "
        + ReportText.counted(problems.traceCount, "trace")
    ]
    if rest > 0 {
      parts.append("\(rest) without a problem (\(reasons(problems.withoutProblem)))")
    }
    if failed > 0 { parts.append("\(failed) could not be judged") }
    if problems.copies > 0 {
      parts.append(ReportText.counted(problems.copies, "copy", "copies") + " not counted")
    }
    if let skipped = problems.verdicts[.skipped] {
      parts.append(ReportText.counted(skipped, "file is no capture", "files are no captures"))
    }
    return parts.joined(separator: "; ")
  }

  /// The reasons why traces have no problem, with their numbers.
  private static func reasons(_ counts: [TriageRow.Verdict: Int]) -> String {
    let words: [(verdict: TriageRow.Verdict, text: String)] = [
      (.asDeclared, "as declared"), (.cause, "without a declared configuration"),
      (.undecided, "undecided"), (.noEvidence, "with nothing to judge"),
    ]
    return words.compactMap { word in
      let count = counts[word.verdict] ?? 0
      return count > 0 || word.verdict == .asDeclared ? "\(count) \(word.text)" : nil
    }.joined(separator: ", ")
  }

  /// A property of most traces of a problem.
  public static func focus(_ focus: Concentration) -> String {
    "\(percent(focus.count, of: focus.of)) have \(focus.facet) \(focus.value), "
      + "which \(percent(focus.all, of: focus.total)) of all traces have"
  }

  /// The frequency of a problem now and before.
  public static func change(_ entry: CorpusComparison.Entry) -> String {
    let now = "\(ReportText.counted(entry.after, "trace")) (\(percent(entry.shareAfter)))"
    let before = "\(entry.before) (\(percent(entry.shareBefore))) before"
    let chance = entry.isBeyondChance || entry.change == .same ? "" : ", may be chance"
    switch entry.change {
    case .new: return "new in \(now)\(chance)"
    case .gone: return "gone, \(before)\(chance)"
    case .more: return "more: \(now), \(before)"
    case .fewer: return "fewer: \(now), \(before)"
    case .same: return "same: \(now), \(before)"
    }
  }

  /// A fraction and its interval.
  static func interval(_ share: Share) -> String {
    "\(percent(share)) (95 %: \(decimal(share.interval.lowerBound)) to "
      + "\(decimal(share.interval.upperBound)) %)"
  }

  static func percent(_ share: Share) -> String { "\(decimal(share.value)) %" }

  static func percent(_ count: Int, of all: Int) -> String { percent(Share(count, of: all)) }

  /// A fraction in percent with significant digits.
  private static func decimal(_ share: Double) -> String {
    let percent = share * 100
    return ReportNumber.text(
      percent, decimals: percent >= 10 || percent == 0 ? 0 : percent >= 1 ? 1 : 2)
  }
}
