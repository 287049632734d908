import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore

/// Traces of nested views replay together.
@Suite("nested replays") struct NestedReplayTests {
  /// A store with the traces of a scene of `fixtures/nested`.
  private func recorded(
    _ scene: String, _ script: String, in folder: TemporaryDirectory
  ) throws -> Recordings {
    let root = Repository.path("fixtures/nested/")
    let simulator = try Simulator(
      scene: SceneFile(json: try Files.read(root + scene + ".json"), name: scene),
      script: GestureScript(try Files.read(root + script + ".script")))
    let declared = simulator.scene.labels.configuration ?? ""
    return try Recordings(
      [try NestedSimulation(simulator, configuration: try Configuration(text: declared))],
      in: folder)
  }

  @Test(
    "NEST-10 each view of a simulation replays to its own recording, bit for bit",
    arguments: ["feed-with-carousel", "pager-with-pages"])
  func identical(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let recordings = try recorded(name, name, in: folder)
    let traces = try recordings.store.traces()
    #expect(traces.count >= 2)
    for trace in traces {
      let declared = try Configuration(text: trace.information.declaredConfiguration ?? "")
      let result = try recordings.replay(trace, declared)
      let comparison = try #require(result.comparison)
      #expect(comparison.isIdentical, "\(trace.information.name)")
      // Each trace contains touches of other views: alone its replay would differ.
      #expect(!result.tally.nestedEvents.isEmpty, "\(trace.information.name)")
    }
  }

