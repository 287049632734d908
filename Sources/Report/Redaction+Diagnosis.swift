extension Redaction {
  /// Returns the diagnosis with its kinds and numbers; its sentences contain names from ids.
  func redactedDiagnosis(_ diagnosis: ReportDiagnosis) -> ReportDiagnosis {
    var result = diagnosis
    result.causes = diagnosis.causes.map(redacted)
    result.expectations = diagnosis.expectations.map { expectation in
      var expectation = expectation
      expectation.id = expectation.id.map(id)
      return expectation
    }
    if diagnosis.obstacle != nil {
      result.obstacle = "the reason is left out"
      result.lines = [.init(label: "Result", text: "Nothing to diagnose: the reason is left out")]
    }
    guard let cause = result.causes.first else { return result }
    result.lines = [.init(label: "Cause", text: cause.sentences.joined(separator: " "))]
    let count = ReportText.counted(diagnosis.decisions.count, "rest")
    var proof = "It explains \(cause.explained) of \(count)"
    if let declared = diagnosis.declaredExplained {
      proof += "; the declared configuration explains \(declared)"
    }
    result.lines.append(.init(label: "Proof", text: proof + "."))
    if let fix = cause.fix { result.lines.append(.init(label: "Fix", text: fix.summary + ".")) }
    return result
  }

  private func redacted(_ cause: ReportCause) -> ReportCause {
    var result = cause
    result.configuration = configuration(cause.configuration) ?? ""
    let number = cause.parameter.map { " of \(ReportNumber.text($0.value)) \($0.unit)" } ?? ""
    result.sentences = ["The cause is of the kind \(cause.kind)\(number)."]
    result.symbolic = nil
    result.separatingGesture = nil
    result.fix = cause.fix.map { fix in
      let configuration = configuration(fix.configuration) ?? ""
      return ReportCause.Fix(
        summary: configuration.isEmpty ? "the default configuration" : configuration,
        configuration: configuration, code: "", removes: fix.removes)
    }
    result.alternatives = cause.alternatives.map { other in
      var other = other
      other.configuration = configuration(other.configuration) ?? ""
      other.summary = other.kind
      return other
    }
    return result
  }
}
