import Analysis
import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("gallery")
struct GalleryTests {
  /// The findings that the gallery lists: lints below a warning are not part of a case.
  static func listed(_ findings: [Finding]) -> [String] {
    findings.filter { !"LT".contains($0.detector.prefix(1)) || $0.severity >= .warning }
      .map { "\($0.detector) \($0.severity.name)" }.sorted()
  }

  @Test("a defect has all its expected findings and no other", arguments: GalleryCase.all)
  func defects(_ example: GalleryCase) throws {
    let findings = try example.findings(example.defect, TraceShelf())
    let found = Self.unique(Self.listed(findings))
    if isRecordingGolden {
      let near = Self.unique(Self.listed(try example.findings(example.near, TraceShelf())))
      try example.record(found, near)
      return
    }
    #expect(found == example.defect.expected, "\(findings.map { "\($0.detector): \($0.message)" })")
    #expect(!example.defect.expected.isEmpty)
  }

  @Test("a near miss has no finding at warning or above", arguments: GalleryCase.all)
  func nearMisses(_ example: GalleryCase) throws {
    let findings = try example.findings(example.near, TraceShelf())
    let found = Self.unique(Self.listed(findings))
    #expect(found == example.near.expected, "\(findings.map { "\($0.detector): \($0.message)" })")
    #expect(!findings.contains { $0.severity >= .warning })
  }

  /// The reports for which each detector exists, by the coverage matrix of the reports and the bugs
  /// that the semantics map to detectors.
  static let matrix: [(detector: String, reports: [String])] = [
    ("S01", ["C4", "C6"]), ("S02", ["C7", "E5"]), ("S03", ["A1", "B1", "B10", "C2", "BUG-9"]),
    ("S04", ["B9", "D5", "F5"]), ("S05", ["A1", "B1", "B5", "B10"]), ("S06", ["B3", "D1", "D2"]),
    ("S07", ["E3"]), ("S08", ["A4", "BUG-1", "BUG-36", "BUG-37", "BUG-40"]),
    ("S09", ["A5", "A10"]),
    ("S10", ["A13", "D4", "BUG-19", "BUG-41"]), ("S11", ["C8", "F4"]), ("S12", ["B7"]),
    ("S13", ["E1", "E4"]), ("S14", ["B4"]), ("S15", ["D6", "D7"]), ("S16", ["C9", "BUG-12"]),
    ("S17", ["B6", "C3"]), ("S18", ["C1"]), ("S19", ["A7", "A11", "BUG-29"]),
    ("S20", ["B2", "C5"]), ("S21", ["A6"]),
    ("S22", ["B12", "D3", "E6", "BUG-10"]), ("S23", ["A2", "F1"]), ("S25", ["BUG-18"]),
    ("S26", ["BUG-42", "BUG-47"]), ("S27", ["BUG-3", "BUG-16", "BUG-20"]),
    ("S28", ["BUG-15", "BUG-32"]), ("S29", ["BUG-26", "BUG-27", "BUG-28", "BUG-35"]),
    ("S30", ["BUG-11", "BUG-38"]), ("S31", ["BUG-5", "BUG-6", "BUG-34"]), ("S33", ["BUG-4"]),
    ("S34", ["BUG-25"]), ("S35", ["BUG-14"]), ("S36", ["B13"]), ("S37", ["A3", "BUG-2"]),
    ("S38", ["BUG-24", "BUG-45"]), ("S39", ["BUG-46"]), ("S40", ["BUG-23"]),
    ("S41", ["BUG-31"]), ("S42", ["PIN-01", "PIN-02"]), ("I01", ["C11"]), ("I02", ["C12"]),
    ("I03", ["C15", "F6", "PIN-03", "PIN-04"]),
    ("I04", ["C13", "C14", "BUG-43"]), ("T01", ["D8"]), ("L09", ["BUG-44"]),
  ]

  @Test("the detector of a report finds its defect", arguments: matrix)
  func coverage(_ detector: String, _ reports: [String]) {
    for report in reports {
      let cases = GalleryCase.all.filter { $0.reports.contains { $0.name == report } }
      #expect(!cases.isEmpty, "no case for \(report)")
      let isExpected = cases.contains { example in
        example.defect.expected.contains { $0.hasPrefix(detector) }
      }
      #expect(isExpected, "\(detector) does not find \(report)")
    }
  }

  @Test("every public report has a case or a reason for having none")
  func completeness() throws {
    let covered = Set(GalleryCase.all.flatMap { $0.reports.map(\.name) })
    let others = try Files.text(GalleryCase.folder + "/not-shown.tsv").split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(Set(others).isDisjoint(with: covered) && Set(others).count == others.count)
    let counts = [("A", 14), ("B", 13), ("C", 16), ("D", 8), ("E", 6), ("F", 6), ("G", 6)]
    let names = counts.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }
    for name in names + (1...47).map({ "BUG-\($0)" }) {
      #expect(covered.contains(name) || others.contains(name), "\(name)")
    }
  }

  @Test("every scene and script of the gallery belongs to a case")
  func files() {
    let variants = (GalleryCase.all + GalleryCase.nested).flatMap { [$0.defect, $0.near] }
    let scenes = Set(variants.map { $0.scene + ".json" })
    #expect(Set(Files.names(in: GalleryCase.folder + "/scenes")) == scenes)
    let scripts = Set(variants.map { $0.script + ".script" })
    #expect(Set(Files.names(in: GalleryCase.folder + "/scripts")) == scripts)
  }

  @Test("the bundled files equal those of the folder that Scripts/embed-gallery.py lists")
  func bundled() throws {
    func names(_ folder: String, _ ending: String) -> [String] {
      Files.names(in: Repository.path("fixtures/\(folder)")).filter { $0.hasSuffix(ending) }
        .map { String($0.dropLast(ending.count)) }.sorted()
    }
    #expect(Gallery.caseNames.sorted() == names("gallery/cases", ".tsv"))
    #expect(Gallery.sceneNames.sorted() == names("scenes", ".json"))
    #expect(Gallery.caseSceneNames.sorted() == names("gallery/scenes", ".json"))
    // A name refers to one scene, whichever folder it is in.
    #expect(Set(Gallery.sceneNames).isDisjoint(with: Gallery.caseSceneNames))
    #expect(names("scripts", ".script").allSatisfy { Gallery.scriptText(ofScene: $0) != nil })
    #expect(names("gallery/scripts", ".script").allSatisfy { Gallery.caseScriptText($0) != nil })
    for name in names("gallery/cases", ".tsv") {
      #expect(Gallery.caseText(name) == (try Files.read(Self.path("cases/\(name).tsv"))))
    }
    #expect(
      (GalleryCase.all + GalleryCase.nested).map(\.name).sorted() == Gallery.caseNames.sorted())
  }

  private static func path(_ name: String) -> String { GalleryCase.folder + "/" + name }

  static func unique(_ names: [String]) -> [String] {
    var unique: [String] = []
    for name in names where unique.last != name { unique.append(name) }
    return unique
  }
}
