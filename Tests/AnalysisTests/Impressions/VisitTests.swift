import Analysis
import ScrollModel
import Testing

@Suite("visits")
struct VisitTests {
  private let base: [(Double, TraceEvent)] = [
    (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })), (0, frame(0, .idle)),
  ]

  @Test("an estimate correction that keeps the view still ends no visit")
  func correction() {
    var events = base
    // All targets and the offset move by the same 37 points.
    let shifted = (0..<10).map { index in
      TargetFrame(
        id: TargetID("\(index)"),
        frame: Rect(x: 0, y: Double(index) * 100 + 37, width: 100, height: 100))
    }
    events.append((500, .input(.layout(Layout(targets: shifted)))))
    events.append((500, frame(37, .idle)))
    let report = impressions(.mrcDisplay, events, end: 2000)
    #expect(report.names == ["0", "1"] && report.visitCount == 2)
    #expect(report.impressions.allSatisfy { $0.enter.time == .zero })
  }

  @Test("PIN-7 a row that goes under a pinned header counts until half of it is covered, or gone")
  func covered() throws {
    var rows = column((0..<10).map { "\($0)" })
    rows.targets[0].pinned = .header
    var events: [(Double, TraceEvent)] = [
      (0, container(300, rate: 60)), (0, .input(.layout(rows))),
    ]
    events.append((0, frame(0, .idle)))
    for step in 0...24 {
      events.append((1000 + Double(step) * 10, frame(Double(step) * 10, .interacting)))
    }
    events.append((1300, frame(240, .idle)))
    for (policy, end) in [("any-pixel", 1200.0), ("any-pixel(uncovered)", 1100)] {
      let report = impressions(try ImpressionPolicy(preset: policy), events, end: 3000)
      #expect(report["1"]?.exit.time == milliseconds(end), "\(policy)")
      #expect(report["5"]?.enter.time == milliseconds(1200), "\(policy)")
    }
    let half = impressions(
      try ImpressionPolicy(preset: "mrc.display(uncovered)"), events, end: 3000)
    #expect(half["1"]?.exit.time == milliseconds(1050))
    #expect(half["2"]?.exit.time == milliseconds(1150))
    // Of rows 3, 4 and 5 at the end, 60 of 100 points of the first are below the header.
    #expect(half["3"]?.end == .traceEnd)
  }

  @Test("an edit without a following frame takes effect at its own time")
  func editAlone() throws {
    var events = base
    events.append((800, .input(.edit(.remove(TargetID("0"), index: nil)))))
    events.append((2000, frame(0, .idle)))
    let report = impressions(.mrcDisplay, events, end: 3000)
    #expect(report.names == ["1", "2"])
    #expect(report["2"]?.enter.time == milliseconds(800))
    let gone = try #require(report.nearMisses.first)
    #expect(gone.id == TargetID("0") && gone.end == .removed)
    #expect(gone.lack == .time(missingNanoseconds: 200_000_000) && report.nearMisses.count == 1)
  }

  @Test("removal, rotation and the keyboard end visits at the next frame")
  func changes() {
    var removal = base
    removal.append((1500, .input(.edit(.remove(TargetID("0"), index: nil)))))
    removal.append((1500, frame(0, .idle)))
    let removed = impressions(.mrcDisplay, removal, end: 1600)
    #expect(removed["0"]?.end == .removed && removed["0"]?.exit.time == milliseconds(1500))
    var keyboard = base
    keyboard.append((1500, frame(0, .idle, insets: Insets(top: 0, left: 0, bottom: 160, right: 0))))
    // Under a bar nothing is in the unobscured area; SwiftUI counts it anyway.
    #expect(impressions(.swiftUIVisibility(), keyboard, end: 3000)["1"]?.end == .traceEnd)
    let covered = impressions(.mrcDisplay, keyboard, end: 3000)
    #expect(covered["1"]?.end == .left && covered["1"]?.exit.time == milliseconds(1500))
    #expect(covered["0"]?.end == .left)
    var rotation = base
    rotation.append((500, container(60, width: 400)))
    rotation.append((510, frame(0, .idle)))
    let rotated = impressions(.mrcDisplay, rotation, end: 3000)
    #expect(rotated.names == ["0"] && rotated["0"]?.enter.time == .zero)
  }

  @Test("nothing between the ends of a jump was shown", arguments: [50.0, 45])
  func jump(start: Double) throws {
    let report = impressions(
      .mrcDisplay,
      [
        (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })),
        (0, frame(start, .idle)), (2000, frame(start + 600, .idle)),
      ], end: 4000)
    #expect(report["1"]?.peakFraction == 1 && report["7"]?.peakFraction == 1)
    // A part of the last row before the jump, and of the first row after it, was visible.
    if start == 50 {
      #expect(report["2"]?.peakFraction == 0.5 && report["8"]?.peakFraction == 0.5)
    } else {
      #expect(Set(report.nearMisses.map(\.peakFraction)) == [0.45])
    }
  }

  @Test("the background ends visits, and the foreground starts new ones")
  func background() {
    var events = base
    events.append((800, note("app-state", "background")))
    events.append((900, note("app-state", "active")))
    let report = impressions(.mrcDisplay, events, end: 1950)
    #expect(report.names == ["0", "1"] && report.visitCount == 4)
    #expect(report["0"]?.enter.time == milliseconds(900))
    let misses = report.nearMisses
    #expect(misses.count == 2 && misses.allSatisfy { $0.end == .background })
    #expect(misses.first?.lack == .time(missingNanoseconds: 200_000_000))
    let insets = "the insets are unknown: none are taken off"
    #expect(report.assumptions == [insets])
    let unsaid = impressions(.mrcDisplay, base, end: 10).assumptions
    #expect(unsaid.count == 2 && unsaid.contains(insets))
  }

  @Test(
    "a visit that ends between two samples keeps its maximum fraction and speed",
    arguments: [false, true])
  func calmEnd(isBackground: Bool) throws {
    // Target 2 is half visible at 50; at 90 nine tenths are, and nothing else changed since.
    var events = scroll(from: 0, to: 90, speed: 600)
    if isBackground { events.append((1500, note("app-state", "background"))) }
    let seen = try #require(impressions(.mrcDisplay, events, end: 1600)["2"])
    let end: VisitEnd = isBackground ? .background : .traceEnd
    #expect(seen.end == end)
    #expect((seen.peakFraction - 0.9).magnitude < 1e-9)
    #expect((seen.maximumSpeed - 600).magnitude < 1e-3)
  }

  @Test("a visit that starts after a slowdown excludes the earlier speed")
  func speedBefore() throws {
    let events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, layout(["a"], length: 5000)), (0, frame(1000, .idle)),
      (16, frame(1100, .decelerating)), (32, frame(1200, .decelerating)),
      (48, frame(1210, .decelerating)), (64, frame(1220, .idle)),
    ]
    let seen = try #require(impressions(.feedDefault, events, end: 2000)["a"])
    #expect(seen.enter.time == milliseconds(32))
    #expect((seen.maximumSpeed - 625).magnitude < 1e-6)
  }

  @Test("video needs play-state annotations")
  func playing() {
    #expect(impressions(.mrcVideo, base, end: 5000).notMeasurable != nil)
    var events = base
    events.append((500, note("play-state", "playing")))
    events.append((3000, note("play-state", "paused")))
    let report = impressions(.mrcVideo, events, end: 5000)
    #expect(report.notMeasurable == nil && report.names == ["0", "1"])
    #expect(report["0"]?.enter.time == milliseconds(500) && report["0"]?.end == .paused)
  }

  @Test("nothing counts before the first interaction, or after it during the pause")
  func interaction() {
    var waiting = ImpressionPolicy.anyPixel
    waiting.eligibility.waitsForInteraction = true
    #expect(impressions(waiting, base, end: 1000).names.isEmpty)
    var events = base
    events.append((400, touch(1, .began)))
    #expect(impressions(waiting, events, end: 1000)["0"]?.enter.time == milliseconds(400))
    var pausing = ImpressionPolicy.anyPixel
    pausing.eligibility.pauseAfterInteraction = 200_000_000
    let paused = impressions(pausing, events, end: 1000)
    #expect(
      paused.impressions.map(\.enter.time) == [.zero, .zero, milliseconds(600), milliseconds(600)])
    var settled = ImpressionPolicy.mrcDisplay
    settled.eligibility.phases = PhaseSet(phases: [.idle])
    let report = impressions(settled, scroll(from: 0, to: 60, speed: 60), end: 3000)
    #expect(report.impressions.allSatisfy { $0.phases[.decelerating] == 0 })
    #expect(report["1"]?.enter.time == milliseconds(1000))
  }

  @Test("a policy with a speed limit does not count targets of a fast fling")
  func speed() {
    let fast = impressions(.feedDefault, scroll(from: 0, to: 700, speed: 4200), end: 3000)
    #expect(fast.names.sorted() == ["7", "8"])
    #expect(fast["7"].map { $0.enter.time >= milliseconds(150) } == true)
  }

  @Test("hysteresis joins flickers at the threshold, and the smallest band is found")
  func hysteresis() throws {
    var events = base
    for step in 0..<40 {
      events.append((Double(step) * 16, frame(step % 2 == 0 ? 48 : 53, .interacting)))
    }
    events.append((640, frame(53, .idle)))
    var policy = ImpressionPolicy(name: "feed")
    policy.dwell = 500_000_000
    let plain = impressions(policy, events, end: 2000)
    #expect(plain.flickerCount > 30)
    let band = try #require(plain.hysteresis)
    #expect((band - 0.03).magnitude < 1e-9)
    policy.exitThreshold = policy.threshold - band
    #expect(impressions(policy, events, end: 2000).flickerCount == 0)
    var delayed = ImpressionPolicy(name: "delayed")
    delayed.exitDelay = 100_000_000
    let joined = impressions(delayed, events, end: 2000)
    #expect(joined.visitCount == 3 && joined["2"] != nil)
  }

  @Test("repetition counts every visit, one visit, visits after a gap, every dwell, or the sum")
  func repetition() {
    let events =
      scroll(from: 0, to: 400, speed: 400)
      + scroll(from: 400, to: 0, speed: 400, at: 1000)
      + scroll(from: 0, to: 400, speed: 400, at: 4000)
    var policy = ImpressionPolicy(name: "p")
    func count(_ id: String) -> Int {
      impressions(policy, events, end: 6000).impressions.count { $0.id == TargetID(id) }
    }
    #expect(count("1") == 2)
    policy.repetition = .once
    #expect(count("1") == 1)
    policy.repetition = .afterGap(10_000_000_000)
    #expect(count("1") == 1)
    policy.repetition = .afterGap(100_000_000)
    #expect(count("1") == 2)
    policy.repetition = .everyDwell
    policy.dwell = 500_000_000
    // Back at 50 after 1.875 s, it is visible until 4.125 s: four times half a second.
    #expect(count("0") == 4)
    policy.repetition = .everyVisit
    policy.dwell = 300_000_000
    policy.accumulatesDwell = true
    // Target 2 is visible from 50 to 250 at 400 pt/s: half a second in each direction.
    #expect(count("2") == 3)
  }

  @Test("large targets may have a lower threshold, and the report names it")
  func large() throws {
    let target = TargetFrame(
      id: TargetID("ad"), frame: Rect(x: 0, y: 140, width: 970, height: 250))
    let events: [(Double, TraceEvent)] = [
      (0, container(220, width: 970)), (0, .input(.layout(Layout(targets: [target])))),
      (0, frame(0, .idle)),
    ]
    #expect(impressions(.mrcDisplay, events, end: 5000).names.isEmpty)
    let seen = try #require(impressions(.mrcDisplayLarge, events, end: 5000)["ad"])
    #expect(seen.usesLargeItemRule && (seen.peakFraction - 0.32).magnitude < 1e-12)
    // 60 of 250 points are visible: 24 %, but 30 % are required.
    var shorter = events
    shorter[0].1 = container(200, width: 970)
    let miss = try #require(impressions(.mrcDisplayLarge, shorter, end: 5000).nearMisses.first)
    guard case .fraction(let missing) = miss.lack else {
      Issue.record("\(miss.lack)")
      return
    }
    #expect((missing - 0.06).magnitude < 1e-12)
  }

  @Test("rendered targets count if they were laid out and measured, not if they were estimated")
  func rendering() {
    let targets = (0..<4).map { index in
      TargetFrame(
        id: TargetID("\(index)"),
        frame: Rect(x: 0, y: Double(index) * 500, width: 100, height: 500),
        isEstimated: index > 1)
    }
    let events: [(Double, TraceEvent)] = [
      (0, container(200)), (0, .input(.layout(Layout(targets: targets)))), (0, frame(0, .idle)),
    ]
    #expect(impressions(.beginToRender, events, end: 10).names == ["0", "1"])
    #expect(impressions(.anyPixel, events, end: 10).names == ["0"])
  }

  @Test("a report names what is unknown")
  func unknown() {
    let bare: [(Double, TraceEvent)] = [(0, frame(0)), (16, frame(10))]
    #expect(impressions(.mrcDisplay, bare).notMeasurable == "no layout is known")
    let sized: [(Double, TraceEvent)] = [(0, layout(["a"])), (0, frame(0))]
    #expect(impressions(.mrcDisplay, sized).notMeasurable == "the container's size is unknown")
  }

  @Test("equal and unordered times give consistent impressions")
  func times() {
    var events = base
    events += [
      (100, frame(30, .interacting)), (100, frame(90, .interacting)), (40, frame(95, .interacting)),
    ]
    events.append((120, frame(96, .idle)))
    let report = impressions(.anyPixel, events, end: 200)
    for impression in report.impressions {
      #expect(impression.enter.earliest <= impression.enter.time)
      #expect(impression.enter.time <= impression.enter.latest)
      #expect(impression.enter.time <= impression.exit.time)
    }
    #expect(report.names.sorted() == ["0", "1", "2"])
  }
}
