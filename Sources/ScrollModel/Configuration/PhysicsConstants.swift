/// The quality of the evidence for a physics constant.
public enum EvidenceGrade: String, CaseIterable, Hashable, Sendable {
  /// Measured on devices, or two independent sources agree on every digit.
  case measured = "A"
  /// Published by the platform's maker or read in a peer's source.
  case published = "B"
  /// One reverse-engineered source, or a repeated claim without a measurement.
  case claimed = "C"
  /// A guess, useful only as a default.
  case guessed = "D"
}

/// The constants of the motion formulas; lengths in points, velocities in points per second.
public struct PhysicsConstants: Hashable, Sendable {
  /// Share of its velocity that a fling keeps per millisecond.
  public var normalDecay = 0.998
  /// The same for fast deceleration.
  public var fastDecay = 0.99
  /// Velocity at which a deceleration ends.
  public var velocityFloor = 10.0
  /// Smallest velocity of the last raw sample that starts a deceleration.
  public var releaseFloor = 250.0
  /// Stiffness of the rubber band under a finger.
  public var rubberBand = 0.55
  /// Stiffness of the rubber band under a trackpad.
  public var trackpadRubberBand = 0.715
  /// Fraction of its distance past an edge that content keeps per millisecond.
  public var edgePull = 0.99
  /// Fraction of its velocity that content past an edge keeps per millisecond, before the pull.
  public var edgeDecay = 0.998
  /// Fraction of the finger's distance lost per second while content returns from a held pull.
  public var returnRate = 9.45
  /// Distance from an edge at which a return to the edge ends.
  public var edgeTolerance = 0.25
  /// Rate per second of the critically damped spring that moves content from past an edge to a
  /// target.
  public var springRate = 10.95
  /// Distance of finger movement at which a pan begins.
  public var slop = 10.0
  /// Weight of the newest difference in the recognizer's velocity; the previous velocity has the
  /// rest.
  public var recognizerWeight = 0.2
  /// Weight of the recognizer's newest velocity in the release; the previous one has the rest.
  public var releaseWeight = 0.25
  /// Duration of a programmatic scroll with the platform's default animation, in seconds.
  public var animationSeconds = 0.3
  /// Duration of a settle without a matching decay, in seconds.
  public var settleSeconds = 0.3
  /// Largest ratio between the velocity of a decay to a chosen target and the release velocity.
  public var adjustmentRatio = 4.0
  /// Tangent of the angle to an axis below which a drag is locked to it.
  public var lockSlope = 0.36397023426620234
  /// Smallest velocity of a fast flick.
  public var flickFloor = 600.0
  /// Velocity within a drag below which a series of flicks ends.
  public var flickPause = 130.0
  /// Length of a drag that fully contributes to the scale of a series of flicks.
  public var flickDrag = 240.0
  /// The grid that distances of motion are quantized to, rounded to a power of two.
  public var offsetGrid = 0x1p-22
  /// Longest settling time of a spring animation, in seconds.
  public var springLimit = 60.0
  /// Distance of finger movement at which a pan begins in Chromium.
  public var chromiumSlop = 15.0
  /// Pixels per inch in the formulas of Chromium's flings.
  public var chromiumInch = 96.0

  /// The default constants.
  public init() {}
}

/// One physics constant as a row of a table: its name, unit, grade and origin.
public struct PhysicsConstantEntry: Sendable {
  /// Name in the text form.
  public let name: String
  /// Unit as text.
  public let unit: String
  /// The quality of its evidence.
  public let grade: EvidenceGrade
  /// The source of its value.
  public let origin: String
  /// Smallest and largest value for which the formulas are defined.
  public let range: ClosedRange<Double>
  let get: @Sendable (PhysicsConstants) -> Double
  let assign: @Sendable (inout PhysicsConstants, Double) -> Void

  /// Returns the constant's value.
  public func value(in constants: PhysicsConstants) -> Double { get(constants) }

  /// Sets the constant and returns whether the value is in its range.
  public func set(_ value: Double, in constants: inout PhysicsConstants) -> Bool {
    guard range.contains(value) else { return false }
    assign(&constants, value + 0.0)
    return true
  }

  init(
    _ name: String, _ get: @escaping @Sendable (PhysicsConstants) -> Double,
    _ assign: @escaping @Sendable (inout PhysicsConstants, Double) -> Void, _ unit: String,
    _ grade: EvidenceGrade, _ range: ClosedRange<Double>, _ origin: String
  ) {
    self.name = name
    self.get = get
    self.assign = assign
    self.unit = unit
    self.grade = grade
    self.range = range
    #if hasFeature(Embedded)
      // The engine of pages prints no sources.
      self.origin = ""
    #else
      self.origin = origin
    #endif
  }
}

extension PhysicsConstants {
  private static let rate = 0.5...0.9999

