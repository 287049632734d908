import Replay
import ScrollEngine
public import ScrollModel
import Simulation

/// One gesture on equal items, as numbers that relations change.
public struct CheckedScroll: Hashable, Sendable {
  /// The axis.
  public var axis = Axis.vertical
  /// Whether lines run from right to left.
  public var isRightToLeft = false
  /// The length of the container along the axis, insets included.
  public var container = 600.0
  /// The number of items.
  public var itemCount = 80
  /// The distance between the starts of neighboring items.
  public var pitch = 120.0
  /// The gap between neighboring items.
  public var spacing = 0.0
  /// The inset at the start.
  public var leadingInset = 0.0
  /// The inset at the end.
  public var trailingInset = 0.0
  /// Whether the insets are content margins of the configuration.
  public var hasMargins = false
  /// The offset at the start of the gesture.
  public var start = 0.0
  /// The forward distance of the finger.
  public var distance = 120.0
  /// The duration in milliseconds.
  public var duration: Int64 = 100
  /// Whether the finger stops before its lift.
  public var stops = false
  /// Touch samples per second.
  public var touchRate = 120.0
  /// Frames per second.
  public var refreshRate = 60.0

  /// Creates a drag of 120 pt on 80 items.
  public init() {}

  var content: Double { Double(itemCount) * pitch - spacing }
  /// The range of resting offsets.
  var low: Double { -leadingInset }
  var high: Double { max(low, content + trailingInset - container) }

  /// The gesture as a case, with a configuration.
  func example(_ configuration: Configuration) -> ScrollCase? {
    let cross = 300.0
    let size =
      axis == .vertical
      ? Size(width: cross, height: container) : Size(width: container, height: cross)
    var scene = SceneFile(
      name: "check", container: size,
      content: .items(
        (0..<itemCount).map {
          SceneFile.Item(id: TargetID(Int64($0)), size: .length(pitch - spacing))
        }))
    scene.axes = axis == .vertical ? .vertical : .horizontal
    scene.direction = isRightToLeft ? .rightToLeft : .leftToRight
    scene.stack.spacing = spacing
    scene.refreshRate = refreshRate
    let insets = physicalInsets
    var configuration = configuration
    if hasMargins { configuration.margins = insets } else { scene.insets = insets }
    let isMirrored = axis == .horizontal && isRightToLeft
    let sign = isMirrored ? 1.0 : -1.0
    func point(_ way: Double) -> String {
      let main = container / 2 + sign * way
      return axis == .vertical ? "\(cross / 2),\(main)" : "\(main),\(cross / 2)"
    }
    // A jump is only performed before the gesture if it has its own frame.
    let line = "wait 100ms\ndrag from \(point(0)) to \(point(distance)) over \(duration)ms"
    guard
      let script = try? GestureScript(line + (stops ? " ease out" : "") + "\nwait 10s")
    else { return nil }
    let place = isMirrored ? content - container - start : start
    return ScrollCase(
      scene: scene,
      script: script.beginning(
        at: axis == .vertical ? Point(x: 0, y: place) : Point(x: place, y: 0)),
      declared: configuration, ran: configuration)
  }

  private var physicalInsets: Insets {
    switch axis {
    case .vertical: Insets(top: leadingInset, left: 0, bottom: trailingInset, right: 0)
    case .horizontal where isRightToLeft:
      Insets(top: 0, left: trailingInset, bottom: 0, right: leadingInset)
    case .horizontal: Insets(top: 0, left: leadingInset, bottom: 0, right: trailingInset)
    }
  }

  /// The simulation of the gesture; nil if it is no valid script.
  func simulation(
    _ configuration: Configuration, _ behavior: (any TargetBehavior)?
  ) throws -> ObservedSimulation? {
    guard let example = example(configuration) else { return nil }
    var options = SimulationOptions()
    options.touchRate = touchRate
    return ObservedSimulation(
      try Simulator(scene: example.scene, script: example.script, options: options),
      configuration: example.ran, behavior: behavior)
  }

  /// The resting offset from the leading side; nil if it cannot be simulated.
  func rest(_ configuration: Configuration, _ behavior: (any TargetBehavior)?) -> Double? {
    var sink = LastOffset()
    do {
      guard let simulation = try simulation(configuration, behavior) else { return nil }
      try simulation.send(to: &sink)
    } catch {
      return nil
    }
    let place = axis == .vertical ? sink.offset.y : sink.offset.x
    return axis == .horizontal && isRightToLeft ? content - container - place : place
  }
}

/// Collects the offset of the last frame.
private struct LastOffset: TraceSink {
  var offset = Point.zero

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }
  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    if case .observation(.frame(let frame)) = event { offset = frame.offset }
  }
  mutating func report(_ diagnostic: Diagnostic) {}
}
