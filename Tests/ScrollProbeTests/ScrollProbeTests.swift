import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceRecorder
import TraceStore

@testable import ScrollProbe

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Probes")
struct ScrollProbeTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test("the store contains a probe's events in order, with times from its start")
  func recording() throws {
    let path = folder.file("s.sqlite")
    let recorder = try TraceRecorder(path: path)
    let probe = ScrollProbe(TraceInformation(name: "feed"), recorder: recorder)
    probe.mark("start")
    probe.record(.container(ContainerChange(size: Size(width: 390, height: 844))))
    probe.record(
      .touch(TouchSample(pointer: 1, phase: .began, position: .zero)), secondsAgo: 0.002)
    probe.record(.frame(GeometryFrame(offset: Point(x: 0, y: 12))), secondsAgo: .nan)
    probe.record(.frame(GeometryFrame(offset: Point(x: 0, y: 13))), secondsAgo: -5)
    let status = try recorder.close()
    #expect(status.droppedEvents == 0 && status.refusedEvents == 0)
    let store = try TraceStore(path: path, mode: .readOnly)
    let trace = try #require(try store.traces().first)
    #expect(trace.information.clock?.name == "system_uptime")
    var events: [TraceEvent] = []
    var last = TraceTime.zero
    do {
      let reader = try store.reader(of: trace.id)
      while let (time, event) = try reader.next() {
        #expect(time >= last)
        last = time
        if case .stream = event { continue }
        events.append(event)
      }
    }
    #expect(events.count == 5)
    #expect(events.last == .observation(.frame(GeometryFrame(offset: Point(x: 0, y: 13)))))
    #expect(last < TraceTime(nanoseconds: 60_000_000_000))
    try store.close()
  }

  @Test("GEO-16 values that SwiftUI counts from the leading side are recorded from the left")
  func leadingGeometry() {
    let reported = LeadingGeometry(
      offset: Point(x: -20, y: 5), contentSize: Size(width: 1000, height: 300),
      frameSize: Size(width: 393, height: 200), top: 1, leading: 20, bottom: 3, trailing: 40)
    let plain = reported.frame(isRightToLeft: false)
    #expect(plain.offset == Point(x: -20, y: 5))
    #expect(plain.geometry.insets == Insets(top: 1, left: 20, bottom: 3, right: 40))
    let mirrored = reported.frame(isRightToLeft: true)
    #expect(mirrored.offset == Point(x: 627, y: 5))
    #expect(mirrored.geometry.insets == Insets(top: 1, left: 40, bottom: 3, right: 20))
    #expect(mirrored.geometry.containerSize == Size(width: 393, height: 200))
  }

  @Test("the SwiftUI and UIKit parts and the snippets of the guide type-check")
  func snippets() throws {
    let run = try script("Scripts/check-snippets.sh")
    if run.code == 66, !isInCI { return print("skipped 1: \(run.output)") }
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains("pieces are well-typed"))
  }

  @Test("the web script records a page in a browser, and its log is imported without loss")
  func web() throws {
    guard let events = try webEvents() else { return }
    var touches: [TouchSample] = []
    var offsets: [Double] = []
    var heights: [Double] = []
    for event in events {
      switch event {
      case .input(.touch(let sample)): touches.append(sample)
      case .input(.container(let change)): heights += [change.size?.height ?? 0]
      case .observation(.frame(let frame)): offsets.append(frame.offset.y)
      default: break
      }
    }
    // The list has a border, which is not part of the container.
    #expect(heights == [400])
    #expect(touches.map(\.phase) == [.began, .moved, .ended])
    #expect(touches.map(\.position.y) == [300, 250, 240])
    #expect(offsets.first == 0 && offsets.contains(250))
  }

  @Test("the web script writes a touch before a frame that began after it, so no time is raised")
  func webOrder() throws {
    guard let events = try webEvents() else { return }
    let repairs = events.filter { if case .stream(.repair) = $0 { true } else { false } }
    #expect(repairs == [])
  }

  @Test("the web script names each item, and writes the layout again when rows come or grow")
  func webLayouts() throws {
    guard let events = try webEvents() else { return }
    var layouts: [Layout] = []
    var position: TargetID?
    for event in events {
      switch event {
      case .input(.layout(let layout)): layouts.append(layout)
      case .observation(.position(let report)): position = report.id
      default: break
      }
    }
    #expect(layouts.map { $0.contentSize?.height } == [3000, 3100, 3150])
    #expect(layouts.map(\.targets.count) == [30, 31, 31])
    let first = layouts.first?.targets ?? []
    #expect(
      first.prefix(6).map(\.id)
        == ["item-0", "item-1", "item 0", "item 1", "item-4", "item 2"].map { TargetID($0) })
    #expect(first.first?.frame.origin.y == 0)
    #expect(Set(first.map(\.id)).count == 30)
    let last = layouts.last?.targets ?? []
    #expect(last.first?.id == TargetID("item 3") && last.last?.frame.size.height == 150)
    #expect(last.dropFirst().map(\.id) == first.map(\.id))
    // The page reported the third of the first rows, which has no id.
    #expect(position == TargetID("item 0"))
  }

  @Test("the guide saves the log of a page as a file, because plain http has no clipboard")
  func webSnippet() throws {
    let guide = try Files.text(Repository.path("docs/capturing.md"))
    #expect(guide.contains("URL.createObjectURL(new Blob([stop()]))"))
    #expect(!guide.contains("navigator.clipboard"))
  }

  /// The events that the web script records on the test's page; nil if no browser is installed.
  private func webEvents() throws -> [TraceEvent]? {
    let log = folder.file("web.jsonl")
    let run = try script("Scripts/check-web.sh", log)
    #expect(run.code == 0, "\(run.output)")
    guard !run.output.contains("skipped") else {
      #expect(!isInCI, "\(run.output)")
      print(run.output)
      return nil
    }
    var sink = CollectingSink()
    let source = try ByteSource(path: log)
    #expect(CaptureFormat.recognize(FormatHead(of: source))?.format == .native)
    _ = try CaptureFormat.native.read(source, into: &sink)
    #expect(sink.losses == [])
    #expect(sink.traces.count == 1)
    return sink.traces.first?.events ?? []
  }

  // MARK: Scripts

  /// Whether a skipped check is a failure.
  private var isInCI: Bool { getenv("CI").map { $0.pointee != 0 } ?? false }

  /// Runs a script of the repository; returns its output and its messages as one text.
  private func script(_ words: String...) throws -> (code: Int32, output: String) {
    let output = folder.file("output.txt")
    let command =
      "cd '\(Repository.root)' && '\(words[0])' \(words.dropFirst().map { "'\($0)'" }.joined()) "
      + ">'\(output)' 2>&1"
    var pid = pid_t()
    let words: [String] = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&pid, "/bin/sh", nil, nil, arguments, environ)
    guard code == 0 else { throw ScriptFailure(code: code) }
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid else {
      throw ScriptFailure(code: errno)
    }
    return (status >> 8 & 0xFF, try Files.text(output))
  }
}

/// A script that could not be run; the code is an `errno`.
private struct ScriptFailure: Error {
  let code: Int32
}
