import ScrollEngine
import TextKit

/// Flutter's resistance, drags and carried momentum.
enum FlutterCases {
  static func scalar(_ vector: Vector, _ check: inout Check) {
    let resistance = FlutterResistance(isFast: vector.input.text("deceleration") == "fast")
    let tolerance = Tolerance(vector)
    switch vector.input.text("query") {
    case "frictionFactor":
      guard let fraction = vector.input.number("overscroll_fraction"),
        let wanted = vector.expect["value"]
      else { return check.refuse("overscroll_fraction or the expected value is missing") }
      check.matches("friction", resistance.friction(at: fraction), wanted, tolerance)
    case "applyUserOffset": applied(vector, resistance, tolerance, &check)
    case "ballistic": ballistic(vector, resistance.isFast, tolerance, &check)
    default: check.refuse("the query '\(vector.input.text("query") ?? "")' is unknown")
    }
  }

  private struct Metrics {
    var place: Double
    var low: Double
    var high: Double
    var viewport: Double

    init?(_ value: VectorValue?) {
      guard let value, let place = value.number("pixels"), let low = value.number("min"),
        let high = value.number("max"), let viewport = value.number("viewport"), low <= high
      else { return nil }
      (self.place, self.low, self.high, self.viewport) = (place, low, high, viewport)
    }
  }

  private static func applied(
    _ vector: Vector, _ resistance: FlutterResistance, _ tolerance: Tolerance, _ check: inout Check
  ) {
    var results: [Double] = []
    for item in vector.input["cases"]?.list ?? [] {
      guard let metrics = Metrics(item["metrics"]), let movement = item.number("offset") else {
        return check.refuse("a case has no metrics or no offset")
      }
      results.append(
        resistance.applied(
          movement, at: metrics.place, low: metrics.low, high: metrics.high,
          viewport: metrics.viewport))
    }
    if let each = vector.expect["each"] {
      for (index, result) in results.enumerated() {
        check.matches("result[\(index)]", result, each, tolerance)
      }
    }
    for (index, wanted) in (vector.expect["values"]?.list ?? []).enumerated() where !wanted.isNull {
      let result = results.indices.contains(index) ? results[index] : nil
      check.matches("result[\(index)]", result, wanted, tolerance)
    }
    if let relation = vector.expect.text("relation") {
      let chain = OrderRelation.holds(relation) { OrderRelation.result($0, in: results) }
      let alike =
        relation.includes("equal")
        ? results.allSatisfy { abs($0 - (results.first ?? $0)) <= 1e-9 } : nil
      guard let holds = chain ?? alike else {
        return check.refuse("the relation '\(relation)' is not understood")
      }
      check.holds("\(relation) does not hold for \(results.map(Check.text))", holds)
    }
  }

  private static func ballistic(
    _ vector: Vector, _ isFast: Bool, _ tolerance: Tolerance, _ check: inout Check
  ) {
    guard let metrics = Metrics(vector.input["metrics"]), let velocity = vector.input.number("v0"),
      let wanted = vector.expect["v_at_0"]
    else { return check.refuse("metrics, v0 or v_at_0 is missing") }
    let start: Double?
    switch vector.input.text("physics") {
    case "bouncing", "clamping":
      let isBouncing = vector.input.text("physics") == "bouncing"
      let platform: FlutterPlatform = isBouncing ? (isFast ? .macos : .ios) : .android
      start = FlutterMotion(
        platform, from: metrics.place, velocity: velocity, low: metrics.low, high: metrics.high
      )?.velocity(at: 0)
    case "page":
      let page = FlutterSnap.page(
        offset: metrics.place, stride: metrics.viewport, velocity: velocity)
      let spring = DampedSpring(
        .flutter(), from: metrics.place, to: page * metrics.viewport, velocity: velocity,
        tolerance: .flutter())
      start = spring.velocity(at: 0)
    default:
      return check.refuse("the physics '\(vector.input.text("physics") ?? "")' is unknown")
    }
    check.matches("velocity at 0", start, wanted, tolerance)
  }
}

