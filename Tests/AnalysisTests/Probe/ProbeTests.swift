import Analysis
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("geometry probes")
struct ProbeTests {
  private func value(_ text: String) throws -> ProbeValue {
    let geometry = ScrollGeometry(
      contentOffset: Point(x: 30, y: 180), contentSize: Size(width: 300, height: 1000),
      contentInsets: Insets(top: 20, left: 4, bottom: 30, right: 6),
      containerSize: Size(width: 290, height: 450), frame: Size(width: 300, height: 500))
    return try ProbeExpression(text).value(of: geometry)
  }

  @Test(
    "expressions have the expected values",
    arguments: [
      ("contentOffset.y > 120", .truth(true)), ("contentOffset.y", .number(180)),
      ("clamp(contentOffset.y / 300, 0, 1)", .number(0.6)),
      ("visibleRect.maxY >= contentSize.height - 400", .truth(true)),
      ("progress", .number(200.0 / 550)), ("progressX", .number(34.0 / 10)),
      ("1 + 2 * 3", .number(7)), ("(1 + 2) * 3", .number(9)), ("10 - 3 - 2", .number(5)),
      ("-2 * -3", .number(6)), ("2 - -1", .number(3)), ("7 % 4", .number(3)),
      ("!(1 < 2) || 3 != 3", .truth(false)), ("1 < 2 && 2 <= 2 && 3 >= 3", .truth(true)),
      ("1 < 2 ? 10 : 20", .number(10)), ("false ? 1 : true ? 2 : 3", .number(2)),
      ("min(3, 1, 2) + max(1, 5)", .number(6)), ("abs(-2.5)", .number(2.5)),
      ("floor(1.7) + ceil(1.2) + round(2.5)", .number(6)), ("1e2 + .5", .number(100.5)),
      ("containerSize.height + contentInsets.top", .number(470)),
      ("bounds.maxY - bounds.height", .number(180)), ("true == (1 < 2)", .truth(true)),
      ("visibleRect.midX", .number(180)), ("contentInsets.trailing", .number(6)),
      ("containerSize.width", .number(290)), ("bounds.maxX", .number(320)),
      ("bounds.midX", .number(175)), ("bounds.midY", .number(405)),
      ("visibleRect.maxX", .number(330)), ("visibleRect.midY", .number(430)),
    ] as [(String, ProbeValue)])
  func values(text: String, expected: ProbeValue) throws {
    let found = try value(text)
    #expect(found == expected)
  }