  /// Every constant, in the order of the text form.
  public static let table: [PhysicsConstantEntry] = [
    .init(
      "normal-decay", { $0.normalDecay }, { $0.normalDecay = $1 }, "per ms", .measured, rate,
      "UIScrollView.DecelerationRate.normal; four flings logged in Stack Overflow 16156346, "
        + "twelve on iOS 26.5 in samoylenkodmitry/Cranpose pull 541"),
    .init(
      "fast-decay", { $0.fastDecay }, { $0.fastDecay = $1 }, "per ms", .measured, rate,
      "UIScrollView.DecelerationRate.fast; pullrequest.ru/511467"),
    .init(
      "velocity-floor", { $0.velocityFloor }, { $0.velocityFloor = $1 }, "pt/s", .measured,
      0.001...1000,
      "derived from the flings of Stack Overflow 16156346, exact on all rows; those of iOS 26.5 in "
        + "samoylenkodmitry/Cranpose pull 541 have it, too"),
    .init(
      "release-floor", { $0.releaseFloor }, { $0.releaseFloor = $1 }, "pt/s", .claimed, 0...100_000,
      "one description of iOS 26.2; openradar 18746849 is consistent; on iOS 26.5 no release below "
        + "260 decelerated and each above 350 did, samoylenkodmitry/Cranpose pull 541"),
    .init(
      "rubber-band", { $0.rubberBand }, { $0.rubberBand = $1 }, "1", .measured, 0.001...1,
      "chpwn's formula, gist originell/6961057; found again independently for iOS 26"),
    .init(
      "trackpad-rubber-band", { $0.trackpadRubberBand }, { $0.trackpadRubberBand = $1 }, "1",
      .claimed, 0.001...1,
      "one description of iOS 26.2"),
    .init(
      "edge-pull", { $0.edgePull }, { $0.edgePull = $1 }, "per ms", .measured, rate,
      "fits the three bounces of LNCustomScrollView within 0.61 pt"),
    .init(
      "edge-decay", { $0.edgeDecay }, { $0.edgeDecay = $1 }, "per ms", .measured, rate,
      "fits the three bounces of LNCustomScrollView within 0.61 pt"),
    .init(
      "return-rate", { $0.returnRate }, { $0.returnRate = $1 }, "per s", .measured, 0.1...1000,
      "fits the return logged on iOS 26.5 within 0.6 pt, samoylenkodmitry/Cranpose pull 541"),
    .init(
      "edge-tolerance", { $0.edgeTolerance }, { $0.edgeTolerance = $1 }, "pt", .claimed,
      0.0001...100,
      "half a pixel of a display with two pixels per point"),
    .init(
      "spring-rate", { $0.springRate }, { $0.springRate = $1 }, "per s", .measured, 0.1...1000,
      "fits the three bounces of LNCustomScrollView within 0.43 pt"),
    .init(
      "slop", { $0.slop }, { $0.slop = $1 }, "pt", .claimed, 0...10_000,
      "widely quoted hysteresis of the pan recognizer"),
    .init(
      "recognizer-weight", { $0.recognizerWeight }, { $0.recognizerWeight = $1 }, "1", .measured,
      0...1,
      "Flutter's device-tuned tracker (PR 60501) and one description of iOS 26.2 agree"),
    .init(
      "release-weight", { $0.releaseWeight }, { $0.releaseWeight = $1 }, "1", .measured, 0...1,
      "Flutter's device-tuned tracker (PR 60501) and one description of iOS 26.2 agree"),
    .init(
      "animation-seconds", { $0.animationSeconds }, { $0.animationSeconds = $1 }, "s", .guessed,
      0...60,
      "no published number; re-implementations use 0.25 to 0.33"),
    .init(
      "settle-seconds", { $0.settleSeconds }, { $0.settleSeconds = $1 }, "s", .guessed, 0.001...60,
      "no measured trajectory of an adjusted deceleration was found"),
    .init(
      "adjustment-ratio", { $0.adjustmentRatio }, { $0.adjustmentRatio = $1 }, "1", .guessed,
      1...1000,
      "no measured trajectory of an adjusted deceleration was found"),
    .init(
      "lock-slope", { $0.lockSlope }, { $0.lockSlope = $1 }, "1", .claimed, 0...1,
      "the tangent of 20 degrees; one description of iOS 26.2"),
    .init(
      "flick-floor", { $0.flickFloor }, { $0.flickFloor = $1 }, "pt/s", .claimed, 0...100_000,
      "one description of iOS 26.2"),
    .init(
      "flick-pause", { $0.flickPause }, { $0.flickPause = $1 }, "pt/s", .claimed, 0...100_000,
      "one description of iOS 26.2"),
    .init(
      "flick-drag", { $0.flickDrag }, { $0.flickDrag = $1 }, "pt", .claimed, 1...100_000,
      "one description of iOS 26.2"),
    .init(
      "offset-grid", { $0.offsetGrid }, { $0.offsetGrid = $1 }, "pt", .guessed, 0x1p-40...0.0625,
      "ours: sums of places and ways stay exact, so that moved content moves alike"),
    .init(
      "spring-limit", { $0.springLimit }, { $0.springLimit = $1 }, "s", .guessed, 0.1...3600,
      "keeps an undamped spring from moving forever"),
    .init(
      "chromium-slop", { $0.chromiumSlop }, { $0.chromiumSlop = $1 }, "px", .measured, 0...10_000,
      "drags recorded in Chromium 156 on Linux, and its gesture_configuration.cc; Android has 8"),
    .init(
      "chromium-inch", { $0.chromiumInch }, { $0.chromiumInch = $1 }, "px", .measured, 1...10_000,
      "flings recorded in Chromium 156 on Linux, and its fling_scheduler.cc; Windows takes the "
        + "display's own"),
  ]
}
