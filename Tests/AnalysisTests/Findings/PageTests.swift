import ScrollModel
import TestSupport
import Testing

@testable import Analysis

@Suite("generated pages")
struct PageTests {
  @Test("docs/detectors says what the detectors say", arguments: DetectorEntry.all)
  func detectors(_ entry: DetectorEntry) throws {
    try Self.check(entry.markdown, "docs/detectors/\(entry.id).md")
  }

  @Test("the table of detectors lists them all, each id once")
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
    #expect(pages == Set(ids.map { $0 + ".md" } + ["README.md"]))
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

  @Test("docs/gallery.md shows what the gallery finds")
  func gallery() throws {
    try Self.check(Self.galleryMarkdown(), "docs/gallery.md")
  }

  private static func galleryMarkdown() throws -> String {
    var rows = ""
    var reports: [String] = []
    var found = 0
    for example in GalleryCase.all {
      let findings = GalleryTests.listed(try example.findings(example.defect))
      let near = try example.findings(example.near).filter { $0.severity >= .warning }
      let isFound = example.defect.expected.allSatisfy { findings.contains($0) }
      found += isFound ? 1 : 0
      for report in example.reports where !reports.contains(report.name) {
        reports.append(report.name)
      }
      let links = example.reports.map { $0.link.isEmpty ? $0.name : "[\($0.name)](\($0.link))" }
      let detectors = example.defect.expected.map { String($0.split(separator: " ")[0]) }
      rows +=
        "| \(example.name) | \(links.joined(separator: ", ")) | \(example.symptom) | "
        + detectors.joined(separator: ", ")
        + " | \(isFound ? "found" : "not found") | \(near.isEmpty ? "silent" : "not silent") | "
        + (try example.repair().map { "`\($0)`" } ?? "none") + " |\n"
    }
    return """
      # The gallery

      Generated from `fixtures/gallery`. Each case is a scene and a script that reproduce a public
      report, and a near miss in which it is repaired. *Found* means that all findings listed for the
      case were made; *silent* that the near miss gives none from warning up. Where the defect is not
      one that a right engine makes, it is planted in the stream, and no configuration repairs it.
      The repair is the first suggested change with which the engine, run again, gives no finding of
      the case any more and no new warning.

      \(GalleryCase.all.count) cases cover \(reports.count) reports; \(found) are found.

      | case | reports | symptom | detectors | defect | near miss | repair found |
      |---|---|---|---|---|---|---|

      """ + rows
  }

  /// Holds a page to what is generated, or writes it where golden files are recorded.
  private static func check(_ text: String, _ page: String) throws {
    let path = Repository.path(page)
    if isRecordingGolden {
      try Files.write(Array(text.utf8), to: path)
    } else {
      #expect(try Files.text(path) == text, "\(page) is not what its source says; record it anew")
    }
  }
}
