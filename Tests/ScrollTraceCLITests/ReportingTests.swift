import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("report and export --redact on the command line")
struct ReportingTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    let cards = try SimulatedStore()
    (folder, store) = (cards.folder, cards.store)
  }

  @Test("a redacted trace lists what was removed, contains no names and replays as recorded")
  func redactedTrace() throws {
    let (log, other) = (folder.file("redacted.jsonl"), folder.file("other.sqlite"))
    let run = scrolltrace("export", "1", "--db", store, "--redact", "--salt", "a", "-o", log)
    #expect(run.code == .ok)
    #expect(run.error.contains("redacted: "))
    let text = try Files.text(log)
    #expect(!text.contains("card-"))
    #expect(!text.contains("Paging"))
    #expect(scrolltrace("import", "--db", other, log).code == .ok)
    let replay = scrolltrace("replay", "1", "--db", other)
    #expect(replay.code == .ok)
    #expect(replay.output.contains("equals the recording bit for bit"))
  }

  @Test("a report with a conflicting JSON output writes no other format either")
  func twoOnStandardOutput() {
    let page = folder.file("page.html")
    let run = scrolltrace(
      "report", "1", "--db", store, "--html", page, "--markdown", "-", "--json")
    #expect(run.code == .usage)
    #expect(!Files.exists(page))
  }

  @Test(
    "an output never overwrites a store",
    arguments: [
      ["export", "1", "-o"], ["report", "1", "--html"],
      ["replay", "1", "--approve", "--golden"],
    ])
  func storesStay(words: [String]) {
    #expect(scrolltrace(words + [store, "--db", store]).code == .cannotCreate)
    #expect(scrolltrace("list", "--db", store).code == .ok)
  }

  @Test("two formats cannot share a file or standard output", arguments: ["-", "one"])
  func oneName(name: String) {
    let place = name == "-" ? name : folder.file(name)
    let run = scrolltrace("report", "1", "--db", store, "--html", place, "--markdown", place)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(!Files.exists(folder.file(name)))
  }

  @Test("a redacted report and a redacted trace have the same ids under one salt")
  func salts() throws {
    let (log, page) = (folder.file("redacted.jsonl"), folder.file("redacted.html"))
    let export = scrolltrace("export", "1", "--db", store, "--redact", "--salt", "a", "-o", log)
    #expect(export.code == .ok)
    let report = scrolltrace(
      "report", "1", "--db", store, "--redact", "--salt", "a", "--html", page)
    #expect(report.code == .ok)
    let text = try Files.text(page)
    #expect(!text.contains("card-"))
    let start = try #require(try Files.text(log).split(separator: "[[\"").dropFirst().first)
    let id = String(start.prefix { $0 != "\"" })
    #expect(id.hasPrefix("#") && text.contains(id), "\(id)")
  }

  @Test("a page contains the projected rest and the values that its configuration uses")
  func drawing() throws {
    let page = folder.file("page.html")
    let run = scrolltrace(
      "report", "1", "--db", store, "--config",
      "behavior: view-aligned, position: id, "
        + "position-anchor: center, transition: sides(top-leading: animated(centered), bottom-trailing: identity)",
      "--html", page)
    #expect(run.code == .ok || run.code == .differences)
    let text = try Files.text(page)
    #expect(text.contains("\"anchor\":[0.5,0.5]"))
    #expect(text.contains("\"threshold\":[\"centered\"]"))
    #expect(text.contains("\"rests\":[["))
  }

  @Test("without recorded frames, planes belong to the first configuration")
  func planesWithoutFrames() throws {
    let log = folder.file("inputs.jsonl")
    let lines = try Files.text(folder.file("trace.jsonl")).split(separator: "\n")
    let inputs = lines.filter { !$0.contains(#""k":"frame""#) && !$0.contains(#""k":"release""#) }
    try Files.write(Array((inputs.joined(separator: "\n") + "\n").utf8), to: log)
    let (other, page) = (folder.file("inputs.sqlite"), folder.file("inputs.html"))
    #expect(scrolltrace("import", "--db", other, log).code == .ok)
    let run = scrolltrace(
      "report", "1", "--db", other, "--config", "behavior: interval(200)", "--html", page)
    #expect(run.code == .ok || run.code == .differences, "\(run.error)")
    let text = try Files.text(page)
    #expect(text.contains("the recording has no frames"))
    #expect(text.contains("<figcaption>replay as declared, settle "))
    #expect(!text.contains("<figcaption>behavior: interval(200), settle"))
  }

  @Test("a page contains the visible targets of a layout that is too large", arguments: [3, 5998])
  func largeLayouts(row: Int) throws {
    let (log, other, page) = (
      folder.file("rows.jsonl"), folder.file("rows.sqlite"), folder.file("rows.html")
    )
    let items = (0..<6000).map { "[\"row-\($0)\",0,\($0 * 100),390,100]" }
    let lines = [
      #"{"scrolltrace":1,"name":"rows","axes":"vertical"}"#,
      #"{"t":0,"k":"container","w":390,"h":200}"#,
      #"{"t":0,"k":"layout","cw":390,"ch":600000,"items":["# + items.joined(separator: ",") + "]}",
      #"{"t":0,"k":"command","do":"scroll","to":{"y":\#(row * 100)},"via":"offset"}"#,
      #"{"t":9,"k":"frame","x":0,"y":\#(row * 100)}"#,
      #"{"t":99,"k":"frame","x":0,"y":\#(row * 100)}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    #expect(scrolltrace("import", "--db", other, log).code == .ok)
    let run = scrolltrace("report", "1", "--db", other, "--html", page)
    #expect(run.code == .ok || run.code == .differences, "\(run.error)")
    let text = try Files.text(page)
    for shown in [row, row + 1] { #expect(text.contains("\"row-\(shown)\"")) }
    #expect(!text.contains("\"row-\(row == 3 ? 5500 : 4000)\""))
  }

  @Test("a page contains the visible targets of a long list with many edits")
  func manyEdits() throws {
    let (log, other, page) = (
      folder.file("edits.jsonl"), folder.file("edits.sqlite"), folder.file("edits.html")
    )
    let items = (0..<4000).map { "[\"row-\($0)\",0,\($0 * 100),390,100]" }
    let edits = (1...130).map {
      #"{"t":\#($0),"k":"edit","op":"resize","id":"row-3999","w":390,"h":\#($0)}"#
    }
    let lines =
      [
        #"{"scrolltrace":1,"name":"rows","axes":"vertical"}"#,
        #"{"t":0,"k":"container","w":390,"h":200}"#,
        #"{"t":0,"k":"layout","cw":390,"ch":400000,"items":["# + items.joined(separator: ",")
          + "]}",
        #"{"t":0,"k":"frame","x":0,"y":1000}"#,
      ] + edits + [#"{"t":999,"k":"frame","x":0,"y":1000}"#]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    #expect(scrolltrace("import", "--db", other, log).code == .ok)
    let run = scrolltrace("report", "1", "--db", other, "--html", page)
    #expect(run.code == .ok || run.code == .differences, "\(run.error)")
    let text = try Files.text(page)
    #expect(text.contains("\"row-10\"") && !text.contains("\"row-2000\""))
    #expect(!text.contains("of the targets that can come into view"))
  }

  @Test("the verdict states the cause with its lengths, the fix, and the number of effects")
  func verdict() throws {
    let drift = try SimulatedStore(
      scene: "fixtures/gallery/scenes/pages-landscape.json",
      script: "fixtures/gallery/scripts/five-left.script", configuration: "behavior: paging")
    let run = scrolltrace(
      "report", "1", "--db", drift.store, "--json-out", drift.folder.file("drift.json"))
    #expect(run.code == .differences)
    let line = try #require(run.error.split(separator: "\n").first { $0.hasPrefix("warning: ") })
    #expect(line.contains("A page is 852 pt, but pages repeat every 734 pt"), "\(line)")
    #expect(line.contains("Fix: use view-aligned"), "\(line)")
    #expect(line.contains("3 findings are consequences of this cause"), "\(line)")
  }

  @Test("an inapplicable policy differs from one without impressions in every format")
  func notMeasurable() throws {
    let (page, issue, json) = (
      folder.file("v.html"), folder.file("v.md"), folder.file("v.json")
    )
    let run = scrolltrace(
      "report", "1", "--db", store, "--policy", "mrc.video", "--html", page, "--markdown", issue,
      "--json-out", json)
    #expect(run.code == .ok || run.code == .differences, "\(run.error)")
    for face in [page, issue] { #expect(try Files.text(face).contains("not measurable, ")) }
    #expect(try Files.text(json).contains("\"not_measurable_because\": \"the outcome has no "))
  }

  @Test("a report's matrix counts the impressions of each configuration")
  func impressions() throws {
    let (page, issue, json) = (
      folder.file("m.html"), folder.file("m.md"), folder.file("m.json")
    )
    let run = scrolltrace(
      "report", "1", "--db", store, "--behavior", "paging,none", "--policy", "any-pixel", "--html",
      page, "--markdown", issue, "--json-out", json)
    #expect(run.code == .ok, "\(run.error)")
    let replay = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "paging,none", "--policy", "any-pixel", "--json")
    let counts = replay.output.split(separator: "\n").filter { $0.contains(#""count":"#) }
      .compactMap { $0.split(separator: " ").last?.filter(\.isNumber) }
    #expect(counts.count == 2 && Set(counts).count == 2, "\(counts)")
    let text = try Files.text(json)
    for count in counts { #expect(text.contains("\"impressions\": \(count)")) }
    #expect(try Files.text(page).contains("data-label=\"Seen\""))
    #expect(try Files.text(issue).contains("| Seen |"))
  }

  /// A store of one log.
  private func store(
    of name: String, _ lines: [String], endsWith code: ExitCode = .ok
  ) throws -> String {
    let (log, other) = (folder.file("\(name).jsonl"), folder.file("\(name).sqlite"))
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    #expect(scrolltrace("import", "--db", other, log).code == code)
    return other
  }

  private let container = #"{"t":0,"k":"container","w":390,"h":200}"#
  private let frames = (0..<60).map {
    #"{"t":\#($0 * 16),"k":"frame","x":0,"y":\#($0 * 20)}"#
  }
  private let finger = [("began", 100), ("moved", 60), ("ended", 20)].enumerated().map {
    #"{"t":\#($0 * 16),"k":"touch","phase":"\#($1.0)","x":10,"y":\#($1.1)}"#
  }

  @Test(
    "unchecked results are never reported as healthy, and the next command is printed",
    arguments: [
      (#""axes":"vertical""#, true, false, "has input, but no scroll offsets", "attach OFFSETS"),
      (#""axes":"vertical""#, false, true, "declares no configuration", "replay 1 --behavior"),
      (
        #""configuration":"behavior: paging""#, true, false, "has input, but no scroll offsets",
        "attach OFFSETS"
      ),
      (
        #""configuration":"behavior: paging""#, false, true, "every recorded frame drives",
        "attach 1 --gestures"
      ),
    ])
  func notChecked(
    header: String, touches: Bool, hasFrames: Bool, reason: String, command: String
  ) throws {
    let lines =
      [#"{"scrolltrace":1,"name":"log",\#(header)}"#, container]
      + (touches ? finger : []) + (hasFrames ? frames : [])
    let other = try store(of: "unchecked", lines)
    let (page, json) = (folder.file("unchecked.html"), folder.file("unchecked.json"))
    let run = scrolltrace("report", "1", "--db", other, "--html", page, "--json-out", json)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.error.contains("not checked: "), "\(run.error)")
    #expect(run.error.contains(reason), "\(run.error)")
    #expect(run.error.contains("Next: 'scrolltrace \(command)"), "\(run.error)")
    #expect(run.error.contains(" --db \(other)'"), "\(run.error)")
    let file = folder.file("unchecked.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: file)
    let fromFile = scrolltrace("report", file)
    #expect(
      fromFile.error.contains("Next: 'scrolltrace import --db reproduce.sqlite \(file) && scroll"))
    #expect(fromFile.error.contains(" --db reproduce.sqlite'"), "\(fromFile.error)")
    let redacted = scrolltrace("report", "1", "--db", other, "--redact")
    #expect(!redacted.error.contains(other) && !redacted.output.contains(other))
    #expect(try Files.text(json).contains(#""severity": "not-checked""#))
    #expect(try Files.text(page).contains("badge not-checked"))
  }

  @Test("a trace without a declared configuration is not compared with a default one")
  func undeclared() throws {
    let other = try store(
      of: "undeclared",
      [#"{"scrolltrace":1,"name":"log","axes":"vertical"}"#, container]
        + finger + frames)
    let json = folder.file("undeclared.json")
    let run = scrolltrace("report", "1", "--db", other, "--json-out", json)
    #expect(run.code == .ok, "\(run.error)")
    let text = try Files.text(json)
    #expect(text.contains(#""divergences": []"#) && text.contains(#""matrix": []"#))
    // The replay uses default values, reports them and does not fail.
    let replay = scrolltrace("replay", "1", "--db", other)
    #expect(replay.code == .ok, "\(replay.error)")
    #expect(replay.output.contains("not checked: the trace declares no configuration"))
    #expect(
      scrolltrace("replay", "1", "--db", other, "--json").output.contains(
        #""is_assumed": true"#))
    // The same configuration, given as an option, is judged; several configurations are not.
    #expect(scrolltrace("replay", "1", "--db", other, "--behavior", "none").code == .differences)
    #expect(scrolltrace("report", "1", "--db", other, "--behavior", "none").code == .differences)
    let several = scrolltrace("report", "1", "--db", other, "--behavior", "none,paging")
    #expect(several.code == .ok && several.error.contains("of several that were given none"))
  }

  @Test("the group that equals the recording is A, whatever its position")
  func recordingGroup() throws {
    let page = folder.file("groups.html")
    let words = ["1", "--db", store, "--behavior", "none,paging"]
    #expect(scrolltrace(["report", "--html", page] + words).code == .ok)
    let text = try Files.text(page)
    #expect(text.contains("group A matches the recording"))
    #expect(text.contains("<td data-label=\"Group\" class=\"g k0\"><div>A</div></td>"))
    #expect(text.contains("A: replay as declared; behavior: paging"))
    #expect(text.contains("B: behavior: none"))
    let replay = scrolltrace(["replay"] + words).output
    #expect(replay.contains("group A matches the recording"))
    let lines = replay.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("none ") && $0.hasSuffix(" B") }, "\(replay)")
    #expect(lines.contains { $0.hasPrefix("paging ") && $0.hasSuffix(" A") }, "\(replay)")
    #expect(
      scrolltrace(["replay", "--json"] + words).output.contains(#""recording_group": 0"#))
  }

  @Test("missing information of a file is reported for the file, not for each trace")
  func wholeFile() throws {
    let other = try store(
      of: "two",
      [
        #"{"scrolltrace":1,"name":"one"}"#, container, #"{"t":1,"k":"touch","phase":"?"}"#,
        #"{"k":"trace","trace":2,"name":"two"}"#,
      ], endsWith: .partial)
    let run = scrolltrace("show", "2", "--db", other)
    #expect(run.output.contains("about the whole file, which has 2 traces:"), "\(run.output)")
  }

  @Test("the view is shown next to the verdict: before and after, or recording and replay")
  func pictures() throws {
    let leap = try SimulatedStore(
      scene: "fixtures/gallery/scenes/rows.json",
      script: "fixtures/gallery/scripts/prepend.script")
    let page = leap.folder.file("leap.html")
    let run = scrolltrace("report", "1", "--db", leap.store, "--html", page)
    #expect(run.code == .differences && run.error.contains("jump 90 pt"), "\(run.error)")
    let text = try Files.text(page)
    #expect(text.contains("<figcaption class=\"k0\">before, at"))
    #expect(text.contains("<figcaption class=\"k0\">after, at"))
    // The carousel does what it should, so the picture marks nothing.
    let plain = folder.file("plain.html")
    #expect(scrolltrace("report", "1", "--db", store, "--html", plain).code == .ok)
    #expect(!(try Files.text(plain).contains("class=\"pictures\"")))
  }
}
