public import ScrollModel

/// One release with different resting offsets under two configurations, and the steps that differ.
public struct SettleDifference: Hashable, Sendable {
  /// One step of the decision in which the two differ.
  public struct Step: Hashable, Sendable {
    /// The step.
    public var stage: DecisionStep
    /// The first side's decision, as a clause.
    public var first: String
    /// The second side's decision.
    public var second: String

    /// Creates a step.
    public init(_ stage: DecisionStep, first: String, second: String) {
      self.stage = stage
      self.first = first
      self.second = second
    }
  }

  /// The rules of a side.
  public struct Rules: Hashable, Sendable {
    /// The name of the side.
    public var name: String
    /// The configuration it decides under.
    public var configuration: Configuration
    /// Whether release velocities were estimated from the samples of a gesture.
    public var estimatesVelocity: Bool

    /// Creates the rules of a replay; the default of `name` is that of the physics.
    public init(_ configuration: Configuration, name: String? = nil, drive: Drive = .gesture) {
      self.name = name ?? configuration.releasePhysics.title
      self.configuration = configuration
      estimatesVelocity = drive == .gesture
    }
  }

  /// The time of the release.
  public var time: TraceTime
  /// The axis.
  public var axis: Axis
  /// The first side's decision.
  public var first: Settle
  /// The second side's decision.
  public var second: Settle
  /// The names of the two sides.
  public var names: (first: String, second: String) { (firstName, secondName) }
  /// The differing steps in the order of the decision; the first is the cause.
  public var steps: [Step]
  /// The number of the release, from 1, at which the sides diverged, if this one decelerates
  /// equally from another offset.
  ///
  /// 0 if they never agreed; nil if both start at the same offset.
  public private(set) var followsRelease: Int?
  private var firstName: String
  private var secondName: String

  /// Compares two decisions about one release; nil if both rest at the same offset.
  public init?(_ first: Settle, by rules: Rules, _ second: Settle, by others: Rules) {
    let isElsewhere = (first.chosen - second.chosen).magnitude > Tolerance.standard.points
    guard isElsewhere || first.chosenID != second.chosenID else { return nil }
    self.first = first
    self.second = second
    (time, axis) = (first.time, first.axis)
    (firstName, secondName) = (rules.name, others.name)
    steps = Self.steps(first, rules, second, others)
  }

  /// Returns the releases with different ends; decisions belong to one release if their times are
  /// equal.
  public static func all(
    _ first: some Sequence<Settle>, by rules: Rules, _ second: some Sequence<Settle>,
    by others: Rules
  ) -> [SettleDifference] {
    let second = Array(second)
    var found: [SettleDifference] = []
    var next = 0
    var number = 0
    // The release since which the resting offsets differ, by axis.
    var parted: [Axis: Int] = [:]
    for settle in first where !settle.isResize {
      number += 1
      while next < second.count, second[next].time < settle.time { next += 1 }
      let same = second[next...].prefix { $0.time == settle.time }
        .first { $0.axis == settle.axis && !$0.isResize }
      guard let same else { continue }
      defer {
        let isElsewhere = (settle.chosen - same.chosen).magnitude > Tolerance.standard.points
        parted[settle.axis] = isElsewhere ? parted[settle.axis] ?? number : nil
      }
      guard var difference = SettleDifference(settle, by: rules, same, by: others) else { continue }
      if startsElsewhere(settle, rules, same, others) {
        difference.follow(parted[settle.axis] ?? 0)
      }
      found.append(difference)
    }
    return found
  }

  /// Whether two decelerations of equal velocity and rule end differently, because the content was
  /// released at different offsets.
  private static func startsElsewhere(
    _ a: Settle, _ rules: Rules, _ b: Settle, _ others: Rules
  ) -> Bool {
    a.velocity == b.velocity && rules.decelerates(like: others, a.axis)
      && (a.natural - b.natural).magnitude > Tolerance.standard.points
  }

  /// Inserts the different start offsets before the decisions, as consequences of an earlier
  /// release.
  private mutating func follow(_ release: Int) {
    followsRelease = release
    steps.removeAll { $0.stage == .projection }
    func start(_ settle: Settle) -> String {
      "starts its gesture at \(OnsetFinder.text(settle.original)) pt"
    }
    steps.insert(Step(.initialPlacement, first: start(first), second: start(second)), at: 0)
  }

  /// The resting offsets and the first differing rule, as a sentence.
  public var sentence: String {
    let landing =
      "under \(secondName) this release lands on \(Self.landing(second)), "
      + "under \(firstName) on \(Self.landing(first))"
    if let followsRelease {
      let cause =
        "the sides start at different offsets (\(OnsetFinder.text(second.original)) pt and "
        + "\(OnsetFinder.text(first.original)) pt)"
      return landing
        + (followsRelease > 0 ? "; follows from release \(followsRelease): \(cause)" : "; \(cause)")
    }
    guard let step = steps.first else { return landing }
    return landing + "; first difference: \(step.stage.summary): \(secondName) \(step.second), "
      + "\(firstName) \(step.first)"
  }

