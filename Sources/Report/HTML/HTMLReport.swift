import CReportAssets
import ScrollModel
public import TextKit

/// One page that needs nothing beside it: no network, no build, scripts optional.
///
/// Tables, plots and planes stand in the page as it is; the script adds the timeline and the drawing
/// of the view. A page without frames has neither timeline nor script. A policy in the page forbids everything but our own style and script, by their
/// hashes, and everything that comes from a trace is text.
public struct HTMLReport: ReportFace {
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
    let script = document.hasTimeline ? Self.bytes(of: scrolltrace_report_js()) : nil
    Self.writeHead("\(document.information.name) – scrolltrace", script: script, &page)
    page.raw("<body>")
    if document.hasTimeline {
      page.raw("<a class=\"skip\" href=\"#timeline\">Skip to the timeline</a>")
    }
    page.raw("<main>")
    writeTop(&page)
    writeTimeline(&page)
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
      page.raw("</script><script>")
      page.asset(script)
      page.raw("</script>")
    }
    page.raw("</body></html>\n")
    return page.bytes
  }

  static func bytes(of asset: UnsafePointer<CChar>?) -> [UInt8] {
    guard let asset else { return [] }
    return Array(String(cString: asset).utf8)
  }

  /// Writes the head with the policy that lets only our own style and script run.
  static func writeHead(_ title: String, script: [UInt8]?, _ page: inout HTMLText) {
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

  /// A moment that the timeline goes to, if there is one.
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
