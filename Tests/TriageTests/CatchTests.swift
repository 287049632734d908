import Analysis
import Replay
import ScrollModel
import Simulation
import Testing
import Triage

/// A fling, and a tap that catches it: the limit of the second release counts from where the content
/// was heading for.
@Suite("gestures that catch the content")
struct CatchTests {
  /// What is found in a recording of flings that are caught after so many milliseconds.
  private static func findings(
    _ declared: String, ran: String? = nil, after wait: Int
  ) throws -> [Finding] {
    var scene = SceneFile(
      name: "caught", container: Size(width: 390, height: 345),
      content: .generated(
        SceneFile.ItemRule(count: 300, ids: .integers(first: 0), size: .same(.length(77)))))
    scene.refreshRate = 120
    let script = """
      wait 400ms
      fling up 2849
      wait \(wait)ms
      tap 150,150
      wait 1600ms
      fling up 906
      wait \(wait)ms
      tap 150,150
      wait 1600ms
      """
    let configuration = try Configuration(text: declared)
    var recording = try Recording(
      ObservedSimulation(
        Simulator(scene: scene, script: GestureScript(script)),
        configuration: ran.map { try Configuration(text: $0) } ?? configuration))
    recording.information.declaredConfiguration = declared
    let shelf = try Shelf()
    return try shelf.outcome(of: recording).findings(under: configuration, BehaviorRegistry())
  }

  @Test(
    "a release behind a catch is judged from where the content was heading for",
    arguments: ["always", "always-by-one", "always-by-few", "never"], [30, 60, 110, 190])
  func silent(limit: String, wait: Int) throws {
    let found = try Self.findings("behavior: view-aligned(limit: \(limit))", after: wait)
    #expect(
      !found.contains { $0.severity >= .warning },
      "\(found.map { "\($0.detector): \($0.message)" })")
  }

  @Test("a choice that was told counts although the content never got there")
  func told() throws {
    let found = try Self.findings(
      "behavior: view-aligned(limit: always-by-one)", ran: "behavior: view-aligned(limit: never)",
      after: 60)
    let choices = found.filter { $0.detector == "S02" }.flatMap(\.structure)
    #expect(choices.contains("caught"), "\(found.map { "\($0.detector): \($0.message)" })")
  }
}
