import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// The diagnostics of an import or a recording, for people and for programs.
enum Diagnostics {
  /// The largest number of diagnostics shown to people.
  private static let shown = 5

  static func print(
    ofCapture id: Int64, in store: TraceStore, _ console: inout Console
  ) throws {
    let counts = try store.diagnosticCounts(ofCapture: id)
    guard !counts.isEmpty else { return }
    let source = try store.captures().first { $0.id == id }?.sourceName ?? "standard input"
    // Diagnostics belong to the whole file: a touch may belong to another trace.
    let traces = try store.traces().count { $0.captureID == id }
    if traces > 1 {
      let file = console.style("about the whole file, which has \(traces) traces:", .dim)
      console.print("  \(file)")
    }
    for count in counts {
      console.print("  \(label(count.severity, console.style)) \(count.kind) × \(count.count)")
    }
    var last: String?
    for diagnostic in try store.diagnostics(ofCapture: id, limit: shown) {
      let text = text(diagnostic, source: source)
      // Formats without lines repeat one text for each event.
      if text != last { console.print("  " + DisplayText.escaped(text)) }
      last = text
    }
    let total = counts.reduce(Int64(0)) { $0.heldSum(with: $1.count) }
    if total > Int64(shown) {
      console.print("  … 'scrolltrace query \"SELECT * FROM diagnostics\"' shows them all")
    }
  }

  /// One diagnostic as `file:line:column: message`.
  static func text(_ diagnostic: Diagnostic, source: String) -> String {
    var place = source
    if let line = diagnostic.line { place += ":\(line)" }
    if let column = diagnostic.column, diagnostic.line != nil { place += ":\(column)" }
    return "\(place): \(diagnostic.message)"
  }

  static func label(_ severity: Severity, _ style: Style) -> String {
    switch severity {
    case .info: style("info", .dim)
    case .notice: style("notice", .cyan)
    case .dataLoss: style("data loss", .yellow)
    case .error: style("error", .red)
    }
  }
}
