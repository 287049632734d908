import ScrollModel

// Simplifications of single steps by the passes of a reduction.

extension GestureScript.Action {
  /// Simpler gestures with a similar effect, the simplest first.
  func straightened(in middle: Point) -> [GestureScript.Action] {
    switch self {
    case .path(let samples):
      guard let first = samples.first?.point, let last = samples.last, last.time > 0 else {
        return []
      }
      let strokes = [Easing.fling, .linear, .out, .inOut].map {
        Self.stroke(from: first, to: last.point, duration: last.time, $0)
      }
      let speed = Self.releaseSpeed(samples)
      let fitted = Self.strokes(from: first, to: last.point, releasedAt: speed)
      return Self.flicks(from: first, to: last.point, speed: speed)
        + (strokes + fitted).flatMap { $0.straightened(in: middle) } + strokes + fitted
        + [.tap(first), .hold(first, duration: last.time)]
    case .stroke(let from, let to, let duration, let easing):
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let mean = max(dx.magnitude, dy.magnitude) / (Double(duration) / 1e9)
      let flicks = Self.flicks(
        from: from, to: to, speed: easing == .fling ? mean * Easing.flingRelease : mean)
      let along =
        dx.magnitude > dy.magnitude ? Point(x: to.x, y: from.y) : Point(x: from.x, y: to.y)
      // A movement along one axis that begins in the middle of the container.
      let centered = Self.stroke(
        from: middle, to: Point(x: middle.x + (along.x - from.x), y: middle.y + (along.y - from.y)),
        duration: duration, easing)
      return flicks + [
        centered, .stroke(from: from, to: along, duration: duration, easing),
        .stroke(from: from, to: to, duration: duration, .linear),
      ]
    case .hold(let point, _): return [.tap(point), .tap(middle)]
    case .tap: return [.tap(middle)]
    case .append(let count) where count > 1:
      return [.append(1), .append(count / 2), .append(count - 1)]
    case .wheel(let delta, let count, let every):
      return [
        .wheel(delta, count: 1, every: every),
        .wheel(delta, count: max(1, count / 2), every: every),
        .wheel(Vector(dx: 0, dy: delta.dy), count: count, every: every),
        .wheel(Vector(dx: delta.dx, dy: 0), count: count, every: every),
      ]
    case .trackpad(let delta, let duration, let momentum):
      return [
        .trackpad(delta, duration: duration, momentum: nil),
        .trackpad(Vector(dx: 0, dy: delta.dy), duration: duration, momentum: momentum),
        .trackpad(Vector(dx: delta.dx, dy: 0), duration: duration, momentum: momentum),
      ]
    default: return []
    }
  }

