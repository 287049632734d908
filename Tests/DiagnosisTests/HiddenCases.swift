import Diagnosis
import ScrollModel
import Simulation

/// Draws recordings whose app does something other than it declares.
///
/// Nothing here is shared with the solver: a case is a scene, gestures, and two configurations.
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

  /// The families that are planted.
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
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int { generator.int(in: range) }

  private mutating func one<Element>(of choices: [Element]) -> Element {
    choices[generator.int(in: 0...(choices.count - 1))]
  }

  private mutating func drawScene() -> SceneFile {
    isVertical = generator.chance(0.5)
    frame = Double(whole(320...900))
    inset = generator.chance(0.6) ? Double(whole(8...60)) : 0
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
    case .paging: configuration.behavior = .paging
    case .aligned: configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    case .centered:
      configuration.behavior = .viewAligned(limit: .never, anchor: UnitPoint(x: 0.5, y: 0.5))
    case .limited: configuration.behavior = .viewAligned(limit: .alwaysByOne, anchor: nil)
    case .itemInterval: configuration.behavior = .interval(itemLength)
    case .pitchInterval: configuration.behavior = .interval(itemLength + spacing)
    case .oddInterval: configuration.behavior = .interval(Double(whole(40...500)) + 0.5)
    }
    return configuration
  }

  private mutating func script() -> String {
    let (ahead, back) = isVertical ? ("up", "down") : ("left", "right")
    var text = "wait 400ms\n"
    for _ in 0..<whole(5...9) {
      let isForward = generator.chance(0.75)
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

  /// A case that ran one family and declares another; nil declares nothing.
  mutating func hidden(declares: Bool = true) -> (HiddenCase, Family) {
    let scene = drawScene()
    let family = one(of: Family.allCases)
    let hidden = configuration(family)
    var declared: Configuration?
    if declares {
      // A different deceleration is the whole difference in its family.
      if family == .fast {
        declared = Configuration(.ios26)
      } else {
        let others = Family.allCases.filter { $0 != family && $0 != .fast }
        declared = configuration(one(of: others))
      }
    }
    let text = script()
    return (
      HiddenCase(
        name: scene.labels.name, hidden: hidden, declared: declared, scene: scene, script: text,
        seed: seed), family
    )
  }

  /// A case that runs what it declares.
  mutating func healthy() -> HiddenCase {
    var (found, _) = hidden()
    found.declared = found.hidden
    return found
  }
}

extension HiddenDraw.Family {
  /// The classes that name the family, beside a declared one.
  func classes(declared: Configuration?) -> Set<CauseClass> {
    switch self {
    case .free: [.none]
    case .fast: declared == nil ? [.none] : [.deceleration]
    case .paging: [.paging]
    case .aligned, .centered, .limited:
      if case .viewAligned? = declared?.behavior { [.anchor, .limit] } else { [.viewAligned] }
    case .itemInterval, .pitchInterval, .oddInterval: [.interval]
    }
  }
}
