import Foundation
import TestSupport

/// Which texts of the source code the provocations printed, and in which message.
struct ProvokedTexts {
  private let corpus: String

  /// Creates it from the printed messages.
  init(_ said: [String]) {
    var known: Set<String> = []
    corpus = said.map(Self.plain).filter { known.insert($0).inserted }.joined(separator: "\n")
  }

  /// Returns the first line that contains a text; nil if none does.
  ///
  /// Values inserted at run time are `…` in the text; a kind before the text must match, too.
  func example(of text: String) -> String? {
    var pattern = text
    var kind = ""
    if text.hasPrefix("`"), let end = text.dropFirst().firstIndex(of: "`") {
      kind = String(text[..<end].dropFirst())
      pattern = String(text[text.index(after: end)...].drop { $0 == " " })
    }
    let parts = Self.plain(pattern).split(separator: "…", omittingEmptySubsequences: false)
    let middle = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }
      .joined(separator: ".*?")
    let expression = (kind.isEmpty ? "^.*?" : "^\(kind): ") + middle + ".*$"
    guard
      let search = try? NSRegularExpression(pattern: expression, options: .anchorsMatchLines),
      let found = search.firstMatch(
        in: corpus, range: NSRange(corpus.startIndex..., in: corpus)),
      let range = Range(found.range, in: corpus)
    else { return nil }
    return String(corpus[range])
  }

  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
  }

  // MARK: What nothing provokes

  /// The texts that no provocation prints, each with the reason, from `not-provoked.txt`.
  ///
  /// A line that begins with `## ` is a reason; each line after it is a module, a colon and a text.
  static func known() throws -> [String: String] {
    var reason = ""
    var known: [String: String] = [:]
    for line in try Files.text(Provocations.path("not-provoked.txt")).split(separator: "\n") {
      if line.hasPrefix("## ") {
        reason = String(line.dropFirst(3))
      } else if !line.hasPrefix("#") {
        known[String(line)] = reason
      }
    }
    return known
  }
}
