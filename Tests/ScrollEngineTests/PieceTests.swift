import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Motions of several pieces") struct PieceTests {
  private func offsets(_ rig: Rig) -> [Double] { rig.log.frames.map(\.offset.y) }

  /// The largest distance between two frames.
  private func largestStep(_ offsets: [Double]) -> Double {
    zip(offsets, offsets.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test("a fling past an edge continues without a jump and returns") func bounce() {
    var rig = Rig(.rows(40))
    rig.scroll(.y(300), route: .offset)
    let first = rig.log.frames.count
    rig.fling(3000)
    rig.rest()
    let places = Array(offsets(rig).dropFirst(first))
    #expect(largestStep(places) < 60)
    // About a thirtieth of the velocity at the edge, which is close to the release's.
    let overshoot = (places.max() ?? 0) - 600
    #expect(overshoot > 70 && overshoot < 101, "\(overshoot)")
    #expect(rig.y == 600)
  }

  @Test("a fling from past one edge crosses the range and bounces at the other") func acrossRange()
  {
    var rig = Rig(.rows(12))
    rig.touch(.began, 500, 500)
    for step in 1...8 {
      rig.wait(8)
      rig.touch(.moved, 500, 500 + 20 * Double(step))
    }
    for step in 1...3 {
      rig.wait(8)
      rig.touch(.moved, 500, 660 - 24 * Double(step))
    }
    rig.lift()
    #expect(rig.y < 0)
    let first = rig.log.frames.count
    rig.rest()
    let places = Array(offsets(rig).dropFirst(first))
    #expect(largestStep(places) < 3000.0 / 60 + 0.1)
    #expect((places.max() ?? 0) > 60 && rig.y == 40)
  }

  @Test("a return ends when its distance from the edge equals the tolerance") func tolerance() {
    let constants = EdgeConstants(pull: 0.99, decay: 0.998, floor: 10, tolerance: 0.01)
    let pull = EdgePull(edge: 0, displacement: 80, velocity: 0, constants: constants)
    #expect(near(pull.position(at: pull.duration - 1e-6), 0.01, 1e-6))
  }

  @Test("a spring animation takes time, one without a duration takes none") func spring() {
    for (seconds, isAnimated) in [(0.5, true), (0, false)] {
      var rig = Rig(.rows(100))
      rig.scroll(
        .y(500), animation: .spring(seconds: seconds, bounce: 0), route: .offset)
      rig.wait(50)
      #expect((rig.engine.phase == .animating) == isAnimated)
      #expect(isAnimated ? rig.y > 0 && rig.y < 400 : rig.y == 500)
      rig.rest()
      #expect(rig.y == 500)
    }
  }

  @Test("a decision reports the gesture's start as an offset, with insets") func original() {
    var rig = Rig(.rows(100, insets: insets(top: 30))) { $0.behavior = .interval(100) }
    rig.scroll(.y(270), route: .offset)
    rig.drag(40)
    let settle = rig.log.settles.first
    #expect(settle?.original == 270 && settle?.proposed == 310 && settle?.chosen == 270)
    #expect(settle?.candidates.map(\.offset) == [270, 370])
  }

  @Test("the smallest movement to a target above ends under the top inset") func insetTop() {
    var rig = Rig(.rows(100, insets: insets(top: 30, bottom: 10)))
    rig.scroll(.y(800), route: .offset)
    rig.reader(20)
    #expect(rig.y == 370)
    rig.reader(80)
    #expect(rig.y == 1430)
  }

  @Test("an anchor inside the range keeps its relative position when rows are appended")
  func center() {
    for choice in SizeChangeChoice.allCases {
      for (start, offset) in [(100.0, 150.0), (110, 110)] {
        var rig = Rig(.rows(20)) {
          $0.defaultAnchors.sizeChanges = .anchor(Anchor.center)
          $0.switches.sizeChange = choice
        }
        rig.scroll(.y(start), route: .offset)
        rig.append(5, from: 20)
        #expect(rig.y == offset, "\(choice)")
      }
    }
  }

  @Test("a delegate receives each frame that moved, with its offset") func delegate() {
    var rig = Rig(.rows(100))
    rig.drag(40)
    rig.wait(100)
    var view = DelegateView()
    for frame in rig.log.frames { view.consume(frame) }
    let told = view.calls.map { call -> Double? in
      if case .didScroll(let offset) = call { offset.y } else { nil }
    }
    var moved: [Double?] = []
    for (a, b) in zip(rig.log.frames, rig.log.frames.dropFirst()) where a.offset != b.offset {
      moved.append(b.offset.y)
    }
    #expect(told == moved && moved.last == 40)
  }
}
