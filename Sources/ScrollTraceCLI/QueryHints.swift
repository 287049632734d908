import CommandLineKit
import SQLite
import TraceStore

/// Hints after a query that fails or returns no row.
enum QueryHints {
  /// Views of results, and the command that computes and stores them.
  private static let producers = [
    ("settles", "analyze settles"), ("impressions", "analyze impressions"),
    ("findings", "analyze findings"), ("smoothness", "analyze smoothness"),
    ("probes", "analyze probe"), ("transitions", "analyze transitions"),
    ("diagnosis", "diagnose"), ("diagnosis_cause", "diagnose"), ("decision", "diagnose"),
    ("divergences", "replay"), ("matrix", "replay"),
  ]

  /// Returns one line for each empty view of results that a query uses.
  static func emptyResults(of sql: String, in store: TraceStore) throws -> [String] {
    let words = Set(
      sql.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    let empty = Set(try store.emptyResultViews())
    return producers.filter { words.contains($0.0) && empty.contains($0.0) }
      .map { view, verb in "'\(view)' is empty; 'scrolltrace \(verb)' fills it" }
  }

  /// Returns the end of a message about an unknown name; empty for other errors.
  static func hint(for message: String, _ names: [String]) -> String {
    let table = "no such table: "
    if message.hasPrefix(table) {
      let name = String(message.dropFirst(table.count))
      return Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
        ?? "; 'scrolltrace query' without SQL lists all tables and views"
    }
    return message.hasPrefix("no such column: ")
      ? "; SELECT * with LIMIT 1 shows the columns, and schema.sql explains them" : ""
  }
}
