import Analysis
import Diagnosis
import ScrollModel
import TestSupport
import Testing

@Suite("what pinned headers and changed insets do, in words")
struct PinnedHeaderTests {
  private static func diagnosis(_ name: String, isNear: Bool = false) throws -> TraceDiagnosis {
    try FalseCauseTests.diagnosis(
      of: GalleryRecording.of(name, isNear: isNear), try TraceShelf())
  }

  @Test("PIN-4 a row under its header is explained with the hidden length, and the fix is proved")
  func covered() throws {
    let found = try Self.diagnosis("PIN-01")
    let lines = "\(found.lines().map(\.text))"
    let first = try #require(found.causes.first, "\(lines)")
    #expect(first.cause == .design && first.certainty == .certain, "\(lines)")
    #expect(first.sentences.first?.contains("56 of its 60 pt are hidden") == true, "\(lines)")
    #expect(first.fix?.code.contains("UnitPoint(x: 0.5, y: 56 / 896)") == true, "\(lines)")
    #expect(first.fix?.removed == ["S42"], "\(lines)")
    #expect(try Self.diagnosis("PIN-01", isNear: true).causes.isEmpty)
  }

  @Test("PIN-3 rows under a header that count as visible are named")
  func visible() throws {
    let found = try Self.diagnosis("PIN-03")
    let lines = "\(found.lines().map(\.text))"
    let first = try #require(found.causes.first, "\(lines)")
    #expect(first.cause == .visibility, "\(lines)")
    #expect(first.sentences.first?.contains("pinned header covers counts as visible") == true)
    #expect(first.fix?.summary.contains("declare pinned-visibility: counted") == true)
    #expect(first.fix?.code.contains("> headerHeight") == true)
  }

  @Test("INS-5 a title that gives more room than can be scrolled is explained with both lengths")
  func collapse() throws {
    let found = try Self.diagnosis("INS-01")
    let lines = "\(found.lines().map(\.text))"
    let first = try #require(found.causes.first, "\(lines)")
    #expect(first.cause == .sizeChange, "\(lines)")
    #expect(first.sentences.joined().contains("60 pt taller"), "\(lines)")
    #expect(first.sentences.joined().contains("only 40 pt to scroll"), "\(lines)")
    #expect(try Self.diagnosis("INS-01", isNear: true).causes.isEmpty)
  }

  @Test("S43 an offset that is applied again with the header's height is explained")
  func reset() throws {
    let found = try Self.diagnosis("INS-02")
    let lines = "\(found.lines().map(\.text))"
    let first = try #require(found.causes.first, "\(lines)")
    #expect(first.cause == .insets, "\(lines)")
    #expect(first.effects.contains { $0.detector == "S43" }, "\(lines)")
    #expect(try Self.diagnosis("INS-02", isNear: true).causes.isEmpty)
  }
}
