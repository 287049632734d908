import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("settles")
struct SettlesTests {
  static let cards = """
    {"name": "cards", "axis": "horizontal", "container": [300, 200], "stack": {"spacing": 10},
     "items": {"count": 30, "prefix": "card-", "size": 100}}
    """
  static let rows = """
    {"name": "rows", "container": [393, 800], "items": {"count": 100, "size": 100}}
    """

  static func run(
    _ script: String, in scene: String = cards, _ configuration: String = "behavior: view-aligned"
  ) throws -> (run: RecordedRun, configuration: Configuration) {
    let configuration = try Configuration(text: configuration)
    let run = try RecordedRun(
      SceneFile(json: Array(scene.utf8), name: "test"), GestureScript(script), configuration)
    return (run, configuration)
  }

  @Test("a replayed settle contains the engine's decision and agrees with it")
  func replayed() throws {
    let (run, configuration) = try Self.run(
      "wait 300ms\nfling left 3000\nwait 2s",
      "behavior: view-aligned(limit: never), deceleration: fast")
    let report = try #require(run.pass(SettlesAnalysis(configuration)).reports.first)
    #expect(report.ending == .rested && report.agrees == true)
    #expect(report.release.evidence == .touch && report.release.time == milliseconds(460))
    #expect(report.release.velocity?.evidence == .recorded)
    #expect((report.release.velocity?.pointsPerSecond ?? 0) > 2900)
    #expect(report.chosen?.id == TargetID("card-6") && report.rest == 660)
    #expect(report.residual == 0 && report.clamp == .none)
    #expect((report.flipMargin ?? 0) > 0)
    #expect(report.duration > 300 && report.duration < 1000)
    #expect(report.sentence.contains("is nearest to card-6 at 660"), "\(report.sentence)")
    #expect((report.fit?.ratePerMillisecond ?? 0) < 0.998)
  }

  @Test("without a configuration only distances to targets are listed")
  func distances() throws {
    let (run, _) = try Self.run("wait 300ms\nfling left 3000\nwait 2s")
    var bare = run
    bare.settles = []
    let report = try #require(bare.pass(SettlesAnalysis()).reports.first)
    #expect(report.configured == nil && report.agrees == nil)
    #expect(report.candidates.count == 2)
    #expect(report.sentence.contains("at rest at"))
  }

