/// A constant of another toolkit's physics with its unit and source; modules of Embedded Swift have its
/// value alone.
public struct PeerConstant: Hashable, Sendable {
  #if !hasFeature(Embedded)
    /// The toolkit and the constant's role, such as `flutter.drag`.
    public let name: String
    /// The unit as text.
    public let unit: String
    /// The source of the value.
    public let origin: String
  #endif
  /// The value.
  public let value: Double

  init(
    _ name: @autoclosure () -> String, _ value: Double, _ unit: @autoclosure () -> String,
    _ origin: @autoclosure () -> String
  ) {
    #if !hasFeature(Embedded)
      self.name = name()
      self.unit = unit()
      self.origin = origin()
    #endif
    self.value = value
  }

  #if !hasFeature(Embedded)
    /// Every constant of every toolkit, by toolkit.
    public static let table: [PeerConstant] =
      flutterTable + androidTable + chromiumTable + webTable
  #endif
}

// The constants of each toolkit. Commits are those of the sources of the test vectors.

extension PeerConstant {
  private static let physics = "flutter 90e4a12, scroll_physics.dart"
  private static let simulation = "flutter 90e4a12, scroll_simulation.dart"
  private static let activity = "flutter 90e4a12, scroll_activity.dart"

  static let flutterDrag = PeerConstant("flutter.drag", 0.135, "per s", simulation)
  static let flutterTransferCap = PeerConstant(
    "flutter.edge-velocity-cap", 5000, "px/s", simulation + "; acts on positive velocities only")
  static let flutterSpringMass = PeerConstant("flutter.spring-mass", 0.5, "1", physics)
  static let flutterSpringStiffness = PeerConstant("flutter.spring-stiffness", 100, "1/s²", physics)
  static let flutterSpringRatio = PeerConstant("flutter.spring-ratio", 1.1, "1", physics)
  static let flutterFastMass = PeerConstant("flutter.fast-spring-mass", 0.3, "1", physics)
  static let flutterFastStiffness = PeerConstant(
    "flutter.fast-spring-stiffness", 75, "1/s²", physics)
  static let flutterFastRatio = PeerConstant("flutter.fast-spring-ratio", 1.3, "1", physics)
  static let flutterFastDeceleration = PeerConstant(
    "flutter.fast-deceleration", 1400, "px/s²", physics)
  static let flutterFriction = PeerConstant("flutter.overscroll-friction", 0.52, "1", physics)
  static let flutterFastFriction = PeerConstant(
    "flutter.fast-overscroll-friction", 0.26, "1", physics)
  static let flutterPixelRatio = PeerConstant(
    "flutter.device-pixel-ratio", 3, "px per logical px", "flutter_test's window")
  static let flutterVelocityTolerance = PeerConstant(
    "flutter.velocity-tolerance", 20, "physical px/s", physics + ": 1/0.050")
  static let flutterMinimumFling = PeerConstant(
    "flutter.minimum-fling", 50, "px/s", "flutter 90e4a12, gestures/constants.dart")
  static let flutterMaximumFling = PeerConstant(
    "flutter.maximum-fling", 8000, "px/s", "flutter 90e4a12, gestures/constants.dart")
  static let flutterTouchSlop = PeerConstant(
    "flutter.touch-slop", 18, "px", "flutter 90e4a12, gestures/constants.dart")
  static let flutterMomentumFactor = PeerConstant(
    "flutter.momentum-factor", 0.000816, "(px/s)^-0.967", physics)
  static let flutterMomentumPower = PeerConstant("flutter.momentum-power", 1.967, "1", physics)
  static let flutterMomentumCap = PeerConstant("flutter.momentum-cap", 40_000, "px/s", physics)
  static let flutterMomentumStillness = PeerConstant(
    "flutter.momentum-stillness", 20, "ms", activity)
  static let flutterMomentumShare = PeerConstant("flutter.momentum-share", 0.5, "1", activity)
  static let flutterStartDistance = PeerConstant("flutter.start-distance", 3.5, "px", physics)
  static let flutterBigStart = PeerConstant("flutter.big-start-distance", 24, "px", activity)
  static let flutterStopTime = PeerConstant("flutter.motion-stopped", 50, "ms", activity)