extension FlutterCases {
  /// A script of drags and flings on one platform, or the same script on all platforms.
  static func gesture(_ vector: Vector, _ check: inout Check) {
    let tolerance = Tolerance(vector)
    if let relation = vector.expect.text("relation") {
      let holds = OrderRelation.holds(relation) { name in
        FlutterPlatform(rawValue: name).flatMap { FlutterScript(vector.input, $0)?.later }
      }
      guard let holds else { return check.refuse("the relation '\(relation)' is not understood") }
      return check.holds("\(relation) does not hold", holds)
    }
    guard let platform = vector.input.text("platform").flatMap(FlutterPlatform.init(rawValue:)),
      let script = FlutterScript(vector.input, platform)
    else { return check.refuse("the platform or a gesture is missing or unknown") }
    for member in vector.expect.members ?? [] {
      switch member.key {
      case "offset_at_release":
        check.matches("offset at release", script.released, member.value, tolerance)
      case "offset_after_5s":
        check.matches("offset after 5 s", script.later, member.value, tolerance)
      case "velocity_after_last":
        check.matches("velocity", script.velocity, member.value, tolerance)
      case "offset_after_each_move":
        let wanted = member.value.list ?? []
        check.holds("moves", wanted.count == script.afterMoves.count)
        for (index, (place, value)) in zip(script.afterMoves, wanted).enumerated() {
          check.matches("offset after move \(index + 1)", place, value, tolerance)
        }
      case "tol", "tol_abs", "tol_rel": break
      default: check.refuse("the expectation '\(member.key)' is unknown")
      }
    }
  }
}

/// The result of a script of gestures on a Flutter scroll view.
struct FlutterScript {
  private(set) var scroller: FlutterScroller
  private(set) var time = 0.0
  /// The offset when the last finger was lifted.
  private(set) var released = 0.0
  /// The velocity at the end of the script.
  private(set) var velocity = 0.0
  /// The offset after each single move.
  private(set) var afterMoves: [Double] = []

  /// The offset five seconds after the end of the script.
  var later: Double { scroller.place(at: time + 5000) }

  /// Runs the script of an input; nil for an unsupported gesture.
  init?(_ input: VectorValue, _ platform: FlutterPlatform) {
    let viewport = input.number("viewport") ?? 600
    let isEndless = input.text("content") == "endless"
    guard let high = isEndless ? 1e9 : input.number("content").map({ max($0 - viewport, 0) }) else {
      return nil
    }
    scroller = FlutterScroller(
      platform, offset: input.number("start") ?? 0, low: isEndless ? -1e9 : 0, high: high,
      viewport: viewport)
    if let fling = input["fling"] {
      guard add(fling) else { return nil }
    }
    for gesture in input["gestures"]?.list ?? [] {
      guard add(gesture) else { return nil }
    }
    if let moves = input["moves"]?.list {
      guard add(moves: moves) else { return nil }
    }
    velocity = scroller.velocity(at: time)
  }

  private mutating func add(_ gesture: VectorValue) -> Bool {
    if let wait = gesture.number("wait_ms") {
      time += max(wait, 0)
    } else if let hold = gesture.number("touch_down_and_hold_ms") {
      scroller.down(at: time)
      time += max(hold, 0)
    } else if gesture.flag("touch_up") {
      scroller.up(at: time)
      released = scroller.offset
    } else if let way = gesture.number("dx_finger") ?? gesture.number("dy_finger"),
      let speed = gesture.number("finger_speed"), speed > 0
    {
      fling(way, speed, gesture.number("moves") ?? 50)
    } else {
      return false
    }
    return true
  }

  /// `flutter_test`'s fling: equal steps at the speed, with one additional move.
  private mutating func fling(_ way: Double, _ speed: Double, _ count: Double) {
    let count = max(1, min(count.rounded(), 10_000))
    let step = abs(way) / (count * speed) * 1000
    scroller.down(at: time)
    var gone = 0.0
    var index = 0.0
    while index <= count {
      let place = way * index / count
      scroller.move(by: place - gone, at: time)
      gone = place
      time += step
      index += 1
    }
    scroller.up(at: time)
    released = scroller.offset
  }

  private mutating func add(moves: [VectorValue]) -> Bool {
    scroller.down(at: time)
    let start = time
    for move in moves {
      guard let (delay, way) = move.pair, start + delay >= time else { return false }
      time = start + delay
      scroller.move(by: way, at: time)
      afterMoves.append(scroller.offset)
    }
    return true
  }
}
