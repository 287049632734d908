import ScrollModel
import Testing

@testable import Report

@Suite("the diagnosis in report formats")
struct DiagnosisFaceTests {
  private static let sentence =
    "The app snaps every 300 pt, not to its cards, which repeat every 312 pt."

  /// A document with one finding that the cause explains and one that it does not.
  private static func diagnosed(withEffect: Bool = true) -> ReportDocument {
    var document = ReportDocument.sample()
    document.diagnosis = .sample()
    document.verdict = ReportVerdict(
      "\(ReportText.withoutPeriod(sentence)). The spacing (12) is missing",
      fix: "use view-aligned, as declared")
    document.findings[0].message = "it rests between two cards"
    document.findings[0].isEffect = withEffect
    var other = document.findings[0]
    other.isEffect = false
    other.detector = "S31"
    other.message = "frames are missing"
    other.expected = "Frames follow each other"
    document.findings.append(other)
    return document
  }

  private static func text(_ name: String, _ document: ReportDocument) throws -> String {
    try #require(try faces(of: document).first { $0.name == name }).text
  }

  @Test("the page states the cause, then its proof and its fix, before any finding")
  func pageOrder() throws {
    let page = try Self.text("html", Self.diagnosed())
    let top = try #require(page.between("<p class=\"verdict", "</header>"))
    let pieces = ["The app snaps every 300 pt", "<dt>Proof</dt>", "<dt>Fix</dt>", ".viewAligned"]
    let places = pieces.compactMap { top.range(of: $0)?.lowerBound }
    #expect(places.count == pieces.count && places == places.sorted())
    #expect(top.count(of: "it rests between two cards") == 0)
  }

  @Test("the page folds the consequences of the cause and shows the other findings")
  func folding() throws {
    let page = try Self.text("html", Self.diagnosed())
    let folded = try #require(page.between("<details class=\"effects\">", "</section>"))
    #expect(folded.count(of: "1 finding is a consequence of this cause") == 1)
    #expect(folded.count(of: "It rests between two cards") == 1)
    #expect(folded.count(of: "Frames are missing") == 0)
    #expect(page.count(of: "Frames are missing") == 1)
    // Collapsed in the page, complete for programs.
    let json = try Self.text("json", Self.diagnosed())
    #expect(json.count(of: "\"is_effect\": true") == 1)
    #expect(json.count(of: "\"is_effect\": false") == 1)
    #expect(json.count(of: "\"class\": \"interval\"") == 1)
  }

