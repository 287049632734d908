import Conformance
import TestSupport
import Testing

@Suite("vectors of this repository")
struct FixtureTests {
  @Test("every case of every row passes")
  func all() throws {
    let report = ConformanceReport(try Vectors.families(in: Vectors.fixtures))
    for row in report.rows {
      #expect(row.misses.isEmpty, "\(row.name) \(row.modeText): \(row.misses)")
      #expect(row.mode != nil && row.cases > 0 && row.passed == row.cases)
    }
    #expect(report.meetsMust)
  }

  @Test("measured data comes first, and every must family is listed")
  func families() throws {
    let report = ConformanceReport(try Vectors.families(in: Vectors.fixtures))
    #expect(
      report.rows.prefix(6).map(\.name) == [
        "uikit-decay-measured", "uikit-bounce-measured", "uikit-decay-ios26", "uikit-fling-ios26",
        "uikit-return-ios26", "uikit-rubber-band-ios26",
      ])
    #expect(report.rows.filter(\.isMeasured).count == 6)
    let names = Set(report.rows.filter(\.isMust).map(\.name))
    #expect(names.count == 19)
  }

  @Test("measurements on iOS 26.5 fail under the laws of the earlier profile")
  func releases() throws {
    for name in ["uikit-decay-ios26", "uikit-return-ios26"] {
      let text = try Files.text(Vectors.fixtures + "/\(name).json")
      let older = try VectorFamily(
        json: Array(text.replacing("\"ios26\"", with: "\"ios18\"").utf8), name: name)
      let report = ConformanceReport([older])
      #expect(report.rows.count == 1 && report.rows.allSatisfy { $0.failed > 0 })
      let unknown = try VectorFamily(
        json: Array(text.replacing("\"ios26\"", with: "\"ios1\"").utf8), name: name)
      #expect(ConformanceReport([unknown]).rows.allSatisfy { $0.notRun == $0.cases })
    }
  }

  @Test("marked vectors of an optional family run under the engine's own rules and must pass")
  func marks() throws {
    let report = ConformanceReport(try Vectors.families(in: Vectors.fixtures))
    let row = report.rows.first { $0.name == "flutter-simulations" && $0.mode == .uikit }
    #expect(row?.cases == 3 && row?.isMust == true)
    let peer = report.rows.first { $0.name == "flutter-simulations" && $0.mode == .flutter }
    #expect(peer?.isMust == false)
  }
}

@Suite("vectors of the reference material")
struct ReferenceVectorTests {
  /// The families of the larger set; nil if it is missing.
  private func families() throws -> [VectorFamily]? {
    try Reference.path("vectors").map(Vectors.families)
  }

  @Test("reference material that SCROLLTRACE_REFERENCE names exists")
  func demanded() {
    guard Reference.isDemanded else { return }
    for folder in ["captures", "validators/schemas", "vectors"] {
      #expect(Reference.path(folder) != nil, "\(Reference.folder) has no \(folder)")
    }
  }

  @Test("every family runs in some mode, must cases pass, and peers pass at least 98 %")
  func shares() throws {
    guard let families = try families() else { return }
    let report = ConformanceReport(families)
    for family in families {
      #expect(
        report.rows.contains { $0.name == family.name && $0.passed > 0 }, "\(family.name)")
    }
    #expect(report.meetsMust)
    #expect(report.rows.filter(\.isMust).allSatisfy { $0.notRun == 0 })
    let peers = report.rows.filter { $0.mode != .uikit }
    let passed = peers.reduce(0) { $0 + $1.passed }
    let cases = peers.reduce(0) { $0 + $1.cases }
    #expect(passed * 100 >= cases * 98, "\(passed) of \(cases)")
  }

  @Test("docs/conformance.md matches the results of a run")
  func document() throws {
    guard let families = try families() else { return }
    let own = try Vectors.families(in: Vectors.fixtures)
    let document = ConformanceReport(families + own).markdown
    if isRecordingGolden {
      try Files.write(Array(document.utf8), to: Repository.path("docs/conformance.md"))
    }
    #expect(try Files.text(Repository.path("docs/conformance.md")) == document)
  }

  @Test("recorded strokes drive a list and a carousel under every physics without a violated law")
  func strokes() throws {
    guard let families = try families() else { return }
    let recordings = families.filter { $0.kind == "recording" }
    #expect(recordings.count == 2)
    let report = ConformanceReport(recordings)
    #expect(report.rows.count == 22)
    for row in report.rows {
      #expect(row.passed == row.cases, "\(row.name) \(row.modeText): \(row.misses)")
    }
  }
}

