import ScrollEngine
import ScrollModel
import TestSupport
import Testing

@Suite("rules of peers")
struct PeerRuleTests {
  @Test(
    "React Native's interval depends on the sign of the velocity",
    arguments: [
      (250.0, 0.0, 200.0), (250, 1, 300), (250, -1, 200), (300, 1, 300), (-20, -1, -100),
    ])
  func interval(target: Double, velocity: Double, place: Double) {
    #expect(
      ReactNativeSnap.interval(target: target, velocity: velocity, interval: 100) == place
        || (velocity == 0 && target == 250 && place == 200))
  }

  @Test("React Native's interval aligns centers and ends")
  func alignment() {
    // An item of 100 in a frame of 300 is centered where the offset is 100 n - 100.
    #expect(
      ReactNativeSnap.interval(
        target: 140, velocity: 0, interval: 100, frame: 300, alignment: .center) == 100)
    #expect(
      ReactNativeSnap.interval(
        target: 140, velocity: 1, interval: 100, frame: 300, alignment: .end) == 200)
    #expect(ReactNativeSnap.interval(target: 140, velocity: 1, interval: 0) == 140)
  }

  @Test("React Native's offsets leave the ranges before the first and after the last free")
  func offsets() {
    let offsets = [100.0, 300]
    func place(_ target: Double, _ velocity: Double, start: Bool = true, end: Bool = true) -> Double
    {
      ReactNativeSnap.offset(
        target: target, velocity: velocity, offsets: offsets, snapsToStart: start, snapsToEnd: end)
    }
    #expect(place(40, 0) == 100 && place(40, 0, start: false) == 40)
    #expect(place(400, 0) == 300 && place(400, 0, end: false) == 400)
    #expect(place(150, 1) == 300 && place(250, -1) == 100 && place(250, 0) == 300)
  }

  @Test("Compose chooses the nearer bound of a slow release and the later of equal ones")
  func bounds() {
    #expect(AndroidSnap.bound(previous: -50, next: 50, velocity: 0) == 50)
    #expect(AndroidSnap.bound(previous: -40, next: 50, velocity: 399) == -40)
    #expect(AndroidSnap.bound(previous: -40, next: 50, velocity: 400) == 50)
    #expect(AndroidSnap.bound(previous: -40, next: nil, velocity: 900) == nil)
    #expect(AndroidSnap.bound(previous: nil, next: 50, velocity: 0) == 50)
  }

  @Test("better-scroll has no momentum for short or slow swipes")
  func momentum() {
    let scroller = BetterScroll(end: -1000)
    #expect(scroller.momentum(from: 0, to: -14, milliseconds: 20, room: 0) == nil)
    #expect(scroller.momentum(from: 0, to: -200, milliseconds: 300, room: 0) == nil)
    let swipe = scroller.momentum(from: 0, to: -60, milliseconds: 100, room: 0)
    // 0.6 px/ms against 0.0015 px/ms² travels another 240 px.
    #expect(swipe?.destination == -300 && swipe.map { abs($0.duration - 800) < 1e-9 } == true)
    let bounced = scroller.momentum(from: -900, to: -990, milliseconds: 50, room: 300)
    #expect(bounced.map { $0.destination == -1036 } == true)
  }

  @Test("Flutter's drags in small steps match the resistance of the closed form")
  func resistance() {
    // The integral of 0.52 (1 - f)² is the rubber band with 0.52.
    let resistance = FlutterResistance()
    var place = 0.0
    for _ in 0..<20_000 {
      place -= resistance.applied(0.01, at: place - 1e-9, low: 0, high: 100, viewport: 500)
    }
    let shown = RubberBand.shown(200, dimension: 500, stiffness: 0.52)
    #expect(abs(-place - shown) < 0.05)
  }

  @Test("powers and hyperbolic tangents are accurate to the last digits")
  func powers() {
    #expect(abs(Elementary.power(2, 0.5) - 2.0.squareRoot()) < 1e-15)
    #expect(Elementary.power(0, 2) == 0 && Elementary.power(7, 0) == 1)
    #expect(abs(Elementary.power(10, 3) - 1000) < 1e-11)
    // tanh 0.5 = 0.46211715726000975850…
    #expect(abs(Elementary.tanh(0.5) - 0.46211715726000975) < 1e-15)
    #expect(Elementary.tanh(40) == 1 && Elementary.tanh(-40) == -1 && Elementary.tanh(0) == 0)
  }

  @Test("every constant has a unique name, a unit and an origin")
  func constants() {
    let table = PeerConstant.table
    #expect(Set(table.map(\.name)).count == table.count && table.count > 80)
    #expect(table.allSatisfy { !$0.unit.isEmpty && !$0.origin.isEmpty && $0.value.isFinite })
  }

  @Test("Android's spline starts with the given velocity")
  func spline() {
    for velocity in [500.0, -1200, 4000] {
      let fling = SplineFling(from: 10, velocity: velocity)
      // A step of the table is a hundredth of the time.
      #expect(abs(fling.velocity(at: 0) / velocity - 1) < 0.03)
      #expect(fling.position(at: 0) == 10 && fling.position(at: fling.duration) == fling.target)
    }
  }
}

