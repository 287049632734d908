import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Replay

@Suite("replays that start where the recording starts")
struct StartTests {
  /// A list that a user flung three times.
  private static func list(_ configuration: String = "") throws -> ObservedSimulation {
    let scene = SceneFile(
      name: "list", container: Size(width: 375, height: 667),
      content: .generated(
        SceneFile.ItemRule(count: 60, ids: .integers(first: 0), size: .same(.length(44)))))
    return ObservedSimulation(
      try Simulator(
        scene: scene,
        script: try GestureScript(
          "wait 300ms\nfling up 1500\nwait 5s\nfling up 700\nwait 5s\nfling down 400\nwait 5s")),
      configuration: try Configuration(text: configuration))
  }

  private static func seconds(_ value: Double) -> TraceTime {
    TraceTime(nanoseconds: Int64(value * 1e9))
  }

  @Test("a first frame at rest sets the start offset, whatever configuration is declared")
  func atRest() throws {
    let part = try Session(LateRecording(of: Self.list(), from: Self.seconds(5)))
    let result = try part.replay(Configuration(), tolerance: .exact)
    #expect(result.plan.drive.drive == .gesture)
    #expect(result.tally.startedFromRecording)
    #expect(result.comparison?.isDivergent == false)
  }

  @Test("a start that the declared configuration explains is not set from the recording")
  func explained() throws {
    let session = try Session(Self.list("initial-offset-anchor: bottom"))
    #expect(
      try !session.replay(Configuration(text: "initial-offset-anchor: bottom"))
        .tally.startedFromRecording)
    #expect(try !session.replay(Configuration()).tally.startedFromRecording)
  }

  @Test(
    "a recorder that starts during movement drives the content until the release or the rest",
    arguments: [0.41, 0.44, 0.6, 1.0, 2.0, 5.5, 6.0])
  func midAir(moment: Double) throws {
    let part = try Session(
      LateRecording(of: Self.list(), from: Self.seconds(moment), logsFirstFrame: false))
    let result = try part.replay(Configuration(), tolerance: .exact)
    #expect(result.plan.drive.drive == .gesture)
    #expect(result.tally.freeFrames > 10)
    #expect(result.comparison?.isDivergent == false, "\(result.comparison.debugDescription)")
  }

  @Test("a healthy session that is recorded from a random rest on replays exactly")
  func randomStarts() throws {
    var count = 0
    for seed in Cases.seeds(oneIn: 2) {
      let scenario = try HealthyScenario(seed: seed)
      let whole = try Session(scenario.simulation())
      let rests = whole.batch.events.indices.filter { index in
        guard case .observation(.phase(let change)) = whole.batch.events[index].event,
          change.new == .idle, index + 1 < whole.batch.events.count
        else { return false }
        let time = whole.batch.events[index].time
        return whole.batch.events[index + 1].time.nanoseconds(since: time) > 200_000_000
      }
      var generator = SeededGenerator(seed: seed, stream: 0x1A7E)
      guard let rest = generator.element(of: rests) else { continue }
      let start = whole.batch.events[rest].time.advanced(byNanoseconds: 150_000_000)
      let part = try Session(LateRecording(of: scenario.simulation(), from: start))
      let result = try part.replay(scenario.configuration, tolerance: .exact)
      guard result.plan.drive.drive == .gesture else { continue }
      count += 1
      let log = try ContentLog(part, scenario.configuration)
      let recorded = Array(part.offsets.dropFirst())
      #expect(
        Array(log.offsets.suffix(recorded.count)) == recorded,
        "seed \(seed), from \(start): \(scenario.configuration.text)\n\(scenario.scriptText)")
    }
    #expect(count > 0)
  }

  @Test("a session that is recorded from any time on is replayed from there")
  func anyStart() throws {
    var compared = 0
    // A rotation before the first frame, twice, and momentum that lasts longer than its motion.
    for seed in Array(Cases.seeds(oneIn: 2)) + [1254, 4680, 1387] {
      let scenario = try RandomScenario(seed: seed)
      let simulation = try scenario.simulation(seed: seed)
      let end = try Session(simulation).batch.events.last?.time.nanoseconds ?? 0
      var generator = SeededGenerator(seed: seed, stream: 0x1A7F)
      let start = TraceTime(nanoseconds: generator.int(in: 0...max(0, end)))
      let part = try Session(
        LateRecording(of: simulation, from: start, logsFirstFrame: generator.chance(0.5)))
      guard part.contents.containersGiveSize else { continue }
      // A first frame after an input of the user or of a program may show the effect of the input.
      guard let shown = part.firstFrame else { continue }
      // Content that is released before the next frame had moved by a distance that no frame shows.
      guard !part.isLetGo(before: shown.second) else { continue }
      let log = try ContentLog(part, scenario.configuration, from: shown.first)
      // The first tick may be that of the second frame.
      #expect(
        log.offsets.first.map { part.offsets.prefix(2).contains($0) } ?? true,
        "seed \(seed), from \(start): \(scenario.configuration.text)\n\(scenario.scriptText)")
      compared += 1
    }
    #expect(compared > Cases.count / 8)
  }

  @Test("offsets that never change are a rest, not a drag")
  func oneFrame() throws {
    var frame = GeometryFrame(offset: Point(x: 0, y: 120))
    frame.geometry.containerSize = Size(width: 300, height: 400)
    frame.geometry.contentSize = Size(width: 300, height: 4000)
    for count in 1...3 {
      let events = (0..<count).map { index in
        (Self.seconds(Double(index) / 2), TraceEvent.observation(.frame(frame)))
      }
      let session = Session(information: TraceInformation(name: "still"), events)
      let box = ObserverBox(FramePhases())
      let run = ReplayRun(try session.plan(Configuration()), listener: box)
      for (time, event) in session.batch.events { run.take(event, at: time) }
      run.finish()
      #expect(!box.observer.phases.isEmpty)
      #expect(box.observer.phases.allSatisfy { $0 == .idle })
    }
  }
}

