import ScrollModel

/// The reason why nothing was compared or checked, and the command that adds the missing data.
///
/// A report without it was compared: a positive verdict never results from an empty check.
public struct NotChecked: Hashable, Sendable {
  /// The missing data, as a clause that follows "because".
  public var reason: String
  /// The failed attempt, which may contain names of the trace; nil without one.
  public var detail: String?
  /// The command without the store, and so without names of the trace.
  private var command: String?
  /// The words before the command, which make the store of a capture file.
  public var preparation = ""
  /// The words after the command, which name the store.
  public var store = ""

  /// Creates a reason.
  public init(_ reason: String, detail: String? = nil, nextCommand: String?) {
    self.reason = reason
    self.detail = detail
    command = nextCommand
  }

  /// A command that adds the missing data; nil if there is none.
  public var nextCommand: String? { command.map { preparation + $0 + store } }

  /// The reason with the failed attempt.
  public var because: String { reason + (detail.map { ": \($0)" } ?? "") }

  /// The reason without parts that may contain names.
  var redacted: NotChecked { NotChecked(reason, nextCommand: command) }
}

extension ReportDocument {
  /// The finding of the verdict: the worst relevant one.
  public var leadFinding: ReportFinding? { leadFinding(isChecked: verdict.notChecked == nil) }

  /// The same before there is a verdict.
  ///
  /// Findings that the diagnosed cause explains are excluded. A notice about the trace itself, such
  /// as a missing size, is a reason for not checking, and comes after it.
  public func leadFinding(isChecked: Bool) -> ReportFinding? {
    guard let finding = findings.first(where: { !$0.isEffect }), finding.severity >= .notice else {
      return nil
    }
    let isAboutTrace = finding.detector.hasPrefix("T") && finding.severity == .notice
    return isAboutTrace && !isChecked ? nil : finding
  }

  /// The statement about what was skipped: everything, or only the comparison with a replay.
  public func statement(of notChecked: NotChecked) -> String {
    guard hasRecording else { return "Nothing was checked, because \(notChecked.because)" }
    return information.declaredConfiguration == nil
      ? "Nothing was checked against a declaration, because \(notChecked.because)"
      : "No replay was compared, because \(notChecked.because)"
  }

  /// The number of findings that the diagnosed cause explains.
  public var effectCount: Int { findings.count(where: \.isEffect) }
}
