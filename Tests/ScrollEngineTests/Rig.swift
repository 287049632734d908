import ScrollModel
import TestSupport
import Testing

@testable import ScrollEngine

/// One row of a table of rules: its name starts with the id of the rule that it checks.
struct Rule: CustomTestStringConvertible, Sendable {
  let name: String
  let check: @Sendable () throws -> Void

  init(_ name: String, _ check: @escaping @Sendable () throws -> Void) {
    self.name = name
    self.check = check
  }

  var testDescription: String { name }
}

/// An engine with its log, driven in milliseconds.
struct Rig {
  var engine: ScrollEngine
  var log = OutcomeLog()
  var time = 0.0
  private var finger = 0.0

  init(
    _ scene: Scene, profile: Profile = .ios18, behavior: (any TargetBehavior)? = nil,
    mounts: Bool = true, _ configure: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = Configuration(profile)
    configure(&configuration)
    engine = ScrollEngine(configuration: configuration, scene: scene, behavior: behavior)
    if mounts { wait(0) }
  }

  var now: TraceTime { TraceTime(nanoseconds: Int64((time * 1_000_000).rounded())) }

  mutating func send(_ input: Input) { engine.handle(input, at: now, to: &log) }

  /// Moves a trackpad, or continues its momentum, and waits for the next frame.
  mutating func pad(_ delta: Double, _ phase: WheelPhase, momentum: WheelPhase = .none) {
    send(
      .wheel(
        WheelSample(
          delta: Vector(dx: 0, dy: delta), phase: phase, momentumPhase: momentum, isPrecise: true)))
    wait(8)
  }

  /// Waits the given milliseconds, including the tick at their end.
  mutating func wait(_ milliseconds: Double) {
    time += milliseconds
    engine.finish(at: now, to: &log)
  }

  /// Sends an input and runs the next tick.
  mutating func apply(_ input: Input) {
    send(input)
    wait(17)
  }

  /// Waits until everything is at rest.
  mutating func rest() {
    engine.settle(to: &log)
    time = max(time, Double(engine.now.nanoseconds) / 1_000_000)
    wait(34)
  }

  var x: Double { engine.state(at: engine.now).offset.x }
  var y: Double { engine.state(at: engine.now).offset.y }
  var phases: [ScrollPhase] { log.phases.filter { $0.old != $0.new }.map(\.new) }
  var lastID: TargetID? { log.positions.last?.id }
}

// Fingers, wheels and programmatic scrolls.
extension Rig {
  mutating func touch(_ phase: TouchPhase, _ x: Double, _ y: Double, pointer: Int64 = 1) {
    send(.touch(TouchSample(pointer: pointer, phase: phase, position: Point(x: x, y: y))))
  }

  /// Drags the content by a distance, without the slop, and holds the finger still.
  mutating func hold(dragging dy: Double, horizontally isHorizontal: Bool = false, steps: Int = 8) {
    let way = -(dy + (dy < 0 ? -10 : 10))
    func place(_ share: Double) -> (Double, Double) {
      isHorizontal ? (500 + way * share, 500) : (500, 500 + way * share)
    }
    touch(.began, 500, 500)
    for step in 1...steps {
      wait(8)
      let (x, y) = place(Double(step) / Double(steps))
      touch(.moved, x, y)
    }
    for _ in 0..<3 {
      wait(8)
      let (x, y) = place(1)
      touch(.moved, x, y)
    }
    wait(8)
  }

  mutating func lift() {
    touch(.ended, 0, 0)
  }

  /// Drags the content by a distance and releases it without velocity.
  mutating func drag(_ dy: Double, horizontally isHorizontal: Bool = false) {
    hold(dragging: dy, horizontally: isHorizontal)
    lift()
  }

