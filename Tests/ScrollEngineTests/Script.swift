import ScrollModel
import Simulation

@testable import ScrollEngine

/// A random scene, configuration and list of inputs; the same seed draws the same ones.
struct Script: Sendable {
  var configuration = Configuration()
  var scene: Scene
  var inputs: [(input: Input, time: TraceTime)] = []
  var end = TraceTime.zero

  /// Plays the inputs and waits until everything is at rest.
  func play(_ interrupt: (inout ScrollEngine, TraceTime) -> Void = { _, _ in }) -> OutcomeLog {
    var engine = ScrollEngine(configuration: configuration, scene: scene)
    var log = OutcomeLog()
    for (input, time) in inputs {
      interrupt(&engine, time)
      engine.handle(input, at: time, to: &log)
    }
    interrupt(&engine, end)
    engine.finish(at: end, to: &log)
    return log
  }

  mutating func add(_ input: Input, at milliseconds: Double) {
    inputs.append((input, TraceTime(nanoseconds: Int64(milliseconds * 1_000_000))))
    end = TraceTime(nanoseconds: Int64((milliseconds + 4000) * 1_000_000))
  }
}

extension Script {
  /// The same inputs with changes that disable and enable scrolling, or only enable it.
  func switched(_ seed: UInt64, onlyOn: Bool = false) -> Script {
    var g = SeededGenerator(seed: seed &+ 77)
    var script = self
    script.inputs = inputs.flatMap { entry in
      guard Int.random(in: 0...7, using: &g) == 0 else { return [entry] }
      let change = ContainerChange(isScrollDisabled: onlyOn ? false : Bool.random(using: &g))
      return [(.container(change), entry.time), entry]
    }
    return script
  }

