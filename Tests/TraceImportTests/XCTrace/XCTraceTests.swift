import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Exports of Instruments")
struct XCTraceTests {
  private func read(_ text: String) throws -> CollectingSink {
    var sink = CollectingSink()
    _ = try CaptureFormat.xctrace.read(ByteSource(bytes: Array(text.utf8)), into: &sink)
    return sink
  }

  private static let hitches = """
    <trace-query-result><node><schema name="hitches"><col><mnemonic>start</mnemonic>\
    <engineering-type>start-time</engineering-type></col><col><mnemonic>duration</mnemonic>\
    <engineering-type>duration</engineering-type></col></schema>
    """

  @Test("every table is a trace, and its rows are annotations in order of time")
  func seed() throws {
    let sink = try read(String(decoding: TracingCaptures.seed("xctrace/tables.xml"), as: UTF8.self))
    #expect(sink.traces.map(\.information.name) == ["hitches", "os-signpost-interval"])
    let hitches = try #require(sink.traces.first)
    let notes = hitches.notes("hitch")
    #expect(notes.map(\.time) == [100_000_000, 200_000_000, 300_000_000])
    #expect(notes.map(\.note.duration) == [16_666_666, 33_333_333, 16_666_666])
    #expect(
      notes.map(\.note.text) == [
        "Expensive <update>, Tom & Co (12)", "Expensive <update>, Tom & Co (12)", "Tom & Co (12)",
      ])
    #expect(hitches.information.clock?.name == "mach_trace_start")
  }

  @Test("UIKit's own signposts become scroll phases")
  func phases() throws {
    let sink = try read(String(decoding: TracingCaptures.seed("xctrace/tables.xml"), as: UTF8.self))
    let signposts = try #require(sink.traces.last)
    #expect(signposts.phases == [.interacting, .idle, .decelerating, .idle])
    #expect(signposts.notes("signpost").map(\.note.text).last == "Load, my.app")
  }

  /// The columns of the table in which each side of an interval has its own row.
  private static let signposts: String = {
    let columns = [
      ("time", "event-time"), ("process", "process"), ("event-type", "event-type"),
      ("identifier", "os-signpost-identifier"), ("name", "signpost-name"),
      ("subsystem", "subsystem"),
    ]
    return "<trace-query-result><node><schema name=\"os-signpost\">"
      + columns.map {
        "<col><mnemonic>\($0.0)</mnemonic><engineering-type>\($0.1)</engineering-type></col>"
      }.joined() + "</schema>"
  }()

  private static func signpost(
    _ time: Int, _ side: String, _ name: String, _ identifier: Int = 1, process: String = "App",
    subsystem: String = "com.apple.UIKit"
  ) -> String {
    "<row><event-time>\(time)</event-time><process>\(process)</process>"
      + "<event-type>\(side)</event-type>"
      + "<os-signpost-identifier>\(identifier)</os-signpost-identifier>"
      + "<signpost-name>\(name)</signpost-name><subsystem>\(subsystem)</subsystem></row>"
  }

  @Test("signposts of one name and identifier in two subsystems are two intervals")
  func subsystems() throws {
    let rows = [
      Self.signpost(10, "Begin", "Load", subsystem: "a"),
      Self.signpost(11, "Begin", "Load", subsystem: "b"),
      Self.signpost(15, "End", "Load", subsystem: "a"),
      Self.signpost(18, "End", "Load", subsystem: "b"),
    ]
    let sink = try read(Self.signposts + rows.joined() + "</node></trace-query-result>")
    let notes = try #require(sink.traces.first).notes("signpost")
    #expect(notes.map(\.note.text) == ["Load, a", "Load, b"])
    #expect(notes.map(\.note.duration) == [5, 7])
  }

  @Test("a signpost's begin and end become one interval with its phases")
  func pairs() throws {
    let rows = [
      Self.signpost(10, "Begin", "Scroll_Dragging"), Self.signpost(12, "Begin", "Load", 1),
      Self.signpost(13, "Begin", "Load", 2), Self.signpost(14, "Begin", "Load", 1, process: "B"),
      Self.signpost(20, "End", "Load", 2), Self.signpost(22, "Event", "Tap"),
      Self.signpost(25, "End", "Load", 1), Self.signpost(30, "End", "Scroll_Dragging"),
      Self.signpost(31, "End", "Scroll_Dragging"),
      Self.signpost(40, "Begin", "Scroll_Deceleration"),
    ]
    let sink = try read(Self.signposts + rows.joined() + "</node></trace-query-result>")
    let trace = try #require(sink.traces.first)
    let notes = trace.notes("signpost").map { time, note in
      "\(time) \(note.text ?? "") \(note.duration.map { "\($0)" } ?? "-")"
    }
    #expect(
      notes.map { $0.replacing(", com.apple.UIKit", with: "") } == [
        "10 Scroll_Dragging 20", "12 Load 13", "13 Load 7", "14 Load, begin -", "22 Tap -",
        "31 Scroll_Dragging, end -", "40 Scroll_Deceleration, begin -",
      ])
    #expect(trace.phases == [.interacting, .idle, .idle, .decelerating])
    #expect(sink.losses == [])
    #expect(sink.violations == [])
  }

  @Test("an overlapping phase does not end with the previous one")
  func overlappingPhases() throws {
    let rows = [
      Self.signpost(10, "Begin", "Scroll_Dragging"),
      Self.signpost(19, "Begin", "Scroll_Deceleration", 2),
      Self.signpost(20, "End", "Scroll_Dragging"),
      Self.signpost(30, "End", "Scroll_Deceleration", 2),
    ]
    let sink = try read(Self.signposts + rows.joined() + "</node></trace-query-result>")
    let trace = try #require(sink.traces.first)
    #expect(trace.phases == [.interacting, .decelerating, .idle])
    #expect(sink.violations == [])
  }

  @Test("a system log line keeps its message and its source")
  func logMessage() throws {
    let columns = [
      ("time", "event-time"), ("process", "process"), ("subsystem", "subsystem"),
      ("category", "category"), ("message", "os-log-metadata"),
    ].map { "<col><mnemonic>\($0.0)</mnemonic><engineering-type>\($0.1)</engineering-type></col>" }
    let sink = try read(
      "<trace-query-result><node><schema name=\"os-log\">" + columns.joined() + "</schema>"
        + "<row><event-time>5</event-time><process>App</process><subsystem>my.app</subsystem>"
        + "<category>Scroll</category><os-log-metadata>began</os-log-metadata></row>"
        + "</node></trace-query-result>")
    let note = try #require(sink.traces.first?.notes("os-log").first).note
    #expect(note.text == "App, my.app, Scroll, began")
  }

  @Test("a signpost open for longer than the sorting window becomes two moments")
  func longPair() throws {
    let between = (1...40_000).map { Self.signpost($0, "Event", "Tick") }.joined()
    let text =
      Self.signposts + Self.signpost(0, "Begin", "Load") + between
      + Self.signpost(50_000, "End", "Load") + "</node></trace-query-result>"
    let sink = try read(text)
    let notes = try #require(sink.traces.first).notes("signpost")
    #expect(notes.count == 40_002)
    #expect(notes.first?.note.text == "Load, com.apple.UIKit, begin")
    #expect(notes.last?.note.text == "Load, com.apple.UIKit, end")
    #expect(sink.losses == [])
    #expect(sink.violations == [])
  }

  @Test("the real exports give their rows")
  func captures() throws {
    guard let path = TracingCaptures.path("xctrace/potential-hangs.xml") else { return }
    let trace = try #require(try TracingCaptures.read(path).sink.traces.first)
    let first = try #require(trace.notes("hang").first)
    #expect(first.time == 4_933_931_583)
    #expect(first.note.duration == 234_838_875)
    #expect(first.note.text == "Brief Unresponsiveness, TestApp (12345)")
  }

  @Test(
    "a damaged row is skipped with its position, and the rest is read",
    arguments: [
      "<row><start-time id=\"9\">x</start-time><duration id=\"10\">1</duration></row>",
      "<row><start-time ref=\"77\"/><duration id=\"10\">1</duration></row>",
      "<row><sentinel/><duration id=\"10\">1</duration></row>",
      "<row><start-time id=\"9\">9999999999999999999</start-time></row>", "<row></row>",
      "<row><start-time id=\"9\">-5</start-time></row>",
    ])
  func damage(_ row: String) throws {
    let good = "<row><start-time id=\"1\">5</start-time><duration id=\"2\">6</duration></row>"
    let sink = try read(Self.hitches + row + good + "</node></trace-query-result>")
    #expect(
      sink.traces.first?.notes("hitch").map(\.note) == [Annotation(kind: "hitch", duration: 6)])
    let loss = try #require(sink.losses.first { $0.kind == "damaged-row" })
    #expect(loss.byte == Int64(Self.hitches.utf8.count))
    #expect(sink.violations == [])
  }

  @Test("referenced values are resolved over any number of rows")
  func references() throws {
    var text = Self.hitches
    text += "<row><start-time id=\"1\">0</start-time><duration id=\"2\">7</duration></row>"
    for row in 1...200_000 {
      text += "<row><start-time id=\"\(row + 2)\">\(row)</start-time><duration ref=\"2\"/></row>"
    }
    let sink = try read(text + "</node></trace-query-result>")
    #expect(sink.losses == [])
    let notes = try #require(sink.traces.first).notes("hitch")
    #expect(notes.count == 200_001)
    #expect(notes.allSatisfy { $0.note.duration == 7 })
  }

  @Test(
    "an export without rows is refused with the command that exports some",
    arguments: [
      ("<trace-toc><run/></trace-toc>", "table of contents"),
      ("<trace-query-result></trace-query-result>", "no table"),
      (
        "<trace-query-result><node><schema name=\"x\"></schema></node></trace-query-result>",
        "no row"
      ),
    ])
  func nothing(_ text: String, _ message: String) throws {
    #expect(XCTraceTests.isRecognized(text))
    let error = #expect(throws: ImportError.self) { try read(text) }
    #expect(error?.description.contains(message) ?? false)
    #expect(error?.description.contains("--xpath") ?? false)
  }

  private static func isRecognized(_ text: String) -> Bool {
    CaptureFormat.recognize(FormatHead(Array(text.utf8), isWhole: true))?.format == .xctrace
  }
}
