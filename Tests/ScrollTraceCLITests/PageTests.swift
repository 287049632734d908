import ScrollTraceCLI
import TestSupport
import Testing

/// Pages of the repository that the tool prints.
enum Page {
  /// Compares a file with the output of the tool, or writes the file when golden files are
  /// recorded.
  static func check(_ text: String, _ name: String) throws {
    let path = Repository.path(name)
    if isRecordingGolden { try Files.write(Array(text.utf8), to: path) }
    let isFresh = try Files.text(path) == text
    #expect(isFresh, "\(name) is stale; 'make pages' writes it anew")
  }
}

@Suite("pages that the tool prints")
struct PageTests {
  @Test(
    "the printed pages match the declarations",
    arguments: zip(["--markdown", "--man"], ["docs/cli.md", "docs/scrolltrace.1"]))
  func reference(option: String, file: String) throws {
    try Page.check(scrolltrace("help", option).output, file)
  }
}
