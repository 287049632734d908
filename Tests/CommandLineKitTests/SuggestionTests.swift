import Testing

@testable import CommandLineKit

@Suite("Suggesting names")
struct SuggestionTests {
  static let names = ["import", "replay", "compare", "report", "at"]

  @Test(
    "the suggested name differs by at most a third of its length",
    arguments: [
      ("import", "import"), ("imprt", "import"), ("improt", "import"), ("imxxrt", "import"),
      ("imxxxt", nil), ("reprot", "report"), ("comapre", "compare"), ("ab", nil), ("a", nil),
      ("com", "compare"), ("re", nil), ("", nil), ("REPLAY", nil),
    ] as [(String, String?)])
  func nearest(word: String, name: String?) {
    #expect(Suggestion.nearest(to: word, among: Self.names) == name)
  }

  @Test(
    "a swap of neighboring letters counts as one edit",
    arguments: [
      ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
      ("ab", "bca", 3), ("kitten", "sitting", 3), ("a", "ab", 1), ("abcd", "badc", 2),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(Suggestion.editDistance(Array(left.utf8), Array(right.utf8)) == expected)
    #expect(Suggestion.editDistance(Array(right.utf8), Array(left.utf8)) == expected)
  }

  @Test("a word of any length is answered at once", .timeLimit(.minutes(1)))
  func longWord() {
    let word = String(repeating: "import", count: 1_000_000)
    #expect(Suggestion.nearest(to: word, among: Self.names) == nil)
  }
}
