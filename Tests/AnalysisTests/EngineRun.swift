import Analysis
import ScrollEngine
import ScrollModel
import Simulation

/// An analysis of the engine's own outcome, with a log of that outcome.
struct EngineRun<Analysis: OutcomeAnalysis>: OutcomeConsumer {
  var pass: AnalysisDriver<Analysis>
  var log = OutcomeLog()

  mutating func consume(_ frame: OutcomeFrame) {
    log.consume(frame)
    pass.consume(frame)
  }
  mutating func consume(_ change: PhaseOutcome) {
    log.consume(change)
    pass.consume(change)
  }
  mutating func consume(_ change: VisibilityOutcome) {
    log.consume(change)
    pass.consume(change)
  }
  mutating func consume(_ set: VisibleSetOutcome) {
    log.consume(set)
    pass.consume(set)
  }
  mutating func consume(_ change: TransitionOutcome) {
    log.consume(change)
    pass.consume(change)
  }
  mutating func consume(_ settle: Settle) { pass.consume(settle) }
  mutating func consume(_ rest: RestOutcome) { pass.consume(rest) }

  /// Runs a random column under random gestures; every so many targets begin with a pinned header, without bars.
  static func random(
    _ seed: UInt64, _ analysis: Analysis, headerEvery count: Int? = nil,
    configure: (inout Configuration) -> Void = { _ in }
  ) -> EngineRun {
    var random = SeededGenerator(seed: seed, stream: 9)
    var targets: [TargetFrame] = []
    var y = 0.0
    for index in 0..<random.int(in: 5...60) {
      let height = Double(random.int(in: 0...8)) * 25
      targets.append(
        TargetFrame(
          id: TargetID(Int64(index)), frame: Rect(x: 0, y: y, width: 300, height: height),
          pinned: count.map { index % $0 == 0 } ?? false ? .header : nil))
      y += height + Double(random.int(in: 0...1)) * 10
    }
    let layout = Layout(contentSize: Size(width: 300, height: y), targets: targets)
    var insets = Insets(
      top: Double(random.int(in: 0...2)) * 20, left: 0,
      bottom: Double(random.int(in: 0...2)) * 17, right: 0)
    if count != nil { insets = .zero }
    let size = Size(width: 300, height: 400)
    var configuration = Configuration(.ios18)
    configure(&configuration)
    let scene = Scene(containerSize: size, insets: insets, content: .layout(layout))
    var engine = ScrollEngine(configuration: configuration, scene: scene)
    var information = TraceInformation(name: "run")
    information.axes = .vertical
    var run = EngineRun(pass: AnalysisDriver(analysis, of: information))
    run.pass.take(.input(.layout(layout)), at: .zero)
    let change = ContainerChange(size: size, insets: insets, refreshRate: 60)
    run.pass.take(.input(.container(change)), at: .zero)
    engine.finish(at: .zero, to: &run)
    for (time, input) in gestures(&random) {
      engine.advance(to: time, to: &run)
      run.pass.take(.input(input), at: time)
      engine.handle(input, at: time, to: &run)
    }
    engine.settle(to: &run)
    run.pass.finish(at: engine.now.advanced(byNanoseconds: 2_000_000_000))
    return run
  }

  private static func gestures(_ random: inout SeededGenerator) -> [(TraceTime, Input)] {
    var inputs: [(TraceTime, Input)] = []
    var time = 100.0
    for _ in 0..<random.int(in: 1...4) {
      let speed = random.double(in: -4000...4000)
      var y = 300.0
      func add(_ phase: TouchPhase) {
        let sample = TouchSample(pointer: 1, phase: phase, position: Point(x: 100, y: y))
        inputs.append((milliseconds(time), .touch(sample)))
      }
      add(.began)
      for _ in 0..<random.int(in: 2...20) {
        time += 8
        y += speed * 0.008
        add(.moved)
      }
      time += 4
      add(.ended)
      time += random.double(in: 20...3000)
    }
    return inputs
  }
}
