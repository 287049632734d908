import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceRecorder
import TraceStore

@Suite("a suffix replays like the whole trace")
struct SuffixLawTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A trace with the results of its replay.
  private struct Whole {
    let information: TraceInformation
    let entries: [Entry]
    let outcome: ReplayLog

    /// Whether the entries before one report the refresh clock, or imply the clock of all frames.
    func hasClock(before trigger: Int) -> Bool {
      let containers = entries.compactMap { entry -> ContainerChange? in
        guard case .input(.container(let change)) = entry.event else { return nil }
        return change
      }
      if containers.contains(where: { $0.refreshOrigin != nil }) { return true }
      guard let rate = containers.lazy.compactMap(\.refreshRate).first else { return false }
      func tick(_ entries: ArraySlice<Entry>) -> TraceTime? {
        let times = entries.lazy.filter {
          if case .observation(.frame) = $0.event { true } else { false }
        }.prefix(InferredTick.frameCount).map(\.time)
        return InferredTick(among: Array(times), rate: rate).moment
      }
      return tick(entries[..<trigger]) == tick(entries[...])
    }

    init(_ trace: CollectingSink.Trace) throws {
      information = trace.information
      entries = zip(trace.times, trace.events).map { Entry($0, $1) }
      outcome = try ReplayLog(of: information, TraceContents(of: trace.events), entries)
    }

    init(_ source: some TraceSource) throws {
      var sink = CollectingSink()
      try source.send(to: &sink)
      try self.init(sink.traces[0])
    }
  }

  /// A part of a trace, with its replay and its start time in the whole trace.
  private typealias Part = (log: ReplayLog, entries: [Entry], origin: Int64)

  /// The part that a ring keeps of a trace when it is triggered before one of its entries.
  private func suffix(
    of whole: Whole, trigger: Int, seconds: Double, _ name: String
  ) throws -> Part {
    let path = directory.file(name)
    let recorder = try TraceRecorder(path: path, options: .ring(seconds))
    let trace = recorder.beginTrace(whole.information)
    recorder.append(Array(whole.entries[..<trigger]), to: trace)
    recorder.trigger()
    recorder.append(Array(whole.entries[trigger...]), to: trace)
    try recorder.close()
    let store = try TraceStore(path: path, mode: .readOnly)
    let record = try #require(try store.traces().first)
    let information = record.information
    let reader = try store.reader(of: record.id)
    var entries: [Entry] = []
    while let (time, event) = try reader.next() { entries.append(Entry(time, event)) }
    let log = try ReplayLog(of: information, try store.contents(of: record.id), entries)
    return (log, entries, Self.origin(information))
  }

  /// The part of a trace that `SliceSink` passes on, from one of its entries on.
  private func slice(of whole: Whole, trigger: Int) throws -> Part {
    let start = whole.entries[min(trigger, whole.entries.count - 1)].time
    var slice = SliceSink(CollectingSink(), from: start, to: nil)
    let number = slice.beginTrace(whole.information)
    for entry in whole.entries { try slice.append(entry.event, at: entry.time, to: number) }
    try slice.finish()
    let trace = try #require(slice.sink.traces.first)
    let entries = zip(trace.times, trace.events).map { Entry($0, $1) }
    let log = try ReplayLog(of: trace.information, TraceContents(of: trace.events), entries)
    #expect(slice.origins == [TraceTime(nanoseconds: Self.origin(trace.information))])
    return (log, entries, Self.origin(trace.information))
  }

  private static func origin(_ information: TraceInformation) -> Int64 {
    information.metadata.first { $0.key == "cut_ns" }.flatMap { Int64($0.json) } ?? 0
  }

  /// The reason why the law does not apply to a cut.
  private enum Exclusion: Hashable {
    /// Nothing was dropped.
    case whole
    /// The content moved for more than half a minute, so the cut is inside the movement.
    case midAir
    /// The trace reports no tick of its refresh clock, and the frames before the cut do not imply
    /// one yet.
    case noClock
    /// The replay of the whole trace is not at the recorded offset.
    case elsewhere
    /// A program requested an edge or an offset, which no report contains, and a layout changes
    /// later.
    case heldPlace
  }

  /// Whether a bound position is at an edge or an offset at a cut, and a later layout uses it.
  private func holdsPlace(_ whole: Whole, at origin: Int64) -> Bool {
    var isHeld = false
    for entry in whole.entries where entry.time.nanoseconds < origin {
      switch entry.event {
      case .input(.command(.scroll(let destination, _, _, .position, _))):
        if case .id = destination { isHeld = false } else { isHeld = true }
      case .observation(.position(let report)) where report.isPositionedByUser == true:
        isHeld = false
      default: break
      }
    }
    return isHeld
      && whole.entries.contains { entry in
        guard entry.time.nanoseconds >= origin else { return false }
        switch entry.event {
        case .input(.layout), .input(.edit), .input(.container): return true
        default: return false
        }
      }
  }

  /// The phase and the offset that a keyframe repeats.
  private func restated(_ entries: [Entry]) -> (frame: GeometryFrame?, phase: ScrollPhase?) {
    guard case .stream(.keyframe(let count)) = entries.first?.event else { return (nil, nil) }
    var (frame, phase): (GeometryFrame?, ScrollPhase?) = (nil, nil)
    for entry in entries.dropFirst().prefix(Int(count)) {
      if case .observation(.frame(let found)) = entry.event {
        frame = found
        phase = found.phase ?? phase
      }
      if case .observation(.phase(let change)) = entry.event { phase = change.new }
    }
    return (frame, phase)
  }

  /// Compares the suffix after one cut with the whole; returns the reason if the law does not
  /// apply.
  private func check(
    _ whole: Whole, trigger: Int, seconds: Double, _ name: String, _ label: String
  ) throws -> Exclusion? {
    try check(whole, suffix(of: whole, trigger: trigger, seconds: seconds, name), trigger, label)
  }

  private func check(
    _ whole: Whole, _ cut: Part, _ trigger: Int, _ label: String
  ) throws -> Exclusion? {
    let (frame, phase) = restated(cut.entries)
    guard let frame else { return .whole }
    guard phase == .idle else { return .midAir }
    guard whole.hasClock(before: trigger) else { return .noClock }
    let before = whole.outcome.frames.last { $0.time.nanoseconds < cut.origin }
    guard before?.frame.offset == frame.offset else { return .elsewhere }
    guard !holdsPlace(whole, at: cut.origin) else { return .heldPlace }
    let expected = whole.outcome.after(cut.origin)
    var found = cut.log
    // The first tick of a replay shows its start, whether or not that was shown before.
    if let first = found.frames.first, expected.frames.first?.time != first.time {
      #expect(first.frame.offset == frame.offset, "\(label): where it starts")
      found.frames.removeFirst()
    }
    #expect(
      found.frames == expected.frames,
      "\(label): \(firstDifference(found.frames, expected.frames))")
    #expect(found.phases == expected.phases, "\(label): phases")
    #expect(
      found.settles == expected.settles,
      "\(label): \(firstDifference(found.settles, expected.settles))")
    #expect(
      found.positions == expected.positions,
      "\(label): \(firstDifference(found.positions, expected.positions))")
    return nil
  }

  private func firstDifference<Element: Equatable>(
    _ found: [Element], _ expected: [Element]
  ) -> String {
    for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      return "at \(index): \(pair.0) instead of \(pair.1)"
    }
    return "\(found.count) instead of \(expected.count)"
  }

  @Test("random sessions cut by a ring at random times replay like the whole")
  func randomSessions() throws {
    var (held, slices, excluded): (Int, Int, [Exclusion: Int]) = (0, 0, [:])
    // Ids of another type than the declared one, reported before the cut, and a position without an
    // id.
    for seed in Array(Cases.seeds(oneIn: 2)) + [200, 897, 1444] {
      let scenario = try RandomScenario(seed: seed, isCalm: seed % 2 == 0)
      let whole = try Whole(try scenario.simulation(seed: seed))
      var generator = SeededGenerator(seed: seed, stream: 0x5FF1)
      for cut in 0..<4 {
        let trigger = generator.int(in: 1...whole.entries.count)
        let seconds = generator.double(in: 0...2)
        let label = """
          seed \(seed), trigger at \(trigger), \(seconds) s: \(scenario.configuration.text)
          \(scenario.scriptText)
          """
        let reason = try check(
          whole, trigger: trigger, seconds: seconds, "\(seed)-\(cut).sqlite", label)
        if let reason { excluded[reason, default: 0] += 1 } else { held += 1 }
      }
      let trigger = generator.int(in: 1...whole.entries.count)
      let reason = try check(
        whole, slice(of: whole, trigger: trigger), trigger, "seed \(seed), slice at \(trigger)")
      if let reason { excluded[reason, default: 0] += 1 } else { slices += 1 }
    }
    #expect(held > 0 && slices > 0, "no cut was in question: \(excluded)")
    #expect(excluded[.elsewhere] == nil, "the engine does not replay what it recorded")
  }

  /// 50 in a nightly run; each is two replays of a whole scene.
  private static let cuts = min(50, max(6, Cases.count / 3))

  @Test("bundled scenes cut at random times replay like the whole")
  func scenes() throws {
    var (held, slices) = (0, 0)
    let names = Files.names(in: Repository.path("fixtures/scenes"))
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    for name in names {
      let scene = try SceneFile(
        json: Array(Files.read(Repository.path("fixtures/scenes/\(name).json"))), name: name)
      let text = try Files.text(Repository.path("fixtures/scripts/\(name).script"))
      let simulation = ObservedSimulation(
        try Simulator(scene: scene, script: try GestureScript(text)),
        configuration: try Configuration(text: scene.labels.configuration ?? ""))
      let whole = try Whole(simulation)
      var generator = SeededGenerator(seed: 1, stream: 0x5FF3)
      for cut in 0..<Self.cuts {
        let trigger = generator.int(in: 1...whole.entries.count)
        let reason = try check(
          whole, trigger: trigger, seconds: generator.double(in: 0...2), "\(name)-\(cut).sqlite",
          "\(name), trigger at \(trigger)")
        held += reason == nil ? 1 : 0
        let slice = try check(
          whole, slice(of: whole, trigger: trigger), trigger, "\(name), slice at \(trigger)")
        slices += slice == nil ? 1 : 0
      }
    }
    #expect(held > Self.cuts && slices > Self.cuts)
  }

  /// The engine did not make the flings of `two-flings`, and `damaged` is shorter than any ring keeps.
  @Test(
    "bundled traces cut at random times replay like the whole",
    arguments: [("card-carousel", nil), ("two-flings", .elsewhere), ("damaged", .whole)]
      as [(String, Exclusion?)])
  private func fixtures(name: String, excludes: Exclusion?) throws {
    var sink = CollectingSink()
    let source = try ByteSource(path: Repository.path("fixtures/traces/\(name).jsonl"))
    let format = try #require(CaptureFormat.recognize(FormatHead(of: source))).format
    _ = try format.read(source, options: ImportOptions(), into: &sink)
    let whole = try Whole(try #require(sink.traces.first))
    var generator = SeededGenerator(seed: 1, stream: 0x5FF2)
    var reasons: Set<Exclusion?> = []
    for cut in 0..<Self.cuts {
      let trigger = generator.int(in: 1...whole.entries.count)
      reasons.insert(
        try check(
          whole, trigger: trigger, seconds: generator.double(in: 0...2), "\(cut).sqlite",
          "\(name), trigger at \(trigger)"))
    }
    #expect(reasons.subtracting([.whole]) == (excludes == .whole ? [] : [excludes]))
  }
}

