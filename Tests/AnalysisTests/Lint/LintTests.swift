import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("lint")
struct LintTests {
  /// A configuration lint with a case that it reports and a near miss that it does not report.
  struct Rule: Sendable, CustomTestStringConvertible {
    let id: String
    let scene: String
    let configuration: String
    var nearScene: String?
    var nearConfiguration: String?
    var code = DeclaredCode()
    var nearCode: DeclaredCode?
    var testDescription: String { id }
  }

  static func scene(
    _ size: String = "390", count: Int = 8, spacing: Int = 0, axis: String = "horizontal",
    container: String = "[390, 300]", insets: String = "0"
  ) -> String {
    """
    {"name": "s", "axis": "\(axis)", "container": \(container), "insets": \(insets),
     "stack": {"spacing": \(spacing)}, "items": {"count": \(count), "size": \(size)}}
    """
  }

  static func code(_ change: (inout DeclaredCode) -> Void) -> DeclaredCode {
    var code = DeclaredCode()
    change(&code)
    return code
  }

  static let transition =
    "transition: sides(top-leading: animated(centered), bottom-trailing: animated(centered))"
  static let twoSame = """
    {"name": "s", "container": [390, 300], "items": [{"id": 1, "size": 100}, {"id": 1, "size": 100}]}
    """
  static let twoOthers = """
    {"name": "s", "container": [390, 300], "items": [{"id": 1, "size": 100}, {"id": 2, "size": 100}]}
    """
  static let sentinel = """
    {"name": "s", "container": [390, 300], "items": [{"id": 1, "size": 100}, {"id": 2, "size": 0}]}
    """

  static let shortSentinel = """
    {"name": "s", "container": [390, 300], "items": [{"id": 1, "size": 290}, {"id": 2, "size": 1}]}
    """

  /// Items from right to left.
  static func mirrored(_ sizes: [Int]) -> String {
    let items = sizes.enumerated().map { "{\"id\": \($0.offset), \"size\": \($0.element)}" }
    return """
      {"name": "s", "axis": "horizontal", "direction": "rtl", "container": [390, 300],
       "items": [\(items.joined(separator: ", "))]}
      """
  }

