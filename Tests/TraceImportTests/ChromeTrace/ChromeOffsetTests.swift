import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Offsets and phases of Chrome's traces")
struct ChromeOffsetTests {
  /// Reads events, with members of the metadata.
  private func read(_ events: [String], metadata: String = "") throws -> CollectingSink.Trace {
    let text = #"{"traceEvents":[\#(events.joined(separator: ",\n"))],"metadata":{\#(metadata)}}"#
    var sink = CollectingSink()
    _ = try CaptureFormat.chromeTrace.read(ByteSource(bytes: Array(text.utf8)), into: &sink)
    #expect(sink.violations == [])
    return try #require(sink.traces.first)
  }

  /// A move of the compositor, in milliseconds.
  private func move(_ time: Int, _ old: Double, _ new: Double, along axis: String = "y") -> String {
    let across = axis == "y" ? "x" : "y"
    return #"{"name":"ScrollTree::ScrollBy","cat":"input","ph":"X","dur":5,"pid":7,"tid":8,"#
      + #""ts":\#(time * 1_000),"args":{"old_offset":{"\#(across)":0,"\#(axis)":\#(old)},"#
      + #""new_offset":{"\#(across)":0,"\#(axis)":\#(new)},"scroll_node_id":4}}"#
  }

  private func offset(
    _ time: Int, _ value: Double, _ name: String, thread: Int = 8, along axis: String = "y"
  ) -> String {
    let across = axis == "y" ? "x" : "y"
    return #"{"name":"\#(name)","cat":"cc","ph":"X","dur":5,"pid":7,"tid":\#(thread),"#
      + #""ts":\#(time * 1_000),"args":{"\#(across)":0,"\#(axis)":\#(value)}}"#
  }

  private func input(_ time: Int, _ name: String) -> String {
    #"{"name":"InputLatency::\#(name)","cat":"latencyInfo","ph":"b","id":"0x1","pid":3,"tid":3,"#
      + #""ts":\#(time * 1_000),"args":{}}"#
  }

  /// A drag that ends at 100 ms, then an animation whose steps begin after a pause.
  private func snap(after pause: Int) -> [String] {
    let drag = [
      input(0, "TouchStart"), input(16, "GestureScrollBegin"), move(17, 0, 40), move(33, 40, 90),
      input(100, "TouchEnd"), input(100, "GestureScrollEnd"),
    ]
    let steps = (0..<8).flatMap { step in
      let (time, y) = (100 + pause + step * 16, 95 + Double(step) * 5)
      // The compositor marks its first steps not yet as those of an animation.
      guard step > 1 else { return [move(time, y - 5, y)] }
      return [
        offset(time, y, "ScrollTree::SetScrollOffset"),
        offset(time, y, "ScrollTree::OnScrollOffsetAnimated"),
      ]
    }
    return drag + steps
  }

  @Test("the snap after a drag decelerates until its last step, like the rest of the gesture")
  func snapPhase() throws {
    let trace = try read(snap(after: 48))
    #expect(trace.phases == [.tracking, .interacting, .decelerating, .idle])
    #expect(trace.frames.last?.offset.y == 130)
    let ends = zip(trace.times, trace.events).compactMap { time, event in
      if case .observation(.phase) = event { time.milliseconds } else { nil }
    }
    #expect(ends.last == 260)
  }

  @Test("an animation long after the end of a scroll is a program's")
  func lateAnimation() throws {
    let trace = try read(snap(after: 400))
    #expect(trace.phases == [.tracking, .interacting, .idle, .animating, .idle])
  }

  @Test(
    "offsets and velocities are in CSS pixels where the recording contains the scale of the screen",
    arguments: [
      (#""hostDPR":2"#, 2.0),
      (#""command_line":"chrome --a --force-device-scale-factor=2 --b""#, 2),
      (#""command_line":"chrome --force-device-scale-factor=1.25""#, 1.25), ("", 1),
      (#""command_line":"chrome --force-device-scale-factor=none""#, 1),
    ])
  func scale(metadata: String, scale: Double) throws {
    let fling =
      #"{"name":"FlingBooster::GetVelocityForFlingStart","cat":"input","ph":"X","dur":1,"pid":3,"#
      + #""tid":3,"ts":101000,"args":{"vx":0,"vy":-1500}}"#
    let trace = try read(
      [
        input(0, "TouchStart"), input(16, "GestureScrollBegin"), move(17, 25, 40), move(33, 40, 95),
        input(100, "TouchEnd"), input(100, "GestureFlingStart"), fling, move(110, 95, 120),
      ], metadata: metadata)
    #expect(trace.frames.map(\.offset.y) == [25, 40, 95, 120].map { $0 / scale })
    #expect(trace.information.scale == (scale == 1 ? nil : scale))
    var velocities: [Double?] = []
    for event in trace.events {
      switch event {
      case .observation(.release(let release)): velocities.append(release.velocity?.dy)
      case .observation(.phase(let change)) where change.new == .decelerating:
        velocities.append(change.velocity?.dy)
      default: break
      }
    }
    #expect(velocities == [1500 / scale, 1500 / scale])
  }

  @Test("offsets that the page counts from its right end count from the left, with the direction")
  func rightToLeft() throws {
    let (written, changed) = ("ScrollTree::SetScrollOffset", "ScrollableArea::scrollOffsetChanged")
    func echo(_ time: Int, _ place: Double, _ onPage: Double, _ axis: String) -> [String] {
      let report = offset(time, onPage, changed, thread: 7, along: axis)
      return [offset(time, place, written, thread: 7, along: axis), report]
    }
    func events(_ axis: String) -> [String] {
      [move(1, 1_000, 990, along: axis)] + echo(2, 990, -10, axis)
        + [move(17, 990, 950.25, along: axis)] + echo(18, 950, -50, axis)
        + echo(30, 700, -300, axis) + [move(40, 700, 690, along: axis)]
        + echo(41, 690, -310, axis)
    }
    let places = [1_000, 990, 950.25, 700, 690]
    let trace = try read(events("x"))
    #expect(trace.frames.map(\.offset.x) == places)
    #expect(
      trace.events.first == .input(.container(ContainerChange(layoutDirection: .rightToLeft))))
    let reversed = try read(events("y"))
    #expect(reversed.frames.map(\.offset.y) == places)
    #expect(!reversed.events.contains { if case .input = $0 { true } else { false } })
    let scaled = try read(events("x"), metadata: #""hostDPR":2"#)
    #expect(scaled.frames.map(\.offset.x) == places.map { $0 / 2 })
  }
}
