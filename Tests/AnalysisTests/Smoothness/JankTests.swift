import Analysis
import Testing

@Suite("jank of single frames")
struct JankTests {
  private func frame(
    _ inputs: ClosedRange<Int64>?, _ presented: Int64, movement: Double = 0,
    inertial: Double? = nil
  ) -> ScrollJankV4.Frame {
    ScrollJankV4.Frame(
      firstInput: inputs.map { $0.lowerBound * 1_000_000 },
      lastInput: inputs.map { $0.upperBound * 1_000_000 }, presented: presented * 1_000_000,
      isInertial: inertial != nil, movement: movement, inertialMovement: inertial ?? 0)
  }

  private func missed(_ frames: [ScrollJankV4.Frame]) -> [[Int32]] {
    var jank = ScrollJankV4()
    return frames.map { frame in
      let decision = jank.decide(frame, refreshInterval: 16_000_000)
      return decision.map { decision in (0..<4).map { decision.missed[$0] } } ?? []
    }
  }

  @Test(
    "v4: input that was shown 37 ms after its arrival could have been shown one refresh earlier")
  func decelerating() {
    // 61 ms to the first input, (61 - (37 + 0.16 - 0.8)) / 15.84 = 1.55 refreshes.
    let found = missed([
      frame(103...111, 148), frame(119...127, 164), frame(135...159, 196), frame(167...175, 212),
    ])
    #expect(found == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
  }

  @Test("v4: input that arrived late causes no jank")
  func sparse() {
    #expect(missed([frame(103...111, 148), frame(151...159, 196)])[1] == [0, 0, 0, 0])
  }

  @Test("v4: missed refreshes in fast scrolls and flings have their reasons")
  func reasons() {
    let fast = missed([
      frame(103...111, 148, movement: 4), frame(151...159, 196, movement: 3),
      frame(199...207, 244, movement: 2.9), frame(247...255, 292, movement: 9),
    ])
    #expect(fast[1] == [0, 2, 0, 0] && fast[2] == [0, 0, 0, 0] && fast[3] == [0, 0, 0, 0])
    let fling = missed([
      frame(103...111, 148, movement: 4), frame(nil, 180, movement: 1, inertial: 1),
      frame(nil, 196, movement: 1, inertial: 0.5), frame(nil, 260, movement: 1, inertial: 0.2),
      frame(nil, 292, movement: 1, inertial: 0.1),
    ])
    #expect(fling[1] == [0, 0, 1, 0] && fling[2] == [0, 0, 0, 0])
    #expect(fling[3] == [0, 0, 0, 3] && fling[4] == [0, 0, 0, 0])
  }

  @Test("v4: frames with inconsistent times are skipped, and a new scroll resets the state")
  func nonsense() {
    let found = missed([
      frame(103...111, 148), frame(150...170, 164), frame(119...127, 148), frame(119...127, 164),
    ])
    #expect(found[1].isEmpty && found[2].isEmpty && found[3] == [0, 0, 0, 0])
    var jank = ScrollJankV4()
    _ = jank.decide(frame(103...111, 148, movement: 9), refreshInterval: 16_000_000)
    jank.reset()
    let next = jank.decide(frame(200...208, 260, movement: 9), refreshInterval: 16_000_000)
    #expect(next?.isJanky == false && next?.refreshes == 1)
  }

  @Test(
    "predictor jank is the deviation above the threshold",
    arguments: [
      (50.0, 100.0, 50.0, 0.8), (50, 60, 50, 0), (50, 61, 50, 0.02), (5, 7, 5, 0), (5, 6.9, 5, 0),
      (4, 6.4, 4, 0.2), (-100, 50, -110, 0.8), (100, 80, 90, 0), (0, 10, 0, 0), (10, 0, 10, 0),
      (7, 3.5, 7, 0.6), (8, 4, 8, 0.8),
    ] as [(Double, Double, Double, Double)])
  func predictor(first: Double, middle: Double, last: Double, expected: Double) {
    #expect((predictorJank(first, middle, last) - expected).magnitude < 1e-12)
    #expect(predictorJank(last, middle, first) == predictorJank(first, middle, last))
  }

  /// After five frames with later inputs, 37 ms became 37 + 5 · 0.16.
  ///
  /// A missed refresh in the sixth makes it 37.96 - 0.8, and a refresh is 15.84: 53 ms are one
  /// refresh late.
  @Test("v4: past performance decays with every refresh", arguments: [(52, 0), (54, 1)])
  func fading(delay: Int64, expected: Int32) {
    var frames = [frame(103...111, 148)]
    for step in 1...5 as ClosedRange<Int64> {
      let shown = 148 + step * 16
      frames.append(frame((shown - 53)...(shown - 45), shown))
    }
    let last: Int64 = 148 + 7 * 16
    frames.append(frame((last - delay)...(last - 46), last))
    #expect(missed(frames).map { $0[0] } == [0, 0, 0, 0, 0, 0, expected])
  }
}