  @Test("a rest that differs from the configuration names both choices")
  func dissent() throws {
    var (run, configuration) = try Self.run(
      "wait 300ms\nfling left 3000\nwait 2s",
      "behavior: view-aligned(limit: never), deceleration: fast")
    run.events = InjectedFault(.moveRest, gesture: 1, amount: 110).applied(to: run.events)
    let report = try #require(run.pass(SettlesAnalysis(configuration)).reports.first)
    #expect(report.agrees == false)
    #expect(
      report.sentence.hasPrefix("the configuration leads to card-6: "),
      "\(report.sentence)")
    #expect(report.sentence.contains("the recording chose"))
  }

  @Test(
    "a page that counts down from 0 in a right-to-left scroller has the settles of its mirror image"
  )
  func pageNumbers() throws {
    var plain = try Self.run("wait 300ms\nfling left 2000\nwait 4s", "").run
    plain.settles = []
    plain.events = plain.events.compactMap { moment in
      switch moment.event {
      case .input(.touch), .input(.container), .observation(.phase): return moment
      case .observation(.frame(var frame)):
        frame.geometry.contentSize = nil
        return SimulationRun.Moment(time: moment.time, event: .observation(.frame(frame)))
      default: return nil
      }
    }
    var mirrored = plain
    mirrored.events = plain.events.map {
      SimulationRun.Moment(time: $0.time, event: Self.mirrored($0.event, width: 300))
    }
    let (own, image) = (plain.pass(SettlesAnalysis()), mirrored.pass(SettlesAnalysis()))
    let (report, other) = (try #require(own.reports.first), try #require(image.reports.first))
    #expect(own.reports.count == 1 && image.reports.count == 1)
    #expect(report.rest > 100 && other.rest == report.rest)
    #expect(other.sentence == report.sentence)
    #expect(mirrored.pass(FindingsAnalysis(nil)).findings.isEmpty)
  }

  /// An event as a right-to-left page reports it, whose offset counts down from 0.
  private static func mirrored(_ event: TraceEvent, width: Double) -> TraceEvent {
    switch event {
    case .input(.touch(var touch)):
      touch.position = Point(x: width - touch.position.x, y: touch.position.y)
      return .input(.touch(touch))
    case .input(.container(var change)):
      change.layoutDirection = .rightToLeft
      return .input(.container(change))
    case .observation(.frame(var frame)):
      frame.offset = Point(x: 0 - frame.offset.x, y: frame.offset.y)
      return .observation(.frame(frame))
    case .observation(.phase(var change)):
      change.velocity = change.velocity.map { Vector(dx: 0 - $0.dx, dy: $0.dy) }
      return .observation(.phase(change))
    default: return event
    }
  }

  @Test("free flings decay by 0.998 per millisecond, even when throttled to 100 ms")
  func rates() throws {
    let (run, _) = try Self.run("wait 300ms\nfling up 2500\nwait 5s", in: Self.rows, "")
    var throttled = run
    throttled.information.qualities[.offset] = .throttled(milliseconds: 100)
    var last = TraceTime.zero
    throttled.events.removeAll { time, event in
      guard case .observation(.frame(let frame)) = event, frame.phase != .idle else { return false }
      guard time.nanoseconds(since: last) >= 100_000_000 else { return true }
      last = time
      return false
    }
    for stream in [run, throttled] {
      let report = try #require(stream.pass(SettlesAnalysis()).reports.first)
      let fit = try #require(report.fit)
      #expect((fit.ratePerMillisecond - 0.998).magnitude < 0.0001, "\(fit)")
      #expect(fit.sampleCount >= 15 && fit.residual < 0.5)
    }
  }

  @Test("a release is inferred from offsets alone")
  func inferred() throws {
    let (run, _) = try Self.run("wait 300ms\nfling up 2500\nwait 5s", in: Self.rows, "")
    var bare = run
    bare.settles = []
    bare.events = run.events.compactMap { time, event in
      switch event {
      case .observation(.frame(var frame)):
        frame.phase = nil
        return (time, .observation(.frame(frame)))
      case .input(.layout), .input(.container): return (time, event)
      default: return nil
      }
    }
    let report = try #require(bare.pass(SettlesAnalysis()).reports.first)
    #expect(report.release.evidence == .offsets)
    #expect(report.release.uncertaintyMilliseconds > 0)
    // The finger lifted at 460 ms.
    let miss = report.release.time.nanoseconds(since: milliseconds(460)).magnitude
    #expect(miss <= 50_000_000, "\(report.release)")
    #expect(report.release.velocity?.evidence == .fit)
    #expect(((report.fit?.ratePerMillisecond ?? 0) - 0.998).magnitude < 0.0002)
  }

  @Test("caught and redirected settles are marked")
  func interrupted() throws {
    let (run, configuration) = try Self.run(
      """
      wait 300ms
      fling up 2500
      wait 200ms
      tap 150,150
      wait 500ms
      fling up 2500
      wait 200ms
      scroll to id 3 anchor top via reader
      wait 1s
      """, in: Self.rows, "")
    let reports = run.pass(SettlesAnalysis(configuration)).reports
    #expect(reports.map(\.ending).contains(.caught))
    #expect(reports.map(\.ending).contains(.redirected))
    #expect(reports.map(\.number) == Array(1...reports.count))
  }

  @Test("without phases, still content is at rest before a new layout")
  func restsBeforeLayout() throws {
    let (run, configuration) = try Self.run(
      "wait 300ms\nfling left 3000\nwait 2s\nresize 260,844\nwait 2s")
    let bare = run.withoutPhases
    let told = try #require(run.pass(SettlesAnalysis(configuration)).reports.first)
    let found = try #require(bare.pass(SettlesAnalysis(configuration)).reports.first)
    #expect(told.ending == .rested && found.ending == .rested)
    #expect(found.rest == told.rest && found.agrees == true)
    #expect(found.restTime.nanoseconds(since: told.restTime).magnitude <= 20_000_000)
  }

  @Test("without fingers and requests, phases give the end of each settle once")
  func interruptedUnseen() throws {
    let (run, configuration) = try Self.run(
      """
      wait 300ms
      fling up 2500
      wait 200ms
      tap 150,150
      wait 2s
      fling up 2500
      wait 200ms
      scroll to id 3 anchor top animated via reader
      wait 1s
      """, in: Self.rows, "behavior: view-aligned")
    var bare = run
    bare.events.removeAll { _, event in
      switch event {
      case .input(.touch), .input(.command): true
      default: false
      }
    }
    let endings: [SettleEnding] = [.caught, .rested, .redirected]
    #expect(run.pass(SettlesAnalysis(configuration)).reports.map(\.ending) == endings)
    #expect(bare.pass(SettlesAnalysis(configuration)).reports.map(\.ending) == endings)
  }

  @Test("SNAP-2 a release did not choose an offset that a resize during its settle caused")
  func resizedInFlight() throws {
    let (run, configuration) = try Self.run(
      """
      wait 300ms
      fling left 2000
      wait 100ms
      resize 260,844
      wait 2s
      """, "behavior: view-aligned(anchor: center)")
    let reports = run.pass(SettlesAnalysis(configuration)).reports
    #expect(reports.map(\.ending) == [.redirected])
    // The same size again is not a new size.
    var (plain, _) = try Self.run("wait 300ms\nfling left 2000\nwait 2s", "behavior: view-aligned")
    var size: Size?
    plain.events = plain.events.flatMap { moment -> [SimulationRun.Moment] in
      if case .input(.container(let change)) = moment.event { size = change.size ?? size }
      guard case .observation(.release) = moment.event else { return [moment] }
      return [moment, (moment.time, .input(.container(ContainerChange(size: size))))]
    }
    #expect(size != nil)
    #expect(plain.pass(SettlesAnalysis(configuration)).reports.map(\.ending) == [.rested])
  }

  @Test("right-to-left cards settle the same way when counted from the leading side")
  func mirrored() throws {
    let mirror = Self.cards.replacing("\"axis\"", with: "\"direction\": \"rtl\", \"axis\"")
    for limit in ["never", "always-by-one"] {
      let text = "behavior: view-aligned(limit: \(limit)), deceleration: fast"
      let (left, configuration) = try Self.run("wait 300ms\nfling left 2000\nwait 2s", text)
      let (right, _) = try Self.run("wait 300ms\nfling right 2000\nwait 2s", in: mirror, text)
      let first = try #require(left.pass(SettlesAnalysis(configuration)).reports.first)
      let second = try #require(right.pass(SettlesAnalysis(configuration)).reports.first)
      #expect((first.rest - second.rest).magnitude < 1e-9)
      #expect(first.chosen?.id == second.chosen?.id && second.residual == 0)
      #expect(second.agrees == true)
    }
  }

  private static func run(
    _ script: String, _ configuration: String
  ) throws -> (run: RecordedRun, configuration: Configuration) {
    try run(script, in: cards, configuration)
  }
}
