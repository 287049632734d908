// Each enum is one switch: a place where the evidence conflicts. The first case is the default of
// the newest profiles unless `Switches` says otherwise; raw values are the words of the text form.

/// Whether the initial id or position moves the view at its first layout.
public enum InitialPositionChoice: String, CaseIterable, Hashable, Sendable {
  /// It does, as the documentation says.
  case honored
  /// A `ScrollPosition` does; an id binding does not, as recorded runs of the 26 releases show.
  case idIgnored = "id-ignored"
  /// Neither does.
  case ignored
}

/// Whether the reported container size leaves the insets out.
public enum ContainerSizeChoice: String, CaseIterable, Hashable, Sendable {
  /// Frame less insets, as measured on scroll views.
  case excludesInsets = "excludes-insets"
  /// The whole frame, as measured on a list.
  case includesInsets = "includes-insets"
}

/// Which target is reported when the position has no anchor.
public enum NilAnchorChoice: String, CaseIterable, Hashable, Sendable {
  /// The first in layout order that the container shows at all.
  case firstIntersecting = "first-intersecting"
  /// The one whose top is nearest the container's top.
  case nearestTop = "nearest-top"
  /// The one that shows the largest area.
  case mostArea = "most-area"
}

/// How far a scroll to an id without an anchor goes.
public enum MinimalScrollChoice: String, CaseIterable, Hashable, Sendable {
  /// As little as makes the whole target visible.
  case whole
  /// Nowhere if any part of the target is visible.
  case any
  /// To the target's top, whatever is visible.
  case top
}

/// Where the coordinates of a point scroll start.
public enum PointOriginChoice: String, CaseIterable, Hashable, Sendable {
  /// At the content's origin, as the content offset's.
  case contentOffset = "content-offset"
  /// At the offset at which the content rests at its start.
  case insetRest = "inset-rest"
}

/// What a scroll to a single coordinate does to the other axis.
public enum SingleAxisChoice: String, CaseIterable, Hashable, Sendable {
  /// The other axis stays, as WebKit's `ScrollPosition` does and two re-implementations do.
  case keepsOther = "keeps-other"
  /// The other axis goes to its start, as the documentation of `scrollTo(y:)` says.
  case resetsOther = "resets-other"
}

/// What makes two positions equal.
public enum PositionEqualityChoice: String, CaseIterable, Hashable, Sendable {
  /// Content and a hidden count of changes.
  case seeded
  /// Content only.
  case structural
}

/// What a programmatic scroll writes back into the position.
public enum ProgrammaticWriteBackChoice: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case none
  /// The top-most visible target into a `ScrollPosition`, as its documentation says; nothing into an id
  /// binding, as recorded runs show.
  case position
  /// The top-most visible target.
  case topMost = "top-most"
}

/// When the anchor for size changes holds.
public enum SizeChangeChoice: String, CaseIterable, Hashable, Sendable {
  /// While the offset is at the anchor's fraction of the range, within half a point.
  case atFraction = "at-fraction"
  /// While the last target is visible.
  case lastVisible = "last-visible"
}

/// What a nil anchor for a role means.
public enum NilDefaultAnchorChoice: String, CaseIterable, Hashable, Sendable {
  /// The role leaves the anchor that holds for all roles.
  case optsOut = "opts-out"
  /// Nothing: the anchor for all roles goes on holding.
  case noOp = "no-op"
}

/// Whether an installed position or the default anchor decides on a size change.
public enum PinningChoice: String, CaseIterable, Hashable, Sendable {
  /// The position.
  case position
  /// The default anchor.
  case defaultAnchor = "default-anchor"
}

/// What a lazy stack knows of the items off screen when its container changes its size.
public enum LazyResizeChoice: String, CaseIterable, Hashable, Sendable {
  /// Nothing: they count as the mean until they are seen again.
  case estimated
  /// Their lengths in the new container.
  case measured
}

/// Whether the behavior is asked again when the container changes its size.
public enum ResizeChoice: String, CaseIterable, Hashable, Sendable {
  /// It is, as the documentation says.
  case asked
  /// It is not, as reported from devices.
  case ignored
}

/// How long a page is.
public enum PageLengthChoice: String, CaseIterable, Hashable, Sendable {
  /// As long as the frame less its insets.
  case container
  /// As long as the frame, insets included.
  case frame
}

/// How many pages one gesture may turn.
public enum MaximumPagesChoice: String, CaseIterable, Hashable, Sendable {
  /// One.
  case one
  /// As many as the projection reaches.
  case unlimited
}

/// What happens to a page that begins past the end.
public enum PageClampChoice: String, CaseIterable, Hashable, Sendable {
  /// It becomes the end.
  case clamped
  /// The projection is left alone.
  case natural
}

/// How far the limit `always` lets one gesture go.
public enum AlwaysLimitChoice: String, CaseIterable, Hashable, Sendable {
  /// One target.
  case one
  /// A few targets.
  case few
}

