import Analysis
import ScrollModel
import TestSupport
import Testing

@Suite("smoothness")
struct SmoothnessTests {
  private func run(
    _ events: [(Double, TraceEvent)], rate: Double? = 100, quality: SampleQuality = .exact,
    options: SmoothnessAnalysis.Options = SmoothnessAnalysis.Options(),
    axes: ScrollAxes? = .vertical
  ) -> SmoothnessReport {
    var information = TraceInformation(name: "t")
    information.axes = axes
    information.qualities[.offset] = quality
    var pass = AnalysisDriver(SmoothnessAnalysis(options: options), of: information)
    pass.take(container(200, rate: rate), at: .zero)
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish()
    return pass.analysis.result
  }

  /// A deceleration at 100 Hz: a frame at each of the ticks, ten points per tick.
  private func fling(_ ticks: [Int], at start: Double = 0) -> [(Double, TraceEvent)] {
    var events: [(Double, TraceEvent)] = [(start, phase(.decelerating))]
    for tick in ticks {
      events.append((start + Double(tick) * 10, frame(Double(tick) * 10, .decelerating)))
    }
    events.append((start + Double(ticks.last ?? 0) * 10, phase(.idle)))
    return events
  }

  @Test("a hitch is the lateness of a frame, and the ratio is per second of scrolling")
  func hitches() throws {
    let report = run(fling(Array(0...50) + Array(53...100)))
    let summary = try #require(report.total)
    guard case .value(let hitches, let n) = summary.hitches else {
      Issue.record("\(summary.hitches)")
      return
    }
    // One frame is two refreshes late in a second of scrolling.
    #expect(n == 98 && hitches.count == 1 && hitches.totalMilliseconds == 20)
    #expect(hitches.ratioMillisecondsPerSecond == 20 && hitches.band == .critical)
    #expect(hitches.longestMilliseconds == 20 && hitches.scrollSeconds == 1)
    #expect(report.gestures.count == 1 && report.gestures[0].summary == summary)
  }