  @Test("an issue lists the offset of each release in the recording and with the fix")
  func expected() throws {
    var document = Self.diagnosed()
    var text = try Self.text("markdown", document)
    #expect(
      text.count(of: "| 1.000 s | card-1 at 292 pt | 280 pt, 12 pt before card-1 |") == 1)
    #expect(text.count(of: "| 2.000 s | 604 pt | 610 pt, 6 pt after 604 pt |") == 1)
    #expect(text.count(of: "Expected: Frames follow each other, as in a replay with") == 1)
    document.diagnosis?.expectations.removeLast()
    text = try Self.text("markdown", document)
    #expect(text.count(of: "Actual: 280 pt, 12 pt before card-1.") == 1)
    #expect(text.count(of: "Expected: card-1 at 292 pt.") == 1)
    // Without a rest to compare, the cause and its fix are the two sides.
    document.diagnosis?.expectations = []
    text = try Self.text("markdown", document)
    #expect(text.count(of: "Actual: \(Self.sentence)") == 1)
    #expect(text.count(of: "Fix: use view-aligned, as declared.") == 1)
    #expect(text.count(of: "nothing that") == 0)
  }

  @Test("an alert has the cause as its message and the detector as its rule")
  func alerts() throws {
    let message = "\(Self.sentence) The spacing (12) is missing. Fix: use view-aligned"
    let sarif = try Self.text("sarif", Self.diagnosed())
    #expect(sarif.count(of: "\"ruleId\": \"S05\"") == 1)
    #expect(sarif.count(of: "\"text\": \"\(message)") == 1)
    #expect(sarif.count(of: "\"symptom\": \"it rests between two cards\"") == 1)
    #expect(sarif.count(of: "\"text\": \"frames are missing\"") == 1)
    let junit = try Self.text("junit", Self.diagnosed())
    #expect(junit.count(of: "type=\"S05\" message=\"\(message)") == 1)
    #expect(junit.count(of: "type=\"S31\" message=\"frames are missing\"") == 1)
  }

  @Test("a cause without a finding is a result of its own")
  func causeAlone() throws {
    var document = Self.diagnosed(withEffect: false)
    document.findings = []
    let sarif = try Self.text("sarif", document)
    #expect(sarif.count(of: "\"ruleId\": \"cause/interval\"") == 1)
    let junit = try Self.text("junit", document)
    #expect(junit.count(of: "<failure type=\"cause/interval\" message=\"\(Self.sentence)") == 1)
    // An uncertain cause fails no build.
    document.diagnosis?.verdict = .undecided
    let undecided = try Self.text("junit", document)
    #expect(undecided.count(of: "name=\"cause/interval\"/>") == 1)
    #expect(try Self.text("sarif", document).count(of: "\"level\": \"note\"") == 1)
  }

  @Test("a folder groups traces by cause, by frequency, and healthy traces come after defects")
  func groups() throws {
    var rare = Self.diagnosed()
    rare.diagnosis?.causes[0].kind = "paging"
    rare.diagnosis?.causes[0].sentences = ["The app turns pages of 390 pt."]
    var wide = Self.diagnosed()
    wide.diagnosis?.causes[0].symbolic = "the card's width (340)"
    wide.diagnosis?.causes[0].sentences[0] = "The app snaps every 340 pt."
    var right = ReportDocument.unchecked()
    right.severity = .ok
    let index = IndexPage([
      .init(file: "1.html", right), .init(file: "2.html", .unchecked()),
      .init(file: "3.html", rare), .init(file: "4.html", .sample()),
      .init(file: "5.html", Self.diagnosed()), .init(file: "6.html", wide),
    ])
    #expect(index.summary.map(\.count) == [2, 1, 1, 1, 1])
    #expect(
      index.summary.map(\.text) == [
        ReportText.withoutPeriod(Self.sentence), "The app turns pages of 390 pt",
        "Defects without a diagnosed cause", "No defect, behaves as declared", "Not checked",
      ])
    let page = String(decoding: try index.bytes(), as: UTF8.self)
    let causes = try #require(page.between("<h2>By cause</h2>", "</section>"))
    #expect(causes.count(of: "In 1 trace the numbers differ.") == 1)
    #expect(causes.count(of: "2 traces: ") == 1)
  }

  @Test("a redacted diagnosis keeps its kind and numbers and no word of the trace")
  func redaction() throws {
    var document = ReportDocument.sample { "SECRET \($0)" }
    document.information.device = "iPhone17,1"
    document.diagnosis = .sample { "SECRET \($0)" }
    document.findings[0].isEffect = true
    let redacted = Redaction(salt: "salt").redacted(document)
    for face in try faces(of: redacted) {
      #expect(face.text.count(of: "SECRET") == 0, "\(face.name)")
    }
    #expect(
      redacted.verdict.statement == "The cause is of the kind interval of 300 pt")
    #expect(redacted.diagnosis?.expectations.map(\.place) == [292, 604])
  }
}

extension ReportDiagnosis {
  /// A diagnosis with something in every part; every text in it comes from `text`.
  static func sample(_ text: (String) -> String = { $0 }) -> ReportDiagnosis {
    var diagnosis = ReportDiagnosis(
      verdict: .cause, isDeclared: true,
      lines: [
        Line(label: "Cause", text: text("The app snaps every 300 pt.")),
        Line(label: "", text: text("The spacing (12) is missing.")),
        Line(label: "Proof", text: text("interval(300) explains 2 of 2 rests.")),
        Line(label: "Fix", text: text("use view-aligned, as declared.")),
        Line(label: "", text: text(".scrollTargetBehavior(.viewAligned)")),
      ])
    diagnosis.explained = 2
    diagnosis.declaredExplained = 0
    diagnosis.decisions = [
      Decision(number: 1, releaseTime: 1_000_000_000, rest: 280, margin: 12),
      Decision(number: 2, releaseTime: 2_000_000_000, rest: 610, margin: nil),
    ]
    var cause = ReportCause(
      kind: "interval", configuration: "behavior: interval(300)",
      sentences: [
        text("The app snaps every 300 pt, not to its cards, which repeat every 312 pt."),
        text("The spacing (12) is missing."),
      ], certainty: "certain", odds: 4000, explained: 2, worstMiss: 0.05)
    cause.parameter = .init(name: "interval", value: 300, unit: "pt")
    cause.symbolic = text("the card's width (300)")
    cause.effects = ["S05"]
    cause.fix = .init(
      summary: text("use view-aligned, as declared"),
      configuration: "behavior: view-aligned", code: text(".scrollTargetBehavior(.viewAligned)"),
      removes: ["S05"])
    cause.alternatives = [
      .init(
        kind: "paging", configuration: "behavior: paging", summary: text("turns pages"),
        explained: 1, odds: 40, isSameOutcome: false)
    ]
    cause.separatingGesture = text("a fling from the first card")
    diagnosis.causes = [cause]
    diagnosis.expectations = [
      Expectation(
        releaseTime: 1_000_000_000, isHorizontal: false, rest: 280, id: text("card-1"), place: 292),
      Expectation(
        releaseTime: 2_000_000_000, isHorizontal: false, rest: 610, id: nil, place: 604),
    ]
    return diagnosis
  }
}
