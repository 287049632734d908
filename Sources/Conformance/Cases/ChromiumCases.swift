import ScrollEngine
import ScrollModel
import TextKit

/// Chromium's fling curves and its elastic overscroll.
enum ChromiumCases {
  static func flingCurve(_ vector: Vector, _ check: inout Check) {
    switch vector.value.text("model") {
    case "fling-curve":
      guard let velocity = vector.input["velocity"]?.pair else {
        return check.refuse("the velocity is missing")
      }
      let curve = ChromiumFling(velocity: ScrollModel.Vector(dx: velocity.x, dy: velocity.y))
      compareDeltas(vector, curve.distance, curve.isActive, &check)
    case "physics-based-fling":
      guard let velocity = vector.input["velocity"]?.pair,
        let density = vector.input.number("pixels_per_inch"),
        let viewport = vector.input["viewport"]?.pair
      else { return check.refuse("velocity, pixels_per_inch or viewport is missing") }
      let curve = PhysicalFling(
        velocity: ScrollModel.Vector(dx: velocity.x, dy: velocity.y), pixelsPerInch: density,
        boost: vector.input.number("boost") ?? 1,
        viewport: Size(width: viewport.x, height: viewport.y))
      compareDeltas(vector, curve.distance, curve.isActive, &check)
      comparePath(vector, curve.path, &check)
    case "snap-fling": snapFling(vector, &check)
    default: check.refuse("the model '\(vector.value.text("model") ?? "")' is unknown")
    }
  }

  /// Compares the distance of each query since the previous one.
  private static func compareDeltas(
    _ vector: Vector, _ distance: (Double) -> ScrollModel.Vector, _ isActive: (Double) -> Bool,
    _ check: inout Check
  ) {
    var gone = ScrollModel.Vector.zero
    for row in vector.expect["deltas"]?.list ?? [] {
      guard let time = row.number("t_ms") else {
        check.refuse("a delta has no time")
        continue
      }
      var tolerance = Tolerance()
      tolerance.read(members: row)
      let place = time > 0 ? distance(time) : gone
      let at = "at \(Check.text(time)) ms"
      if let dx = row["dx"] { check.matches("dx \(at)", place.dx - gone.dx, dx, tolerance) }
      if let dy = row["dy"] { check.matches("dy \(at)", place.dy - gone.dy, dy, tolerance) }
      if let active = row["active"]?.bool {
        check.holds("active \(at) is not \(active)", isActive(time) == active)
      }
      gone = place
    }
  }

  private static func comparePath(_ vector: Vector, _ path: UnitBezier, _ check: inout Check) {
    var tolerance = Tolerance()
    tolerance.read(members: vector.expect)
    for (key, x, y) in [("p1", path.x1, path.y1), ("p2", path.x2, path.y2)] {
      guard let wanted = vector.expect[key] else { continue }
      guard let pair = wanted.pair else {
        check.refuse("\(key) is no pair")
        continue
      }
      check.equal("\(key) x", x, pair.x, tolerance)
      check.equal("\(key) y", y, pair.y, tolerance)
    }
  }

  private static func snapFling(_ vector: Vector, _ check: inout Check) {
    if let delta = vector.input["first_delta"]?.pair ?? vector.input["first_delta_of_gesture"]?.pair
    {
      let way = SnapFling.estimate(firstDelta: ScrollModel.Vector(dx: delta.x, dy: delta.y))
      guard let wanted = (vector.expect["displacement"] ?? vector.expect["estimate"])?.pair else {
        return check.refuse("no displacement is expected")
      }
      check.equal("dx", way.dx, wanted.x, .exact)
      return check.equal("dy", way.dy, wanted.y, .exact)
    }
    guard let start = vector.input["start"]?.pair, let target = vector.input["target"]?.pair else {
      return check.refuse("start or target is missing")
    }
    let curve = SnapFling(
      from: Point(x: start.x, y: start.y), to: Point(x: target.x, y: target.y))
    if let wanted = vector.expect["finished"]?.bool, vector.input["query"] == nil {
      check.holds("finished is not \(wanted)", (curve.displacement == .zero) == wanted)
    }
    if let places = vector.input["current_positions"]?.list {
      for (index, place) in places.enumerated() {
        guard let pair = place.pair,
          let wanted = vector.expect["finished_after_each"]?[index]?.bool
        else {
          check.refuse("a position or what is expected of it is missing")
          continue
        }
        let gone = ScrollModel.Vector(dx: pair.x - start.x, dy: pair.y - start.y)
        check.holds(
          "finished after position \(index + 1) is not \(wanted)",
          curve.step(at: 0, gone: gone).isLast == wanted)
      }
    }
    if let query = vector.input.text("query") { queries(query, curve, vector.expect, &check) }
  }

