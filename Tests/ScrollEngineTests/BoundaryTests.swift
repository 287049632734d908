import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

/// Single values at the boundaries of a rule.
@Suite("Values at boundaries") struct BoundaryTests {
  /// The velocity factor of the last of several fast flicks, after a wait since the previous one.
  private static func scale(flicks: Int, dragged: Double, wait: Int64, speed: Double = 1000)
    -> Double
  {
    var streak = FlickStreak()
    var time = TraceTime.zero
    var scale = 0.0
    for flick in 1...flicks {
      time = time.advanced(byNanoseconds: flick == flicks ? wait : 1000)
      streak.touch(at: time, isMoving: true)
      scale = streak.release(at: time, speed: speed, dragged: dragged, PhysicsConstants())
    }
    return scale
  }

  @Test("a streak of flicks accelerates from the fourth flick on and survives pauses up to 1 s")
  func streak() {
    #expect(Self.scale(flicks: 3, dragged: 120, wait: 1000) == 1)
    #expect(Self.scale(flicks: 4, dragged: 120, wait: 1000) == 1.5)
    #expect(Self.scale(flicks: 5, dragged: 120, wait: 1000) == 2.25)
    #expect(Self.scale(flicks: 4, dragged: 5000, wait: 1000) == 1.9)
    #expect(Self.scale(flicks: 40, dragged: 5000, wait: 1000) == 16)
    #expect(Self.scale(flicks: 4, dragged: 120, wait: 1_000_000_000) == 1.5)
    #expect(Self.scale(flicks: 4, dragged: 120, wait: 1_000_000_001) == 1)
    #expect(Self.scale(flicks: 4, dragged: 120, wait: 1000, speed: 600) == 1.5)
    #expect(Self.scale(flicks: 4, dragged: 120, wait: 1000, speed: 599.9) == 1)
  }

  @Test("the first tick from a time on is not before it, and the preceding tick is")
  func ticks() {
    for seed in Cases.seeds() {
      var g = SeededGenerator(seed: seed)
      for rate in [59.94, 60, 90, 120, 7.3, 1000] {
        let clock = RefreshClock(
          rate: rate, origin: TraceTime(nanoseconds: Int64.random(in: 0...1 << 40, using: &g)))
        let farthest = Int64(1) << Int64.random(in: 4...61, using: &g)
        let time = TraceTime(nanoseconds: Int64.random(in: 0...farthest, using: &g))
        let index = clock.index(from: time)
        #expect(clock.time(of: index) >= time, "seed \(seed), \(rate) Hz")
        #expect(clock.time(of: index - 1) < time, "seed \(seed), \(rate) Hz")
      }
    }
  }

  @Test(
    "a time at a frame belongs to that frame, one nanosecond later to the next",
    arguments: [24.0, 59.94, 60, 90, 144, 7.3])
  func frames(rate: Double) {
    let clock = RefreshClock(rate: rate, origin: .zero)
    for index in 0..<2000 as Range<Int64> {
      let time = clock.time(of: index)
      #expect(clock.index(from: time) == index && clock.isTick(time))
      #expect(clock.index(from: time.advanced(byNanoseconds: 1)) == index + 1)
    }
  }

  @Test("the second candidate is the second nearest, whatever the order of the list")
  func candidates() {
    let situation = AxisSituation(
      proposed: 100, original: 100, velocity: 0, content: 1000, container: 200, frame: 200,
      start: 0)
    for offsets in [[90.0, 50, 130], [90, 130, 50], [130, 90, 50], [50, 130, 90]] {
      let decision = situation.offsets(offsets, snapsToStart: true, snapsToEnd: true)
      #expect(decision.candidates.map(\.offset) == [90, 130], "\(offsets)")
      #expect(decision.flipMargin == 10)
    }
  }

  @Test("growing margins move content only if it is within a billionth of a point of its start")
  func start() {
    for (place, offset) in [(0.0, -30.0), (0.9e-9, -30), (1e-9, 1e-9), (1, 1)] {
      var rig = Rig(.rows(40))
      rig.scroll(.y(place), route: .offset)
      rig.apply(.container(ContainerChange(insets: insets(top: 30))))
      #expect(rig.y == offset, "from \(place)")
    }
  }

  @Test("targets across the main axis are disjoint if each starts after all earlier ones")
  func crossLine() {
    func isDisjoint(_ spans: [(start: Double, length: Double)]) -> Bool {
      CrossLine(spans, spans.indices.map { TargetID(Int64($0)) }).isDisjoint
    }
    #expect(isDisjoint([]) && isDisjoint([(5, 10)]))
    #expect(isDisjoint([(0, 10), (10, 10), (20, 5)]))
    #expect(!isDisjoint([(0, 10), (9.5, 10), (20, 5)]))
    #expect(!isDisjoint([(0, 30), (10, 10), (20, 5)]))
  }

  @Test("a drag locked to an axis follows that axis only")
  func lock() {
    var gesture = Gesture(
      .trackpad, at: .zero, original: AxisPair(both: 0), isCatch: false, time: .zero)
    #expect(gesture.follows(.horizontal) && gesture.follows(.vertical))
    gesture.lock = .horizontal
    #expect(gesture.follows(.horizontal) && !gesture.follows(.vertical))
    gesture.lock = .vertical
    #expect(!gesture.follows(.horizontal) && gesture.follows(.vertical))
  }

