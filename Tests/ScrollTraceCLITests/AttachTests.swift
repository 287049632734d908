import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("attach and infer-layout on the command line")
struct AttachTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  /// A log whose offsets move at 1 s and rest at multiples of 300; frames include the container.
  private func offsets(_ rests: [Double]) throws -> String {
    var lines = [#"{"scrolltrace":1,"name":"offsets","axes":"vertical"}"#]
    var time = 0
    lines.append(
      #"{"t":0,"k":"frame","x":0,"y":\#(rests[0]),"vw":390,"vh":844,"cw":390,"ch":3000}"#)
    for (from, to) in zip(rests, rests.dropFirst()) {
      time += 1000
      for step in 1...8 {
        let y = from + (to - from) * Double(step) / 8
        lines.append(#"{"t":\#(time + step * 16),"k":"frame","x":0,"y":\#(y)}"#)
      }
    }
    lines.append(#"{"t":\#(time + 1000),"k":"frame","x":0,"y":\#(rests.last ?? 0)}"#)
    let path = folder.file("offsets.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  private func query(_ sql: String) -> String {
    scrolltrace("query", "--db", store, "--format", "csv", sql).output
  }

  private var finger: String {
    Repository.path("Tests/TraceImportTests/Seeds/evemu/panel.events")
  }

  @Test("a finger gets a layout and a container, and the new trace has its parent's digests")
  func layout() throws {
    _ = scrolltrace("import", "--db", store, finger, "--screen", "390x844")
    let scene = Repository.path("fixtures/scenes/cards-paging.json")
    let run = scrolltrace(
      "attach", "1", "--db", store, "--layout", scene, "--container", "400x300", "--name", "joined")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("trace 2 'joined', made of trace 1"))
    #expect(scrolltrace("verify", "--db", store).code == .ok)
    #expect(query("SELECT width, height FROM container WHERE trace_id = 2").contains("400,300"))
    #expect(query("SELECT count(*) FROM touch_sample WHERE trace_id = 2").contains("4"))
    #expect(query("SELECT count(*) FROM layout_target WHERE trace_id = 2").contains("8"))
    let parent =
      query("SELECT lower(hex(inputs_digest)) FROM trace WHERE trace_id = 1")
      .split(separator: "\n").last ?? "?"
    let derivation = query(
      "SELECT json FROM metadata WHERE trace_id = 2 AND key = 'derivation'")
    #expect(derivation.contains(parent))
    #expect(query("SELECT format FROM capture WHERE capture_id = 2").contains("scrolltrace-attach"))
  }

  @Test("a combined trace has the same digests after export and import")
  func roundTrip() throws {
    _ = scrolltrace("import", "--db", store, try offsets([0, 300]))
    let scene = Repository.path("fixtures/scenes/feed-irregular.json")
    let made = scrolltrace(
      "attach", "1", "--db", store, "--layout", scene, "--gestures", finger, "--screen", "390x844")
    #expect(made.code == .ok, "\(made.error)")
    let log = folder.file("joined.jsonl")
    let second = folder.file("second.sqlite")
    #expect(scrolltrace("export", "3", "--db", store, "-o", log).code == .ok)
    #expect(scrolltrace("import", "--db", second, log).code == .ok)
    let digests = scrolltrace("verify", "--digest", "--db", store).output.split(separator: "\n")
    let again = scrolltrace("verify", "--digest", "--db", second).output.split(separator: "\n")
    #expect(again.count == 3)
    for line in again {
      let digest = line.split(separator: " ").last ?? "?"
      #expect(digests.contains { $0.hasSuffix(digest) }, "\(line)")
    }
  }

  @Test("a finger file is attached to recorded offsets, and the alignment error is printed")
  func gestures() throws {
    _ = scrolltrace("import", "--db", store, try offsets([0, 300]))
    let run = scrolltrace(
      "attach", "1", "--db", store, "--gestures", finger, "--screen", "390x844")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("by the first movement of finger and offset, up to"))
    #expect(run.output.contains("container: derived from the sizes in its frames"))
    // The finger first moves 12.5 ms after it came down, the offset at 1016 ms.
    #expect(
      query("SELECT min(time_ns) FROM touch_sample WHERE trace_id = 3").contains("1003500000"))
    #expect(query("SELECT kind FROM repair WHERE trace_id = 3").contains("derived"))
    #expect(query("SELECT width FROM container WHERE trace_id = 3").contains("390"))
    #expect(scrolltrace("verify", "--db", store).code == .ok)
  }

  @Test("a mark aligns all traces of its file, even if the format stores it in one of them")
  func markBesideFinger() throws {
    let log = folder.file("log.jsonl")
    try Files.write(
      Array(
        """
        {"scrolltrace":1,"name":"log"}
        {"t":0,"k":"frame","x":0,"y":0}
        {"t":7000,"k":"note","name":"mark","text":"go"}
        {"t":8000,"k":"frame","x":0,"y":1}

        """.utf8), to: log)
    let page = folder.file("page.json")
    try Files.write(
      Array(
        #"""
        [{"type":4,"timestamp":1700000000000,"data":{"href":"x:","width":390,"height":844}},
        {"type":5,"timestamp":1700000000050,"data":{"tag":"go","payload":{}}},
        {"type":3,"timestamp":1700000000100,"data":{"source":2,"type":7,"id":9,"x":5,"y":60}},
        {"type":3,"timestamp":1700000000150,"data":{"source":3,"id":9,"x":0,"y":30}},
        {"type":3,"timestamp":1700000000200,"data":{"source":2,"type":9,"id":9,"x":5,"y":30}}]
        """#.utf8), to: page)
    _ = scrolltrace("import", "--db", store, log, page)
    let finger = query("SELECT DISTINCT trace_id FROM touch_sample").filter(\.isNumber)
    #expect(finger == "3")
    let run = scrolltrace("attach", "1", "--db", store, "--gestures", finger)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("its time 0 at 6950 ms, by one mark that both have"))
  }

  @Test("a page's log is aligned with a browser recording by the page's own clock")
  func pageClock() throws {
    func move(_ time: Int, _ old: Int, _ new: Int) -> String {
      #"{"name":"ScrollTree::ScrollBy","ph":"X","pid":7,"tid":8,"ts":\#(time),"args":{"#
        + #""old_offset":{"x":0,"y":\#(old)},"new_offset":{"x":0,"y":\#(new)},"#
        + #""scroll_node_id":4}}"#
    }
    let mark =
      #"{"name":"boot","cat":"blink.user_timing","ph":"R","pid":7,"tid":9,"ts":1050000,"#
      + #""args":{"data":{"startTime":50}}}"#
    // A script scrolls long before the finger.
    let events = [mark, move(1_200_000, 0, 5), move(2_000_000, 5, 15), move(2_300_000, 15, 25)]
    let browser = folder.file("browser.json")
    try Files.write(Array("[\(events.joined(separator: ","))]".utf8), to: browser)
    let log = folder.file("page.jsonl")
    try Files.write(
      Array(
        """
        {"scrolltrace":1,"space":"css-px","clock":{"name":"performance_now","origin":"100"}}
        {"t":880,"k":"touch","phase":"began","x":100,"y":700}
        {"t":912,"k":"touch","phase":"moved","x":100,"y":680}
        {"t":1200,"k":"touch","phase":"ended","x":100,"y":500}

        """.utf8), to: log)
    #expect(scrolltrace("import", "--db", store, browser, log).code == .ok)
    let run = scrolltrace("attach", "1", "--db", store, "--gestures", "2")
    #expect(run.code == .ok, "\(run.error)")
    #expect(
      run.output.contains("its time 0 at 50 ms, by the page's own clock, as exact as the mark"),
      "\(run.output)")
    let derivation = query("SELECT json FROM metadata WHERE trace_id = 3 AND key = 'derivation'")
    #expect(derivation.contains("page-clock"), "\(derivation)")
  }

  @Test("a negative start offset shifts every event and loses none")
  func stated() throws {
    _ = scrolltrace("import", "--db", store, try offsets([0, 300]))
    _ = scrolltrace("import", "--db", store, finger, "--screen", "390x844")
    let run = scrolltrace(
      "attach", "1", "--db", store, "--gestures", "2", "--offset-ms", "-250", "--json")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("\"lead_ns\":250000000"))
    #expect(query("SELECT min(time_ns) FROM touch_sample WHERE trace_id = 3").contains("\n0\n"))
    #expect(query("SELECT min(time_ns) FROM frame WHERE trace_id = 3").contains("250000000"))
  }

  @Test("an unsuitable companion is refused with a remedy")
  func refusals() throws {
    _ = scrolltrace("import", "--db", store, finger)
    _ = scrolltrace("import", "--db", store, try offsets([0, 300]))
    let scene = Repository.path("fixtures/scenes/cards-paging.json")
    let units = scrolltrace("attach", "1", "--db", store, "--layout", scene)
    #expect(units.code == .badData)
    #expect(units.error.contains("--screen"))
    let spaces = scrolltrace("attach", "2", "--db", store, "--gestures", "1")
    #expect(spaces.code == .badData)
    #expect(scrolltrace("attach", "2", "--db", store).code == .usage)
    #expect(scrolltrace("attach", "2", "--db", store, "--screen", "1x1").code == .usage)
    #expect(scrolltrace("attach", "7", "--db", store, "--container", "1x1").code == .nothingMatched)
    #expect(
      scrolltrace("attach", "2", "--db", store, "--layout", "/nonexistent").code == .noInput)
    #expect(query("SELECT count(*) FROM trace").contains("2"))
  }

  @Test("the rests of a trace give a pitch, a scene and a trace with a layout")
  func infer() throws {
    _ = scrolltrace("import", "--db", store, try offsets([0, 300, 900, 600, 1500, 1200, 2156]))
    let scene = folder.file("scene.json")
    let run = scrolltrace("infer-layout", "1", "--db", store, "-o", scene)
    #expect(run.code == .ok, "\(run.error)")
    for text in [
      "items every 300 points vertically", "7 rests at 7 places", "not on the grid", "2156",
      "10 items fill the content",
    ] {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
    #expect(scrolltrace("attach", "1", "--db", store, "--layout", scene).code == .ok)
    #expect(query("SELECT count(*) FROM layout_target WHERE trace_id = 2").contains("10"))
    #expect(scrolltrace("infer-layout", "1", "--db", store, "--json").output.contains("\"chance\""))
  }

  @Test("too few rests and rests without a grid are refused with their numbers")
  func inferRefusals() throws {
    _ = scrolltrace("import", "--db", store, try offsets([0, 300, 600]))
    let none = scrolltrace("infer-layout", "1", "--db", store, "--json")
    #expect(none.code == .nothingMatched && none.output.contains(#""pitch": null"#))
    #expect(
      none.output.contains(#""complete": true"#) && !none.output.contains(#""refusal": null"#))
    let few = scrolltrace("infer-layout", "1", "--db", store)
    #expect(few.code == .nothingMatched)
    #expect(few.error.contains("3 rests: 3 different rests are too few"))
    _ = scrolltrace(
      "import", "--db", store, try offsets([0, 317, 811, 1289, 1713, 2099.5, 2441, 2907]))
    #expect(scrolltrace("infer-layout", "2", "--db", store).code == .nothingMatched)
  }
}
