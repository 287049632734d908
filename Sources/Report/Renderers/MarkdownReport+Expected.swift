extension MarkdownReport {
  /// The largest number of releases with an expected rest.
  private static let expectedRests = 8

  /// The verdict with the proof of the cause and its fix.
  func writeVerdict(_ text: inout MarkdownText) {
    guard let diagnosis = document.diagnosis, !diagnosis.causes.isEmpty else {
      text.text(document.verdict.text, limit: 1200)
      return text.raw("\n\n")
    }
    var verdict = document.verdict
    verdict.fix = nil
    verdict.remarks = document.furtherRemarks
    text.text(verdict.text, limit: 1200)
    text.raw("\n\n")
    for part in document.statesConclusion ? diagnosis.furtherParts : diagnosis.parts[...] {
      text.raw("- **\(part.label)**: ")
      if part.label == "Fix" {
        text.text(part.texts.first ?? "")
        for code in part.texts.dropFirst() {
          text.raw(" ")
          text.code(code)
        }
      } else {
        text.text(part.texts.joined(separator: " "))
      }
      text.raw("\n")
    }
    text.raw("\n")
  }

  func writeExpectation(_ text: inout MarkdownText) {
    let first = document.judgedDivergence
    let finding = document.leadFinding
    let expectations = document.diagnosis?.expectations ?? []
    let cause = document.diagnosis?.leadCause
    guard finding != nil || first != nil || cause != nil || !expectations.isEmpty else { return }
    text.raw("\n## Expected and actual\n")
    if !expectations.isEmpty {
      write(expectations, &text)
    } else if let cause {
      // Where the content should rest is not known; the fix is what should be different.
      write(actual: cause.sentences.first ?? "", expected: cause.fix?.summary, as: "Fix", &text)
    }
    if let finding {
      var expected = finding.expected
      if let repair = finding.repairText {
        expected += ", as in a replay with this repair: '\(repair)'"
      }
      write(
        actual: sentences.sentence(finding.message), expected: expected.isEmpty ? nil : expected,
        &text)
    }
    if let first { writeExpectation(first, &text) }
  }

  private func write(
    actual: String, expected: String?, as label: String = "Expected", _ text: inout MarkdownText
  ) {
    text.raw("\nActual: ")
    text.text(ReportText.withoutPeriod(actual))
    text.raw(".\n")
    guard let expected else { return }
    text.raw("\n\(label): ")
    text.text(ReportText.withoutPeriod(expected))
    text.raw(".\n")
  }

  /// Writes each release whose rest differs under the fixed configuration.
  private func write(_ expectations: [ReportDiagnosis.Expectation], _ text: inout MarkdownText) {
    if let only = expectations.first, expectations.count == 1 {
      return write(actual: only.actual, expected: only.expected, &text)
    }
    text.raw("\n")
    text.table(
      ["Release", "Expected", "Actual"],
      expectations.prefix(Self.expectedRests).map { expectation in
        [
          { $0.raw(ReportNumber.seconds(expectation.releaseTime)) },
          { $0.text(expectation.expected, limit: 120) },
          { $0.text(expectation.actual, limit: 120) },
        ]
      })
    writeRest(expectations.count - Self.expectedRests, &text)
  }

  private func writeExpectation(_ first: ReportDivergence, _ text: inout MarkdownText) {
    text.raw("\nThe recording and the ")
    text.code(document.trackName(of: first))
    text.raw(" differ from \(ReportNumber.seconds(first.from)) on: the replay ")
    text.text(first.headline)
    if !first.cause.isEmpty {
      text.raw(". There, ")
      text.text(first.cause)
    }
    text.raw(".\n")
  }
}

extension ReportDiagnosis.Expectation {
  /// The expected rest, such as `card-1 at 292 pt`.
  var expected: String { (id.map { "\($0) at " } ?? "") + "\(ReportNumber.text(place)) pt" }

  /// The recorded rest, such as `280 pt, 12 pt before card-1`.
  var actual: String {
    let distance = ReportNumber.text((place - rest).magnitude)
    let side = rest < place ? "before" : "after"
    return "\(ReportNumber.text(rest)) pt, \(distance) pt \(side) "
      + (id ?? "\(ReportNumber.text(place)) pt")
  }
}
