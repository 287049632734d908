import ScrollModel
import Testing

@testable import Report

@Suite("Redacted reports")
struct RedactionTests {
  private let redaction = Redaction(salt: "salt")

  @Test("no name of a trace remains in any format")
  func names() throws {
    // A report without its environment is useless: device and system stay, as the report states.
    var secret = ReportDocument.sample { "SECRET \($0)" }
    secret.information.device = "iPhone17,1"
    let document = redaction.redacted(secret)
    for face in try faces(of: document) {
      #expect(face.text.count(of: "SECRET") == 0, "\(face.name)")
      #expect(face.text.count(of: "\"snap\"") == 0, "\(face.name)")
    }
    let page = String(
      decoding: try IndexPage([.init(file: "1.html", document)]).bytes(), as: UTF8.self)
    #expect(page.count(of: "SECRET") == 0)
  }

  @Test(
    "removed text leaves no gaps in sentences",
    arguments: [[], [ReportFinding.Measure(name: "rests", value: 3, unit: "")]])
  func holes(measures: [ReportFinding.Measure]) throws {
    var document = ReportDocument.sample()
    document.findings[0].measures = measures
    document = redaction.redacted(document)
    for face in try faces(of: document) {
      for hole in [": .", " .\n", " .<", "there: "] where face.name == "markdown" {
        #expect(face.text.count(of: hole) == 0, "\(face.name) has '\(hole)'")
      }
      #expect(face.text.count(of: "motion: <") == 0, "\(face.name)")
    }
    #expect(
      document.verdict.text.count(of: " .") == 0 && document.verdict.text.count(of: ": .") == 0)
  }

  @Test("geometry, times and decisions stay, and the page states what was removed")
  func geometry() {
    let (before, after) = (ReportDocument.sample(), redaction.redacted(.sample()))
    #expect(after.tracks.map(\.times) == before.tracks.map(\.times))
    #expect(after.tracks.map(\.ys) == before.tracks.map(\.ys))
    #expect(after.containers == before.containers)
    #expect(
      after.layouts.map { $0.targets.map(\.frame) }
        == before.layouts.map { $0.targets.map(\.frame) })
    #expect(after.tracks[1].settles.map(\.rest) == before.tracks[1].settles.map(\.rest))
    #expect(after.findings.map(\.fingerprint) == before.findings.map(\.fingerprint))
    #expect(after.severity == before.severity)
    #expect(after.redactions.count >= 5)
    #expect(before.redactions.isEmpty)
  }

  @Test("equal ids have one pseudonym everywhere, and other ids or salts another")
  func standIns() {
    let document = redaction.redacted(.sample())
    let id = redaction.id("a")
    #expect(document.layouts[0].targets[0].id == id)
    #expect(document.tracks[0].ids[0].id == id)
    #expect(document.findings[0].target == id)
    #expect(document.policies[0].impressions[0].id == id)
    #expect(
      document.tracks[0].settles[0].plane?.choices == [.target(id), .target(redaction.id("b"))])
    #expect(redaction.id("b") != id)
    #expect(Redaction(salt: "other").id("a") != id)
    #expect(Redaction(salt: "sal").id("ta") != Redaction(salt: "salt").id("a"))
  }

  @Test("a target of a plane is redacted even if no layout of the page contains it")
  func numbersInPlanes() {
    var document = ReportDocument.sample()
    document.tracks[0].settles[0].plane?.choices = [.target("4155550123"), .place("296")]
    document.layouts = []
    #expect(
      redaction.redacted(document).tracks[0].settles[0].plane?.choices
        == [.target(redaction.id("4155550123")), .place("296")])
  }

  @Test(
    "a configuration keeps its keywords and loses its names",
    arguments: [
      "custom(\"snap\")", "behavior: custom(\"snap\")", "position: id(12), behavior: paging",
      "position: id(\"a\\\"snap\")", "a: \"open", "id(", "id()", "",
    ])
  func configuration(text: String) {
    let redacted = redaction.configuration(text) ?? ""
    #expect(redacted.count(of: "snap") == 0)
    #expect(redacted.count(of: "(12)") == 0)
    #expect(redacted.count(of: "open") == 0)
    #expect(redacted.count(of: "paging") == text.count(of: "paging"))
  }

  @Test(
    "an id of a configuration has the same pseudonym as in the trace, whatever its letters",
    arguments: [
      "\u{301}snap", "snap\u{301}", "\"\u{301}snap", "a\\\u{301}snap", "a\\", "\u{301}", "",
      "n\n\u{301}n",
      "a\r\nsnap", "Card(\u{301}snap)", "(snap)\u{301}", "12\u{20E3}",
    ])
  func configuredIDs(text: String) throws {
    let ids: [TargetID.Value] = [.string(text), .other(type: "Card", text: text)]
    for id in ids.flatMap({ [TargetID($0), TargetID($0, isOptional: true)] }) {
      try expectStandIn(of: id)
    }
  }

  @Test("a number in a position is redacted as an id", arguments: [12, -7, 0, Int64.max])
  func configuredNumbers(number: Int64) throws {
    try expectStandIn(of: TargetID(number))
    try expectStandIn(of: TargetID(.int(number), isOptional: true))
  }

  private func expectStandIn(of id: TargetID) throws {
    var user = PositionValue(idType: IDType(of: id))
    user.positionByUser(at: id)
    var userStandIn = PositionValue(idType: IDType(of: redaction.id(id)))
    userStandIn.positionByUser(at: redaction.id(id))
    let positions: [(PositionBinding, PositionBinding)] = [
      (.id(id), .id(redaction.id(id))), (.value(user), .value(userStandIn)),
    ]
    for (before, after) in positions {
      var configuration = Configuration(.standard)
      configuration.position = before
      let redacted = try #require(redaction.configuration(configuration.text))
      configuration.position = after
      #expect(try Configuration(text: redacted) == configuration, "\(redacted)")
    }
    #expect(redaction.id(id.displayText) == redaction.id(id).displayText)
  }

  @Test("deeply nested brackets are redacted")
  func nesting() {
    let depth = 10_000
    let text = String(repeating: "a(", count: depth) + "snap" + String(repeating: ")", count: depth)
    #expect(redaction.id(text).count(of: "(") == depth)
    #expect(redaction.id(text).count(of: "snap") == 0)
  }
}

