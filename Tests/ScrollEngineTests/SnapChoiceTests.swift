import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("CSS scroll snap where two places are as good") struct SnapChoiceTests {
  private func area(
    _ id: Int64, x: Double = 0, y: Double, width: Double = 100, height: Double,
    horizontal: SnapAlignment = .none, vertical: SnapAlignment = .start
  ) -> SnapArea {
    SnapArea(
      id: id, rect: Rect(x: x, y: y, width: width, height: height), horizontal: horizontal,
      vertical: vertical)
  }

  private func container(_ areas: [SnapArea]) -> SnapContainer {
    SnapContainer(
      port: Rect(x: 0, y: 0, width: 100, height: 100), maximum: Point(x: 1000, y: 1000),
      areas: areas)
  }

  @Test("of areas as near the one that is aligned on the other axis as well is the target")
  func alternatives() {
    let areas = [250.0, 300].enumerated().map { index, x in
      area(Int64(index), x: x, y: 200, width: 80, height: 80, horizontal: .start)
    }
    let result = container(areas).select(
      .end(at: Point(x: 290, y: 210), horizontal: true, vertical: true))
    #expect(result.offset == Point(x: 300, y: 200))
    #expect(result.horizontalTarget == 1 && result.verticalTarget == 1)
  }

  @Test("of stretches as near before and behind an intruder the one behind is taken")
  func stretches() {
    // Both ends are 100 from where the intruder fills the port.
    let areas = [area(0, y: 0, height: 1000), area(1, y: 450, height: 100, vertical: .none)]
    func rest(_ y: Double) -> Double {
      container(areas).select(.end(at: Point(x: 0, y: y), horizontal: false, vertical: true))
        .offset.y
    }
    #expect(rest(449) == 350 && rest(450) == 550 && rest(451) == 550)
  }

  @Test("a step back to where an area is both aligned and fills the port is covered by it")
  func coveredStep() {
    let result = container([area(0, y: 200, height: 500)]).select(
      .step(from: Point(x: 0, y: 350), by: Vector(dx: 0, dy: -150)))
    #expect(result.offset.y == 200 && result.kind == .covered)
    #expect(result.verticalCover?.start == 200 && result.verticalCover?.end == 600)
  }

  @Test("a step on within an area does not go on to one behind the step's end")
  func forwardStep() {
    let areas = [area(0, y: 0, height: 1000), area(1, y: 600, height: 50)]
    let result = container(areas).select(
      .step(from: Point(x: 0, y: 100), by: Vector(dx: 0, dy: 300)))
    #expect(result.offset.y == 400 && result.kind == .covered)
  }

  @Test("a revealed area is the target on the axes that it aligns on")
  func reveal() {
    let areas = [
      area(0, y: 300, height: 80),
      area(1, x: 300, y: 0, height: 80, horizontal: .start, vertical: .none),
    ]
    let container = container(areas)
    let down = container.select(.reveal(area: 0, alignment: nil, from: .zero))
    #expect(down.verticalTarget == 0 && down.horizontalTarget == nil && down.offset.y == 300)
    let aside = container.select(.reveal(area: 1, alignment: nil, from: .zero))
    #expect(aside.horizontalTarget == 1 && aside.verticalTarget == nil && aside.offset.x == 300)
  }

  @Test("of items as near the center the first is nearest")
  func center() {
    #expect(CenterSnap.nearest([7, -5, 5]) == 1 && CenterSnap.nearest([5, -5, 7]) == 0)
  }
}
