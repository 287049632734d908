import ScrollModel
public import TextKit

extension PlaygroundPage {
  /// Returns the page.
  public func bytes() throws(NumberError) -> [UInt8] {
    guard let first = scenes.first else { return [] }
    var page = HTMLText()
    let report = HTMLReport(first.document)
    let script = HTMLReport.script
    HTMLReport.writeHead(
      "Playground – scrolltrace", script: script, runsEngine: report.hasWorkbench, &page)
    page.raw("<body><a class=\"skip\" href=\"#timeline\">Skip to the timeline</a><main>")
    page.raw("<header class=\"top\"><p class=\"kind\">Playground</p><h1>Scroll something</h1>")
    page.element("p", introduction)
    page.raw("</header>")
    report.writeTimeline(&page)
    page.raw("<footer>")
    page.text(
      "Made by scrolltrace \(first.document.toolVersion), engine \(first.document.engineVersion).")
    page.raw("</footer></main>")
    for (number, scene) in scenes.enumerated() {
      page.raw("<script type=\"application/json\" id=\"data")
      if number > 0 { page.text("-\(scene.name)") }
      page.raw("\">")
      page.asset(
        try ReportData(document: scene.document, scene: scene, sceneNames: names).json())
      page.raw("</script>")
    }
    if report.hasWorkbench { HTMLReport.writeWorkbench(&page) }
    for scene in scenes {
      HTMLReport.writeInputs(scene.document.inputs ?? [], id: scene.inputsID, &page)
    }
    page.raw("<script>")
    page.asset(script)
    page.raw("</script></body></html>\n")
    return page.bytes
  }
}
