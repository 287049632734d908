import Analysis
import Diagnosis
import ScrollModel
import TraceStore

extension TraceDiagnosis {
  /// The stored form of the diagnosis; `configuration` is the one that replaces the declared one.
  func kept(under configuration: Configuration?) -> KeptAnalysis {
    var kept = KeptAnalysis.Diagnosis(
      verdict: verdict.rawValue, obstacle: obstacle, explainedCount: explained,
      declaredExplainedCount: declaredExplained)
    kept.causes = causes.map(\.kept)
    kept.decisions = decisions.enumerated().map { index, decision in
      .init(
        time: decision.time, rest: decision.rest,
        margin: index < margins.count ? margins[index].points : nil)
    }
    var analysis = KeptAnalysis(
      name: "diagnosis", options: configuration?.text ?? "", version: "1")
    analysis.diagnosis = kept
    return analysis
  }
}

extension DiagnosedCause {
  fileprivate var kept: KeptAnalysis.Diagnosis.Cause {
    var kept = KeptAnalysis.Diagnosis.Cause(
      kind: cause.rawValue, summary: sentences.joined(separator: " "),
      configuration: configuration.text, certainty: certainty.rawValue, odds: odds,
      explainedCount: explained)
    kept.parameter = parameter?.name
    kept.value = parameter?.value
    kept.unit = parameter?.unit
    kept.symbolic = symbolic
    kept.effects = effects.map(\.detector)
    kept.fix = fix?.summary
    kept.fixCode = fix?.code
    kept.fixConfiguration = fix?.configuration.text
    return kept
  }
}
