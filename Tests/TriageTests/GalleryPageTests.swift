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

      Written by a test from `fixtures/gallery`. Each case is a scene and a script that reproduce the defect
      of a public report, and a near miss: the same without the defect.

      - *How* names the origin of the defect: the declared *configuration*, the *script*, *another configuration* that
        ran in place of the declared one, or a fault that was *planted* in the recording because a correct engine
        does not make it. Only the first kind can be repaired by a configuration.
      - *Defect*: *found* means that all findings listed for the case were made.
      - *Near miss*: *silent* means that it has no warning and no error.
      - *Repair found* is the first suggested change that removes all findings of the case and adds no new warning
        when the engine runs again.

      Every case comes with the tool. `scrolltrace simulate --list` lists them.
      `scrolltrace simulate --case B05 -o B05.jsonl` writes the recording with its defect; `--near` writes the near
      miss.

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

      The recording of such a case has a trace for each view. A detector reads one trace only, so these cases
      have no findings. `scrolltrace diagnose` names the cause, and finds none in the near miss.

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
