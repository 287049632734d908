import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@Suite("diagnosis of a carousel")
struct CarouselTests {
  /// Cards 300 pt wide with 12 pt between them, 20 pt insets: the app snaps every 300 pt.
  static func carousel(declared: String?, ran: String) throws -> HiddenCase {
    let rule = SceneFile.ItemRule(
      count: 12, ids: .strings(prefix: "card-"), size: .same(.length(300)))
    var scene = SceneFile(
      name: "stories", container: Size(width: 390, height: 400), content: .generated(rule))
    scene.axes = .horizontal
    scene.insets = Insets(top: 0, left: 20, bottom: 0, right: 20)
    scene.stack.spacing = 12
    return HiddenCase(
      name: "stories", hidden: try Configuration(text: ran),
      declared: try declared.map { try Configuration(text: $0) }, scene: scene,
      script: """
        wait 400ms
        fling left 1900
        wait 1500ms
        fling left 4500
        wait 1500ms
        drag from 200,200 to 190,200 over 600ms ease out
        wait 1500ms
        fling right 2200
        wait 1500ms

        """)
  }

  static func diagnosis(_ hidden: HiddenCase) throws -> TraceDiagnosis {
    let shelf = try TraceShelf()
    return try shelf.outcome(of: hidden.recording()).approvedDiagnosis(declared: hidden.declared)
  }

  /// Both lead to the same rests; only the finger distinguishes them.
  @Test("snaps of two cards are an interval, not offsets in pixels of a display of scale 2")
  func twoCards() throws {
    var hidden = try Self.carousel(
      declared: "behavior: view-aligned", ran: "behavior: interval(624)")
    hidden.scene.insets = .zero
    hidden.scene.scale = 2
    hidden.scene.content = .generated(
      SceneFile.ItemRule(count: 30, ids: .strings(prefix: "card-"), size: .same(.length(300))))
    hidden.script = [700, 1500, 2600, 900, 1900, 3100, 800, 2200]
      .map { "fling left \($0)\nwait 2500ms\n" }.joined()
    let found = try Self.diagnosis(hidden)
    #expect(found.causes.first?.cause == .interval, "\(found.lines().map(\.text))")
    hidden.hidden = try Configuration(text: "behavior: view-aligned")
    hidden.misreading = HiddenCase.Misreading(scale: 2)
    let other = try Self.diagnosis(hidden)
    #expect(other.causes.first?.cause == .units, "\(other.lines().map(\.text))")
  }

  @Test("each release has its distance from another rest, in points and as a velocity")
  func margins() throws {
    let found = try Self.diagnosis(
      Self.carousel(declared: "behavior: interval(300)", ran: "behavior: interval(300)"))
    #expect(found.verdict == .asDeclared)
    let margins = found.margins.compactMap { margin in
      margin.points.map { (points: $0, speed: margin.pointsPerSecond ?? 0) }
    }
    // Releases that lead beyond an end have none.
    #expect(margins.count >= 2)
    for (points, speed) in margins {
      // Half of an interval at most; 1 pt/s leads 0.4995 pt far.
      #expect(points > 0 && points <= 150)
      #expect((speed * 0.4995 - points).magnitude <= 0.01 * points)
    }
  }

  @Test("an interval that omits the spacing is named with its lengths")
  func spacing() throws {
    let found = try Self.diagnosis(
      Self.carousel(declared: "behavior: view-aligned", ran: "behavior: interval(300)"))
    #expect(found.verdict == .cause)
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .interval)
    #expect(cause.parameter?.value == 300)
    #expect(cause.certainty == .certain)
    #expect(
      cause.sentences == [
        "The app snaps every 300 pt from -20 pt, not to its cards, which repeat every 312 pt.",
        "300 pt is the card's width (300); the spacing (12) is missing.",
      ])
    #expect(cause.explained == found.decisions.count)
    #expect(found.declaredExplained == 0)
  }

  @Test("without a declaration, the diagnosis names the app's behavior")
  func undeclared() throws {
    let found = try Self.diagnosis(Self.carousel(declared: nil, ran: "behavior: interval(300)"))
    #expect(found.causes.first?.cause == .interval)
    #expect(found.causes.first?.sentences.first == "The app snaps every 300 pt from -20 pt.")
    #expect(found.declaredExplained == nil)
  }

  @Test("an app that behaves as declared has no cause")
  func healthy() throws {
    let found = try Self.diagnosis(
      Self.carousel(declared: "behavior: view-aligned", ran: "behavior: view-aligned"))
    #expect(found.verdict == .asDeclared)
    #expect(found.explained == found.decisions.count)
    #expect(found.causes.isEmpty)
  }

  @Test("a step of whole device pixels is the declared interval without its part of a pixel")
  func wholePixels() throws {
    func text(_ declared: String, _ ran: String) throws -> String {
      var hidden = try Self.carousel(
        declared: "behavior: interval(\(declared))", ran: "behavior: interval(\(ran))")
      hidden.scene.insets = .zero
      hidden.scene.scale = 2.625
      hidden.script = [700, 1500, 2600, 900, 1900].map { "fling left \($0)\nwait 2500ms\n" }
        .joined()
      return try Self.diagnosis(hidden).lines().map(\.text).joined(separator: "\n")
    }
    // 200 pt are 525 pixels, and 250 pt are 656.25.
    #expect(
      try text("250", "249.904762").contains(
        "249.9 pt is 656 device pixels. 250 pt would be 656.25: the part of a pixel is cut off."))
    #expect(try !text("250", "248").contains("device pixels"))
  }

  @Test("places that end early are found at the declared edge, too")
  func truncatedCenters() throws {
    let rule = SceneFile.ItemRule(
      count: 8, ids: .strings(prefix: "card-"), size: .same(.length(200)))
    var hidden = try Self.carousel(
      declared: "behavior: view-aligned(limit: never, anchor: center)",
      ran: "behavior: offsets([0, 216, 432, 648, 864, 1080])")
    hidden.scene.content = .generated(rule)
    hidden.scene.insets = .zero
    hidden.scene.stack.spacing = 16
    hidden.scene.stack.padding = Insets(top: 0, left: 95, bottom: 0, right: 95)
    hidden.script = [500, 600, 550, 700, 650, 900, 800, 1000]
      .map { "fling left \($0)\nwait 2s\n" }.joined()
    let found = try Self.diagnosis(hidden)
    #expect(found.causes.first?.cause == .offsets)
    #expect(found.causes.first?.parameter?.value == 1080)
  }
}
