import Diagnosis
import ScrollModel
import Simulation

/// Draws recordings whose app does something other than it declares.
///
/// This code shares nothing with the solver: a case is a scene, gestures, and two configurations.
struct HiddenDraw {
  private var generator: SeededGenerator
  private let seed: UInt64
  private var isVertical = false
  private var itemLength = 0.0
  private var spacing = 0.0
  private var inset = 0.0
  private var frame = 0.0

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed, stream: 0xD1A6)
  }

  /// The families of hidden causes.
  enum Family: CaseIterable {
    case free
    case paging
    case aligned
    case centered
    case limited
    case itemInterval
    case pitchInterval
    case oddInterval
    case fast
    case givenPage
    case oneItem
    case threshold
    case drag
    case scaled
    case scaledFree
    case peer
    case two
    case stale
    case units
    case insets
    case shifted
    case mirrored
    case rate

    /// Whether offsets and layout alone are enough, without the finger's position and velocity.
    var showsInOffsets: Bool {
      switch self {
      case .threshold, .drag, .scaled, .scaledFree, .peer, .two, .limited, .oneItem: false
      default: true
      }
    }

    /// Whether it is a defect only relative to the app's declaration.
    var needsDeclaration: Bool {
      switch self {
      case .units, .insets, .mirrored, .rate, .fast: true
      default: false
      }
    }

    /// Whether a configuration can express it, so that a trace can declare it.
    var isDeclarable: Bool {
      switch self {
      case .free, .paging, .aligned, .centered, .limited, .itemInterval, .pitchInterval,
        .oddInterval, .fast, .peer:
        true
      default: false
      }
    }
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int { generator.int(in: range) }

  private mutating func one<Element>(of choices: [Element]) -> Element {
    choices[generator.int(in: 0...(choices.count - 1))]
  }

  private mutating func drawScene(_ family: Family) -> SceneFile {
    isVertical = family != .mirrored && generator.chance(0.5)
    frame = Double(whole(320...900))
    let needsInset = family == .insets || family == .shifted
    inset = needsInset || generator.chance(0.6) ? Double(whole(8...60)) : 0
    itemLength = Double(whole(60...Int(frame * 0.8)))
    spacing = Double(whole(4...24))
    let rule = SceneFile.ItemRule(
      count: Int(30_000 / (itemLength + spacing)) + 5,
      ids: generator.chance(0.5) ? .strings(prefix: "card-") : .integers(first: 0),
      size: .same(.length(itemLength)))
    var scene = SceneFile(
      name: "hidden \(seed)",
      container: isVertical ? Size(width: 390, height: frame) : Size(width: frame, height: 390),
      content: .generated(rule))
    scene.axes = isVertical ? .vertical : .horizontal
    scene.insets =
      isVertical
      ? Insets(top: inset, left: 0, bottom: inset, right: 0)
      : Insets(top: 0, left: inset, bottom: 0, right: inset)
    scene.stack.spacing = spacing
    scene.scale = one(of: [2, 3])
    scene.refreshRate = one(of: [60, 120])
    return scene
  }

  private mutating func configuration(_ family: Family) -> Configuration {
    var configuration = Configuration(.ios26)
    switch family {
    case .free: break
    case .fast: configuration.deceleration = .fast
    case .rate: configuration.physics.normalDecay = one(of: [0.995, 0.9965, 0.985, 0.9988])
    case .paging: configuration.behavior = .paging
    case .aligned: configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    case .centered:
      configuration.behavior = .viewAligned(limit: .never, anchor: UnitPoint(x: 0.5, y: 0.5))
    case .limited: configuration.behavior = .viewAligned(limit: .alwaysByOne, anchor: nil)
    case .itemInterval: configuration.behavior = .interval(itemLength)
    case .pitchInterval: configuration.behavior = .interval(itemLength + spacing)
    case .oddInterval: configuration.behavior = .interval(Double(whole(40...500)) + 0.5)
    case .peer:
      configuration.releasePhysics = one(of: [.android, .flutterClamping, .chromium, .flutterWheel])
      if generator.chance(0.6) { configuration.behavior = .viewAligned(limit: .never, anchor: nil) }
    case .units, .insets, .mirrored:
      configuration.behavior =
        generator.chance(0.6)
        ? .viewAligned(limit: .never, anchor: nil) : .paging
    default: configuration.behavior = .custom("hidden")
    }
    return configuration
  }

  private var pitch: Double { itemLength + spacing }

  private mutating func behavior(_ family: Family) -> HiddenBehavior? {
    let inner = frame - 2 * inset
    let kind: HiddenBehavior.Kind
    switch family {
    case .givenPage:
      kind = .page(one(of: [itemLength, pitch * 2, inner / 2, Double(whole(90...500))]))
    case .oneItem: kind = .page(pitch)
    case .threshold:
      kind = .threshold(
        page: one(of: [pitch, inner]), share: Double(one(of: [15, 20, 25, 30, 35])) / 100)
    case .drag:
      kind = .drag(
        page: one(of: [pitch, inner]), share: Double(one(of: [15, 20, 25, 30, 40])) / 100)
    case .scaled: kind = .scaled(factor: one(of: [0.25, 0.5, 1.5, 2, 3]), pitch: pitch)
    case .scaledFree: kind = .scaled(factor: one(of: [0.25, 0.5, 1.5, 2, 3]), pitch: nil)
    case .two: kind = .two(slow: pitch, fast: inner)
    case .stale:
      kind = .list((0..<Int(30_000 / pitch)).map { Double($0) * pitch })
    case .shifted: kind = .shifted(pitch: pitch, by: generator.chance(0.5) ? inset : -inset)
    default: return nil
    }
    return HiddenBehavior(
      kind: kind, axis: isVertical ? .vertical : .horizontal,
      limitsScrolls: family == .givenPage || family == .oneItem)
  }

  private mutating func misreading(
    _ family: Family, _ scene: SceneFile
  ) -> HiddenCase.Misreading? {
    var found = HiddenCase.Misreading()
    found.scalesVelocity = generator.chance(0.5)
    switch family {
    case .units: found.scale = generator.chance(0.6) ? scene.scale : 1 / scene.scale
    case .insets:
      let shift = generator.chance(0.5) ? inset : -inset
      found.shift = isVertical ? Vector(dx: 0, dy: shift) : Vector(dx: shift, dy: 0)
    case .mirrored:
      let count: Double
      if case .generated(let rule) = scene.content { count = Double(rule.count) } else { count = 0 }
      let content = count * pitch - spacing
      found.mirror = content - frame
    default: return nil
    }
    return found
  }

  private mutating func script(_ family: Family, id: String) -> String {
    let (ahead, back) = isVertical ? ("up", "down") : ("left", "right")
    var text = "wait 400ms\n"
    // A fraction or a second behavior affects only some of the releases.
    let isRare = [.two, .threshold, .drag].contains(family)
    let count = whole(isRare ? 9...13 : 5...9)
    for number in 0..<count {
      // Everything after the first item moves.
      if family == .stale, number == 2 {
        text +=
          "grow \(id) to \(Int(itemLength) + whole(15...Int(min(300, itemLength))))\nwait 800ms\n"
      }
      // Where a proposal is clamped to the start, the finger's way is not known to a behavior.
      let isForward = generator.chance(0.75) || family == .drag
      if generator.chance(0.75) {
        text += "fling \(isForward ? ahead : back) \(whole(400...4500))\n"
      } else {
        let (from, to) = isForward ? (280, 280 - whole(60...220)) : (60, 60 + whole(60...220))
        text +=
          isVertical
          ? "drag from 150,\(from) to 150,\(to) over \(whole(250...800))ms ease out\n"
          : "drag from \(from),150 to \(to),150 over \(whole(250...800))ms ease out\n"
      }
      text += "wait 4600ms\n"
    }
    return text
  }

  /// A case that ran one family and declares another, or nothing.
  mutating func hidden(
    declares: Bool = true, of families: [Family] = Family.allCases
  ) -> (HiddenCase, Family) {
    let family = one(of: families)
    let scene = drawScene(family)
    let hidden = configuration(family)
    var found = HiddenCase(
      name: scene.labels.name, hidden: hidden, scene: scene, script: "", seed: seed)
    found.behavior = behavior(family)
    found.misreading = misreading(family, scene)
    if declares { found.declared = declaration(family, hidden) }
    var id = "0"
    if case .generated(let rule) = scene.content, case .strings = rule.ids { id = "\"card-0\"" }
    found.script = script(family, id: id)
    return (found, family)
  }

  private mutating func declaration(_ family: Family, _ hidden: Configuration) -> Configuration {
    switch family {
    // The only difference is the deceleration or physics, or the meaning of numbers.
    case .fast, .rate: return Configuration(.ios26)
    case .peer:
      var declared = hidden
      declared.releasePhysics = .uikit
      return declared
    case .units, .insets, .mirrored: return hidden
    case .stale, .shifted, .two, .scaled:
      return configuration(.aligned)
    case .scaledFree: return configuration(.free)
    case .threshold, .drag: return configuration(one(of: [.aligned, .paging]))
    default:
      let others = Family.allCases.filter {
        $0 != family && $0 != .fast && $0 != .peer && $0.isDeclarable
      }
      return configuration(one(of: others))
    }
  }

  /// A case that runs what it declares, and whose pages or intervals are not nearly as long as its items:
  /// those drift, which is a defect although the app declares it.
  mutating func healthy() -> HiddenCase {
    while true {
      var (found, _) = hidden(of: Family.allCases.filter(\.isDeclarable))
      found.declared = found.hidden
      if !drifts(found.hidden.behavior) { return found }
    }
  }

  private func drifts(_ behavior: ScrollBehavior) -> Bool {
    switch behavior {
    case .paging: return (frame - 2 * inset - pitch).magnitude <= pitch / 4
    case .interval(let step):
      let excess = (step - max(1, (step / pitch).rounded()) * pitch).magnitude
      return excess > 0 && excess < 1
    default: return false
    }
  }
}

