import ScrollModel
import Testing
import TextKit
import TraceImport

@Suite("Pages and contexts of Playwright traces")
struct PlaywrightPageTests {
  private static let context =
    #"{"version":8,"type":"context-options","browserName":"chromium","options":{"viewport":"#
    + #"{"width":800,"height":600}},"platform":"linux","wallTime":1700000000000,"#
    + #""monotonicTime":1000}"#

  /// A snapshot of the main frame of a page.
  private static func snapshot(
    _ page: String, at time: Int, call: String = "", top: Int = 0, body: String = #""t""#
  ) -> String {
    let html = #"["HTML",{"__playwright_scroll_top_":"\#(top)"},["HEAD",{}],["BODY",{},\#(body)]]"#
    return snapshot(page, at: time, call: call, html: html)
  }

  private static func snapshot(
    _ page: String, at time: Int, call: String = "", html: String
  ) -> String {
    #"{"type":"frame-snapshot","snapshot":{"callId":"\#(call)","pageId":"\#(page)","#
      + #""frameId":"main \#(page)","html":\#(html),"timestamp":\#(time),"isMainFrame":true}}"#
  }

  private static func action(
    _ method: String, at time: Int, call: String = "", _ params: String, more: String = ""
  ) -> String {
    #"{"type":"before","callId":"\#(call)","startTime":\#(time),"class":"Page","#
      + #""method":"\#(method)","params":{\#(params)}\#(more)}"#
  }

  private static func read(_ records: [String]) -> ImportOutcome {
    ImportOutcome(.playwright, Log.bytes(records))
  }

