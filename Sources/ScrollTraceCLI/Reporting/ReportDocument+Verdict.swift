import Report

extension ReportDocument {
  /// Says first what matters most: the worst finding, then where recording and replay part.
  ///
  /// - Parameter replay: The place of the first configuration's track; nil if it was not replayed.
  mutating func judge(replay: Int?) {
    let finding = findings.first.flatMap { $0.severity >= .notice ? $0 : nil }
    let divergence = divergences.first { $0.track == replay && $0.verdict != "invisible" }
    let worst = findings.map(\.severity).max() ?? .ok
    severity = max(worst, divergence == nil ? .ok : .warning)
    // What was not judged is not all right.
    if !unchecked.isEmpty { severity = max(severity, .notice) }
    var remarks: [String] = []
    let parting = divergence.map(parting)
    if finding != nil, let parting { remarks.append(parting) }
    let others = findings.count { $0.severity >= .notice } - 1
    if others > 0 { remarks.append(counted(others, "other finding")) }
    if let matrixRemark { remarks.append(matrixRemark) }
    // The verdict puts the periods.
    let unjudged = unchecked.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    if finding != nil || parting != nil { remarks += unjudged }
    verdict = ReportVerdict(
      finding.map(statement) ?? parting ?? unjudged.first ?? allClear(replay),
      repair: finding?.repair,
      remarks: remarks)
  }

  private func statement(_ finding: ReportFinding) -> String {
    // What holds from the start on, as mistakes in a configuration do, has no moment.
    let moment = finding.from > 0 ? ", at \(secondsText(finding.from))" : ""
    let said = ReportSentences(of: self).sentence(finding.message)
    return "\(said) (\(finding.detector) \(finding.name)\(moment))"
  }

  private func parting(_ divergence: ReportDivergence) -> String {
    let name = tracks[divergence.track].name
    let isOurs = name == ReportTrack.declaredName || name == ReportTrack.defaultName
    let who = isOurs ? "The \(name)" : "Under \(name) the view"
    let what =
      divergence.verdict == "report"
      ? "does not agree with the recording: \(divergence.headline)" : divergence.headline
    return
      "\(who) \(what); the two part at \(secondsText(divergence.from)), and what differs first is "
      + divergence.matter
  }

  private func allClear(_ replay: Int?) -> String {
    let isCompared = replay != nil && matrix.first?.worst != nil
    return isCompared
      ? "The recording does what its configuration says, and no detector finds a defect"
      : "No detector finds a defect; there was nothing to compare the replay with"
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