@Suite("The page of a folder")
struct IndexPageTests {
  private func document(_ name: String, _ severity: ReportSeverity) -> ReportDocument {
    var document = ReportDocument.sample()
    document.information.name = name
    document.severity = severity
    return document
  }

  @Test("the worst trace comes first, equal ones keep their order, and each defect is listed once")
  func order() throws {
    let page = String(
      decoding: try IndexPage([
        .init(file: "1.html", document("fine", .ok)),
        .init(file: "2.html", document("bad", .error)),
        .init(file: "3.html", document("also fine", .ok)),
      ]).bytes(), as: UTF8.self)
    let table = try #require(page.between("All traces, worst first", "</section>"))
    let places = try [">bad<", ">fine<", ">also fine<"].map { try #require(table.range(of: $0)) }
    #expect(places[0].lowerBound < places[1].lowerBound)
    #expect(places[1].lowerBound < places[2].lowerBound)
    let defects = try #require(page.between("The same defects together", "</section>"))
    #expect(defects.count(of: "<article") == 1)
    #expect(defects.count(of: "3 traces: ") == 1)
  }

  @Test("traces of the same name are listed with their numbers, others without")
  func names() throws {
    let documents = ["feed", "cards", "feed"].enumerated().map { number, name in
      var document = document(name, .ok)
      document.traceID = Int64(number + 1)
      return document
    }
    let page = String(
      decoding: try IndexPage(documents.map { .init(file: "x.html", $0) }).bytes(), as: UTF8.self)
    // Each is in its group, in the table and below its defect.
    #expect(page.count(of: ">feed</a> (trace 1)") == 3)
    #expect(page.count(of: ">feed</a> (trace 3)") == 3)
    #expect(page.count(of: "(trace 2)") == 0)
  }

  @Test("an index of more than three traces can be filtered by each declared configuration")
  func configurations() throws {
    let documents = ["paging", "none", "paging", nil].map { behavior in
      var document = document("x", .ok)
      document.information.declaredConfiguration = behavior.map { "behavior: \($0)" }
      return document
    }
    let page = String(
      decoding: try IndexPage(documents.map { .init(file: "x.html", $0) }).bytes(), as: UTF8.self)
    let choices = try #require(page.between("<select id=\"configuration\">", "</select>"))
    #expect(choices.count(of: "<option") == 4)
    for text in [">all<", ">behavior: none<", ">behavior: paging<", ">none declared<"] {
      #expect(choices.count(of: text) == 1, "\(text)")
    }
    #expect(page.count(of: "\"configuration\":1,") == 2)
  }

  @Test(
    "a link points only into its folder",
    arguments: [
      ("a b.html", "./a%20b.html"), ("javascript:alert(1)", "./javascript%3Aalert%281%29"),
      ("//example.com/x", "./%2F%2Fexample.com%2Fx"), ("é\".html", "./%C3%A9%22.html"),
    ])
  func links(file: String, address: String) throws {
    let page = String(
      decoding: try IndexPage([.init(file: file, document("x", .ok))]).bytes(), as: UTF8.self)
    #expect(page.count(of: "href=\"\(address)\"") == 3)
  }

  @Test("a failed trace is listed with its reason", arguments: hostileTexts)
  func failures(text: String) throws {
    let page = String(
      decoding: try IndexPage([], failures: [.init(name: text, reason: "cannot be read")]).bytes(),
      as: UTF8.self)
    #expect(page.count(of: "cannot be read") == 1)
    #expect(page.count(of: "<script") == 0)
  }
}