  @Test("frames at every second or third refresh are noted as such", arguments: [1, 2, 3])
  func halfRate(step: Int) throws {
    let report = run(fling(Array(stride(from: 0, through: 120, by: step))))
    let notes = report.assumptions.filter { $0.contains("refreshes apart") }
    #expect(notes.count == (step > 1 ? 1 : 0) && notes.allSatisfy { $0.contains(" \(step) ") })
    let late = fling([0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(!run(late).assumptions.contains { $0.contains("refreshes apart") })
  }

  @Test("every gesture and every app state has its own numbers, and they add up")
  func split() throws {
    let smooth = fling(Array(0...100))
    let rough = fling([0, 1, 4, 5, 8, 9, 12, 13, 20], at: 2000)
    let events =
      [(0, note("app-state", "light"))] + smooth + [(1500, note("app-state", "heavy"))] + rough
    let report = run(events)
    #expect(report.gestures.count == 2 && report.states.map(\.state) == ["light", "heavy"])
    let ratios = report.gestures.map { $0.summary.hitches.value?.ratioMillisecondsPerSecond ?? -1 }
    #expect(ratios[0] == 0 && ratios[1] == 600)
    #expect(report.states.map { $0.summary.hitches.value?.ratioMillisecondsPerSecond } == ratios)
    let total = try #require(report.total?.hitches.value)
    #expect(total.totalMilliseconds == 120 && total.scrollSeconds == 1.2)
    #expect(report.total?.frameCount == 110)
    #expect(report.gestures[1].start == milliseconds(2000))
    #expect(report.gestures[1].end == milliseconds(2200))
  }

  @Test("a gesture that spans two app states counts in both, each with its part")
  func spanning() {
    var events = fling(Array(0...100))
    events.insert((505, note("app-state", "b")), at: 52)
    let report = run(events)
    #expect(report.gestures.count == 1 && report.states.count == 2)
    #expect(report.states.map(\.summary.frameCount) == [51, 50])
    #expect(report.gestures[0].summary.frameCount == 101)
  }

  @Test("a finger's pause is no hitch, a late frame under a moving finger is")
  func pauses() throws {
    func drag(_ inputs: [Int], _ frames: [Int]) -> [(Double, TraceEvent)] {
      var events: [(Double, TraceEvent)] = [(0, touch(1, .began)), (0, phase(.interacting))]
      var moved: [(Double, TraceEvent)] = []
      for tick in inputs {
        moved.append((Double(tick) * 10 - 5, touch(1, .moved, y: -Double(tick) * 10)))
      }
      for tick in frames {
        moved.append((Double(tick) * 10, frame(Double(tick) * 10, .interacting)))
      }
      moved.sort { $0.0 < $1.0 }
      events += moved
      events.append((Double(frames.last ?? 0) * 10 + 1, touch(1, .ended)))
      return events
    }
    let paused = run(drag(Array(1...10) + Array(40...50), Array(1...10) + Array(40...50)))
    #expect(paused.total?.unjudgedCount == 1)
    #expect(paused.total?.hitches.value?.count == 0)
    #expect(paused.total?.jankV3.value?.jankyCount == 0)
    let late = run(drag(Array(1...20), Array(1...10) + Array(14...20)))
    #expect(late.total?.hitches.value?.totalMilliseconds == 30)
    guard case .value(let v3, let n)? = late.total?.jankV3 else {
      Issue.record("no v3")
      return
    }
    #expect(v3.jankyCount == 1 && n == 17 && v3.percent == 100.0 / 17)
    guard case .value(let v4, _)? = late.total?.jankV4 else {
      Issue.record("no v4")
      return
    }
    #expect(v4.jankyCount == 1 && v4.missedByReason[.fastScroll] == 3)
    #expect(v4.missedByReason[.decelerating] == 3)
  }

  @Test("Flutter's jerk is the second difference without slow frames")
  func jerk() throws {
    var events: [(Double, TraceEvent)] = [(0, phase(.decelerating))]
    let offsets: [Double] = [0, 10, 20, 31, 40, 50]
    for (tick, offset) in offsets.enumerated() {
      events.append((Double(tick) * 10, frame(offset, .decelerating)))
    }
    // |10 - 20 + 31 - ...|: second differences 0, 1, -2, 1; six frames.
    guard case .value(let jerk, let n)? = run(events).total?.jerk else {
      Issue.record("no jerk")
      return
    }
    #expect(jerk.averageAbsoluteJerk == 4.0 / 6 && n == 6 && jerk.jankyCount == 3)
    events.append((100, frame(60, .decelerating)))
    #expect(run(events).total?.jerk.value?.lostCount == 1)
  }

  @Test(
    "percentiles of equal intervals are exact, and confidence intervals are ordered and repeatable")
  func percentiles() throws {
    let even = run(fling(Array(0...200)))
    guard case .value(let percentiles, let n)? = even.total?.intervals else {
      Issue.record("no percentiles")
      return
    }
    #expect(n == 200 && percentiles.map(\.milliseconds) == [10, 10, 10, 10])
    #expect(percentiles.allSatisfy { $0.lowMilliseconds == 10 && $0.highMilliseconds == 10 })
    let mixed = fling((0...100).filter { $0 % 7 != 3 && $0 % 13 != 5 })
    let first = try #require(run(mixed).total?.intervals.value)
    for percentile in first {
      #expect(percentile.lowMilliseconds <= percentile.milliseconds)
      #expect(percentile.milliseconds <= percentile.highMilliseconds)
    }
    #expect(zip(first, first.dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds })
    #expect(run(mixed).total?.intervals.value == first)
    #expect(first[0].milliseconds == 10 && first[3].milliseconds == 30)
    let small = run(fling([0, 1, 2, 4])).total?.intervals.value
    #expect(small?[0].milliseconds == 10 && small?[3].highMilliseconds == 20)
  }

  @Test("a report gives the reason for each missing measure")
  func obstacles() throws {
    let throttled = run(fling(Array(0...10)), quality: .throttled(milliseconds: 100))
    let summary = try #require(throttled.total)
    #expect(summary.hitches == .notComputed("offsets are throttled to one in 100.0 ms"))
    #expect(summary.jerk.value == nil && summary.intervals.value == nil)
    let unknown = try #require(run(fling(Array(0...10)), rate: nil).total)
    #expect(unknown.hitches == .notComputed("the display's refresh rate is unknown"))
    #expect(unknown.jankV4.value == nil && unknown.jerk.value != nil)
    #expect(unknown.intervals.value?.first?.milliseconds == 10)
    let untouched = try #require(run(fling(Array(0...10))).total)
    #expect(untouched.jankV3 == .notComputed("no frame has a touch or wheel input"))
    #expect(untouched.jankV4.value?.jankyCount == 0)
    #expect(run([(0, frame(0, .idle)), (50, frame(0, .idle))]).total == nil)
  }

  @Test("without phases, a gesture ends when the content rests")
  func phaseless() {
    var events: [(Double, TraceEvent)] = []
    for tick in 0...20 { events.append((Double(tick) * 10, frame(Double(tick) * 5))) }
    for tick in 21...50 { events.append((Double(tick) * 10, frame(100))) }
    for tick in 51...60 { events.append((Double(tick) * 10, frame(Double(tick)))) }
    let report = run(events)
    #expect(report.gestures.count == 2)
  }

  @Test("a finger on moving content starts another gesture")
  func interruption() {
    var events = fling(Array(0...20))
    events.removeLast()
    events += [
      (205, touch(1, .began)), (206, phase(.interacting)), (210, frame(190, .interacting)),
    ]
    events.append((220, frame(180, .interacting)))
    #expect(run(events).gestures.map(\.summary.frameCount) == [21, 2])
  }

  @Test("the engine's own outcomes are smooth by every measure")
  func engine() throws {
    for seed in Cases.seeds(oneIn: 4) {
      let report = EngineRun.random(seed, SmoothnessAnalysis()).pass.analysis.result
      guard let total = report.total else { continue }
      #expect(total.hitches.value?.count ?? 0 == 0, "seed \(seed)")
      #expect(total.frameCount == report.gestures.reduce(0) { $0 + $1.summary.frameCount })
      #expect(report.states.count == 1 && report.states[0].summary == total)
    }
  }

  @Test("a gap separates the measurements")
  func gaps() {
    var events = fling(Array(0...10))
    events.removeLast()
    events.append((500, .stream(.gap(from: milliseconds(105), to: milliseconds(495), count: nil))))
    events += (50...60).map { (Double($0) * 10, frame(Double($0) * 10, .decelerating)) }
    let total = run(events).total
    #expect(total?.hitches.value?.count == 0 && total?.jankV4.value?.jankyCount == 0)
    #expect(total?.hitches.value?.scrollSeconds == 0.2)
  }

  @Test("the default percentiles are 50, 90, 95 and 99")
  func shares() {
    let found = run(fling(Array(0...50))).total?.intervals.value
    #expect(found?.map(\.share) == [0.5, 0.9, 0.95, 0.99])
  }

  @Test("only a movement that starts with an animation is programmatic")
  func programs() {
    func gesture(_ beginning: TraceEvent) -> [Bool] {
      run([
        (0, beginning), (10, frame(10)), (20, frame(20)), (30, frame(30)), (40, phase(.idle)),
      ]).gestures.map(\.isProgrammatic)
    }
    #expect(gesture(touch(1, .began)) == [false])
    #expect(gesture(phase(.decelerating)) == [false])
    #expect(gesture(phase(.animating)) == [true])
    #expect(gesture(note("mark", nil)) == [false])
  }

  @Test("a finger's first movement counts from its touch-down position")
  func firstMovements() {
    /// Two steps.
    ///
    /// A refresh is missed before the second one, which is fast and delivered in time.
    func stroke(at start: Double, from y: Double, to offset: Double, step: Double)
      -> [(Double, TraceEvent)]
    {
      [
        (start, touch(1, .began, y: y)), (start, phase(.interacting)),
        (start + 6, touch(1, .moved, y: y - step)),
        (start + 10, frame(offset + step, .interacting)),
        (start + 26, touch(1, .moved, y: y - step - 5)),
        (start + 30, frame(offset + step + 5, .interacting)),
        (start + 31, touch(1, .ended, y: y - step - 5)), (start + 31, phase(.idle)),
      ]
    }
    func janky(_ step: Double) -> [Int?] {
      run(
        stroke(at: 0, from: 700, to: 0, step: step)
          + stroke(at: 1000, from: 300, to: 100, step: step)
      ).gestures.map { $0.summary.jankV4.value?.jankyCount }
    }
    #expect(janky(1) == [0, 0])
    #expect(janky(10) == [1, 1])
  }

  @Test("content of both axes is measured along its direction of movement")
  func bothWays() {
    func sideways(_ ticks: [Int]) -> [(Double, TraceEvent)] {
      var events: [(Double, TraceEvent)] = [(0, phase(.decelerating))]
      for tick in ticks {
        let place = Point(x: Double(tick) * 10, y: 0)
        let sample = GeometryFrame(offset: place, phase: .decelerating)
        events.append((Double(tick) * 10, .observation(.frame(sample))))
      }
      return events
    }
    let ticks = Array(0...5) + Array(8...12)
    let expected = run(fling(ticks)).total
    #expect(expected?.hitches.value?.count == 1 && expected?.jankV4.value?.jankyCount == 1)
    for axes in [ScrollAxes.both, .horizontal, nil] {
      let total = run(sideways(ticks), axes: axes).total
      #expect(total?.hitches == expected?.hitches && total?.jankV4 == expected?.jankV4)
      #expect(total?.jerk == expected?.jerk && total?.predictor == expected?.predictor)
    }
    #expect(run(sideways(ticks)).total?.hitches.value == nil)
  }
}
