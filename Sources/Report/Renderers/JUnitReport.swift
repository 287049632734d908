import ScrollModel
public import TextKit

/// The checks of reports as JUnit XML: each trace has a suite for the detectors and one for each
/// replay.
///
/// It follows the schema of Jenkins' xunit plugin. A check that was not made is skipped, never
/// passed; a finding of severity warning or higher fails.
public struct JUnitReport: ReportRenderer {
  /// One check: passed unless it failed, was skipped, or had an error.
  struct Check {
    var name: String
    var failure: (type: String, message: String, lines: [String])?
    var skipped: String?
    var error: String?
  }

  fileprivate struct Suite {
    var name: String
    var properties: [(String, String)] = []
    var checks: [Check]
    var failures: Int { checks.count { $0.failure != nil } }
    var errors: Int { checks.count { $0.error != nil } }
    var skips: Int { checks.count { $0.skipped != nil } }
  }

  private let name: String
  private var suites: [Suite] = []

  /// Creates a file of this name without any check.
  public init(named name: String) { self.name = name }

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    self.init(named: document.information.name)
    add(document)
  }

  /// Adds the checks of a trace.
  public mutating func add(_ document: ReportDocument) {
    suites += ReportChecks(document: document).suites
  }

  /// Adds a suite of checks.
  mutating func add(_ name: String, _ checks: [Check]) {
    suites.append(Suite(name: name, checks: checks))
  }

  /// Adds a trace without a report as an error.
  public mutating func addFailure(of name: String, reason: String) {
    suites.append(Suite(name: name, checks: [Check(name: "report", error: reason)]))
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var xml = XMLText()
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    xml.attribute("name", name)
    xml.attribute("tests", "\(suites.reduce(0) { $0 + $1.checks.count })")
    xml.attribute("failures", "\(suites.reduce(0) { $0 + $1.failures })")
    xml.attribute("errors", "\(suites.reduce(0) { $0 + $1.errors })")
    xml.raw(">\n")
    for suite in suites { write(suite, &xml) }
    xml.raw("</testsuites>\n")
    return xml.bytes
  }

  // MARK: Writing

  private func write(_ suite: Suite, _ xml: inout XMLText) {
    xml.raw("  <testsuite")
    xml.attribute("name", suite.name)
    xml.attribute("tests", "\(suite.checks.count)")
    xml.attribute("failures", "\(suite.failures)")
    xml.attribute("errors", "\(suite.errors)")
    xml.attribute("skipped", "\(suite.skips)")
    xml.raw(">\n    <properties>\n")
    for (name, value) in suite.properties {
      xml.raw("      <property")
      xml.attribute("name", name)
      xml.attribute("value", value)
      xml.raw("/>\n")
    }
    xml.raw("    </properties>\n")
    for check in suite.checks { write(check, of: suite, &xml) }
    xml.raw("  </testsuite>\n")
  }

  private func write(_ check: Check, of suite: Suite, _ xml: inout XMLText) {
    xml.raw("    <testcase")
    xml.attribute("classname", suite.name)
    xml.attribute("name", check.name)
    if let failure = check.failure {
      xml.raw("><failure")
      xml.attribute("type", failure.type)
      xml.attribute("message", failure.message)
      xml.raw(">")
      for (number, line) in failure.lines.enumerated() {
        if number > 0 { xml.raw("\n") }
        xml.text(line)
      }
      xml.raw("</failure></testcase>\n")
    } else if let reason = check.error {
      xml.raw("><error")
      xml.attribute("type", "report")
      xml.attribute("message", reason)
      xml.raw("/></testcase>\n")
    } else if let reason = check.skipped {
      xml.raw("><skipped")
      xml.attribute("message", reason)
      xml.raw("/></testcase>\n")
    } else {
      xml.raw("/>\n")
    }
  }
}

/// The checks of a report.
private struct ReportChecks {
  typealias Check = JUnitReport.Check
  typealias Suite = JUnitReport.Suite

  /// The compared kinds of a replay.
  private static let kinds = ["offset", "id", "phase", "visibility"]

  let document: ReportDocument

