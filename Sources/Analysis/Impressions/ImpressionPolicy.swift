public import ScrollModel

/// A named definition of "seen": how much of a target, for how long, when and how often.
///
/// Lengths are points, times nanoseconds, fractions run from 0 to 1. A policy is a plain value:
/// change what differs from a preset and run `problems` over it before use.
public struct ImpressionPolicy: Hashable, Sendable {
  /// What people call it; printed in every report.
  public var name: String
  /// Grows when a preset's meaning changes.
  public var version = 1
  /// Where the numbers come from, as a link or a few words.
  public var source = ""
  /// What the fraction is a fraction of.
  public var measure = ImpressionMeasure.itemArea
  /// The fraction from which a target counts, 0 to 1; the first one for an intersection observer.
  public var threshold = 0.5
  /// Whether reaching the threshold is enough; at threshold 0 something always has to show.
  public var comparison = VisibilityCompareChoice.atLeast
  /// By how much a fraction may miss the threshold for rounding's sake.
  public var tolerance = 0.0
  /// The fraction below which a target that counts stops counting; nil is the threshold.
  public var exitThreshold: Double?
  /// Whether a target that is shown whole counts whatever its fraction.
  public var countsWhole = false
  /// Whether a target that fills the viewport counts whatever its fraction.
  public var countsFilling = false
  /// Another threshold for large targets.
  public var largeItem: LargeItemRule?
  /// Which rectangle shows targets.
  public var viewport = ViewportChoice.visibleRect
  /// By how much that rectangle is widened on each side; negative narrows it.
  public var outset = Insets.zero
  /// How coordinates are rounded before they are compared.
  public var rounding = ImpressionRounding.none
  /// How long a target has to count, in nanoseconds.
  public var dwell: Int64 = 0
  /// Whether the times of several visits add up.
  public var accumulatesDwell = false
  /// How long a target may stop counting without ending its visit, in nanoseconds.
  public var exitDelay: Int64 = 0
  /// How the time is kept.
  public var timer = ImpressionTimer.perItem
  /// When the system looks.
  public var sampling = ImpressionSampling.exact
  /// What else has to hold.
  public var eligibility = ImpressionEligibility()
  /// Which visits of one target make an impression.
  public var repetition = ImpressionRepetition.everyVisit
  /// What makes two targets the same when sets are compared.
  public var identity = ImpressionIdentity.itemID
  /// Whether the system tells that a target which counted was taken away.
  public var tellsRemoval = false

  /// Creates a policy: half the area, at once, looked at exactly.
  public init(name: String) {
    self.name = name
  }
}

/// What a visible fraction is a fraction of.
public enum ImpressionMeasure: Hashable, Sendable {
  /// The target's area.
  case itemArea
  /// The target's length along the main axis.
  case itemLength
  /// The viewport's length along the main axis.
  case viewportLength
  /// The smaller of the target's and the viewport's area.
  case smallerArea
  /// Any visible part counts.
  case anyPixel
  /// Half the viewport for a target that is at least as large, else the whole target.
  case focus
  /// The target's area, told to an observer at each of the thresholds, edges included.
  case intersection([Double])
  /// The target is laid out and measured, wherever it is.
  case realized

  /// Whether it looks at the visible part at all.
  var isGeometric: Bool { self != .realized }
}

/// Another threshold for targets of at least some area.
public struct LargeItemRule: Hashable, Sendable {
  /// The area from which it holds, in square points.
  public var area: Double
  /// The fraction from which such a target counts.
  public var threshold: Double

  /// Creates a rule.
  public init(area: Double, threshold: Double) {
    self.area = area
    self.threshold = threshold
  }
}

/// How coordinates are rounded before they are compared.
public enum ImpressionRounding: String, CaseIterable, Hashable, Sendable {
  /// Not at all.
  case none
  /// Both edges along the main axis down to whole points, as React Native does.
  case floorToPoint = "floor-to-point"
  /// Percentages in single precision, as Epoxy computes them.
  case singlePercent = "single-percent"
}

/// How the time of a visit is kept.
public enum ImpressionTimer: Hashable, Sendable {
  /// Each target has its own time, from the moment it counts.
  case perItem
  /// Each change of a target's state starts a timer that tells the state when it ends (Compose).
  case restarting
  /// Each change of the set starts a timer for the whole set (React Native).
  case perSet(cancelsOlder: Bool)
}

/// When the system looks at what is visible.
public enum ImpressionSampling: Hashable, Sendable {
  /// Always: crossings are interpolated between frames.
  case exact
  /// Once per frame.
  case perFrame
  /// Once per period in nanoseconds, at an unknown moment of it.
  case polled(period: Int64)
}

/// What has to hold beside the visible fraction.
public struct ImpressionEligibility: Hashable, Sendable {
  /// Whether the app has to be in front.
  public var requiresForeground = false
  /// Whether a video has to play, as `play-state` annotations say.
  public var requiresPlaying = false
  /// Whether nothing counts before the first touch or wheel step.
  public var waitsForInteraction = false
  /// Whether nothing counts before the offset first changed.
  public var waitsForScroll = false
  /// How long after the last touch or wheel step nothing counts, in nanoseconds.
  public var pauseAfterInteraction: Int64 = 0
  /// The scroll phases in which targets count; nil is all of them.
  public var phases: PhaseSet?
  /// The speed above which nothing counts, in points per second.
  public var maximumSpeed: Double?

  /// Creates conditions that always hold.
  public init() {}
}

/// A set of scroll phases.
public struct PhaseSet: OptionSet, Hashable, Sendable {
  /// One bit per phase.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a set of phases.
  public init(phases: [ScrollPhase]) {
    rawValue = phases.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Returns whether a phase is in the set.
  public func contains(_ phase: ScrollPhase) -> Bool { rawValue & (1 << phase.rawValue) != 0 }

  /// The phases in the order of their numbers.
  public var phases: [ScrollPhase] { ScrollPhase.allCases.filter { contains($0) } }
}

/// What makes two targets the same when sets are compared.
public enum ImpressionIdentity: String, CaseIterable, Hashable, Sendable {
  /// The id.
  case itemID = "item-id"
  /// The place in the layout, whatever data is there.
  case index
}

/// Which visits of one target make an impression.
public enum ImpressionRepetition: Hashable, Sendable {
  /// Each that lasts.
  case everyVisit
  /// The first that lasts.
  case once
  /// Each that begins at least so many nanoseconds after the last one ended.
  case afterGap(Int64)
  /// One for each full dwell within a visit.
  case everyDwell
}
