extension PeerConstant {
  private static let fling = "chromium M132, ui/events/gestures/fling_curve.cc"
  private static let physical = "chromium M132, ui/events/gestures/physics_based_fling_curve.cc"
  private static let snap = "chromium M132, cc/input/snap_fling_curve.cc (desktop values)"
  private static let bezier = "chromium M132, elastic_overscroll_controller_bezier.cc"
  private static let exponential = "chromium M132, elastic_overscroll_controller_exponential.cc"
  private static let elastic = "chromium M132, elastic_overscroll_controller.cc"
  private static let tracker = "chromium M132, ui/events/velocity_tracker/velocity_tracker.cc"
  private static let gesture = "chromium, ui/events/gesture_detection/gesture_configuration.cc"
  private static let animation = "chromium, cc/animation/scroll_offset_animation_curve.cc"
  private static let booster = "chromium, components/input/fling_booster.cc"
  private static let lead = "chromium, ui/base/prediction/linear_resampling.cc"
  private static let rails = "chromium, ui/events/gesture_detection/snap_scroll_controller.cc"
  private static let selection = "chromium M132, cc/input/scroll_snap_data.cc"

  static let chromiumAlpha = PeerConstant("chromium.fling-alpha", -5707.62, "px", fling)
  static let chromiumBeta = PeerConstant("chromium.fling-beta", 172, "px/s", fling)
  static let chromiumGamma = PeerConstant("chromium.fling-gamma", 3.7, "per s", fling)
  static let chromiumPhysicalDeceleration = PeerConstant(
    "chromium.physical-deceleration", 2.7559e-5, "inch/ms²", physical)
  static let chromiumPixelDeceleration = PeerConstant(
    "chromium.pixel-deceleration", 2300, "px/s²", physical)
  static let chromiumLongestFling = PeerConstant("chromium.longest-fling", 2, "s", physical)
  static let chromiumViewports = PeerConstant(
    "chromium.viewports-per-fling", 3, "1",
    "chromium M132, physics_based_fling_curve.h")
  static let chromiumFirstX = PeerConstant("chromium.fling-p1x", 0.2, "1", physical)
  static let chromiumFirstY = PeerConstant("chromium.fling-p1y", 1, "1", physical)
  static let chromiumSecondX = PeerConstant("chromium.fling-p2x", 0.55, "1", physical)
  static let chromiumSecondY = PeerConstant("chromium.fling-p2y", 1, "1", physical)
  static let chromiumSnapRatio = PeerConstant("chromium.snap-ratio", 0.92, "per frame", snap)
  static let chromiumSnapEstimate = PeerConstant("chromium.snap-estimate", 25, "first deltas", snap)
  static let chromiumSnapFrame = PeerConstant("chromium.snap-frame", 16, "ms", snap)
  static let chromiumSnapLongest = PeerConstant("chromium.snap-longest", 5000, "ms", snap)
  static let chromiumMinimumFling = PeerConstant("chromium.minimum-fling", 30, "px/s", gesture)
  static let chromiumMaximumFling = PeerConstant("chromium.maximum-fling", 17000, "px/s", gesture)
  private static let step = "recorded in Chromium 156: 48 flings between areas of 36 px"
  static let chromiumFirstStep = PeerConstant("chromium.first-step", 1.4, "ms", step)
  static let chromiumWaitingStep = PeerConstant("chromium.waiting-step", 12.5, "ms", step)
  private static let smooth = "recorded in Chromium 156: 36 smooth scrolls of 10 to 29500 px"
  static let chromiumSmoothPace = PeerConstant(
    "chromium.smooth-pace", 1000.0 / 60, "ms/px^0.5", smooth)
  static let chromiumSmoothLongest = PeerConstant("chromium.smooth-longest", 1500, "ms", smooth)
  static let chromiumSmoothX = PeerConstant("chromium.smooth-p1x", 0.4, "1", smooth)
  static let chromiumEndOffset = PeerConstant("chromium.end-offset", 14, "frames", animation)
  static let chromiumEndPace = PeerConstant("chromium.end-pace", 60, "px/frame", animation)
  static let chromiumEndShortest = PeerConstant("chromium.end-shortest", 6, "frames", animation)
  static let chromiumEndLongest = PeerConstant("chromium.end-longest", 12, "frames", animation)
  static let chromiumEndX = PeerConstant("chromium.end-p1x", 0.42, "1", animation)
  static let chromiumBoostTime = PeerConstant("chromium.boost-timeout", 50, "ms", booster)
  static let chromiumBoostFling = PeerConstant("chromium.boost-fling", 350, "px/s", booster)
  static let chromiumBoostScroll = PeerConstant("chromium.boost-scroll", 150, "px/s", booster)
  static let chromiumLeadShortest = PeerConstant("chromium.lead-shortest", 2, "ms", lead)
  static let chromiumLeadLongest = PeerConstant("chromium.lead-longest", 8, "ms", lead)
  static let chromiumLeadPause = PeerConstant("chromium.lead-pause", 20, "ms", lead)
  static let chromiumLockRatio = PeerConstant("chromium.lock-ratio", 1.25, "1", rails)
  static let chromiumMoveStopped = PeerConstant("chromium.move-stopped", 40, "ms", tracker)
  static let chromiumUpStopped = PeerConstant("chromium.up-stopped", 80, "ms", tracker)
  static let chromiumShortestStep = PeerConstant("chromium.shortest-step", 0.002, "ms", tracker)
  static let chromiumStretchShare = PeerConstant("chromium.stretch-share", 0.1, "1", bezier)
  static let chromiumBackLongest = PeerConstant("chromium.back-longest", 300, "ms", bezier)
  static let chromiumBackPace = PeerConstant("chromium.back-pace", 15, "ms/px", bezier)
  static let chromiumForwardLeast = PeerConstant("chromium.forward-least", 200, "px/s", bezier)
  static let chromiumForwardLongest = PeerConstant("chromium.forward-longest", 150, "ms", bezier)
  static let chromiumForwardPace = PeerConstant("chromium.forward-pace", 2.5, "ms/px", bezier)
  static let chromiumForwardReach = PeerConstant(
    "chromium.forward-reach", 35, "px/(px/ms)^0.5", bezier)
  static let chromiumStretchStart = PeerConstant("chromium.stretch-start", 10, "px", elastic)
  static let chromiumStiffness = PeerConstant("chromium.stretch-stiffness", 20, "1", exponential)
  static let chromiumAmplitude = PeerConstant("chromium.stretch-amplitude", 0.31, "1", exponential)
  static let chromiumPeriod = PeerConstant("chromium.stretch-period", 1.6, "s", exponential)
  static let cssProximity = PeerConstant(
    "css.proximity", 1.0 / 3, "of the scrollport",
    "blink snap_coordinator.cc, kProximityRatio; the specification leaves it open")
  static let cssSnappedTolerance = PeerConstant("css.snapped-tolerance", 1, "px", selection)

