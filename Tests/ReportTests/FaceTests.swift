import ScrollModel
import Testing
import TextKit

@testable import Report

@Suite("report formats")
struct FaceTests {
  @Test("every format of one document has the same bytes each time and is not empty")
  func stable() throws {
    let (first, second) = (try faces(of: .sample()), try faces(of: .sample()))
    for (one, other) in zip(first, second) {
      #expect(one.text == other.text, "\(one.name)")
      #expect(one.text.utf8.count > 400, "\(one.name)")
    }
  }

  @Test("a document without results has every format")
  func empty() throws {
    let document = ReportDocument(
      verdict: ReportVerdict(""), severity: .ok, information: TraceInformation(name: ""),
      traceID: 1,
      durationNanoseconds: 0, toolVersion: "", engineVersion: "")
    for face in try faces(of: document) { #expect(!face.text.isEmpty, "\(face.name)") }
  }

  @Test("extreme times and invalid numbers break no format")
  func extremes() throws {
    var document = ReportDocument.sample()
    document.durationNanoseconds = .max
    document.gestures = [
      ReportGesture(kind: "touch", from: .max, to: .min, path: [(.min, .nan, 1)])
    ]
    document.tracks[0].times = [.min, .max, 0]
    document.tracks[0].ys = [.nan, .infinity, 1e300]
    document.tracks[0].xs = [0, -1e300]
    document.tracks[0].settles[0].velocity = -.infinity
    document.tracks[0].settles[0].releaseTime = .min
    document.tracks[0].phases = [(.max, .min, "interacting")]
    document.divergences[0].track = 99
    document.divergences[0].from = .min
    for face in try faces(of: document) {
      #expect(!face.text.isEmpty, "\(face.name)")
      if face.name == "json" || face.name == "events" {
        #expect(face.text.count(of: "nan") + face.text.count(of: "inf") <= 1, "\(face.name)")
      }
    }
  }

  @Test("the security policy of a page allows only the hashes of its own style and script")
  func policy() throws {
    let page = String(decoding: try HTMLReport(.sample()).bytes(), as: UTF8.self)
    let style = try #require(page.between("<style>", "</style>"))
    let script = try #require(page.between("</script><script>", "</script>"))
    for (name, content) in [("style-src", style), ("script-src", script)] {
      var hash = SHA256()
      hash.update(Array(content.utf8))
      let text = String(decoding: Base64.encoded(hash.digest), as: UTF8.self)
      #expect(page.count(of: "\(name) 'sha256-\(text)'") == 1)
    }
    #expect(page.count(of: "default-src 'none'") == 1)
    #expect(page.count(of: "unsafe") == 0)
  }

  @Test(
    "Base64 follows RFC 4648",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func base64(text: String, encoded: String) {
    #expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test(
    "Base91 has 13 bits in two letters, none of which is a less-than sign",
    arguments: [([], ""), ([0], "##"), ([255], "l%"), ([1, 2, 3], "](;#")])
  func base91(bytes: [UInt8], encoded: String) {
    #expect(String(decoding: Base91.encoded(bytes), as: UTF8.self) == encoded)
    let all = Base91.encoded((0...UInt8.max).flatMap { [$0, 0x1B, $0] })
    #expect(all.count == (768 * 8 + 12) / 13 * 2 && !all.contains(UInt8(ascii: "<")))
  }

  @Test("an issue names the track of each divergence")
  func owners() throws {
    var document = ReportDocument.sample()
    var other = document.tracks[1]
    other.name = "behavior: none"
    document.tracks.append(other)
    var divergence = document.divergences[0]
    divergence.track = 2
    document.divergences.append(divergence)
    let text = String(decoding: try MarkdownReport(document).bytes(), as: UTF8.self)
    #expect(text.count(of: "| Replay |") == 1)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| 0.090 s | 0.200 s |") }
    #expect(rows.count == 2 && rows[0].contains("`declared`"))
    #expect(rows.last?.contains("`behavior: none`") == true)
  }

  @Test("an id is isolated from the text direction around it")
  func directions() throws {
    var document = ReportDocument.sample()
    document.findings[0].target = "\u{5E9}\u{5DC}"
    let page = String(decoding: try HTMLReport(document).bytes(), as: UTF8.self)
    #expect(page.count(of: "target <bdi>\u{5E9}\u{5DC}</bdi>") == 1)
  }

  @Test("JUnit counts its test cases, and skipped comparisons are marked")
  func junit() throws {
    var document = ReportDocument.sample()
    var text = String(decoding: try JUnitReport(document).bytes(), as: UTF8.self)
    #expect(text.count(of: "<testcase") == 5)
    #expect(text.count(of: "<failure") == 2)
    #expect(text.count(of: "<skipped") == 0)
    #expect(text.count(of: "tests=\"5\" failures=\"2\"") == 1)
    document.divergences = []
    document.tracks[1].notComparedBecause = "nothing was recorded"
    text = String(decoding: try JUnitReport(document).bytes(), as: UTF8.self)
    #expect(text.count(of: "<skipped") == 4)
    document.tracks[1].notComparedBecause = nil
    document.matrix[0].worst = nil
    document.tracks[0].ids = []
    document.tracks[0].phases = []
    document.tracks[0].reportsVisibility = false
    text = String(decoding: try JUnitReport(document).bytes(), as: UTF8.self)
    #expect(text.count(of: "<skipped") == 4)
  }

  @Test("a difference under a configuration that the app does not declare fails no build")
  func experiments() throws {
    var document = ReportDocument.sample()
    document.findings = []
    document.judgedTrack = nil
    let junit = String(decoding: try JUnitReport(document).bytes(), as: UTF8.self)
    #expect(junit.count(of: "<failure") == 0 && junit.count(of: "not judged, as") == 1)
    let sarif = String(decoding: try SARIFReport(document).bytes(), as: UTF8.self)
    #expect(sarif.count(of: "\"level\": \"warning\"") == 0)
    #expect(sarif.count(of: "\"level\": \"note\"") == 1)
  }

  @Test("a report without checks is green in no format and names what is missing")
  func notChecked() throws {
    let all = Dictionary(
      uniqueKeysWithValues: try faces(of: .unchecked()).map { ($0.name, $0.text) })
    let page = try #require(all["html"])
    #expect(page.count(of: "<b class=\"badge not-checked\">not checked</b>") == 1)
    #expect(page.count(of: "<code>scrolltrace attach OFFSETS --gestures 7</code>") == 1)
    // A script would look for the timeline that this page does not have.
    #expect(page.count(of: "<script") == 0 && page.count(of: "script-src") == 0)
    #expect(page.count(of: "href=\"#t=") == 0 && page.count(of: "#timeline\"") == 0)
    #expect(try #require(all["markdown"]).count(of: "**not checked**: Nothing was checked") == 1)
    let json = try #require(all["json"])
    #expect(json.count(of: "\"severity\": \"not-checked\"") == 1)
    #expect(json.count(of: "\"reason\": \"the trace has input, but no scroll offsets\"") == 1)
    let junit = try #require(all["junit"])
    #expect(junit.count(of: "<testcase") == 2 && junit.count(of: "<skipped") == 2)
    let sarif = try #require(all["sarif"])
    #expect(sarif.count(of: "toolExecutionNotifications") == 1)
    #expect(sarif.count(of: "\"ruleId\"") == 0)
  }

  @Test("an index ranks unchecked traces above healthy ones and shows them gray")
  func index() throws {
    var right = ReportDocument.unchecked()
    right.severity = .ok
    let page = String(
      decoding: try IndexPage([
        .init(file: "a.html", right), .init(file: "b.html", .unchecked()),
        .init(file: "c.html", .sample()),
      ]).bytes(), as: UTF8.self)
    let rows = try #require(page.between("All traces, worst first", "</section>"))
    let places = ["c.html", "b.html", "a.html"].compactMap { rows.range(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(page.count(of: "<span class=\"badge not-checked\">not checked</span>") == 3)
  }

  @Test("each of many configurations has its own curve style, and one behavior has one style")
  func series() throws {
    var document = ReportDocument.sample()
    let replay = document.tracks[1]
    document.tracks = [document.tracks[0]]
    document.matrix = []
    // Two cells of each group, the recording's first.
    for number in 0..<24 {
      var track = replay
      track.name = "configuration \(number)"
      document.tracks.append(track)
      document.matrix.append(
        ReportCell(
          name: track.name, group: number / 2, settles: "", firstDivergence: "", worst: 0))
    }
    document.recordingGroup = 0
    let curves = document.curves
    #expect(curves.map(\.series) == [0, 0, 1, 2, 3, 4, 5, 6, 7])
    #expect(curves.map(\.track) == [0, 1, 3, 5, 7, 9, 11, 13, 15])
    #expect(Set(curves.map(\.dash)).count == curves.count)
    #expect(document.undrawnGroups == 4)
    let page = String(decoding: try HTMLReport(document).bytes(), as: UTF8.self)
    #expect(page.count(of: "<svg class=\"key\"") == 9)
    #expect(page.count(of: "B: configuration 2; configuration 3") == 2)
    #expect(page.count(of: "4 more groups without a curve") == 1)
    #expect(page.count(of: "group A matches the recording") == 1)
    // Without a cell that matches the recording, the recording has a style of its own.
    document.recordingGroup = nil
    #expect(document.curves.map(\.series) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test("SARIF has a rule for each kind of result and only safe URLs")
  func sarif() throws {
    let text = String(decoding: try SARIFReport(.sample()).bytes(), as: UTF8.self)
    #expect(text.count(of: "\"ruleIndex\"") == 2)
    #expect(text.count(of: "\"shortDescription\"") == 2)
    #expect(text.count(of: "https://example.org/1") == 1)
    #expect(text.count(of: "javascript") == 0)
  }

  @Test("SARIF of several traces is one run, lists rules once, and names captures that exist")
  func alerts() throws {
    var (first, second) = (ReportDocument.sample(), ReportDocument.sample())
    first.captureFile = "captures/a b.jsonl"
    second.captureFile = "/tmp/c.jsonl"
    second.findings[0].page = "# S05 snap-back"
    first.findings[0].page = "# S05 snap-back"
    var report = SARIFReport()
    for document in [first, second] { report.add(document) }
    report.addFailure(of: "third", reason: "it is damaged")
    let text = String(decoding: try report.bytes(), as: UTF8.self)
    #expect(text.count(of: "\"driver\"") == 1)
    #expect(text.count(of: "\"shortDescription\"") == 2)
    #expect(text.count(of: "\"ruleIndex\"") == 4)
    #expect(text.count(of: "captures/a%20b.jsonl") == 2)
    #expect(text.count(of: "file:///tmp/c.jsonl") == 2)
    #expect(text.count(of: "\"markdown\": \"# S05 snap-back\"") == 1)
    #expect(text.count(of: "'third' has no report: it is damaged") == 1)
  }

  @Test("trace events have an arrow to each settle, and both ends of every bar")
  func events() throws {
    let text = String(decoding: try TraceEventReport(.sample()).bytes(), as: UTF8.self)
    #expect(text.count(of: "\"ph\":\"s\"") == 2)
    #expect(text.count(of: "\"ph\":\"f\"") == 2)
    #expect(text.count(of: "\"ph\":\"b\"") == 2)
    #expect(text.count(of: "\"ph\":\"e\"") == 2)
    #expect(text.count(of: "distance from recording") >= 2)
  }

  @Test("overlapping spans are in separate rows, and no more rows than needed are used")
  func lanes() {
    let spans: [(Int64, Int64)] = [(0, 9_000), (5_000, 8_000), (9_000, 12_000), (8_500, 9_500)]
    let lanes = TraceEvents.lanes(spans) { $0 }
    #expect(lanes.count == 2)
    for lane in lanes {
      for (one, next) in zip(lane, lane.dropFirst()) { #expect(one.1 <= next.0) }
    }
  }

  @Test("the plot of an issue contains one number for each point")
  func plot() throws {
    let text = String(decoding: try MarkdownReport(.sample()).bytes(), as: UTF8.self)
    let line = try #require(text.between("  line [", "]"))
    #expect(line.count(of: ",") == 60)
  }
}
