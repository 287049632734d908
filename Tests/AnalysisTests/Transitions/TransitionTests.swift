import Analysis
import ScrollModel
import TestSupport
import Testing

@Suite("scroll transitions")
struct TransitionTests {
  private func run(
    _ settings: TransitionSettings, _ events: [(Double, TraceEvent)],
    options: TransitionAnalysis.Options = TransitionAnalysis.Options()
  ) -> TransitionReport {
    var information = TraceInformation(name: "t")
    information.axes = .vertical
    var pass = AnalysisDriver(TransitionAnalysis(settings, options: options), of: information)
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish()
    return pass.analysis.result
  }

  @Test("the changes equal those that the engine emits")
  func parity() {
    let settings: [TransitionSettings] = [
      TransitionSettings(), TransitionSettings(.animated),
      TransitionSettings(.interactive(.linear, threshold: .centered)),
      TransitionSettings(
        topLeading: .identity, bottomTrailing: .animated(threshold: .inset(.visible(0.2), by: 30))),
    ]
    var changes = 0
    for seed in Cases.seeds(oneIn: 4) {
      let setting = settings[Int(seed) % settings.count]
      let run = EngineRun.random(seed, TransitionAnalysis(setting)) { $0.transition = setting }
      let computed = run.pass.analysis.result.changes.map {
        TransitionOutcome(time: $0.time, id: $0.id, old: $0.old, new: $0.new)
      }
      let expected = run.log.transitions
      #expect(computed == expected, "seed \(seed)")
      changes += expected.count
    }
    #expect(changes > 0)
  }

  /// TRANS-27: a view of 100 in a container of 400, linear curve.
  @Test(
    "followed views have the effects of the published vectors",
    arguments: [
      (150.0, 1.0), (175, 0.75), (200, 0.5), (225, 0.25), (250, 0),
    ] as [(Double, Double)])
  func vectors(distance: Double, progress: Double) throws {
    var options = TransitionAnalysis.Options()
    options.followed = [TargetID("a")]
    options.effects = [
      TransitionEffect(name: "opacity", identity: 1, topLeading: 0, bottomTrailing: 0),
      TransitionEffect(
        name: "scale", role: .scale, identity: 1, topLeading: 0.5, bottomTrailing: 0.9),
    ]
    let report = run(
      TransitionSettings(.interactive(.linear, threshold: .visible)),
      [
        (0, container(400)), (0, layout(["a"])), (0, frame(-150)),
        (16, frame(-150 - distance)), (32, frame(-150 + distance)),
      ], options: options)
    #expect(report.samples.count == 3 && report.samples[0].progress == 1)
    for sample in report.samples.dropFirst() {
      #expect((sample.progress - progress).magnitude < 1e-12)
      #expect((sample.values[0] - progress).magnitude < 1e-12)
    }
    #expect(report.samples[1].phase == (progress == 1 ? .identity : .bottomTrailing))
    #expect((report.samples[2].values[1] - (0.5 + 0.5 * progress)).magnitude < 1e-12)
    #expect((report.samples[1].values[1] - (0.9 + 0.1 * progress)).magnitude < 1e-12)
  }

  @Test("TRANS-37 a view that is added later starts in its phase without a change")
  func newcomers() {
    let ids = (0..<10).map { "\($0)" }
    let report = run(
      TransitionSettings(.animated),
      [
        (0, container(200)), (0, layout(ids, length: 50)), (0, frame(0)),
        (16, layout(["new"] + ids, length: 50)), (16, frame(0)),
      ])
    #expect(report.changes.map(\.id) == [TargetID("3")])
  }

  @Test("views with an effect are counted in every frame, and too many are reported")
  func counting() {
    let rows: [(Double, TraceEvent)] = [
      (0, container(200)), (0, layout((0..<40).map { "\($0)" }, length: 20)),
    ]
    // Identity only in the middle: all views but one have an effect.
    let settings = TransitionSettings(.interactive(.linear, threshold: .centered))
    var events = rows
    for step in 0..<20 { events.append((Double(step) * 16, frame(Double(step) * 7 + 3))) }
    let report = run(settings, events)
    #expect(report.frameCount == 20 && report.framesByEffectCount.reduce(0, +) == 20)
    #expect(report.mostEffects == 11 && report.exceedsLimit && report.framesOverLimit == 20)
    let edges = run(TransitionSettings(), events)
    #expect(edges.mostEffects == 2 && !edges.exceedsLimit && edges.framesOverLimit == 0)
    #expect(edges.changeCount == edges.changes.count && edges.changeCount > 10)
    let first = edges.targets.first
    #expect(first?.id == TargetID("1") || first?.id == TargetID("0"))
    #expect(run(TransitionSettings(.identity), events).mostEffects == 0)
    var animated = rows
    animated += [(0, frame(0)), (16, frame(35)), (32, frame(35)), (700, frame(35))]
    let counted = run(TransitionSettings(.animated), animated)
    #expect(counted.framesByEffectCount[0] == 2 && counted.mostEffects == counted.changeCount)
  }

  @Test("a fling can carry a view past identity between two frames")
  func skipped() {
    let events: [(Double, TraceEvent)] = [
      (0, container(200)), (0, layout(["a", "b", "c"], length: 20)), (0, frame(-190)),
      (16, frame(15)),
    ]
    let report = run(TransitionSettings(.interactive(.linear, threshold: .visible)), events)
    #expect(report.skippedIdentityCount == 1)
  }

