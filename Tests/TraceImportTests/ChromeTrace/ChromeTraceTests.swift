import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Chrome's trace-event JSON")
struct ChromeTraceTests {
  private func read(_ text: String) throws -> CollectingSink {
    var sink = CollectingSink()
    _ = try CaptureFormat.chromeTrace.read(ByteSource(bytes: Array(text.utf8)), into: &sink)
    return sink
  }

  /// A move of the compositor from one offset to another.
  private func move(
    _ time: Int, _ old: Double, _ new: Double, node: Int = 4, process: Int = 7
  ) -> String {
    """
    {"name":"ScrollTree::ScrollBy","cat":"input","ph":"X","dur":5,"pid":\(process),"tid":8,\
    "ts":\(time),"args":{"old_offset":{"x":0,"y":\(old)},"new_offset":{"x":0,"y":\(new)},\
    "scroll_node_id":\(node)}}
    """
  }

  private func offset(_ time: Int, _ y: Double, thread: Int = 8, name: String) -> String {
    #"{"name":"\#(name)","cat":"cc","ph":"X","pid":7,"tid":\#(thread),"ts":\#(time),"#
      + #""args":{"x":0,"y":\#(y)}}"#
  }

  private func input(_ time: Int, _ name: String) -> String {
    #"{"name":"InputLatency::\#(name)","cat":"latencyInfo","ph":"b","id":"0x1","pid":3,"tid":3,"#
      + #""ts":\#(time),"args":{}}"#
  }

  private func array(_ events: [String]) -> String { "[" + events.joined(separator: ",\n") + "]" }

