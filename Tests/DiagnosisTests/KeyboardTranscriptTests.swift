import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// A chat transcript in which a reader scrolls back and the keyboard opens.
///
/// A public report measured how far a row in the middle of the view moves (https://github.com/ai-
/// ecoverse/slicc/issues/2072).
@Suite("opening the keyboard in a transcript")
struct KeyboardTranscriptTests {
  private static let bound = "profile: ios26, position: value(type: string)"
  /// In the order of the report, whose jumps were 453, 323, 265 and 0 pt.
  private static let variants = [
    bound, bound + ", size-changes-anchor: bottom", bound + ", default-anchor: bottom",
    "profile: ios26, default-anchor: bottom",
  ]

  private static func simulation(_ configuration: String) throws -> ObservedSimulation {
    func bytes(_ name: String) throws -> [UInt8] { try Files.read(Repository.path(name)) }
    let scene = try SceneFile(
      json: try bytes("fixtures/scenes/transcript-keyboard.json"), name: "transcript")
    let script = String(
      decoding: try bytes("fixtures/scripts/transcript-keyboard.script"), as: UTF8.self)
    return ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript(script)),
      configuration: try Configuration(text: configuration))
  }

  /// How far the row in the middle of the view moves on the screen when the keyboard opens.
  private static func jump(_ configuration: String) throws -> Double {
    var sink = CollectingSink()
    try simulation(configuration).send(to: &sink)
    var starts: [TargetID: (start: Double, end: Double)] = [:]
    var (offset, before) = (0.0, 0.0)
    var row: TargetID?
    for event in sink.traces[0].events {
      switch event {
      case .input(.layout(let layout)):
        for target in layout.targets {
          let start = target.frame.origin.y
          starts[target.id] = (start, start + target.frame.size.height)
        }
      case .observation(.frame(let frame)): offset = frame.offset.y
      case .observation(.annotation):
        let middle = offset + 59 + (760 - 59) / 2
        row = starts.first { $0.value.start <= middle && middle < $0.value.end }?.key
        before = (row.flatMap { starts[$0]?.start } ?? .nan) - offset
      default: break
      }
    }
    return (row.flatMap { starts[$0]?.start } ?? .nan) - offset - before
  }

  @Test("POS-62 a bound transcript jumps in the published order, an unbound one does not")
  func order() throws {
    let jumps = try Self.variants.map(Self.jump)
    #expect(jumps[0] > jumps[1] && jumps[1] > jumps[2] && jumps[2] > 100, "\(jumps)")
    #expect(jumps[3] == 0)
  }

  @Test("POS-56 the cause is the binding that overrides the anchor, and a replay proves the fix")
  func cause() throws {
    for (index, variant) in Self.variants.enumerated() {
      let (trace, store) = try TraceShelf().put(try Self.simulation(variant))
      let found = try Outcome(of: trace, in: store).approvedDiagnosis(
        declared: try Configuration(text: variant))
      let lines = "\(found.lines().map(\.text))"
      guard index < 3 else {
        #expect(found.verdict == .asDeclared && found.causes.isEmpty, "\(lines)")
        continue
      }
      let first = try #require(found.causes.first)
      #expect(first.cause == .sizeChange && first.certainty == .certain)
      #expect(first.fix?.code.hasSuffix("no .scrollPosition on this scroll view") == true)
      #expect(
        first.sentences[0].hasPrefix("The position binding overrides the default anchor"),
        "\(lines)")
      #expect(first.effects.map(\.detector) == ["S10"], "\(lines)")
      #expect(first.fix?.removed == ["S10"], "\(lines)")
      #expect(first.fix?.configuration.position == PositionBinding.none)
    }
  }
}
