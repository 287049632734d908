import Analysis
import Diagnosis
import Replay
import Report
import ScrollModel
import TraceStore
import Triage

extension ReportBuilder {
  /// Adds the diagnosis, marks the findings that it explains, and adds the expected rests under the
  /// fixed configuration.
  func addDiagnosis(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws {
    let outcome = Outcome(of: trace, in: session.store)
    let found = try Diagnoser(outcome, declared: declared, registry, options: app).diagnose()
    var diagnosis = ReportDiagnosis(found, declared: declared)
    if let fix = found.causes.first?.fix {
      diagnosis.expect(
        try SettlesResult(outcome, configuration: fix.configuration, registry).reports)
    }
    document.diagnosis = diagnosis
    try session.keep([found.kept(under: nil)], of: outcome)
    guard diagnosis.leadCause != nil, found.verdict == .cause else { return }
    let effects = Set(found.causes.flatMap(\.effects).map(\.fingerprint))
    for place in document.findings.indices {
      document.findings[place].isEffect = effects.contains(document.findings[place].fingerprint)
    }
  }
}
