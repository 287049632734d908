import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

extension DiagnosisTests {
  @Test("a side names its behavior as --behavior does, and a mistake in it ends alike")
  func sides() {
    for word in ["view-aligned(limit: never)", ".viewAligned(limitBehavior: .never)"] {
      let run = scrolltrace("compare", "1", "1@\(word)", "--db", store)
      #expect(run.code == .ok || run.code == .differences, "\(run.error)")
    }
    let side = scrolltrace("compare", "1", "1@pagin", "--db", store)
    let option = scrolltrace("replay", "1", "--behavior", "pagin", "--db", store)
    #expect(side.code == .usage && option.code == .usage)
    #expect(side.error.contains("'@pagin'"))
    for text in ["expected none, paging, view-aligned", "did you mean 'paging'?"] {
      #expect(side.error.contains(text) && option.error.contains(text), "\(side.error)")
    }
  }

  @Test("a comparison of a replay with its recording does not depend on their order")
  func order() {
    let one = scrolltrace("compare", "1", "1@interval(200)", "--db", store)
    let other = scrolltrace("compare", "1@interval(200)", "1", "--db", store)
    #expect(one.code == .differences && one.output.contains("instead of"), "\(one.output)")
    #expect(other.output == one.output)
  }

  @Test("the one of three sides that differs is the outlier")
  func outlier() {
    let run = scrolltrace("compare", "1", "1@declared", "1@interval(200)", "--db", store)
    let lines = run.output.split(separator: "\n").filter { $0.contains("outlier") }
    #expect(lines.count == 1 && lines.first?.contains("interval(200)") == true, "\(run.output)")
  }

