import ScrollModel
import Testing
import TextKit
import TraceImport

@Suite("Windows and renumbered elements of rrweb recordings")
struct RRWebWindowTests {
  private static func event(_ time: Int, _ type: Int, _ data: String) -> String {
    #"{"type":\#(type),"timestamp":\#(1_700_000_000_000 + time),"data":{\#(data)}}"#
  }

  private static func meta(_ time: Int, _ page: String = "a") -> String {
    event(time, 4, #""href":"https://example.org/\#(page)","width":400,"height":800"#)
  }

  private static func element(
    _ id: Int, _ tag: String, _ attributes: String = "", _ children: [String] = []
  ) -> String {
    #"{"type":2,"id":\#(id),"tagName":"\#(tag)","attributes":{\#(attributes)},"childNodes":["#
      + children.joined(separator: ",") + "]}"
  }

  private static func row(_ id: Int) -> String { element(id, "ul", #""class":"row""#) }

  /// A snapshot of a page with a document id and the given elements in its body.
  private static func snapshot(_ time: Int, _ first: Int, _ children: [String]) -> String {
    let body = element(first + 2, "body", "", children)
    let html = element(first + 1, "html", "", [body])
    return event(
      time, 2,
      #""node":{"type":0,"id":\#(first),"childNodes":[\#(html)]},"initialOffset":{"left":0,"top":0}"#
    )
  }

  private static func scroll(_ time: Int, _ id: Int, _ y: Int) -> String {
    event(time, 3, #""source":3,"id":\#(id),"x":0,"y":\#(y)"#)
  }

  private static func mutation(
    _ time: Int, adds: String = "", removes: String = ""
  ) -> String {
    event(
      time, 3, #""source":0,"adds":[\#(adds)],"removes":[\#(removes)],"texts":[],"attributes":[]"#)
  }

  private static func read(_ events: [String]) -> ImportOutcome {
    ImportOutcome(.rrweb, Array("[\(events.joined(separator: ","))]".utf8))
  }

  /// The offsets of each trace.
  private static func offsets(_ outcome: ImportOutcome) -> [String] {
    zip(outcome.information, outcome.events).map { information, events in
      let offsets = events.compactMap { event -> String? in
        guard case .observation(.frame(let frame)) = event else { return nil }
        return "\(Int(frame.offset.y))"
      }
      return "\(information.name): \(offsets.joined(separator: " "))"
    }
  }

  /// Two windows at once, whose elements have the same numbers.
  private static let windowEvents: [(window: String, event: String)] = [
    ("A", meta(0)), ("A", snapshot(1, 1, [row(10)])), ("B", meta(50, "b")),
    ("B", snapshot(51, 1, [row(10)])), ("A", scroll(100, 1, 50)), ("B", scroll(100, 1, 50)),
    ("A", scroll(200, 10, 40)), ("B", scroll(220, 1, 600)), ("A", scroll(300, 1, 80)),
  ]

  /// The offsets of their traces, in the order of the names.
  private static let windowOffsets = [
    "document: 0 50 80", "page 2 document: 0 50 600", "ul.row: 0 40",
  ]

  @Test("a scroller names its parent, also if the parent moves later")
  func nested() {
    let inner = Self.element(7, "ol", "", [Self.element(8, "p")])
    let outer = Self.element(5, "main", "", [Self.element(6, "div", "", [inner])])
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [outer, Self.row(10)]), Self.scroll(100, 7, 50),
      Self.scroll(200, 1, 20), Self.scroll(300, 10, 9), Self.scroll(400, 5, 30),
    ])
    #expect(
      Self.offsets(outcome) == ["document: 0 20", "main: 0 30", "ol: 0 50", "ul.row: 0 9"])
    #expect(outcome.information.map(\.parentName) == [nil, "document", "main", "document"])
    // Damage can create cycles.
    let circle = Self.mutation(
      50, adds: #"{"parentId":7,"nextId":null,"node":\#(Self.element(5, "main"))}"#)
    let odd = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [outer]), circle, Self.scroll(100, 7, 50),
      Self.scroll(400, 5, 30),
    ])
    #expect(odd.information.count == 3)
    #expect(odd.violations.isEmpty)
  }

  @Test("a later snapshot corrects the offset of the last scroll")
  func snapshotOffset() {
    func list(_ attributes: String) -> String { Self.element(9, "ol", attributes) }
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [list("")]), Self.scroll(100, 9, 50),
      Self.scroll(200, 9, 300), Self.meta(1_000),
      Self.snapshot(1_001, 1, [list(#""rr_scrollTop":340.5"#)]), Self.scroll(2_000, 9, 400),
      // The same offset, and none: no new frame.
      Self.meta(3_000), Self.snapshot(3_001, 1, [list(#""rr_scrollTop":400"#)]),
      Self.meta(4_000), Self.snapshot(4_001, 1, [list("")]),
    ])
    #expect(Self.offsets(outcome).last == "ol: 0 50 300 340 400")
  }

  @Test("a page that finishes loading after its snapshot continues with the next one")
  func lateLoad() {
    let page = [
      Self.meta(0), Self.snapshot(1, 1, []), Self.event(20, 0, ""), Self.event(300, 1, ""),
      Self.scroll(500, 1, 10),
    ]
    let again = [Self.meta(700), Self.snapshot(701, 1, []), Self.scroll(800, 1, 60)]
    #expect(Self.offsets(Self.read(page + again)) == ["document: 0 10 0 60"])
    // A page that is reloaded reports it directly before its own snapshot.
    let loaded = [Self.event(690, 0, ""), Self.event(695, 1, "")]
    #expect(
      Self.offsets(Self.read(page + loaded + again)) == [
        "document: 0 10", "page 2 document: 0 60",
      ])
  }

  @Test("windows are separate, however the recording names them")
  func windows() throws {
    let events = Self.windowEvents
    func named(_ key: String, _ value: (String) -> String) -> String {
      let members = events.map { window, event in
        String(event.dropLast()) + ",\"\(key)\":\(value(window))}"
      }
      return "[\(members.joined(separator: ","))]"
    }
    func array(_ window: String) -> String {
      "[" + events.filter { $0.window == window }.map(\.event).joined(separator: ",") + "]"
    }
    let texts = [
      named("windowId") { "\"\($0)\"" }, named("window_id") { $0 == "A" ? "1" : "2" },
      "[" + events.map { "[\"\($0.window)\",\($0.event)]" }.joined(separator: ",") + "]",
      events.map { "[\"\($0.window)\",\($0.event)]" }.joined(separator: "\n"),
      events.map { "{\"window_id\":\"\($0.window)\",\"data\":[\($0.event)]}" }
        .joined(separator: "\n"),
      events.map {
        "{\"properties\":{\"$snapshot_data\":\($0.event),\"$window_id\":\"\($0.window)\"}}"
      }.joined(separator: "\n"),
      "{\"data\":{\"snapshots\":{\"A\":\(array("A")),\"B\":\(array("B"))}}}",
    ]
    let (a, b) = (array("A"), array("B"))
    let objects: [String] = [
      "{\"A\":\(a),\"B\":\(b)}", "{\"A\":\(a),\"events\":\(b)}",
      "{\"snapshots\":{\"A\":\(a),\"B\":\(b)}}",
      "{\"data\":{\"snapshot_data_by_window_id\":{\"A\":\(a),\"B\":\(b)}}}",
      "{\"tabs\":{\"A\":{\"log\":\(a)},\"B\":{\"log\":\(b)}}}",
      "[{\"windowId\":\"A\",\"events\":\(a)},{\"windowId\":\"B\",\"events\":\(b)}]",
    ]
    for text in texts + objects {
      let bytes = Array(text.utf8)
      let found = CaptureFormat.recognize(FormatHead(bytes, isWhole: true))
      #expect(found?.format == .rrweb, "\(text.prefix(60))")
      let outcome = ImportOutcome(.rrweb, bytes)
      #expect(Self.offsets(outcome).sorted() == Self.windowOffsets, "\(text.prefix(60))")
      #expect(outcome.diagnostics.isEmpty, "\(text.prefix(60))")
    }
  }

  @Test("lines that name the window of their events keep windows separate")
  func windowLines() {
    let events = Self.windowEvents
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let kinds: [[String]] = [
      events.map { "{\"windowId\":\"\($0.window)\",\"events\":[\($0.event)]}" },
      events.map { "{\"events\":[\($0.event)],\"window_id\":\"\($0.window)\"}" },
      events.map {
        "{\"windowId\":\"\($0.window)\",\"events\":" + quoted("[\($0.event)]") + "}"
      },
      events.map { Self.entry($0.window, $0.event) },
    ]
    for lines in kinds {
      // A first line may be longer than the part that identifies the format.
      let padding = String(repeating: " ", count: FormatHead.length)
      var padded = lines
      padded[0] = lines[0].replacing("[", with: "[\(padding)")
      for lines in [lines, padded] {
        let outcome = ImportOutcome(.rrweb, Array(lines.joined(separator: "\n").utf8))
        #expect(Self.offsets(outcome).sorted() == Self.windowOffsets, "\(lines[1])")
        #expect(outcome.diagnostics.isEmpty, "\(lines[1])")
      }
    }
  }

  /// An entry of PostHog's queue, with the events of a window.
  private static func entry(_ window: String, _ events: String) -> String {
    "{\"event\":\"$snapshot_items\",\"properties\":{\"$window_id\":\"\(window)\","
      + "\"$snapshot_items\":[\(events)]}}"
  }

  @Test("entries of PostHog's queue are read from any array, also a truncated one")
  func items() {
    let entries = Self.windowEvents.map { Self.entry($0.window, $0.event) }
    let array = "[\(entries.joined(separator: ","))]"
    for text in [array, "{\"batch\":\(array)}"] {
      let bytes = Array(text.utf8)
      let found = CaptureFormat.recognize(FormatHead(bytes, isWhole: true))
      #expect(found?.format == .rrweb, "\(text.prefix(60))")
      let outcome = ImportOutcome(.rrweb, bytes)
      #expect(Self.offsets(outcome).sorted() == Self.windowOffsets, "\(text.prefix(60))")
      #expect(outcome.diagnostics.isEmpty, "\(text.prefix(60))")
    }
    let events = Self.windowEvents.filter { $0.window == "A" }.map(\.event)
    let others = [Self.meta(50, "b"), Self.snapshot(51, 1, []), Self.scroll(60, 1, 7)]
    let other = Self.entry("B", others.joined(separator: ","))
    let cut = Self.entry("A", events.joined(separator: ",")).dropLast(20)
    let outcome = ImportOutcome(.rrweb, Array("\(other)\n\(cut)".utf8))
    #expect(
      Self.offsets(outcome).sorted() == ["document: 0 50", "page 2 document: 0 7", "ul.row: 0 40"])
    #expect(outcome.kinds == ["cut-off"])
  }

  @Test("a distant array belongs to its window, and arrays of other values are ignored")
  func farArrays() {
    func array(_ window: String) -> String {
      "["
        + Self.windowEvents.filter { $0.window == window }.map(\.event).joined(separator: ",")
        + "]"
    }
    let padding = String(repeating: "x", count: 2 << 20)
    let others = #""ids":["A",7,null],"log":[{"type":9},{"type":"a","data":{"id":1}},[],{}]"#
    let text =
      "{\(others),\"A\":\(array("A")),\"meta\":{\"note\":\"\(padding)\",\(others)},"
      + "\"B\":\(array("B"))}"
    let outcome = ImportOutcome(.rrweb, Array(text.utf8))
    #expect(Self.offsets(outcome).sorted() == Self.windowOffsets)
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("pages of one window follow each other while another window continues")
  func navigation() throws {
    let outcome = Self.read(
      [
        ("A", Self.meta(0)), ("A", Self.snapshot(1, 1, [])), ("B", Self.meta(2, "b")),
        ("B", Self.snapshot(3, 1, [])), ("A", Self.meta(10, "c")), ("A", Self.snapshot(11, 1, [])),
        ("B", Self.scroll(20, 1, 7)), ("A", Self.scroll(30, 1, 9)),
      ].map { window, event in String(event.dropLast()) + ",\"windowId\":\"\(window)\"}" })
    #expect(
      Self.offsets(outcome) == ["document: 0", "page 2 document: 0 7", "page 3 document: 0 9"])
  }

  @Test("an excessive number of windows is limited and reported")
  func tooMany() throws {
    let events = (0..<1002).map { window in
      String(Self.scroll(window, 1, 5).dropLast()) + ",\"windowId\":\(window)}"
    }
    let outcome = Self.read(events)
    #expect(outcome.information.count == 1000)
    #expect(outcome.kinds == ["too-many-windows", "too-many-windows"])
    #expect(outcome.eventCount == 1000)
  }

  @Test("an element does not take over the trace of a removed one with the same name")
  func removed() throws {
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [Self.row(10), Self.row(11)]), Self.scroll(100, 10, 60),
      Self.scroll(200, 10, 120), Self.mutation(300, removes: #"{"parentId":3,"id":10}"#),
      Self.scroll(400, 11, 8),
    ])
    #expect(Self.offsets(outcome) == ["document: 0", "ul.row: 0 60 120", "ul.row [11]: 0 8"])
  }

  @Test("elements with equal names are matched by their order in the next snapshot")
  func renumbered() throws {
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [Self.row(10), Self.row(11)]), Self.scroll(100, 10, 50),
      Self.scroll(200, 11, 70), Self.meta(1000),
      Self.snapshot(1001, 101, [Self.row(110), Self.row(111)]), Self.scroll(1100, 111, 90),
      Self.scroll(1200, 110, 60), Self.scroll(1300, 101, 33),
    ])
    #expect(
      Self.offsets(outcome) == ["document: 0 0 33", "ul.row: 0 50 60", "ul.row [11]: 0 70 90"])
  }

  @Test("elements with equal names start new traces if their number changes")
  func ambiguous() throws {
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [Self.row(10), Self.row(11)]), Self.scroll(100, 11, 50),
      Self.snapshot(1001, 101, [Self.row(110), Self.row(111), Self.row(112)]),
      Self.scroll(1100, 111, 90),
    ])
    #expect(
      Self.offsets(outcome) == ["document: 0 0", "ul.row: 0 50", "ul.row [111]: 0 90"])
  }

  @Test("a recorder that keeps its ids keeps the traces, whatever was added meanwhile")
  func keptNumbers() throws {
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [Self.row(10), Self.row(11)]), Self.scroll(100, 11, 50),
      Self.snapshot(1001, 1, [Self.row(12), Self.row(10), Self.row(11)]),
      Self.scroll(1100, 11, 90), Self.scroll(1200, 12, 4),
    ])
    #expect(
      Self.offsets(outcome) == ["document: 0 0", "ul.row: 0 50 90", "ul.row [12]: 0 4"])
  }

  @Test("a frame's document is matched again if its content follows the snapshot")
  func frames() throws {
    func content(_ time: Int, in frame: Int, _ first: Int) -> String {
      let html = Self.element(first + 1, "html")
      let node = #"{"type":0,"id":\#(first),"childNodes":[\#(html)]}"#
      return Self.mutation(time, adds: #"{"parentId":\#(frame),"nextId":null,"node":\#(node)}"#)
    }
    let outcome = Self.read([
      Self.meta(0), Self.snapshot(1, 1, [Self.element(20, "iframe")]), content(2, in: 20, 30),
      Self.scroll(100, 30, 50), Self.snapshot(1001, 101, [Self.element(120, "iframe")]),
      content(1002, in: 120, 130), Self.scroll(1100, 130, 90), Self.scroll(1200, 101, 3),
    ])
    #expect(Self.offsets(outcome) == ["document: 0 0 3", "document [30]: 0 50 90"])
  }
}
