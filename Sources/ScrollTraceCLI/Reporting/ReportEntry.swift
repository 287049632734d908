import Report
import ScrollModel
import TextKit
import TraceStore

/// The summary of one report, for programs.
struct ReportEntry {
  let trace: Int64
  let name: String
  let severity: String
  let verdict: String
  let notChecked: NotChecked?
  let files: [String]

  init(trace: TraceRecord, _ document: ReportDocument, files: [String]) {
    self.trace = trace.id
    // The name in the document, which may be redacted.
    name = document.information.name
    severity = document.severity.rawValue
    verdict = document.verdict.text
    notChecked = document.verdict.notChecked
    self.files = files
  }

  func write(_ json: inout JSONWriter) {
    json.beginObject()
    json.member("trace", trace)
    json.member("name", name)
    json.member("severity", severity)
    json.member("verdict", verdict)
    json.member("not_checked_because", notChecked?.because)
    json.member("next_command", notChecked?.nextCommand)
    json.key("files")
    json.beginArray()
    for file in files { json.value(file) }
    json.endArray()
    json.endObject()
  }
}