  @Test("a replay without reports differs from a recording with reports")
  func silence() throws {
    let log = folder.file("ids.jsonl")
    let items = (0..<40).map { "[\($0),0,\($0 * 100),393,100]" }.joined(separator: ",")
    var lines = [
      #"{"scrolltrace":1,"name":"ids","axes":"vertical"}"#,
      #"{"t":0,"k":"container","w":393,"h":600}"#,
      #"{"t":0,"k":"layout","cw":393,"ch":4000,"items":[\#(items)]}"#,
      #"{"t":0,"k":"touch","phase":"began","x":100,"y":500}"#,
    ]
    for step in 1...30 {
      let finger = #""x":100,"y":\#(500 - step * 15)"#
      lines.append(#"{"t":\#(step * 16),"k":"touch","phase":"moved",\#(finger)}"#)
      lines.append(#"{"t":\#(step * 16),"k":"position","id":\#(step * 15 / 100)}"#)
      lines.append(#"{"t":\#(step * 16),"k":"frame","x":0,"y":\#(max(0, step * 15 - 10))}"#)
    }
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    let store = folder.file("ids.sqlite")
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    let configuration = "profile: ios18, position: id"
    func run(_ more: String) -> Run {
      scrolltrace("replay", "1", "--db", store, "--config", configuration + more)
    }
    let silent = run(", target-layout: off")
    #expect(silent.output.contains("id differs"), "\(silent.output)")
    #expect(silent.output.contains("the replay reported nothing"), "\(silent.output)")
  }

  @Test("sides of a comparison are recordings and replays")
  func compare() {
    let same = scrolltrace("compare", "1", "1@declared", "--db", store)
    #expect(same.code == .ok)
    let other = scrolltrace(
      "compare", "1@paging", "1@behavior: interval(200), deceleration: fast", "--db", store)
    #expect(other.code == .differences)
    #expect(other.output.contains("candidate"))
    // Three different outcomes are no group with an outlier, but they are a difference.
    let many = scrolltrace("compare", "1", "1@interval(200)", "1@none", "--db", store)
    #expect(many.code == .differences && many.output.contains("medoid"), "\(many.output)")
    let three = scrolltrace("compare", "1", "1@declared", "1@paging", "--db", store)
    #expect(three.code == .ok, "\(three.output)")
    let one = scrolltrace("compare", "1", "1", "--db", store)
    #expect(one.code == .usage)
    #expect(one.error.contains("the same recording"))
    #expect(scrolltrace("compare", "1", "9", "--db", store).code == .nothingMatched)
  }

  @Test("all sides of one trace share its clock, however many there are")
  func manyOfOneTrace() throws {
    let words = ["1@paging", "1@none"]
    let pair = scrolltrace(["compare"] + words + ["--db", store, "--json"])
    let largest = try #require(
      pair.output.split(separator: "\n").first { $0.contains("max_absolute_pt") }?
        .split(separator: " ").last.map { $0.filter { $0 != "," } })
    let many = scrolltrace(["compare"] + words + ["1@declared", "--db", store, "--json"])
    #expect(many.output.contains("\"distance_to_medoid_pt\": \(largest)"), "\(many.output)")
    // The part that drove a replay cannot check it, neither in a group nor in a pair.
    let driven = scrolltrace(
      ["compare", "1"] + words + ["--db", store, "--drive", "offset"])
    #expect(driven.code == .badData && driven.error.contains("nothing to compare"))
  }

  @Test("pixels use the scale of the container if the header has none")
  func pixels() throws {
    let log = """
      {"scrolltrace":1,"name":"NAME","axes":"vertical"}
      {"t":0,"k":"container","w":390,"h":800,"scale":3}
      {"t":16,"k":"frame","x":0,"y":0}
      {"t":32,"k":"frame","x":0,"y":PLACE}

      """
    for (name, place) in [("flat", "0"), ("half", "0.5")] {
      let file = folder.file("\(name).jsonl")
      let text = log.replacing("NAME", with: name).replacing("PLACE", with: place)
      try Files.write(Array(text.utf8), to: file)
      #expect(scrolltrace("import", "--db", store, file).code == .ok)
    }
    for (pixels, code) in [("1.5", ExitCode.ok), ("1.4", .differences)] {
      let run = scrolltrace("compare", "flat", "half", "--db", store, "--tolerance-px", pixels)
      #expect(run.code == code, "\(run.output)\(run.error)")
    }
  }

  @Test("a tolerance in pixels of an unknown scale is refused")
  func unknownPixels() throws {
    let log = """
      {"scrolltrace":1,"name":"bare","axes":"vertical"}
      {"t":0,"k":"container","w":390,"h":800}
      {"t":16,"k":"frame","x":0,"y":0}
      {"t":32,"k":"frame","x":0,"y":9}

      """
    let file = folder.file("bare.jsonl")
    try Files.write(Array(log.utf8), to: file)
    #expect(scrolltrace("import", "--db", store, file).code == .ok)
    for words in [["compare", "bare", "bare"], ["replay", "bare"]] {
      let run = scrolltrace(words + ["--db", store, "--tolerance-px", "9"])
      #expect(run.code == .badData, "\(run.output)\(run.error)")
      #expect(run.error.contains("'bare' has; give --tolerance-pt"), "\(run.error)")
    }
  }

  @Test("a side is found whatever its trace is called", arguments: ["a@b", "@", "1", "1@paging"])
  func awkwardNames(name: String) throws {
    let file = folder.file("named.jsonl")
    let log = """
      {"scrolltrace":1,"name":"\(name)","axes":"vertical"}
      {"t":0,"k":"container","w":390,"h":800}
      {"t":0,"k":"layout","cw":390,"ch":4000,"items":[[1,0,0,390,4000]]}
      {"t":100,"k":"touch","phase":"began","x":100,"y":500}
      {"t":120,"k":"touch","phase":"moved","x":100,"y":400}
      {"t":140,"k":"touch","phase":"ended","x":100,"y":300}

      """
    try Files.write(Array(log.utf8), to: file)
    #expect(scrolltrace("import", "--db", store, file).code == .ok)
    let run = scrolltrace("compare", "\(name)@none", "2@declared", "--db", store)
    #expect(run.code == .badData && run.error.contains("trace 2 declares no"), "\(run.error)")
    let whole = scrolltrace("compare", "\(name)@none", "\(name)@none", "--db", store)
    #expect(whole.code == .ok, "\(whole.output)\(whole.error)")
    #expect(whole.output.contains(name == "1" ? "trace 1 " : "trace 2 "), "\(whole.output)")
  }

  @Test("a matrix has a column for each varying key and lists the keys without effect")
  func columns() throws {
    let run = scrolltrace(
      "replay", "1", "--db", store, "--behavior", "none,paging,view-aligned(limit: never)",
      "--anchor", "leading,trailing")
    let lines = run.output.split(separator: "\n").map(String.init)
    let title = try #require(lines.first { $0.hasPrefix("behavior") }, "\(run.output)")
    for column in [
      "position-anchor", "settles at", "first divergence", "worst difference", "id changes",
      "impressions", "group",
    ] {
      #expect(title.contains(column), "\(title)")
    }
    #expect(lines.count { $0.hasPrefix("view-aligned(limit: never)  ") } == 2)
    #expect(run.output.contains("6 configurations form 3 groups"))
    #expect(run.output.contains("position-anchor makes no difference: no position is bound"))
  }

  @Test("sides of a comparison are checked against their approved outcomes")
  func comparisonGolden() throws {
    let path = folder.file("sides.json")
    let words = ["compare", "1", "1@interval(200)", "--db", store, "--golden", path]
    let approving = scrolltrace(words + ["--approve"])
    #expect(approving.code == .ok && approving.error.contains("approved 2 outcomes"))
    // They differ from each other, as approved.
    #expect(scrolltrace(words).code == .ok)
    // One side is unchanged, the other was never approved, and an approved one is missing.
    let other = scrolltrace(
      "compare", "1", "1@interval(130)", "--db", store, "--golden", path)
    #expect(other.code == .differences)
    #expect(other.error.contains("under 'interval(130)' is not approved"), "\(other.error)")
    #expect(other.error.contains("under 'interval(200)' is approved and is missing"))
    #expect(!other.error.contains("as recorded"))
    for (member, word) in [
      ("targets", "settles at"), ("ids", "reports the ids"), ("impressions", "shows"),
    ] {
      var approved = try Files.text(path)
      let place = try #require(approved.firstRange(of: "\"\(member)\": ["))
      approved.insert(contentsOf: "\"nobody\", ", at: place.upperBound)
      let changed = folder.file("changed.json")
      try Files.write(Array(approved.replacing(", ]", with: "]").utf8), to: changed)
      let run = scrolltrace(
        "compare", "1", "1@interval(200)", "--db", store, "--golden", changed)
      #expect(run.code == .differences && run.error.contains(word), "\(member): \(run.error)")
      #expect(run.error.contains("'Paging cards' as recorded"), "\(run.error)")
    }
    let unnamed = scrolltrace("compare", "1", "1@paging", "--db", store, "--approve")
    #expect(unnamed.code == .usage && unnamed.error.contains("--approve needs --golden"))
  }
}
