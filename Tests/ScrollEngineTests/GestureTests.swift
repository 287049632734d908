import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Drags along both axes and repeated flicks") struct GestureTests {
  private func grid() -> Scene {
    Scene(
      axes: .both, containerSize: Size(width: 300, height: 300),
      content: .layout(
        Layout(
          contentSize: Size(width: 1090, height: 1090),
          targets: (0..<100).map {
            TargetFrame(
              id: TargetID(Int64($0)),
              frame: Rect(
                x: Double($0 % 10) * 110, y: Double($0 / 10) * 110, width: 100, height: 100))
          })))
  }

  private func dragged(
    _ x: Double, _ y: Double, _ configure: (inout Configuration) -> Void
  ) -> Rig {
    var rig = Rig(grid(), configure)
    rig.touch(.began, 500, 500)
    for step in 1...10 {
      rig.wait(8)
      rig.touch(.moved, 500 - x * Double(step) / 10, 500 - y * Double(step) / 10)
    }
    for _ in 0..<3 {
      rig.wait(8)
      rig.touch(.moved, 500 - x, 500 - y)
    }
    return rig
  }

  @Test("view alignment along both axes aligns each axis separately") func plane() {
    for (anchor, rest) in [
      (nil as UnitPoint?, Point(x: 110, y: 220)), (Anchor.center, Point(x: 120, y: 230)),
    ] {
      var rig = dragged(150, 200) { $0.behavior = .viewAligned(limit: .never, anchor: anchor) }
      rig.lift()
      rig.rest()
      #expect(rig.x == rest.x && rig.y == rest.y)
      #expect(rig.log.settles.map(\.axis) == [.horizontal, .vertical])
      #expect(rig.log.settles.allSatisfy { $0.chosenID != nil && $0.rule == .nearest })
    }
  }

  @Test(
    "a directional lock keeps a drag on its first axis",
    arguments: [(100.0, 30.0), (30, 100), (100, 60), (100, -30)])
  func lock(x: Double, y: Double) {
    let free = dragged(x, y) { _ in }
    #expect(free.x > 0 && (y > 0 ? free.y > 0 : free.y < 0))
    let locked = dragged(x, y) { $0.switches.directionalLock = .on }
    #expect(locked.x == (x < 0.36 * abs(y) ? 0 : free.x))
    #expect(locked.y == (abs(y) < 0.36 * x ? 0 : free.y))
  }

  @Test("a locked axis has no velocity") func lockedRelease() {
    var rig = Rig(grid()) { $0.switches.directionalLock = .on }
    rig.touch(.began, 500, 500)
    for step in 1...6 {
      rig.wait(8)
      rig.touch(.moved, 500 - 10 * Double(step), 500 - 3 * Double(step))
    }
    rig.lift()
    rig.rest()
    #expect(rig.y == 0 && rig.x > 300)
  }

  /// The velocities of releases of equal flicks, with a wait before each.
  private func velocities(
    _ waits: [Double], _ choice: RepeatedFlicksChoice = .accelerated, rows: Int = 5000,
    flick: (inout Rig, Int) -> Void = { rig, _ in rig.fling(1500) }
  ) -> [Double] {
    var rig = Rig(.rows(rows)) { $0.switches.repeatedFlicks = choice }
    for (index, wait) in waits.enumerated() {
      rig.wait(wait)
      flick(&rig, index)
    }
    return rig.log.settles.map { ($0.velocity / 15).rounded() / 100 }
  }

  @Test("the fourth and later flicks of a streak are faster if the switch enables it")
  func streak() {
    let waits = Array(repeating: 100.0, count: 6)
    #expect(velocities(waits, .plain) == [1, 1, 1, 1, 1, 1])
    // A drag of 72 points adds 0.3, then half as much again, then as much again.
    #expect(velocities(waits) == [1, 1, 1, 1.3, 1.75, 2.35])
  }

  @Test("a streak ends with a pause, a rest, a slow or turned drag, an edge or a soft release")
  func ends() {
    #expect(velocities([100, 100, 100, 1100, 100, 100]) == [1, 1, 1, 1, 1, 1])
    #expect(velocities([0, 100, 100, 990, 100, 100]) == [1, 1, 1, 1.3, 1.75, 2.35])
    // At rest within the second.
    let rests = velocities(Array(repeating: 100, count: 5)) { rig, index in
      if index == 3 {
        rig.scroll(.y(9000), route: .offset)
        rig.wait(100)
      }
      rig.fling(1500)
    }
    #expect(rests == [1, 1, 1, 1, 1])
    #expect(velocities(Array(repeating: 100, count: 5), rows: 30).allSatisfy { $0 <= 1 })
    for breaker in [Breaker.hesitate, .turn, .soft] {
      let found = velocities(Array(repeating: 100, count: 5)) { rig, index in
        if index == 2 { breaker.flick(&rig) } else { rig.fling(1500) }
      }
      #expect(found.count == 5 && found.suffix(2) == [1, 1], "\(breaker): \(found)")
    }
  }

  private enum Breaker {
    case hesitate
    case turn
    case soft

    /// A flick that is as fast as the others at its end, except for the slow one.
    func flick(_ rig: inout Rig) {
      switch self {
      case .soft: rig.fling(400)
      case .hesitate:
        rig.touch(.began, 500, 500)
        for step in [12.0, 24, 36, 36.5, 37, 37.5, 49, 61, 73] {
          rig.wait(8)
          rig.touch(.moved, 500, 500 - step)
        }
        rig.lift()
      case .turn:
        rig.touch(.began, 500, 500)
        for step in [12.0, 24, 36, 24, 12, 24, 36, 48, 60] {
          rig.wait(8)
          rig.touch(.moved, 500, 500 - step)
        }
        rig.lift()
      }
    }
  }
}