/// The content's offsets and phases in a replay.
private struct ReplayLog: ReplayObserver {
  struct Frame: Hashable {
    var time: TraceTime
    var frame: GeometryFrame
  }

  struct Report<Value: Hashable>: Hashable {
    var time: TraceTime
    var value: Value
  }

  var frames: [Frame] = []
  var phases: [Report<PhaseChange>] = []
  var positions: [Report<PositionReport>] = []
  var settles: [Report<Double>] = []

  private init() {}

  /// Replays a trace under the configuration that it declares, or under none.
  init(
    of information: TraceInformation, _ contents: TraceContents, _ entries: [Entry]
  ) throws {
    let text = information.declaredConfiguration ?? ""
    // Some logs declare a behavior alone.
    let configuration =
      try (try? Configuration(text: text)) ?? Configuration(text: "behavior: \(text)")
    let box = ObserverBox(ReplayLog())
    let run = ReplayRun(
      try ReplayPlan(configuration, of: information, contents), listener: box)
    for entry in entries { run.take(entry.event, at: entry.time) }
    run.finish()
    self = box.observer
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .observation(.frame(let frame)): frames.append(Frame(time: time, frame: frame))
    case .observation(.phase(let change)) where change.old != change.new:
      phases.append(Report(time: time, value: change))
    case .observation(.position(let report)):
      positions.append(Report(time: time, value: report))
    default: break
    }
  }

  mutating func take(_ settle: Settle) {
    settles.append(Report(time: settle.time, value: settle.chosen))
  }

  /// The log from a moment on, with times counted from there.
  func after(_ origin: Int64) -> ReplayLog {
    func moved(_ time: TraceTime) -> TraceTime { time.advanced(byNanoseconds: -origin) }
    var log = ReplayLog()
    log.frames = frames.filter { $0.time.nanoseconds >= origin }
      .map { Frame(time: moved($0.time), frame: $0.frame) }
    log.phases = phases.filter { $0.time.nanoseconds >= origin }
      .map { Report(time: moved($0.time), value: $0.value) }
    log.positions = positions.filter { $0.time.nanoseconds >= origin }
      .map { Report(time: moved($0.time), value: $0.value) }
    log.settles = settles.filter { $0.time.nanoseconds >= origin }
      .map { Report(time: moved($0.time), value: $0.value) }
    return log
  }
}
