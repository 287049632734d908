import Corpus
import TestSupport
import Testing
import TextKit

@Suite("Problems of a corpus") struct ProblemsTests {
  static func row(
    _ number: Int, cause: String? = nil, variant: String = "", system: String = "iOS 26.0",
    findings: [String] = []
  ) -> TriageRow {
    var row = TriageRow(
      file: "captures/\(number).jsonl", hash: "hash \(number)", tool: "test",
      verdict: cause == nil ? .asDeclared : .cause)
    row.trace = 1
    row.declared = "behavior: view-aligned"
    row.events = Int64(1000 - number)
    row.facets = [.init("system", system)]
    if let cause {
      row.causes = [
        .init(
          kind: cause, variant: variant, symbolic: variant, certainty: "certain",
          sentences: ["The app does \(number)."], fix: "fix it")
      ]
    }
    row.findings = findings.map {
      .init(
        detector: $0, severity: "warning", count: 1, fingerprint: "f", message: "It is wrong.",
        isEffect: false)
    }
    return row
  }

  @Test("a row can be read back from JSON")
  func json() throws {
    var row = Self.row(
      7, cause: "interval", variant: "item length (300)", findings: ["S01", "S06"])
    row.name = "a \"name\" </script>"
    row.smallestMargin = 1.25
    row.hitchRatio = nil
    row.error = "why"
    row.declaredExplained = 3
    var json = JSONWriter()
    try row.write(&json)
    var scanner = JSONScanner(json.bytes)
    #expect(try TriageRow(&scanner) == row)
  }

