public import ScrollModel

/// A named definition of "seen": the fraction of a target, the duration, the conditions and the
/// repetition.
///
/// Lengths are points, times nanoseconds, fractions run from 0 to 1. A policy is a plain value:
/// change a preset and check `problems` before use.
public struct ImpressionPolicy: Hashable, Sendable {
  /// The name for people; part of every report.
  public var name: String
  /// The version, incremented when a preset's meaning changes.
  public var version = 1
  /// The source of the numbers, as a link or a few words.
  public var source = ""
  /// The quantity that the fraction refers to.
  public var measure = ImpressionMeasure.itemArea
  /// The fraction from which a target counts, 0 to 1; the first one for an intersection observer.
  public var threshold = 0.5
  /// Whether reaching the threshold is sufficient; at threshold 0 some part must be visible.
  public var comparison = VisibilityCompareChoice.atLeast
  /// The tolerance of the threshold for rounding errors.
  public var tolerance = 0.0
  /// The fraction below which a counting target stops counting; nil is the threshold.
  public var exitThreshold: Double?
  /// Whether an entirely visible target counts regardless of its fraction.
  public var countsWhole = false
  /// Whether a target that fills the viewport counts regardless of its fraction.
  public var countsFilling = false
  /// Another threshold for large targets.
  public var largeItem: LargeItemRule?
  /// The rectangle in which targets are visible.
  public var viewport = ViewportChoice.visibleRect
  /// Whether what a pinned header or footer covers counts as visible (PIN-7).
  public var pinned = PinnedVisibilityChoice.counted
  /// The outset of that rectangle on each side; negative values shrink it.
  public var outset = Insets.zero
  /// The rounding of coordinates before they are compared.
  public var rounding = ImpressionRounding.none
  /// The required duration, in nanoseconds.
  public var dwell: Int64 = 0
  /// Whether the durations of several visits are added.
  public var accumulatesDwell = false
  /// The longest interruption that does not end a visit, in nanoseconds.
  public var exitDelay: Int64 = 0
  /// The kind of timer.
  public var timer = ImpressionTimer.perItem
  /// The sampling of the system.
  public var sampling = ImpressionSampling.exact
  /// Further conditions.
  public var eligibility = ImpressionEligibility()
  /// The visits of one target that are impressions.
  public var repetition = ImpressionRepetition.everyVisit
  /// The identity of targets when sets are compared.
  public var identity = ImpressionIdentity.itemID
  /// Whether the system reports the removal of a counting target.
  public var tellsRemoval = false

  /// Creates a policy: half the area, no duration, exact sampling.
  public init(name: String) {
    self.name = name
  }
}

/// The quantity that a visible fraction refers to.
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
  /// The target's area, reported to an observer at each of the thresholds, including edges.
  case intersection([Double])
  /// The target is laid out and measured, regardless of its position.
  case realized

  /// Whether it depends on the visible part.
  var isGeometric: Bool { self != .realized }
}

/// Another threshold for targets with a minimum area.
public struct LargeItemRule: Hashable, Sendable {
  /// The minimum area, in square points.
  public var area: Double
  /// The fraction from which such a target counts.
  public var threshold: Double

  /// Creates a rule.
  public init(area: Double, threshold: Double) {
    self.area = area
    self.threshold = threshold
  }
}

/// The rounding of coordinates before they are compared.
public enum ImpressionRounding: String, CaseIterable, Hashable, Sendable {
  /// No rounding.
  case none
  /// Both edges along the main axis down to whole points, as React Native does.
  case floorToPoint = "floor-to-point"
  /// Percentages in single precision, as Epoxy computes them.
  case singlePercent = "single-percent"
}

/// The timer of a visit.
public enum ImpressionTimer: Hashable, Sendable {
  /// Each target has its own timer, from the time it counts.
  case perItem
  /// Each change of a target's state starts a timer that reports the state when it ends (Compose).
  case restarting
  /// Each change of the set starts a timer for the whole set (React Native).
  case perSet(cancelsOlder: Bool)
}

/// The times at which the system samples visibility.
public enum ImpressionSampling: Hashable, Sendable {
  /// Continuously: crossings are interpolated between frames.
  case exact
  /// Once per frame.
  case perFrame
  /// Once per period in nanoseconds, with an unknown phase.
  case polled(period: Int64)
}

/// The conditions besides the visible fraction.
public struct ImpressionEligibility: Hashable, Sendable {
  /// Whether the app must be in the foreground.
  public var requiresForeground = false
  /// Whether a video must be playing, according to `play-state` annotations.
  public var requiresPlaying = false
  /// Whether counting starts at the first touch or wheel step.
  public var waitsForInteraction = false
  /// Whether counting starts at the first change of the offset.
  public var waitsForScroll = false
  /// The pause after the last touch or wheel step, in nanoseconds.
  public var pauseAfterInteraction: Int64 = 0
  /// The scroll phases in which targets count; nil for all.
  public var phases: PhaseSet?
  /// The speed above which no target counts, in points per second.
  public var maximumSpeed: Double?

  /// Creates conditions that are always satisfied.
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

/// The identity of targets when sets are compared.
public enum ImpressionIdentity: String, CaseIterable, Hashable, Sendable {
  /// The id.
  case itemID = "item-id"
  /// The index in the layout, regardless of the data.
  case index
}

/// The visits of one target that are impressions.
public enum ImpressionRepetition: Hashable, Sendable {
  /// Each visit of sufficient duration.
  case everyVisit
  /// The first visit of sufficient duration.
  case once
  /// Each one that begins at least this many nanoseconds after the end of the last one.
  case afterGap(Int64)
  /// One for each complete dwell within a visit.
  case everyDwell
}
