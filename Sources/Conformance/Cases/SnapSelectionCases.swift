import ScrollEngine
import ScrollModel

/// CSS scroll snap: the final position of a container with snap areas.
enum SnapSelectionCases {
  /// Whether a case belongs to a mode.
  static func includes(_ vector: Vector, _ mode: ConformanceMode) -> Bool {
    switch mode {
    case .uikit: vector.value.flag("plain_nearest_agrees")
    case .css: !vector.isSensitive
    default: vector.isSensitive
    }
  }

  static func compare(
    _ vector: Vector, _ mode: ConformanceMode, isBlink: Bool, _ check: inout Check
  ) {
    guard var container = container(vector, isBlink: isBlink) else {
      return check.refuse("the container or an area is missing or has another form")
    }
    guard let intent = intent(vector) else {
      return check.refuse("the intent is missing or unknown")
    }
    let tolerance = Tolerance(vector)
    switch mode {
    case .uikit:
      guard let offset = plain(intent, container) else {
        return check.refuse("the plain engine has no such scroll")
      }
      compareOffset(offset, vector.expect, tolerance, &check)
    case .css:
      compare(container.select(intent), vector.expect, tolerance, &check)
    default:
      var checks: [Check] = []
      for edition in SnapContainer.Edition.allCases {
        container.edition = edition
        var own = Check()
        compare(container.select(intent), vector.expect, tolerance, &own)
        checks.append(own)
      }
      check = checks.first { $0.failures.isEmpty } ?? checks[0]
    }
  }

  // Reading.

  private static func container(_ vector: Vector, isBlink: Bool) -> SnapContainer? {
    guard let value = vector.value["container"], let port = rect(value["snapport"]),
      let maximum = value["max_offset"]?.pair, maximum.x >= 0, maximum.y >= 0,
      let list = vector.value["areas"]?.list
    else { return nil }
    let areas = list.compactMap(area)
    guard areas.count == list.count, Set(areas.map(\.id)).count == areas.count,
      let strictness = SnapStrictness(rawValue: value.text("strictness") ?? "mandatory")
    else { return nil }
    var container = SnapContainer(
      port: port, maximum: Point(x: maximum.x, y: maximum.y), areas: areas,
      strictness: strictness)
    let axis = value.text("axis") ?? "both"
    guard ["x", "y", "inline", "block", "both", "none"].contains(axis) else { return nil }
    container.snapsHorizontally = ["x", "inline", "both"].contains(axis)
    container.snapsVertically = ["y", "block", "both"].contains(axis)
    // The browser sets the proximity distance; cc itself has none.
    if let near = (value["proximity_range"] ?? value["proximity"])?.pair {
      container.proximity = Size(width: near.x, height: near.y)
    } else if isBlink, strictness == .proximity {
      container.proximity = container.blinkProximity
    }
    if let targets = vector.value["snapped_to"]?.list {
      container.horizontalTarget = id(targets.first)
      container.verticalTarget = id(targets.dropFirst().first)
    }
    container.addressed =
      id(value["targeted"] ?? vector.value["targeted"])
      ?? list.first { $0.flag("targeted") }.flatMap { id($0["id"]) }
    return container
  }

  private static func id(_ value: VectorValue?) -> Int64? {
    value?.number.flatMap { Int64(exactly: $0) }
  }

