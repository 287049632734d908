import Analysis
import ScrollModel
import Testing

@Suite("finding values")
struct FindingValueTests {
  /// The 64-bit FNV-1a hash, from its published constants.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes {
      hash ^= UInt64(byte)
      hash &*= 1_099_511_628_211
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test(
    "a fingerprint is the FNV-1a hash of the terminated detector id and structure parts",
    arguments: [[], ["paging"], ["program", "é"], [""]])
  func fingerprint(structure: [String]) {
    #expect(Self.hash(Array("a".utf8)) == "af63dc4c8601ec8c")
    let place = FindingLocation(start: .zero, end: .zero)
    let finding = Finding("S05", .warning, at: place, "", structure: structure)
    var bytes: [UInt8] = []
    for part in ["S05"] + structure { bytes += Array(part.utf8) + [0xFF] }
    #expect(finding.fingerprint == Self.hash(bytes))
  }

  @Test("findings of one kind are counted together and reported as the first of the most severe")
  func worst() {
    var list = FindingList()
    let severities: [FindingSeverity] = [.notice, .warning, .warning, .info]
    for (index, severity) in severities.enumerated() {
      let time = TraceTime(nanoseconds: Int64(index) * 1000)
      let place = FindingLocation(start: time, end: time, firstFrame: index, lastFrame: index)
      list.add(Finding("S06", severity, at: place, "number \(index)"))
    }
    #expect(list.findings.count == 1)
    let found = list.findings.first
    #expect(found?.severity == .warning && found?.message == "number 1" && found?.count == 4)
    #expect(found?.place.start == TraceTime(nanoseconds: 1000) && found?.place.firstFrame == 1)
    #expect(found?.place.end == TraceTime(nanoseconds: 3000) && found?.place.lastFrame == 3)
  }

  @Test("the changes between two configurations are the new pairs and the defaults of removed keys")
  func changes() throws {
    let paging = try Configuration(text: "behavior: paging, view-visibility: 0.5")
    let plain = try Configuration(text: "view-visibility: 0.5")
    let other = try Configuration(text: "behavior: interval(10), position-anchor: top")
    #expect(paging.changes(to: plain) == "behavior: default")
    #expect(plain.changes(to: paging) == "behavior: paging")
    #expect(paging.changes(to: paging).isEmpty)
    #expect(
      paging.changes(to: other)
        == "position-anchor: top, behavior: interval(10), view-visibility: default")
  }

  @Test("the next offset shows whether the frame with the result of a scroll is lost")
  func lostResults() {
    #expect(isResultLost(next: 30, start: 10, goal: nil) == false)
    #expect(isResultLost(next: 31, start: 10, goal: nil) == nil)
    #expect(isResultLost(next: 80, start: 10, goal: 100) == true)
    #expect(isResultLost(next: 30, start: 10, goal: 100) == false)
    #expect(isResultLost(next: -30, start: 50, goal: -100) == true)
  }

  @Test("an anchor is named along its axis")
  func anchors() {
    #expect(SwiftCode.anchor(UnitPoint(x: 0, y: 1), along: .horizontal) == ".leading")
    #expect(SwiftCode.anchor(UnitPoint(x: 1, y: 0.5), along: .horizontal) == ".trailing")
    #expect(SwiftCode.anchor(UnitPoint(x: 0, y: 1), along: .vertical) == ".bottom")
    #expect(SwiftCode.anchor(UnitPoint(x: 0, y: 1)) == ".bottomLeading")
  }

  @Test("an id is a literal that can be pasted, whatever it contains")
  func literals() {
    #expect(SwiftCode.id(TargetID("a b")) == "\"a b\"")
    #expect(SwiftCode.id(TargetID("a\"\\b")) == "\"a\\\"\\\\b\"")
    #expect(
      SwiftCode.id(TargetID("a\u{7F}\u{1}\n\u{2028}~")) == "\"a\\u{7f}\\u{1}\\u{a}\\u{2028}~\"")
  }

  @Test("each bounce has its own code")
  func bounces() throws {
    let code = ConfigurationCode(.apple, axis: .vertical)
    let other = try Configuration(text: "vertical-bounce: none")
    func text(_ bounce: String) throws -> String? {
      code.changes(from: other, to: try Configuration(text: "vertical-bounce: \(bounce)"))
        .first?.code
    }
    #expect(try text("based-on-size") == ".scrollBounceBehavior(.basedOnSize, axes: .vertical)")
    #expect(try text("always") == ".scrollBounceBehavior(.always, axes: .vertical)")
    let none = code.changes(
      from: try Configuration(text: "vertical-bounce: always"), to: other)
    #expect(
      none.first?.code == "scrollView.bounces = false // UIKit; SwiftUI has no modifier for it")
  }

  @Test("every detector describes the expected behavior", arguments: DetectorEntry.all)
  func expectation(entry: DetectorEntry) throws {
    let text = try #require(DetectorEntry.expectation(of: entry.id), "\(entry.id)")
    #expect(text.first?.isUppercase == true && !text.hasSuffix("."), "\(entry.id): \(text)")
    #expect(DetectorEntry.expectation(of: "\(entry.id)x") == nil)
  }
}
