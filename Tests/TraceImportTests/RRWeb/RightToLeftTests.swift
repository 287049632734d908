import ScrollModel
import Testing
import TextKit
import TraceImport

@Suite("Right-to-left scrollers whose pages count from the right")
struct RightToLeftTests {
  /// A recording by rrweb of one scroller, with the attributes of its page and its own.
  private static func recording(
    html: String = "", own: String = "", scrolls: [Int], node: Int = 4
  ) -> ImportOutcome {
    func element(_ id: Int, _ tag: String, _ attributes: String, _ child: String = "") -> String {
      #"{"type":2,"id":\#(id),"tagName":"\#(tag)","attributes":{\#(attributes)},"#
        + #""childNodes":[\#(child)]}"#
    }
    let port = element(4, "div", #""id":"port""# + (own.isEmpty ? "" : ",\(own)"))
    let page = element(2, "html", html, element(3, "body", "", port))
    var events = [
      #"{"type":4,"timestamp":1700000000000,"data":{"href":"","width":390,"height":640}}"#,
      #"{"type":2,"timestamp":1700000000001,"data":{"node":{"type":0,"id":1,"childNodes":[\#(page)]},"#
        + #""initialOffset":{"left":0,"top":0}}}"#,
    ]
    events += scrolls.enumerated().map { index, x in
      #"{"type":3,"timestamp":\#(1_700_000_000_100 + index * 100),"data":{"source":3,"#
        + #""id":\#(node),"x":\#(x),"y":0}}"#
    }
    return ImportOutcome(.rrweb, Array("[\(events.joined(separator: ","))]".utf8))
  }

  /// The offsets of a trace, and where its direction is written among them.
  private static func steps(_ outcome: ImportOutcome, _ name: String) throws -> [String] {
    let index = try #require(outcome.information.firstIndex { $0.name == name })
    return outcome.events[index].compactMap { event in
      switch event {
      case .observation(.frame(let frame)): "\(Int(frame.offset.x))"
      case .input(.container(let change)): change.layoutDirection?.rawValue
      default: nil
      }
    }
  }

  @Test(
    "a page or an element that states its direction gets it before its first negative offset",
    arguments: [(#""dir":"rtl""#, ""), ("", #""dir":"RTL""#), (#""dir":"rtl""#, #""lang":"ar""#)])
  func stated(html: String, own: String) throws {
    let outcome = Self.recording(html: html, own: own, scrolls: [0, -30, -90])
    #expect(try Self.steps(outcome, "div#port") == ["0", "0", "rtl", "-30", "-90"])
  }

  @Test("a left-to-right element in a right-to-left page, or a bounce, gets no direction")
  func leftToRight() throws {
    let inner = Self.recording(
      html: #""dir":"rtl""#, own: #""dir":"ltr""#, scrolls: [0, -30, 0, 50])
    #expect(try Self.steps(inner, "div#port") == ["0", "0", "-30", "0", "50"])
    let bounce = Self.recording(scrolls: [20, -60, 0])
    #expect(try Self.steps(bounce, "div#port") == ["0", "20", "-60", "0"])
  }

  @Test("an offset farther left than a bounce shows the direction by itself")
  func shown() throws {
    let outcome = Self.recording(scrolls: [0, -90, -370, -740])
    #expect(try Self.steps(outcome, "div#port") == ["0", "0", "-90", "rtl", "-370", "-740"])
  }

  @Test("the page itself has the direction that its root element states")
  func page() throws {
    let outcome = Self.recording(html: #""dir":"rtl""#, scrolls: [-40], node: 1)
    #expect(try Self.steps(outcome, "document").suffix(2) == ["rtl", "-40"])
  }

  @Test("a negative offset of a Playwright snapshot shows the direction")
  func playwright() throws {
    let html = { (left: Int) in
      #"["HTML",{},["HEAD",{}],["BODY",{},["DIV",{"id":"port","__playwright_scroll_left_":"\#(left)"}]]]"#
    }
    var records = [
      #"{"version":8,"type":"context-options","browserName":"chromium","options":{},"#
        + #""platform":"linux","wallTime":1700000000000,"monotonicTime":1000}"#
    ]
    records += [(1010, -370), (1020, -740)].map { time, left in
      #"{"type":"frame-snapshot","snapshot":{"callId":"a","pageId":"p","frameId":"main","#
        + #""html":\#(html(left)),"timestamp":\#(time),"isMainFrame":true}}"#
    }
    let outcome = ImportOutcome(.playwright, Log.bytes(records))
    #expect(try Self.steps(outcome, "div#port") == ["rtl", "-370", "-740"])
  }
}
