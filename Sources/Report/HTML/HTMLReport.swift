import CReportAssets
import ScrollModel
public import TextKit

/// One self-contained page: no network, no build, scripts optional.
///
/// Tables, plots and planes are part of the page; the script adds the timeline and the drawing of
/// the view. A page without frames has neither timeline nor script. A content security policy
/// allows only our own style and script, by their hashes, and all data of a trace is written as
/// text.
public struct HTMLReport: ReportRenderer {
  let document: ReportDocument
  let sentences: ReportSentences

  /// Creates the page of a document.
  public init(_ document: ReportDocument) {
    self.document = document
    sentences = ReportSentences(of: document)
  }

  /// Returns the page.
  public func bytes() throws(NumberError) -> [UInt8] {
    var page = HTMLText()
    let script = document.hasTimeline ? Self.script : nil
    Self.writeHead(
      "\(document.information.name) – scrolltrace", script: script, runsEngine: hasWorkbench, &page)
    page.raw("<body>")
    if document.hasTimeline {
      page.raw("<a class=\"skip\" href=\"#timeline\">Skip to the timeline</a>")
    }
    page.raw("<main>")
    writeTop(&page)
    writeTimeline(&page)
    writeNested(&page)
    if !document.hasTimeline { writeMarks(&page) }
    writeFindings(&page)
    writeDivergences(&page)
    writeSettles(&page)
    writeMatrix(&page)
    writeImpressions(&page)
    writeFigures(&page)
    writeNotes(&page)
    page.raw("<footer>")
    page.text("Made by scrolltrace \(document.toolVersion), engine \(document.engineVersion).")
    page.raw("</footer></main>")
    if let script {
      page.raw("<script type=\"application/json\" id=\"data\">")
      page.asset(try ReportData(document: document).json())
      page.raw("</script>")
      if hasWorkbench {
        Self.writeWorkbench(&page)
        Self.writeInputs(document.inputs ?? [], id: "inputs", &page)
      }
      page.raw("<script>")
      page.asset(script)
      page.raw("</script>")
    }
    page.raw("</body></html>\n")
    return page.bytes
  }

  /// The script of a page.
  static let script = shortened(wholeScript)

  /// A script without indentation and comment lines, because every page contains it.
  ///
  /// No comment of a script shares a line with code.
  static func shortened(_ whole: [UInt8]) -> [UInt8] {
    var script: [UInt8] = []
    for line in whole.split(separator: UInt8(ascii: "\n")) {
      let code = line.drop { $0 == UInt8(ascii: " ") }
      let comments = ["//", "/*", "*"]
      guard !comments.contains(where: { code.starts(with: $0.utf8) }) else { continue }
      script += code
      script.append(UInt8(ascii: "\n"))
    }
    return script
  }

  static var wholeScript: [UInt8] { bytes(of: scrolltrace_report_js()) }

  static func bytes(of asset: UnsafePointer<CChar>?) -> [UInt8] {
    guard let asset else { return [] }
    return Array(String(cString: asset).utf8)
  }

  /// Writes the head with the policy that allows only our own style and script.
  ///
  /// The workbench has a script of its own, and its engine needs permission to be compiled.
  static func writeHead(
    _ title: String, script: [UInt8]?, runsEngine: Bool = false, _ page: inout HTMLText
  ) {
    let style = Self.bytes(of: scrolltrace_report_css())
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    page.raw("style-src 'sha256-")
    page.asset(Self.hash(style))
    if let script {
      page.raw("'; script-src 'sha256-")
      page.asset(Self.hash(script))
    }
    if runsEngine {
      page.raw("' 'sha256-")
      page.asset(Self.hash(Self.workbenchScript))
      page.raw("' 'wasm-unsafe-eval")
    }
    page.raw("'; base-uri 'none'; form-action 'none'\"><title>")
    page.text(title)
    page.raw("</title><style>")
    page.asset(style)
    page.raw("</style></head>")
  }

  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return Base64.encoded(hash.digest)
  }

  /// Writes a time as a link to the timeline, if there is one.
  func moment(_ nanoseconds: Int64, _ page: inout HTMLText) {
    guard document.hasTimeline else { return page.text(ReportNumber.seconds(nanoseconds)) }
    page.raw("<a href=\"#t=")
    page.text(ReportNumber.text(Double(nanoseconds) / 1e9, decimals: 4))
    page.raw("\" data-t=\"")
    page.text(ReportNumber.text(Double(nanoseconds) / 1e6, decimals: 3))
    page.raw("\">")
    page.text(ReportNumber.seconds(nanoseconds))
    page.raw("</a>")
  }
}
