import ScrollEngine
import ScrollModel

/// The item or page reached by a swipe, and the distance of an item from its snap position.
enum SnapTargetCases {
  static func compare(_ vector: Vector, _ mode: ConformanceMode, _ check: inout Check) {
    switch vector.input.text("kind") {
    case "bounds": bounds(vector, mode, &check)
    case "list", "pager":
      guard let swipe = Swipe(vector.input) else {
        return check.refuse("the swipe or the items are missing or have another form")
      }
      guard let wanted = vector.expect["item_delta"] ?? vector.expect["page_delta"] else {
        return check.refuse("no item_delta and no page_delta is expected")
      }
      let delta = mode == .uikit ? swipe.uikit() : swipe.android()
      check.matches("items passed", delta, wanted, .exact)
    default: check.refuse("the kind '\(vector.input.text("kind") ?? "")' is unknown")
    }
  }

  /// The two snap positions around a release, as distances.
  private static func bounds(_ vector: Vector, _ mode: ConformanceMode, _ check: inout Check) {
    guard let previous = vector.input.number("previous_offset"),
      let next = vector.input.number("next_offset"),
      let velocity = vector.input.number("velocity_dp_s"), let wanted = vector.expect["offset"]
    else { return check.refuse("a bound, the velocity or the expected offset is missing") }
    let least = vector.input.number("min_fling_velocity_dp_s") ?? Swipe.composeThreshold
    let offset: Double?
    if mode == .uikit {
      offset = ReactNativeSnap.offset(
        target: 0, velocity: abs(velocity) >= least ? velocity : 0, offsets: [previous, next])
    } else {
      offset = AndroidSnap.bound(
        previous: previous, next: next, velocity: velocity, minimumVelocity: least)
    }
    check.matches("offset", offset, wanted, .exact)
  }

  static func compareDistance(
    _ vector: Vector, _ mode: ConformanceMode, _ check: inout Check
  ) {
    guard let viewport = vector.input.number("viewport"),
      let items = vector.input["items"]?.list?.map({ ($0.number("start"), $0.number("size")) })
    else { return check.refuse("the viewport or the items are missing") }
    let (before, after) = (
      vector.input.number("padding_start") ?? 0, vector.input.number("padding_end") ?? 0
    )
    let scrolled = vector.input.number("offset") ?? 0
    var spans: [(start: Double, length: Double)] = []
    for case (let start?, let size?) in items { spans.append((start - scrolled, size)) }
    guard spans.count == items.count, !spans.isEmpty else {
      return check.refuse("an item has no start or no size")
    }
    let container = viewport - before - after
    let distances = spans.map { span in
      mode == .uikit
        // The engine measures from the container's start and aligns by an anchor.
        ? (span.start - before) + 0.5 * span.length - 0.5 * container
        : CenterSnap.distance(
          itemStart: span.start, itemLength: span.length, viewport: viewport,
          paddingStart: before, paddingEnd: after)
    }
    let tolerance = Tolerance(vector)
    for (index, wanted) in (vector.expect["distance_to_snap"]?.list ?? []).enumerated() {
      let distance = distances.indices.contains(index) ? distances[index] : nil
      check.matches("distance of item \(index)", distance, wanted, tolerance)
    }
    if let wanted = vector.expect["snap_item"] {
      let index: Int?
      if mode == .uikit {
        let targets = TargetIndex(spans)
        index = targets.nearest(to: before + 0.5 * container, anchor: 0.5) { _ in true }
          .map { targets.index(at: $0.rank) }
      } else {
        index = CenterSnap.nearest(distances)
      }
      check.matches("snapped item", index.map(Double.init), wanted, .exact)
    }
  }
}

/// A swipe over items of equal length, at constant speed or along a curve.
struct Swipe {
  static let composeThreshold = 400.0
  /// RecyclerView's minimum fling velocity (ViewConfiguration, 50 dp/s).
  private static let pagerThreshold = 50.0

  private var itemLength: Double
  private var count: Double
  /// The item at which the swipe starts.
  private var first: Double
  /// Distance of the finger in points, positive towards the end of the list.
  private var way: Double
  private var milliseconds: Double
  private var curve: UnitBezier?
  private var isPager: Bool
  private var isSuppressed: Bool
  private var threshold: Double

  init?(_ input: VectorValue) {
    isPager = input.text("kind") == "pager"
    isSuppressed = input.flag("fling_suppressed")
    itemLength = input.number("item_size_dp") ?? 400
    count = input.number("item_count") ?? input.number("page_count") ?? 100
    guard itemLength > 0, count > 0, count <= 100_000 else { return nil }
    if isPager {
      threshold = Self.pagerThreshold
      first = input.number("start_page") ?? 0
      guard let pages = input.number("drag_pages"), let time = input.number("duration_ms"), time > 0
      else { return nil }
      (way, milliseconds) = (pages * itemLength, time)
      guard let bezier = Self.curve(input.text("curve") ?? "linear") else { return nil }
      curve = bezier
    } else {
      threshold = input.number("min_fling_velocity_dp_s") ?? Self.composeThreshold
      first = (count / 2).rounded(.down)
      guard let swipe = input["swipe"], let items = swipe.number("distance_items"),
        let times = swipe.number("end_velocity_times_min"), items > 0
      else { return nil }
      let speed = times * threshold
      // Without an end velocity the finger stops before the release.
      way = (swipe.flag("reversed") ? -items : items) * itemLength
      milliseconds = speed > 0 ? abs(way) / speed * 1000 : 0
    }
    guard abs(way) < 1e6, milliseconds < 60_000 else { return nil }
  }

