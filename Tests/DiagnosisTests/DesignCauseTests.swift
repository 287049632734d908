import Diagnosis
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Apps that do exactly what they declare, with numbers that do not match each other.
@Suite("causes in the design")
struct DesignCauseTests {
  private static func scene(
    _ count: Int = 12, length: Double = 300, spacing: Double = 12, padding: Double = 0
  ) -> SceneFile {
    let rule = SceneFile.ItemRule(
      count: count, ids: .strings(prefix: "card-"), size: .same(.length(length)))
    var scene = SceneFile(
      name: "cards", container: Size(width: 390, height: 400), content: .generated(rule))
    scene.axes = .horizontal
    scene.stack.spacing = spacing
    scene.stack.padding = Insets(top: 0, left: padding, bottom: 0, right: padding)
    return scene
  }

  private static let flings = """
    wait 400ms
    fling left 1500
    wait 2500ms
    fling left 1500
    wait 2500ms
    fling left 1500
    wait 2500ms

    """

  static func diagnosis(
    _ scene: SceneFile, _ configuration: String, _ script: String = flings
  ) throws -> TraceDiagnosis {
    let configuration = try Configuration(text: configuration)
    let found = HiddenCase(
      name: "design", hidden: configuration, declared: configuration, scene: scene, script: script)
    return try FalseCauseTests.diagnosis(of: found.recording(), try TraceShelf())
  }

  @Test("padding inside the content under view alignment is a design cause")
  func padding() throws {
    let found = try Self.diagnosis(
      Self.scene(padding: 16), "behavior: view-aligned(limit: always-by-one)")
    let cause = try #require(found.causes.first)
    #expect(found.verdict == .cause)
    #expect(cause.cause == .design)
    #expect(cause.symbolic == "the padding before the first card (16)")
    #expect(cause.fix?.code == ".contentMargins(.horizontal, 16, for: .scrollContent)")
    let repaired = try Self.diagnosis(
      Self.scene(), "behavior: view-aligned(limit: always-by-one)")
    #expect(repaired.causes.isEmpty)
  }

  @Test("listed offsets that omit the spacing or the padding are a design cause")
  func offsets() throws {
    let growing = try Self.diagnosis(
      Self.scene(), "behavior: offsets([0, 300, 600, 900, 1200, 1500])")
    let cause = try #require(growing.causes.first)
    #expect(cause.cause == .design)
    #expect(cause.symbolic == "the spacing (12)")
    #expect(cause.sentences.contains("12 pt is the spacing (12)."))
    let shifted = try Self.diagnosis(
      Self.scene(padding: 40), "behavior: offsets([0, 322, 634, 946, 1258, 1570])")
    #expect(shifted.causes.first?.cause == .design)
    let two = try Self.diagnosis(Self.scene(), "behavior: offsets([12, 324])")
    #expect(two.causes.first?.cause == .design)
    for fitting in ["[0, 312, 624, 936, 1248]", "[0, 352, 664, 976]"] {
      let found = try Self.diagnosis(
        Self.scene(padding: fitting.contains("352") ? 40 : 0), "behavior: offsets(\(fitting))")
      #expect(found.causes.isEmpty, "\(found.lines())")
    }
  }

