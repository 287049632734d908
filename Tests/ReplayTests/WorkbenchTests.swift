import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

/// The data that the page of a report replays: inputs as bytes, and edits of them.
@Suite("Workbench")
struct WorkbenchTests {
  /// The inputs of the random trace with a seed, with a note in its middle.
  private func inputs(_ seed: UInt64) throws -> (ReplayInputs, Configuration, Recorded) {
    var sink = CollectingSink()
    try RandomScenario(seed: seed).simulation(seed: seed).send(to: &sink)
    var trace = try #require(sink.traces.first)
    let middle = trace.events.count / 2
    trace.times.insert(trace.times[middle], at: middle)
    trace.events.insert(
      .observation(.annotation(Annotation(kind: "mark", text: "middle"))), at: middle)
    let configuration = try WorkbenchStart.configuration(
      trace.information.declaredConfiguration ?? "")
    let plan = try ReplayPlan(
      configuration, of: trace.information, TraceContents(of: trace.events))
    let events = zip(trace.times, trace.events).map { (time: $0, event: $1) }
    return (ReplayInputs(plan, events), configuration, (trace.times, trace.events))
  }

  private typealias Recorded = (times: [TraceTime], events: [TraceEvent])

  @Test("inputs can be read back from their bytes and replay like the whole trace")
  func roundTrip() throws {
    for seed in 1...UInt64(Cases.count) {
      let (inputs, configuration, trace) = try inputs(seed)
      let bytes = inputs.bytes
      let read = try ReplayInputs(bytes: bytes)
      #expect(read.bytes == bytes, "seed \(seed)")
      let whole = ObserverBox(RunColumns())
      let twin = ReplayRun(
        try ReplayPlan(configuration, of: inputs.information, inputs.contents, drive: inputs.drive),
        listener: whole)
      for (time, event) in zip(trace.times, trace.events) { twin.take(event, at: time) }
      twin.finish()
      let run = try WorkbenchRun(read, configuration: configuration.text, edits: [])
      #expect(run.tally.digest == twin.tally.digest, "seed \(seed)")
      #expect(run.columns.digest == whole.observer.digest, "seed \(seed)")
      #expect(run.columns.times == whole.observer.times, "seed \(seed)")
    }
  }

  @Test("no bytes make the reader of inputs trap, and truncated or longer bytes are refused")
  func damagedBytes() throws {
    let (inputs, _, _) = try inputs(3)
    let bytes = inputs.bytes
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
      #expect(throws: InputsError.self) { _ = try ReplayInputs(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: InputsError.self) { _ = try ReplayInputs(bytes: bytes + [0]) }
    var random = SeededGenerator(seed: 37)
    for _ in 0..<Cases.count {
      var damaged = bytes
      for _ in 0...2 {
        damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let read = try? ReplayInputs(bytes: damaged) else { continue }
      // Everything that can be parsed is within the model's bounds.
      for (time, event) in read.events {
        #expect(ModelLimits.problem(with: event, at: time) == nil)
      }
    }
  }
}

/// Edits of inputs, as `replay --edit` and the panel of a report write them.
@Suite("Replay edits")
struct ReplayEditTests {
  /// A view of ten cards of 300 pt, and one drag of 24 samples from 0.5 s on.
  private static func inputs() throws -> ReplayInputs {
    var information = TraceInformation(name: "cards")
    information.axes = .vertical
    var contents = TraceContents()
    (contents.hasTouches, contents.hasLayouts, contents.containersGiveSize) = (true, true, true)
    let cards = (0..<10).map { number in
      TargetFrame(
        id: TargetID("card-\(number)"),
        frame: Rect(x: 0, y: Double(number) * 312, width: 390, height: 300))
    }
    var events: [(time: TraceTime, event: TraceEvent)] = [
      (
        .zero,
        .input(
          .container(ContainerChange(size: Size(width: 390, height: 300), refreshRate: 60)))
      ),
      (
        .zero,
        .input(.layout(Layout(contentSize: Size(width: 390, height: 3108), targets: cards)))
      ),
    ]
    for step in 0...24 {
      let phase: TouchPhase = step == 0 ? .began : step == 24 ? .ended : .moved
      events.append(
        (
          TraceTime(nanoseconds: 500_000_000 + Int64(step) * 8_333_333),
          .input(
            .touch(
              TouchSample(
                pointer: 1, phase: phase,
                position: Point(x: 195, y: 250 - Double(step * step) / 6))))
        ))
    }
    events.append((TraceTime(nanoseconds: 3_000_000_000), .stream(.keyframe(count: 0))))
    let plan = try ReplayPlan(Configuration(), of: information, contents)
    return ReplayInputs(plan, events)
  }