  @Test(
    "mistakes are reported with their column and the expected text",
    arguments: [
      ("", 1, "empty"), ("   ", 4, "empty"),
      ("contentOfset.y", 1, "did you mean 'contentOffset.y'?"),
      ("contentoffset.y", 1, "did you mean 'contentOffset.y'?"),
      ("contentOffset", 1, "name one of contentOffset.x, contentOffset.y"),
      ("1 +", 4, "ends too early; expected a number, a name or '('"),
      ("1 + * 2", 5, "'*' does not belong here"), ("(1 + 2", 7, "expected ')', found the end"),
      ("1 2", 3, "expected an operator or the end"), ("1 < 2 < 3", 7, "do not chain"),
      ("1 && true", 1, "expected a truth before '&&', found a number"),
      ("true + 1", 1, "expected a number before '+', found a truth"),
      ("progress > true", 12, "expected a number after '>', found a truth"),
      ("1 ? 2 : 3", 1, "expected a truth before '?'"), ("true ? 1 : false", 12, "after ':'"),
      ("clamp(1, 2)", 1, "'clamp' takes 3 numbers, not 2"), ("min(1)", 1, "two or more"),
      ("abs 1", 5, "expected '(' after 'abs', found '1'"), ("1.2.3", 1, "'1.2.3' is not a number"),
      ("velocity", 1, "names begin with"), ("progress € 1", 10, "'€' does not belong here"),
      ("!5", 2, "expected a truth after '!'"), ("true ? 1", 9, "expected ':'"),
    ] as [(String, Int, String)])
  func mistakes(text: String, column: Int, message: String) {
    let error = #expect(throws: ProbeError.self) { try ProbeExpression(text) }
    #expect(error?.column == column, "\(error?.description ?? "")")
    #expect(error?.message.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("depth and length are limited, and no text traps")
  func hostile() {
    #expect(throws: ProbeError.self) {
      try ProbeExpression(String(repeating: "(", count: 100_00) + "1")
    }
    #expect(throws: ProbeError.self) {
      try ProbeExpression(String(repeating: "-", count: 4000) + "1")
    }
    #expect(throws: ProbeError.self) {
      try ProbeExpression(String(repeating: "1+", count: 4000) + "1")
    }
    let words = [
      "(", ")", "min", "clamp", ",", "progress", "1", ".", "e", "-", "!", "?", ":", "&&", "<", "==",
      "contentOffset.y", " ", "é", "%", "/", "0",
    ]
    for seed in Cases.seeds() {
      var random = SeededGenerator(seed: seed, stream: 7)
      var text = ""
      for _ in 0..<random.int(in: 0...30) { text += random.element(of: words) ?? "" }
      guard let expression = try? ProbeExpression(text) else { continue }
      _ = expression.value(of: .empty)
    }
  }

  @Test("actions, transforms and mounts equal those of the engine's observer")
  func engine() throws {
    for seed in Cases.seeds(oneIn: 4) {
      for initial in InitialGeometryChoice.allCases {
        var options = ProbeAnalysis.Options()
        options.initial = initial
        options.chatterLimit = 5
        let probes = [
          ProbeAnalysis(try ProbeExpression("contentOffset.y > 120"), options: options),
          ProbeAnalysis(
            try ProbeExpression("clamp(floor(contentOffset.y / 300), 0, 4)"), options: options),
          ProbeAnalysis(
            try ProbeExpression("visibleRect.maxY >= contentSize.height - 400"), options: options),
        ]
        let run = EngineRun.random(seed, probes)
        let transforms: [@Sendable (ScrollGeometry) -> Double] = [
          { $0.contentOffset.y > 120 ? 1 : 0 },
          { min(max(($0.contentOffset.y / 300).rounded(.down), 0), 4) },
          {
            $0.visibleRect.origin.y + $0.visibleRect.size.height >= $0.contentSize.height - 400
              ? 1 : 0
          },
        ]
        for (probe, transform) in zip(run.pass.analysis, transforms) {
          var observer = GeometryProbe(initial: initial, transform: transform)
          var actions: [(TraceTime, Double, Double)] = []
          for frame in run.log.frames {
            observer.observe(frame.geometry) { actions.append((frame.time, $0, $1)) }
          }
          let report = probe.result
          #expect(report.transformCount == observer.transforms, "seed \(seed)")
          #expect(report.actions.map(\.time) == actions.map(\.0), "seed \(seed)")
          #expect(report.actions.map { $0.new.asNumber } == actions.map(\.2), "seed \(seed)")
          #expect(report.actions.map { $0.old.asNumber } == actions.map(\.1), "seed \(seed)")
        }
      }
    }
  }

  @Test("more actions per second than allowed are chatter, and a continuous transform is reported")
  func chatter() throws {
    var options = ProbeAnalysis.Options()
    options.chatterLimit = 10
    options.initial = .one
    let probes = [
      ProbeAnalysis(try ProbeExpression("contentOffset.y"), options: options),
      ProbeAnalysis(try ProbeExpression("contentOffset.y > 100"), options: options),
      ProbeAnalysis(try ProbeExpression("progress"), options: options),
    ]
    var pass = AnalysisDriver(probes)
    for step in 0..<60 { pass.take(frame(Double(step)), at: milliseconds(step * 16)) }
    for step in 0..<5 { pass.take(frame(Double(60 + step)), at: milliseconds(5000 + step * 500)) }
    pass.finish()
    let reports = pass.analysis.map(\.result)
    #expect(reports[0].chatter.map(\.actionCount) == [60])
    #expect(reports[0].chatter.first?.end == milliseconds(59 * 16))
    #expect(reports[0].mostActionsPerSecond == 60 && reports[0].actsOnEveryChange)
    #expect(reports[1].actionCount == 1 && reports[1].chatter.isEmpty)
    #expect(!reports[1].actsOnEveryChange)
    #expect(reports[2].unknownCount == 65 && reports[2].actionCount == 0)
    #expect(reports[2].notes.first?.contains("the content size, the container size") == true)
  }

  @Test("in right-to-left content, x counts from the leading side")
  func rightToLeft() throws {
    var pass = AnalysisDriver(ProbeAnalysis(try ProbeExpression("contentOffset.x")))
    pass.take(
      .input(
        .container(
          ContainerChange(
            size: Size(width: 393, height: 100),
            insets: Insets(top: 0, left: 20, bottom: 0, right: 40),
            layoutDirection: .rightToLeft))), at: .zero)
    pass.take(frame(0, content: Size(width: 1000, height: 100)), at: .zero)
    pass.finish()
    #expect(pass.analysis.result.actions.last?.new == .number(607))
  }
}

extension ProbeValue {
  var asNumber: Double {
    switch self {
    case .number(let number): number
    case .truth(let truth): truth ? 1 : 0
    }
  }
}
