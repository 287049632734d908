import ScrollModel

/// Finds the script step that produces the samples of one contact.
struct StrokeFitter {
  private let samples: [(time: Int64, sample: TouchSample)]
  private let container: Size

  init(_ samples: [(time: Int64, sample: TouchSample)], in container: Size) {
    self.samples = samples
    self.container = container
  }

  /// The simplest step that produces exactly these samples; a path always does.
  var exact: GestureScript.Action {
    simple.first { makes($0) } ?? path
  }

  /// The samples as a path; of simultaneous samples the last one is used.
  private var path: GestureScript.Action {
    .path(samples.map { .init(point: $0.sample.position, time: $0.time) })
  }

  /// Steps of a straight gesture with the same ends and duration.
  private var simple: [GestureScript.Action] {
    guard let first = samples.first?.sample.position, let last = samples.last else { return [] }
    let (end, duration) = (last.sample.position, last.time)
    guard duration > 0 else { return [] }
    if first == end { return [.tap(first), .hold(first, duration: duration)] }
    return Self.flicks(from: first, to: end, over: duration)
      + [Easing.fling, .linear, .out, .inOut].map {
        .stroke(from: first, to: end, duration: duration, $0)
      }
  }

  /// Flings along one axis, the roundest speed first.
  static func flicks(from: Point, to: Point, over duration: Int64) -> [GestureScript.Action] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    guard dx == 0 || dy == 0, duration > 0 else { return [] }
    let direction: GestureScript.Direction =
      dy == 0 ? (dx < 0 ? .left : .right) : (dy < 0 ? .up : .down)
    let speed = max(dx.magnitude, dy.magnitude) * Easing.flingRelease / (Double(duration) / 1e9)
    // Positions are rounded to 1/64 pt, so the error of the velocity is about 0.1 pt/s.
    return [100, 10, 1, 0.1].map { ((speed / $0).rounded() * $0 * 1e6).rounded() / 1e6 }
      .filter { $0 > 0 }.map { .flick(direction, speed: $0) }
  }

  private func makes(_ action: GestureScript.Action) -> Bool {
    var scene = SceneFile(name: "", container: container, content: .items([]))
    scene.axes = .vertical
    var run = SimulationRun(scene, GestureScript([action]), SimulationOptions())
    var made: [(time: Int64, sample: TouchSample)] = []
    while let moment = try? run.next() {
      if case (let time, .input(.touch(let sample))) = moment {
        made.append((time.nanoseconds, sample))
      }
    }
    return made.count == samples.count
      && zip(made, samples).allSatisfy { one, other in
        one.time == other.time && one.sample.phase == other.sample.phase
          && one.sample.position == other.sample.position
      }
  }
}