  /// Parses queries in text form, such as `duration/2, twice, before the scroll is applied`.
  private static func queries(
    _ query: String, _ curve: SnapFling, _ expected: VectorValue, _ check: inout Check
  ) {
    var time: Double
    if query.hasPrefix("duration/2") || query.includes("half") {
      time = curve.duration / 2
    } else if query.includes("duration") || query.includes("end") {
      time = curve.duration
    } else {
      return check.refuse("the query '\(query)' is not understood")
    }
    if query.includes("after the duration") { time += 1 }
    let first = curve.step(at: time, gone: .zero)
    let isApplied = query.includes("after the scroll is applied")
    let second = curve.step(at: time, gone: isApplied ? first.delta : .zero)
    if let finished = expected["finished"]?.bool {
      check.holds("finished is not \(finished)", first.isLast == finished)
    }
    if let wanted = expected["delta"]?.pair {
      check.equal("dx", first.delta.dx, wanted.x, .exact)
      check.equal("dy", first.delta.dy, wanted.y, .exact)
    }
    for clause in (expected.text("relation") ?? "").split(separator: ",") {
      let text = OrderRelation.trimmed(clause)
      if text.includes("deltas equal") || text.includes("same") {
        check.holds(text, first.delta == second.delta)
      } else if text.includes("> 0") {
        check.holds(text, first.delta.dx > 0 && first.delta.dy > 0)
      } else if text.includes("not finished") {
        check.holds(text, !first.isLast)
      } else if text.includes("finished") {
        check.holds(text, first.isLast)
      } else if text.includes("target") || text.includes("displacement") || text.includes("rest") {
        check.holds(text, first.delta == curve.displacement)
      } else {
        check.refuse("the relation '\(text)' is not understood")
      }
    }
  }

  /// The stretch of overscroll, and its return.
  static func overscroll(_ vector: Vector, _ check: inout Check) {
    guard let bounds = vector.input.number("bounds"),
      let overscroll = vector.input.number("overscroll")
    else { return check.refuse("bounds or overscroll is missing") }
    let tolerance = Tolerance(vector)
    var stretch = ElasticStretch.bezier(overscroll: overscroll, bounds: bounds)
    if let scroll = vector.input.number("then_scroll_by") {
      // Scrolling away from the edge first reduces the stretch.
      stretch =
        ElasticStretch.reconciled(
          offset: scroll > 0 ? scroll : 0, maximum: scroll < 0 ? -scroll : 1e9, stretch: stretch
        ).stretch
    }
    let bounce = vector.input.number("release_velocity").map {
      BezierBounce(stretch: stretch, velocity: $0, bounds: bounds)
    }
    if let frames = vector.expect["stretch"]?.list {
      guard let bounce, let frame = vector.expect.number("frame_ms") else {
        return check.refuse("frames need a release and a frame time")
      }
      for (index, wanted) in frames.enumerated() {
        check.matches(
          "frame \(index)", bounce.stretch(at: Double(index) * frame), wanted, tolerance)
      }
    } else if let wanted = vector.expect["stretch"] {
      check.matches("stretch", stretch, wanted, tolerance)
    }
    for row in vector.expect["at_ms"]?.list ?? [] {
      guard let bounce, let pair = row.pair else {
        check.refuse("a row of at_ms is no pair, or nothing was released")
        continue
      }
      check.equal("at \(Check.text(pair.x)) ms", bounce.stretch(at: pair.x), pair.y, tolerance)
    }
  }

  /// Overshoot and scroll within the range never coexist on an axis.
  static func reconcile(
    _ vector: Vector, _ mode: ConformanceMode, _ check: inout Check
  ) {
    guard let offset = vector.input["scroll_offset"]?.numbers,
      let maximum = vector.input["max_offset"]?.numbers,
      let stretch = vector.input["stretch"]?.numbers, offset.count == stretch.count,
      maximum.count == stretch.count
    else { return check.refuse("scroll_offset, max_offset or stretch is missing") }
    let tolerance = Tolerance(vector)
    for axis in offset.indices {
      let result: (offset: Double, stretch: Double)
      if mode == .uikit {
        // The engine has one offset: the part beyond the range is overshoot.
        let place = offset[axis] + stretch[axis]
        let held = EngineRange.held(place, in: 0...max(maximum[axis], 0))
        result = (held, place - held)
      } else {
        result = ElasticStretch.reconciled(
          offset: offset[axis], maximum: maximum[axis], stretch: stretch[axis])
      }
      if let wanted = vector.expect["scroll_offset"]?[axis] {
        check.matches("offset \(axis)", result.offset, wanted, tolerance)
      }
      if let wanted = vector.expect["stretch"]?[axis] {
        check.matches("stretch \(axis)", result.stretch, wanted, tolerance)
      }
    }
  }
}
