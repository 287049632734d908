import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Replay

@Suite("drives")
struct DriveTests {
  private static func fling(_ behavior: String, _ script: String) throws -> Session {
    var scene = SceneFile(
      name: "cards", container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(count: 30, ids: .integers(first: 0), size: .same(.length(220)))))
    scene.refreshRate = 120
    let configuration = try Configuration(text: behavior)
    return try Session(
      ObservedSimulation(
        try Simulator(scene: scene, script: try GestureScript(script)),
        configuration: configuration))
  }

  /// The session without some of its events.
  private static func without(
    _ session: Session, _ isLeftOut: (TraceEvent) -> Bool
  ) -> Session {
    var information = session.information
    information.declaredConfiguration = nil
    return Session(information: information, session.batch.events.filter { !isLeftOut($0.event) })
  }

  private static func isTouch(_ event: TraceEvent) -> Bool {
    if case .input(.touch) = event { true } else { false }
  }

  private static func isReport(_ event: TraceEvent) -> Bool {
    switch event {
    case .observation(.phase), .observation(.release): true
    default: false
    }
  }

  private static func strippingPhases(_ session: Session) -> Session {
    Session(
      information: session.information,
      session.batch.events.map { time, event in
        guard case .observation(.frame(var frame)) = event else { return (time, event) }
        frame.phase = nil
        return (time, .observation(.frame(frame)))
      })
  }

  /// The phases of a replay with aligned views and of its recording, and the number of releases.
  private static func phases(
    of session: Session, drive: Drive
  ) throws -> (replayed: [ScrollPhase], recorded: [ScrollPhase], releases: Int64) {
    let box = ObserverBox(PhaseLog())
    let run = ReplayRun(
      try session.plan(try Configuration(text: "behavior: view-aligned"), drive: drive),
      listener: box)
    var recorded = PhaseLog()
    for (time, event) in session.batch.events {
      recorded.take(event, at: time)
      run.take(event, at: time)
    }
    run.finish()
    return (box.observer.phases, recorded.phases, run.tally.releases)
  }

  @Test("touch samples drive by gesture, and the engine computes everything else")
  func gesture() throws {
    let session = try Self.fling("behavior: view-aligned", "fling up 1800\nwait 3s")
    let result = try session.replay(try Configuration(text: "behavior: view-aligned"))
    #expect(result.plan.drive.drive == .gesture)
    #expect(result.tally.drivingFrames == 0)
    #expect(result.comparison?.isDivergent == false)
  }

  @Test("without touches, phases and releases drive up to each release, and the engine continues")
  func release() throws {
    let whole = try Self.fling(
      "behavior: view-aligned", "fling up 1800\nwait 3s\nfling down 900\nwait 3s")
    let session = Self.without(whole, Self.isTouch)
    let configuration = try Configuration(text: "behavior: view-aligned")
    let result = try session.replay(configuration)
    #expect(result.plan.drive.drive == .release)
    #expect(result.tally.releases == 2)
    #expect(result.tally.drivingFrames > 0)
    let comparison = try #require(result.comparison)
    #expect(comparison.excludedFrames == result.tally.drivingFrames)
    #expect(!comparison.isDivergent, "\(comparison.divergences)")
    // Another behavior leads the same release to another offset.
    let other = try session.replay(Configuration())
    #expect(try #require(other.comparison).isDivergent)
  }

  @Test("frames that drove two replays are not compared")
  func drivenPairs() throws {
    let whole = try Self.fling("behavior: view-aligned", "fling up 1800\nwait 3s")
    let session = Self.without(whole, Self.isTouch)
    let configuration = try Configuration(text: "behavior: view-aligned")
    func compare(_ drive: Drive) throws -> (first: ReplaySummary, comparison: Comparison) {
      let plan = try session.plan(configuration, drive: drive)
      var pair = ReplayPair(plan, plan, tolerance: .exact)
      pair.take(session.batch)
      let (first, _, comparison) = try pair.finish()
      return (first, comparison)
    }
    let (tally, comparison) = try compare(.release)
    #expect(comparison.excludedFrames == tally.drivingFrames && tally.drivingFrames > 0)
    #expect(comparison.comparedFrames == tally.frames - tally.drivingFrames)
    #expect(comparison.isIdentical && !comparison.isDivergent)
    let error = #expect(throws: ReplayError.self) { try compare(.offset) }
    #expect(error?.kind == .nothingToCompare)
  }

  @Test("releases alone mark the lifts, and movement after a rest is driven")
  func releasesAlone() throws {
    let whole = try Self.fling(
      "behavior: view-aligned", "wait 200ms\nfling up 1800\nwait 4s\nfling down 900\nwait 4s")
    let session = Self.strippingPhases(
      Self.without(whole) { event in
        if case .observation(.phase) = event { true } else { Self.isTouch(event) }
      })
    let configuration = try Configuration(text: "behavior: view-aligned")
    let result = try session.replay(configuration)
    #expect(result.plan.drive.drive == .release && result.tally.releases == 2)
    let comparison = try #require(result.comparison)
    #expect(comparison.excludedFrames > 0 && comparison.comparedFrames > comparison.excludedFrames)
    #expect(!comparison.isDivergent, "\(comparison.divergences)")
    // Without releases, no event marks where the engine continues, so the recorded movement drives.
    let driven = try Self.without(session, Self.isReport).replay(configuration, drive: .release)
    #expect(driven.tally.releases == 0 && driven.comparison?.isDivergent == false)
  }

  @Test(
    "a release that is known only from phases has their velocity, wherever phases are recorded",
    arguments: [true, false])
  func phases(frameTellsPhase: Bool) throws {
    let whole = Self.without(
      try Self.fling("behavior: view-aligned", "fling up 1800\nwait 3s\nfling down 900\nwait 3s")
    ) { event in
      if case .observation(.release) = event { true } else { Self.isTouch(event) }
    }
    let session = frameTellsPhase ? whole : Self.strippingPhases(whole)
    // The release was in the frame before the phase, so one frame of movement is unknown.
    let result = try session.replay(
      try Configuration(text: "behavior: view-aligned"),
      tolerance: Tolerance(points: 8, milliseconds: 34))
    #expect(result.plan.drive.drive == .release)
    #expect(result.tally.releases == 2 && result.tally.fittedReleases == 0)
    let comparison = try #require(result.comparison)
    #expect(!comparison.isDivergent, "\(comparison.divergences)")
  }

  @Test(
    "content driven by recorded offsets has the recorded phases, each reported once",
    arguments: [true, false])
  func offsetPhases(frameTellsPhase: Bool) throws {
    let whole = try Self.fling(
      "behavior: view-aligned",
      "wait 100ms\nfling up 1800\nwait 3s\nscroll to id 9 animated via reader")
    let session = frameTellsPhase ? whole : Self.strippingPhases(whole)
    let (replayed, recorded, _) = try Self.phases(of: session, drive: .offset)
    #expect(replayed == recorded)
    #expect(recorded == [.tracking, .interacting, .decelerating, .idle, .animating, .idle])
  }

  @Test(
    "content driven by recorded offsets has the recorded frames and reports",
    // Mirrored offsets, a touch that catches a fling, a rotation that ends one, an edit before the
    // first tick, a behavior that answers a rotation.
    arguments: Array(Cases.seeds()) + [1895, 2656, 3740, 4139, 9463])
  func offsetReports(seed: UInt64) throws {
    let session = try Session(try RandomScenario(seed: seed).simulation(seed: seed))
    let configuration = try Configuration(
      text: session.information.declaredConfiguration ?? "behavior: none")
    let box = ObserverBox(ReportLog())
    let run = ReplayRun(try session.plan(configuration, drive: .offset), listener: box)
    var recorded = ReportLog()
    // A program that writes a position reports it, wherever the content scrolls.
    let isWritten = session.contents.hasCommands
    box.observer.takesPositions = !isWritten
    recorded.takesPositions = !isWritten
    // A physical offset gives the leading one except for its last bits.
    let isMirrored = session.isRightToLeft
    box.observer.roundsFractions = isMirrored
    recorded.roundsFractions = isMirrored
    for (time, event) in session.batch.events {
      if case .observation = event { recorded.take(event, at: time) }
      run.take(event, at: time)
    }
    run.finish()
    #expect(box.observer.lines == recorded.lines)
  }

  @Test("a tap releases nothing, and a tap that caught content releases it once")
  func taps() throws {
    let whole = try Self.fling(
      "behavior: view-aligned",
      "wait 100ms\nfling up 1800\nwait 150ms\ntap 100,100\nwait 3s\ntap 100,100\nwait 1s")
    let session = Self.without(whole, Self.isTouch)
    let (replayed, recorded, releases) = try Self.phases(of: session, drive: .release)
    #expect(releases == 2)
    #expect(replayed == recorded)
    #expect(recorded.suffix(2) == [.tracking, .idle])
  }

  @Test("SNAP-9 a release on two axes is one release and drives both")
  func bothAxes() throws {
    let whole = try PlantedSession.both.session
    var moments: [TraceTime] = []
    var slanted = 0
    for (time, event) in whole.batch.events {
      guard case .observation(.release(let report)) = event else { continue }
      moments.append(time)
      if let velocity = report.velocity, velocity.dx != 0, velocity.dy != 0 { slanted += 1 }
    }
    #expect(moments.count == Set(moments).count && moments.count >= 2 && slanted > 0)
    let result = try Self.without(whole, Self.isTouch).replay(
      try Configuration(text: "behavior: view-aligned"), drive: .release)
    #expect(result.tally.releases == moments.count)
  }

  @Test("SNAP-8 a recording that starts with the finger down starts at its first frame")
  func heldAtFirst() {
    var tracker = ReleaseTracker(usesPhases: true, usesTouches: false)
    _ = tracker.take(.tracking, velocity: nil, at: .zero)
    tracker.note(Point(x: 1500, y: 0), at: .zero)
    tracker.note(Point(x: 1530, y: 0), at: TraceTime(nanoseconds: 8_000_000))
    #expect(tracker.original == Point(x: 1500, y: 0))
  }

  @Test("phases of a release that follow the next touch do not release a second time")
  func phasesBehindTouch() {
    func moment(_ milliseconds: Int64) -> TraceTime {
      TraceTime(nanoseconds: milliseconds * 1_000_000)
    }
    var tracker = ReleaseTracker(usesPhases: true, usesTouches: false)
    var releases: [TraceTime] = []
    func take(_ phase: ScrollPhase, _ time: Int64) {
      let release = tracker.take(phase, velocity: nil, at: moment(time))
      if let release { releases.append(release.time) }
    }
    take(.tracking, 0)
    take(.interacting, 16)
    let report = ReleaseReport(velocity: Vector(dx: 0, dy: 500))
    if let release = tracker.take(report, at: moment(200)) { releases.append(release.time) }
    // The frame shows the finger that is down again; the phase changes come after it.
    for phase in [ScrollPhase.tracking, .decelerating, .tracking] { take(phase, 208) }
    take(.interacting, 240)
    take(.decelerating, 360)
    #expect(releases == [moment(200), moment(360)])
  }

  @Test("touches with long gaps only show when the finger was down")
  func throttled() throws {
    var session = Self.strippingPhases(
      Self.without(
        try Self.fling("behavior: none", "fling up 1800\nwait 3s"), Self.isReport))
    var information = session.information
    information.qualities[.touch] = .throttled(milliseconds: 500)
    session = Session(information: information, session.batch.events)
    let result = try session.replay(
      Configuration(), tolerance: Tolerance(points: 60, milliseconds: 100))
    #expect(result.plan.drive.drive == .release)
    #expect(result.tally.fittedReleases == 1)
    #expect(
      result.comparison?.isDivergent == false,
      "\(String(describing: result.comparison?.wouldPassAt))")
  }

  @Test("offsets alone drive everything, and no frame is left to compare")
  func offset() throws {
    let session = Self.strippingPhases(
      Self.without(try Self.fling("behavior: none", "fling up 1800\nwait 3s")) {
        Self.isTouch($0) || Self.isReport($0)
      })
    var configuration = Configuration()
    configuration.position = .id(nil)
    configuration.positionAnchor = UnitPoint(x: 0.5, y: 0)
    let result = try session.replay(configuration)
    #expect(result.plan.drive.drive == .offset)
    #expect(result.comparison == nil)
    #expect(result.obstacle?.contains("drove") == true)
    #expect(result.tally.idChanges > 1)
  }

  @Test("a drive that the trace does not support is refused with the reason")
  func refused() throws {
    let session = Self.without(
      try Self.fling("behavior: none", "fling up 900\nwait 1s"), Self.isTouch)
    #expect(throws: ReplayError.self) { try session.plan(Configuration(), drive: .gesture) }
    do {
      _ = try session.plan(Configuration(), drive: .gesture)
    } catch {
      #expect("\(error)".contains("no touch and no wheel sample"))
    }
  }

  @Test("sizes that only frames report become container changes")
  func derived() throws {
    let whole = try Self.fling("behavior: paging", "fling up 1800\nwait 2s\nrotate\nwait 1s")
    let session = Self.without(whole) { event in
      if case .input(.container) = event { true } else { false }
    }
    let result = try session.replay(try Configuration(text: "behavior: paging"))
    #expect(result.tally.derivedInputs >= 2)
  }

  @Test("MARG-5 declared margins are subtracted from the container that only frames report")
  func declaredMargins() throws {
    let text = "margins: insets(top: 20, left: 0, bottom: 0, right: 0)"
    let whole = try Self.fling(text, "fling up 900\nwait 2s")
    let events = whole.batch.events.filter { entry in
      if case .input(.container) = entry.event { false } else { true }
    }
    let session = Session(information: whole.information, events)
    let result = try session.replay(try Configuration(text: text))
    #expect(result.tally.derivedInputs >= 1)
    #expect((result.comparison?.maxima[.absolute] ?? 20) < 0.5)
  }

  @Test("frames complete a partial container change")
  func partialContainer() throws {
    let text = "margins: insets(top: 20, left: 0, bottom: 0, right: 0)"
    let whole = try Self.fling(text, "fling up 900\nwait 2s")
    for keepsSize in [false, true] {
      let events = whole.batch.events.map { entry -> (time: TraceTime, event: TraceEvent) in
        guard case .input(.container(var change)) = entry.event else {
          return (time: entry.time, event: entry.event)
        }
        change.insets = nil
        if !keepsSize { change.size = nil }
        return (time: entry.time, event: .input(.container(change)))
      }
      // The app's margins are unknown: they stay in the sizes of frames.
      var information = whole.information
      information.declaredConfiguration = "behavior: none"
      let session = Session(information: information, events)
      let result = try session.replay(Configuration())
      #expect((result.comparison?.maxima[.absolute] ?? 20) < 0.5)
    }
  }

  @Test("without a container, replay is refused, and the message names the command that adds one")
  func noContainer() throws {
    let events: [(time: TraceTime, event: TraceEvent)] = [
      (.zero, .input(.touch(TouchSample(pointer: 1, phase: .began, position: .zero))))
    ]
    let session = Session(information: TraceInformation(name: "bare"), events)
    do {
      _ = try session.plan(Configuration())
      Issue.record("planned")
    } catch {
      #expect("\(error)".contains("attach TRACE --container"))
    }
  }
}

