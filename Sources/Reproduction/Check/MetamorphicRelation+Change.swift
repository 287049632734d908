import ScrollEngine
import ScrollModel
import Simulation

extension MetamorphicRelation {
  /// A changed scroll, its behavior, and its expected rest.
  struct Change {
    var scroll: CheckedScroll
    var configuration: Configuration
    var behavior: (any TargetBehavior)?
    var expected: Double
  }

  /// Changes a scroll that rests at `rest`; nil if the relation does not apply.
  func change(_ scroll: CheckedScroll, _ subject: CheckedBehavior, rest: Double) -> Change? {
    var change = Change(
      scroll: scroll, configuration: subject.configuration, behavior: subject.behavior,
      expected: rest)
    switch self {
    case .mirrored:
      guard scroll.isSymmetric(under: subject) else { return nil }
      let length = scroll.content - scroll.container
      change.scroll.start = length - scroll.start
      change.scroll.distance = -scroll.distance
      change.expected = length - rest
    case .translated:
      let way = scroll.wholeSteps(under: subject)
      // A rest that is clamped to an end of the content does not move along.
      guard let way, rest > scroll.low + 1, rest < scroll.high - 1 else { return nil }
      change.scroll.itemCount += Int((way / scroll.pitch).rounded())
      change.scroll.start += way
      change.expected += way
    case .doubled:
      guard let (configuration, behavior) = subject.doubled(), scroll.leadingInset == 0,
        scroll.trailingInset == 0, !subject.configuration.effectiveBehavior.isNone
      else { return nil }
      change.scroll.double()
      (change.configuration, change.behavior) = (configuration, behavior)
      change.expected *= 2
    case .splitSamples:
      // With few samples the velocity is inaccurate, so twice as many give another one.
      guard scroll.duration >= 100 else { return nil }
      change.scroll.touchRate *= 2
    case .appendedItems:
      guard scroll.reach < scroll.high - 2 * scroll.container else { return nil }
      change.scroll.itemCount *= 2
    case .refreshRate: change.scroll.refreshRate *= 2
    case .insetsAsMargins:
      guard scroll.leadingInset != 0 || scroll.trailingInset != 0 else { return nil }
      change.scroll.hasMargins = true
    case .intervalAsOffsets:
      guard case .interval(let length) = subject.configuration.behavior, length >= 10 else {
        return nil
      }
      let last = Int((scroll.high / length).rounded(.up)) + 1
      change.configuration.behavior = .offsets(
        (0...last).map { Double($0) * length }, snapsToStart: true, snapsToEnd: true)
      guard rest > scroll.low + 1, rest < scroll.high - 1 else { return nil }
    }
    return change
  }
}

extension CheckedScroll {
  /// The velocity of the finger at its lift, in points per second.
  var speed: Double {
    stops ? 0 : distance / (Double(max(1, duration)) / 1000)
  }

  /// A bound of the end of the gesture: a deceleration covers less than one second of its velocity.
  var reach: Double { max(start, start + distance + max(0, speed)) }

  /// A forward distance of whole items and whole steps of the behavior; nil if unknown.
  func wholeSteps(under subject: CheckedBehavior) -> Double? {
    switch subject.configuration.effectiveBehavior {
    case .viewAligned: return 4 * pitch
    case .offsets: return nil
    case .none, .paging, .interval, .scrollSnap, .custom: break
    }
    guard let step = subject.step(inContainer: container - leadingInset - trailingInset, axis: axis)
    else { return nil }
    let count = (step / pitch).rounded()
    guard count >= 1, (count * pitch - step).magnitude < 1e-6 else { return nil }
    return 2 * step
  }

  /// Whether the resting positions of a behavior are symmetric.
  func isSymmetric(under subject: CheckedBehavior) -> Bool {
    guard leadingInset == 0, trailingInset == 0, spacing == 0 else { return false }
    let length = content - container
    switch subject.configuration.effectiveBehavior {
    case .viewAligned: return Self.isWhole(length / pitch)
    case .offsets, .none, .scrollSnap: return false
    case .paging, .interval, .custom: break
    }
    return subject.step(inContainer: container, axis: axis).map { Self.isWhole(length / $0) }
      ?? false
  }

  private static func isWhole(_ value: Double) -> Bool {
    (value - value.rounded()).magnitude < 1e-6
  }

  mutating func double() {
    container *= 2
    pitch *= 2
    spacing *= 2
    start *= 2
    distance *= 2
  }

  /// Creates a random gesture in the middle of equal items that fit the container and the behavior.
  public static func random(for subject: CheckedBehavior, seed: UInt64) -> CheckedScroll {
    var generator = SeededGenerator(seed: seed, stream: 0xC4EC)
    var scroll = CheckedScroll()
    scroll.axis = generator.chance(0.5) ? .vertical : .horizontal
    scroll.isRightToLeft = scroll.axis == .horizontal && generator.chance(0.3)
    scroll.container = Double(10 * generator.int(in: 30...80))
    scroll.fit(subject, &generator)
    if generator.chance(0.4) {
      scroll.leadingInset = Double(generator.int(in: 0...40))
      scroll.trailingInset = Double(generator.int(in: 0...40))
    }
    let length = scroll.content - scroll.container
    // Half of the gestures begin at an aligned item.
    scroll.start = (length / 2 / scroll.pitch).rounded() * scroll.pitch - scroll.leadingInset
    if generator.chance(0.5) { scroll.start += Double(generator.int(in: -100...100)) }
    scroll.distance = Double(generator.int(in: 40...240)) * (generator.chance(0.5) ? 1 : -1)
    scroll.stops = generator.chance(0.25)
    let speed = Double(generator.int(in: 600...1800))
    scroll.duration =
      scroll.stops ? 600 : Int64((scroll.distance.magnitude / speed * 1000).rounded(.up))
    return scroll
  }

  /// Sets items as long as a step of the behavior, and a container of whole steps.
  private mutating func fit(_ subject: CheckedBehavior, _ generator: inout SeededGenerator) {
    let parts = generator.int(in: 1...4)
    if let step = subject.step(inContainer: container, axis: axis) {
      if (step - container).magnitude < 1e-6 {
        // Pages: as many items as fit.
        pitch = container / Double(parts)
      } else {
        let count = max(1, (container / step).rounded())
        let length = count * step
        pitch = step
        // A step that depends on the container may differ there.
        if subject.step(inContainer: length, axis: axis) == step { container = length }
      }
    } else {
      pitch = container / Double(parts)
      if generator.chance(0.3) { spacing = Double(generator.int(in: 2...16)) }
    }
    // Longer than any gesture in both directions, and a whole number of containers.
    let pages = (8000 / container).rounded(.up)
    itemCount = max(1, Int((pages * container / pitch).rounded()))
  }
}