  private func settles(_ edits: String..., configuration: String = "") throws -> [Settle] {
    let run = try WorkbenchRun(try Self.inputs(), configuration: configuration, edits: edits)
    return run.columns.decisions.map(\.settle)
  }

  @Test(
    "a gesture is released with the velocity of the edit under every physics",
    arguments: [-3000.0, -400, 800, 1800, 6000], ["uikit", "android", "flutter"])
  func velocity(_ velocity: Double, _ physics: String) throws {
    let settle = try settles(
      "gesture 1 velocity \(velocity)", configuration: "physics: \(physics)")
    let released = try #require(settle.first).velocity
    #expect(abs(released - velocity) <= abs(velocity) * 0.02, "released with \(released) pt/s")
  }

  @Test("each edit changes what it names")
  func changes() throws {
    let plain = try Self.inputs()
    func edited(_ edit: String) throws -> ReplayInputs { try plain.edited([edit]) }
    #expect(try edited("gesture 1 drop").gestures.isEmpty)
    let moved = try #require(try edited("gesture 1 at 1.25 s").gestures.first)
    #expect(moved.start.nanoseconds == 1_250_000_000)
    let (before, after) = (plain.gestures[0], try edited("gesture 1 end 120").gestures[0])
    #expect(after.last.y == before.last.y - 120 && after.first == before.first)
    #expect(try edited("fling 900 at 2.5 s").gestures.count == 2)
    #expect(WorkbenchStart(try edited("container 320x568")).container?.height == 568)
    #expect(WorkbenchStart(try edited("direction rtl")).isRightToLeft)
    func layout(_ edit: String) throws -> Layout {
      try #require(
        try edited(edit).events.lazy.compactMap { _, event in
          if case .input(.layout(let layout)) = event { layout } else { nil }
        }.first)
    }
    let spaced = try layout("spacing 20")
    #expect(spaced.targets[2].frame.origin.y == 640 && spaced.contentSize?.height == 3180)
    let sized = try layout("item-size 100")
    #expect(sized.targets[2].frame.origin.y == 224 && sized.contentSize?.height == 1108)
    #expect(sized.targets[2].frame.size.height == 100)
    func container(_ edit: String) throws -> ContainerChange {
      guard case .input(.container(let change)) = try edited(edit).events[0].event else {
        return ContainerChange()
      }
      return change
    }
    #expect(try container("refresh 120").refreshRate == 120)
    #expect(
      try container("insets 47,0,34,0").insets == Insets(top: 47, left: 0, bottom: 34, right: 0))
  }

  @Test("an added fling comes to rest, even after the end of the trace")
  func fling() throws {
    let run = try WorkbenchRun(
      try Self.inputs(), configuration: "behavior: view-aligned", edits: ["fling 2000 at 2.9 s"])
    let last = try #require(run.columns.decisions.last)
    #expect(abs(last.settle.velocity - 2000) < 40)
    #expect(run.columns.rest(of: last)?.offset.y == last.settle.chosen)
  }

  @Test(
    "an invalid edit is refused with the reason",
    arguments: [
      ("gesture 2 drop", "there is no gesture 2"), ("gesture 1 velocity", "is missing"),
      ("gesture 1 velocity 1e9", "is missing"), ("gesture 0 drop", "from 1 on"),
      ("gesture 1 jump", "velocity, end, at or drop"), ("fling 900 at 0.5 s", "overlap gesture 1"),
      ("fling 900 at 2", "'s' is missing"), ("container 0x5", "WIDTHxHEIGHT"),
      ("direction up", "ltr"), ("spacing -1", "too small"), ("insets 1,2,3", "TOP,LEFT"),
      ("refresh 0.5", "1000 Hz"), ("refresh 60 90", "from '90' on"), ("", "one of: gesture N"),
    ])
  func mistakes(_ edit: String, _ part: String) throws {
    let inputs = try Self.inputs()
    let error = #expect(throws: EditError.self) { _ = try inputs.edited([edit]) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("edit '\(edit)': ") && text.contains(part), "\(text)")
  }

  @Test("a replay with too many frames stops with an error")
  func limit() throws {
    let error = #expect(throws: ReplayError.self) {
      _ = try WorkbenchRun.run(
        try Self.inputs(), under: Configuration(), goesOn: true, most: 20, observer: RunColumns())
    }
    #expect(error?.description.hasPrefix("stopped after ") == true)
  }
}