  var suites: [Suite] {
    let replays = document.tracks.indices.dropFirst(document.hasRecording ? 1 : 0)
    return [detectors] + (replays.isEmpty ? [notReplayed] : replays.map { replay($0) })
  }

  private var properties: [(String, String)] {
    [
      ("scrolltrace.version", document.toolVersion), ("engine.version", document.engineVersion),
      ("verdict", document.verdict.text),
    ] + document.digests.map { ("digest.\($0.name)", $0.hex) }
  }

  private var detectors: Suite {
    var checks = document.findings.map { finding in
      var check = Check(name: "\(finding.detector) \(finding.name), \(finding.fingerprint)")
      if finding.severity >= .warning {
        check.failure = (
          finding.detector, document.causeMessage(of: finding), [text(finding)]
        )
      }
      return check
    }
    if let cause = document.causeWithoutFinding {
      var check = Check(name: cause.ruleID)
      if document.diagnosis?.verdict == .cause {
        check.failure = (cause.ruleID, document.causeMessage, [proof])
      }
      checks.insert(check, at: 0)
    }
    if checks.isEmpty {
      checks = [Check(name: "no detector found a defect")]
      if !document.hasRecording { checks[0].skipped = document.noFindings }
    }
    return Suite(
      name: "\(document.information.name): detectors", properties: properties, checks: checks)
  }

  private func text(_ finding: ReportFinding) -> String {
    var lines = finding.isEffect ? [finding.message] : []
    lines += [
      "\(finding.severity.rawValue) at \(ReportNumber.seconds(finding.from))"
        + (finding.target.map { ", target \($0)" } ?? "")
    ]
    if !finding.cause.isEmpty { lines.append("likely cause: \(finding.cause)") }
    if let repair = finding.repairText {
      lines.append("\(ReportFinding.repairTitle(finding.repairLines)): \(repair)")
    }
    return lines.joined(separator: "; ")
  }

  private var proof: String {
    let parts = document.diagnosis?.furtherParts ?? []
    return parts.map { "\($0.label): \($0.texts.joined(separator: " "))" }.joined(separator: "; ")
  }

  /// The skipped suite of a trace without a replay, which must not pass.
  private var notReplayed: Suite {
    let reason = document.verdict.notChecked.map(document.statement) ?? "there is no replay"
    return Suite(
      name: "\(document.information.name): replay", properties: properties,
      checks: [Check(name: "comparison", skipped: reason)])
  }

  private func replay(_ number: Int) -> Suite {
    let track = document.tracks[number]
    let checks = Self.kinds.map { kind in
      var check = Check(name: kind)
      let seen = document.divergences.filter {
        $0.track == number && $0.kind == kind && $0.verdict != "invisible"
      }
      if let first = seen.first, number != document.judgedTrack {
        check.skipped =
          "not judged, as the trace does not declare this configuration; it differs from "
          + "\(ReportNumber.seconds(first.from)) on: \(first.headline)"
      } else if let first = seen.first {
        check.failure = (
          "divergence.\(kind)", "\(ReportNumber.seconds(first.from)): \(first.headline)",
          [
            "\(seen.count) in all; first difference: \(first.stage)"
              + (first.cause.isEmpty ? "" : ": \(first.cause)")
          ]
        )
      } else {
        check.skipped = unmade(kind, of: track)
      }
      return check
    }
    return Suite(
      name: "\(document.information.name): \(track.name)", properties: properties, checks: checks)
  }

  /// The reason why a comparison was not made; nil if it was.
  private func unmade(_ kind: String, of track: ReportOutcome) -> String? {
    if let reason = track.notComparedBecause { return reason }
    guard document.hasRecording, let recording = document.tracks.first else {
      return "nothing was recorded to compare this replay with"
    }
    let isMade =
      switch kind {
      case "offset": document.matrix.first { $0.name == track.name }?.worst != nil
      case "id": !recording.ids.isEmpty
      case "phase": !recording.phases.isEmpty
      default: recording.reportsVisibility
      }
    guard !isMade else { return nil }
    return kind == "offset"
      ? "every recorded frame drove this replay, so that none could differ"
      : "the recording reports no \(kind)"
  }
}