  private static func flicks(
    from: Point, to: Point, speed: Double
  ) -> [GestureScript.Action] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let direction: GestureScript.Direction =
      dx.magnitude > dy.magnitude ? (dx < 0 ? .left : .right) : (dy < 0 ? .up : .down)
    return [1000, 100, 10, 1].map { CaseNumber.nearest(speed, $0) }
      .filter { $0 > 0 && $0 <= ScriptNumbers.limit }.map { .flick(direction, speed: $0) }
  }

  /// Strokes with the ends and the release speed of a gesture, but another duration.
  private static func strokes(
    from: Point, to: Point, releasedAt speed: Double
  ) -> [GestureScript.Action] {
    let way = max((to.x - from.x).magnitude, (to.y - from.y).magnitude)
    guard speed > 0, way > 0 else { return [] }
    return [(Easing.fling, Easing.flingRelease), (.linear, 1)].compactMap { easing, factor in
      let duration = (factor * way / speed * 1e3).rounded() * 1e6
      guard duration >= 1e6, duration <= Double(ScriptNumbers.longestGesture) else { return nil }
      return .stroke(from: from, to: to, duration: Int64(duration), easing)
    }
  }

  /// The velocity along the longer axis over the last 50 ms.
  private static func releaseSpeed(_ samples: [GestureScript.PathSample]) -> Double {
    guard let last = samples.last,
      let before = samples.last(where: { last.time - $0.time >= 50_000_000 }) ?? samples.first,
      last.time > before.time
    else { return 0 }
    let way = max(
      (last.point.x - before.point.x).magnitude, (last.point.y - before.point.y).magnitude)
    return way / (Double(last.time - before.time) / 1e9)
  }

  /// The numbers that may be rounded; times are milliseconds.
  var numbers: [Double] {
    switch self {
    case .stroke(let from, let to, let duration, _):
      [from.x, from.y, to.x, to.y, Double(duration) / 1e6]
    case .flick(_, let speed): [speed]
    case .hold(let point, let duration): [point.x, point.y, Double(duration) / 1e6]
    case .tap(let point): [point.x, point.y]
    case .wheel(let delta, _, let every): [delta.dx, delta.dy, Double(every) / 1e6]
    case .trackpad(let delta, let duration, let momentum):
      [delta.dx, delta.dy, Double(duration) / 1e6] + (momentum.map { [Double($0) / 1e6] } ?? [])
    case .command(.scroll(.point(let point), _, _, _, _)): [point.x, point.y]
    case .command(.scroll(.x(let value), _, _, _, _)): [value]
    case .command(.scroll(.y(let value), _, _, _, _)): [value]
    case .rotate(let size?): [size.width, size.height]
    case .resize(let size): [size.width, size.height]
    case .insets(let insets): [insets.top, insets.left, insets.bottom, insets.right]
    case .delayed(let delay, let action): action.numbers + [Double(delay) / 1e6]
    case .insert(_, _, .length(let length)?), .grow(_, .length(let length)): [length]
    default: []
    }
  }

  /// The step with other numbers.
  func withNumbers(_ values: [Double]) -> GestureScript.Action {
    func time(_ milliseconds: Double) -> Int64 {
      min(max(1, Int64(milliseconds * 1e6)), ScriptNumbers.longestGesture)
    }
    switch self {
    case .stroke(_, _, _, let easing):
      return .stroke(
        from: Point(x: values[0], y: values[1]), to: Point(x: values[2], y: values[3]),
        duration: time(values[4]), easing)
    case .flick(let direction, _): return .flick(direction, speed: max(1, values[0]))
    case .hold: return .hold(Point(x: values[0], y: values[1]), duration: time(values[2]))
    case .tap: return .tap(Point(x: values[0], y: values[1]))
    case .wheel(_, let count, let every):
      return .wheel(
        Vector(dx: values[0], dy: values[1]), count: count, every: every > 0 ? time(values[2]) : 0)
    case .trackpad:
      return .trackpad(
        Vector(dx: values[0], dy: values[1]), duration: time(values[2]),
        momentum: values.count > 3 ? time(values[3]) : nil)
    case .command(.scroll(let goal, let anchor, let animation, let route, let isKept)):
      let rounded: ScrollDestination =
        switch goal {
        case .point: .point(Point(x: values[0], y: values[1]))
        case .x: .x(values[0])
        case .y: .y(values[0])
        case .id, .edge: goal
        }
      return .command(
        .scroll(
          to: rounded, anchor: anchor, animation: animation, route: route, preservesVelocity: isKept
        ))
    case .rotate, .resize:
      return .resize(Size(width: max(100, values[0]), height: max(100, values[1])))
    case .insets:
      return .insets(
        Insets(top: values[0], left: values[1], bottom: values[2], right: values[3]))
    case .delayed(_, let action):
      return .delayed(
        time(values[values.count - 1]), action.withNumbers(Array(values.dropLast())))
    case .insert(let id, let index, _): return .insert(id, at: index, .length(max(10, values[0])))
    case .grow(let id, _): return .grow(id, .length(max(10, values[0])))
    default: return self
    }
  }

  /// The ids in the step.
  var ids: [TargetID] {
    switch self {
    case .insert(let id, _, _), .remove(let id), .move(let id, _), .grow(let id, _): [id]
    case .command(.scroll(.id(let id), _, _, _, _)): [id]
    case .command(.write(let id?, _, _)): [id]
    default: []
    }
  }

  /// The step with other ids.
  func renamed(_ names: [TargetID: TargetID]) -> GestureScript.Action {
    func name(_ id: TargetID) -> TargetID { names[id] ?? id }
    switch self {
    case .insert(let id, let index, let size): return .insert(name(id), at: index, size)
    case .remove(let id): return .remove(name(id))
    case .move(let id, let index): return .move(name(id), to: index)
    case .grow(let id, let size): return .grow(name(id), size)
    case .command(.scroll(.id(let id), let anchor, let animation, let route, let isKept)):
      return .command(
        .scroll(
          to: .id(name(id)), anchor: anchor, animation: animation, route: route,
          preservesVelocity: isKept))
    case .command(.write(let id?, let anchor, let animation)):
      return .command(.write(name(id), anchor: anchor, animation: animation))
    default: return self
    }
  }

  /// The step after items were removed from the scene, with adjusted indices.
  func afterRemoving(_ range: Range<Int>) -> GestureScript.Action {
    func moved(_ index: Int) -> Int {
      index >= range.upperBound ? index - range.count : min(index, range.lowerBound)
    }
    switch self {
    case .insert(let id, let index, let size): return .insert(id, at: moved(index), size)
    case .move(let id, let index): return .move(id, to: moved(index))
    default: return self
    }
  }
}

extension Command {
  /// The same command with fewer options.
  var simpler: [Command] {
    switch self {
    case .cancel: return []
    case .write(let id, let anchor, let animation):
      return [
        .write(id, anchor: nil, animation: .none), .write(id, anchor: anchor, animation: .none),
        .write(id, anchor: nil, animation: animation),
        .write(id, anchor: anchor, animation: .automatic),
      ]
    case .scroll(let goal, let anchor, let animation, let route, _):
      return [
        (nil, ScrollAnimation.none), (anchor, .none), (nil, animation), (anchor, .automatic),
      ].map {
        .scroll(to: goal, anchor: $0, animation: $1, route: route, preservesVelocity: false)
      }
    }
  }
}