@Suite("laws of CSS scroll snap")
struct SnapLawTests {
  /// Areas so far from all edges that the range limits no snap position.
  private func container(_ random: inout Random, longest: Double = 600) -> SnapContainer {
    let count = Int.random(in: 1...8, using: &random)
    let alignments = SnapAlignment.allCases
    let areas = (0..<count).map { index in
      SnapArea(
        id: Int64(index),
        rect: Rect(
          x: random.double(in: 600...1500).rounded(), y: random.double(in: 600...1500).rounded(),
          width: random.double(in: 1...longest).rounded(),
          height: random.double(in: 1...longest).rounded()),
        horizontal: alignments.randomElement(using: &random) ?? .start,
        vertical: alignments.randomElement(using: &random) ?? .start,
        stopsAlways: Bool.random(using: &random))
    }
    return SnapContainer(
      port: Rect(x: 0, y: 0, width: 400, height: 300), maximum: Point(x: 2000, y: 2200),
      areas: areas)
  }

  private func isInRange(_ offset: Point) -> Bool {
    offset.x >= 0 && offset.x <= 2000 && offset.y >= 0 && offset.y <= 2200
  }

  @Test("a fling stops ahead of its start, or behind it if no area is ahead")
  func direction() {
    for seed in Cases.seeds() {
      var random = Random(seed: seed)
      let container = container(&random)
      let start = Point(x: 0, y: random.double(in: 0...2200).rounded())
      let way = random.double(in: 1...900).rounded()
      let result = container.select(.fling(from: start, by: Vector(dx: 0, dy: way)))
      guard result.kind == .aligned, result.offset.y < start.y else { continue }
      let ahead = container.select(.step(from: start, by: Vector(dx: 0, dy: 1)))
      #expect(ahead.offset.y <= start.y + 1, "seed \(seed)")
    }
  }

  @Test("a snapped position stays snapped if no area is larger than the port")
  func idempotence() {
    for seed in Cases.seeds() {
      var random = Random(seed: seed)
      let container = container(&random, longest: 299)
      let place = Point(
        x: random.double(in: 0...2000).rounded(), y: random.double(in: 0...2200).rounded())
      let first = container.select(.end(at: place, horizontal: true, vertical: true))
      guard first.kind != .none, isInRange(first.offset) else { continue }
      var again = container
      again.horizontalTarget = first.horizontalTarget
      again.verticalTarget = first.verticalTarget
      let second = again.select(.relayout(at: first.offset))
      guard first.horizontalTarget != nil, first.verticalTarget != nil else { continue }
      #expect(second.offset == first.offset, "seed \(seed)")
    }
  }

  @Test("a shift of everything by whole pixels shifts the result")
  func translation() {
    for seed in Cases.seeds() {
      var random = Random(seed: seed)
      let container = container(&random)
      let place = Point(x: 0, y: random.double(in: 300...1500).rounded())
      let result = container.select(.end(at: place, horizontal: false, vertical: true))
      var moved = container
      moved.maximum = Point(x: 2000, y: 2200 + 512)
      for index in moved.areas.indices {
        let rect = moved.areas[index].rect
        moved.areas[index].rect = Rect(
          origin: Point(x: rect.origin.x, y: rect.origin.y + 512), size: rect.size)
      }
      let there = moved.select(
        .end(at: Point(x: 0, y: place.y + 512), horizontal: false, vertical: true))
      #expect(there.offset.y == result.offset.y + 512, "seed \(seed)")
    }
  }

  @Test("an area with a mandatory stop is not passed")
  func stops() {
    let areas = (0..<10).map { index in
      SnapArea(
        id: Int64(index), rect: Rect(x: 0, y: Double(index) * 200, width: 100, height: 100),
        horizontal: .none, vertical: .start, stopsAlways: index == 3)
    }
    let container = SnapContainer(
      port: Rect(x: 0, y: 0, width: 100, height: 300), maximum: Point(x: 0, y: 2000), areas: areas)
    func rest(_ start: Double, _ way: Double) -> Double {
      container.select(.fling(from: Point(x: 0, y: start), by: Vector(dx: 0, dy: way))).offset.y
    }
    #expect(rest(0, 5000) == 600 && rest(0, 390) == 400 && rest(600, 5000) == 1800)
    #expect(rest(1800, -5000) == 600)
  }
}