  static let chromiumTable = [
    chromiumAlpha, chromiumBeta, chromiumGamma, chromiumPhysicalDeceleration,
    chromiumPixelDeceleration, chromiumLongestFling, chromiumViewports, chromiumFirstX,
    chromiumFirstY, chromiumSecondX, chromiumSecondY, chromiumSnapRatio, chromiumSnapEstimate,
    chromiumSnapFrame, chromiumSnapLongest, chromiumMinimumFling, chromiumMaximumFling,
    chromiumFirstStep, chromiumWaitingStep, chromiumSmoothPace, chromiumSmoothLongest,
    chromiumSmoothX, chromiumEndOffset, chromiumEndPace, chromiumEndShortest,
    chromiumEndLongest, chromiumEndX, chromiumBoostTime, chromiumBoostFling, chromiumBoostScroll,
    chromiumLeadShortest, chromiumLockRatio,
    chromiumLeadLongest, chromiumLeadPause, chromiumMoveStopped, chromiumUpStopped,
    chromiumShortestStep, chromiumStretchShare, chromiumBackLongest, chromiumBackPace,
    chromiumForwardLeast, chromiumForwardLongest, chromiumForwardPace, chromiumForwardReach,
    chromiumStretchStart, chromiumStiffness, chromiumAmplitude, chromiumPeriod, cssProximity,
    cssSnappedTolerance,
  ]
}

extension PeerConstant {
  private static let decay = "react-native-reanimated 0e73604, animation/decay"
  private static let behavior = "better-scroll f87fbd1, core/src/scroller/Behavior.ts and defaults"
  private static let ease = "better-scroll f87fbd1, shared-utils ease.ts (swipe)"

  static let reanimatedSlope = PeerConstant("reanimated.slope-factor", 0.1, "1", decay)
  static let reanimatedStop = PeerConstant("reanimated.stop-velocity", 1, "px/s", decay)
  static let reanimatedRate = PeerConstant("reanimated.deceleration", 0.998, "per ms", decay)
  static let reanimatedBand = PeerConstant("reanimated.rubber-band", 0.6, "per frame", decay)
  static let reanimatedBandStop = PeerConstant("reanimated.rubber-band-stop", 0.1, "px", decay)
  static let reanimatedLongestStep = PeerConstant("reanimated.longest-step", 64, "ms", decay)
  static let betterDeceleration = PeerConstant(
    "better-scroll.deceleration", 0.0015, "px/ms²", behavior)
  static let betterSwipeTime = PeerConstant("better-scroll.swipe-time", 2500, "ms", behavior)
  static let betterBounceTime = PeerConstant("better-scroll.swipe-bounce-time", 500, "ms", behavior)
  static let betterTimeLimit = PeerConstant(
    "better-scroll.momentum-time-limit", 300, "ms", behavior)
  static let betterDistanceLimit = PeerConstant(
    "better-scroll.momentum-distance-limit", 15, "px", behavior)
  static let betterRate = PeerConstant("better-scroll.overshoot-rate", 15, "1", behavior)
  static let betterFirstX = PeerConstant("better-scroll.ease-p1x", 0.23, "1", ease)
  static let betterFirstY = PeerConstant("better-scroll.ease-p1y", 1, "1", ease)
  static let betterSecondX = PeerConstant("better-scroll.ease-p2x", 0.32, "1", ease)
  static let betterSecondY = PeerConstant("better-scroll.ease-p2y", 1, "1", ease)
  static let popStop = PeerConstant(
    "pop.stop-velocity", 5, "thresholds per s", "facebook/pop 87d1f8b, POPDecayAnimation")

  static let webTable = [
    reanimatedSlope, reanimatedStop, reanimatedRate, reanimatedBand, reanimatedBandStop,
    reanimatedLongestStep, betterDeceleration, betterSwipeTime, betterBounceTime, betterTimeLimit,
    betterDistanceLimit, betterRate, betterFirstX, betterFirstY, betterSecondX, betterSecondY,
    popStop,
  ]
}