/// Keeps the phases of frames.
private struct FramePhases: ReplayObserver {
  var phases: [ScrollPhase] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame(let frame)) = event, let phase = frame.phase {
      phases.append(phase)
    }
  }
}

/// Keeps the offsets of frames from a moment on.
private struct ContentLog: ReplayObserver {
  let start: TraceTime
  var offsets: [Point] = []

  private init(from start: TraceTime) { self.start = start }

  init(
    _ session: Session, _ configuration: Configuration, from start: TraceTime = .zero
  ) throws {
    let box = ObserverBox(ContentLog(from: start))
    let run = ReplayRun(try session.plan(configuration), listener: box)
    for (time, event) in session.batch.events { run.take(event, at: time) }
    run.finish()
    self = box.observer
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame(let frame)) = event, time >= start { offsets.append(frame.offset) }
  }
}

extension Session {
  fileprivate var offsets: [Point] {
    batch.events.compactMap { entry in
      if case .observation(.frame(let frame)) = entry.event { frame.offset } else { nil }
    }
  }

  /// The times of the first two frames; nil if anything but layouts and containers comes before
  /// them.
  fileprivate var firstFrame: (first: TraceTime, second: TraceTime?)? {
    let later = batch.events.drop { entry in
      switch entry.event {
      case .input(.container), .input(.layout): true
      default: false
      }
    }
    guard let first = later.first, case .observation(.frame) = first.event else { return nil }
    let second = later.dropFirst().first { entry in
      if case .observation(.frame) = entry.event { true } else { false }
    }
    return (first.time, second?.time)
  }

  /// Whether content is released before a moment.
  fileprivate func isLetGo(before time: TraceTime?) -> Bool {
    batch.events.contains { entry in
      guard case .observation(.release) = entry.event else { return false }
      return time.map { entry.time < $0 } ?? true
    }
  }
}
