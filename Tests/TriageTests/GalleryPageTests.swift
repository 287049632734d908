import Analysis
import Simulation
import TestSupport
import Testing

@Suite("gallery page")
struct GalleryPageTests {
  @Test("docs/gallery.md matches the findings of the gallery")
  func gallery() throws {
    try check(Self.markdown())
  }

  private static func markdown() throws -> String {
    let shelf = try TraceShelf()
    var rows = ""
    var reports: [String] = []
    var found = 0
    for example in GalleryCase.all {
      let findings = GalleryTests.listed(try example.findings(example.defect, shelf))
      let near = try example.findings(example.near, shelf).filter { $0.severity >= .warning }
      let isFound = example.defect.expected.allSatisfy { findings.contains($0) }
      found += isFound ? 1 : 0
      for report in example.reports where !reports.contains(report.name) {
        reports.append(report.name)
      }
      let links = example.reports.map { $0.link.isEmpty ? $0.name : "[\($0.name)](\($0.link))" }
      let detectors = example.defect.expected.map { String($0.split(separator: " ")[0]) }
      rows +=
        "| \(example.name) | \(links.joined(separator: ", ")) | \(example.symptom) | \(example.how) | "
        + detectors.joined(separator: ", ")
        + " | \(isFound ? "found" : "not found") | \(near.isEmpty ? "silent" : "not silent") | "
        + (try example.repair(shelf).map { "`\($0)`" } ?? "none") + " |\n"
    }
    print(
      "gallery: \(GalleryCase.all.count) cases cover \(reports.count) reports; \(found) are found")
    return """
      # The gallery

      Generated from `fixtures/gallery`. Each case is a scene and a script that reproduce a public
      report, and a near miss in which it is repaired. *Found* means that all findings listed for the
      case were made; *silent* that the near miss gives none from warning up. *How* says where the
      defect comes from: from the declared configuration or the script (and then the engine does what
      it is told), from another configuration than the declared one that ran, or, where a right
      engine does not make it, from a fault injected into the stream. Only the first can be repaired by
      a configuration.

      Every case comes with the tool. `scrolltrace simulate --list` lists them, and
      `scrolltrace simulate --case B05 -o B05.jsonl` makes the recording with its fault, to be imported
      and analyzed; `--near` makes the near miss.

      The repair is the first suggested change with which the engine, run again, gives no finding of
      the case any more and no new warning.

      \(GalleryCase.all.count) cases cover \(reports.count) reports; \(found) are found.
      [Nested views](#nested-views) have \(GalleryCase.nested.count) more.

      | case | reports | symptom | how | detectors | defect | near miss | repair found |
      |---|---|---|---|---|---|---|---|

      """ + rows + nested() + (try notShown())
  }

  /// The cases of nested views, whose causes the tests of the diagnosis hold.
  private static func nested() -> String {
    var text = """

      ## Nested views

      The recording of such a case has a trace for each view. No detector looks at two traces:
      `scrolltrace diagnose` names the cause, and finds none in the near miss.

      | case | reports | symptom | cause |
      |---|---|---|---|

      """
    for example in GalleryCase.nested {
      let links = example.reports.map { "[\($0.name)](\($0.link))" }.joined(separator: ", ")
      text +=
        "| \(example.name) | \(links) | \(example.symptom) | `\(example.nestedCause ?? "")` |\n"
    }
    return text
  }

  /// The reports that a trace of one scroll view cannot show, with the reason.
  private static func notShown() throws -> String {
    var text = """

      ## Reports without a case

      | report | why |
      |---|---|

      """
    for line in try Files.text(GalleryCase.folder + "/not-shown.tsv").split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 3 else { throw CaseError(description: "'\(line)' has not three cells") }
      text +=
        "| " + (cells[1].isEmpty ? cells[0] : "[\(cells[0])](\(cells[1]))") + " | \(cells[2]) |\n"
    }
    return text
  }

  /// Compares the page with the generated text, or writes it when golden files are recorded.
  private func check(_ text: String) throws {
    let path = Repository.path("docs/gallery.md")
    if isRecordingGolden {
      try Files.write(Array(text.utf8), to: path)
    } else {
      #expect(
        try Files.text(path) == text, "docs/gallery.md is not what its source says; record it anew")
    }
  }
}
