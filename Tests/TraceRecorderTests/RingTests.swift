import ScrollModel
import TestSupport
import Testing
import TraceRecorder
import TraceStore

@Suite("a ring keeps the last seconds after a trigger")
struct RingTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  private static func touch(
    _ millisecond: Int64, _ pointer: Int64, _ phase: TouchPhase, _ y: Double
  ) -> Entry {
    let sample = TouchSample(pointer: pointer, phase: phase, position: Point(x: 0, y: y))
    return Entry.millisecond(millisecond, .input(.touch(sample)))
  }

  /// The entries with times counted from a moment.
  private static func moved(_ entries: [Entry], by origin: Int64) -> [Entry] {
    entries.map { Entry($0.time.nanoseconds - origin, $0.event) }
  }

  @Test("without a trigger no event is kept")
  func noTrigger() throws {
    let recorder = try TraceRecorder(path: path, options: .ring(1))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(Entry.frames(1000), to: trace)
    let status = try recorder.close()
    let stored = try Stored(path)
    #expect(stored.captures.isEmpty && stored.traces.isEmpty && stored.diagnostics.isEmpty)
    #expect(!status.isTriggered && status.committedEvents == 0 && status.waitingEvents == 0)
  }

  @Test("a ring that dropped no event keeps everything after an empty keyframe")
  func whole() throws {
    let recorder = try TraceRecorder(path: path, options: .ring(60))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let entries = Entry.frames(100, from: 5_000_000_000)
    recorder.append(Array(entries[..<60]), to: trace)
    recorder.trigger()
    recorder.append(Array(entries[60...]), to: trace)
    let status = try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    let first = try #require(stored.traces.first)
    #expect(
      first.entries == [Entry(0, .stream(.keyframe(count: 0)))]
        + Self.moved(entries, by: 5_000_000_000))
    let metadata = [MetadataEntry(key: "cut_ns", json: "5000000000")]
    #expect(first.record.information.metadata == metadata)
    #expect(status.isTriggered && status.committedEvents == 101)
  }

  @Test("the keyframe contains container, layout, edits, frame, phase, position, set and touches")
  func keyframe() throws {
    let id = TargetID("x")
    let layout = Layout(targets: [
      TargetFrame(id: id, frame: Rect(x: 0, y: 0, width: 1, height: 1))
    ])
    let edits = [
      ContentEdit.insert(TargetID(2), index: 0, size: nil), .move(id, index: 1),
      .resize(id, size: Size(width: 3, height: 4)),
    ]
    let position = PositionReport(id: id, isPositionedByUser: true)
    let visible = VisibleSet(ids: [id, TargetID(2)], threshold: 0.5)
    var old: [Entry] = [
      Entry.millisecond(0, .input(.container(ContainerChange(scale: 2, refreshRate: 60)))),
      Entry.millisecond(0, .input(.layout(Layout(targets: [])))),
      Entry.millisecond(0, .input(.edit(.remove(id, index: nil)))),
      Entry.millisecond(1, .observation(.visibleSet(VisibleSet(ids: [])))),
      Entry.millisecond(2, .input(.layout(layout))),
      Entry.millisecond(3, .observation(.phase(PhaseChange(old: .idle, new: .tracking)))),
      Entry.millisecond(4, .input(.container(ContainerChange(scale: 3)))),
      Entry.millisecond(5, .observation(.position(position))),
      Entry.millisecond(6, .observation(.visibleSet(visible))),
    ]
    old += edits.enumerated().map { Entry.millisecond(10 + Int64($0), .input(.edit($1))) }
    old += [Self.touch(29_500, 1, .began, 1), Self.touch(29_550, 2, .began, 2)]
    old += [Self.touch(29_560, 2, .ended, 3), Self.touch(29_800, 3, .began, 4)]
    old += [Self.touch(29_980, 3, .moved, 5), .frame(29_999_000_000, 7)]
    // Fingers are down, so the second segment starts only after half a minute.
    let kept = Entry.tenths(30_000..<34_100)
    let recorder = try TraceRecorder(path: path, options: .ring(3.2))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(old + kept, to: trace)
    recorder.trigger()
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    // The oldest sample that may have an effect is the one at 29,800 ms. Frames come 16 ms after
    // the ticks that are counted from zero, beginning with the one at 29,999 ms.
    let restated: [TraceEvent] =
      [
        .input(
          .container(
            ContainerChange(
              scale: 3, refreshRate: 60, refreshOrigin: TraceTime(nanoseconds: 199_000_000)))),
        .input(.layout(layout)),
      ]
      + edits.map { .input(.edit($0)) }
      + [
        .observation(.frame(GeometryFrame(offset: Point(x: 0, y: 7)))),
        .observation(.phase(PhaseChange(new: .tracking))), .observation(.position(position)),
        .observation(.visibleSet(visible)),
      ]
    let expected =
      [Entry(0, .stream(.keyframe(count: Int64(restated.count + 3))))]
      + restated.map { Entry(0, $0) }
      + [Self.touch(0, 1, .began, 1), Self.touch(0, 3, .began, 4), Self.touch(180, 3, .moved, 5)]
      + Self.moved(kept, by: 29_800_000_000)
    #expect(stored.entries == expected)
  }

  @Test("a long-edited list is stored as a layout and its last edits")
  func edited() throws {
    let rows = (0..<3).map { row in
      TargetFrame(
        id: TargetID(Int64(row)), frame: Rect(x: 0, y: Double(row) * 50, width: 100, height: 50))
    }
    let layout = Layout(contentSize: Size(width: 100, height: 150), targets: rows)
    let edits = (0..<1000 as Range<Int64>).map { number in
      guard number % 4 == 3 else {
        let size = Size(width: 100, height: 30)
        return ContentEdit.insert(TargetID(1000 + number), index: 1, size: size)
      }
      return ContentEdit.remove(TargetID(999 + number), index: nil)
    }
    var whole = layout
    for edit in edits { whole.apply(edit, mainAxis: .vertical) }
    let recorder = try TraceRecorder(path: path, options: .ring(1))
    var information = TraceInformation(name: "a")
    information.axes = .vertical
    let trace = recorder.beginTrace(information)
    let changes = edits.map { Entry.millisecond(1, .input(.edit($0))) }
    recorder.append(
      [Entry.millisecond(0, .input(.layout(layout)))] + changes + Entry.tenths(10..<6000), to: trace
    )
    recorder.trigger()
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    var restated = Layout(targets: [])
    var editsLeft = 0
    for entry in stored.entries {
      switch entry.event {
      case .input(.layout(let layout)): restated = layout
      case .input(.edit(let edit)):
        editsLeft += 1
        restated.apply(edit, mainAxis: .vertical)
      default: break
      }
    }
    #expect(restated == whole)
    #expect(editsLeft > 0 && editsLeft <= 256)
  }

  @Test("a long touch starts at the oldest of its recent samples")
  func longTouch() throws {
    let entries = (0..<400).map { Self.touch($0 * 10, 1, $0 == 0 ? .began : .moved, Double($0)) }
    let recorder = try TraceRecorder(path: path, options: .ring(1))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(entries, to: trace)
    recorder.trigger()
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    #expect(stored.entries[0] == Entry(0, .stream(.keyframe(count: 8))))
    let touches = Array(stored.entries.dropFirst())
    let cut = 400 - touches.count
    #expect(touches[0] == Self.touch(0, 1, .began, Double(cut)))
    #expect(
      Array(touches[1...])
        == Self.moved(
          Array(entries[(cut + 1)...]), by: Int64(cut) * 10_000_000))
  }

  @Test("a long rest of a finger does not lengthen the kept part")
  func restingFinger() throws {
    let recorder = try TraceRecorder(path: path, options: .ring(2))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append([Self.touch(0, 1, .began, 5)] + Entry.tenths(100..<60_000), to: trace)
    recorder.trigger()
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    let duration = try #require(stored.entries.last).time.nanoseconds
    #expect(duration >= 2_000_000_000 && duration < 4_000_000_000)
    #expect(stored.entries.contains(Self.touch(0, 1, .began, 5)))
  }

  @Test(
    "a silence is kept only for the requested time",
    arguments: [(1, 1), (1, 100), (3, 10), (10, 3), (10, 86_000)] as [(Int64, Int64)])
  func silence(seconds: Int64, silence: Int64) throws {
    let before = Entry.tenths(0..<5000)
    let start = 4900 + silence * 1000
    let after = Entry.tenths(start..<start + 500)
    let recorder = try TraceRecorder(path: path, options: .ring(Double(seconds)))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(before + after, to: trace)
    recorder.trigger()
    try recorder.close()
    let stored = try #require(try Stored(path).traces.first)
    let duration = try #require(stored.entries.last).time.nanoseconds
    #expect(
      duration >= min(seconds * 1_000_000_000, before[0].time.nanoseconds + start * 1_000_000))
    #expect(duration < (seconds + 2) * 1_000_000_000)
  }

  @Test("a trigger inside a batch cuts there, and a second one changes nothing")
  func middle() throws {
    let recorder = try TraceRecorder(path: path, options: .ring(3))
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    let (before, after) = (Entry.tenths(0..<10_000), Entry.tenths(10_000..<40_000))
    recorder.append(before, to: trace)
    recorder.trigger()
    recorder.append(Array(after[..<100]), to: trace)
    recorder.trigger()
    recorder.append(Array(after[100...]), to: trace)
    recorder.trigger()
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    let entries = try #require(stored.traces.first).entries
    let keyframes = entries.filter { if case .stream(.keyframe) = $0.event { true } else { false } }
    #expect(keyframes == [Entry(0, .stream(.keyframe(count: 1)))])
    let frames = entries.dropFirst(2).map(\.event)
    #expect(Array(frames.suffix(after.count)) == after.map(\.event))
    let kept = frames.count - after.count
    #expect((30...50).contains(kept))
    #expect(Array(frames.prefix(kept)) == before.suffix(kept).map(\.event))
  }

  @Test("a trigger takes effect at once, not with the next batch")
  func atOnce() throws {
    let commits = Commits()
    var options = TraceRecorder.Options.ring(3)
    options.didCommit = { commits.note($0) }
    let recorder = try TraceRecorder(path: path, options: options)
    let trace = recorder.beginTrace(TraceInformation(name: "a"))
    recorder.append(Entry.frames(10), to: trace)
    recorder.trigger()
    #expect(waitUntil(15) { commits.last(of: trace) == 10 })
    #expect(recorder.status.isTriggered)
    try recorder.close()
  }

  @Test("each trace is cut separately, and one that starts after the trigger is complete")
  func several() throws {
    let recorder = try TraceRecorder(path: path, options: .ring(2))
    let page = recorder.beginTrace(TraceInformation(name: "page"))
    var information = TraceInformation(name: "feed")
    information.parentName = "page"
    let feed = recorder.beginTrace(information)
    _ = recorder.beginTrace(TraceInformation(name: "empty"))
    for entry in Entry.tenths(0..<20_000) {
      recorder.append([entry], to: page)
      if entry.time.nanoseconds < 5_000_000_000 { recorder.append([entry], to: feed) }
    }
    recorder.trigger()
    information.name = "late"
    let late = recorder.beginTrace(information)
    recorder.append([.frame(3, 1)], to: late)
    recorder.append([.frame(30_000_000_000, 2)], to: page)
    try recorder.close()
    let stored = try Stored(path)
    stored.expectWhole()
    #expect(stored.traces.map(\.name) == ["page", "feed", "empty", "late"])
    #expect(stored.traces.map(\.record.information.parentName) == [nil, "page", nil, "page"])
    let origins = stored.traces.map { $0.record.information.metadata.first?.json }
    #expect(origins[2] == nil && origins[3] == nil)
    for (place, last) in [(0, 30_000_000_000), (1, 4_900_000_000)] as [(Int, Int64)] {
      let origin = try #require(origins[place].flatMap { Int64($0) })
      #expect(stored.traces[place].entries.last?.time.nanoseconds == last - origin)
      #expect(stored.traces[place].entries.first == Entry(0, .stream(.keyframe(count: 1))))
    }
    #expect(stored.traces[2].entries.isEmpty)
    #expect(stored.traces[3].entries == [.frame(3, 1)])
  }
}