  static let rules: [Rule] = [
    Rule(
      id: "L01", scene: scene(spacing: 16), configuration: "behavior: paging", nearScene: scene()),
    Rule(
      id: "L02",
      scene: scene("734", container: "[852, 300]", insets: "{\"left\": 59, \"right\": 59}"),
      configuration: "behavior: paging",
      nearConfiguration: "behavior: paging, page-length: container"),
    Rule(
      id: "L02",
      scene: scene("734", container: "[852, 300]", insets: "{\"left\": 59, \"right\": 59}"),
      configuration: "behavior: paging",
      nearScene: scene("284", container: "[852, 300]", insets: "{\"left\": 59, \"right\": 59}")),
    Rule(
      id: "L03", scene: scene("100", spacing: 10), configuration: "behavior: interval(100)",
      nearConfiguration: "behavior: interval(110)"),
    Rule(
      id: "L04", scene: scene(), configuration: "behavior: view-aligned, target-layout: off",
      nearConfiguration: "behavior: view-aligned"),
    Rule(
      id: "L05", scene: scene(), configuration: "position: value(type: optional(int))",
      nearConfiguration: "position: value(type: int)"),
    Rule(
      id: "L06", scene: scene("100"), configuration: "behavior: interval(120)",
      nearConfiguration: "behavior: interval(10)"),
    Rule(
      id: "L06", scene: mirrored([390, 390, 100]), configuration: "behavior: view-aligned",
      nearScene: mirrored([390, 390, 390])),
    Rule(
      id: "L27", scene: mirrored([290, 390, 1]), configuration: "view-visibility: 0.5",
      nearScene: mirrored([1, 390, 290])),
    Rule(
      id: "L07", scene: scene("50", count: 1001), configuration: "behavior: view-aligned",
      nearScene: scene("50", count: 20)),
    Rule(
      id: "L09", scene: scene("900"), configuration: "view-visibility: 0.5",
      nearConfiguration: "view-visibility: 0.4"),
    Rule(
      id: "L10", scene: scene("100", count: 40), configuration: transition,
      code: code { $0.isLazy = false }, nearCode: code { $0.isLazy = true }),
    Rule(
      id: "L11", scene: sentinel, configuration: "view-visibility: 0.5", nearScene: twoOthers),
    Rule(
      id: "L12", scene: scene(), configuration: "behavior: view-aligned, position: id",
      nearConfiguration: "behavior: view-aligned, position: id, position-anchor: leading"),
    Rule(
      id: "L14", scene: scene(insets: "20"), configuration: "",
      code: code { $0.geometryTransforms = ["contentOffset.y > 120"] },
      nearCode: code { $0.geometryTransforms = ["contentOffset.y + contentInsets.top > 120"] }),
    Rule(
      id: "L15", scene: scene("100", count: 5), configuration: "",
      code: code {
        $0.headerThreshold = 80
        $0.headerCollapse = 60
      },
      nearCode: code {
        $0.headerThreshold = 20
        $0.headerCollapse = 60
      }),
    Rule(
      id: "L16", scene: scene(), configuration: "",
      code: code { $0.geometryTransforms = ["contentOffset.y"] },
      nearCode: code { $0.geometryTransforms = ["contentOffset.y > 3"] }),
    Rule(
      id: "L18", scene: scene(), configuration: "",
      code: code { $0.geometryTransforms = ["contentOffset.y > 3"] }, nearCode: DeclaredCode()),
    Rule(
      id: "L19", scene: scene(), configuration: "view-visibility: 0.5",
      code: code { $0.countsEveryImpression = true }, nearCode: DeclaredCode()),
    Rule(
      id: "L20", scene: scene(),
      configuration:
        "transition: sides(top-leading: interactive(ease-in-out, visible(1)), bottom-trailing: interactive(ease-in-out, visible(1)))",
      nearConfiguration: transition),
    Rule(id: "L21", scene: scene(), configuration: transition, nearConfiguration: ""),
    Rule(
      id: "L22", scene: scene("100"), configuration: transition,
      nearConfiguration: transition + ", behavior: view-aligned(anchor: center)"),
    Rule(
      id: "L23", scene: scene("40", count: 40), configuration: transition,
      nearScene: scene("200", count: 40)),
    Rule(
      id: "L25", scene: scene("100"), configuration: "behavior: interval(105.142857)",
      nearConfiguration: "behavior: interval(105)"),
    Rule(
      id: "L24", scene: scene("100"), configuration: "behavior: interval(100)",
      code: code { $0.pagesBeside = true }, nearCode: DeclaredCode()),
    Rule(
      id: "L26", scene: scene("100"), configuration: "behavior: paging", nearScene: scene()),
    Rule(
      id: "L27", scene: shortSentinel, configuration: "view-visibility: 0.5",
      nearConfiguration: ""),
    Rule(id: "L28", scene: twoSame, configuration: "position: id", nearScene: twoOthers),
  ]

  static func lint(
    _ scene: String, _ configuration: String, _ code: DeclaredCode
  ) throws -> [Finding] {
    let configuration = try Configuration(text: configuration)
    let run = try RecordedRun(
      SceneFile(json: Array(scene.utf8), name: "s"), GestureScript("wait 200ms"), configuration)
    return run.pass(ConfigurationLint(configuration, code: code)).findings
  }

  @Test("a configuration lint reports its case and not the near miss", arguments: rules)
  func configurations(_ rule: Rule) throws {
    let found = try Self.lint(rule.scene, rule.configuration, rule.code)
    #expect(found.contains { $0.detector == rule.id }, "\(found.map(\.message))")
    let near = try Self.lint(
      rule.nearScene ?? rule.scene, rule.nearConfiguration ?? rule.configuration,
      rule.nearCode ?? rule.code)
    #expect(!near.contains { $0.detector == rule.id }, "\(near.map(\.message))")
  }

  @Test("every configuration lint has a case")
  func coverage() {
    let ids = Set(ConfigurationLint.rules.map(\.entry.id))
    #expect(ids == Set(Self.rules.map(\.id)))
  }

  @Test("declared code is parsed from text, and invalid text is refused")
  func declaredCode() throws {
    let text =
      "stack: eager, observes: contentOffset.y > 120, observes: clamp(progress, 0, 1), header: 80/60, paging: on, "
      + "impressions: every"
    var expected = DeclaredCode()
    expected.isLazy = false
    expected.geometryTransforms = ["contentOffset.y > 120", "clamp(progress, 0, 1)"]
    expected.headerThreshold = 80
    expected.headerCollapse = 60
    expected.pagesBeside = true
    expected.countsEveryImpression = true
    #expect(try DeclaredCode(text: text) == expected)
    #expect(try DeclaredCode(text: "") == DeclaredCode())
    for wrong in [
      "stack", "stack: slow", "header: 80", "header: 80/x", "header: -1/3", "observes:",
      "color: red",
      "paging: off",
    ] {
      #expect(throws: DeclaredCodeError.self, "\(wrong)") { try DeclaredCode(text: wrong) }
    }
  }

