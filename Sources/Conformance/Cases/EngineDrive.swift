import ScrollEngine
import ScrollModel

/// Two numbers, one for each axis.
struct Vector2 {
  var horizontal: Double
  var vertical: Double

  init(_ horizontal: Double, _ vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

/// The complete engine with one finger as its input: times are milliseconds.
struct EngineDrive {
  private(set) var engine: ScrollEngine
  private(set) var log = OutcomeLog()
  private(set) var time = 0.0
  private var finger = Point(x: 5000, y: 5000)

  init(
    _ scene: Scene, _ configuration: Configuration, behavior: (any TargetBehavior)? = nil,
    at start: Point = .zero
  ) {
    engine = ScrollEngine(configuration: configuration, scene: scene, behavior: behavior)
    wait(0)
    engine.handle(
      .command(
        .scroll(
          to: .point(start), anchor: nil, animation: .none, route: .offset,
          preservesVelocity: false)), at: now, to: &log)
    wait(100)
  }

  /// Files may contain any time; a month exceeds every gesture.
  private var now: TraceTime { Self.moment(time) }

  private static func moment(_ time: Double) -> TraceTime {
    TraceTime(nanoseconds: Int64((min(max(0, time), 2.6e9) * 1_000_000).rounded()))
  }

  var offset: Point { engine.state(at: engine.now).offset }

  /// Returns the content offset at a time, without further input.
  func offset(at time: Double) -> Point { engine.state(at: Self.moment(time)).offset }

  /// Advances the time by `milliseconds`.
  mutating func wait(_ milliseconds: Double) {
    time += min(max(0, milliseconds), 2.6e9)
    engine.finish(at: now, to: &log)
  }

  mutating func down() { touch(.began) }

  /// Moves the finger; the content moves in the opposite direction.
  mutating func move(_ dx: Double, _ dy: Double) {
    finger = Point(x: finger.x + dx, y: finger.y + dy)
    touch(.moved)
  }

  mutating func up() { touch(.ended) }

  private mutating func touch(_ phase: TouchPhase) {
    engine.handle(
      .touch(TouchSample(pointer: 1, phase: phase, position: finger)), at: now, to: &log)
  }

  /// Advances the time until nothing moves.
  mutating func rest() {
    engine.settle(to: &log)
    time = max(time, engine.now.milliseconds)
    wait(40)
  }

  /// Content of a size in a container.
  static func plane(_ content: Size, in container: Size, axes: ScrollAxes = .both) -> Scene {
    Scene(
      axes: axes, containerSize: container,
      content: .layout(Layout(contentSize: content, targets: [])))
  }

  /// The result of a fling in two directions.
  struct PlaneFling {
    var settles: [Settle]
    var start: Vector2
    var milliseconds: Double?
  }

  /// Flings content far from all edges with constant velocities in points per second.
  static func planeFling(_ velocity: Vector2) -> PlaneFling {
    var drive = EngineDrive(
      plane(Size(width: 4e6, height: 4e6), in: Size(width: 100, height: 100)), Configuration(),
      at: Point(x: 2e6, y: 2e6))
    drive.down()
    for _ in 0..<6 {
      drive.wait(8)
      drive.move(-velocity.horizontal * 0.008, -velocity.vertical * 0.008)
    }
    let start = drive.offset
    let released = drive.time
    drive.up()
    drive.rest()
    return PlaneFling(
      settles: drive.log.settles, start: Vector2(start.x, start.y),
      milliseconds: drive.log.rests.last.map { $0.time.milliseconds - released })
  }
}
