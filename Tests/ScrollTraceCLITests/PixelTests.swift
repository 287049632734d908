import CommandLineKit
import ScrollModel
import ScrollTraceCLI
import TestSupport
import Testing
import TraceStore

@Suite("A trace in pixels of a display")
struct PixelTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
    let log = Repository.path("fixtures/traces/card-carousel.jsonl")
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    try addPixels()
  }

  /// Stores the first trace again, as a display with four pixels per point records it.
  private func addPixels() throws {
    let store = try TraceStore(path: store, mode: .readWrite)
    let trace = try #require(try store.traces().first)
    let source = CaptureSource(format: "test", name: nil, toolVersion: "0", unixMilliseconds: 0)
    _ = try store.importCapture(source) { capture in
      var information = trace.information
      information.coordinateSpace = .devicePixels
      information.scale = 4
      let number = try capture.beginTrace(information)
      let reader = try store.reader(of: trace.id)
      while let (time, event) = try reader.next() {
        try capture.append(event.inPoints(of: 0.25), at: time, to: number)
      }
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    try store.close()
  }

  @Test(
    "a trace in pixels is replayed, judged and shown in points",
    arguments: [
      ["analyze", "settles", "--json"], ["analyze", "findings", "--json"],
      ["analyze", "impressions", "--json"], ["show", "--at", "0.5s"],
      ["replay", "--behavior", "none,paging,view-aligned", "--json"],
    ])
  func sameResults(_ words: [String]) throws {
    func output(_ trace: String) -> String {
      let run = scrolltrace(words + ["--db", store, trace])
      #expect(run.code == .ok || run.code == .differences, "\(run.error)")
      return run.output
    }
    let points = output("1")
    #expect(points.split(separator: "\n").count > 5)
    // Only the trace's own number and digest may differ.
    func plain(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter {
        !$0.contains("digest") && !$0.contains("trace") && !$0.contains("scale")
      }
    }
    #expect(plain(output("2")) == plain(points))
  }

  @Test("a trace in pixels accepts a container in points and is converted to points")
  func attaching() throws {
    let run = scrolltrace("attach", "2", "--container", "390x844", "--db", store)
    #expect(run.code == .ok, "\(run.error)")
    let rows = scrolltrace(
      "query", "--db", store, "--format", "csv",
      """
      SELECT coordinate_space, max(y) < 4000 FROM trace JOIN frame USING (trace_id)
      WHERE trace_id = 3
      """)
    #expect(rows.output.hasSuffix("points,1\n"), "\(rows.output)")
  }

  @Test("a trace in pixels without a scale is reported to be without points")
  func noScale() throws {
    let log = folder.file("px.jsonl")
    let lines = """
      {"scrolltrace":1,"name":"list","space":"device-px"}
      {"t":0,"k":"frame","x":0,"y":0,"vw":1080,"vh":2400,"cw":1080,"ch":9000}
      {"t":16,"k":"frame","x":0,"y":50}

      """
    try Files.write(Array(lines.utf8), to: log)
    let run = scrolltrace("import", "--db", store, log)
    #expect(
      run.output.contains("missing  no points: the number of pixels per point is missing"),
      "\(run.output)")
    try Files.write(
      Array(lines.utf8).replacing(Array("px\"}".utf8), with: Array("px\",\"scale\":3}".utf8)),
      to: log)
    let scaled = scrolltrace("import", "--db", store, log)
    #expect(!scaled.output.contains("no points"), "\(scaled.output)")
  }
}
