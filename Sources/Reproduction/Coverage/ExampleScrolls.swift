import ScrollModel
import Simulation

/// Scenes and scripts that together cover every decision of a configuration.
struct ExampleScrolls {
  private let configuration: Configuration
  private let axis: Axis

  init(_ configuration: Configuration, along axis: Axis) {
    self.configuration = configuration
    self.axis = axis
  }

  /// The script words for moving the content of an example.
  private struct Words {
    let forward, backward: String
    let middle: Point
    let axis: Axis
    /// The sign of finger movement that scrolls forward.
    let sign: Double

    init(_ axis: Axis, isMirrored: Bool, _ container: Size) {
      self.axis = axis
      (forward, backward) =
        axis == .vertical ? ("up", "down") : isMirrored ? ("right", "left") : ("left", "right")
      middle = Point(x: container.width / 2, y: container.height / 2)
      sign = axis == .horizontal && isMirrored ? 1 : -1
    }

    /// A point at a distance ahead of the middle.
    func point(_ distance: Double) -> String {
      let moved = sign * distance
      let x = middle.x + (axis == .horizontal ? moved : 0)
      let y = middle.y + (axis == .vertical ? moved : 0)
      return "\(Self.number(x)),\(Self.number(y))"
    }

    /// A path through points at distances ahead, with times in milliseconds.
    func path(_ points: [(distance: Double, time: Int)]) -> String {
      let points = points.map { "\(point($0.distance))@\($0.time)ms" }
      return "path " + points.joined(separator: " ")
    }

    private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
  }

  private var container: Size {
    axis == .vertical ? Size(width: 390, height: 600) : Size(width: 390, height: 300)
  }

  private var room: Double { axis == .vertical ? container.height : container.width }

  /// The length of an item: a step of the behavior.
  private var pitch: Double {
    switch configuration.behavior {
    case .interval(let length): min(max(length, 20), 2000)
    case .offsets(let offsets, _, _):
      min(max(zip(offsets, offsets.dropFirst()).map { $1 - $0 }.min() ?? 200, 20), 2000)
    case .paging, .scrollSnap: room
    case .none, .viewAligned, .custom: 200
    }
  }

  private var count: Int { max(12, Int((10 * room / pitch).rounded(.up))) }

  private func scene(
    isMirrored: Bool = false, _ length: (Int) -> Double
  ) -> SceneFile {
    var scene = SceneFile(
      name: "coverage", container: container,
      content: .items(
        (0..<count).map { SceneFile.Item(id: TargetID(Int64($0)), size: .length(length($0))) }))
    scene.axes = axis == .vertical ? .vertical : .horizontal
    scene.direction = isMirrored ? .rightToLeft : .leftToRight
    scene.labels.configuration = configuration.text
    return scene
  }

  private func example(_ scene: SceneFile, _ lines: [String], at offset: Double = 0) -> ScrollCase?
  {
    // A jump is only performed before the gesture if it has its own frame.
    let lines = offset == 0 ? lines : ["wait 100ms"] + lines
    guard var script = try? GestureScript(lines.joined(separator: "\n")) else { return nil }
    if offset != 0 {
      script = script.beginning(
        at: axis == .vertical ? Point(x: 0, y: offset) : Point(x: offset, y: 0))
    }
    return ScrollCase(scene: scene, script: script, declared: configuration, ran: configuration)
  }

  /// All examples, the simplest first.
  var all: [ScrollCase] {
    let plain = scene { _ in pitch }
    let words = Words(axis, isMirrored: false, container)
    let (forward, backward) = ("fling \(words.forward)", "fling \(words.backward)")
    let wait = "wait 4s"
    let held = heldDrag(words)
    let end = max(0, pitch * Double(count) - room)
    var lines: [[String]] = [
      ["\(forward) 300", wait], ["\(forward) 900", wait], ["\(forward) 2500", wait],
      [held, wait], ["\(backward) 900", wait], ["\(forward) 6000", wait],
      [words.path([(0, 0), (80, 100), (160, 200), (120, 250), (80, 290)]), wait],
      ["\(forward) 1500", "wait 100ms", "\(forward) 900", wait],
      ["insert 1000 at 1 size \(Int(pitch))", "wait 500ms"],
      ["\(forward) 1500", "wait 100ms", "insert 1000 at 1 size \(Int(pitch))", wait],
      ["rotate", "wait 500ms"], ["\(forward) 1500", "wait 100ms", "rotate", wait],
      ["scroll to \(axis == .vertical ? "y" : "x") \(Int(2 * pitch)) via offset", "wait 500ms"],
      [
        "\(forward) 1500", "wait 100ms",
        "scroll to \(axis == .vertical ? "y" : "x") \(Int(2 * pitch)) via offset", wait,
      ],
    ]
    let step = axis == .vertical ? "0,40" : "40,0"
    lines += [
      ["wheel \(step)", "wait 500ms"],
      ["trackpad \(axis == .vertical ? "0,120" : "120,0") over 200ms momentum 500ms", wait],
    ]
    var examples = lines.map { example(plain, $0) }
    // A release past an end only returns to that end, so these gestures begin before it.
    examples.append(example(plain, ["\(backward) 2500", wait], at: room + 100))
    examples.append(example(plain, ["\(forward) 2500", wait], at: end - room - 100))
    let long = scene { $0 == 1 ? 1.5 * room : pitch }
    examples.append(example(long, ["\(forward) 600", wait]))
    examples.append(example(scene { _ in 1.5 * room }, ["\(forward) 900", wait]))
    if axis == .horizontal {
      let mirrored = Words(axis, isMirrored: true, container)
      examples.append(
        example(scene(isMirrored: true) { _ in pitch }, ["fling \(mirrored.forward) 900", wait]))
    }
    return examples.compactMap { $0 }
  }

  /// A release without velocity at an offset; `distance` is the content movement by the finger.
  func held(at offset: Double) -> ScrollCase? {
    let words = Words(axis, isMirrored: false, container)
    return example(
      scene { _ in pitch },
      [heldDrag(words), "wait 4s"], at: offset)
  }

  /// A drag whose finger stops before its lift.
  private func heldDrag(_ words: Words) -> String {
    "drag from \(words.point(0)) to \(words.point(120)) over 600ms ease out"
  }
}
