public import ScrollModel

/// A random scenario without defects.
///
/// Snapping matches the content: pages as long as items, view alignment or intervals of the pitch.
/// Nothing is inserted above visible content, each gesture has enough time, and programmatic
/// scrolls use targets that can be aligned. Equal seeds produce equal scenarios on every machine.
public struct HealthyScenario: Sendable {
  /// Requirements of a scenario, so that a particular defect can be injected.
  public struct Requirements: Hashable, Sendable {
    /// The possible kinds of behavior; all if empty.
    public var behaviors: [Behavior] = []
    /// Whether the content is long enough for every gesture; random if nil.
    public var isRoomy: Bool?
    /// Whether an id is bound with an anchor; random if nil.
    public var hasPosition: Bool?
    /// Whether views have visibility observers; random if nil.
    public var observesViews: Bool?
    /// Whether the visible set is observed.
    public var observesSet = false
    /// Whether the insets along the axis are positive; random if nil.
    public var hasInsets: Bool?
    /// Whether there is spacing between items; random if nil.
    public var hasSpacing: Bool?
    /// The final steps after the random ones.
    public var ending: Ending?

    /// Creates empty requirements.
    public init() {}
  }

  /// A kind of behavior.
  public enum Behavior: Hashable, Sendable, CaseIterable {
    /// Free scrolling.
    case free
    /// Pages as long as items.
    case paging
    /// Intervals of the pitch.
    case interval
    /// View alignment.
    case aligned
  }

  /// The final steps of a scenario.
  public enum Ending: Hashable, Sendable {
    /// A number of forward flings, each with enough time.
    case flings(Int)
    /// A forward fling, and a tap at rest, which confirms the rest.
    case flingAndTap
    /// A slow drag forward.
    case drag
    /// An animated scroll by a reader to a later target.
    case command
    /// A scroll by a reader to a visible target, without an anchor.
    case visibleCommand
    /// A scroll without animation, by a reader, to a later target.
    case jump
    /// A scroll to the end, where content is then appended.
    case growth
    /// A resize of the container in which each item still fits.
    case resize
  }

  /// The scene.
  public var scene: SceneFile
  /// The script.
  public let script: GestureScript
  /// The script as text.
  public let scriptText: String
  /// The configuration.
  public var configuration: Configuration
  /// The distance between the starts of neighboring items along the axis.
  public let pitch: Double

  /// Creates a random scenario.
  public init(seed: UInt64, wishes: Requirements = Requirements()) throws(ScriptError) {
    var draw = HealthyDraw(SeededGenerator(seed: seed, stream: 77), wishes)
    draw.drawScene(seed: seed)
    draw.drawConfiguration()
    scene = draw.scene
    configuration = draw.configuration
    pitch = draw.length + draw.spacing
    scriptText = draw.script()
    script = try GestureScript(scriptText)
  }

  /// The simulation of the scenario with the engine's observations.
  public func simulation() throws(SimulationOptionError) -> ObservedSimulation {
    ObservedSimulation(
      try Simulator(scene: scene, script: script), configuration: configuration)
  }
}

/// Generates the parts of a healthy scenario.
private struct HealthyDraw {
  private var generator: SeededGenerator
  private let wishes: HealthyScenario.Requirements
  private(set) var scene = SceneFile(
    name: "healthy", container: Size(width: 390, height: 390), content: .items([]))
  private(set) var configuration = Configuration(.ios26)
  private(set) var length = 0.0
  private(set) var spacing = 0.0
  private var behavior = HealthyScenario.Behavior.free
  private var isVertical = true
  private var frame = 0.0
  private var inner = 0.0
  private var count = 0
  private var isRoomy = false