  @Test("NEST-3 the decisions of a pager and its page are those of the script")
  func decisions() throws {
    let folder = try TemporaryDirectory()
    let recordings = try recorded("pager-with-pages", "pager-with-pages", in: folder)
    let pager = try #require(try recordings.store.traces().first)
    let result = try recordings.replay(pager, try Configuration(text: "behavior: paging"))
    let kinds = result.tally.nestedEvents.map { "\($0.kind.rawValue) \($0.view)" }
    #expect(
      kinds == [
        "locked First page", "locked First page", "handed-over Pager", "handed-over Pager",
      ])
  }

  @Test("NEST-10 a view whose finger only an inner trace recorded gets it, too")
  func fingerOfInner() throws {
    let folder = try TemporaryDirectory()
    let recordings = try recorded("feed-with-carousel", "feed-with-carousel", in: folder)
    let feed = try #require(try recordings.store.traces().first)
    let contents = try recordings.store.contents(of: feed.id)
    let nested = try #require(contents.nested)
    #expect(nested.hasTouches && nested.traces.members.count == 2)
    #expect(nested.traces.samples.contains { $0.chain.count == 2 })
    #expect(nested.traces.samples.contains { $0.chain.count == 1 })
  }

  // MARK: Chromium

  private static let pages: [(name: String, configuration: String)] = [
    ("carousel-in-feed", ""), ("carousel-diagonal", ""),
    ("carousel-contain", "horizontal-overscroll: contain, vertical-overscroll: contain"),
    ("list-in-list-auto", ""),
    ("list-in-list-contain", "horizontal-overscroll: contain, vertical-overscroll: contain"),
    ("list-in-list-none", "horizontal-overscroll: none, vertical-overscroll: none"),
    ("carousel-in-pager", ""), ("there-and-back", ""), ("three-levels", ""), ("grid-in-list", ""),
    ("wheel-auto", ""),
    ("wheel-contain", "horizontal-overscroll: contain, vertical-overscroll: contain"),
  ]

  /// The traces of a capture of `fixtures/chromium-nested`; inner views declare the style of the
  /// page.
  private func captured(
    _ name: String, _ physics: String, _ inner: String, in folder: TemporaryDirectory
  ) throws -> TraceStore {
    let store = try TraceStore(path: folder.file("\(physics).sqlite"), mode: .create)
    var collected = DeclaringSink(
      outer: "physics: \(physics)",
      inner: "physics: \(physics)" + (inner.isEmpty ? "" : ", " + inner))
    _ = try NativeImport.read(
      ByteSource(path: Repository.path("fixtures/chromium-nested/\(name).jsonl.gz")),
      into: &collected)
    let capture = CaptureSource(
      format: "scrolltrace-jsonl", name: name, toolVersion: "test", unixMilliseconds: 0)
    _ = try store.importCapture(capture) { writer in
      var numbers: [TraceNumber] = []
      for trace in collected.traces { numbers.append(try writer.beginTrace(trace.information)) }
      for (number, trace) in zip(numbers, collected.traces) {
        for (time, event) in trace.events { try writer.append(event, at: time, to: number) }
      }
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    return store
  }

  @Test(
    "NEST-8 recordings of Chromium replay within 1 px wherever the finger drives",
    arguments: pages.indices, ["chromium", "css"])
  func chromium(_ index: Int, _ physics: String) throws {
    let (name, inner) = Self.pages[index]
    let folder = try TemporaryDirectory()
    let store = try captured(name, physics, inner, in: folder)
    var moved = 0
    for trace in try store.traces() {
      let configuration = try Configuration(text: trace.information.declaredConfiguration ?? "")
      let plan = try ReplayPlan(
        configuration, of: trace.information, try store.contents(of: trace.id), drive: .gesture)
      let box = ObserverBox(FrameCollector())
      let run = ReplayRun(plan, listener: box)
      var recorded: [(time: TraceTime, offset: Point)] = []
      var lifts: [TraceTime] = []
      try store.replay(trace.id) { batch in
        for (time, event) in batch.events {
          run.take(event, at: time)
          if case .observation(.frame(let frame)) = event { recorded.append((time, frame.offset)) }
          if case .input(.touch(let sample)) = event, sample.phase == .ended { lifts.append(time) }
        }
      }
      run.finish()
      let replayed = box.observer.frames
      // A page shows a finger some frames late, more on a busy machine: the replay had that offset
      // before.
      for (time, offset) in recorded {
        let window = replayed.filter {
          let delay = time.nanoseconds(since: $0.time)
          return delay <= 200_000_000 && delay >= -40_000_000
        }
        let before = replayed.last { time.nanoseconds(since: $0.time) > 200_000_000 }
        let around = window.map(\.offset) + [before?.offset].compactMap { $0 }
        guard !around.isEmpty else { continue }
        for axis in [\Point.x, \Point.y] {
          let low = around.map { $0[keyPath: axis] }.min() ?? 0
          let high = around.map { $0[keyPath: axis] }.max() ?? 0
          let value = offset[keyPath: axis]
          #expect(
            value >= low - 1 && value <= high + 1,
            "\(name) \(trace.information.name) at \(time): \(value) outside \(low)…\(high)")
        }
      }
      // Each finger rests before it lifts: there the offset equals that of the replay.
      for time in lifts {
        let shown = try #require(recorded.last { $0.time <= time }?.offset)
        let there = try #require(replayed.last { $0.time <= time }?.offset)
        #expect(
          abs(shown.x - there.x) <= 1 && abs(shown.y - there.y) <= 1,
          "\(name) \(trace.information.name) at \(time): \(shown) \(there)")
      }
      let offsets = Set(recorded.map(\.offset))
      if offsets.count > 3 { moved += 1 }
      // The final rest is exact.
      let last = try #require(recorded.last?.offset)
      let end = try #require(replayed.last?.offset)
      #expect(abs(last.x - end.x) <= 1 && abs(last.y - end.y) <= 1, "\(name) \(last) \(end)")
    }
    #expect(moved >= 1)
  }
}

/// Keeps the frames of a replay.
private struct FrameCollector: ReplayObserver {
  var frames: [(time: TraceTime, offset: Point)] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame(let frame)) = event { frames.append((time, frame.offset)) }
  }
}

/// Stores traces, and adds the declarations of their pages.
private struct DeclaringSink: TraceSink {
  let outer: String
  let inner: String
  var traces: [(information: TraceInformation, events: [(time: TraceTime, event: TraceEvent)])] = []

  init(outer: String, inner: String) {
    self.outer = outer
    self.inner = inner
  }

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    var information = information
    // Only the scroller inside the outermost one has the style.
    information.declaredConfiguration = traces.count == 1 ? inner : outer
    traces.append((information, []))
    return traces.count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    traces[trace - 1].events.append((time, event))
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