extension HiddenDraw.Family {
  /// The cause classes that name the family, given a declared one.
  func classes(_ found: HiddenCase) -> Set<CauseClass> {
    let isAligned = if case .viewAligned? = found.declared?.behavior { true } else { false }
    switch self {
    case .free: return [.none]
    case .fast, .rate: return found.declared == nil ? [.none] : [.deceleration]
    case .paging: return [.paging]
    // Without velocities, one page per gesture and at most one page are the same.
    case .givenPage: return found.keeps == .offsets ? [.paging, .oneAtATime] : [.paging]
    case .aligned, .centered, .limited: return isAligned ? [.anchor, .limit] : [.viewAligned]
    case .itemInterval, .pitchInterval, .oddInterval: return [.interval]
    case .oneItem: return isAligned ? [.oneAtATime, .limit] : [.oneAtATime, .viewAligned]
    case .threshold, .drag: return [.thresholdPaging]
    case .scaled, .scaledFree: return [.scaledVelocity]
    case .peer: return [.peer(found.hidden.releasePhysics)]
    case .two: return [.conflict]
    case .stale: return [.staleLayout]
    case .units: return [.units]
    case .insets, .shifted: return [.insets]
    case .mirrored: return [.mirrored]
    }
  }
}

extension HiddenCase {
  /// The words for the length of the scene that the hidden parameter equals; nil if there is none.
  var symbol: String? {
    guard case .generated(let rule) = scene.content, case .same(.length(let item)) = rule.size
    else { return nil }
    let planted: Double
    if case .interval(let length) = hidden.behavior {
      planted = length
    } else if case .page(let length)? = behavior?.kind {
      planted = length
    } else {
      return nil
    }
    let isVertical = scene.axes == .vertical
    let inner =
      isVertical
      ? scene.container.height - scene.insets.top - scene.insets.bottom
      : scene.container.width - scene.insets.left - scene.insets.right
    switch planted {
    case item: return isVertical ? "'s height" : "'s width"
    case 2 * (item + scene.stack.spacing): return "twice the distance from one"
    case inner / 2: return "half of the container's"
    default: return nil
    }
  }
}