  private static func rect(_ value: VectorValue?) -> Rect? {
    guard let n = value?.numbers, n.count == 4, n[2] >= 0, n[3] >= 0 else { return nil }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  private static func area(_ value: VectorValue) -> SnapArea? {
    guard let id = id(value["id"]), let rect = rect(value["rect"]) else { return nil }
    func alignment(_ key: String) -> SnapAlignment? {
      value["align"]?.text(key).map { SnapAlignment(rawValue: $0) } ?? SnapAlignment.none
    }
    guard let x = alignment("x"), let y = alignment("y") else { return nil }
    return SnapArea(
      id: id, rect: rect, horizontal: x, vertical: y, stopsAlways: value.text("stop") == "always",
      hasFocus: value.flag("focus"))
  }

  private static func intent(_ vector: Vector) -> SnapIntent? {
    guard let value = vector.value["intent"], let from = value["from"]?.pair else { return nil }
    let start = Point(x: from.x, y: from.y)
    let way = value["delta"]?.pair.map { ScrollModel.Vector(dx: $0.x, dy: $0.y) }
    switch value.text("type") {
    case "end":
      let axes = value["axes"]?.list?.map { $0.bool ?? true }
      return .end(
        at: start, horizontal: axes?.first ?? true, vertical: axes?.dropFirst().first ?? true)
    case "direction": return way.map { .step(from: start, by: $0) }
    case "end-direction": return way.map { .fling(from: start, by: $0) }
    case "relayout": return .relayout(at: start)
    case "into-view":
      guard let area = id(value["area"]) else { return nil }
      return .reveal(
        area: area, alignment: value.text("align").flatMap(SnapAlignment.init(rawValue:)),
        from: start)
    default: return nil
    }
  }

  // Comparing.

  private static func compare(
    _ result: SnapResult, _ expected: VectorValue, _ tolerance: Tolerance, _ check: inout Check
  ) {
    for member in expected.members ?? [] {
      switch member.key {
      case "offset", "any_of": break
      case "result":
        check.holds(
          "expected \(member.value.text ?? ""), got \(result.kind.rawValue)",
          member.value.text == result.kind.rawValue)
      case "target":
        for (index, target) in [result.horizontalTarget, result.verticalTarget].enumerated() {
          guard let wanted = member.value[index] else { continue }
          check.holds(
            "target \(index): got \(target.map { "\($0)" } ?? "none")",
            wanted.isNull ? target == nil : id(wanted) == target)
        }
      case "covered_x": compareSpan(result.horizontalCover, member.value, "x", tolerance, &check)
      case "covered_y": compareSpan(result.verticalCover, member.value, "y", tolerance, &check)
      case "tol", "tol_abs", "tol_rel": break
      default: check.refuse("the expectation '\(member.key)' is unknown")
      }
    }
    compareOffset(result.offset, expected, tolerance, &check)
  }

  private static func compareSpan(
    _ span: SnapSpan?, _ expected: VectorValue, _ axis: String, _ tolerance: Tolerance,
    _ check: inout Check
  ) {
    if expected.isNull { return check.holds("covered on \(axis): expected none", span == nil) }
    guard let wanted = expected.pair else {
      return check.refuse("covered on \(axis): what is expected is no pair and not null")
    }
    check.equal("cover start \(axis)", span?.start, wanted.x, tolerance)
    check.equal("cover end \(axis)", span?.end, wanted.y, tolerance)
  }

  private static func compareOffset(
    _ offset: Point, _ expected: VectorValue, _ tolerance: Tolerance, _ check: inout Check
  ) {
    let places = [offset.x, offset.y]
    if let choices = expected["any_of"]?.list {
      let isOne = choices.contains { choice in
        choice.pair.map {
          tolerance.judge(places[0], $0.x).isWithin && tolerance.judge(places[1], $0.y).isWithin
        } ?? false
      }
      check.holds(
        "offset [\(Check.text(places[0])), \(Check.text(places[1]))] is none of these", isOne)
    }
    for (index, name) in ["x", "y"].enumerated() {
      guard let wanted = expected["offset"]?[index], !wanted.isNull else { continue }
      check.matches(name, places[index], wanted, tolerance)
    }
  }

  // The simplest engine: per axis the nearest aligned target, within the range.

  private static func plain(_ intent: SnapIntent, _ container: SnapContainer) -> Point? {
    let (end, isMoved): (Point, (Bool, Bool))
    switch intent {
    case .end(let place, let horizontal, let vertical):
      (end, isMoved) = (place, (horizontal, vertical))
    case .fling(let start, let way):
      end = Point(x: start.x + way.dx, y: start.y + way.dy)
      isMoved = (way.dx != 0, way.dy != 0)
    default: return nil
    }
    let x = plain(.horizontal, end.x, isMoved.0 && container.snapsHorizontally, container)
    let y = plain(.vertical, end.y, isMoved.1 && container.snapsVertically, container)
    return Point(x: x, y: y)
  }

  private static func plain(
    _ axis: Axis, _ end: Double, _ snaps: Bool, _ container: SnapContainer
  ) -> Double {
    let isX = axis == .horizontal
    let limit = isX ? container.maximum.x : container.maximum.y
    let held = min(max(end, 0), limit)
    guard snaps else { return held }
    let port = container.port
    let (portStart, portLength) =
      isX ? (port.origin.x, port.size.width) : (port.origin.y, port.size.height)
    let candidates = container.areas.compactMap { area -> Double? in
      let (start, length) =
        isX
        ? (area.rect.origin.x, area.rect.size.width)
        : (area.rect.origin.y, area.rect.size.height)
      let share: Double
      switch isX ? area.horizontal : area.vertical {
      case .none: return nil
      case .start: share = 0
      case .center: share = 0.5
      case .end: share = 1
      }
      return min(max(start + share * length - portStart - share * portLength, 0), limit)
    }
    guard let nearest = EngineSnap.nearest(to: held, among: candidates) else { return held }
    let near = container.proximity.map { isX ? $0.width : $0.height } ?? .infinity
    return abs(nearest - held) <= near ? nearest : held
  }
}