  /// Draws lengths in quarter points, gestures, commands, edits and container changes.
  static func random(_ seed: UInt64, isHorizontal: Bool? = nil, gesturesOnly: Bool = false)
    -> Script
  {
    var g = SeededGenerator(seed: seed &+ 1)
    func quarter(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &g)) / 4
    }
    let horizontal = isHorizontal ?? Bool.random(using: &g)
    let axis: Axis = horizontal ? .horizontal : .vertical
    let count = Int.random(in: 0...60, using: &g)
    let isEqual = Bool.random(using: &g)
    let length = quarter(40...800)
    let items = (0..<count).map {
      SceneItem(
        id: TargetID(Int64($0)), length: .fixed(isEqual ? length : quarter(20...1200)))
    }
    let scene = Scene(
      axes: horizontal ? .horizontal : .vertical,
      containerSize: Size(width: quarter(400...1600), height: quarter(400...1600)),
      insets: Bool.random(using: &g)
        ? Insets(top: 20, left: 8, bottom: 34, right: 12) : .zero,
      content: .stack(
        Stack(
          axis: axis, spacing: quarter(0...80),
          isLazy: !gesturesOnly && Int.random(in: 0...3, using: &g) == 0, items: items)))
    var script = Script(scene: scene)
    script.configuration = .drawn(using: &g)
    var time = 5.0
    for _ in 0..<Int.random(in: 1...5, using: &g) {
      time += Double(Int.random(in: 0...900, using: &g))
      let kind = gesturesOnly ? 0 : Int.random(in: 0...9, using: &g)
      switch kind {
      case 0...4: time = script.gesture(at: time, horizontal, using: &g)
      case 5: time = script.trackpad(at: time, horizontal, using: &g)
      case 6: script.add(.command(.command(count, using: &g)), at: time)
      case 7:
        script.add(
          .edit(.insert(TargetID(Int64(1000)), index: 0, size: Size(width: 50, height: 50))),
          at: time)
      case 8:
        script.add(
          .container(
            ContainerChange(size: Size(width: quarter(200...900), height: quarter(200...900)))),
          at: time)
      default: script.add(.command(.cancel), at: time)
      }
    }
    return script
  }

  /// A random script whose items have breadths and pinned roles, in a view of any axes and direction.
  static func varied(_ seed: UInt64) -> Script {
    var script = random(seed)
    var g = SeededGenerator(seed: seed, stream: 0xB4EAD)
    guard case .stack(var stack) = script.scene.content else { return script }
    let breadth =
      stack.axis == .vertical ? script.scene.containerSize.width : script.scene.containerSize.height
    let isSparse = Bool.random(using: &g)
    for index in stack.items.indices {
      if isSparse ? index % 7 == 3 : Bool.random(using: &g) {
        stack.items[index].breadth = Double(Int.random(in: 0...Int(breadth * 1.6), using: &g))
      }
      if Int.random(in: 0...9, using: &g) == 0 {
        stack.items[index].pinned = Bool.random(using: &g) ? .header : .footer
      }
    }
    stack.alignment = [0, 0.5, 1].randomElement(using: &g) ?? 0.5
    stack.isLazy = Int.random(in: 0...2, using: &g) == 0
    stack.estimatedLength = [0.001, 44, 300].randomElement(using: &g) ?? 44
    script.scene.content = .stack(stack)
    if Bool.random(using: &g) { script.scene.axes = .both }
    if Bool.random(using: &g) { script.scene.layoutDirection = .rightToLeft }
    script.scene.scale = [nil, 1, 3].randomElement(using: &g) ?? nil
    script.scene.refreshRate = [30, 60, 120].randomElement(using: &g) ?? 60
    return script
  }

  private mutating func gesture(
    at start: Double, _ isHorizontal: Bool, using g: inout SeededGenerator
  ) -> Double {
    var time = start
    var place = 512.0
    func sample(_ phase: TouchPhase, _ place: Double) -> Input {
      .touch(
        TouchSample(
          pointer: 1, phase: phase,
          position: isHorizontal ? Point(x: place, y: 300) : Point(x: 300, y: place)))
    }
    add(sample(.began, place), at: time)
    let step = Double(Int.random(in: -96...96, using: &g)) / 4
    for _ in 0..<Int.random(in: 0...14, using: &g) {
      time += 8
      place += step
      add(sample(.moved, place), at: time)
    }
    if Bool.random(using: &g) {
      for _ in 0..<3 {
        time += 8
        add(sample(.moved, place), at: time)
      }
    }
    time += Double(Int.random(in: 0...20, using: &g))
    add(sample(Int.random(in: 0...9, using: &g) == 0 ? .cancelled : .ended, place), at: time)
    return time
  }

  private mutating func trackpad(
    at start: Double, _ isHorizontal: Bool, using g: inout SeededGenerator
  ) -> Double {
    var time = start
    let step = Double(Int.random(in: -40...40, using: &g))
    func sample(_ phase: WheelPhase, _ momentum: WheelPhase, _ d: Double) -> Input {
      .wheel(
        WheelSample(
          delta: isHorizontal ? Vector(dx: d, dy: 0) : Vector(dx: 0, dy: d), phase: phase,
          momentumPhase: momentum, isPrecise: true))
    }
    for phase in [WheelPhase.began, .changed, .changed, .ended] {
      add(sample(phase, .none, phase == .ended ? 0 : step), at: time)
      time += 8
    }
    guard Bool.random(using: &g) else { return time }
    for phase in [WheelPhase.began, .changed, .ended] {
      add(sample(.none, phase, phase == .ended ? 0 : step / 2), at: time)
      time += 8
    }
    return time
  }
}

