import CommandLineKit
import SQLite
import ScrollModel
import TestSupport
import Testing
import TraceStore

@testable import ScrollTraceCLI

@Suite("the overview of a trace")
struct SummaryTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("s.sqlite")
  }

  /// Stores a trace and changes it as any SQLite program could.
  private func summary(
    of events: [(time: Int64, event: TraceEvent)], tampering script: String = "SELECT 1"
  ) throws -> TraceSummary {
    let writer = try TraceStore(path: path, mode: .create)
    let source = CaptureSource(format: "test", name: nil, toolVersion: "0", unixMilliseconds: 0)
    _ = try writer.importCapture(source) { capture in
      let trace = try capture.beginTrace(TraceInformation(name: "feed"))
      for (time, event) in events {
        try capture.append(event, at: TraceTime(nanoseconds: time), to: trace)
      }
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    try writer.close()
    let raw = try Database(path: path, mode: .readWrite)
    try raw.execute(script)
    try raw.close()
    let store = try TraceStore(path: path, mode: .readOnly)
    let trace = try #require(try store.traces().first)
    return try TraceSummary(of: trace, in: store)
  }

  /// Frames whose offsets count from 0.
  private static func frames(_ times: [Int64]) -> [(time: Int64, event: TraceEvent)] {
    times.enumerated().map {
      ($1, .observation(.frame(GeometryFrame(offset: Point(x: 0, y: Double($0))))))
    }
  }

  /// SQL that leaves a trace as a killed writer does.
  private static let unsealing = """
    UPDATE trace SET event_count = NULL, duration_ns = NULL, inputs_digest = NULL,
      observations_digest = NULL, information_digest = NULL
    """

  @Test("impossible counts of lost events are limited to the maximum")
  func lostEvents() throws {
    let gap = TraceEvent.stream(.gap(from: .zero, to: .zero, count: .max))
    let summary = try summary(of: [(0, gap), (0, gap)])
    #expect(summary.gaps == 2)
    #expect(summary.lostEvents == .max)
  }

  @Test(
    "the curve of an unsealed trace spans all of its frames", arguments: [1, 1 << 55] as [Int64])
  func unsealed(scale: Int64) throws {
    let frames = Self.frames((0..<120).map { $0 * scale })
    let summary = try summary(of: frames, tampering: Self.unsealing)
    #expect(summary.frames == 120)
    #expect(summary.curve.allSatisfy { $0 != nil })
    #expect(summary.curve.first??.lowerBound == 0)
    #expect(summary.curve.last??.upperBound == 119)
  }

  private func markdown(of store: String) throws -> String {
    let issue = folder.file("issue.md")
    try #require(scrolltrace("report", "1", "--db", store, "--markdown", issue).code == .ok)
    return String(decoding: try Files.read(issue), as: UTF8.self)
  }

  @Test("the report of an unsealed trace has the duration of its events")
  func unsealedReport() throws {
    let frames = Self.frames((0..<120).map { Int64($0) * 10_000_000 })
    _ = try summary(of: frames, tampering: Self.unsealing)
    let issue = try markdown(of: path)
    for text in ["| Duration | `1.190 s` |", "0 --> 1.19", "its writer did not end it"] {
      #expect(issue.contains(text), "\(text) is not in \(issue)")
    }
  }

  @Test("frames after a stored duration that is too short are drawn at the end")
  func shortDuration() throws {
    let frames = Self.frames([0, 1 << 61, 1 << 62])
    let summary = try summary(of: frames, tampering: "UPDATE trace SET duration_ns = 1")
    #expect(summary.curve.first??.upperBound == 0)
    #expect(summary.curve.last??.lowerBound == 1)
    #expect(summary.curve.last??.upperBound == 2)
  }

  /// A store with frames that move along one axis, in a trace without declared axes.
  private func moved(along axis: String) throws -> String {
    let (log, store) = (folder.file("\(axis).jsonl"), folder.file("\(axis).sqlite"))
    var lines = [
      #"{"scrolltrace":1,"name":"row"}"#, #"{"t":0,"k":"container","w":400,"h":300,"hz":60}"#,
      #"{"t":0,"k":"phase","from":"idle","to":"interacting"}"#,
    ]
    for frame in 0...40 {
      let (x, y) = axis == "x" ? (frame * 10, 0) : (0, frame * 10)
      lines.append(#"{"t":\#(frame * 16),"k":"frame","x":\#(x),"y":\#(y)}"#)
    }
    lines.append(#"{"t":640,"k":"phase","from":"interacting","to":"idle"}"#)
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    try #require(scrolltrace("import", "--db", store, log).code == .ok)
    return store
  }

  @Test(
    "a trace without declared axes is shown along the axis of its movement",
    arguments: [["show"], ["analyze", "smoothness"]])
  func unknownAxes(verb: [String]) throws {
    let (across, along) = (try moved(along: "x"), try moved(along: "y"))
    let run = scrolltrace(verb + ["1", "--db", across])
    #expect(run.output.contains(verb == ["show"] ? "from 0 to 400" : "p50 16 ms"), "\(run.output)")
    #expect(run.output == scrolltrace(verb + ["1", "--db", along]).output)
    let issue = try markdown(of: across)
    #expect(issue.contains("0 --> 400"), "\(issue)")
  }

  @Test("impressions are not measurable without a layout, in a replay and in the recording")
  func withoutLayout() throws {
    let (log, store) = (folder.file("bare.jsonl"), folder.file("bare.sqlite"))
    var lines = [#"{"scrolltrace":1,"name":"bare","axes":"vertical"}"#]
    let sizes = #""cw":390,"ch":3000,"vw":390,"vh":844"#
    for frame in 0...40 {
      lines.append(#"{"t":\#(frame * 16),"k":"frame","x":0,"y":\#(frame),\#(sizes)}"#)
    }
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    try #require(scrolltrace("import", "--db", store, log).code == .ok)
    for options in [[], ["--config", "behavior: paging"]] {
      let seen = scrolltrace(["analyze", "impressions", "1", "--db", store] + options)
      #expect(seen.output.contains("not measurable: no layout is known"), "\(seen.output)")
    }
    let replay = scrolltrace("replay", "1", "--db", store)
    #expect(replay.code == .ok && !replay.output.contains("impressions"), "\(replay.output)")
  }
}
