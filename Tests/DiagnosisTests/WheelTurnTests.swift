import Diagnosis
import Replay
import ScrollModel
import TestSupport
import Testing
import TraceStore
import Triage

/// Turns of a wheel over a page whose areas start every 500 px, in a view of 600 px.
@Suite("Turns of a wheel over a page")
struct WheelTurnTests {
  private static let chrome = "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36"

  /// A page as web.js records it, moving linearly.
  private struct Page {
    var lines: [String]
    var time = 0.0
    var offset = 0.0

    init(agent: String) {
      let items = (0..<20).map { "[\"i\($0)\",0,\($0 * 500),360,470]" }.joined(separator: ",")
      lines = [
        "{\"scrolltrace\":1,\"name\":\"page\",\"axes\":\"vertical\",\"time\":\"ms\","
          + "\"space\":\"css-px\",\"app\":\"\(agent)\"}",
        "{\"t\":0,\"k\":\"container\",\"w\":360,\"h\":600,\"scale\":1,\"direction\":\"ltr\"}",
        "{\"t\":0,\"k\":\"layout\",\"cw\":360,\"ch\":9970,\"items\":[\(items)]}",
      ]
      move(to: 0, frames: 20)
    }

    mutating func move(to end: Double, frames: Int) {
      let start = offset
      for frame in 1...frames {
        time += 50.0 / 3
        offset = start + (end - start) * Double(frame) / Double(frames)
        lines.append("{\"t\":\(time),\"k\":\"frame\",\"x\":0,\"y\":\(offset)}")
      }
    }

    /// Turns the wheel by notches, rests, and lets the page or its script move the content on.
    mutating func turn(_ notches: [Double], to rest: Double, byScript: Bool = false) {
      for notch in notches {
        lines.append(
          "{\"t\":\(time + 1),\"k\":\"wheel\",\"dx\":0,\"dy\":\(notch),\"precise\":true}")
        move(to: offset + notch, frames: 12)
      }
      move(to: offset, frames: byScript ? 17 : 1)
      if byScript {
        lines.append(
          "{\"t\":\(time),\"k\":\"command\",\"do\":\"scroll\",\"to\":{\"point\":[0,\(rest)]},"
            + "\"via\":\"offset\",\"animation\":\"automatic\"}")
      }
      move(to: rest, frames: 8)
      move(to: rest, frames: 30)
    }

    func diagnosis() throws -> TraceDiagnosis {
      let folder = try TemporaryDirectory()
      let path = folder.file("page.jsonl")
      try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
      let shelf = try TraceShelf()
      let (trace, store) = try shelf.put(LoggedTraces(path: path))
      return try Outcome(of: trace, in: store).approvedDiagnosis(declared: nil)
    }
  }

  private static let turns: [([Double], Double)] = [
    ([120], 500), ([120, 120, 120], 1000), ([120, 120, 120, 120, 120], 2000), ([-120], 1500),
    ([120, 120], 2000), ([120, 120, 120, 120, 120, 120], 3000),
  ]

  @Test("WEB-16 turns to the next area are explained by the page's style")
  func notches() throws {
    var page = Page(agent: Self.chrome)
    for (notches, rest) in Self.turns { page.turn(notches, to: rest) }
    let found = try page.diagnosis()
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .scrollSnap && cause.certainty == .certain)
    #expect(found.decisions.count == 6 && cause.explained == 6)
    #expect(found.decisions.map(\.releaseOffset) == [120, 860, 1600, 1880, 1740, 2720])
  }

  @Test("turns that end where their notches lead are free scrolling")
  func free() throws {
    var page = Page(agent: Self.chrome)
    for notches in [[100.0, 100], [100], [-100], [100, 100, 100], [100, 100], [-100, -100]] {
      page.turn(notches, to: page.offset + notches.reduce(0, +))
      page.move(to: page.offset, frames: 10)
    }
    let found = try page.diagnosis()
    #expect(found.decisions.count == 6)
    // All rests are multiples of 100 px, which the notches alone lead to.
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .none && cause.certainty == .certain)
  }

  @Test("a script that scrolls after turns is explained by the rule of its scrolls")
  func script() throws {
    var page = Page(agent: Self.chrome)
    for count in [2.0, 5, 3, 6, 1] {
      let notches = Array(repeating: 120.0, count: Int(count))
      let end = page.offset + 120 * count
      page.turn(notches, to: (end / 470).rounded() * 470, byScript: true)
    }
    let cause = try #require(try page.diagnosis().causes.first)
    #expect(cause.cause == .interval)
    #expect(
      cause.sentences.contains("470 pt is the item's height (470); the spacing (30) is missing."))
    #expect(
      cause.sentences.contains(
        "Code of the app does this: it scrolls after 5 of 5 turns of the wheel."))
  }

  @Test("a trackpad, another browser and a turn that goes on from a snap show no turn")
  func unknown() throws {
    var pad = Page(agent: Self.chrome)
    var other = Page(
      agent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0")
    var interrupted = Page(agent: Self.chrome)
    for (notches, rest) in Self.turns {
      pad.turn(notches.enumerated().map { $1 + Double($0) }.map { $0 / 4 }, to: rest)
      other.turn(notches, to: rest)
      let notch = notches[0]
      interrupted.lines.append(
        "{\"t\":\(interrupted.time + 1),\"k\":\"wheel\",\"dx\":0,\"dy\":\(notch)}")
      interrupted.move(to: interrupted.offset + notch, frames: 12)
      interrupted.move(to: interrupted.offset + notch / 2, frames: 2)
      interrupted.turn([notch], to: rest)
    }
    for page in [pad, other, interrupted] {
      let found = try page.diagnosis()
      #expect(found.decisions.isEmpty && found.causes.isEmpty)
    }
  }
}