  @Test("a seed gives offsets, phases, a release, frame results and metadata")
  func seed() throws {
    let sink = try read(
      String(decoding: TracingCaptures.seed("chrome-trace/object.json"), as: UTF8.self))
    let trace = try #require(sink.traces.first)
    #expect(sink.traces.count == 1)
    #expect(
      trace.frames.map(\.offset.y) == [0, 10.25, 30.5, 50.75, 52.5, 54, 154].map { $0 / 3 })
    #expect(
      trace.phases == [.tracking, .interacting, .decelerating, .idle, .animating, .idle])
    let releases = trace.events.compactMap { event -> ReleaseReport? in
      guard case .observation(.release(let release)) = event else { return nil }
      return release
    }
    #expect(releases == [ReleaseReport(velocity: Vector(dx: 0, dy: 1200.5 / 3))])
    let verdict = try #require(trace.notes("scroll-jank-v4").first)
    #expect(verdict.note.text == "janky: MISSED_VSYNC_DURING_FAST_SCROLL, 1 vsyncs missed")
    #expect(verdict.note.duration == 33_500_000)
    #expect(trace.notes("mark").map(\.note.text) == ["start"])
    // Two categories report the same touch.
    #expect(trace.notes("input").count { $0.note.text == "touch-start" } == 1)
    let information = trace.information
    #expect(information.coordinateSpace == .cssPixels)
    #expect(information.scale == 3)
    #expect(information.app == "Chrome/156.0.0.0")
    #expect(information.system == "Linux 6.1")
    #expect(information.clock?.name == "linux_clock_monotonic")
    #expect(
      information.metadata.contains { $0.key == "page-time-origin-ns" && $0.json == "-500500000" })
  }

  @Test("an unterminated array with old names and text times is read to its end")
  func legacy() throws {
    let sink = try read(
      String(decoding: TracingCaptures.seed("chrome-trace/array.json"), as: UTF8.self))
    let trace = try #require(sink.traces.first)
    #expect(trace.frames.map(\.offset.y) == [5, 25])
    #expect(trace.notes("input").map(\.note.text) == ["touch-start", "scroll-begin", "touch-end"])
    #expect(trace.notes("input").map(\.time) == [0, 1_000_250, 3_000_000])
    #expect(sink.kinds.contains("unterminated"))
    #expect(sink.losses == [])
  }

  @Test("every scroller has a trace, the most moved comes first, and touches follow their scroller")
  func scrollers() throws {
    let sink = try read(
      array([
        input(1_000, "TouchStart"), move(2_000, 0, 5, node: 9), input(3_000, "TouchEnd"),
        input(10_000, "TouchStart"), move(11_000, 0, 7), move(12_000, 7, 9),
        input(13_000, "TouchEnd"),
      ]))
    #expect(
      sink.traces.map(\.information.name) == [
        "scroller 4 of process 7", "scroller 9 of process 7",
      ])
    let first = try #require(sink.traces.first { $0.information.name.contains("scroller 9") })
    let second = try #require(sink.traces.first { $0.information.name.contains("scroller 4") })
    #expect(first.notes("input").map(\.note.text) == ["touch-start", "touch-end"])
    #expect(second.notes("input").map(\.time) == [9_000_000, 12_000_000])
    #expect(second.frames.map(\.offset.y) == [0, 7, 9])
  }

  @Test("a chained scroll and its touches belong to the scroller that accepts it")
  func handedOn() throws {
    let written = "ScrollTree::SetScrollOffset"
    let steps = (0..<3).flatMap { number in
      let (time, old, new) = (3_000 + number * 16_000, number * 10, number * 10 + 10)
      return [
        move(time, 0, 0, node: 2), offset(time + 5, 0, name: written),
        move(time + 9, Double(old), Double(new), node: 3),
        offset(time + 12, Double(new), name: written),
      ]
    }
    let sink = try read(
      array(
        [input(1_000, "TouchStart"), input(2_000, "GestureScrollBegin")] + steps + [
          // The end of the content: no scroller moves.
          move(51_000, 0, 0, node: 2), move(51_009, 30, 30, node: 3), input(60_000, "TouchEnd"),
        ]))
    let trace = try #require(sink.traces.first)
    #expect(sink.traces.map(\.information.name) == ["scroller 3 of process 7"])
    #expect(trace.frames.map(\.offset.y) == [0, 10, 20, 30])
    #expect(trace.phases == [.tracking, .interacting, .idle])
  }

  @Test("the last unnamed offset of a step counts, and touches belong to its scroller")
  func unnamedStep() throws {
    let written = "ScrollTree::SetScrollOffset"
    let sink = try read(
      array([
        #"{"name":"thread_name","ph":"M","pid":7,"tid":8,"ts":0,"args":{"name":"Compositor"}}"#,
        input(500, "TouchStart"), offset(1_000, 0, name: written), offset(1_010, 15, name: written),
        offset(17_000, 0, name: written), offset(17_010, 30, name: written),
        input(30_000, "TouchEnd"),
      ]))
    let trace = try #require(sink.traces.first)
    #expect(sink.traces.map(\.information.name) == ["scroller of process 7"])
    #expect(trace.frames.map(\.offset.y) == [15, 30])
    #expect(trace.notes("input").map(\.note.text) == ["touch-start", "touch-end"])
  }

  @Test("pages of several processes have separate clocks")
  func pageClocks() throws {
    func mark(_ time: Int, _ onPage: Int, process: Int) -> String {
      #"{"name":"m","cat":"blink.user_timing","ph":"I","pid":\#(process),"tid":1,"#
        + #""ts":\#(time),"args":{"data":{"startTime":\#(onPage)}}}"#
    }
    let moves = [move(1_000, 0, 5), move(2_000, 0, 7, process: 9), move(3_000, 7, 9, process: 9)]
    func origins(_ marks: [String]) throws -> [String?] {
      try read(array(moves + marks)).traces.map { trace in
        trace.information.metadata.first { $0.key == "page-time-origin-ns" }?.json
      }
    }
    // The first event is time zero, at 1 ms of the trace's clock; process 9 moves most.
    let one = mark(4_000, 2, process: 7)
    #expect(try origins([one]) == ["1000000", "1000000"])
    #expect(try origins([one, mark(5_000, 1, process: 9)]) == ["3000000", "1000000"])
  }

  @Test("touches stay with the scrolled page while another page moves by itself")
  func otherPage() throws {
    func latency(_ time: Int, _ type: String) -> String {
      #"{"name":"EventLatency","cat":"input","ph":"b","id2":{"local":"0x1"},"pid":7,"tid":8,"#
        + #""ts":\#(time),"args":{"event_latency":{"event_type":"\#(type)"}}}"#
    }
    let carousel = (0..<20).map {
      offset(1_000 + $0 * 16_000, Double($0), name: "ScrollTree::OnScrollOffsetAnimated")
        .replacing("\"pid\":7", with: "\"pid\":9")
    }
    let sink = try read(
      array(
        carousel + [
          input(20_000, "TouchStart"), latency(20_000, "TOUCH_PRESSED"), move(70_000, 0, 7),
          move(90_000, 7, 9), input(100_000, "TouchEnd"), latency(100_000, "TOUCH_RELEASED"),
        ]))
    let page = try #require(sink.traces.first { $0.information.name.contains("process 7") })
    let other = try #require(sink.traces.first { $0.information.name.contains("process 9") })
    #expect(page.notes("input").map(\.note.text) == ["touch-start", "touch-end"])
    #expect(other.notes("input").isEmpty)
    #expect(other.frames.count == 20)
  }

  @Test("events are sorted by time, whatever their order in the file")
  func order() throws {
    let moves = (0..<50).map { move(1_000 + $0 * 100, Double($0), Double($0 + 1)) }
    let straight = try read(array(moves))
    for step in [7, 13, 49] {
      let shuffled = (0..<50).map { moves[$0 * step % 50] }
      let sink = try read(array(shuffled))
      #expect(sink.traces.map(\.events) == straight.traces.map(\.events))
      #expect(sink.traces.map(\.times) == straight.traces.map(\.times))
    }
  }

  @Test("the main thread's old and rounded offsets are ignored, a script's offsets are kept")
  func mainThread() throws {
    let changed = "ScrollableArea::scrollOffsetChanged"
    let sink = try read(
      array([
        move(1_000, 0, 10.4), move(2_000, 10.4, 20.6), offset(2_500, 10, thread: 7, name: changed),
        offset(3_000, 21, thread: 7, name: changed),
        offset(4_000, 0, thread: 7, name: "ScrollTree::SetScrollOffset"),
        offset(5_000, 400, thread: 7, name: changed), move(6_000, 400, 410),
        // Back at an earlier offset: not a repetition, because later offsets were repeated already.
        offset(7_000, 410, thread: 7, name: changed), offset(8_000, 21, thread: 7, name: changed),
      ]))
    #expect(sink.traces.first?.frames.map(\.offset.y) == [0, 10.4, 20.6, 400, 410, 21])
  }

  @Test("offsets of another scroller of the main thread are not mixed in")
  func foreignOffsets() throws {
    let changed = "ScrollableArea::scrollOffsetChanged"
    let sink = try read(
      array([
        move(1_000, 0, 10), offset(2_000, 900, thread: 7, name: changed), move(3_000, 10, 20),
      ]))
    #expect(sink.traces.first?.frames.map(\.offset.y) == [0, 10, 20])
  }

  @Test("the offset of an animation is kept and has its own phase")
  func animation() throws {
    let sink = try read(
      array(
        [move(1_000, 0, 10)]
          + (1...5).map {
            offset(
              1_000 + $0 * 16_000, 10 + Double($0), name: "ScrollTree::OnScrollOffsetAnimated")
          }))
    let trace = try #require(sink.traces.first)
    #expect(trace.frames.count == 7)
    #expect(trace.phases == [.animating, .idle])
  }

  @Test("an animation belongs to the scroller at its start offset, not to the last one that moved")
  func animationOfAnother() throws {
    let animated = "ScrollTree::OnScrollOffsetAnimated"
    let sink = try read(
      array([
        move(1_000, 0, 300, node: 9), move(17_000, 0, 100), move(33_000, 100, 120),
        offset(500_000, 302, name: animated), offset(516_000, 350, name: animated),
        offset(532_000, 420, name: animated), move(900_000, 120, 130),
      ]))
    let places = sink.traces.map { $0.frames.map(\.offset.y) }
    #expect(places == [[0, 100, 120, 130], [0, 300, 302, 350, 420]])
  }

  @Test(
    "a damaged event is skipped with its position, and the rest is read",
    arguments: [
      #"{"name":"ScrollTree::ScrollBy","ph":"X","args":{"old_offset":{"x":0,"y":1}"#,
      #"{"name":"Layout","ph":"X","ts":12..5}"#, #"{"name":"x","ph" "X"}"#, "17", "\"text\"", "{]",
      #"{"name":"Layout","ph":"X","args":{"a":tru}}"#, "nonsense", #"{"no":"event"}"#,
      "{\"name\":\"x\ny\",\"ph\":\"X\"}", #"{"name":"x","ph":"X","args":[}"#, "[[1],2]",
      #"{"name":"x","ph":"X","args":{"a":"b}}"#, #"{"name":"x","ph":"X","args":{"a":1"#,
    ])
  func damage(_ bad: String) throws {
    let text = array([move(1_000, 0, 10), bad, move(2_000, 10, 20), move(3_000, 20, 30)])
    let sink = try read(text)
    #expect(sink.violations == [])
    #expect(sink.losses.count == 1)
    let byte = try #require(sink.losses.first?.byte)
    #expect(byte >= move(1_000, 0, 10).utf8.count && byte < text.utf8.count)
    // A damaged event may swallow the next one.
    let frames = try #require(sink.traces.first).frames.map(\.offset.y)
    #expect(frames == [0, 10, 20, 30])
  }

  @Test("an empty object in the list of events is no damage, at any place")
  func emptyObjects() throws {
    let events = [move(1_000, 0, 10), move(2_000, 10, 20)]
    for list in [["{}"] + events, events + ["{ }"], [events[0], "{}", events[1]]] {
      let sink = try read(array(list))
      #expect(sink.losses.isEmpty && !sink.kinds.contains("unterminated"), "\(list)")
      #expect(try #require(sink.traces.first).frames.map(\.offset.y) == [0, 10, 20])
    }
  }

  @Test("a mark has the name that the page gave it")
  func escapedMark() throws {
    let mark =
      #"{"name":"a \"b\" \u003Cc> \u00e9\/","cat":"blink.user_timing","ph":"I","pid":7,"tid":8,"#
      + #""ts":1500,"args":{}}"#
    let layer =
      #"{"name":"ScrollLayer","cat":"devtools.timeline","ph":"X","pid":7,"tid":8,"ts":1600,"#
      + #""args":{"data":{"nodeId":4,"nodeName":"DIV id='\u003Cx>'"}}}"#
    let sink = try read(array([move(1_000, 0, 10), mark, layer, move(2_000, 10, 20)]))
    let trace = try #require(sink.traces.first)
    #expect(trace.notes("mark").map(\.note.text) == ["a \"b\" <c> \u{E9}/"])
    #expect(trace.notes("scroll-layer").map(\.note.text) == ["DIV id='<x>'"])
  }

  @Test(
    "a mark is recognized whatever its name",
    arguments: [
      "Layout", "Presentation", "EventDispatch", "EventLatency", "thread_name",
      "ScrollTree::ScrollBy",
    ])
  func markNames(_ name: String) throws {
    let mark =
      #"{"name":"\#(name)","cat":"blink.user_timing","ph":"R","pid":7,"tid":8,"ts":1500,"#
      + #""args":{"data":{"startTime":1.25,"type":"wheel"}}}"#
    let sink = try read(array([move(1_000, 0, 10), mark, move(2_000, 10, 20)]))
    let trace = try #require(sink.traces.first)
    #expect(trace.notes("mark").map(\.note.text) == [name])
    #expect(trace.frames.map(\.offset.y) == [0, 10, 20])
    #expect(trace.events.count == 4)
  }

  @Test("the offset before the first move is kept, whatever comes before it")
  func firstOffset() throws {
    let mark =
      #"{"name":"go","cat":"blink.user_timing","ph":"R","pid":7,"tid":8,"ts":990,"args":{}}"#
    for events in [[], [mark], [input(990, "TouchStart")]] {
      let sink = try read(array(events + [move(1_000, 30, 500)]))
      #expect(sink.traces.first?.frames.map(\.offset.y) == [30, 500], "\(events)")
    }
    // A move without a distance shows one offset.
    #expect(try read(array([move(1_000, 30, 30)])).traces.first?.frames.count == 1)
  }

  @Test("concatenated traces are read one after another")
  func joined() throws {
    let first = array([move(1_000, 0, 10)])
    let second = array([move(2_000, 10, 20)])
    for text in [
      first + second, "\u{FEFF}\(first)\n\u{FEFF}\(second)\n[done]\n",
      "{\"traceEvents\":\(first)}\n{\"traceEvents\":\(second),\"metadata\":{}}",
    ] {
      let sink = try read(text)
      #expect(sink.traces.first?.frames.map(\.offset.y) == [0, 10, 20], "\(text)")
      #expect(sink.losses == [])
    }
  }

  @Test("one event per line without a list is read to the end of the file")
  func lines() throws {
    let lines = [move(1_000, 0, 10), move(2_000, 10, 20), move(3_000, 20, 30)]
    for text in [lines.joined(separator: "\n"), lines.joined(separator: ",\r\n") + "\r\n"] {
      let bytes = Array(text.utf8)
      #expect(
        CaptureFormat.recognize(FormatHead(bytes, isWhole: true))?.format == .chromeTrace)
      let sink = try read(text)
      #expect(sink.traces.first?.frames.map(\.offset.y) == [0, 10, 20, 30])
      #expect(sink.losses == [])
    }
    // An event that is cut off loses no other event.
    let cut = try read(String(lines.joined(separator: "\n").dropLast(9)))
    #expect(cut.traces.first?.frames.map(\.offset.y) == [0, 10, 20])
    #expect(cut.losses.count == 1)
  }

  @Test("numbers out of range are skipped and counted")
  func range() throws {
    let sink = try read(
      array([
        move(1_000, 0, 10), move(2_000, 10, 1e300),
        #"{"name":"ScrollTree::ScrollBy","ph":"X","pid":7,"tid":8,"ts":1e30,"args":{}}"#,
        #"{"name":"ScrollTree::ScrollBy","ph":"X","pid":7,"tid":8,"ts":9e15,"args":{}}"#,
        move(3_000, 10, 30),
      ]))
    #expect(sink.violations == [])
    #expect(sink.traces.first?.frames.map(\.offset.y).last == 30)
    #expect(sink.kinds.contains("out-of-range"))
  }

  @Test("an event beyond the sorting window is counted and not misplaced")
  func tooLate() throws {
    // More events than fit in the window, and then one from their beginning.
    var text = "["
    for index in 0..<300_000 {
      text += #"{"name":"InputLatency::MouseWheel","ph":"n","pid":3,"tid":3,"ts":\#(index * 10)},"#
      if index == 0 { text += move(5, 0, 1) + "," }
    }
    let sink = try read(text + move(100, 1, 2) + "," + move(2_900_000, 2, 3) + "]")
    #expect(sink.violations == [])
    let lost = try #require(sink.diagnostics.first { $0.kind == "time-backwards" })
    #expect(lost.message.hasPrefix("1 events"))
    let gaps = sink.traces.first?.events.count {
      if case .stream(.gap) = $0 { true } else { false }
    }
    #expect(gaps == 1)
  }

  @Test(
    "a source without events or scrolling is refused with a remedy",
    arguments: [
      ("{}", "holds no trace event"), ("[]", "holds no trace event"), ("", "holds no trace event"),
      ("{\"traceEvents\":[", "holds no trace event"),
      (#"[{"name":"RunTask","ph":"X","pid":1,"tid":1,"ts":1}]"#, "cc,input,input.scrolling"),
    ])
  func nothing(_ text: String, _ message: String) throws {
    let error = #expect(throws: ImportError.self) { try read(text) }
    #expect(error?.kind == .nothingWhole)
    #expect(error?.description.contains(message) ?? false)
  }

  @Test("metadata of any size before the events hides nothing")
  func metadataFirst() throws {
    let blob = String(repeating: #"\\\"}],[{"#, count: 100_000)
    let sink = try read(
      #"{"metadata":{"blob":"\#(blob)","list":[{"a":"]"}],"user-agent":"a Chrome/1.2 b","n":null,"#
        + #""hostDPR":2.5},"displayTimeUnit":"ms","traceEvents":[\#(move(1, 0, 5))],"x":[1,[2]]}"#)
    #expect(sink.traces.first?.information.app == "Chrome/1.2")
    #expect(sink.traces.first?.information.scale == 2.5)
    #expect(sink.traces.first?.frames.count == 2)
    let saved =
      #"{"metadata":{"source":"DevTools","sources":"\#(blob)"},"#
      + #""traceEvents":[\#(move(1, 0, 5))]}"#
    let source = ByteSource(bytes: Array(saved.utf8))
    #expect(CaptureFormat.recognize(FormatHead(of: source))?.format == .chromeTrace)
  }

  @Test("an event larger than the window is skipped, and the rest is read")
  func oversized() throws {
    let big = String(repeating: "x", count: 17 << 20)
    let sink = try read(
      array([
        move(1, 0, 5), #"{"name":"Screenshot","ph":"O","args":{"s":"\#(big)"}}"#, move(2, 5, 6),
      ]))
    #expect(sink.losses.count == 1)
    #expect(sink.losses.first?.message.contains("larger than") ?? false)
    #expect(sink.traces.first?.frames.map(\.offset.y) == [0, 5, 6])
  }
}