/// Whether a drag that begins nearly along one axis stays on it, where both scroll.
public enum DirectionalLockChoice: String, CaseIterable, Hashable, Sendable {
  /// It does not.
  case off
  /// It does.
  case on
}

/// What quick flicks one after the other do.
public enum RepeatedFlicksChoice: String, CaseIterable, Hashable, Sendable {
  /// Each is as fast as the finger.
  case plain
  /// From the fourth on they get faster.
  case accelerated
}

/// How far a release goes on by itself, between its velocity and the velocity floor.
public enum FlingDistanceChoice: String, CaseIterable, Hashable, Sendable {
  /// The sum of one step per millisecond, as logged on devices in 2013.
  case stepped
  /// The integral of the velocity, as logged on iOS 26.5.
  case continuous

  /// Returns how many points each pt/s of lost velocity is worth at a rate per millisecond.
  public func distance(perVelocityAt rate: Double) -> Double {
    switch self {
    case .stepped: rate / (1 - rate) / 1000
    case .continuous: -1 / (1000 * Elementary.ln(rate))
    }
  }
}

/// How content returns that was held past an edge and let go without velocity.
public enum EdgeReturnChoice: String, CaseIterable, Hashable, Sendable {
  /// It keeps a share of its distance per millisecond, as three recorded bounces do.
  case pull
  /// As under a finger that comes back along the rubber band, as logged on iOS 26.5.
  case rubberBand = "rubber-band"
}

/// How long content takes to a place that a behavior chose.
public enum SettleDurationChoice: String, CaseIterable, Hashable, Sendable {
  /// As long as a deceleration with the same rate and another velocity takes to it.
  case solved
  /// As long as the fling would have taken by itself, as a custom target was reported to.
  case natural
}

/// The unit of the velocity that a custom behavior is given.
public enum VelocityUnitChoice: String, CaseIterable, Hashable, Sendable {
  /// Points per second.
  case pointsPerSecond = "pt-per-s"
  /// Points per millisecond.
  case pointsPerMillisecond = "pt-per-ms"
}

/// Which rectangle visible fractions and transitions are measured against.
public enum ViewportChoice: String, CaseIterable, Hashable, Sendable {
  /// The whole visible rectangle, with what lies under bars.
  case visibleRect = "visible-rect"
  /// The rectangle within the insets.
  case unobscured
}

/// What a visible fraction is a fraction of.
public enum VisibilityMeasureChoice: String, CaseIterable, Hashable, Sendable {
  /// Of the area.
  case area
  /// Of the length along the scroll axis.
  case length
}

/// How a fraction is compared with a threshold.
public enum VisibilityCompareChoice: String, CaseIterable, Hashable, Sendable {
  /// Reaching it is enough.
  case atLeast = "at-least"
  /// It has to be exceeded.
  case moreThan = "more-than"
}

/// Whether a view that is not visible at the first layout is told so.
public enum InitialVisibilityChoice: String, CaseIterable, Hashable, Sendable {
  /// Its observer is called with `false`, as logged on iOS 18.6, iOS 27 and macOS 27.
  case called
  /// Its observer is called when the view becomes visible, not before.
  case silent
}

/// What makes the set of visible targets be reported again.
public enum VisibleSetUpdatesChoice: String, CaseIterable, Hashable, Sendable {
  /// Any change, as the documentation says.
  case anyChange = "any-change"
  /// A change while the offset moves: one app reported that a corrected layout alone is not told.
  case scrolling
}

/// How often a geometry observer is called when it appears.
public enum InitialGeometryChoice: String, CaseIterable, Hashable, Sendable {
  /// For the empty geometry, and for the first real one if its value differs.
  case two
  /// For the first real geometry.
  case one
  /// Not at all.
  case none
}

/// Whether a phase observer is called when it appears.
public enum InitialPhaseChoice: String, CaseIterable, Hashable, Sendable {
  /// Once, from idle to idle.
  case called
  /// Not at all.
  case silent
}

/// Whether an id of an optional type finds a target of the type itself.
public enum OptionalIDChoice: String, CaseIterable, Hashable, Sendable {
  /// It does.
  case unwrap
  /// It does not: type identity decides.
  case strict
}

/// Which curve a fling of Chromium follows; each of its builds has one.
public enum ChromiumFlingChoice: String, CaseIterable, Hashable, Sendable {
  /// Constant deceleration in inches: Linux, as recorded, and Windows, by its source.
  case deceleration
  /// An exponential curve: macOS and ChromeOS, by their source.
  case exponential
  /// The spline of Android's scroller: Android, by its source.
  case spline
}

/// What a fling of Chromium makes of the fling that its finger caught.
public enum ChromiumBoostChoice: String, CaseIterable, Hashable, Sendable {
  /// It adds the velocity with which that one started.
  case adds
  /// Nothing.
  case none
}

/// Where content under a finger is drawn in Chromium.
public enum ChromiumLeadChoice: String, CaseIterable, Hashable, Sendable {
  /// Ahead of the finger by half the time between its last two samples, at most 8 ms.
  case extrapolated
  /// At the finger.
  case none
}