  /// Parses `linear`, or the control points of a cubic from (0,0) to (1,1).
  private static func curve(_ text: String) -> UnitBezier? {
    if text.hasPrefix("linear") { return UnitBezier(1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3) }
    let points = text.split(separator: "(").compactMap { part -> (Double, Double)? in
      let cells = part.prefix { $0 != ")" }.split(separator: ",").map {
        OrderRelation.trimmed($0)
      }
      guard cells.count == 2, let x = number(cells[0]), let y = number(cells[1]) else { return nil }
      return (x, y)
    }
    guard points.count >= 4 else { return nil }
    return UnitBezier(points[1].0, points[1].1, points[2].0, points[2].1)
  }

  private static func number(_ text: String) -> Double? {
    Double(text.hasPrefix(".") ? "0" + text : text)
  }

  private func place(_ share: Double) -> Double { way * (curve?.progress(at: share) ?? share) }

  /// The content's velocity at the end of the swipe.
  private var endVelocity: Double {
    guard milliseconds > 0, !isSuppressed else { return 0 }
    let step = 1e-4
    return (place(1) - place(1 - step)) / (step * milliseconds / 1000)
  }

  /// The start of the swipe, far from the ends; `passed` corrects for the distance.
  private var start: Double { Self.margin * itemLength }
  private static let margin = 1000.0

  /// The number of items passed at an offset, limited to the existing ones.
  private func passed(_ offset: Double) -> Double {
    let items = ((offset - start) / itemLength).rounded(.toNearestOrAwayFromZero)
    return min(max(items, -first), count - 1 - first) + 0.0
  }

  /// Runs the complete engine with a behavior that rounds like React Native on iOS.
  func uikit() -> Double {
    var configuration = Configuration()
    configuration.behavior = .custom("items")
    configuration.physics.releaseFloor = threshold
    let scene = EngineDrive.plane(
      Size(width: 100, height: 2 * start), in: Size(width: 100, height: itemLength),
      axes: .vertical)
    let behavior = ItemBehavior(
      length: itemLength, rate: configuration.physics.normalDecay,
      floor: configuration.physics.velocityFloor)
    var drive = EngineDrive(scene, configuration, behavior: behavior, at: Point(x: 0, y: start))
    drive.down()
    let steps = max(4, Int((milliseconds / 8).rounded()))
    var gone = 0.0
    for step in 1...steps {
      drive.wait(max(milliseconds, 32) / Double(steps))
      let next = place(Double(step) / Double(steps))
      drive.move(0, gone - next)
      gone = next
    }
    if endVelocity == 0 {
      for _ in 0..<4 {
        drive.wait(16)
        drive.move(0, 0)
      }
    }
    drive.up()
    drive.rest()
    return passed(drive.offset.y)
  }

  /// Applies Android's slop, then the rule of Compose or of RecyclerView's pager.
  func android() -> Double {
    let slop = isPager ? 0 : 8.0
    let offset = start + (way < 0 ? way + slop : way - slop)
    let velocity = endVelocity
    if isPager {
      let share = (offset / itemLength)
      let (below, above) = (share.rounded(.down), share.rounded(.up))
      let bound = AndroidSnap.bound(
        previous: (below - share) * itemLength, next: (above - share) * itemLength,
        velocity: velocity, minimumVelocity: threshold)
      return passed(offset + (bound ?? 0))
    }
    let items = stride(from: 0, through: 2 * Self.margin, by: 1).map { $0 * itemLength }
    let settle = PeerRelease.settle(
      physics: .android, offset: offset, velocity: velocity, candidates: items,
      range: 0...2 * start, container: itemLength)
    return passed(settle.target)
  }
}

/// React Native's `snapToInterval` with `disableIntervalMomentum`, as a behavior of the engine.
private struct ItemBehavior: TargetBehavior {
  var length: Double
  var rate: Double
  var floor: Double

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    // The release position: the proposed final position minus the distance of the deceleration.
    let decay = Decay(from: 0, velocity: context.velocity.dy, rate: rate, floor: floor)
    let place = ReactNativeSnap.interval(
      target: target.rect.origin.y - decay.target, velocity: context.velocity.dy, interval: length)
    target.rect = Rect(origin: Point(x: target.rect.origin.x, y: place), size: target.rect.size)
  }
}
