import ScrollModel
import Testing

@testable import ScrollEngine

/// Layouts whose frames are estimates, and their corrections.
struct GuessedLayoutTests {
  private let length = { (row: Int) in Double(40 + row % 3 * 60) }

  /// Rows of which some are measured; the others are as long as `guess`.
  private func layout(_ rows: Range<Int>, measured: Range<Int>, guess: Double) -> Layout {
    var place = 0.0
    let targets = rows.map { row in
      let height = measured.contains(row) ? length(row) : guess
      defer { place += height }
      return TargetFrame(
        id: TargetID(Int64(row)), frame: Rect(x: 0, y: place, width: 120, height: height),
        isEstimated: !measured.contains(row))
    }
    return Layout(contentSize: Size(width: 120, height: place), targets: targets)
  }

  /// A view with rows 40 to 59 of 100 measured, at row 45 by default.
  private func rig(
    at y: Double = 2030, _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Rig {
    var rig = Rig(
      Scene(
        containerSize: Size(width: 120, height: 400),
        content: .layout(layout(0..<100, measured: 40..<60, guess: 40))),
      configure)
    rig.scroll(.y(y), route: .offset)
    return rig
  }

  private func place(of row: Int, in rig: Rig) -> Double {
    (rig.engine.frame(of: TargetID(Int64(row)))?.origin.y ?? .nan) - rig.y
  }

  @Test("LAZY-2 a recorded correction moves the offset with the first visible row")
  func atRest() {
    var rig = rig()
    let before = place(of: 46, in: rig)
    rig.apply(.layout(layout(0..<100, measured: 20..<60, guess: 64)))
    #expect(rig.y != 2030)
    #expect(place(of: 46, in: rig) == before)
  }

  @Test("LAZY-2 a disabled adjustment keeps the offset")
  func disabled() {
    var rig = rig { $0.offsetAdjustment = .disabled }
    rig.apply(.layout(layout(0..<100, measured: 20..<60, guess: 64)))
    #expect(rig.y == 2030)
  }

  @Test("LAZY-2 a recorded correction under a finger does not move the content")
  func underTheFinger() {
    var rig = rig()
    rig.hold(dragging: -50)
    let before = place(of: 46, in: rig)
    rig.apply(.layout(layout(0..<100, measured: 20..<60, guess: 64)))
    #expect(place(of: 46, in: rig) == before)
    let caught = rig.y
    rig.lift()
    rig.rest()
    #expect(rig.y == caught)
  }

  @Test("LAZY-2 a recorded correction during a fling keeps the remaining distance")
  func inFlight() {
    var corrected = rig(at: 2400)
    var plain = corrected
    for _ in 0..<1 {
      corrected.fling(-600)
      plain.fling(-600)
    }
    corrected.wait(100)
    plain.wait(100)
    corrected.apply(.layout(layout(0..<100, measured: 20..<60, guess: 64)))
    corrected.rest()
    plain.rest()
    #expect(near(place(of: 46, in: corrected), place(of: 46, in: plain), 1e-6))
  }

  @Test("LAZY-2 rows inserted above keep the view, or are shown at the start")
  func editsAbove() {
    for start in [2030.0, 0] {
      var rig = rig(at: start)
      let before = place(of: 46, in: rig)
      rig.send(.edit(.insert(TargetID(-1), index: 0, size: Size(width: 120, height: 90))))
      rig.apply(.layout(layout(-1..<100, measured: 40..<60, guess: 40)))
      #expect(place(of: 46, in: rig) == (start == 0 ? before + 40 : before))
    }
  }

  @Test("LAZY-2 a removed first row leaves the next one in place")
  func removed() {
    var rig = rig()
    let before = place(of: 47, in: rig)
    let rows = layout(0..<100, measured: 40..<60, guess: 40).targets
    let top = rows.firstIndex { $0.frame.origin.y + $0.frame.size.height > rig.y } ?? 0
    #expect(top < 47)
    rig.send(.edit(.remove(TargetID(Int64(top)), index: Int64(top))))
    rig.wait(17)
    #expect(place(of: 47, in: rig) == before)
  }

  @Test(
    "LAZY-3 a rotation during a motion keeps the first visible row of a lazy stack",
    arguments: ["drag", "fling", "animation"])
  func rotation(_ motion: String) {
    let items = (0..<60).map {
      SceneItem(id: TargetID(Int64($0)), length: .relative(count: 2, span: 1, spacing: 0))
    }
    var rig = Rig(
      Scene(
        containerSize: Size(width: 120, height: 200),
        content: .stack(Stack(isLazy: true, estimatedLength: 100, items: items))))
    for step in 1...10 { rig.scroll(.y(Double(step) * 100 + 30), route: .offset) }
    switch motion {
    case "drag": rig.hold(dragging: 20)
    case "fling": rig.fling(300)
    default:
      rig.scroll(
        .y(1500), animation: .timed(seconds: 1, curve: .linear), route: .offset)
    }
    let before = rig.engine.frame(of: TargetID(11)).map { $0.origin.y - rig.y } ?? .nan
    rig.resize(200, 120)
    let top = (0..<60).map { TargetID(Int64($0)) }.first {
      (rig.engine.frame(of: $0).map { $0.origin.y + $0.size.height } ?? 0) > rig.y
    }
    // The rows are shorter now: the first one stays, the next ones move closer.
    #expect(top == TargetID(10) || top == TargetID(11))
    #expect(before > 0)
  }

  @Test("LAZY-13 a resize makes off-screen items count as the mean again, depending on the switch")
  func forgotten() {
    for choice in [LazyResizeChoice.estimated, .measured] {
      let items = (0..<100).map {
        SceneItem(id: TargetID(Int64($0)), length: .fixed($0 < 20 ? 20 : 60))
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 120, height: 200),
          content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items)))
      ) { $0.switches.lazyResize = choice }
      for step in 1...20 { rig.scroll(.y(Double(step) * 50), route: .offset) }
      let before = place(of: 30, in: rig)
      rig.resize(120, 150)
      // All visible rows are 60 pt long, so each row above has this estimate.
      let start = rig.engine.frame(of: TargetID(30))?.origin.y
      #expect((start == 30 * 60) == (choice == .estimated))
      #expect(near(place(of: 30, in: rig), before, 1e-9))
    }
  }

  @Test("POS-62 a position that the reader holds keeps its offset after a resize")
  func restored() {
    let bottom = DefaultAnchors(Anchor.bottom)
    for (configure, expected) in [
      ({ $0.position = .value(PositionValue(idType: int)) }, true),
      ({ $0.position = .id(nil) }, true),
      (
        {
          $0.position = .value(PositionValue(idType: int))
          $0.defaultAnchors = bottom
        }, true
      ),
      (
        {
          $0.position = .value(PositionValue(idType: int))
          $0.switches.pinning = .defaultAnchor
        }, false
      ),
      ({ $0.defaultAnchors = bottom }, false),
      ({ _ in }, false),
    ] as [((inout Configuration) -> Void, Bool)] {
      var rig = rig(configure)
      rig.drag(-40)
      rig.rest()
      let (y, before) = (rig.y, place(of: 48, in: rig))
      rig.send(.container(ContainerChange(size: Size(width: 120, height: 260))))
      rig.apply(.layout(layout(0..<100, measured: 40..<60, guess: 41)))
      #expect((rig.y == y) == expected)
      #expect(place(of: 48, in: rig) - before == (expected ? 40 : 0))
    }
  }

  @Test("POS-62 an untouched position at an edge stays at the edge")
  func edge() {
    var rig = rig { $0.position = .value(PositionValue(edge: .bottom)) }
    rig.send(.container(ContainerChange(size: Size(width: 120, height: 260))))
    rig.apply(.layout(layout(0..<100, measured: 40..<60, guess: 41)))
    #expect(rig.y == rig.engine.restRange(.vertical).upperBound)
  }
}
