import ScrollModel
import Testing

@testable import Analysis

/// Runs events with times in milliseconds through the settles.
func settles(
  _ events: [(Double, TraceEvent)], _ configuration: Configuration? = nil,
  axes: ScrollAxes = .vertical, end: Double? = nil
) -> [SettleReport] {
  var information = TraceInformation(name: "t")
  information.axes = axes
  var pass = AnalysisDriver(SettlesAnalysis(configuration), of: information)
  pass.take(container(200, width: 200, rate: 60), at: .zero)
  pass.take(layout((0..<30).map { "\($0)" }), at: .zero)
  for (time, event) in events { pass.take(event, at: milliseconds(time)) }
  pass.finish(at: end.map { milliseconds($0) })
  return pass.analysis.reports
}

@Suite("gestures, releases and rests")
struct CourseTests {
  /// Frames without phases, sixteen milliseconds apart; fastest at the third step.
  private func fling(from start: Double, at begin: Double) -> [(Double, TraceEvent)] {
    var offset = start
    return [10.0, 30, 40, 36, 30, 24, 18, 12, 8, 4, 2].enumerated().map { index, step in
      offset += step
      return (begin + Double(index) * 16, frame(offset))
    }
  }

  @Test("in a trace of offsets alone, each rest ends its own settle")
  func offsetsAlone() {
    let events = [(0, frame(0))] + fling(from: 0, at: 16) + fling(from: 214, at: 600)
    let reports = settles(events, end: 1500)
    #expect(reports.map(\.release.evidence) == [.offsets, .offsets])
    #expect(reports.map(\.rest) == [214, 428])
    #expect(reports.map(\.restTime) == [milliseconds(176), milliseconds(760)])
    #expect(reports.map(\.release.time) == [milliseconds(48), milliseconds(632)])
    #expect(reports.allSatisfy { $0.ending == .rested })
  }

  @Test(
    "content that a wheel notch moves has no release",
    arguments: [(WheelPhase.none, 0), (.changed, 1)])
  func wheeled(momentum: WheelPhase, count: Int) {
    let step = WheelSample(delta: Vector(dx: 0, dy: 40), momentumPhase: momentum)
    var events: [(Double, TraceEvent)] = [(0, frame(0))]
    for index in 1...8 {
      let time = Double(index) * 16
      events += [(time, .input(.wheel(step))), (time + 1, frame(Double(index) * 40))]
    }
    #expect(settles(events, end: 1500).count == count)
  }

  @Test("in a trace of releases alone, gestures start where the content rested")
  func toldReleases() {
    var events: [(Double, TraceEvent)] = [(0, frame(0))]
    for (begin, start) in [(100.0, 0.0), (1000, 200)] {
      for (index, way) in [20.0, 60, 110, 160, 190, 200].enumerated() {
        let time = begin + Double(index) * 16
        events.append((time, frame(start + way)))
        if way == 60 { events.append((time + 1, .observation(.release(ReleaseReport())))) }
      }
    }
    let reports = settles(events, end: 2000)
    #expect(reports.map(\.release.startOffset) == [0, 200])
    #expect(reports.map(\.rest) == [200, 400])
  }

  @Test("a release that rests at once counts, even if its phases follow its frame")
  func atOnce() {
    let flung = PhaseChange(old: .interacting, new: .decelerating)
    let rested = PhaseChange(old: .decelerating, new: .idle)
    let events: [(Double, TraceEvent)] = [
      (0, frame(0)), (0, touch(1, .began, y: 150)), (16, touch(1, .moved, y: 170)),
      (16, frame(-8, .interacting)), (32, touch(1, .moved, y: 190)), (48, touch(1, .ended)),
      (48, .observation(.release(ReleaseReport()))), (48, frame(0, .idle)),
      (48, .observation(.phase(flung))), (48, .observation(.phase(rested))),
    ]
    #expect(settles(events, end: 500).map(\.ending) == [.rested])
  }

