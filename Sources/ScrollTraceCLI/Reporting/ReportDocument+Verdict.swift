import Report
import ScrollModel
import TextKit

extension ReportDocument {
  /// Creates the verdict from the most important result: the cause, then the worst unexplained
  /// finding, then the divergence of recording and replay, then the reason for missing checks.
  ///
  /// `preparation` and `store` complete the command that adds what is missing.
  mutating func judge(preparation: String, store: String) {
    let divergence = judgedDivergence
    var gap = divergence == nil ? gap : nil
    gap?.preparation = preparation
    gap?.store = " " + store
    let cause = diagnosis?.leadCause
    let finding = leadFinding(isChecked: gap == nil)
    let worst = findings.first { $0.severity >= .notice }?.severity
    // A finding that follows from the cause counts as much as one that does not.
    severity = max(
      (cause == nil ? finding?.severity : worst) ?? (findings.isEmpty ? .ok : .info),
      divergence == nil ? .ok : .warning, gap == nil ? .ok : .notChecked, diagnosedSeverity)
    var statements = [cause == nil ? nil : causeStatement, finding.map(statement)]
      .compactMap(\.self)
    statements += [divergence.map(parting), gap.map(statement(of:))].compactMap(\.self)
    if let likeness { statements.insert(likeness, at: finding == nil && divergence == nil ? 0 : 1) }
    if statements.isEmpty { statements = [allClear] }
    var remarks = Array(statements.dropFirst())
    if effectCount > 0 {
      remarks.insert(effectsTitle, at: 0)
    }
    if diagnosis?.verdict == .asDeclared, diagnosis?.explained ?? 0 > 0,
      finding != nil || divergence != nil
    {
      remarks.append(diagnosedHealth)
    }
    if cause == nil, finding == nil, divergence == nil, gap != nil, hasRecording {
      remarks.append(
        "The detectors that need no configuration find no defect in "
          + counted(tracks.first?.times.count ?? 0, "frame"))
    }
    let others = findings.count - (finding == nil ? 0 : 1) - effectCount
    if others > 0 {
      remarks.append(
        finding == nil && effectCount == 0
          ? "Also listed: \(counted(others, "finding"))" : counted(others, "other finding"))
    }
    if let matrixRemark { remarks.append(matrixRemark) }
    verdict = ReportVerdict(
      statements[0], fix: cause?.fix?.summary,
      repair: cause == nil ? finding?.repairLines ?? [] : [],
      remarks: remarks, notChecked: gap)
  }

  // MARK: Results of the diagnosis

  /// The severity of the diagnosed cause itself, even without a finding.
  private var diagnosedSeverity: ReportSeverity {
    guard let diagnosis, diagnosis.isDeclared || diagnosis.leadCause != nil else { return .ok }
    return switch diagnosis.verdict {
    case .cause: .warning
    case .undecided: .notice
    case .asDeclared, .noEvidence: .ok
    }
  }

  /// The cause as one statement without a period.
  private var causeStatement: String? {
    guard let diagnosis, let cause = diagnosis.leadCause else { return nil }
    let said = ReportText.withoutPeriod(cause.sentences.joined(separator: " "))
    return diagnosis.verdict == .undecided ? "Undecided. Most likely: \(said)" : said
  }

  /// The most similar behavior of an app without a declared configuration.
  private var likeness: String? {
    guard let diagnosis, !diagnosis.causes.isEmpty, diagnosis.leadCause == nil else { return nil }
    return ReportText.withoutPeriod(diagnosis.conclusion)
  }

  private var diagnosedHealth: String { (diagnosis?.conclusion ?? "").asSentence() }

  private func statement(_ finding: ReportFinding) -> String {
    // A finding about the whole trace, such as a configuration mistake, has no time.
    let moment = finding.from > 0 ? ", at \(secondsText(finding.from))" : ""
    let said = ReportSentences(of: self).sentence(finding.message)
    return "\(said) (\(finding.detector) \(finding.name)\(moment))"
  }

  private func parting(_ divergence: ReportDivergence) -> String {
    let name = tracks[divergence.track].name
    let who = name == ReportOutcome.declaredName ? "The \(name)" : "Under \(name) the view"
    let what =
      divergence.verdict == "report"
      ? "does not agree with the recording: \(divergence.headline)" : divergence.headline
    return
      "\(who) \(what). They diverge at \(secondsText(divergence.from)); cause: \(divergence.matter)"
  }

  private var allClear: String {
    if diagnosis?.verdict == .asDeclared, diagnosis?.isDeclared == true {
      return "\(diagnosedHealth); no detector finds a defect"
    }
    let name = judgedTrack.flatMap { tracks.indices.contains($0) ? tracks[$0].name : nil }
    let configuration =
      name == nil || name == ReportOutcome.declaredName ? "its configuration" : name ?? ""
    let isFree = matrix.first { $0.name == name }?.worst != nil
    return isFree
      ? "The recording does what \(configuration) declares, and no detector finds a defect"
      : "No detector finds a defect under \(configuration); every frame drove the replay, so that no "
        + "offset could differ"
  }

  private var matrixRemark: String? {
    let others = matrix.dropFirst().filter { $0.group != nil }
    let differing = others.count { $0.group != matrix.first?.group }
    if others.isEmpty { return nil }
    return others.count == 1
      ? "The other configuration behaves \(differing == 1 ? "differently" : "the same")"
      : "\(differing) of \(others.count) other configurations behave differently"
  }
}