  @Test("a horizontal transition counts views that sideways movement carries past")
  func skippedSideways() {
    var settings = TransitionSettings(.interactive(.linear, threshold: .visible))
    settings.axis = .horizontal
    func moved(_ x: Double) -> TraceEvent {
      .observation(.frame(GeometryFrame(offset: Point(x: x, y: 0))))
    }
    let column = column(["a", "b", "c"], length: 20, width: 20)
    let report = run(
      settings,
      [
        (0, container(200, width: 200)), (0, .input(.layout(column))), (0, moved(-190)),
        (16, moved(15)),
      ])
    #expect(report.skippedIdentityCount == 3)
  }

  @Test("a view that an effect moves back into the viewport is drawn outside its layout")
  func mismatch() throws {
    var options = TransitionAnalysis.Options()
    options.effects = [
      TransitionEffect(
        name: "offset", role: .offsetY, identity: 0, topLeading: 60, bottomTrailing: 0)
    ]
    var events: [(Double, TraceEvent)] = [
      (0, container(200)), (0, layout((0..<10).map { "\($0)" }, length: 50)),
    ]
    for step in 0...30 { events.append((Double(step) * 16, frame(Double(step) * 5))) }
    let report = run(
      TransitionSettings(.interactive(.linear, threshold: .visible)), events, options: options)
    let first = try #require(report.mismatches.first)
    #expect(first.id == TargetID("0") && first.isDrawnInView && first.largestOffset == 60)
    #expect(first.start == milliseconds(160) && first.end == milliseconds(336))
    // The next one begins before the first one ends.
    #expect(report.mismatches.map(\.id) == ["0", "1", "2"].map { TargetID($0) })
    #expect(report.mismatches.dropFirst().first?.start == milliseconds(320))
    let still = TransitionAnalysis.Options()
    #expect(run(TransitionSettings(), events, options: still).mismatches.isEmpty)
  }

  @Test("in right-to-left content, leading is the physical right")
  func rightToLeft() throws {
    var information = TraceInformation(name: "t")
    information.axes = .horizontal
    var options = TransitionAnalysis.Options()
    options.followed = [TargetID("a")]
    var pass = AnalysisDriver(
      TransitionAnalysis(TransitionSettings(), options: options), of: information)
    pass.take(
      .input(
        .container(
          ContainerChange(
            size: Size(width: 400, height: 100), layoutDirection: .rightToLeft))), at: .zero)
    let target = TargetFrame(id: TargetID("a"), frame: Rect(x: 350, y: 0, width: 100, height: 100))
    pass.take(.input(.layout(Layout(targets: [target]))), at: .zero)
    pass.take(frame(0), at: .zero)
    pass.finish()
    #expect(pass.analysis.result.samples.first?.phase == .topLeading)
  }

  @Test("a view's layout is visible while any part of it is", arguments: [(49.5, 0), (50, 1)])
  func sliver(offset: Double, count: Int) {
    var options = TransitionAnalysis.Options()
    options.effects = [
      TransitionEffect(
        name: "offset", role: .offsetY, identity: 0, topLeading: 60, bottomTrailing: 0)
    ]
    let report = run(
      TransitionSettings(.interactive(.linear, threshold: .visible)),
      [
        (0, container(200)), (0, layout((0..<10).map { "\($0)" }, length: 50)),
        (0, frame(offset)),
      ], options: options)
    #expect(report.mismatches.map(\.id) == Array(repeating: TargetID("0"), count: count))
  }

  /// A tenth of the view is visible, so it is a tenth of the way from half its size to its full
  /// size.
  @Test("a view that shrinks about its center can become invisible before its layout does")
  func shrunk() throws {
    var options = TransitionAnalysis.Options()
    options.effects = [
      TransitionEffect(
        name: "scale", role: .scale, identity: 1, topLeading: 0.5, bottomTrailing: 1)
    ]
    let report = run(
      TransitionSettings(.interactive(.linear, threshold: .visible)),
      [(0, container(400)), (0, layout(["a"])), (0, frame(90))], options: options)
    let mismatch = try #require(report.mismatches.first)
    #expect(report.mismatches.count == 1 && !mismatch.isDrawnInView)
    #expect((mismatch.largestOffset - 100 * (1 - 0.55) / 2).magnitude < 1e-9)
  }

  @Test("a count of effects equal to the limit does not exceed it", arguments: [(1, 1), (2, 0)])
  func limit(effects: Int, over: Int) {
    var options = TransitionAnalysis.Options()
    options.effectLimit = effects
    let report = run(
      TransitionSettings(),
      [
        (0, container(200)), (0, layout((0..<40).map { "\($0)" }, length: 20)), (0, frame(10)),
      ], options: options)
    #expect(report.mostEffects == 2 && report.framesOverLimit == over)
    #expect(report.exceedsLimit == (over > 0))
  }

  @Test("a report without a container size, a layout or observed views names the reason")
  func obstacles() {
    let settings = TransitionSettings()
    let bare = run(settings, [(0, layout(["a"])), (0, frame(0))])
    #expect(bare.notMeasurable == "the container's size is unknown" && bare.frameCount == 0)
    let empty = run(settings, [(0, container(200)), (0, frame(0))])
    #expect(empty.notMeasurable == "no layout is known")
    let whole = run(settings, [(0, container(200)), (0, layout(["a"])), (0, frame(0))])
    #expect(whole.notMeasurable == nil)
  }
}