/// The reported phases, without the initial phase callback.
private struct PhaseLog: ReplayObserver {
  var phases: [ScrollPhase] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    guard case .observation(.phase(let change)) = event, change.old != change.new else { return }
    phases.append(change.new)
  }
}

/// All reports except frames.
private struct ReportLog: ReplayObserver {
  var takesPositions = true
  /// Whether fractions are compared to a precision of one billionth.
  var roundsFractions = false
  var lines: [String] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .observation(.position(let report)) where takesPositions:
      lines.append("\(time.nanoseconds) \(report)")
    case .observation(.visibility(var change)):
      if roundsFractions { change.fraction = change.fraction.map { ($0 * 1e9).rounded() / 1e9 } }
      lines.append("\(time.nanoseconds) \(change)")
    case .observation(.visibleSet(let set)): lines.append("\(time.nanoseconds) \(set)")
    case .observation(.phase(let change)) where change.old != change.new:
      lines.append("\(time.nanoseconds) \(change.new)")
    default: break
    }
  }
}

extension Session {
  /// Whether lines run from right to left, so that frames count from the trailing side.
  fileprivate var isRightToLeft: Bool {
    batch.events.contains { entry in
      guard case .input(.container(let change)) = entry.event else { return false }
      return change.layoutDirection == .rightToLeft
    }
  }
}