  private static func offsets(_ outcome: ImportOutcome, _ name: String) throws -> [String] {
    let index = try #require(outcome.information.firstIndex { $0.name == name }, "\(name)")
    return zip(outcome.times[index], outcome.events[index]).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return "\(time.milliseconds): \(frame.offset.x) \(frame.offset.y)"
    }
  }

  private static func sizes(_ outcome: ImportOutcome, _ name: String) throws -> [Size] {
    let index = try #require(outcome.information.firstIndex { $0.name == name }, "\(name)")
    return outcome.events[index].compactMap { event in
      guard case .input(.container(let change)) = event else { return nil }
      return change.size
    }
  }

  private static func wheels(_ outcome: ImportOutcome) -> [String: [WheelSample]] {
    var found: [String: [WheelSample]] = [:]
    for (information, events) in zip(outcome.information, outcome.events) {
      for case .input(.wheel(let wheel)) in events {
        found[information.name, default: []].append(wheel)
      }
    }
    return found
  }

  @Test("two pages of a context have separate traces, sizes and mice")
  func pages() throws {
    let feed = { (top: Int) in #"["DIV",{"id":"feed","__playwright_scroll_top_":"\#(top)"}]"# }
    let outcome = Self.read([
      Self.context, Self.snapshot("p", at: 1010, body: feed(120)),
      Self.snapshot("q", at: 1020, call: "a"),
      Self.action("mouseMove", at: 1015, call: "a", #""x":5,"y":6"#),
      // The page of the call is known only through its snapshots.
      Self.action("mouseWheel", at: 1030, call: "b", #""deltaX":0,"deltaY":50"#),
      Self.snapshot("q", at: 1040, call: "b", top: 50),
      Self.snapshot("p", at: 1050, body: feed(130)),
      Self.action(
        "setViewportSize", at: 1060, #""viewportSize":{"width":700,"height":480}"#,
        more: #","pageId":"q""#),
    ])
    #expect(outcome.information.map(\.name) == ["document", "div#feed", "page 2 document"])
    #expect(outcome.information.map(\.parentName) == [nil, "document", nil])
    #expect(try Self.offsets(outcome, "document") == ["0.0: 0.0 0.0", "40.0: 0.0 0.0"])
    #expect(try Self.offsets(outcome, "div#feed") == ["0.0: 0.0 120.0", "40.0: 0.0 130.0"])
    #expect(try Self.offsets(outcome, "page 2 document") == ["10.0: 0.0 0.0", "30.0: 0.0 50.0"])
    #expect(try Self.sizes(outcome, "document").map(\.width) == [800])
    #expect(try Self.sizes(outcome, "page 2 document").map(\.width) == [800, 700])
    let wheel = WheelSample(
      delta: Vector(dx: 0, dy: 50), isPrecise: true, position: Point(x: 5, y: 6))
    #expect(Self.wheels(outcome) == ["page 2 document": [wheel]])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("the window sizes come in order, even if a snapshot of a call has the old one")
  func resize() throws {
    func snapshot(at time: Int, _ call: String, _ width: Int) -> String {
      #"{"type":"frame-snapshot","snapshot":{"callId":"\#(call)","pageId":"p","frameId":"f","#
        + #""html":["HTML",{}],"viewport":{"width":\#(width),"height":600},"#
        + #""timestamp":\#(time),"isMainFrame":true}}"#
    }
    let outcome = Self.read([
      Self.context, snapshot(at: 1010, "a", 800),
      Self.action(
        "setViewportSize", at: 1020, call: "b", #""viewportSize":{"width":700,"height":600}"#),
      snapshot(at: 1022, "b", 800), snapshot(at: 1030, "b", 700), snapshot(at: 1040, "c", 700),
      // Another call that does not resize reports the new window itself.
      snapshot(at: 1050, "d", 650),
    ])
    #expect(try Self.sizes(outcome, "document").map(\.width) == [800, 700, 650])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("members of several contexts are separate, and those of one context continue")
  func contexts() throws {
    let outcome = ImportOutcome(.playwright, try Seeds.bytes("playwright/contexts.zip"))
    #expect(
      outcome.information.map(\.name) == [
        "document", "frame 2 document", "frame 3 document", "page 2 document",
        "page 2 frame 2 document",
      ])
    #expect(outcome.information.map(\.scale) == [1, 1, 1, 3, 3])
    #expect(try Self.offsets(outcome, "document") == ["0.0: 0.0 100.0", "190.0: 0.0 150.0"])
    #expect(try Self.offsets(outcome, "frame 2 document") == ["2.0: 0.0 7.0"])
    #expect(try Self.offsets(outcome, "frame 3 document") == ["3.0: 0.0 9.0", "191.0: 0.0 10.0"])
    #expect(try Self.offsets(outcome, "page 2 document") == ["100.0: 0.0 300.0"])
    #expect(try Self.offsets(outcome, "page 2 frame 2 document") == ["101.0: 0.0 17.0"])
    #expect(try Self.sizes(outcome, "document") == [Size(width: 800, height: 600)])
    #expect(try Self.sizes(outcome, "page 2 document") == [Size(width: 390, height: 844)])
    #expect(Array(Self.wheels(outcome).keys) == ["document"])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("actions of version 3 are read from their metadata")
  func versionThree() throws {
    let options =
      #"{"version":3,"type":"context-options","browserName":"chromium","options":{},"#
      + #""platform":"linux","wallTime":1680000000000}"#
    let action =
      #"{"type":"action","metadata":{"id":"call@5","startTime":1100.5,"endTime":1120,"#
      + #""type":"Page","method":"mouseWheel","params":{"deltaX":0,"deltaY":240},"#
      + #""wallTime":1680000000100,"log":[],"snapshots":[],"pageId":"p"}}"#
    let note = action.replacing("mouseWheel", with: "bringToFront")
    let outcome = Self.read([
      options, Self.snapshot("p", at: 1000), action, note, Self.snapshot("p", at: 1130, top: 240),
    ])
    #expect(Self.wheels(outcome)["document"]?.map(\.delta) == [Vector(dx: 0, dy: 240)])
    let notes = outcome.events.joined().compactMap { event -> String? in
      guard case .observation(.annotation(let note)) = event else { return nil }
      return note.text
    }
    #expect(notes == ["Page.bringToFront"])
    #expect(
      outcome.information[0].clock == SourceClock(name: "unix_ms", origin: "1679999999999.5"))
  }

  @Test("an action connects the clocks before version 7")
  func versionSix() throws {
    let options =
      #"{"version":6,"type":"context-options","browserName":"chromium","options":{},"#
      + #""platform":"linux","wallTime":1690000000000}"#
    let outcome = Self.read([
      options,
      Self.action("goto", at: 5000, "", more: #","wallTime":1690000000100,"pageId":"p""#),
      Self.action("goto", at: 5050, "", more: #","wallTime":1690000000190,"pageId":"p""#),
      Self.snapshot("p", at: 5100, top: 44),
    ])
    #expect(outcome.information[0].clock == SourceClock(name: "unix_ms", origin: "1690000000100"))
  }

  @Test("extreme times do not trap, however far they are apart")
  func farApart() {
    let end = "4611686018427.387904"
    let texts = [
      #"{"version":8,"type":"context-options","wallTime":\#(end),"monotonicTime":-\#(end),"options":{}}"#,
      #"{"type":"before","callId":"1","startTime":-\#(end),"class":"Page","method":"mouseWheel","params":{"deltaX":0,"deltaY":5}}"#,
      #"{"type":"before","callId":"2","startTime":\#(end),"class":"Page","method":"mouseWheel","params":{"deltaX":0,"deltaY":5}}"#,
    ]
    let outcome = ImportOutcome(.playwright, Array((texts.joined(separator: "\n") + "\n").utf8))
    #expect(outcome.violations.isEmpty && outcome.information.count <= 1)
  }

  @Test("elements with equal labels stay separate, whether scrolled or referenced")
  func namesakes() throws {
    let row = { (top: Int, content: String) in
      #"["UL",{"class":"row","__playwright_scroll_top_":"\#(top)"},\#(content)]"#
    }
    let still = #"["UL",{"class":"row"},["LI",{}]]"#
    let outcome = Self.read([
      Self.context,
      Self.snapshot(
        "p", at: 1000,
        html: #"["HTML",{},["HEAD",{}],["BODY",{},\#(still),\#(row(7, #"["LI",{}]"#))]]"#),
      Self.snapshot(
        "p", at: 1010, html: #"["HTML",{},[[1,0]],["BODY",{},\#(row(3, "[[1,1]]")),[[1,4]]]]"#),
      Self.snapshot(
        "p", at: 1020, html: #"["HTML",{},[[2,0]],["BODY",{},[[1,0]],\#(row(8, "[[2,3]]"))]]"#),
      // A third one before them changes the ranks of the others.
      Self.snapshot(
        "p", at: 1030, html: #"["HTML",{},[[3,0]],["BODY",{},\#(still),[[2,0]],[[1,0]]]]"#),
    ])
    #expect(outcome.information.map(\.name) == ["document", "ul.row", "ul.row [2]"])
    #expect(
      try Self.offsets(outcome, "ul.row") == [
        "0.0: 0.0 7.0", "10.0: 0.0 7.0", "20.0: 0.0 8.0", "30.0: 0.0 8.0",
      ])
    #expect(
      try Self.offsets(outcome, "ul.row [2]") == [
        "10.0: 0.0 3.0", "20.0: 0.0 3.0", "30.0: 0.0 3.0",
      ])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("the body of a page in quirks mode has its document's offset, which receives the wheel")
  func quirksMode() throws {
    func page(_ top: Int) -> String {
      #"["HTML",{},["BODY",{"__playwright_scroll_top_":"\#(top)"},"t"]]"#
    }
    let outcome = Self.read([
      Self.context, Self.snapshot("p", at: 1000, html: #"["HTML",{},["BODY",{},"t"]]"#),
      Self.action("mouseWheel", at: 1010, #""deltaX":0,"deltaY":40"#),
      Self.snapshot("p", at: 1020, html: page(40)), Self.snapshot("p", at: 1030, html: page(90)),
    ])
    #expect(outcome.information.map(\.name) == ["document"])
    #expect(
      try Self.offsets(outcome, "document") == [
        "0.0: 0.0 0.0", "20.0: 0.0 40.0", "30.0: 0.0 90.0",
      ])
    #expect(Self.wheels(outcome)["document"]?.count == 1)
  }

  @Test("a wheel moves the only inner scroller of its page, also in a frame")
  func wheelInFrame() throws {
    let inner = Self.snapshot(
      "p", at: 1010, html: #"["HTML",{},["DIV",{"id":"sc","__playwright_scroll_top_":"9"}]]"#
    ).replacing("main p", with: "inner").replacing(#""isMainFrame":true"#, with: #""a":1"#)
    let outcome = Self.read([
      Self.context, Self.snapshot("p", at: 1000), inner,
      Self.action("mouseWheel", at: 1020, #""deltaX":0,"deltaY":9"#),
    ])
    #expect(outcome.information.map(\.name) == ["document", "frame 2 div#sc"])
    #expect(Array(Self.wheels(outcome).keys) == ["frame 2 div#sc"])
  }
}