  @Test("a translated spring has the same motion at another offset")
  func translation() {
    let spring = SpringCurve(
      from: 80, to: 50, velocity: 900, frequency: 12, damping: 0.7, tolerance: 0.5, limit: 8)
    let motion = AxisMotion(start: .zero, grid: .exact, pieces: .spring(spring))
    var moved = motion
    moved.translate(by: 64)
    #expect(moved.target == motion.target + 64)
    for step in 0..<20 {
      let time = TraceTime(nanoseconds: Int64(step) * 30_000_000)
      #expect(near(moved.position(at: time), motion.position(at: time) + 64))
    }
  }

  @Test("content released from rest reports interacting before decelerating")
  func release() {
    var rig = Rig(.rows(500))
    rig.engine.release(
      velocity: Vector(dx: 0, dy: 900), original: .zero, at: rig.now, to: &rig.log)
    rig.rest()
    #expect(rig.phases == [.interacting, .decelerating, .idle])
  }

  @Test("inputs at time zero open the scene, later inputs change it")
  func opening() {
    var session = ScrollSession(configuration: Configuration(), axes: .vertical)
    var log = OutcomeLog()
    let row = TargetFrame(id: TargetID(1), frame: Rect(x: 0, y: 0, width: 100, height: 900))
    session.take(.layout(Layout(targets: [row])), at: .zero, to: &log)
    let size = Size(width: 100, height: 200)
    session.take(.container(ContainerChange(size: size)), at: .zero, to: &log)
    #expect(session.engine == nil)
    session.take(
      .container(ContainerChange(scale: 2)), at: TraceTime(nanoseconds: 1), to: &log)
    #expect(session.engine?.restRange(.vertical) == 0...700)
  }

  @Test("ANCH-9 a trace that starts later opens with the inputs of its first time")
  func lateOpening() {
    let start = TraceTime(nanoseconds: 1_000_000_000)
    var configuration = Configuration()
    configuration.defaultAnchors.initialOffset = .anchor(Anchor.bottom)
    var session = ScrollSession(configuration: configuration, axes: .vertical)
    var log = OutcomeLog()
    session.advance(to: start, to: &log)
    let size = Size(width: 100, height: 200)
    session.take(.container(ContainerChange(size: size)), at: start, to: &log)
    let row = TargetFrame(id: TargetID(1), frame: Rect(x: 0, y: 0, width: 100, height: 400))
    session.take(.layout(Layout(targets: [row])), at: start, to: &log)
    session.finish(at: start.advanced(byNanoseconds: 20_000_000), to: &log)
    #expect(session.engine?.currentOffset.y == 200)
    #expect(log.frames.allSatisfy { $0.time >= start } && log.frames.first?.offset.y == 200)
  }

  @Test("edits of a recorded right-to-left layout run from right to left")
  func mirroredEdits() {
    let cards = (0..<4).map { card in
      TargetFrame(
        id: TargetID(Int64(card)),
        frame: Rect(x: Double(300 - 100 * card), y: 0, width: 100, height: 100))
    }
    let size = Size(width: 60, height: 100)
    let cases: [(edit: ContentEdit, starts: [Double])] = [
      (.insert(TargetID(9), index: 0, size: size), [400, 300, 200, 100, 0]),
      (.insert(TargetID(9), index: 4, size: size), [360, 260, 160, 60, 0]),
      (.remove(TargetID(0), index: 0), [200, 100, 0]),
      (.resize(TargetID(1), size: Size(width: 150, height: 100)), [350, 200, 100, 0]),
      (.move(TargetID(0), index: 3), [300, 200, 100, 0]),
      (.remove(TargetID(7), index: nil), [300, 200, 100, 0]),
    ]
    for content in [Size(width: 400, height: 100), nil] {
      for (edit, starts) in cases {
        let scene = Scene(
          axes: .horizontal, containerSize: Size(width: 200, height: 100),
          layoutDirection: .rightToLeft,
          content: .layout(Layout(contentSize: content, targets: cards)))
        var rig = Rig(scene)
        rig.apply(.edit(edit))
        var layout = Layout(contentSize: content, targets: cards)
        layout.apply(edit, mainAxis: .horizontal, isRightToLeft: true)
        #expect(layout.targets.map(\.frame.origin.x) == starts)
        let first = layout.targets.first?.id ?? TargetID(0)
        #expect(rig.engine.frame(of: first)?.origin.x == 0)
      }
    }
  }

  @Test("an engine starts when time advances, even without input")
  func time() {
    var session = ScrollSession(configuration: Configuration(), axes: .vertical)
    var log = OutcomeLog()
    session.advance(to: .zero, to: &log)
    #expect(session.engine == nil)
    session.advance(to: TraceTime(nanoseconds: 1), to: &log)
    #expect(session.engine != nil)
  }

  @Test("a delegate receives each target once, and none when a drag is cancelled")
  func delegate() {
    var rig = Rig(.rows(100))
    rig.drag(40)
    rig.rest()
    rig.hold(dragging: 40)
    rig.disable()
    #expect(rig.log.settles.count == 1)
    var view = DelegateView()
    for settle in rig.log.settles { view.consume(settle) }
    for change in rig.log.phases { view.consume(change) }
    let targets = view.calls.filter { if case .willEndDragging = $0 { true } else { false } }
    let ends = view.calls.filter { if case .didEndDragging = $0 { true } else { false } }
    #expect(targets.count == 1 && ends.count == 2)
  }
}