  static let flutterReturnTime = PeerConstant(
    "flutter.return-half-life", 70, "ms", "flutter pull 187568, scroll_physics.dart")
  static let flutterReturnRatio = PeerConstant(
    "flutter.return-rate-ratio", 100_000, "1", "flutter pull 187568, scroll_physics.dart")

  private static let flutterTable = [
    flutterDrag, flutterTransferCap, flutterSpringMass, flutterSpringStiffness, flutterSpringRatio,
    flutterFastMass, flutterFastStiffness, flutterFastRatio, flutterFastDeceleration,
    flutterFriction, flutterFastFriction, flutterPixelRatio, flutterVelocityTolerance,
    flutterMinimumFling, flutterMaximumFling, flutterTouchSlop, flutterMomentumFactor,
    flutterMomentumPower, flutterMomentumCap, flutterMomentumStillness, flutterMomentumShare,
    flutterStartDistance, flutterBigStart, flutterStopTime, flutterReturnTime, flutterReturnRatio,
  ]
}

extension PeerConstant {
  private static let scroller = "AOSP android-13, OverScroller.java (as quoted by Flutter)"
  private static let tracker = "AOSP 7034776, libs/input/VelocityTracker.cpp"
  private static let snapping = "androidx, compose foundation gestures/snapping"

  static let androidGravity = PeerConstant("android.gravity", 9.80665, "m/s²", scroller)
  static let androidInches = PeerConstant("android.inches-per-meter", 39.37, "1", scroller)
  static let androidDensity = PeerConstant("android.dp-per-inch", 160, "1", scroller)
  static let androidFeel = PeerConstant("android.look-and-feel", 0.84, "1", scroller)
  static let androidFriction = PeerConstant(
    "android.scroll-friction", 0.015, "1", "AOSP, ViewConfiguration.getScrollFriction")
  static let androidInflexion = PeerConstant("android.inflexion", 0.35, "1", scroller)
  static let androidStartTension = PeerConstant("android.start-tension", 0.5, "1", scroller)
  static let androidEndTension = PeerConstant("android.end-tension", 1, "1", scroller)
  static let androidSamples = PeerConstant("android.spline-samples", 100, "1", scroller)
  static let androidRateTop = PeerConstant(
    "android.rate-numerator", 0.78, "1", scroller + ": rate = ln 0.78 / ln 0.9")
  static let androidRateBottom = PeerConstant("android.rate-denominator", 0.9, "1", scroller)
  static let androidStopped = PeerConstant("android.stopped-gap", 40, "ms", tracker)
  static let androidHorizon = PeerConstant("android.horizon", 100, "ms", tracker)
  static let androidHistory = PeerConstant("android.history", 20, "samples", tracker)
  static let androidFilterTime = PeerConstant("android.filter-time", 10, "ms", tracker)
  static let androidShortestStep = PeerConstant("android.shortest-step", 2, "ms", tracker)
  static let androidSlop = PeerConstant(
    "android.touch-slop", 8, "dp", "AOSP, ViewConfiguration.TOUCH_SLOP")
  static let composeMinimumFling = PeerConstant(
    "compose.minimum-snap-fling", 400, "dp/s", snapping + ": MinFlingVelocityDp")
  static let composeFriction = PeerConstant(
    "compose.exponential-friction", -4.2, "per s",
    "androidx 94cefab, animation-core FloatExponentialDecaySpec")
  static let composeThreshold = PeerConstant(
    "compose.velocity-threshold", 0.1, "px/s",
    "androidx 94cefab, animation-core FloatExponentialDecaySpec")
  static let composeStiffness = PeerConstant(
    "compose.snap-stiffness", 400, "1/s²", snapping + ": Spring.StiffnessMediumLow, ratio 1")

  private static let androidTable = [
    androidGravity, androidInches, androidDensity, androidFeel, androidFriction, androidInflexion,
    androidStartTension, androidEndTension, androidSamples, androidRateTop, androidRateBottom,
    androidStopped, androidHorizon, androidHistory, androidFilterTime, androidShortestStep,
    androidSlop, composeMinimumFling, composeFriction, composeThreshold, composeStiffness,
  ]
}