  private static func landing(_ settle: Settle) -> String {
    let place = "\(OnsetFinder.text(settle.chosen)) pt"
    return settle.chosenID.map { "\($0.displayText) (\(place))" } ?? place
  }

  private static func steps(
    _ a: Settle, _ rules: Rules, _ b: Settle, _ others: Rules
  ) -> [Step] {
    func differ(_ first: Double, _ second: Double) -> Bool { (first - second).magnitude > 1e-6 }
    var steps: [Step] = []
    if differ(a.velocity, b.velocity) {
      steps.append(
        Step(
          .releaseVelocity, first: rules.velocitySentence(a), second: others.velocitySentence(b)))
    }
    if differ(a.proposed, b.proposed) {
      steps.append(
        Step(
          .projection, first: rules.decelerationSentence(a), second: others.decelerationSentence(b))
      )
    }
    let choices = (a.choiceSentence, b.choiceSentence)
    if choices.0 != choices.1 || (steps.isEmpty && differ(a.chosen, b.chosen)) {
      steps.append(Step(.candidateChoice, first: choices.0, second: choices.1))
    }
    if a.clamp != b.clamp {
      steps.append(Step(.clamp, first: a.clamp.sentence, second: b.clamp.sentence))
    }
    return steps
  }
}

extension SettleDifference.Rules {
  /// Whether released content decelerates by the same rule.
  fileprivate func decelerates(like other: SettleDifference.Rules, _ axis: Axis) -> Bool {
    configuration.releasePhysics == other.configuration.releasePhysics
      && configuration.physics == other.configuration.physics
      && configuration.fastDeceleration(axis) == other.configuration.fastDeceleration(axis)
  }

  fileprivate func velocitySentence(_ settle: Settle) -> String {
    guard settle.velocity != 0 else { return "counts the release as too slow to go on" }
    let speed = "\(OnsetFinder.text(settle.velocity)) pt/s"
    return estimatesVelocity
      ? "releases at \(speed) by the estimator \(configuration.estimator.rawValue)"
      : "continues with \(speed)"
  }

  fileprivate func decelerationSentence(_ settle: Settle) -> String {
    "ends at \(OnsetFinder.text(settle.proposed)) pt by \(deceleration(settle.axis))"
  }

  private func deceleration(_ axis: Axis) -> String {
    let constants = configuration.physics
    let rate = configuration.fastDeceleration(axis) ? constants.fastDecay : constants.normalDecay
    return switch configuration.releasePhysics {
    case .uikit:
      configuration.switches.flingDistance == .continuous
        ? "UIKit's decay to \(rate) per ms as of iOS 26" : "UIKit's decay to \(rate) per ms"
    case .reactNative: "UIKit's decay to \(PhysicsConstants().normalDecay) per ms"
    case .flutter, .flutterWheel: "Flutter's friction"
    case .flutterClamping: "Flutter's clamped fling"
    case .android: "Android's spline fling"
    case .chromium: "Chromium's guess from the fling's first step"
    case .css: "Chromium's fling curve"
    case .betterScroll: "better-scroll's constant deceleration"
    case .reanimated: "Reanimated's decay"
    case .pop: "pop's decay to \(PhysicsConstants().normalDecay) per ms"
    }
  }
}

extension Settle {
  /// The rule that chose the resting offset, as a clause.
  fileprivate var choiceSentence: String { peerRule?.sentence ?? rule.sentence }
}

extension SettleRule {
  fileprivate var sentence: String {
    switch self {
    case .natural: "rests where its deceleration ends"
    case .leftAlone: "leaves the end of its deceleration alone"
    case .nearest: "takes the candidate nearest the end of its deceleration"
    case .stepped: "steps to the candidate after the one it started from"
    case .limited: "takes the farthest candidate that its limit allows"
    case .turnedPage: "turns one page in the direction of the velocity"
    case .custom: "asks a behavior of the program"
    case .peer: "chooses by the rules of another toolkit"
    }
  }
}

extension SettleClamp {
  fileprivate var sentence: String {
    switch self {
    case .none: "stays within the range"
    case .start: "is limited to the start"
    case .end: "is limited to the end"
    }
  }
}

extension PeerPhysics {
  /// The common name of the platform or library.
  public var title: String {
    switch self {
    case .uikit: "UIKit"
    case .reactNative: "React Native"
    case .flutter: "Flutter on iOS"
    case .flutterClamping: "Flutter on Android"
    case .flutterWheel: "Flutter's wheel"
    case .android: "Android"
    case .chromium: "Chromium"
    case .css: "CSS scroll snap"
    case .betterScroll: "better-scroll"
    case .reanimated: "Reanimated"
    case .pop: "pop"
    }
  }
}
