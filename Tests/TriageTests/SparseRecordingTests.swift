import Analysis
import ScrollModel
import Testing
import Triage

/// Sparse recordings: missing data causes no finding and hides none that the rest shows.
@Suite("sparse recordings")
struct SparseRecordingTests {
  /// The detectors of warnings and worse.
  private static func warned(
    _ declared: String, ran: String? = nil, items length: Double, _ script: String,
    keeping isKept: (TraceEvent) -> Bool, seenBy recorder: (Recording) -> Recording = { $0 }
  ) throws -> Set<String> {
    let found = try RedecisionTests.findings(
      declared, ran: ran, items: length, script, keeping: isKept, seenBy: recorder)
    return Set(found.filter { $0.severity >= .warning }.map(\.detector))
  }

  private static func isReport(_ event: TraceEvent) -> Bool {
    if case .observation(.release) = event { true } else { false }
  }

  private static func isTouch(_ event: TraceEvent) -> Bool {
    if case .input(.touch) = event { true } else { false }
  }

  private static func withoutPhases(_ recording: Recording) -> Recording {
    recording.withoutPhases(pausing: false)
  }

  /// A third of a container is far more than the intended distance of these drags, at any speed.
  @Test(
    "a rest that no velocity explains is a finding, even near a tie",
    arguments: [105, 107, 109, 111, 113, 115, 117], [false, true])
  func unexplained(way: Int, tellsPhases: Bool) throws {
    let drag =
      "wait 400ms\ndrag from 150,400 to 150,\(400 - way) over 333ms ease linear\nwait 1600ms"
    let script = Array(repeating: drag, count: 5).joined(separator: "\n")
    func warned(_ ran: String?) throws -> Set<String> {
      try Self.warned(
        "behavior: interval(87)", ran: ran, items: 87, script, keeping: { !Self.isReport($0) },
        seenBy: { tellsPhases ? $0 : Self.withoutPhases($0) })
    }
    #expect(try warned(nil).isEmpty)
    #expect(try warned("behavior: paging").isSuperset(of: ["S02", "S20"]))
  }

  @Test(
    "each reported release of a caught scroll is judged separately",
    arguments: [60, 110, 150, 230], ["fling up 1500", "tap 150,150"])
  func releases(wait: Int, next: String) throws {
    let found = try Self.warned(
      "behavior: view-aligned(limit: never)", items: 140,
      "wait 400ms\nfling up 2000\nwait \(wait)ms\n\(next)\nwait 1600ms",
      keeping: { !Self.isTouch($0) }, seenBy: Self.withoutPhases)
    #expect(found.isEmpty)
  }

  @Test("S01: content that stays past an end is held by a finger", arguments: [300, 600])
  func pastEnd(hold: Int) throws {
    let found = try Self.warned(
      "behavior: view-aligned(limit: never)", items: 140,
      "wait 400ms\ndrag from 150,150 to 150,300 over 300ms ease out\nhold 150,300 for \(hold)ms\nwait 1600ms",
      keeping: { !Self.isTouch($0) && !Self.isReport($0) }, seenBy: Self.withoutPhases)
    #expect(!found.contains("S01"))
  }

  @Test("S01: content that stopped without slowing down may be held", arguments: [300, 600])
  func heldBetween(hold: Int) throws {
    let found = try Self.warned(
      "behavior: view-aligned(limit: never)", items: 140,
      """
      wait 400ms
      drag from 150,450 to 150,380 over 300ms ease linear
      hold 150,380 for \(hold)ms
      wait 1600ms
      """,
      keeping: { !Self.isTouch($0) && !Self.isReport($0) }, seenBy: Self.withoutPhases)
    #expect(!found.contains("S01"))
  }

  @Test(
    "S26: content that rested before a request moved it does not end that request",
    arguments: Array(stride(from: 2940, through: 3060, by: 10)))
  func request(wait: Int) throws {
    let found = try Self.warned(
      "behavior: none", items: 140,
      "wait 400ms\nfling up 2500\nwait \(wait)ms\nscroll to edge top animated via offset\nwait 1s",
      keeping: { !Self.isTouch($0) }, seenBy: Self.withoutPhases)
    #expect(!found.contains("S26"))
  }
}