  @Test("an error of listed offsets that equals a length has four times the odds of another one")
  func namedError() throws {
    // 12 pt is the spacing, and 7 pt is no length of the scene.
    let named = try Self.diagnosis(Self.scene(), "behavior: offsets([12, 324, 636])")
    let other = try Self.diagnosis(Self.scene(), "behavior: offsets([7, 319, 631])")
    let odds = try [named, other].map { try #require($0.causes.first).odds }
    #expect(odds[0] == 4 * odds[1], "\(odds)")
  }

  @Test("an interval that may be intended is a remark, one that adds the spacing twice a cause")
  func interval() throws {
    let short = try Self.diagnosis(Self.scene(), "behavior: interval(300)")
    #expect(short.verdict == .asDeclared)
    #expect(short.causes.map(\.cause) == [.design])
    #expect(short.lines().map(\.label) == ["Result", "Check"])
    let long = try Self.diagnosis(Self.scene(), "behavior: interval(324)")
    #expect(long.verdict == .cause)
    #expect(long.causes.first?.symbolic == "the spacing (12)")
    #expect(try Self.diagnosis(Self.scene(), "behavior: interval(312)").causes.isEmpty)
  }

  @Test("a threshold that the last item cannot reach behind a bar is a design cause")
  func threshold() throws {
    var scene = Self.scene()
    scene.insets = Insets(top: 0, left: 0, bottom: 0, right: 200)
    let text = "view-visibility: 0.7, visibility-viewport: unobscured"
    let found = try Self.diagnosis(scene, text)
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .design)
    #expect(
      cause.sentences.first
        == "card-0 can never be 70 % visible: at most 63.3 % of it are in view at once.")
    #expect(try Self.diagnosis(scene, text.replacing("0.7", with: "0.6")).causes.isEmpty)
  }

  @Test("content that is replaced while the offset stays is a cause")
  func replaced() throws {
    let exchange =
      (0..<12).map { "insert \"new-\($0)\" at \($0) size 300\n" }.joined()
      + (0..<12).map { "remove card-\($0)\n" }.joined()
    // A recording ends with its last event, so a mark keeps it running.
    let later = "wait 800ms\nnote mark \"later\"\n"
    let script = "wait 400ms\nfling left 2500\nwait 3s\n" + exchange + later
    let found = try Self.diagnosis(Self.scene(), "", script)
    #expect(found.causes.first?.cause == .sizeChange)
    #expect(found.causes.first?.sentences.first?.contains("12 of 12 items") == true)
    let atStart = "wait 400ms\n" + exchange + later
    #expect(try Self.diagnosis(Self.scene(), "", atStart).causes.isEmpty)
  }

  @Test("a keyboard that hides the end is a cause")
  func keyboard() throws {
    var scene = Self.scene(30, length: 80, spacing: 0)
    scene.axes = .vertical
    scene.container = Size(width: 390, height: 700)
    let script =
      "wait 400ms\nscroll to edge bottom via offset\nwait 1s\ninsets 0,0,291,0\nwait 1s\n"
    let found = try Self.diagnosis(scene, "", script)
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .sizeChange)
    #expect(cause.symbolic == "the change of the bottom inset (291)")
    let anchored = try Self.diagnosis(scene, "default-anchor: bottom", script)
    #expect(anchored.causes.isEmpty, "\(anchored.lines())")
  }

  @Test("listed offsets with one wrong length are a design cause that names the item")
  func miscounted() throws {
    func found(_ offsets: String) throws -> TraceDiagnosis {
      try Self.diagnosis(Self.scene(spacing: 0), "behavior: offsets([\(offsets)])")
    }
    let wrong = try found("0, 300, 600, 900, 1160, 1460, 1760, 2060")
    #expect(wrong.causes.first?.cause == .design)
    #expect(
      wrong.causes.first?.sentences.first
        == "From card-4 on, each snap offset is 40 pt before the start of its card.")
    #expect(
      wrong.causes.first?.sentences.last
        == "card-4 starts 300 pt after card-3, and 260 pt were counted.")
    // Two wrong offsets at the end may have another reason.
    #expect(try found("0, 300, 600, 900, 1200, 1460, 1760").causes.isEmpty)
    #expect(try found("0, 300, 600, 900, 1200, 1500").causes.isEmpty)
  }

  @Test("items that fill the view within its insets are meant to be pages")
  func pagesWithinInsets() throws {
    var scene = Self.scene(length: 290, spacing: 0)
    scene.insets = Insets(top: 0, left: 50, bottom: 0, right: 50)
    let found = try Self.diagnosis(scene, "behavior: paging, page-length: frame")
    #expect(found.causes.first?.cause == .design)
    #expect(found.causes.first?.symbolic == "the insets at both ends (100)")
    #expect(found.causes.first?.certainty == .certain)
    // With items of another length, the intention is not known.
    scene = Self.scene(length: 270, spacing: 0)
    scene.insets = Insets(top: 0, left: 50, bottom: 0, right: 50)
    #expect(
      try Self.diagnosis(scene, "behavior: paging, page-length: frame").verdict == .asDeclared)
  }
}
