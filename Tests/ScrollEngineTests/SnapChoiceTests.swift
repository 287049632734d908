import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("CSS scroll snap with two equal choices") struct SnapChoiceTests {
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

  @Test("the area that is also aligned on the other axis wins among equally near areas")
  func alternatives() {
    let areas = [250.0, 300].enumerated().map { index, x in
      area(Int64(index), x: x, y: 200, width: 80, height: 80, horizontal: .start)
    }
    let result = container(areas).select(
      .end(at: Point(x: 290, y: 210), horizontal: true, vertical: true))
    #expect(result.offset == Point(x: 300, y: 200))
    #expect(result.horizontalTarget == 1 && result.verticalTarget == 1)
  }

  @Test("the later of two equally near ranges around an obstacle is chosen")
  func stretches() {
    // Both ends are 100 from where the intruder fills the port.
    let areas = [
      area(0, y: 0, height: 1000),
      area(1, y: 450, height: 100, horizontal: .start, vertical: .none),
    ]
    func rest(_ y: Double) -> Double {
      container(areas).select(.end(at: Point(x: 0, y: y), horizontal: false, vertical: true))
        .offset.y
    }
    #expect(rest(449) == 350 && rest(450) == 550 && rest(451) == 550)
  }

  @Test("a box without alignment is no area and is not avoided")
  func unaligned() {
    let areas = [area(0, y: 0, height: 1000), area(1, y: 450, height: 100, vertical: .none)]
    let result = container(areas).select(
      .end(at: Point(x: 0, y: 449), horizontal: false, vertical: true))
    #expect(result.offset.y == 449 && result.kind == .covered)
  }

  @Test(
    "the distance to a fling's end is measured beyond the scroll range",
    arguments: [(900.0, 980.0), (2000, 1000)])
  func beyond(way: Double, rest: Double) {
    var container = container([area(0, y: 980, height: 80)])
    container.strictness = .proximity
    container.proximity = container.blinkProximity
    let result = container.select(
      .fling(from: Point(x: 0, y: 100), by: Vector(dx: 0, dy: way)))
    #expect(result.offset.y == rest)
  }

  @Test("an axis without a snap keeps its start offset if the other axis snaps")
  func staying() {
    let areas = [area(0, x: 300, y: 0, height: 80, horizontal: .start, vertical: .none)]
    let result = container(areas).select(
      .fling(from: Point(x: 100, y: 40), by: Vector(dx: 250, dy: 30)))
    #expect(result.offset == Point(x: 300, y: 40))
    #expect(result.horizontalTarget == 0 && result.verticalTarget == nil)
  }

  @Test("an axis without a visible area is searched again from the other axis's snap")
  func secondAxis() {
    // The view at the scroll's end has no horizontal area; the view at the snap position has one.
    let areas = [
      area(0, x: 0, y: 0, width: 1000, height: 100),
      area(1, x: 300, y: 0, height: 100, horizontal: .start, vertical: .none),
    ]
    let result = container(areas).select(
      .end(at: Point(x: 250, y: 150), horizontal: true, vertical: true))
    #expect(result.offset == Point(x: 300, y: 0))
  }

  @Test(
    "scrolls rest where Chromium rests", arguments: try vectorRows("chromium-scroll-snap-measured"))
  func measured(_ row: [String]) throws {
    let (id, result) = try MeasuredSnap.rest(row)
    let rest = MeasuredSnap.numbers(row[9])
    #expect(result.offset == Point(x: rest[0], y: rest[1]), "\(id)")
  }

  @Test("a step back to an area that is aligned and fills the port is covered by it")
  func coveredStep() {
    let result = container([area(0, y: 200, height: 500)]).select(
      .step(from: Point(x: 0, y: 350), by: Vector(dx: 0, dy: -150)))
    #expect(result.offset.y == 200 && result.kind == .covered)
    #expect(result.verticalCover?.start == 200 && result.verticalCover?.end == 600)
  }

  @Test("a step within a large area does not continue to an area after the step's end")
  func forwardStep() {
    let areas = [area(0, y: 0, height: 1000), area(1, y: 600, height: 50)]
    let result = container(areas).select(
      .step(from: Point(x: 0, y: 100), by: Vector(dx: 0, dy: 300)))
    #expect(result.offset.y == 400 && result.kind == .covered)
  }

  @Test("a revealed area is the target on the axes of its alignment")
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

  @Test("the first of equally distant items is nearest to the center")
  func center() {
    #expect(CenterSnap.nearest([7, -5, 5]) == 1 && CenterSnap.nearest([5, -5, 7]) == 0)
  }
}

/// A scroll of the measured vectors.
private enum MeasuredSnap {
  static func numbers(_ text: String) -> [Double] {
    text.split(separator: " ").compactMap { Double($0) }
  }

  /// Scrolls as a row describes.
  static func rest(_ row: [String]) throws -> (id: String, result: SnapResult) {
    let (port, end) = (numbers(row[1]), numbers(row[2]))
    let areas = try row[8].split(separator: ";").enumerated().map { index, text in
      let words = text.split(separator: " ").map(String.init)
      let box = words.prefix(4).compactMap { Double($0) }
      return SnapArea(
        id: Int64(index), rect: Rect(x: box[0], y: box[1], width: box[2], height: box[3]),
        horizontal: try #require(SnapAlignment(rawValue: words[4])),
        vertical: try #require(SnapAlignment(rawValue: words[5])),
        stopsAlways: words.last == "always")
    }
    var container = SnapContainer(
      port: Rect(x: port[0], y: port[1], width: port[2], height: port[3]),
      maximum: Point(x: end[0], y: end[1]), areas: areas,
      strictness: try #require(SnapStrictness(rawValue: row[4])))
    container.snapsHorizontally = row[3] != "y"
    container.snapsVertically = row[3] != "x"
    if container.strictness == .proximity { container.proximity = container.blinkProximity }
    let (from, by) = (numbers(row[6]), numbers(row[7]))
    let start = Point(x: from[0], y: from[1])
    let intent: SnapIntent =
      row[5] == "end"
      ? .end(at: start, horizontal: true, vertical: true)
      : .fling(from: start, by: Vector(dx: by[0], dy: by[1]))
    return (row[0], container.select(intent))
  }
}
