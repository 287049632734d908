import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("rrweb recordings")
struct RRWebTests {
  /// The events of the seed, each as a text.
  static func events() throws -> [String] {
    try Seeds.text("rrweb/small.ndjson").split(separator: "\n").map(String.init)
  }

  static func outcome(_ events: [String]) -> ImportOutcome {
    ImportOutcome(.rrweb, Array("[\(events.joined(separator: ","))]".utf8))
  }

  private static func names(_ outcome: ImportOutcome) -> [String] {
    outcome.information.map(\.name)
  }

  private static func offsets(_ outcome: ImportOutcome, _ name: String) throws -> [String] {
    let index = try #require(outcome.information.firstIndex { $0.name == name })
    return zip(outcome.times[index], outcome.events[index]).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return "\(Int64(time.milliseconds)): \(frame.offset.x) \(frame.offset.y)"
    }
  }

  private static func touches(_ outcome: ImportOutcome, _ name: String) throws -> [String] {
    let index = try #require(outcome.information.firstIndex { $0.name == name })
    return zip(outcome.times[index], outcome.events[index]).compactMap { time, event in
      guard case .input(.touch(let touch)) = event else { return nil }
      return "\(Int64(time.milliseconds)): \(touch.phase) \(touch.position.x) \(touch.position.y)"
    }
  }

  @Test("every scroller has a trace with the name and nesting of the snapshot")
  func scrollers() throws {
    let outcome = Self.outcome(try Self.events())
    #expect(
      Self.names(outcome) == [
        "document", "div#feed", "ul.side.bar", "page 2 document", "page 2 body#b",
      ])
    #expect(
      outcome.information.map(\.parentName) == [
        nil, "document", "document", nil, "page 2 document",
      ])
    #expect(
      try Self.offsets(outcome, "document") == ["3: 0.0 12.0", "1120: 0.0 20.0", "1220: 0.0 90.0"])
    #expect(
      try Self.offsets(outcome, "div#feed") == ["3: 0.0 0.0", "180: 0.0 8.0", "280: 0.0 60.0"])
    #expect(try Self.offsets(outcome, "ul.side.bar") == ["3: 0.0 30.0", "800: 0.0 44.0"])
    #expect(try Self.offsets(outcome, "page 2 body#b") == ["2002: 0.0 0.0", "2500: 5.0 0.0"])
    for information in outcome.information {
      #expect(information.clock == SourceClock(name: "unix_ms", origin: "1700000000000"))
      #expect(information.qualities[.offset] == .throttled(milliseconds: 100))
      #expect(information.qualities[.touch] == .throttled(milliseconds: 50))
    }
  }

  @Test("batched moves have their own times, and a finger with a lost end is lifted")
  func touches() throws {
    let outcome = Self.outcome(try Self.events())
    #expect(
      try Self.touches(outcome, "div#feed") == [
        "100: began 100.0 600.0", "130: moved 100.0 580.5", "180: moved 101.0 520.0",
        "230: moved 101.0 470.0", "240: ended 101.0 460.0",
      ])
    // Only the page moved while this finger was down.
    #expect(
      try Self.touches(outcome, "document") == [
        "1000: began 50.0 500.0", "1100: moved 50.0 480.0", "1150: moved 50.0 430.0",
        "1150: ended 50.0 430.0",
      ])
    #expect(outcome.kinds.contains("touch-end-added"))
    #expect(
      outcome.events[0].contains {
        if case .stream(.repair(kind: "touch-end-added", _)) = $0 { true } else { false }
      })
  }

  @Test("a finger with a lost end does not hold back another one")
  func forgottenFinger() throws {
    var events = Array(try Self.events().prefix(2))
    func add(_ type: Int, _ pointer: Int, _ y: Int, _ time: Int) {
      events.append(
        #"{"type":3,"data":{"source":2,"type":\#(type),"id":5,"pointerId":\#(pointer),"x":9,"#
          + #""y":\#(y)},"timestamp":\#(1_700_000_000_000 + time)}"#)
    }
    add(7, 1, 700, 100)
    for touch in 0..<600 {
      add(7, 2, 500, 1000 + touch * 2000)
      add(9, 2, touch, 1100 + touch * 2000)
    }
    let outcome = Self.outcome(events)
    let touches = try outcome.information.flatMap { try Self.touches(outcome, $0.name) }
    #expect(touches.count { $0.contains("began") } == 601)
    #expect(touches.count { $0.contains("ended") } == 601)
    #expect(Set(touches.filter { $0.contains("ended") }).count == 601)
    #expect(touches.contains("100: ended 9.0 700.0"))
    #expect(outcome.diagnostics.count { $0.kind == "touch-end-added" } == 1)
    #expect(outcome.violations.isEmpty)
  }

  @Test("resizes, pages, marks, mice and page changes are kept")
  func notes() throws {
    let outcome = Self.outcome(try Self.events())
    let sizes = outcome.events[0].compactMap { event -> Size? in
      guard case .input(.container(let change)) = event else { return nil }
      return change.size
    }
    #expect(sizes == [Size(width: 390, height: 664), Size(width: 390, height: 778)])
    let notes = outcome.events.flatMap { events in
      events.compactMap { event -> String? in
        guard case .observation(.annotation(let note)) = event else { return nil }
        return "\(note.kind) \(note.text ?? "")"
      }
    }
    for expected in [
      "viewport 390.0 x 778.0", "custom mark", "mouse down 300.0 20.0", "mouse move 300.0 20.0",
      "dom-mutation added 1, removed 1",
    ] {
      #expect(notes.contains(expected), "\(expected) in \(notes)")
    }
    #expect(outcome.kinds.contains("duplicates"))
  }

  @Test("events are the same in every wrapper")
  func wrappers() throws {
    let events = try Self.events()
    let array = "[\(events.joined(separator: ","))]"
    let whole = ImportOutcome(.rrweb, Array(array.utf8)).content
    let lines = events.joined(separator: "\n")
    var texts = [
      "\u{FEFF}\(array)", "[\n  \(events.joined(separator: ",\n  "))\n]", "\(lines)\n", lines,
      "{\"events\":\(array)}", "{\"result\":\(array),\"next\":null}",
      "{\"version\":\"2\",\"data\":{\"snapshots\":\(array)}}",
      "{\"data\":{\"snapshots\":{\"window-1\":\(array)}}}", "{\"session\":{\"log\":\(array)}}",
      "const events = \(array);\nexport default events;",
      "// [a]\nwindow.recording=\(array)", "{\"segment_id\":0}\n\(array)",
      "[\(events.map { "{\"snapshot\":\($0)}" }.joined(separator: ","))]",
      "[\(events.map { "[\"w\",\($0)]" }.joined(separator: ","))]",
      events.map { "[\"w\",\($0)]" }.joined(separator: "\n"),
      events.map { "{\"window_id\":\"w\",\"data\":[\($0)]}" }.joined(separator: "\n"),
      events.map { "{\"properties\":{\"$snapshot_data\":\($0)}}" }.joined(separator: "\r\n"),
    ]
    // Rows of a database.
    let chunks = [events[..<5], events[5...]].map { "[\($0.joined(separator: ","))]" }
    texts.append("[\(chunks.map { "{\"id\":1,\"events\":\($0)}" }.joined(separator: ","))]")
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let packs = chunks.map { "{\"id\":1,\"events\":\(quoted($0))}" }
    texts.append("[\(packs.joined(separator: ","))]")
    // One text for all, even if the part that identifies the format ends inside it.
    for key in ["events", "result", "snapshots", "data"] {
      texts.append("{\"id\":1,\"\(key)\":\(quoted(array))}")
    }
    let padding = String(repeating: " ", count: FormatHead.length)
    let long = "[\(events[0]),\(padding)\(events[1...].joined(separator: ","))]"
    texts.append("{\"events\":\(quoted(long)),\"id\":1}")
    for key in ["event", "data", "snapshot"] {
      let rows = events.map { "{\"id\":1,\"\(key)\":\(quoted($0)),\"at\":\"2026\"}" }
      texts.append("[\(rows.joined(separator: ","))]")
    }
    texts.append(try Seeds.text("rrweb/posthog.json"))
    texts.append(try Seeds.text("rrweb/script.js"))
    for text in texts {
      let bytes = Array(text.utf8)
      let start = Array(bytes.prefix(FormatHead.length))
      let found = CaptureFormat.recognize(FormatHead(start, isWhole: start.count == bytes.count))
      #expect(found?.format == .rrweb, "\(text.prefix(60))")
      #expect(ImportOutcome(.rrweb, bytes).content == whole, "\(text.prefix(60))")
    }
    let directory = try TemporaryDirectory()
    let packed = try Files.gzip(Array(array.utf8), in: directory)
    #expect(ImportOutcome(.rrweb, packed).content == whole)
  }

  @Test("a finger with a lost end is lifted, however much follows")
  func lateLift() throws {
    var events = Array(try Self.events()[..<3])
    for number in 1...10_000 {
      events.append(
        #"{"type":3,"data":{"source":3,"id":4,"x":0,"y":\#(number)},"timestamp":"#
          + "\(1_700_000_000_100 + number * 100)}")
    }
    let outcome = Self.outcome(events)
    let touches = try Self.touches(outcome, "div#feed")
    #expect(touches.count == 2)
    #expect(touches.first == "100: began 100.0 600.0")
    #expect(touches.last?.hasSuffix("ended 100.0 600.0") ?? false)
    #expect(outcome.diagnostics.allSatisfy { $0.severity < .dataLoss })
  }

  @Test("packed events are unpacked")
  func packed() throws {
    let events = try Self.events()
    let whole = Self.outcome(events).content
    let directory = try TemporaryDirectory()
    func text(_ bytes: [UInt8]) -> String {
      var writer = JSONWriter()
      writer.value(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    // As PostHog does: the snapshot's data with gzip.
    let snapshot = events[1]
    let start = try #require(snapshot.firstRange(of: "\"data\":")).upperBound
    let end = try #require(snapshot.firstRange(of: ",\"timestamp\"")).lowerBound
    let data = try Files.gzip(Array(snapshot[start..<end].utf8), in: directory)
    var packed = events
    packed[1] = "{\"type\":2,\"cv\":\"2024-10\",\"data\":\(text(data)),\"timestamp\":1700000000003}"
    #expect(Self.outcome(packed).content == whole)
    // As `rrweb.pack` does: whole events, with zlib. A gzip member contains the same deflate data.
    let zlib = try events.map { event in
      let gzip = try Files.gzip(Array(event.utf8), in: directory)
      return text([0x78, 0x9C] + gzip.dropFirst(10).dropLast(8) + [0, 0, 0, 0])
    }
    #expect(Self.outcome(zlib).content == whole)
    // As pages do that store what they send: the JSON text of each event.
    let texts = events.map { text(Array($0.utf8)) }
    #expect(Self.outcome(texts).content == whole)
    // Only the start of a long first event is examined.
    let long = #"{"type":2,"data":""# + String(repeating: "x", count: FormatHead.length)
    for front in ["[\(long)", "[\"w\",\(long)"] {
      let head = FormatHead(Array(front.utf8.prefix(FormatHead.length)), isWhole: false)
      #expect(CaptureFormat.recognize(head)?.format == .rrweb)
    }
    for list in [zlib, texts] {
      let head = FormatHead(Array("[\(list.joined(separator: ","))]".utf8), isWhole: true)
      #expect(CaptureFormat.recognize(head)?.format == .rrweb)
    }
  }

  @Test("events do not depend on the order or repetition of chunks")
  func disorder() throws {
    let events = try Self.events()
    let whole = Self.outcome(events)
    let halves = [Array(events[12...]), Array(events[..<12])]
    let swapped = Self.outcome(halves.flatMap { $0 })
    #expect(swapped.plainEvents == whole.plainEvents)
    #expect(swapped.times == whole.times)
    #expect(swapped.kinds.contains("out-of-order"))
    let twice = Self.outcome(Array(events[..<16]) + events[6...])
    for name in ["div#feed", "document"] {
      let expected = (try Self.touches(whole, name), try Self.offsets(whole, name))
      #expect(try Self.touches(twice, name) == expected.0)
      #expect(try Self.offsets(twice, name) == expected.1)
    }
    // Page changes, marks and snapshots appear once, too.
    let doubled = Self.outcome(events.flatMap { [$0, $0] })
    #expect(doubled.plainEvents == whole.plainEvents)
  }

  @Test("a truncated recording gives every event before the cut")
  func truncation() throws {
    let text = try Seeds.text("rrweb/small.json")
    let bytes = Array(text.utf8)
    let events = try Self.events()
    var ends: [Int] = []
    var end = 1
    for event in events {
      end += event.utf8.count
      ends.append(end)
      end += 2
    }
    for count in stride(from: 0, to: bytes.count, by: 3) {
      let whole = ends.count { $0 <= count }
      let expected = Self.outcome(Array(events.prefix(whole)))
      let found = ImportOutcome(.rrweb, Array(bytes[..<count]))
      #expect(found.plainEvents == expected.plainEvents, "cut at \(count)")
      if !ends.contains(count), !ends.contains(count - 1), whole > 0, count < bytes.count - 2 {
        #expect(!found.diagnostics.isEmpty, "cut at \(count)")
      }
    }
  }

  @Test("one damaged event is a gap, and every other is read", arguments: 0..<18)
  func damage(_ index: Int) throws {
    var events = try Self.events()
    var without = events
    without.remove(at: index)
    // Pages and snapshots change the names of everything after them.
    guard !events[index].hasPrefix("{\"type\":4"), !events[index].hasPrefix("{\"type\":2") else {
      return
    }
    events[index] = String(events[index].dropLast(events[index].count / 2)) + "#}"
    let found = Self.outcome(events)
    #expect(found.plainEvents == Self.outcome(without).plainEvents)
    #expect(found.kinds.contains("damaged-record"))
    #expect(
      found.events.joined().contains { if case .stream(.gap) = $0 { true } else { false } })
  }

  @Test("concatenated files are one recording, even with a byte order mark each")
  func joined() throws {
    let events = try Self.events()
    let whole = Self.outcome(events)
    let halves = [Array(events[..<9]), Array(events[9...])]
    for text in [
      halves.map { "\u{FEFF}[\($0.joined(separator: ","))]\n" }.joined(),
      halves.map { "\u{FEFF}\($0.joined(separator: "\n"))\n" }.joined(),
    ] {
      let outcome = ImportOutcome(.rrweb, Array(text.utf8))
      #expect(outcome.plainEvents == whole.plainEvents)
      #expect(outcome.kinds == whole.kinds)
    }
  }

  @Test("an unreadable event loses neither the others of its line nor the moves of its batch")
  func badParts() throws {
    let events = try Self.events()
    let noPlace = #"{"type":3,"data":{"source":3,"id":4,"x":0},"timestamp":1700000000300}"#
    func line(_ events: [String]) -> ImportOutcome {
      let array = events.joined(separator: ",")
      return ImportOutcome(.rrweb, Array("{\"window_id\":\"a\",\"data\":[\(array)]}\n".utf8))
    }
    var damaged = events
    damaged.insert(noPlace, at: 5)
    let found = line(damaged)
    #expect(found.plainEvents == line(events).plainEvents)
    #expect(found.diagnostics.count { $0.kind == "bad-event" && $0.severity == .dataLoss } == 1)
    #expect(
      found.events.joined().contains { if case .stream(.gap) = $0 { true } else { false } })
    var moves = events
    moves[5] = moves[5].replacing(#"{"x":101,"y":520,"#, with: #"{"x":101,"y":null,"#)
    let outcome = Self.outcome(moves)
    #expect(
      try Self.touches(outcome, "div#feed") == [
        "100: began 100.0 600.0", "130: moved 100.0 580.5", "230: moved 101.0 470.0",
        "240: ended 101.0 460.0",
      ])
    #expect(outcome.diagnostics.count { $0.kind == "bad-event" } == 1)
  }

  @Test("a truncated line of many events gives those before the cut")
  func cutLine() throws {
    let events = Array(try Self.events().prefix(8))
    let text =
      "{\"window_id\":\"a\",\"data\":[\(events.joined(separator: ",")),{\"type\":3,\"data\":{\"so"
    let outcome = ImportOutcome(.rrweb, Array(text.utf8))
    #expect(outcome.plainEvents == Self.outcome(events).plainEvents)
    #expect(outcome.kinds.contains("cut-off"))
  }

  @Test("a source without usable events is refused with what is missing")
  func nothing() {
    for text in ["[]", "{\"events\":[]}", "[{\"type\":3}]", "[1,2,3]", "x"] {
      let outcome = ImportOutcome(.rrweb, Array(text.utf8))
      #expect(outcome.error?.contains("rrweb event") == true, "\(text)")
    }
    #expect(ImportOutcome(.rrweb, []).error == "'test' is empty")
  }

  @Test("a move after the end of its touch starts no other, however many touches came before")
  func lateMoves() throws {
    var events = [#"{"type":4,"data":{"href":"http://a/","width":400,"height":800},"timestamp":1}"#]
    func add(_ data: String, _ time: Int) {
      events.append(#"{"type":3,"data":{\#(data)},"timestamp":\#(time)}"#)
    }
    for touch in 0..<40 {
      let (pointer, start) = (#""pointerId":\#(100 + touch)"#, 2000 + touch * 2000)
      add(#""source":2,"type":7,"id":4,"x":9,"y":500,"pointerType":2,\#(pointer)"#, start)
      add(#""source":3,"id":4,"x":0,"y":\#(touch + 1)"#, start + 50)
      add(#""source":2,"type":9,"id":4,"x":9,"y":450,"pointerType":2,\#(pointer)"#, start + 100)
      add(
        #""source":6,"positions":[{"x":9,"y":440,"id":4,"timeOffset":0,\#(pointer)}]"#, start + 110)
    }
    let outcome = Self.outcome(events)
    let touches = try outcome.information.flatMap { try Self.touches(outcome, $0.name) }
    #expect(touches.count { $0.contains("began") } == 40)
    #expect(touches.count { $0.contains("ended") } == 40)
    #expect(!outcome.kinds.contains("touch-start-added"))
  }

  @Test("without a snapshot, the page's only scroller receives the touches")
  func noSnapshot() throws {
    var events = try Self.events()
    events.remove(at: 1)
    let outcome = Self.outcome(Array(events[..<6]))
    #expect(Self.names(outcome) == ["document", "node 4"])
    #expect(try Self.touches(outcome, "node 4").count == 5)
  }

  @Test("an app recorder's addition without nodes is an ordinary page change")
  func wireframes() throws {
    var events = try Self.events()
    let whole = Self.outcome(events)
    events.insert(
      #"{"type":3,"data":{"source":0,"adds":[{"parentId":1,"wireframe":{"id":7,"type":"text"}}],"#
        + #""removes":[],"updates":[{"wireframe":{"id":9}}]},"timestamp":1700000000050}"#, at: 2)
    let outcome = Self.outcome(events)
    #expect(outcome.kinds == whole.kinds)
    #expect(outcome.eventCount == whole.eventCount + 1)
    #expect(
      outcome.plainEvents.joined().contains(
        .observation(
          .annotation(Annotation(kind: "dom-mutation", text: "added 1, removed 0")))))
  }

  @Test("marks in seconds, as Sentry writes them, have the right times")
  func seconds() throws {
    var events = try Self.events()
    let whole = Self.outcome(events)
    let place = try #require(events.firstIndex { $0.contains("1700000000900") })
    events[place] = events[place].replacing("1700000000900", with: "1700000000.9")
    #expect(Self.outcome(events).plainEvents == whole.plainEvents)
    // Several of them, after the first snapshot, are not a recording from 1970.
    events.insert(events[place], at: 2)
    events.insert(events[place].replacing("000.9", with: "000.9120004"), at: 3)
    let outcome = Self.outcome(events)
    #expect(
      outcome.information.first?.clock == SourceClock(name: "unix_ms", origin: "1700000000000"))
    #expect(outcome.information.map(\.name) == whole.information.map(\.name))
  }

  @Test("one wrong timestamp loses one event")
  func jump() throws {
    for wild in ["17000000001800", "1800000000280", "17"] {
      let events = try Self.events()
      var damaged = events
      damaged[4] = damaged[4].replacing("1700000000280", with: wild)
      var without = events
      without.remove(at: 4)
      let outcome = Self.outcome(damaged)
      #expect(outcome.plainEvents == Self.outcome(without).plainEvents)
      #expect(outcome.diagnostics.contains { $0.severity == .dataLoss })
    }
  }
}
