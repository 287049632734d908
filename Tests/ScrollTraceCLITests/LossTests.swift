import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("imports with many losses")
struct LossTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  private func imported(_ lines: [String], _ more: String...) throws -> Run {
    let text = [#"{"scrolltrace":1,"name":"feed","time":"ms"}"#] + lines
    let log = folder.file("log.jsonl")
    try Files.write(Array(text.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")], to: log)
    return scrolltrace(["import", "--db", store, log] + more)
  }

  private func firstLine(_ run: Run) -> String {
    run.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  private func frame(_ number: Int) -> String {
    #"{"t":\#(number * 16),"k":"frame","x":0,"y":\#(number)}"#
  }

  private static let broken = #"{"t":0,"k":"frame","x":0,"y":NaN}"#

  @Test(
    "a loss of 5 % of a trace's events and more than one is too much",
    arguments: [(1, 5, false), (1, 39, false), (2, 38, true), (2, 39, false), (30, 30, true)])
  func share(_ lost: Int, _ kept: Int, _ isTooMuch: Bool) throws {
    let lines = (0..<kept).map(frame) + Array(repeating: Self.broken, count: lost)
    let run = try imported(lines)
    #expect(run.code == (isTooMuch ? .partial : .ok), "\(run.output)")
    #expect(
      firstLine(run).contains("\(lost) of \(lost + kept) events (") == isTooMuch, "\(run.output)")
    #expect(run.output.contains("likely   ") == isTooMuch)
    #expect(run.output.contains("\(kept) events in 1 trace: 1 'feed'"), "\(run.output)")
  }

  @Test(
    "a lost layout or a completely lost kind is too much, a note or a partial last line is not",
    arguments: [
      (#"{"t":0,"k":"layout","items":[[1,0,0,390,NaN]]}"#, "1 layout of the trace 'feed' was lost"),
      (
        #"{"t":0,"k":"visible","ids":[6F9619FF-8B86-D011-B42D-00CF4FC964FF]}"#,
        "all 'visible' events of the trace 'feed' were lost (1)"
      ), (#"{"t":0,"k":"note","kind":}"#, ""),
    ])
  func kinds(_ line: String, _ text: String) throws {
    let run = try imported([line] + (0..<60).map(frame))
    #expect(run.code == (text.isEmpty ? .ok : .partial), "\(run.output)")
    #expect(text.isEmpty || firstLine(run).contains(text), "\(run.output)")
  }

  @Test("each trace has its own share of losses, also in JSON and folders")
  func severalTraces() throws {
    let lines =
      [#"{"k":"trace","trace":2,"name":"small"}"#] + (0..<200).map(frame)
      + [0, 1].map { #"{"t":\#(16 * $0),"k":"frame","trace":2,"x":0,"y":0}"# }
      + [9000, 9001, 0, 9002, 0].map { #"{"t":\#($0),"k":"frame","trace":2,"x":0,"y":0}"# }
    let run = try imported(lines, "--json")
    #expect(run.code == .partial)
    #expect(run.output.contains("of the trace 'small' were lost"), "\(run.output)")
    let brief = scrolltrace("import", "--again", "--db", store, folder.path)
    #expect(brief.code == .partial)
    #expect(brief.output.contains("of the trace 'small' were lost"), "\(brief.output)")
  }

  @Test("a clock that restarts every frame or two makes the times unreliable")
  func restartedTooSoon() throws {
    let run = try imported((0..<30).flatMap { _ in (0..<2).map(frame) })
    #expect(run.code == .partial, "\(run.output)")
    #expect(firstLine(run).contains("the times of 29 of 60 frames"), "\(run.output)")
    #expect(run.output.contains("60 events in 1 trace"), "\(run.output)")
    // Touches that come late are not a sign of lost frames.
    let touches = (1..<60).flatMap { number -> [String] in
      let touch = #""k":"touch","phase":"moved","x":1,"y":\#(number)"#
      return [frame(number), "{\"t\":\(number * 16 - 9),\(touch)}"]
    }
    #expect(try imported(touches).code == .ok)
  }

  @Test("a restarted clock is reported first with its cause, and no event is lost")
  func restarts() throws {
    let run = try imported((0..<4).flatMap { _ in (0..<30).map(frame) })
    #expect(run.code == .ok)
    #expect(firstLine(run).contains("the recorder's clock restarted 3 times"), "\(run.output)")
    #expect(run.output.contains("docs/capturing.md"))
    #expect(run.output.contains("120 events in 1 trace"), "\(run.output)")
    let json = try imported((0..<2).flatMap { _ in (0..<30).map(frame) }, "--json", "--dry-run")
    #expect(json.output.contains(#""clock_restarts": 1"#), "\(json.output)")
    #expect(json.output.contains(#""loss": null"#))
  }
}
