import ScrollModel
import TestSupport
import Testing

@testable import Analysis

@Suite("generated pages")
struct PageTests {
  @Test("the pages in docs/detectors match the detectors", arguments: DetectorEntry.all)
  func detectors(_ entry: DetectorEntry) throws {
    try Self.check(entry.markdown, "docs/detectors/\(entry.id).md")
  }

  @Test("the table of detectors lists each detector once")
  func table() throws {
    try Self.check(DetectorEntry.indexMarkdown, "docs/detectors/README.md")
    let ids = DetectorEntry.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(
      DetectorEntry.findings.map(\.id)
        == DetectorEntry.findings.map(\.id).sorted {
          ($0.hasPrefix("S") ? 0 : 1, $0) < ($1.hasPrefix("S") ? 0 : 1, $1)
        })
    let pages = Set(Files.names(in: Repository.path("docs/detectors")))
    #expect(pages == Set(ids.map { $0 + ".md" } + ["README.md", "accuracy.md"]))
  }

  @Test("a detector is found by its id, its name and its alias")
  func names() {
    #expect(DetectorEntry.named("s05")?.name == "period-mismatch")
    #expect(DetectorEntry.named("period-mismatch")?.id == "S05")
    #expect(DetectorEntry.named("d-drift")?.id == "S03")
    #expect(DetectorEntry.named("S99") == nil)
    #expect(!DetectorEntry.links(of: "S05").isEmpty)
  }

  @Test("all sixteen D-names of the semantics are aliases")
  func aliases() {
    let names = [
      "STALE-ID", "IDLE-JUMP", "BEYOND-END", "DRIFT", "UNSNAPPED", "OVERSTEP", "SHORT", "NOFOLLOW",
      "EMPTY", "PINGPONG", "LOOP", "STALL", "ILLEGAL-PH", "TRUNC", "CONV", "MISSED-VIS",
    ]
    for name in names { #expect(DetectorEntry.named("D-\(name)") != nil, "D-\(name)") }
  }

  /// Compares a page with the generated text, or writes it when golden files are recorded.
  private static func check(_ text: String, _ page: String) throws {
    let path = Repository.path(page)
    if isRecordingGolden {
      try Files.write(Array(text.utf8), to: path)
    } else {
      #expect(try Files.text(path) == text, "\(page) is not what its source says; record it anew")
    }
  }
}
