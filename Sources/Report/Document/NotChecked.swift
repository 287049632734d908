import ScrollModel

/// Why nothing was compared or judged, and the command that adds what is missing.
///
/// A report without it says only what was compared: a green verdict never stands for an empty check.
public struct NotChecked: Hashable, Sendable {
  /// What is missing, as half a sentence that follows "because".
  public var reason: String
  /// What was tried and failed, which may quote names of the trace; nil if nothing was tried.
  public var detail: String?
  /// A command that adds what is missing, without names of the trace; nil if none does.
  public var nextCommand: String?

  /// Creates a reason.
  public init(_ reason: String, detail: String? = nil, nextCommand: String?) {
    self.reason = reason
    self.detail = detail
    self.nextCommand = nextCommand
  }

  /// The reason with what was tried.
  public var because: String { reason + (detail.map { ": \($0)" } ?? "") }

  /// The reason without what may quote names.
  var redacted: NotChecked { NotChecked(reason, nextCommand: nextCommand) }
}

extension ReportDocument {
  /// The finding that the verdict is about: the worst one that people should know of.
  public var leadFinding: ReportFinding? { leadFinding(isChecked: verdict.notChecked == nil) }

  /// The same before there is a verdict.
  ///
  /// What the diagnosed cause explains is no finding of its own. A notice about the trace itself, such as
  /// a missing size, is a reason for not checking, and comes after it.
  public func leadFinding(isChecked: Bool) -> ReportFinding? {
    guard let finding = findings.first(where: { !$0.isEffect }), finding.severity >= .notice else {
      return nil
    }
    let isAboutTrace = finding.detector.hasPrefix("T") && finding.severity == .notice
    return isAboutTrace && !isChecked ? nil : finding
  }

  /// Says what was left out: everything, or only the comparison with a replay.
  public func statement(of notChecked: NotChecked) -> String {
    guard hasRecording else { return "Nothing was checked, because \(notChecked.because)" }
    return information.declaredConfiguration == nil
      ? "Nothing was checked against a declaration, because \(notChecked.because)"
      : "No replay was compared, because \(notChecked.because)"
  }

  /// How many findings the diagnosed cause explains.
  public var effectCount: Int { findings.count(where: \.isEffect) }
}
