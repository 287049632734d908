import ScrollModel
import TestSupport
import Testing
import TraceImport

/// Imported recordings of Chromium, compared with the page's log of the same run.
///
/// The recording contains a mark of the page with both clocks, which gives the page's time zero.
/// The remaining difference is one constant lag between a compositor's offset and the page's next
/// frame.
@Suite("A recording of Chromium compared with the page's own log")
struct TruthTests {
  /// One run: the recording, its log, and the number of values to compare.
  struct Run: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var format: CaptureFormat
    var frames: Int
    var touches: Int
    var testDescription: String { name }
  }

  static let runs = [
    Run(
      name: "open-list-touch", file: "chrome-json/open-list-touch.trace.json.gz",
      format: .chromeTrace, frames: 469, touches: 10),
    Run(
      name: "open-snapx-carousel", file: "chrome-json/open-snapx-carousel.trace.json.gz",
      format: .chromeTrace, frames: 295, touches: 7),
    Run(
      name: "open-list-edits", file: "perfetto/open-list-edits.pftrace.gz", format: .perfetto,
      frames: 262, touches: 3),
    Run(
      name: "open-paging-vertical", file: "perfetto/open-paging-vertical.pftrace",
      format: .perfetto, frames: 404, touches: 7),
  ]

  private func load(
    _ run: Run
  ) throws -> (trace: CollectingSink.Trace, truth: PageTruth, origin: Double)? {
    guard let path = TracingCaptures.path(run.file),
      let truth = TracingCaptures.path("truth/\(run.name).truth.jsonl")
    else { return nil }
    let (format, sink) = try TracingCaptures.read(path)
    #expect(format == run.format)
    #expect(sink.violations == [])
    #expect(sink.losses == [])
    let trace = try #require(sink.traces.first)
    let entry = try #require(
      trace.information.metadata.first { $0.key == "page-time-origin-ns" })
    return (trace, try PageTruth(path: truth), try #require(Double(entry.json)) / 1e6)
  }

  @Test("the median and the 90th percentile of the offset error are 0", arguments: runs)
  func offsets(_ run: Run) throws {
    guard let (trace, truth, origin) = try load(run) else { return }
    let frames = trace.frames.map { (Double($0.time) / 1e6 - origin, $0.offset) }
    var best: (lag: Double, errors: [Double])?
    for step in -40...40 {
      let lag = Double(step) / 2
      let errors = Self.errors(of: frames, truth, lag)
      if best.map({ Self.quality(errors) < Self.quality($0.errors) }) ?? true {
        best = (lag, errors)
      }
    }
    let (lag, errors) = try #require(best)
    #expect(errors.count >= run.frames, "the frames that could be compared")
    #expect(errors[errors.count / 2] == 0)
    #expect(errors[errors.count * 9 / 10] == 0)
    // Stricter than required, but true of every frame of these runs.
    #expect(errors.last == 0)
    let unequal = errors.count { $0 > 0 }
    print(
      "\(run.name): \(errors.count) frames, \(unequal) unequal, largest \(errors.last ?? 0) px,",
      "lag \(lag) ms")
  }

  private static func quality(_ errors: [Double]) -> Double { errors.reduce(0, +) }

  /// The error of every frame of the page, sorted: it has whole pixels, the compositor fractions.
  private static func errors(
    of frames: [(time: Double, offset: Point)], _ truth: PageTruth, _ lag: Double
  ) -> [Double] {
    var errors: [Double] = []
    var index = 0
    for frame in truth.frames {
      while index < frames.count, frames[index].time + lag <= frame.time { index += 1 }
      guard index > 0 else { continue }
      let offset = frames[index - 1].offset
      errors.append(
        max((offset.x.rounded() - frame.x).magnitude, (offset.y.rounded() - frame.y).magnitude))
    }
    return errors.sorted()
  }

  @Test("the finger touches and lifts at the times of the page's log", arguments: runs)
  func touches(_ run: Run) throws {
    guard let (trace, truth, origin) = try load(run) else { return }
    let inputs = trace.notes("input")
    func times(_ word: String) -> [Double] {
      inputs.filter { $0.note.text == word }.map { Double($0.time) / 1e6 - origin }
    }
    for (word, event) in [("touch-start", "touchstart"), ("touch-end", "touchend")] {
      let expected = truth.inputs.filter { $0.kind == event }.map(\.time)
      #expect(expected.count == run.touches)
      let found = times(word)
      #expect(found.count == expected.count, "\(word)")
      for (one, other) in zip(found, expected) { #expect((one - other).magnitude < 0.25) }
    }
    // The page receives several moves at once, with the time of the last one.
    let moves = times("touch-move")
    for time in truth.inputs.filter({ $0.kind == "touchmove" }).map(\.time) {
      #expect(moves.contains { ($0 - time).magnitude < 0.25 }, "a move at \(time) ms")
    }
  }

  @Test(
    "a fling has the direction of the offsets, and each gesture has its phases", arguments: runs)
  func phases(_ run: Run) throws {
    guard let (trace, _, _) = try load(run) else { return }
    #expect(trace.phases.count { $0 == .tracking } >= run.touches)
    var flings = 0
    for (index, event) in trace.events.enumerated() {
      guard case .observation(.release(let release)) = event, let velocity = release.velocity else {
        continue
      }
      flings += 1
      let later = trace.events[index...].lazy.compactMap { event -> Point? in
        guard case .observation(.frame(let frame)) = event else { return nil }
        return frame.offset
      }.prefix(4)
      guard let first = later.first, let last = later.dropFirst(3).first else { continue }
      let travel = Vector(dx: last.x - first.x, dy: last.y - first.y)
      #expect(velocity.dx * travel.dx + velocity.dy * travel.dy >= 0, "the fling \(flings)")
    }
    #expect(flings > 0)
    // A release without a fling decelerates as well if the content snaps.
    #expect(trace.phases.count { $0 == .decelerating } >= flings)
  }

  @Test("a deceleration ends when the page gets the event scrollend", arguments: runs)
  func ends(_ run: Run) throws {
    guard let (trace, truth, origin) = try load(run) else { return }
    var ends = 0
    for (time, event) in zip(trace.times, trace.events) {
      guard case .observation(.phase(let change)) = event, change.old == .decelerating,
        change.new == .idle
      else { continue }
      ends += 1
      let moment = Double(time.nanoseconds) / 1e6 - origin
      // The event comes one or two frames after the last offset.
      #expect(
        truth.scrollEnds.contains { $0 > moment - 5 && $0 < moment + 60 }, "idle at \(moment) ms")
    }
    #expect(ends > 0)
  }

  @Test("a recording without the offset categories has its wheel and reports what is missing")
  func wheel() throws {
    guard let path = TracingCaptures.path("chrome-json/open-wheel-desktop.trace.json"),
      let log = TracingCaptures.path("truth/open-wheel-desktop.truth.jsonl")
    else { return }
    let sink = try TracingCaptures.read(path).sink
    let trace = try #require(sink.traces.first)
    #expect(trace.frames.isEmpty)
    #expect(sink.diagnostics.contains { $0.message.contains("'cc' and 'input'") })
    let entry = try #require(trace.information.metadata.first { $0.key == "page-time-origin-ns" })
    let origin = try #require(Double(entry.json)) / 1e6
    let wheels = trace.notes("input").filter { $0.note.text == "wheel" }
      .map { Double($0.time) / 1e6 - origin }
    let expected = try PageTruth(path: log).inputs.filter { $0.kind == "wheel" }
    #expect(expected.count == 106)
    for wheel in expected {
      #expect(wheels.contains { ($0 - wheel.time).magnitude < 0.25 }, "a step at \(wheel.time) ms")
    }
  }
}