  @Test(
    "a finger catches content that moved within the last 100 ms, but not content at rest",
    arguments: [(99.0, SettleEnding.caught), (100, .rested)])
  func standing(pause: Double, ending: SettleEnding) throws {
    let events: [(Double, TraceEvent)] = [
      (0, frame(0)), (0, touch(1, .began, y: 150)), (16, touch(1, .moved, y: 130)),
      (16, frame(20)), (32, touch(1, .moved, y: 100)), (32, frame(50)), (48, touch(1, .ended)),
      (64, frame(75)), (80, frame(90)), (96, frame(96)), (112, frame(98)),
      (112 + pause, touch(1, .began, y: 150)),
    ]
    let report = try #require(settles(events).first)
    #expect(report.ending == ending && report.rest == 98)
    #expect(report.restTime == milliseconds(ending == .rested ? 112 : 112 + pause))
  }

  @Test("a finger that paused before it was lifted is a release if the content moves on")
  func heldFinger() throws {
    let events: [(Double, TraceEvent)] = [
      (0, frame(0)), (0, touch(1, .began, y: 150)), (16, touch(1, .moved, y: 130)),
      (16, frame(20)), (32, touch(1, .moved, y: 90)), (32, frame(60)),
      (300, touch(1, .ended, y: 90)), (316, frame(75)), (332, frame(92)), (348, frame(100)),
    ]
    let reports = settles(events, end: 1000)
    #expect(reports.map(\.rest) == [100] && reports.first?.release.time == milliseconds(300))
    #expect(reports.first?.restTime == milliseconds(348))
  }

  /// The offsets of content at rest may be noisy, too.
  @Test(
    "a finger that only jitters releases nothing, however long it is held",
    arguments: [(0.5, 0), (12, 1)])
  func trembling(way: Double, count: Int) {
    var events: [(Double, TraceEvent)] = [
      (0, frame(50, .idle)), (100, touch(1, .began, y: 150)), (116, frame(50.3, .tracking)),
    ]
    for index in 1...40 {
      let place = 150 + Double(index % 2) * way
      events.append((116 + Double(index) * 8, touch(1, .moved, y: place)))
    }
    events += [(440, touch(1, .ended, y: 150)), (448, frame(50.3, .idle))]
    #expect(settles(events).count == count)
  }

  @Test(
    "a wheel notch redirects a settle, a trackpad's momentum continues it",
    arguments: [(WheelPhase.none, SettleEnding.redirected), (.changed, .rested)])
  func wheel(momentum: WheelPhase, ending: SettleEnding) throws {
    let step = WheelSample(delta: Vector(dx: 0, dy: 40), momentumPhase: momentum)
    let events: [(Double, TraceEvent)] = [
      (0, frame(0, .interacting)), (16, frame(50, .interacting)), (20, phase(.decelerating)),
      (32, frame(80)), (40, .input(.wheel(step))), (48, frame(120)), (64, frame(120, .idle)),
    ]
    #expect(settles(events).map(\.ending) == [ending])
  }

  @Test(
    "finger velocities below the floor count as zero, reported velocities already respect it",
    arguments: [
      (VelocityEvidence.touch, 249.0, PeerPhysics.uikit, 0.0), (.touch, 250, .uikit, 250),
      (.touch, -249, .uikit, 0), (.recorded, 100, .uikit, 100), (.touch, 100, .android, 100),
    ])
  func floor(evidence: VelocityEvidence, velocity: Double, physics: PeerPhysics, speed: Double) {
    var configuration = Configuration()
    configuration.releasePhysics = physics
    let release = Release(
      gesture: 1, time: .zero, evidence: .touch, uncertaintyMilliseconds: 0, offset: 0,
      startOffset: 0, isCatch: false,
      velocity: VelocityEstimate(pointsPerSecond: velocity, evidence: evidence),
      reportedRest: nil, chosen: nil, chosenID: nil)
    #expect(release.speed(under: configuration) == speed)
  }