  @Test(
    "commands with surprising effects are reported",
    arguments: [
      ("L08", "behavior: view-aligned", "scroll to point 50,0 via offset", "vertical"),
      ("L13", "single-axis-scroll: resets-other", "scroll to x 50 via offset", "both"),
      ("L17", "position: value(type: int)", "scroll to edge bottom", "vertical"),
    ])
  func commands(_ id: String, _ configuration: String, _ command: String, _ axis: String) throws {
    let configuration = try Configuration(text: configuration)
    let scene = Self.scene("[300, 300]", axis: axis)
    func findings(_ script: String) throws -> [Finding] {
      let run = try RecordedRun(
        SceneFile(json: Array(scene.utf8), name: "s"), GestureScript(script), configuration)
      return run.pass(TraceLint(configuration)).findings
    }
    #expect(try findings("wait 100ms\n\(command)\nwait 100ms").map(\.detector) == [id])
    #expect(try findings("wait 200ms").isEmpty)
  }

  @Test("a trace with lost, mixed or impossible events is reported")
  func traces() {
    let finger = TouchSample(pointer: 3, phase: .began, position: Point(x: 1, y: 1))
    let cases: [(String, [(TraceTime, TraceEvent)])] = [
      ("T01", [(.zero, .input(.touch(finger))), (milliseconds(251), note("a", nil))]),
      ("T02", [(milliseconds(100), note("a", nil)), (milliseconds(50), note("b", nil))]),
      ("T03", [(.zero, .stream(.gap(from: .zero, to: milliseconds(5), count: nil)))]),
      ("T04", [(.zero, frame(.nan, container: Size(width: 1, height: 1)))]),
      ("T05", [(.zero, frame(10))]),
    ]
    for (id, events) in cases {
      var pass = AnalysisDriver(TraceLint())
      for (time, event) in events { pass.take(event, at: time) }
      pass.finish()
      #expect(pass.analysis.findings.map(\.detector) == [id])
    }
  }

  @Test("T01: a recording that stops while a finger is down, or lacks its lift, is no defect")
  func stopped() {
    let finger = TouchSample(pointer: 3, phase: .began, position: Point(x: 1, y: 1))
    let touched: [(TraceTime, TraceEvent)] = [
      (.zero, frame(0, .interacting)), (milliseconds(10), .input(.touch(finger))),
    ]
    let ends: [(TraceTime, TraceEvent)] = [
      (milliseconds(260), note("a", nil)), (milliseconds(900), frame(5, .interacting)),
      (milliseconds(900), .stream(.gap(from: .zero, to: milliseconds(900), count: nil))),
    ]
    for end in ends {
      var pass = AnalysisDriver(TraceLint())
      for (time, event) in touched + [end] { pass.take(event, at: time) }
      pass.finish()
      #expect(!pass.analysis.findings.map(\.detector).contains("T01"))
    }
  }

  @Test(
    "T01: a finger counts as lost 250 ms after its last sample, not after its first",
    arguments: [(449.0, 0), (450, 0), (451, 1)])
  func lastSample(end: Double, count: Int) {
    var pass = AnalysisDriver(TraceLint())
    for (time, phase) in [(0.0, TouchPhase.began), (100, .moved), (200, .moved)] {
      let finger = TouchSample(pointer: 3, phase: phase, position: Point(x: 1, y: time))
      pass.take(.input(.touch(finger)), at: milliseconds(time))
    }
    pass.take(note("a", nil), at: milliseconds(end))
    pass.finish()
    #expect(pass.analysis.findings.count { $0.detector == "T01" } == count)
  }

  @Test("a policy that waits for a finger is reported on a trace of commands")
  func waiting() throws {
    var options = FindingOptions()
    options.waitsForInteraction = true
    let run = try RecordedRun(
      SceneFile(json: Array(Self.scene().utf8), name: "s"),
      GestureScript("scroll to edge trailing via offset\nwait 200ms"), Configuration())
    #expect(run.pass(TraceLint(options: options)).findings.map(\.detector) == ["T06"])
  }
}
