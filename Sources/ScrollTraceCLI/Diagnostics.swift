import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// The diagnostics of an import or a recording, for people and for programs.
enum Diagnostics {
  /// The largest number of diagnostics shown to people.
  private static let shown = 5

  /// Prints the diagnostics of a capture of the store that `--db` names.
  static func print(
    ofCapture id: Int64, in store: TraceStore, database: String?, _ console: inout Console
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
    let first = try store.diagnostics(ofCapture: id, limit: shown)
    printFirst(
      first, counts.map { ($0.kind, $0.severity, $0.count) }, source: source, &console)
    let total = counts.reduce(Int64(0)) { $0.heldSum(with: $1.count) }
    // A temporary store cannot be queried later.
    if total > Int64(shown), store.path == StorePath.resolve(database) {
      console.print("  … \(allOfThem(in: database))")
    }
  }

  /// Prints how many there are of each kind, and the first ones.
  static func printFirst(
    _ first: [Diagnostic], _ counts: [(kind: String, severity: Severity, count: Int64)],
    source: String, _ console: inout Console
  ) {
    for count in counts {
      console.print("  \(label(count.severity, console.style)) \(count.kind) × \(count.count)")
    }
    var last: String?
    for diagnostic in first {
      let text = text(diagnostic, source: source)
      // Formats without lines repeat one text for each event.
      if text != last { console.print("  " + DisplayText.escaped(text)) }
      last = text
    }
  }

  /// The command that lists every diagnostic.
  static func allOfThem(in database: String?) -> String {
    "'scrolltrace query \"SELECT * FROM diagnostics\"\(StorePath.words(database))' shows them all"
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
