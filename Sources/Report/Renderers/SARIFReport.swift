import ScrollModel
public import TextKit

/// Findings and divergences as SARIF 2.1.0, for tools that collect alerts.
///
/// SARIF has no location for a time of a trace: the artifact is the trace, the logical location is
/// the time.
public struct SARIFReport: ReportRenderer {
  private struct Rule {
    var id: String
    var description: String
    var help: String?
  }

  let document: ReportDocument

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    self.document = document
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    let rules = rules
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.key("runs")
    json.beginArray()
    json.beginObject()
    try writeTool(rules, &json)
    writeInvocation(&json)
    json.key("columnKind")
    json.value("unicodeCodePoints")
    json.key("results")
    json.beginArray()
    if let cause = document.causeWithoutFinding { try write(cause, rules, &json) }
    for finding in document.findings { try write(finding, rules, &json) }
    for divergence in seen { try write(divergence, rules, &json) }
    json.endArray()
    json.endObject()
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  private var seen: [ReportDivergence] {
    document.divergences.filter { $0.verdict != "invisible" }
  }

  /// Each rule once, in the order of the results.
  private var rules: [Rule] {
    var rules: [Rule] = []
    if let cause = document.causeWithoutFinding {
      rules.append(
        Rule(id: cause.ruleID, description: "What the app does is not what it declares."))
    }
    for finding in document.findings where !rules.contains(where: { $0.id == finding.detector }) {
      rules.append(
        Rule(id: finding.detector, description: finding.name, help: finding.links.first))
    }
    for divergence in seen {
      let id = Self.ruleID(divergence)
      if !rules.contains(where: { $0.id == id }) {
        rules.append(
          Rule(
            id: id, description: "A replay differs from the recording in its \(divergence.kind)."))
      }
    }
    return rules
  }

  private static func ruleID(_ divergence: ReportDivergence) -> String {
    "divergence/\(divergence.kind)"
  }

  private func writeTool(_ rules: [Rule], _ json: inout JSONWriter) throws(NumberError) {
    json.key("tool")
    json.beginObject()
    json.key("driver")
    json.beginObject()
    json.member("name", "scrolltrace")
    json.member("version", document.toolVersion)
    try json.objects("rules", rules) { (rule, json) throws(NumberError) in
      json.member("id", rule.id)
      Self.message("shortDescription", rule.description, &json)
      if let help = rule.help, help.hasPrefix("https://") { json.member("helpUri", help) }
    }
    json.endObject()
    json.endObject()
  }

  /// Writes skipped checks as notifications with their reason, because they are no results.
  private func writeInvocation(_ json: inout JSONWriter) {
    guard let notChecked = document.verdict.notChecked else { return }
    json.key("invocations")
    json.beginArray()
    json.beginObject()
    json.key("executionSuccessful")
    json.value(true)
    json.key("toolExecutionNotifications")
    json.beginArray()
    json.beginObject()
    json.member("level", "note")
    let next = notChecked.nextCommand.map { ". Next: '\($0)'" } ?? ""
    Self.message("message", document.statement(of: notChecked) + next + ".", &json)
    json.endObject()
    json.endArray()
    json.endObject()
    json.endArray()
  }

  private static func message(_ name: String, _ text: String, _ json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    json.member("text", ReportText.shown(text))
    json.endObject()
  }

  // MARK: Results

  private func write(
    _ finding: ReportFinding, _ rules: [Rule], _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    let level =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .ok, .info, .notChecked, .notice: "note"
      }
    begin(finding.detector, level, document.causeMessage(of: finding), rules, &json)
    location(track: "recording", at: finding.from, &json)
    fingerprint(finding.fingerprint, &json)
    json.key("properties")
    json.beginObject()
    json.member("start_ns", finding.from)
    json.member("end_ns", finding.to)
    json.member("count", Int64(finding.count))
    if finding.isEffect { json.member("symptom", finding.message) }
    json.member("cause", finding.cause)
    json.member("repair", finding.repair)
    json.endObject()
    json.endObject()
  }

  /// Writes a cause without a finding as a separate result.
  private func write(
    _ cause: ReportCause, _ rules: [Rule], _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    let level = document.diagnosis?.verdict == .cause ? "warning" : "note"
    begin(cause.ruleID, level, document.causeMessage, rules, &json)
    let start = document.diagnosis?.decisions.first?.releaseTime ?? 0
    location(track: "recording", at: start, &json)
    fingerprint("\(cause.ruleID)/\(cause.configuration)", &json)
    json.key("properties")
    json.beginObject()
    json.member("configuration", cause.configuration)
    json.member("certainty", cause.certainty)
    try json.member("odds", cause.odds as Double?)
    json.member("fix", cause.fix?.configuration)
    json.endObject()
    json.endObject()
  }

  private func write(
    _ divergence: ReportDivergence, _ rules: [Rule], _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    // Under a configuration that the app does not have, a difference is no defect.
    let level = divergence.track == document.judgedTrack ? "warning" : "note"
    begin(Self.ruleID(divergence), level, divergence.headline, rules, &json)
    let track =
      document.tracks.indices.contains(divergence.track)
      ? document.tracks[divergence.track].name : "replay"
    location(track: track, at: divergence.from, &json)
    fingerprint(
      "\(track)/\(divergence.kind)/\(divergence.verdict)/\(divergence.stage)", &json)
    json.key("properties")
    json.beginObject()
    json.member("start_ns", divergence.from)
    json.member("end_ns", divergence.to)
    json.member("stage", divergence.stage)
    json.member("cause", divergence.cause)
    try json.member("maximum", divergence.maximum)
    json.endObject()
    json.endObject()
  }

  private func begin(
    _ rule: String, _ level: String, _ text: String, _ rules: [Rule], _ json: inout JSONWriter
  ) {
    json.member("ruleId", rule)
    json.member("ruleIndex", rules.firstIndex { $0.id == rule }.map(Int64.init))
    json.member("level", level)
    Self.message("message", text, &json)
  }

  private func fingerprint(_ text: String, _ json: inout JSONWriter) {
    json.key("partialFingerprints")
    json.beginObject()
    json.member("scrolltrace/v1", text)
    json.endObject()
  }

  private func location(track: String, at time: Int64, _ json: inout JSONWriter) {
    json.key("locations")
    json.beginArray()
    json.beginObject()
    json.key("physicalLocation")
    json.beginObject()
    json.key("artifactLocation")
    json.beginObject()
    json.member("uri", "traces/" + PercentText.encoded(document.information.name))
    json.endObject()
    // Code scanning requires a line; a trace has a single one.
    json.key("region")
    json.beginObject()
    json.member("startLine", 1 as Int64)
    json.endObject()
    json.endObject()
    json.key("logicalLocations")
    json.beginArray()
    json.beginObject()
    json.member(
      "fullyQualifiedName",
      ReportText.shown("\(document.information.name)/\(track)/\(ReportNumber.seconds(time))"))
    json.endObject()
    json.endArray()
    json.endObject()
    json.endArray()
  }
}

/// Text in a URL: all characters except letters, digits and `-._~` are percent-encoded.
enum PercentText {
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
