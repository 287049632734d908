import ScrollModel
import TextKit
import Testing

@testable import Report

@Suite("the panel of changes in a page")
struct WhatIfTests {
  private func page(_ document: ReportDocument = .sample()) throws -> String {
    String(decoding: try HTMLReport(document).bytes(), as: UTF8.self)
  }

  @Test("a page has the panel with the engine, or one sentence that names what is missing")
  func sentence() throws {
    var document = ReportDocument.sample()
    document.inputs = [1, 2, 3]
    let page = try page(document)
    let isBuilt = !HTMLReport.engine.isEmpty
    #expect(HTMLReport(document).hasWorkbench == isBuilt)
    #expect(page.count(of: "id=\"inputs\">](;#</script>") == (isBuilt ? 1 : 0))
    #expect(page.count(of: "id=\"whatif-open\"") == (isBuilt ? 1 : 0))
    #expect(page.count(of: "<p class=\"hint\">Without the workbench: ") == (isBuilt ? 0 : 1))
    #expect(page.count(of: " 'wasm-unsafe-eval'; base-uri 'none'") == (isBuilt ? 1 : 0))
    let hash = String(decoding: HTMLReport.hash(HTMLReport.workbenchScript), as: UTF8.self)
    #expect(page.count(of: " 'sha256-\(hash)' 'wasm-unsafe-eval'") == (isBuilt ? 1 : 0))
    #expect(page.count(of: "id=\"workbench-script\"") == (isBuilt ? 1 : 0))
  }

  @Test("a page without inputs has one sentence and no engine")
  func withoutInputs() throws {
    let page = try page()
    #expect(page.count(of: "<p class=\"hint\">Without the workbench: ") == 1)
    #expect(page.count(of: "unsafe") == 0 && page.count(of: "id=\"engine\"") == 0)
  }

  @Test("a page without a timeline has neither panel nor sentence")
  func untimed() throws {
    let page = try page(.unchecked())
    #expect(
      page.count(of: "id=\"whatif-open\"")
        + page.count(of: "<p class=\"hint\">Without the workbench: ")
        == 0)
  }

  @Test("the panel's keys, words, ranges and defaults equal those of the tool")
  func keys() throws {
    let text = String(decoding: try ReportData(document: .sample()).whatIf(), as: UTF8.self)
    for name in Configuration.keyNames { #expect(text.count(of: "{\"name\":\"\(name)\"") == 1) }
    for word in Profile.allCases.map(\.rawValue) { #expect(text.contains("\"\(word)\"")) }
    #expect(
      text.contains(
        "{\"name\":\"few-limit\",\"range\":[1,1000000],\"isWhole\":true,\"rules\":\"VAL-12\",\"default\":\"3\"}"
      ))
    #expect(text.contains("\"page-length\",\"words\":[\"container\",\"frame\"]"))
    #expect(text.contains("\"ios18\":\"frame\",\"ios26\":\"container\""))
  }

  @Test(
    "the fix and its configuration are escaped, whatever they contain", arguments: hostileTexts)
  func hostile(text: String) throws {
    var document = ReportDocument.sample()
    var diagnosis = ReportDiagnosis(verdict: .cause, isDeclared: true, lines: [])
    var cause = ReportCause(
      kind: "interval", configuration: text, sentences: [], certainty: "certain", odds: 1,
      explained: 1, worstMiss: 0)
    cause.fix = ReportCause.Fix(summary: text, configuration: text, code: text, removes: nil)
    diagnosis.causes = [cause]
    document.diagnosis = diagnosis
    document.replayCommand = text
    let json = String(decoding: try ReportData(document: document).whatIf(), as: UTF8.self)
    #expect(!json.contains("<") && !json.contains("]]>"))
  }

  @Test("comments of the scripts are on their own lines, because pages omit those lines")
  func comments() {
    let scripts = HTMLReport.wholeScript + HTMLReport.wholeWorkbenchScript
    let whole = String(decoding: scripts, as: UTF8.self)
    for line in whole.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      guard line.hasPrefix("/*"), line.contains("*/") else { continue }
      #expect(line.hasSuffix("*/"), "\(line)")
    }
  }
}