extension Script {
  /// Draws targets far from the start of a content and events among them, shifted by a distance.
  ///
  /// Lengths and anchors are dyadic. Pages, intervals and anchors of the range are omitted, because
  /// they count from the content's start or are a fraction of its length and do not shift.
  static func translated(_ seed: UInt64, by distance: Double) -> Script {
    var g = SeededGenerator(seed: seed &+ 77)
    func quarter(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &g)) / 4
    }
    let lead = 32_768 + distance
    var targets: [TargetFrame] = []
    var place = lead
    for index in 0..<Int.random(in: 1...80, using: &g) {
      let length = quarter(40...800)
      targets.append(
        TargetFrame(
          id: TargetID(Int64(index)), frame: Rect(x: 0, y: place, width: 100, height: length)))
      place += length + quarter(-40...80)
    }
    var script = Script(
      scene: Scene(
        containerSize: Size(width: 100, height: quarter(400...1600)),
        insets: Bool.random(using: &g) ? Insets(top: 20, left: 0, bottom: 34, right: 0) : .zero,
        scale: Bool.random(using: &g) ? 2 : nil,
        content: .layout(
          Layout(contentSize: Size(width: 100, height: max(place, lead + 100)), targets: targets))))
    script.configuration = .drawn(using: &g)
    script.configuration.behavior =
      Bool.random(using: &g)
      ? .none
      : .viewAligned(
        limit: ViewAlignedLimit.allCases.randomElement(using: &g) ?? .always,
        anchor: [nil, Anchor.top, Anchor.center, Anchor.bottom].randomElement(using: &g) ?? nil)
    script.configuration.position =
      [.none, .id(nil), .value(PositionValue(idType: IDType(.int)))].randomElement(using: &g)
      ?? .none
    script.configuration.positionAnchor = [nil, Anchor.center].randomElement(using: &g) ?? nil
    script.configuration.defaultAnchors = DefaultAnchors()
    script.configuration.switches.pointOrigin = .contentOffset
    func go(to y: Double, _ animation: ScrollAnimation = .none) -> Input {
      .command(
        .scroll(
          to: .y(y), anchor: nil, animation: animation, route: .offset, preservesVelocity: false))
    }
    script.add(go(to: lead + quarter(0...2000)), at: 0)
    var time = 40.0
    for _ in 0..<Int.random(in: 1...5, using: &g) {
      time += Double(Int.random(in: 0...900, using: &g))
      switch Int.random(in: 0...7, using: &g) {
      case 0...3: time = script.gesture(at: time, false, using: &g)
      case 4: time = script.trackpad(at: time, false, using: &g)
      case 5:
        let seconds = Double(Int.random(in: 1...8, using: &g)) / 16
        script.add(
          go(to: lead + quarter(0...8000), .spring(seconds: seconds, bounce: 0.25)), at: time)
      case 6:
        let id = TargetID(Int64.random(in: 0..<Int64(targets.count), using: &g))
        let anchor = [nil, Anchor.top, Anchor.center].randomElement(using: &g) ?? nil
        script.add(
          .command(
            .scroll(
              to: .id(id), anchor: anchor, animation: Bool.random(using: &g) ? .automatic : .none,
              route: .reader, preservesVelocity: false)), at: time)
      default:
        script.add(
          .container(ContainerChange(size: Size(width: 100, height: quarter(200...900)))), at: time)
      }
    }
    return script
  }
}

extension Command {
  static func command(_ count: Int, using g: inout SeededGenerator) -> Command {
    let animations: [ScrollAnimation] = [
      .none, .automatic, .timed(seconds: 0.4, curve: .easeOut), .spring(seconds: 0.5, bounce: 0.3),
      .spring(seconds: 0.3, bounce: 0), .spring(seconds: 0.3, bounce: -0.4),
    ]
    let destinations: [ScrollDestination] = [
      .id(TargetID(Int64(Int.random(in: 0...max(1, count), using: &g)))), .edge(.bottom),
      .edge(.leading), .y(123.25), .x(50), .point(Point(x: 10, y: 700)),
    ]
    return .scroll(
      to: destinations.randomElement(using: &g) ?? .edge(.top),
      anchor: Bool.random(using: &g) ? Anchor.center : nil,
      animation: animations.randomElement(using: &g) ?? .none,
      route: CommandRoute.allCases.randomElement(using: &g) ?? .reader,
      preservesVelocity: Bool.random(using: &g))
  }
}

extension Configuration {
  /// A configuration of those that affect motion and observers.
  static func drawn(using g: inout SeededGenerator) -> Configuration {
    var configuration = Configuration.random(using: &g)
    configuration.physics = PhysicsConstants()
    if case .custom = configuration.behavior { configuration.behavior = .paging }
    return configuration
  }
}
