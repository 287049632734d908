import ScrollModel
import Testing

@testable import Analysis

@Suite("settle reports")
struct SettleReportTests {
  private func report(_ ending: SettleEnding, rest: Double) -> SettleReport {
    let release = Release(
      gesture: 1, time: .zero, evidence: .touch, uncertaintyMilliseconds: 0, offset: 500,
      startOffset: 400, isCatch: false, velocity: nil, reportedRest: nil, chosen: nil,
      chosenID: nil)
    return SettleReport(
      number: 1, axis: .vertical, release: release, projected: nil, candidates: [],
      ending: ending, rest: rest, restTime: milliseconds(300), residual: nil, clamp: .none,
      fit: nil, configured: nil, tolerance: 0.5)
  }

  private func decision(
    _ rule: SettleRule, velocity: Double = 1000, chosen: Double, candidates: [Double]
  ) -> Settle {
    Settle(
      time: .zero, axis: .vertical, isResize: false, velocity: velocity, original: 500,
      natural: 640, proposed: 640,
      candidates: candidates.map { SettleCandidate(offset: $0, distance: ($0 - 640).magnitude) },
      chosen: chosen, rule: rule, clamp: .none, curve: .adjusted)
  }

  @Test(
    "a chosen offset is added to the candidates unless one is within the tolerance",
    arguments: [(660.0, 2), (660.5, 2), (660.75, 3), (659.25, 3)])
  func chosenPlace(chosen: Double, count: Int) {
    let settle = decision(.nearest, chosen: chosen, candidates: [660, 600])
    let merged = report(.rested, rest: chosen).merged(with: settle)
    #expect(merged.candidates.count == count && merged.chosen != nil)
    let added = merged.candidates.dropFirst(2).map(\.candidate.distance)
    #expect(added == (count == 3 ? [(chosen - 640).magnitude] : []))
  }

  @Test(
    "candidates against the velocity are behind a step, none are without a velocity",
    arguments: [
      (1000.0, [.behind, .beyondLimit]), (-1000, [.beyondLimit, .behind]),
      (0, [.beyondLimit, .beyondLimit]),
    ] as [(Double, [CandidateVerdict])])
  func behind(velocity: Double, verdicts: [CandidateVerdict]) {
    let settle = decision(
      .stepped, velocity: velocity, chosen: 600, candidates: [500, 700, 600])
    let merged = report(.caught, rest: 550).merged(with: settle)
    #expect(merged.candidates.prefix(2).map(\.verdict) == verdicts)
  }

  @Test("distances do not replace a margin that the engine did not compute")
  func unknownMargin() {
    let settle = decision(.limited, chosen: 500, candidates: [660, 560])
    let merged = report(.rested, rest: 500).merged(with: settle)
    #expect(merged.candidates.count == 3 && merged.flipMargin == nil)
    var known = settle
    known.flipMargin = 125
    #expect(report(.rested, rest: 500).merged(with: known).flipMargin == 125)
  }

  @Test(
    "without the engine, distances give the margin if the content rests at the nearest candidate",
    arguments: [(.chosen, 15), (.passedOver, nil)] as [(CandidateVerdict, Double?)])
  func plainMargin(verdict: CandidateVerdict, margin: Double?) {
    var plain = report(.rested, rest: 660)
    plain.candidates = [
      JudgedCandidate(SettleCandidate(offset: 660, distance: 20), verdict),
      JudgedCandidate(SettleCandidate(offset: 590, distance: 50), .farther),
    ]
    #expect(plain.flipMargin == margin)
  }

  /// Content that is released at 250 and comes to rest at 300.
  private func released(_ velocity: Double?) -> [(Double, TraceEvent)] {
    let change = PhaseChange(new: .decelerating, velocity: velocity.map { Vector(dx: 0, dy: $0) })
    return [
      (0, frame(0, .interacting)), (16, frame(250, .interacting)),
      (20, .observation(.phase(change))), (32, frame(290)), (48, frame(300)),
      (64, frame(300, .idle)),
    ]
  }

  @Test("a settle that ended with the last event is not emitted again at the end")
  func lastEvent() {
    var pass = AnalysisDriver(SettlesAnalysis())
    pass.take(container(200, width: 200, rate: 60), at: .zero)
    pass.take(layout((0..<30).map { "\($0)" }), at: .zero)
    for (time, event) in released(nil) { pass.take(event, at: milliseconds(time)) }
    pass.finish()
    #expect(pass.analysis.count == 1 && pass.analysis.latest == nil)
  }

  @Test(
    "a velocity is projected with its part above the floor",
    arguments: [(1000.0, 990.0), (-300, -290), (10, 0), (8, 0), (-8, 0)])
  func projection(velocity: Double, above: Double) throws {
    let physics = PhysicsConstants()
    #expect(physics.velocityFloor == 10)
    let way = above / 1000 * physics.normalDecay / (1 - physics.normalDecay)
    let projected = try #require(settles(released(velocity)).first?.projected)
    #expect((projected - (250 + way)).magnitude < 1e-6)
  }

  @Test("the second listed offset is a different one from the nearest")
  func listed() throws {
    var configuration = Configuration()
    configuration.behavior = .offsets([0, 300, 300, 700], snapsToStart: true, snapsToEnd: true)
    let report = try #require(settles(released(nil), configuration).first)
    #expect(report.candidates.map(\.candidate.offset) == [300, 0])
    #expect(report.candidates.map(\.verdict) == [.chosen, .farther])
  }

  @Test(
    "numbers have one decimal, small numbers three significant digits",
    arguments: [
      (12.34, "12.3"), (-12.36, "-12.4"), (10, "10"), (9.876, "9.88"), (0.01234, "0.0123"),
      (0, "0"), (-0.0, "0"), (1234.56, "1234.6"), (660, "660"),
    ])
  func numerals(number: Double, text: String) {
    #expect(NumberFormat.text(number) == text)
  }
}
