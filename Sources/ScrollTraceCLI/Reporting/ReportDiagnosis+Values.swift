import Analysis
import Diagnosis
import Replay
import Report
import ScrollModel
import TraceStore
import Triage

extension ReportDiagnosis {
  /// Creates a diagnosis for reports and for the output of `diagnose`.
  init(_ diagnosis: TraceDiagnosis, declared: Configuration?) {
    // The intended result of a custom behavior is unknown.
    var isDeclared = declared != nil
    var unknownBehavior: String?
    if case .custom(let name)? = declared?.behavior {
      isDeclared = false
      unknownBehavior = name
    }
    self.init(
      verdict: Verdict(diagnosis.verdict), isDeclared: isDeclared,
      lines: diagnosis.lines(unknownBehavior: unknownBehavior)
        .map { Line(label: $0.label, text: $0.text) })
    obstacle = diagnosis.obstacle
    explained = diagnosis.explained
    declaredExplained = diagnosis.declaredExplained
    causes = diagnosis.causes.map { ReportCause($0, isComparison: diagnosis.isComparison($0)) }
    counts = diagnosis.counts.map {
      Count(kind: $0.noun, count: $0.count, explained: $0.explained)
    }
    decisions = diagnosis.decisions.enumerated().map { index, decision in
      let margin = index < diagnosis.margins.count ? diagnosis.margins[index] : DecisionMargin()
      var shown = Decision(
        number: decision.number, releaseTime: decision.time.nanoseconds, rest: decision.rest,
        margin: margin.points)
      shown.velocityMargin = margin.pointsPerSecond
      shown.timeMargin = margin.milliseconds
      shown.isFragile = margin.isFragile
      return shown
    }
  }

  /// Adds the expected rests under the fixed configuration, where they differ from the recording.
  mutating func expect(_ settles: [SettleReport]) {
    expectations = settles.compactMap { settle in
      guard settle.agrees == false, let configured = settle.configured else { return nil }
      return Expectation(
        releaseTime: settle.release.time.nanoseconds, isHorizontal: settle.axis == .horizontal,
        rest: settle.rest, id: configured.chosenID?.displayText, place: configured.chosen)
    }
  }
}

extension ReportDiagnosis.Verdict {
  fileprivate init(_ verdict: DiagnosisVerdict) {
    self =
      switch verdict {
      case .asDeclared: .asDeclared
      case .cause: .cause
      case .undecided: .undecided
      case .noEvidence: .noEvidence
      }
  }
}

extension ReportCause {
  fileprivate init(_ cause: DiagnosedCause, isComparison: Bool) {
    self.init(
      kind: cause.cause.rawValue, configuration: cause.configuration.text,
      sentences: cause.sentences, certainty: cause.certainty.rawValue, odds: cause.odds,
      explained: cause.explained, worstMiss: cause.worstMiss)
    parameter = cause.parameter.map {
      Parameter(name: $0.name, value: $0.value, unit: $0.unit)
    }
    symbolic = cause.symbolic
    assumption = cause.assumption
    proof = cause.proof
    self.isComparison = isComparison
    effects = cause.effects.map(\.detector)
    fix = cause.fix.map(Fix.init)
    alternatives = cause.alternatives.map {
      Alternative(
        kind: $0.cause.rawValue, configuration: $0.configuration.text, summary: $0.summary,
        explained: $0.explained, odds: $0.odds, isSameOutcome: $0.isSameOutcome)
    }
    separatingGesture = cause.separatingGesture
  }
}

extension ReportCause.Fix {
  fileprivate init(_ fix: DiagnosisFix) {
    self.init(
      summary: fix.summary, configuration: fix.configuration.text, code: fix.code,
      removes: fix.removed)
    guarded = fix.guarded.map { result in
      ReportCause.Guarded(
        checkedCount: result.checkedCount,
        worse: result.worse.map { .init(name: $0.name, text: $0.text) },
        unchecked: result.unchecked.map { .init(name: $0.name, text: $0.text) })
    }
  }
}
