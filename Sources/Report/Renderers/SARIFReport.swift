import ScrollModel
public import TextKit

/// Findings and divergences as SARIF 2.1.0, for tools that collect alerts.
///
/// SARIF has no location for a time of a trace: the artifact is the capture's file, the logical
/// location is the trace and the time. Several traces are one run, because code scanning accepts one
/// run of each tool.
public struct SARIFReport: ReportRenderer {
  private struct Rule {
    var id: String
    var description: String
    /// Our own page about it, as Markdown.
    var page = ""
    var link: String?
  }

  private var documents: [ReportDocument] = []
  private var rules: [Rule] = []
  private var failures: [String] = []

  /// Creates a file without a result.
  public init() {}

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    add(document)
  }

  /// Adds the results of a trace.
  public mutating func add(_ document: ReportDocument) {
    for rule in Self.rules(of: document) where !rules.contains(where: { $0.id == rule.id }) {
      rules.append(rule)
    }
    documents.append(document.withoutCurves)
  }

  /// Adds a trace without a report as a notification.
  public mutating func addFailure(of name: String, reason: String) {
    failures.append("'\(name)' has no report: \(reason)")
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.key("runs")
    json.beginArray()
    json.beginObject()
    try writeTool(&json)
    writeInvocation(&json)
    json.key("columnKind")
    json.value("unicodeCodePoints")
    json.key("results")
    json.beginArray()
    for document in documents {
      if let cause = document.causeWithoutFinding { try write(cause, of: document, &json) }
      for finding in document.findings { try write(finding, of: document, &json) }
      for divergence in Self.seen(document) { try write(divergence, of: document, &json) }
    }
    json.endArray()
    json.endObject()
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  private static func seen(_ document: ReportDocument) -> [ReportDivergence] {
    document.divergences.filter { $0.verdict != "invisible" }
  }

  /// Each rule once, in the order of the results.
  private static func rules(of document: ReportDocument) -> [Rule] {
    var rules: [Rule] = []
    if let cause = document.causeWithoutFinding {
      rules.append(
        Rule(id: cause.ruleID, description: "What the app does is not what it declares."))
    }
    for finding in document.findings where !rules.contains(where: { $0.id == finding.detector }) {
      rules.append(
        Rule(
          id: finding.detector, description: finding.name, page: finding.page,
          link: finding.links.first))
    }
    for divergence in seen(document) {
      let id = ruleID(divergence)
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

  private func writeTool(_ json: inout JSONWriter) throws(NumberError) {
    json.key("tool")
    json.beginObject()
    json.key("driver")
    json.beginObject()
    json.member("name", "scrolltrace")
    json.member("version", documents.first?.toolVersion)
    try json.objects("rules", rules) { (rule, json) throws(NumberError) in
      json.member("id", rule.id)
      Self.message("shortDescription", rule.description, &json)
      if let link = rule.link, link.hasPrefix("https://") { json.member("helpUri", link) }
      guard !rule.page.isEmpty else { return }
      json.key("help")
      json.beginObject()
      json.member("text", rule.page)
      json.member("markdown", rule.page)
      json.endObject()
    }
    json.endObject()
    json.endObject()
  }

  /// Writes skipped checks as notifications with their reason, because they are no results.
  private func writeInvocation(_ json: inout JSONWriter) {
    let notifications = documents.compactMap(Self.notification) + failures
    guard !notifications.isEmpty else { return }
    json.key("invocations")
    json.beginArray()
    json.beginObject()
    json.key("executionSuccessful")
    json.value(true)
    json.objects("toolExecutionNotifications", notifications) { text, json in
      json.member("level", "note")
      Self.message("message", text, &json)
    }
    json.endObject()
    json.endArray()
  }

  /// The reason why a trace was not checked, with its name among several.
  private static func notification(_ document: ReportDocument) -> String? {
    guard let notChecked = document.verdict.notChecked else { return nil }
    let next = notChecked.nextCommand.map { ". Next: '\($0)'" } ?? ""
    return "\(document.information.name): \(document.statement(of: notChecked))\(next)."
  }

  private static func message(_ name: String, _ text: String, _ json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    json.member("text", ReportText.shown(text))
    json.endObject()
  }

  // MARK: Results

  private func write(
    _ finding: ReportFinding, of document: ReportDocument, _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    let level =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .ok, .info, .notChecked, .notice: "note"
      }
    begin(finding.detector, level, document.causeMessage(of: finding), &json)
    location(of: document, track: "recording", at: finding.from, &json)
    fingerprint(finding.fingerprint, &json)
    json.key("properties")
    json.beginObject()
    json.member("start_ns", finding.from)
    json.member("end_ns", finding.to)
    json.member("count", Int64(finding.count))
    if finding.isEffect { json.member("symptom", finding.message) }
    json.member("cause", finding.cause)
    json.member("repair", finding.repairText)
    json.endObject()
    json.endObject()
  }

  /// Writes a cause without a finding as a separate result.
  private func write(
    _ cause: ReportCause, of document: ReportDocument, _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    let level = document.diagnosis?.verdict == .cause ? "warning" : "note"
    begin(cause.ruleID, level, document.causeMessage, &json)
    let start = document.diagnosis?.decisions.first?.releaseTime ?? 0
    location(of: document, track: "recording", at: start, &json)
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
    _ divergence: ReportDivergence, of document: ReportDocument, _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginObject()
    // Under a configuration that the app does not have, a difference is no defect.
    let level = divergence.track == document.judgedTrack ? "warning" : "note"
    begin(Self.ruleID(divergence), level, divergence.headline, &json)
    let track =
      document.tracks.indices.contains(divergence.track)
      ? document.tracks[divergence.track].name : "replay"
    location(of: document, track: track, at: divergence.from, &json)
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
    _ rule: String, _ level: String, _ text: String, _ json: inout JSONWriter
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

  private func location(
    of document: ReportDocument, track: String, at time: Int64, _ json: inout JSONWriter
  ) {
    json.key("locations")
    json.beginArray()
    json.beginObject()
    json.key("physicalLocation")
    json.beginObject()
    json.key("artifactLocation")
    json.beginObject()
    json.member("uri", Self.file(of: document))
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

extension SARIFReport {
  /// The capture as a relative reference; a trace from no file is named.
  fileprivate static func file(of document: ReportDocument) -> String {
    guard let file = document.captureFile else {
      return "traces/" + PercentText.encoded(document.information.name)
    }
    let path = file.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentText.encoded(String($0)) }.joined(separator: "/")
    return file.hasPrefix("/") ? "file://" + path : path
  }
}

extension ReportDocument {
  /// What is needed to write results: curves and layouts take most of the memory.
  fileprivate var withoutCurves: ReportDocument {
    var light = self
    for index in light.tracks.indices {
      (light.tracks[index].times, light.tracks[index].xs, light.tracks[index].ys) = ([], [], [])
    }
    light.inputs = nil
    return light
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
