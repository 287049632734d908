import ScrollModel
import Testing

@testable import Replay

@Suite("logs of settles") struct SettleLogTests {
  private static let plain = Settle(
    time: TraceTime(nanoseconds: 1), axis: .vertical, isResize: false, velocity: -0.0,
    original: 0.1, natural: 250, proposed: 200, candidates: [], chosen: 200, rule: .natural,
    clamp: .none, curve: .none)

  /// Values that differ from the base value in one part each.
  private static var settles: [Settle] {
    var settles = [plain]
    func add(_ change: (inout Settle) -> Void) {
      var settle = plain
      change(&settle)
      settles.append(settle)
    }
    add { $0.time = TraceTime(nanoseconds: -5) }
    add { $0.time = TraceTime(nanoseconds: .max) }
    add { $0.axis = .horizontal }
    add { $0.isResize = true }
    add { $0.velocity = -1234.5678 }
    add { $0.original = .greatestFiniteMagnitude }
    add { $0.natural = $0.proposed }
    add { $0.proposed = .leastNonzeroMagnitude }
    add { $0.chosen = -.infinity }
    for rule in SettleRule.allCases { add { $0.rule = rule } }
    for clamp in SettleClamp.allCases { add { $0.clamp = clamp } }
    for curve in SettleCurve.allCases { add { $0.curve = curve } }
    for rule in PeerRule.allCases { add { $0.peerRule = rule } }
    for limit in [0, 1, -1, 200, Int.max, Int.min] { add { $0.limit = limit } }
    for margin in [0.0, -0.0, 12.75] { add { $0.flipMargin = margin } }
    for id in ids { add { $0.chosenID = id } }
    add { settle in
      settle.candidates = ids.map { SettleCandidate(id: $0, offset: 7.5, distance: -2) }
      settle.candidates.append(SettleCandidate(offset: 1e-300, distance: 0))
    }
    add { settle in
      settle.candidates = [200.5, -12.25].map {
        SettleCandidate(id: TargetID(1), offset: $0, distance: abs($0 - settle.proposed))
      }
    }
    // More than fits into the space of the others.
    for number in 0..<200 { add { $0.chosenID = TargetID("card number \(number)") } }
    add { $0.chosenID = TargetID(String(repeating: "long ", count: 2000)) }
    add { $0.chosenID = nil }
    return settles
  }

  private static let ids: [TargetID] = [
    TargetID(0), TargetID(-1), TargetID(63), TargetID(64), TargetID(.max), TargetID(.min),
    TargetID(""), TargetID("Karte ä 🂡"), TargetID(String(repeating: "x", count: 300)),
    TargetID(.uuid(1, .max)), TargetID(.other(type: "Key", text: "a/b")),
    TargetID(.int(5), isOptional: true), TargetID(.string("5"), isOptional: true),
  ]

  @Test("a log returns its settles in order and bit for bit")
  func roundTrip() {
    var log = SettleLog()
    for settle in Self.settles { log.append(settle) }
    #expect(log.count == Self.settles.count && !log.isEmpty)
    #expect(Array(log) == Self.settles)
    #expect(log.map { "\($0)" } == Self.settles.map { "\($0)" })
  }

  @Test("logs of the same decisions are equal, whatever the sign of a zero, others differ")
  func equality() {
    func log(_ settles: [Settle]) -> SettleLog {
      var log = SettleLog()
      for settle in settles { log.append(settle) }
      return log
    }
    let settles = Self.settles
    #expect(log(settles) == log(settles))
    #expect(log(settles).hashValue == log(settles).hashValue)
    #expect(log(settles) != log(settles.dropLast()))
    #expect(log(settles) != log(settles.reversed()))
    var other = Self.plain
    other.velocity = 0
    #expect(log([other]) == log([Self.plain]))
    other.chosen += 0.001
    #expect(log([other]) != log([Self.plain]))
    #expect(SettleLog().isEmpty && Array(SettleLog()).isEmpty)
  }
}
