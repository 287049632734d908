import CReportAssets
import TextKit

extension HTMLReport {
  /// Writes the panel for changing configuration, scene and gestures; the script creates its
  /// contents when it is opened.
  func writeWhatIf(_ page: inout HTMLText) {
    if let obstacle = workbenchObstacle {
      return page.element("p", "Without the workbench: \(obstacle)", class: "hint")
    }
    page.raw("<section id=\"workbench\"><h2>What if</h2><p class=\"hint\" id=\"whatif-hint\">")
    page.raw("The workbench needs scripts and WebAssembly.</p>")
    if document.nested != nil {
      page.element(
        "p",
        "This view is one of several. The workbench replays it alone, with the touches that the others left "
          + "to it.", class: "hint")
    }
    page.raw("<button id=\"whatif-open\" type=\"button\" aria-expanded=\"false\" ")
    page.raw("aria-controls=\"whatif\" hidden>Open the workbench</button>")
    page.raw("<div id=\"whatif\" hidden></div></section>")
  }

  /// Whether the page contains the engine and its inputs.
  var hasWorkbench: Bool { document.hasTimeline && workbenchObstacle == nil }

  /// The reason why the page has no workbench, as a sentence; nil if it has one.
  var workbenchObstacle: String? {
    if Self.engine.isEmpty { return "build with a toolchain from swift.org." }
    if document.inputs != nil { return nil }
    return document.redactions.isEmpty
      ? "the trace has nothing that drives a replay, or is too long for a page."
      : "a redacted report has no inputs. Export the trace with --redact, and report that."
  }

  /// The engine as a compressed WebAssembly module; empty if the tool was built without it.
  static var engine: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: scrolltrace_report_engine(), count: Int(scrolltrace_report_engine_count()))
  }

  /// The script of the workbench, which runs when it is opened.
  static let workbenchScript = shortened(wholeWorkbenchScript)
  static var wholeWorkbenchScript: [UInt8] { bytes(of: scrolltrace_workbench_js()) }
  private static let packedScript = Gzip.compressed(workbenchScript) ?? []

  /// Writes the engine and the script of the workbench, both compressed.
  static func writeWorkbench(_ page: inout HTMLText) {
    page.raw("<script type=\"application/octet-stream\" id=\"engine\">")
    page.asset(Base91.encoded(engine))
    page.raw("</script><script type=\"application/octet-stream\" id=\"workbench-script\">")
    page.asset(Base91.encoded(packedScript))
    page.raw("</script>")
  }

  static func writeInputs(_ inputs: [UInt8], id: String, _ page: inout HTMLText) {
    page.raw("<script type=\"application/octet-stream\" id=\"")
    page.text(id)
    page.raw("\">")
    page.asset(Base91.encoded(inputs))
    page.raw("</script>")
  }
}
