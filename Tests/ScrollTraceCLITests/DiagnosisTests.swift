import CommandLineKit
import SQLite
import ScrollTraceCLI
import TestSupport
import Testing

/// The verbs that explain, for a simulated carousel with known results.
@Suite("replay, compare, analyze, explain and lint on the command line")
struct DiagnosisTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    let cards = try SimulatedStore()
    (folder, store) = (cards.folder, cards.store)
  }

  @Test("a replay under the declared configuration equals the recording and is stored")
  func declared() throws {
    let run = scrolltrace("replay", "1", "--db", store)
    #expect(run.code == .ok)
    #expect(run.output.contains("equals the recording bit for bit"))
    #expect(run.output.contains("compared   all 197 frames"))
    let verified = scrolltrace("verify", "--replay", "--db", store)
    #expect(verified.code == .ok)
    #expect(verified.output.contains("1 of 1 kept replay came out the same"))
    let database = try Database(path: store, mode: .readOnly)
    #expect(try database.first("SELECT settles FROM matrix", as: Int64.self) == 4)
  }

  @Test("another configuration ends with 1 and names the first different decision")
  func divergent() {
    let run = scrolltrace(
      "replay", "1", "--db", store, "--config", "behavior: interval(200), deceleration: fast")
    #expect(run.code == .differences)
    #expect(run.output.contains("cause: snap target: the recording chose"))
    #expect(run.output.contains("passes with --tolerance-pt"))
  }

  @Test("a matrix groups configurations with equal behavior")
  func matrix() {
    let run = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "paging,interval(200)", "--profile",
      "ios18,macos15",
      "--json")
    #expect(run.code == .ok)
    for text in [#""group": 0"#, #""group": 1"#, #""chosen_rest_pt": 390"#, #""complete": true"#] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(!run.output.contains(#""group": 2"#))
  }

  @Test(
    "an invalid configuration is refused with the reason",
    arguments: [
      (["--behavior", "pagin"], ExitCode.usage, "--behavior 'pagin'"),
      (["--set", "page-lenght=frame"], .usage, "there is no key 'page-lenght'"),
      (["--set", "slop"], .usage, "lacks '='"), (["--config", "paging("], .badData, "column"),
      (["--behavior", "custom(\"mine\")"], .badData, "the behavior 'mine' is not registered"),
      (["--approve"], .usage, "--approve needs --golden"),
      (["--drive", "offset"], .ok, "drove the replay"),
    ])
  func refused(_ words: [String], _ code: ExitCode, _ text: String) {
    var all = ["replay", "1", "--db", store]
    all += words
    let run = scrolltrace(all)
    #expect(run.code == code, "\(run.error)\(run.output)")
    #expect((run.error + run.output).contains(text), "\(run.error)\(run.output)")
  }

  @Test(
    "a mistake in the command line does not change a store of an older version",
    arguments: [
      ["replay", "--approve"], ["replay", "--set", "slop"],
      ["replay", "--tolerance-pt", "1", "--tolerance-px", "1"],
      ["analyze", "settles", "--config", "paging("],
    ])
  func untouched(_ words: [String]) throws {
    let old = folder.file("old.sqlite")
    let bytes = try Files.read(Repository.path("fixtures/stores/v1.sqlite"))
    try Files.write(bytes, to: old)
    #expect(scrolltrace(words + ["--db", old]).code != .ok)
    #expect(try Files.read(old) == bytes)
  }

  @Test("a golden file is approved once and later reports differences")
  func golden() throws {
    let path = folder.file("golden.json")
    #expect(
      scrolltrace("replay", "1", "--db", store, "--golden", path, "--approve").code == .ok)
    #expect(scrolltrace("replay", "1", "--db", store, "--golden", path).code == .ok)
    // Visible targets are part of the approved outcome.
    var approved = try Files.text(path)
    let seen = try #require(approved.firstRange(of: #""impressions""#))
    let card = try #require(approved[seen.upperBound...].firstRange(of: "card-"))
    approved.replaceSubrange(card, with: "page-")
    try Files.write(Array(approved.utf8), to: path)
    let unseen = scrolltrace("replay", "1", "--db", store, "--golden", path)
    #expect(unseen.code == .differences && unseen.error.contains("shows "), "\(unseen.error)")
    // The declared configuration was never approved under a name of its own.
    let other = scrolltrace(
      "replay", "1", "--db", store, "--golden", path, "--config", "behavior: interval(200)")
    #expect(other.code == .differences)
    #expect(other.error.contains("is not approved"))
    #expect(other.error.contains("is approved and is missing"))
  }

  @Test("a replay that fails is neither approved nor accepted by a check")
  func unknownBehavior() throws {
    let path = folder.file("golden.json")
    let words = ["replay", "1", "--db", store, "--behavior", "paging,custom(\"mine\")"]
    let approval = scrolltrace(words + ["--golden", path, "--approve"])
    #expect(approval.code == .partial && approval.error.contains("nothing was approved"))
    #expect(!Files.exists(path))
    let one = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "paging", "--golden", path, "--approve")
    #expect(one.code == .ok, "\(one.error)")
    let matrix = scrolltrace(words)
    #expect(matrix.code == .partial && !matrix.output.contains("behave the same"))
    #expect(scrolltrace(words + ["--golden", path]).code != .ok)
    let alone = scrolltrace("replay", "1", "--db", store, "--behavior", "custom(\"mine\")")
    #expect(alone.code == .badData)
  }

  @Test("a comparison of two physics prints each landing and the first different rule")
  func physics() throws {
    let snapping = "behavior: view-aligned(limit: never, anchor: leading)"
    let run = scrolltrace(
      "compare", "1@\(snapping)", "1@physics: react-native, \(snapping)", "--db", store)
    #expect(run.code == .differences)
    #expect(run.output.contains("under React Native this release lands on"), "\(run.output)")
    #expect(run.output.contains("under UIKit on") && run.output.contains("first difference:"))
    let matrix = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "view-aligned(limit: never)", "--set",
      "physics=uikit,react-native,android")
    #expect(matrix.output.contains("first difference:") && matrix.output.contains("impressions"))
    let json = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "view-aligned(limit: never)", "--set",
      "physics=uikit,react-native", "--json")
    #expect(json.output.contains(#""settle_contrasts""#))
    #expect(json.output.contains(#""policy": "feed.default""#), "\(json.output.prefix(2000))")
    let path = folder.file("report.md")
    _ = scrolltrace(
      "report", "1", "--db", store, "--set", "physics=uikit,react-native", "--behavior",
      "view-aligned(limit: never)", "--markdown", path)
    #expect(try Files.text(path).contains("first difference:"))
  }

  @Test("--config accepts a text or a file of named texts in every verb")
  func configurations() throws {
    let path = folder.file("mine.json")
    let named = #"{"pages": "behavior: paging", "thirds": "behavior: interval(130)"}"#
    try Files.write(Array(named.utf8), to: path)
    let run = scrolltrace("replay", "1", "--db", store, "--config", path)
    #expect(run.code == .ok && run.output.contains("pages") && run.output.contains("thirds"))
    for words in [
      ["show", "1", "--at", "1s"], ["analyze", "settles", "1"], ["explain", "1"], ["lint", "1"],
    ] {
      let named = scrolltrace(words + ["--db", store, "--config", path + ":thirds"])
      let text = scrolltrace(words + ["--db", store, "--config", "behavior: interval(130)"])
      #expect(named.code == text.code && named.output == text.output, "\(words)")
      let both = scrolltrace(words + ["--db", store, "--config", path])
      #expect(both.code == .badData && both.error.contains("'pages', 'thirds'"), "\(both.error)")
    }
    let side = scrolltrace("compare", "1@\(path):pages", "1@\(path):thirds", "--db", store)
    #expect(side.code == .differences)
    let none = scrolltrace("replay", "1", "--db", store, "--config", path + ":fifths")
    #expect(none.code == .badData && none.error.contains("no configuration 'fifths'"))
    let missing = scrolltrace("replay", "1", "--db", store, "--config", folder.file("no.json"))
    #expect(missing.code != .ok && missing.error.contains("no.json"))
  }

  @Test("an invalid file of configurations is refused with the reason", arguments: ["txt", "JSON"])
  func otherConfigurationFiles(_ ending: String) throws {
    let named = #"{"pages": "behavior: paging"}"#
    let other = folder.file("mine.\(ending)")
    try Files.write(Array(named.utf8), to: other)
    for words in [
      ["replay", "1", "--config", other], ["explain", "1", "--config", other],
      ["compare", "1", "1@\(other)"],
    ] {
      let run = scrolltrace(words + ["--db", store])
      #expect(run.code == .badData && run.error.contains("'\(other)' is a file;"), "\(run.error)")
      #expect(run.error.contains("end in .json"), "\(run.error)")
    }
    let path = folder.file("namesakes.json")
    try Files.write(Array(#"{"a": "paging", "b": "none", "a": "none"}"#.utf8), to: path)
    for word in [path, path + ":a", path + ":b"] {
      let run = scrolltrace("replay", "1", "--db", store, "--config", word)
      #expect(run.code == .badData && run.error.contains("are called 'a'"), "\(run.error)")
    }
  }

  @Test("a moment shows the complete state that playing reaches")
  func moment() throws {
    let run = scrolltrace("show", "1", "--at", "0.6s", "--db", store)
    #expect(run.code == .ok)
    for text in ["offset", "phase", "decelerating", "would rest", "card-1"] {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
    #expect(scrolltrace("show", "1", "--at", "soon", "--db", store).code == .usage)
    let json = scrolltrace("show", "1", "--at", "0.6s", "--db", store, "--json")
    #expect(json.output.contains("\"time_ns\": 600000000,"), "\(json.output)")
    let database = try Database(path: store, mode: .readOnly)
    let place = try #require(
      try database.first("SELECT x FROM frame WHERE time_ns = 600000000", as: Double.self))
    #expect(json.output.contains("\"offset_x_pt\": \(place),"), "\(json.output)")
  }

  @Test("a moment of a trace without sizes reports them as unknown and predicts no rest")
  func momentWithoutSizes() throws {
    let (log, other) = (folder.file("bare.jsonl"), folder.file("bare.sqlite"))
    let lines = [
      #"{"scrolltrace":1,"name":"bare"}"#, #"{"t":0,"k":"frame","x":0,"y":0}"#,
      #"{"t":16,"k":"frame","x":0,"y":10}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    #expect(scrolltrace("import", log, "--db", other).code == .ok)
    let run = scrolltrace("show", "1", "--at", "16ms", "--db", other)
    #expect(run.code == .ok && run.output.contains("offset      0, 10"), "\(run.output)")
    for text in ["container   not known", "content     not known"] {
      #expect(run.output.contains(text), "\(run.output)")
    }
    #expect(!run.output.contains("would rest"), "\(run.output)")
  }

  @Test(
    "options pass facts that only the app's code contains",
    arguments: [
      ("window-by-steps", "rows-few", "target-visibility: 0.9", "I01", "--minimum-view-time 1000"),
      ("rest-and-wait", "rows-few", "view-visibility: 0.5", "I03", "--waits-for-interaction"),
      (
        "fling-up", "rows",
        "transition: sides(top-leading: interactive(linear, visible(1)), bottom-trailing: interactive(linear, visible(1)))",
        "S21", "--effect-travel -60"
      ),
    ])
  func options(
    _ script: String, scene: String, configuration: String, detector: String, option: String
  ) throws {
    let simulated = try SimulatedStore(
      scene: "fixtures/gallery/scenes/\(scene).json",
      script: "fixtures/gallery/scripts/\(script).script", configuration: configuration)
    let words = ["analyze", "findings", "1", "--no-repair", "--db", simulated.store]
    let untold = scrolltrace(words)
    #expect(!untold.output.contains("\(detector) warning"), "\(untold.output)")
    let told = scrolltrace(words + option.split(separator: " ").map(String.init))
    #expect(told.code == .differences && told.output.contains("\(detector) warning"))
    let page = scrolltrace(
      ["report", "1", "--db", simulated.store] + option.split(separator: " ").map(String.init))
    #expect(page.output.contains("analyze findings 1") && page.output.contains(option), "\(page)")
  }

  @Test("impressions as JSON include phases, assumptions and the differences of two policies")
  func impressionMembers() {
    let run = scrolltrace(
      "analyze", "impressions", "1", "--policy", "mrc.display", "--policy", "any-pixel",
      "--sensitivity", "--json", "--db", store)
    #expect(run.code == .ok, "\(run.error)")
    for member in ["phases_ns", "assumptions", "comparisons", "differences", "version", "flips"] {
      #expect(run.output.contains("\"\(member)\":"), "\(member)")
    }
  }

  @Test("analyses print and store their results")
  func analyses() throws {
    let settles = scrolltrace("analyze", "settles", "1", "--db", store)
    #expect(settles.code == .ok)
    #expect(settles.output.contains("the velocity of 900 pt/s turns the page to 390 pt"))
    let seen = scrolltrace(
      "analyze", "impressions", "1", "--policy", "mrc.display", "--db", store)
    #expect(seen.code == .ok, "\(seen.error)")
    #expect(scrolltrace("analyze", "findings", "1", "--db", store).code == .ok)
    let probe = scrolltrace(
      "analyze", "probe", "1", "-e", "contentOffset.x > 120", "--db", store)
    #expect(probe.output.contains("false → true"))
    let wrong = scrolltrace("analyze", "probe", "1", "-e", "contentOfset.x > 1", "--db", store)
    #expect(wrong.code == .usage)
    #expect(wrong.error.contains("column 1"))
    #expect(scrolltrace("analyze", "smoothness", "1", "--db", store).code == .ok)
    #expect(scrolltrace("analyze", "transitions", "1", "--db", store).code == .badData)
  }

  @Test("TRANS-32 transitions and probes follow the switches of the configuration")
  func switches() throws {
    func output(_ analysis: String, _ config: String, _ more: String...) -> String {
      let words = ["analyze", analysis, "1", "--config", config, "--no-keep", "--db", store]
      let run = scrolltrace(words + more)
      #expect([.ok, .differences].contains(run.code), "\(run.error)")
      return run.output
    }
    // Cards and container are 390 wide. The margin takes 90 off the unobscured area, so no card is
    // ever completely inside it.
    let side = "animated(visible(1))"
    let config =
      "behavior: paging, margins: insets(top: 0, left: 90, bottom: 0, right: 0), "
      + "transition: sides(top-leading: \(side), bottom-trailing: \(side)), transition-viewport: "
    let changes = ["unobscured", "visible-rect"].map { output("transitions", config + $0) }
    #expect(changes[0].split(separator: "\n")[1...] != changes[1].split(separator: "\n")[1...])
    let insets = "margins: insets(top: 20, left: 0, bottom: 0, right: 0), container-size: "
    for (choice, height) in [("excludes-insets", "300"), ("includes-insets", "320")] {
      #expect(
        output("probe", insets + choice, "-e", "containerSize.height").contains("0 → \(height)\n"))
    }
    for (choice, count) in [("two", "2 actions"), ("one", "1 action,"), ("none", "0 actions")] {
      let probe = output("probe", "initial-geometry: \(choice)", "-e", "containerSize.height")
      #expect(probe.contains(count), "\(probe)")
    }
  }

  @Test("results of analyses are in the views of the store")
  func keptRows() throws {
    func rows(_ sql: String) -> String {
      let run = scrolltrace("query", sql, "--format", "csv", "--db", store)
      #expect(run.code == .ok, "\(run.error)")
      return run.output
    }
    let side = "interactive(linear, visible(1))"
    let config =
      "behavior: paging, transition: sides(top-leading: \(side), bottom-trailing: \(side))"
    let transitions = scrolltrace(
      "analyze", "transitions", "1", "--config", config, "--json", "--db", store)
    #expect([.ok, .differences].contains(transitions.code), "\(transitions.error)")
    for _ in 1...2 {
      #expect(scrolltrace("analyze", "smoothness", "1", "--db", store).code == .ok)
      let probe = scrolltrace("analyze", "probe", "1", "-e", "contentOffset.x > 120", "--db", store)
      #expect(probe.code == .ok)
      #expect(scrolltrace("analyze", "findings", "1", "--db", store).code == .ok)
    }
    // Added twice, stored once.
    #expect(rows("SELECT count(*) AS n FROM probes") == "n\n1\n")
    #expect(
      rows(
        "SELECT count(*) AS n FROM smoothness WHERE measure = 'hitch-ratio' AND stretch = 'total'")
        == "n\n1\n")
    let totals = rows(
      "SELECT measure, unit FROM smoothness WHERE stretch = 'total' ORDER BY measure")
    for line in ["hitch-ratio,ms/s", "jank-v3-share,%", "jank-v4-share,%", "interval-p50,ms"] {
      #expect(totals.contains(line), "\(totals)")
    }
    #expect(
      rows("SELECT old_value, new_value FROM probe_actions ORDER BY number LIMIT 1 OFFSET 1")
        == "old_value,new_value\n0,1\n")
    #expect(rows("SELECT expression FROM probes") == "expression\ncontentOffset.x > 120\n")
    #expect(
      rows("SELECT kind, configuration IS NOT NULL AS has FROM transitions")
        == "kind,has\nreplayed,1\n")
    let kept = rows("SELECT change_count FROM transitions")
    let listed = rows("SELECT count(*) AS change_count FROM transition_changes")
    #expect(kept == listed && kept != "change_count\n0\n")
    // Stored results are printed, too.
    #expect(transitions.output.contains("\"mismatches\": ["), "\(transitions.output)")
  }

  @Test("a settle is explained in text and as a drawing")
  func explain() {
    let run = scrolltrace("explain", "1", "--settle", "2", "--db", store)
    #expect(run.code == .ok)
    #expect(run.output.contains("the projected rest of 620 pt is nearest to 780 pt"))
    #expect(run.output.contains("P"))
    #expect(run.output.contains("R release, P projected rest, X rest, | candidates"))
    #expect(!run.output.contains("passed-over"))
    #expect(scrolltrace("explain", "1", "--settle", "9", "--db", store).code == .nothingMatched)
  }

  @Test("lint explains its detectors")
  func lint() {
    #expect(scrolltrace("lint", "--explain", "S05").output.contains("S05"))
    #expect(scrolltrace("lint", "--explain", "S99").code == .nothingMatched)
    let page = scrolltrace("lint", "--explain", "S05", "--json").output
    #expect(page.hasPrefix("{") && page.contains(##""page": "# S05"##), "\(page)")
    #expect(scrolltrace("lint", "--list").output.contains("S01"))
    #expect(scrolltrace("lint", "1", "--db", store).code == .ok)
  }
}
