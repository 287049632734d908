import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Reading hand-written logs")
struct ReadingTests {
  @Test("keys may come in any order", arguments: Lines.all)
  func keyOrder(_ line: Lines) throws {
    let forwards = try Log.read([Log.header, line.text()])
    let backwards = try Log.read([Log.header, line.text(isReversed: true)])
    #expect(forwards.diagnostics.isEmpty)
    #expect(backwards.diagnostics.isEmpty)
    #expect(forwards.traces.first?.events.count == 1)
    #expect(backwards.traces.first?.events == forwards.traces.first?.events)
    #expect(backwards.traces.first?.times == forwards.traces.first?.times)
  }

  @Test("white space between the parts of a line is ignored")
  func whiteSpace() throws {
    let spaced =
      "\t{ \"t\" : 1 ,\t\"k\" : \"touch\" , \"phase\":\"moved\", \"x\" : 1 , \"y\" : 2 } "
    let sink = try Log.read(["", Log.header, "  \t", spaced, "", touchLine(0, at: "1")])
    #expect(sink.traces.first?.events == [touch(0), touch(0)])
    #expect(sink.diagnostics.isEmpty)
  }

  @Test("Windows line breaks and a byte order mark are not part of the lines")
  func lineBreaks() throws {
    let text = "\u{FEFF}\(Log.header)\r\n\(touchLine(1, at: "1"))\r\n\(touchLine(2, at: "2"))"
    let (sink, summary) = try Log.read(bytes: Array(text.utf8))
    #expect(sink.traces.first?.events == [touch(1), touch(2)])
    #expect(sink.diagnostics.isEmpty)
    #expect(summary.lines == 3)
    #expect(summary.events == 2)
    #expect(summary.bytes == Int64(text.utf8.count))
    let short = Array("\u{FEFF}\(Log.header)\r\n\(touchLine(1, at: "1"))\r\n".utf8)
    #expect(CaptureFormat.recognize(FormatHead(short, isWhole: true))?.format == .native)
  }