@Suite("vectors of peer kinds")
struct PeerVectorTests {
  private func run(_ name: String, _ kind: String, _ vectors: String) throws
    -> ConformanceReport
  {
    ConformanceReport([
      try VectorFamily(
        json: Vectors.file(name: name, kind: kind, relevance: "no", vectors: vectors),
        name: "v.json")
    ])
  }

  @Test("only a pointer's own samples are resampled, and its last row is its lift")
  func pointers() throws {
    // The events of a test of AOSP; the second pointer lifts at 40 ms, the first at 45 ms.
    let report = try run(
      "aosp-velocity", "velocity",
      """
      {"id": "two", "input": {"pointers": 2, "last_row_is": "up", "samples": [
        [0, [0, 0], null], [10, [1, 0], [1, 0]], [20, [2, 0], [2, 0]], [30, [3, 0], [3, 0]],
        [35, [30, 0, "resampled"], [30, 0]], [40, [4, 0], [4, 0]], [45, [5, 0], null]]},
       "tolerance": {"kind": "relative", "value": 0.001}, "expect": [
        {"strategy": "lsq2", "axis": "x", "pointer": 0, "velocity": 100},
        {"strategy": "lsq2", "axis": "x", "pointer": 1, "velocity": 3455.778894},
        {"strategy": "lsq2", "axis": "x", "pointer_id": 1, "velocity": 3455.778894}]}
      """)
    #expect(report.rows.map(\.passed) == [1], "\(report.rows.map(\.misses))")
  }

  @Test("the area that the address names is aligned even if it could be covered")
  func addressed() throws {
    let report = try run(
      "cc-snap-selection", "snap-selection",
      """
      {"id": "named", "targeted": 10,
       "container": {"snapport": [0, 0, 100, 100], "max_offset": [0, 400], "axis": "y"},
       "areas": [{"id": 10, "rect": [0, 50, 100, 200], "align": {"x": "none", "y": "start"}}],
       "intent": {"type": "relayout", "from": [0, 0]},
       "expect": {"result": "aligned", "offset": [0, 50], "target": [null, 10], "covered_y": null}}
      """)
    #expect(report.rows.map(\.passed) == [1], "\(report.rows.map(\.misses))")
  }

  @Test("a covered range that is neither two offsets nor null fails")
  func covered() throws {
    let report = try run(
      "cc-snap-selection", "snap-selection",
      """
      {"id": "number",
       "container": {"snapport": [0, 0, 100, 100], "max_offset": [0, 400], "axis": "y"},
       "areas": [{"id": 10, "rect": [0, 50, 100, 50], "align": {"x": "none", "y": "start"}}],
       "intent": {"type": "end", "from": [0, 0], "axes": [true, true]},
       "expect": {"result": "aligned", "offset": [0, 50], "covered_y": 12}}
      """)
    #expect(report.rows.map(\.notRun) == [1], "\(report.rows.map(\.misses))")
  }

  @Test("pages are reported after the number of moves in the vector")
  func moves() throws {
    let report = try run(
      "flutter-paging", "paging",
      """
      {"id": "one move", "input": {"viewport": 800, "page_stride": 800, "start_page": 1,
        "snapping": false, "moves_finger_dx": [-380], "release_speed": 0},
       "expect": {"page_reported_after_each_move": [1, 2, 3]}}
      """)
    #expect(report.rows.map(\.failed) == [1], "\(report.rows.map(\.misses))")
  }
}