  init(_ generator: SeededGenerator, _ wishes: HealthyScenario.Requirements) {
    self.generator = generator
    self.wishes = wishes
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int { generator.int(in: range) }

  private mutating func one<Element>(of choices: [Element]) -> Element {
    choices[generator.int(in: 0...(choices.count - 1))]
  }

  // MARK: Scene

  mutating func drawScene(seed: UInt64) {
    isVertical = generator.chance(0.5)
    let hasInsets = wishes.hasInsets ?? (isVertical && generator.chance(0.4))
    let insets =
      hasInsets
      ? isVertical
        ? Insets(top: 59, left: 0, bottom: 34, right: 0)
        : Insets(top: 0, left: 44, bottom: 0, right: 44)
      : .zero
    frame = Double(whole(300...900))
    inner = frame - insets.top - insets.bottom - insets.left - insets.right
    let kinds: [HealthyScenario.Behavior] =
      !wishes.behaviors.isEmpty
      ? wishes.behaviors
      // Items keep their lengths in a resized container, so pages would no longer fit them.
      : wishes.ending == .resize
        ? [.free, .interval, .aligned] : [.free, .paging, .interval, .aligned, .aligned]
    behavior = one(of: kinds)
    let isPaged = behavior == .paging
    length = isPaged ? inner : Double(whole(40...Int(inner)))
    let hasSpacing = wishes.hasSpacing ?? true
    spacing =
      isPaged || !hasSpacing ? 0 : Double(whole(wishes.hasSpacing == true ? 4...20 : 0...20))
    isRoomy = wishes.isRoomy ?? false
    // A fling of 5000 pt/s covers 2500 pt, and there are up to a dozen.
    count = isRoomy ? Int((40_000 / (length + spacing)).rounded(.up)) : whole(3...60)
    let rule = SceneFile.ItemRule(
      count: count, ids: .integers(first: 0), size: .same(.length(length)))
    scene = SceneFile(
      name: "healthy \(seed)",
      container: isVertical ? Size(width: 390, height: frame) : Size(width: frame, height: 390),
      content: .generated(rule))
    scene.axes = isVertical ? .vertical : .horizontal
    scene.insets = insets
    scene.stack.spacing = spacing
    scene.scale = generator.chance(0.5) ? 2 : 3
    scene.refreshRate = generator.chance(0.5) ? 60 : 120
  }

  // MARK: Configuration

  mutating func drawConfiguration() {
    switch behavior {
    case .free: configuration.behavior = .none
    case .paging: configuration.behavior = .paging
    case .interval: configuration.behavior = .interval(length + spacing)
    case .aligned:
      let limit = generator.element(of: ViewAlignedLimit.allCases) ?? .automatic
      let isCentered = generator.chance(0.2)
      configuration.behavior = .viewAligned(
        limit: limit, anchor: isCentered ? UnitPoint(x: 0.5, y: 0.5) : nil)
    }
    if wishes.ending == .visibleCommand {
      configuration.position = .value(PositionValue(idType: IDType(.int)))
    } else if wishes.hasPosition ?? generator.chance(0.3) {
      configuration.position = .id(nil)
      configuration.positionAnchor = isVertical ? UnitPoint(x: 0.5, y: 0) : UnitPoint(x: 0, y: 0.5)
    }
    if wishes.observesViews ?? generator.chance(0.3) { configuration.viewVisibility = 0.5 }
    if wishes.observesSet { configuration.targetVisibility = 0.5 }
    if wishes.ending == .growth {
      configuration.defaultAnchors.base =
        isVertical ? UnitPoint(x: 0.5, y: 1) : UnitPoint(x: 1, y: 0.5)
    }
  }

  // MARK: Script

  private var isFast: Bool { configuration.fastDeceleration(isVertical ? .vertical : .horizontal) }

  private var settling: String { "wait \(isFast ? 1600 : 4600)ms\n" }

  private func way(isForward: Bool) -> String {
    isVertical ? (isForward ? "up" : "down") : (isForward ? "left" : "right")
  }

  mutating func script() -> String {
    var text = "wait 400ms\n"
    for _ in 0..<whole(2...8) { text += step() + settling }
    return text + ending()
  }

  private mutating func step() -> String {
    let isForward = generator.chance(isRoomy ? 0.85 : 0.7)
    let way = way(isForward: isForward)
    switch whole(0...9) {
    case 0...4: return "fling \(way) \(whole(200...5000))\n"
    case 5, 6:
      let from = isForward ? 260 : 60
      return drag(from: from, to: from + (isForward ? -1 : 1) * whole(20...190))
    case 7:
      return "fling \(way) \(whole(800...4000))\nwait \(whole(60...300))ms\ntap 150,150\n"
    case 8: return "append \(whole(1...5))\n"
    default: return "wait 100ms\n"
    }
  }

  /// A target that can be aligned with the leading edge.
  private mutating func goal() -> Int {
    let last = count - 1 - Int((inner / (length + spacing)).rounded(.up))
    return max(0, min(last, whole(5...30)))
  }

  private mutating func drag(from: Int, to: Int) -> String {
    let ease = generator.chance(0.5) ? "out" : "linear"
    let time = whole(200...900)
    return isVertical
      ? "drag from 150,\(from) to 150,\(to) over \(time)ms ease \(ease)\n"
      : "drag from \(from),150 to \(to),150 over \(time)ms ease \(ease)\n"
  }

  private mutating func ending() -> String {
    let edge = isVertical ? ("bottom", "top") : ("trailing", "leading")
    switch wishes.ending {
    case nil: return ""
    case .flings(let count):
      var text = ""
      for _ in 0..<count {
        text += "fling \(way(isForward: true)) \(whole(1200...2600))\n" + settling
      }
      return text
    case .flingAndTap:
      return "fling \(way(isForward: true)) \(whole(1200...2600))\n" + settling + "tap 150,150\n"
    case .drag:
      // Slow and long enough that the finger moves the content most of the time.
      let time = whole(700...1200)
      return
        (isVertical
        ? "drag from 150,280 to 150,60 over \(time)ms ease linear\n"
        : "drag from 280,150 to 60,150 over \(time)ms ease linear\n") + settling
    case .command:
      return "scroll to id \(goal()) anchor \(edge.1) animated via reader\nwait 2s\n"
    case .visibleCommand:
      // The random gestures may have moved anywhere, so this starts at the beginning.
      return "scroll to edge \(edge.1) via offset\nwait 500ms\nscroll to id 1\nwait 1s\n"
    case .jump:
      return "scroll to id \(goal()) anchor \(edge.1) via reader\nwait 2s\n"
    case .growth:
      return "scroll to edge \(edge.0) via offset\nwait 500ms\nappend \(whole(1...4))\nwait 1s\n"
    case .resize:
      let spare = Int(inner - length)
      let changed = Int(frame) + (spare >= 40 ? -whole(40...min(160, spare)) : whole(40...160))
      return isVertical
        ? "resize 390,\(changed)\nwait 1500ms\n" : "resize \(changed),390\nwait 1500ms\n"
    }
  }
}