  @Test(
    "a release velocity averages the finger's last three, with the oldest weighing most",
    arguments: [ScrollAxes.vertical, .horizontal])
  func velocity(axes: ScrollAxes) throws {
    let isVertical = axes == .vertical
    func finger(_ pointer: Int64, _ phase: TouchPhase, _ place: Double) -> TraceEvent {
      let position = isVertical ? Point(x: 40, y: place) : Point(x: place, y: 40)
      return .input(.touch(TouchSample(pointer: pointer, phase: phase, position: position)))
    }
    // 1000, 2000 and 3000 pt/s; the second finger's movement is not part of this gesture.
    let events: [(Double, TraceEvent)] = [
      (0, frame(0)), (0, finger(1, .began, 300)), (10, finger(1, .moved, 290)),
      (12, finger(2, .began, 50)), (14, finger(2, .moved, 90)), (20, finger(1, .moved, 270)),
      (25, finger(2, .ended, 90)), (30, finger(1, .moved, 240)), (31, finger(1, .ended, 240)),
    ]
    let velocity = try #require(settles(events, axes: axes, end: 500).first?.release.velocity)
    #expect(velocity.evidence == .touch)
    let expected = 0.05 * 3000 + 0.35 * 2000 + 0.6 * 1000
    #expect((velocity.pointsPerSecond - expected).magnitude < 1e-6)
  }

  @Test("a long movement is sampled evenly from its first sample on")
  func thinning() {
    var samples = MotionSamples()
    for index in 0..<1000 { samples.append(milliseconds(index), Double(index)) }
    #expect(samples.values.map(\.offset) == Array(stride(from: 0, to: 1000, by: 2)))
    #expect(samples.values.map(\.time) == stride(from: 0, to: 1000, by: 2).map { milliseconds($0) })
  }

  @Test(
    "a duration is clamped between zero and one minute",
    arguments: [
      (250.0, 250_000_000), (0.5, 500_000), (60_000, 60_000_000_000), (60_001, 60_000_000_000),
      (0, 0), (-1, 0), (.nan, 0),
    ] as [(Double, Int64)])
  func durations(count: Double, expected: Int64) {
    #expect(nanoseconds(milliseconds: count) == expected)
  }

  /// A drag that is released after 200 ms and a second one after a pause; phases are reported with
  /// the frame after the touches.
  private func twoDrags(_ pause: Double, hasFingers: Bool) -> [(Double, TraceEvent)] {
    var events: [(Double, TraceEvent)] = [(0, frame(0, .idle)), (0, touch(1, .began, y: 190))]
    events.append((0, phase(.tracking)))
    for step in 1...5 {
      let time = Double(step) * 40
      events += [(time - 8, touch(1, .moved, y: 190 - 20 * Double(step)))]
      events += [(time, frame(20 * Double(step), .interacting))]
      if step == 1 { events.append((time, phase(.interacting))) }
    }
    let velocity = Vector(dx: 0, dy: 500)
    events += [(200, touch(1, .ended, y: 90))]
    events += [(200, .observation(.release(ReleaseReport(velocity: velocity))))]
    events += [(200 + pause, touch(1, .began, y: 190))]
    events += [(216, frame(100, .tracking)), (216, phase(.decelerating)), (216, phase(.tracking))]
    for step in 1...5 {
      let time = 216 + Double(step) * 32
      events += [(time - 8, touch(1, .moved, y: 190 - 20 * Double(step)))]
      events += [(time, frame(100 + 20 * Double(step), .interacting))]
      if step == 1 { events.append((time, phase(.interacting))) }
    }
    events += [(380, touch(1, .ended, y: 90))]
    events += [(380, .observation(.release(ReleaseReport(velocity: velocity))))]
    events += [(392, frame(205, .decelerating)), (392, phase(.decelerating))]
    events += [(408, frame(210, .idle)), (408, phase(.idle))]
    return events.filter { _, event in
      if case .input(.touch) = event { hasFingers } else { true }
    }
  }

  @Test(
    "a touch at the time of a lift starts a gesture with its own release",
    arguments: [0.0, 1, 10], [true, false])
  func atTheLift(pause: Double, hasFingers: Bool) {
    let reports = settles(twoDrags(pause, hasFingers: hasFingers), end: 900)
    #expect(reports.map(\.release.time) == [milliseconds(200), milliseconds(380)])
    #expect(reports.map(\.ending) == [.caught, .rested])
    #expect(reports.map(\.release.gesture) == [1, 2])
  }
}
