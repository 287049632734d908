public import ScrollModel

// The numbers and their sources are those of the industry's published definitions; each preset
// contains its source.

extension ImpressionPolicy {
  /// Half the area for one second, with the app in the foreground (MRC/IAB display).
  public static var mrcDisplay: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "mrc.display")
    policy.leaveOutInsets()
    policy.source = "MRC/IAB viewable display impressions: 50 % of pixels, 1 continuous second"
    policy.dwell = 1_000_000_000
    policy.eligibility.requiresForeground = true
    return policy
  }

  /// The same, with 30 % for targets of at least 242,500 square points.
  public static var mrcDisplayLarge: ImpressionPolicy {
    var policy = mrcDisplay
    policy.name = "mrc.display.large"
    policy.source = "MRC large display ads: 30 % from 242,500 px (970 x 250); use is disclosed"
    policy.largeItem = LargeItemRule(area: 242_500, threshold: 0.3)
    return policy
  }

  /// Half the area for two seconds of playing video.
  public static var mrcVideo: ImpressionPolicy {
    var policy = mrcDisplay
    policy.name = "mrc.video"
    policy.source = "MRC/IAB viewable video impressions: 50 % of pixels, 2 continuous seconds"
    policy.dwell = 2_000_000_000
    policy.eligibility.requiresPlaying = true
    return policy
  }

  /// The whole area for two seconds of playing video.
  public static var mrcCrossMediaVideo: ImpressionPolicy {
    var policy = mrcVideo
    policy.name = "mrc.crossmedia.video"
    policy.source = "MRC cross-media video as reported by Google Ads Data Hub: 100 %, 2 seconds"
    policy.threshold = 1
    return policy
  }

  /// Any part, without a delay.
  public static var anyPixel: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "any-pixel")
    policy.leaveOutInsets()
    policy.source = "one or more pixels on the screen (Xandr 1px-in-view)"
    policy.measure = .anyPixel
    policy.threshold = 0
    policy.comparison = .moreThan
    return policy
  }

  /// Laid out and measured, whether visible or not.
  public static var beginToRender: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "begin-to-render")
    policy.source = "loaded in the view regardless of the screen (Xandr begin-to-render)"
    policy.measure = .realized
    policy.threshold = 0
    policy.repetition = .once
    return policy
  }

  /// The whole area, without a delay.
  public static var fullAnyTime: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "full-any-time")
    policy.leaveOutInsets()
    policy.source = "buyers' rule in the press: 100 % in view for any length of time"
    policy.threshold = 1
    return policy
  }

  /// Visible for two seconds; the required fraction is not published.
  public static func appleAdAttribution(threshold: Double = 0.5) -> ImpressionPolicy {
    var policy = ImpressionPolicy(name: "apple.adattribution")
    policy.leaveOutInsets()
    policy.source = "AdAttributionKit view-through: at least 2 seconds; the threshold is the user's"
    policy.threshold = threshold
    policy.dwell = 2_000_000_000
    return policy
  }

  /// `onScrollVisibilityChange` as in the engine.
  public static func swiftUIVisibility(
    threshold: Double = 0.5, comparison: VisibilityCompareChoice = .atLeast
  ) -> ImpressionPolicy {
    var policy = ImpressionPolicy(name: "swiftui.visibility")
    policy.source = "View.onScrollVisibilityChange; strictness at the threshold is not documented"
    policy.threshold = threshold
    // A fraction cannot exceed 1, so the threshold 1 means fully visible in both comparisons.
    policy.comparison = threshold < 1 ? comparison : .atLeast
    policy.tolerance = 1e-6
    policy.sampling = .perFrame
    return policy
  }

  /// `onScrollTargetVisibilityChange`: the ids above the threshold, in layout order.
  public static func swiftUITargets(
    threshold: Double = 0.5, comparison: VisibilityCompareChoice = .atLeast
  ) -> ImpressionPolicy {
    var policy = swiftUIVisibility(threshold: threshold, comparison: comparison)
    policy.name = "swiftui.targets"
    policy.source =
      "View.onScrollTargetVisibilityChange; the array's order is taken as layout order"
    policy.timer = .perSet(cancelsOlder: false)
    return policy
  }

  /// `Modifier.onVisibilityChanged` of Jetpack Compose.
  public static func composeVisibility(fraction: Double = 1, milliseconds: Int64 = 0)
    -> ImpressionPolicy
  {
    var policy = ImpressionPolicy(name: "compose.visibility")
    policy.source = "androidx OnVisibilityChangedModifier.kt: strict, or all; both ways delayed"
    policy.measure = .smallerArea
    policy.threshold = fraction
    policy.comparison = .moreThan
    policy.countsWhole = true
    policy.countsFilling = true
    policy.dwell = milliseconds.scaledToNanoseconds
    policy.timer = .restarting
    policy.sampling = .perFrame
    return policy
  }

  /// Epoxy's VISIBLE: any pixel, in a frame.
  public static var epoxyVisible: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "epoxy.visible")
    policy.source = "Epoxy VisibilityState.VISIBLE"
    policy.measure = .anyPixel
    policy.threshold = 0
    policy.comparison = .moreThan
    policy.tellsRemoval = true
    policy.sampling = .perFrame
    return policy
  }

  /// Epoxy's FOCUSED_VISIBLE: half the viewport, or the whole item if it is smaller.
  public static var epoxyFocused: ImpressionPolicy {
    var policy = epoxyVisible
    policy.name = "epoxy.focused"
    policy.source = "Epoxy VisibilityState.FOCUSED_VISIBLE"
    policy.measure = .focus
    policy.threshold = 1
    policy.comparison = .atLeast
    return policy
  }

  /// Epoxy's FULL_IMPRESSION_VISIBLE: all of it.
  public static var epoxyFull: ImpressionPolicy {
    var policy = epoxyFocused
    policy.name = "epoxy.full"
    policy.source = "Epoxy VisibilityState.FULL_IMPRESSION_VISIBLE"
    policy.measure = .itemArea
    return policy
  }

  /// Epoxy's PARTIAL_IMPRESSION_VISIBLE: a percentage of the area; 0 means any pixel.
  public static func epoxyPartial(percent: Double) -> ImpressionPolicy {
    var policy = epoxyFull
    policy.name = "epoxy.partial"
    policy.source = "Epoxy VisibilityState.PARTIAL_IMPRESSION_VISIBLE"
    policy.threshold = percent / 100
    policy.rounding = .singlePercent
    return policy
  }

  /// React Native's `itemVisiblePercentThreshold`, with timers for whole sets.
  public static func reactNativeItem(
    percent: Double, milliseconds: Int64, cancelsOlder: Bool = false,
    waitsForInteraction: Bool = false
  ) -> ImpressionPolicy {
    var policy = ImpressionPolicy(name: cancelsOlder ? "rn.item.fixed" : "rn.item")
    policy.source = "React Native ViewabilityHelper.js, itemVisiblePercentThreshold"
    policy.measure = .itemLength
    policy.threshold = percent / 100
    policy.countsWhole = true
    policy.rounding = .floorToPoint
    policy.identity = .index
    policy.dwell = milliseconds.scaledToNanoseconds
    policy.timer = .perSet(cancelsOlder: cancelsOlder)
    policy.sampling = .perFrame
    policy.eligibility.waitsForInteraction = waitsForInteraction
    return policy
  }

  /// React Native's `viewAreaCoveragePercentThreshold`, with timers for whole sets.
  public static func reactNativeArea(
    percent: Double, milliseconds: Int64, cancelsOlder: Bool = false,
    waitsForInteraction: Bool = false
  ) -> ImpressionPolicy {
    var policy = reactNativeItem(
      percent: percent, milliseconds: milliseconds, cancelsOlder: cancelsOlder,
      waitsForInteraction: waitsForInteraction)
    policy.name = cancelsOlder ? "rn.area.fixed" : "rn.area"
    policy.source = "React Native ViewabilityHelper.js, viewAreaCoveragePercentThreshold"
    policy.measure = .viewportLength
    return policy
  }

  /// `IntersectionObserver`: an entry for each crossed threshold and for each touching edge.
  public static func intersectionObserver(
    thresholds: [Double] = [0], rootMargin: Insets = .zero
  ) -> ImpressionPolicy {
    var policy = ImpressionPolicy(name: "io.v1")
    policy.source = "W3C Intersection Observer: area ratio, edges included, once per frame"
    policy.measure = .intersection(thresholds.sorted())
    policy.threshold = thresholds.min() ?? 0
    policy.outset = rootMargin
    policy.sampling = .perFrame
    return policy
  }

  /// `IntersectionObserver` with `trackVisibility`: at most one sample per 100 ms or more.
  ///
  /// Occlusion and effects are not in a trace, so `isVisible` itself cannot be computed.
  public static func intersectionObserver2(threshold: Double = 0, milliseconds: Int64 = 100)
    -> ImpressionPolicy
  {
    var policy = ImpressionPolicy(name: "io.v2")
    policy.source = "Intersection Observer v2: delay of at least 100 ms with trackVisibility"
    policy.threshold = threshold
    policy.sampling = .polled(period: max(100, milliseconds).scaledToNanoseconds)
    return policy
  }

  /// The default of this tool: enters at 0.5, leaves at 0.4, after half a second, not during fast
  /// scrolling.
  public static var feedDefault: ImpressionPolicy {
    var policy = ImpressionPolicy(name: "feed.default")
    policy.leaveOutInsets()
    policy.source = "scrolltrace's own de-noised default; not an industry definition"
    policy.exitThreshold = 0.4
    policy.countsFilling = true
    policy.dwell = 500_000_000
    policy.eligibility.maximumSpeed = 2000
    policy.eligibility.requiresForeground = true
    return policy
  }

  /// Excludes content under bars or the keyboard, which is not visible on the screen.
  private mutating func leaveOutInsets() {
    viewport = .unobscured
    version = 2
  }
}

extension Int64 {
  /// Milliseconds as nanoseconds, clamped to the range of `Int64`.
  var scaledToNanoseconds: Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000_000)
    return overflow ? (self > 0 ? .max : .min) : product
  }
}