  /// Flicks with a constant velocity of the content in points per second.
  mutating func fling(_ velocity: Double, horizontally isHorizontal: Bool = false, samples: Int = 6)
  {
    touch(.began, 500, 500)
    for sample in 1...samples {
      wait(8)
      let way = -velocity * 0.008 * Double(sample)
      touch(.moved, isHorizontal ? 500 + way : 500, isHorizontal ? 500 : 500 + way)
    }
    lift()
  }

  mutating func scroll(
    _ destination: ScrollDestination, anchor: UnitPoint? = nil,
    animation: ScrollAnimation = .none, route: CommandRoute = .position, keeps: Bool = false
  ) {
    apply(
      .command(
        .scroll(
          to: destination, anchor: anchor, animation: animation, route: route,
          preservesVelocity: keeps)))
  }

  mutating func reader(_ id: Int64, _ anchor: UnitPoint? = nil) {
    scroll(.id(TargetID(id)), anchor: anchor, route: .reader)
  }

  mutating func write(_ id: Int64?, anchor: UnitPoint? = nil, animation: ScrollAnimation = .none) {
    apply(.command(.write(id.map { TargetID($0) }, anchor: anchor, animation: animation)))
  }

  mutating func append(_ count: Int, from first: Int, length: Double = 20) {
    for index in 0..<count {
      send(
        .edit(
          .insert(
            TargetID(Int64(first + index)), index: Int64(first + index),
            size: Size(width: 120, height: length))))
    }
    wait(17)
  }

  /// Enables or disables scrolling by the user.
  mutating func disable(_ isDisabled: Bool = true) {
    apply(.container(ContainerChange(isScrollDisabled: isDisabled)))
  }

  mutating func resize(_ width: Double, _ height: Double) {
    apply(.container(ContainerChange(size: Size(width: width, height: height))))
  }
}

enum Anchor {
  static let top = UnitPoint(x: 0.5, y: 0)
  static let center = UnitPoint(x: 0.5, y: 0.5)
  static let bottom = UnitPoint(x: 0.5, y: 1)
  static let leading = UnitPoint(x: 0, y: 0.5)
  static let trailing = UnitPoint(x: 1, y: 0.5)
}

extension Scene {
  /// Rows of equal length in a vertical scroll view.
  static func rows(
    _ count: Int, length: Double = 20, spacing: Double = 0, width: Double = 120,
    viewport: Double = 200, insets: Insets = .zero, isLazy: Bool = false, estimate: Double = 20
  ) -> Scene {
    Scene(
      containerSize: Size(width: width, height: viewport), insets: insets,
      content: .stack(
        Stack(
          spacing: spacing, isLazy: isLazy, estimatedLength: estimate,
          items: (0..<count).map { SceneItem(id: TargetID(Int64($0)), length: .fixed(length)) })))
  }

  /// Cards of equal length in a horizontal scroll view.
  static func cards(
    _ count: Int, length: Double = 100, spacing: Double = 10, viewport: Double = 300,
    insets: Insets = .zero, direction: LayoutDirection = .leftToRight
  ) -> Scene {
    Scene(
      axes: .horizontal, containerSize: Size(width: viewport, height: 100), insets: insets,
      layoutDirection: direction,
      content: .stack(
        Stack(
          axis: .horizontal, spacing: spacing,
          items: (0..<count).map { SceneItem(id: TargetID(Int64($0)), length: .fixed(length)) })))
  }

  /// Content of a size in a container, scrolled both ways.
  static func plane(_ content: Size, in container: Size, insets: Insets = .zero) -> Scene {
    Scene(
      axes: .both, containerSize: container, insets: insets,
      content: .layout(Layout(contentSize: content, targets: [])))
  }
}

func insets(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) -> Insets {
  Insets(top: top, left: left, bottom: bottom, right: right)
}

/// Whether two numbers are equal within the tolerance of a rule.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

/// Rows of a tab-separated file under `fixtures/vectors`, without comments.
func vectorRows(_ name: String) throws -> [[String]] {
  try Files.text(Repository.path("fixtures/vectors/\(name).tsv")).split(separator: "\n")
    .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
}
