import Testing

@testable import CommandLineKit

@Suite("Words for a shell")
struct ShellWordTests {
  @Test(
    "words are quoted if a shell would split them",
    arguments: [
      ("trace.json", "trace.json"), ("/a/b-c_d.gz", "/a/b-c_d.gz"), ("größe", "größe"), ("", "''"),
      ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(x)", "'$(x)'"), ("~/a", "'~/a'"),
      ("a;b", "'a;b'"), ("a\nb", "'a\nb'"), ("*", "'*'"),
    ])
  func quoted(word: String, expected: String) {
    #expect(ShellWord.quoted(word) == expected)
    if !word.isEmpty, !word.contains("\\"), word != "it's" {
      #expect(ShellWords.commands(in: ShellWord.quoted(word)) == [[word]])
    }
  }
}
