import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@Suite("diagnosis of carousels that move by one card")
struct DeclaredLimitTests {
  /// Cards of 280 pt with 12 pt between them, which gestures of every kind move.
  private static func cards(
    _ ran: String, _ declared: String?, insets: Double = 16,
    _ change: (inout HiddenCase) -> Void = { _ in }
  ) throws -> HiddenCase {
    let rule = SceneFile.ItemRule(
      count: 14, ids: .strings(prefix: "card-"), size: .same(.length(280)))
    var scene = SceneFile(
      name: "cards", container: Size(width: 393, height: 240), content: .generated(rule))
    scene.axes = .horizontal
    scene.insets = Insets(top: 0, left: insets, bottom: 0, right: insets)
    scene.stack.spacing = 12
    var hidden = HiddenCase(
      name: "cards", hidden: try Configuration(text: "profile: ios18, \(ran)"),
      declared: try declared.map { try Configuration(text: "profile: ios18, \($0)") }, scene: scene,
      script: [
        "fling left 900", "fling left 1500", "drag from 330,120 to 170,120 over 500ms ease out",
        "fling left 400", "fling right 1200", "drag from 300,120 to 230,120 over 400ms ease out",
        "fling left 2500", "fling right 700",
      ].map { "wait 1s\n\($0)\n" }.joined() + "wait 1s\n")
    change(&hidden)
    return hidden
  }

  private static func lines(_ hidden: HiddenCase) throws -> (cause: CauseClass?, text: String) {
    let found = try CarouselTests.diagnosis(hidden)
    let text = found.lines().map(\.text).joined(separator: "\n")
    return (found.causes.first?.cause, text)
  }

  @Test("the declared limit at another edge is a wrong anchor, not the app's own paging")
  func anchor() throws {
    let found = try Self.lines(
      Self.cards("behavior: view-aligned", "behavior: view-aligned(anchor: center)"))
    #expect(found.cause == .anchor, "\(found.text)")
    #expect(found.text.contains("at their leading edge"))
    // The layout does not change.
    #expect(!found.text.contains("before the layout changed"))
  }

  @Test("a margin that is missing is named under a limit, too", arguments: [0.0, 40])
  func margin(ran: Double) throws {
    let found = try Self.lines(
      Self.cards(
        "behavior: view-aligned, margins: insets(left: \(ran), right: \(ran))",
        "behavior: view-aligned, margins: insets(left: 24, right: 24)", insets: 0))
    #expect(found.cause == .insets, "\(found.text)")
    #expect(found.text.contains(ran == 0 ? "margin of 24 pt is ignored" : "inset is 40 pt"))
    #expect(found.text.contains("apply the declared margin of 24 pt"))
  }

  @Test("a finger that moves the content as the direction says excludes mirrored offsets")
  func rightToLeft() throws {
    let found = try Self.lines(
      Self.cards("behavior: view-aligned(anchor: trailing)", "behavior: view-aligned") {
        $0.scene.direction = .rightToLeft
      })
    #expect(found.cause == .anchor, "\(found.text)")
  }

  @Test("pages that are longer than what the insets leave get a fix that snaps")
  func pages() throws {
    let rule = SceneFile.ItemRule(
      count: 6, ids: .strings(prefix: "clip-"), size: .same(.length(852)))
    var scene = SceneFile(
      name: "clips", container: Size(width: 393, height: 852), content: .generated(rule))
    scene.insets = Insets(top: 59, left: 0, bottom: 34, right: 0)
    let paging = try Configuration(text: "profile: ios26, behavior: paging")
    let found = try Self.lines(
      HiddenCase(
        name: "clips", hidden: paging, declared: paging, scene: scene,
        script: String(repeating: "wait 1s\nfling up 1200\n", count: 4) + "wait 1s\n"))
    #expect(found.cause == .design, "\(found.text)")
    #expect(!found.text.contains("view-aligned") && found.text.contains("a page is 852 pt"))
  }

  @Test("what explains the rests explains the proposed ends, too")
  func proposals() throws {
    let found = try Self.lines(
      Self.cards(
        "behavior: view-aligned(limit: never)",
        "behavior: view-aligned(limit: never), deceleration: fast"))
    #expect(found.cause == .deceleration, "\(found.text)")
    #expect(!found.text.contains("by another formula"))
  }

  @Test("items that jump although a position is bound need an offset, not a position")
  func bound() throws {
    for position in ["none", "id"] {
      let configuration = "position: \(position)"
      var hidden = try Self.cards(configuration, configuration)
      hidden.scene.axes = .vertical
      hidden.script = "wait 1s\nfling up 1500\nwait 3s\ninsert \"new\" at 0 size 90\nwait 1s\n"
      let found = try Self.lines(hidden)
      #expect(found.cause == .sizeChange, "\(found.text)")
      #expect(found.text.contains("bind the position") == (position == "none"), "\(found.text)")
    }
  }
}
