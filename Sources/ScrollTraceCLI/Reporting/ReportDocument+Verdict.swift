import Report
import ScrollModel

extension ReportDocument {
  /// Says first what matters most: the worst finding, then where recording and replay part, then what
  /// could not be checked.
  mutating func judge() {
    let divergence = judgedDivergence
    let gap = divergence == nil ? gap : nil
    let finding = leadFinding(isChecked: gap == nil)
    let worst = finding?.severity ?? (findings.isEmpty ? .ok : .info)
    severity = max(
      worst, divergence == nil ? .ok : .warning, gap == nil ? .ok : .notChecked)
    var statements = [finding.map(statement), divergence.map(parting), gap.map(statement(of:))]
      .compactMap(\.self)
    if statements.isEmpty { statements = [allClear] }
    var remarks = Array(statements.dropFirst())
    if finding == nil, divergence == nil, gap != nil, hasRecording {
      remarks.append(
        "The detectors that need no configuration find no defect in "
          + counted(tracks.first?.times.count ?? 0, "frame"))
    }
    let others = findings.count - (finding == nil ? 0 : 1)
    if others > 0 {
      remarks.append(
        finding == nil
          ? "Also listed: \(counted(others, "finding"))" : counted(others, "other finding"))
    }
    if let matrixRemark { remarks.append(matrixRemark) }
    verdict = ReportVerdict(
      statements[0], repair: finding?.repair, remarks: remarks, notChecked: gap)
  }

  private func statement(_ finding: ReportFinding) -> String {
    // What holds from the start on, as mistakes in a configuration do, has no moment.
    let moment = finding.from > 0 ? ", at \(secondsText(finding.from))" : ""
    let said = ReportSentences(of: self).sentence(finding.message)
    return "\(said) (\(finding.detector) \(finding.name)\(moment))"
  }

  private func parting(_ divergence: ReportDivergence) -> String {
    let name = tracks[divergence.track].name
    let who = name == ReportTrack.declaredName ? "The \(name)" : "Under \(name) the view"
    let what =
      divergence.verdict == "report"
      ? "does not agree with the recording: \(divergence.headline)" : divergence.headline
    return
      "\(who) \(what). They diverge at \(secondsText(divergence.from)); cause: \(divergence.matter)"
  }

  private var allClear: String {
    let name = judgedTrack.flatMap { tracks.indices.contains($0) ? tracks[$0].name : nil }
    let configuration =
      name == nil || name == ReportTrack.declaredName ? "its configuration" : name ?? ""
    let isFree = matrix.first { $0.name == name }?.worst != nil
    return isFree
      ? "The recording does what \(configuration) says, and no detector finds a defect"
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