  @Test("problems differ by causes and lengths, not by numbers")
  func keys() throws {
    let one = ProblemKey(Self.row(1, cause: "interval", variant: "item length (300) without 12"))
    let other = ProblemKey(Self.row(2, cause: "interval", variant: "item length (288.5) without 8"))
    #expect(one != nil && one == other)
    #expect(one != ProblemKey(Self.row(3, cause: "interval", variant: "half of the item")))
    #expect(
      one != ProblemKey(Self.row(4, cause: "paging", variant: "item length (300) without 12")))
    #expect(
      ProblemKey(Self.row(9, cause: "scroll-to", variant: "S28 layout"))
        != ProblemKey(Self.row(9, cause: "scroll-to", variant: "S26 layout")))
    #expect(
      ProblemKey(Self.row(9, cause: "design", variant: "view-aligned(limit: 3)"))?.name
        == "design-view-aligned-limit")
    #expect(ProblemKey(Self.row(5)) == nil)
    #expect(ProblemKey(Self.row(6, findings: ["S06", "S01"]))?.name == "findings-s01-s06")
    var undeclared = Self.row(8, cause: "paging")
    undeclared.causes[0].isComparison = true
    #expect(ProblemKey(undeclared) == nil, "without a declaration nothing is contradicted")
  }

  @Test("a problem without a cause has its finding's sentence as title, and no fix")
  func titles() throws {
    var row = Self.row(1, cause: "paging", findings: ["T01"])
    row.causes[0].isComparison = true
    var problems = Problems()
    problems.add(row)
    let problem = try #require(problems.ranked.first)
    #expect(problem.title == "It is wrong (T01; no cause was found)")
    #expect(problem.fix == nil && problem.details.isEmpty)
  }

  @Test("traces without a problem are counted by verdict")
  func withoutProblem() {
    var undeclared = Self.row(1, cause: "paging")
    undeclared.causes[0].isComparison = true
    var problems = Problems()
    for row in [undeclared, Self.row(2), Self.row(3, findings: ["S01"])] { problems.add(row) }
    #expect(problems.withoutProblem == [.cause: 1, .asDeclared: 1])
    #expect(problems.verdicts == [.cause: 1, .asDeclared: 2])
  }

  @Test("versions are sorted by number, each with its own share")
  func versions() throws {
    var problems = Problems()
    for number in 0..<60 {
      var row = Self.row(number, cause: number % 6 == 0 ? "interval" : nil)
      row.facets.append(.init("app version", ["7.10", "7.9", "7.9.1"][number % 3]))
      problems.add(row)
    }
    let problem = try #require(problems.ranked.first)
    let shares = try #require(VersionShares(of: problem, in: problems))
    for (apps, facet) in [
      (["Feed 3.2", "Shop 4.0"], nil), (["Feed 3.10", "Feed 3.2"], "app"),
      (["Feed", "Shop"], nil),
    ] as [([String], String?)] {
      var named = Problems()
      for number in 0..<4 {
        var row = Self.row(number, cause: "interval", system: ["iOS 26", "Android 16"][number % 2])
        row.facets.append(.init("app", apps[number % 2]))
        named.add(row)
      }
      let first = try #require(named.ranked.first)
      #expect(VersionShares(of: first, in: named)?.facet == facet, "\(apps)")
    }
    #expect(shares.facet == "app version")
    #expect(shares.versions.map(\.name) == ["7.9", "7.9.1", "7.10"])
    #expect(shares.versions.map(\.count) == [0, 0, 10])
    #expect(shares.versions.map(\.all) == [20, 20, 20])
  }

  @Test("the order of rows affects only the order of samples")
  func order() {
    var rows = (0..<60).map {
      Self.row($0, cause: $0 % 3 == 0 ? "interval" : nil, findings: $0 % 5 == 0 ? ["S10"] : [])
    }
    var first = Problems()
    for row in rows { first.add(row) }
    rows.reverse()
    var second = Problems()
    for row in rows { second.add(row) }
    #expect(first.ranked.map(\.key) == second.ranked.map(\.key))
    #expect(first.ranked.map(\.count) == second.ranked.map(\.count))
    #expect(first.ranked.map(\.representative) == second.ranked.map(\.representative))
    #expect(first.ranked.first?.representative.file == "captures/57.jsonl", "the shortest trace")
  }

  @Test("a copy of a capture counts once")
  func copies() {
    var problems = Problems()
    #expect(problems.add(Self.row(1, cause: "paging")) != .copy)
    var copy = Self.row(1, cause: "paging")
    copy.file = "elsewhere/1.jsonl"
    #expect(problems.add(copy) == .copy)
    #expect(problems.copies == 1 && problems.traceCount == 1)
  }

  @Test("a property that concentrates a problem is named, a frequent property is not")
  func concentration() {
    var problems = Problems()
    for number in 0..<200 {
      let isNew = number % 8 == 0
      problems.add(
        Self.row(
          number, cause: isNew ? "paging" : nil, system: isNew ? "iOS 26.1" : "iOS 26.0"))
    }
    let found = problems.ranked.flatMap { problems.concentrations(of: $0) }
    #expect(found.map(\.value) == ["iOS 26.1"])
    #expect(found.first?.count == 25 && found.first?.all == 25)
    var almost = Problems()
    for number in 0..<4_000 {
      var row = Self.row(number, cause: number % 2 == 0 ? "paging" : nil, system: "iOS 26.0")
      // A capture that could not be read has no system, so every problem has the system a little
      // more often.
      if number % 20 == 1 { row.facets = [] }
      almost.add(row)
    }
    #expect(almost.ranked.flatMap { almost.concentrations(of: $0) }.isEmpty)
  }

  @Test("an injected regression of one percent is found and named")
  func regression() {
    var before = Problems()
    var after = Problems()
    for number in 0..<5_000 {
      let cause = number % 50 == 0 ? "interval" : nil
      before.add(Self.row(number, cause: cause))
      after.add(Self.row(number, cause: number % 100 == 1 ? "paging" : cause))
    }
    let comparison = CorpusComparison(baseline: before, candidate: after)
    #expect(comparison.hasRegression)
    #expect(comparison.entries.filter(\.isRegression).map(\.problem.key.parts.first) == ["paging"])
    #expect(comparison.entries.first { $0.problem.key.parts.first == "interval" }?.change == .same)
    let back = CorpusComparison(baseline: after, candidate: before)
    #expect(!back.hasRegression)
    #expect(back.entries.first { $0.problem.key.parts.first == "paging" }?.change == .gone)
  }

  @Test("halves of one corpus differ by no more than chance")
  func shuffles() {
    let count = Cases.count
    let rows = (0..<400).map { number in
      Self.row(number, cause: number % 7 == 0 ? "a" : number % 11 == 0 ? "b" : nil)
    }
    var alarms = 0
    for round in 0..<count {
      var generator = Splitting(state: UInt64(round) &* 0x9E37_79B9_7F4A_7C15 | 1)
      var halves = (Problems(), Problems())
      for row in rows {
        if generator.nextBit() { halves.0.add(row) } else { halves.1.add(row) }
      }
      alarms += CorpusComparison(baseline: halves.0, candidate: halves.1).hasRegression ? 1 : 0
    }
    // One in a hundred may be a false alarm, and the test of two problems is stricter than that.
    #expect(alarms * 100 <= count * 2 + 100)
  }

  /// An independent generator: the compared code has no influence on the halves.
  private struct Splitting {
    var state: UInt64
    mutating func nextBit() -> Bool {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 40 & 1 == 1
    }
  }
}