  @Test("an unknown key is reported by name and line, and the event is kept", arguments: Lines.all)
  func unknownKeys(_ line: Lines) throws {
    let sink = try Log.read([
      Log.header, line.text(extra: #""speed":{"deep":[1,null,{"a":"b"}]}"#),
      touchLine(9, at: "20"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.events.count == 2)
    #expect(sink.kinds == ["unknown-key"])
    #expect(sink.diagnostics.first?.line == 2)
    #expect(sink.diagnostics.first?.message.contains("'speed'") == true)
  }

  @Test("a line of an unknown kind is reported by name and line, and the others are read")
  func unknownKinds() throws {
    let sink = try Log.read([
      Log.header, touchLine(1, at: "1"), #"{"t":2,"k":"teleport\u0021","x":1}"#,
      touchLine(2, at: "3"),
    ])
    #expect(sink.traces.first?.eventsWithoutRemarks == [touch(1), touch(2)])
    #expect(sink.kinds == ["unknown-kind"])
    #expect(sink.diagnostics.first?.line == 3)
    #expect(sink.diagnostics.first?.message.contains("teleport!") == true)
  }

  @Test("an unknown key of the header becomes compact metadata")
  func headerMetadata() throws {
    let sink = try Log.read([
      #"{"scrolltrace":1,"zeta":{"a":[1, 2]},"metadata":{"b":null,"alpha":0.10}}"#
    ])
    #expect(
      sink.traces.first?.information.metadata == [
        MetadataEntry(key: "alpha", json: "0.10"), MetadataEntry(key: "b", json: "null"),
        MetadataEntry(key: "zeta", json: #"{"a":[1,2]}"#),
      ])
  }

  @Test("null equals an absent value", arguments: Lines.all)
  func nulls(_ line: Lines) throws {
    for field in line.optionalFields where !field.nullHasMeaning {
      let without = try Log.read([Log.header, line.text(without: field.key)])
      let null = try Log.read([Log.header, line.text(replacing: field.key, with: "null")])
      #expect(null.diagnostics.isEmpty, "'\(field.key)'")
      #expect(null.traces.first?.events == without.traces.first?.events, "'\(field.key)'")
    }
  }

  @Test("events of several traces stay separate, each with its own sizes and times")
  func severalTraces() throws {
    let sink = try Log.read([
      Log.header, #"{"k":"trace","trace":2,"name":"inner","parent":"feed","origin":0}"#,
      #"{"t":0,"k":"frame","x":0,"y":0,"cw":1,"ch":2}"#,
      #"{"t":5,"k":"frame","trace":2,"x":0,"y":0,"cw":3,"ch":4}"#,
      #"{"t":1,"k":"frame","trace":1,"x":0,"y":1}"#,
      #"{"trace":2,"t":6,"x":0,"y":1,"k":"frame"}"#,
    ])
    #expect(sink.diagnostics.isEmpty)
    #expect(sink.traces.map(\.information.name) == ["feed", "inner"])
    #expect(sink.traces.last?.information.parentName == "feed")
    let widths = sink.traces.map { trace in
      trace.events.map { event -> Double? in
        guard case .observation(.frame(let frame)) = event else { return nil }
        return frame.geometry.contentSize?.width
      }
    }
    #expect(widths == [[1, 1], [3, 3]])
    #expect(
      sink.traces.map { $0.times.map(\.nanoseconds) } == [[0, 1_000_000], [5_000_000, 6_000_000]])
  }

  @Test("a layout over several lines is one event at the time of its last line")
  func layoutLines() throws {
    let sink = try Log.read([
      Log.header, #"{"t":0,"k":"layout","items":[[1,0,0,10,10]],"more":true}"#,
      #"{"t":0,"k":"layout","items":[["b",0,10,10,10,"estimated"]],"more":true}"#,
      #"{"t":0,"k":"layout","cw":10,"ch":20,"items":[]}"#, touchLine(1, at: "1"),
    ])
    let layout = Layout(
      contentSize: Size(width: 10, height: 20),
      targets: [
        TargetFrame(id: TargetID(1), frame: Rect(x: 0, y: 0, width: 10, height: 10)),
        TargetFrame(
          id: TargetID("b"), frame: Rect(x: 0, y: 10, width: 10, height: 10), isEstimated: true),
      ])
    #expect(sink.traces.first?.events == [.input(.layout(layout)), touch(1)])
    #expect(sink.diagnostics.isEmpty)
  }

  @Test("headers and footers count the items of their line")
  func pinnedTargets() throws {
    let sink = try Log.read([
      Log.header,
      #"{"t":0,"k":"layout","items":[[1,0,0,10,10],[2,0,10,10,10]],"headers":[0],"more":true}"#,
      #"{"t":0,"k":"layout","headers":[1],"footers":[0],"items":[[3,0,20,9,9],[4,0,30,9,9]]}"#,
    ])
    guard case .input(.layout(let layout))? = sink.traces.first?.events.first else {
      Issue.record("\(sink.traces)")
      return
    }
    #expect(layout.targets.map(\.pinned) == [.header, nil, .footer, .header])
    #expect(sink.diagnostics.isEmpty)
  }

  @Test(
    "an index that fits no item, or one that is pinned twice, loses the layout",
    arguments: [
      #""headers":[2]"#, #""headers":[-1]"#, #""footers":[0,0]"#, #""headers":[0],"footers":[0]"#,
    ])
  func badPins(_ keys: String) throws {
    let sink = try Log.read([
      Log.header, #"{"t":0,"k":"layout","items":[[1,0,0,10,10],[2,0,10,10,10]],\#(keys)}"#,
    ])
    #expect(sink.losses.map(\.kind) == ["bad-value"])
  }

  @Test("an unfinished layout is reported and skipped, and later events are read")
  func unfinishedLayouts() throws {
    let part = #"{"t":0,"k":"layout","items":[[1,0,0,10,10]],"more":true}"#
    let cut = try Log.read([Log.header, touchLine(1, at: "0"), part])
    #expect(cut.traces.first?.eventsWithoutRemarks == [touch(1)])
    #expect(cut.losses.map(\.kind) == ["unfinished-layout"])
    let followed = try Log.read([Log.header, part, touchLine(2, at: "1")])
    #expect(followed.traces.first?.eventsWithoutRemarks == [touch(2)])
    #expect(followed.losses.map(\.kind) == ["unfinished-layout"])
  }

  @Test("a newer version is refused with both numbers", arguments: ["2", "3", "99", "1000000"])
  func newerVersion(_ version: String) throws {
    let error = #expect(throws: ImportError.self) {
      try Log.read([#"{"name":"x","scrolltrace":\#(version)}"#, touchLine(1, at: "0")])
    }
    #expect(error?.kind == .newer)
    #expect(error?.description.contains(version) == true)
    #expect(error?.description.contains("version 1") == true)
  }

  @Test("an empty source or one of an unknown format is refused with the reason")
  func nothing() throws {
    let empty = #expect(throws: ImportError.self) { try Log.read([]) }
    #expect(empty?.kind == .nothingWhole)
    for lines in [["hello", "world"], ["1,2,3"], ["[{}]"], ["{}"], ["<xml/>"]] {
      let error = #expect(throws: ImportError.self) { try Log.read(lines) }
      #expect(error?.kind == .unknownFormat, "\(lines)")
    }
  }

  @Test("a source compressed twice is refused with a remedy")
  func packedTwice() throws {
    let directory = try TemporaryDirectory()
    let once = try Files.gzip(Log.bytes([Log.header, touchLine(1, at: "0")]), in: directory)
    let twice = try Files.gzip(once, in: directory)
    let head = FormatHead(of: ByteSource(bytes: twice))
    #expect(CaptureFormat.recognize(head) == nil)
    #expect(CaptureFormat.nearMiss(head) == "it is gzip inside of gzip; unpack it once")
    #expect(CaptureFormat.nearMiss(FormatHead(of: ByteSource(bytes: once))) == nil)
  }

  @Test("a header alone is a trace without events")
  func headerOnly() throws {
    let sink = try Log.read([Log.header])
    #expect(sink.traces.map(\.information) == [TraceInformation(name: "feed")])
    #expect(sink.traces.first?.events.isEmpty == true)
    #expect(sink.diagnostics.isEmpty)
  }
}
