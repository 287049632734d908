import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// Apps whose code scrolls after releases, and recorded pages of Chromium whose scripts scroll.
@Suite("Scrolls of scripts")
struct ScriptPageTests {
  private static func diagnosis(_ page: String) throws -> TraceDiagnosis {
    let shelf = try TraceShelf()
    let (trace, store) = try shelf.put(
      LoggedTraces(path: Repository.path("fixtures/chromium-scripts/\(page).jsonl.gz")))
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    return try Diagnoser(Outcome(of: trace, in: store), declared: declared, BehaviorRegistry())
      .diagnose()
  }

  @Test(
    "the cause of a page is the defect of its script",
    arguments: [
      (
        "spacing-forgotten", CauseClass.interval,
        "340 pt is the item's width (340); the spacing (30) is missing"
      ),
      ("nearest-smooth", .scrollSnap, "scrolls after 7 of 7 releases"),
      ("fling-goes-on", .ownership, "arrives, and then the content moves on by"),
      ("timer", .ownership, "A timer of 1.7 s scrolls on"),
      ("prepend-twice", .sizeChange, "It was moved twice"),
      ("restored-early", .scrollTo, "it had not all its items yet"),
    ])
  func page(_ name: String, expected: CauseClass, text: String) throws {
    let cause = try #require(try Self.diagnosis(name).causes.first)
    #expect(cause.cause == expected)
    #expect(cause.sentences.joined(separator: " ").contains(text), "\(cause.sentences)")
    #expect(cause.certainty != .undecided)
  }

  @Test(
    "a page whose script keeps what is in view has no cause",
    arguments: ["free", "prepend-kept", "prepend-by-script", "top-button", "endless"])
  func healthy(_ name: String) throws {
    let diagnosis = try Self.diagnosis(name)
    #expect(diagnosis.verdict == .asDeclared, "\(diagnosis.lines().map(\.text))")
  }

  /// Flings of 300 pt cards, 12 pt apart; after some of them the app scrolls to multiples of 300.
  private static func steps(continued: Int, of count: Int) throws -> TraceDiagnosis {
    let rule = SceneFile.ItemRule(
      count: 30, ids: .strings(prefix: "card-"), size: .same(.length(300)))
    var scene = SceneFile(
      name: "cards", container: Size(width: 390, height: 400), content: .generated(rule))
    scene.axes = .horizontal
    scene.stack.spacing = 12
    let script = (1...count).map { number in
      "fling left \(900 + 150 * (number % 3))\nwait 300ms\n"
        + (number <= continued ? "scroll to x \(600 * number) animated via offset\n" : "")
        + "wait 2500ms\n"
    }
    return try DesignCauseTests.diagnosis(
      scene, "", "wait 400ms\n" + script.joined() + "note mark \"end\"\n")
  }

  @Test("an app that scrolls after each release is explained by the rule of its scrolls")
  func continued() throws {
    let cause = try #require(try Self.steps(continued: 5, of: 5).causes.first)
    #expect(cause.cause == .interval)
    #expect(
      cause.sentences.contains("Code of the app does this: it scrolls after 5 of 5 releases."))
    #expect(
      cause.sentences.contains("300 pt is the card's width (300); the spacing (12) is missing."))
    #expect(cause.fix?.summary == "use interval(312): the card's length and the spacing")
  }

  @Test("scrolls after some of the releases are no rule of rests")
  func sometimes() throws {
    let found = try Self.steps(continued: 2, of: 5)
    #expect(!found.causes.contains { $0.sentences.contains { $0.contains("Code of the app") } })
  }
}
