// Each enum is one switch: a question on which the evidence conflicts. The first case is the
// default of the newest profiles unless `Switches` differs. Raw values are the words of the text
// form.

/// Whether the initial id or position moves the view at its first layout.
public enum InitialPositionChoice: String, CaseIterable, Hashable, Sendable {
  /// Both do, as documented.
  case honored
  /// A `ScrollPosition` does. An id binding does not, as recorded on the 26 releases.
  case idIgnored = "id-ignored"
  /// Neither does.
  case ignored
}

/// Whether the reported container size excludes the insets.
public enum ContainerSizeChoice: String, CaseIterable, Hashable, Sendable {
  /// The frame without insets, as measured on scroll views.
  case excludesInsets = "excludes-insets"
  /// The whole frame, as measured on a list.
  case includesInsets = "includes-insets"
}

/// The target that is reported when the position has no anchor.
public enum NilAnchorChoice: String, CaseIterable, Hashable, Sendable {
  /// The first visible target in layout order.
  case firstIntersecting = "first-intersecting"
  /// The target whose top edge is nearest the container's top edge.
  case nearestTop = "nearest-top"
  /// The target with the largest visible area.
  case mostArea = "most-area"
}

/// The distance of a scroll to an id without an anchor.
public enum MinimalScrollChoice: String, CaseIterable, Hashable, Sendable {
  /// The smallest distance that makes the whole target visible.
  case whole
  /// Zero if any part of the target is visible.
  case any
  /// The distance to the target's top edge.
  case top
}

/// The origin of the coordinates of a point scroll.
public enum PointOriginChoice: String, CaseIterable, Hashable, Sendable {
  /// The content's origin, as for the content offset.
  case contentOffset = "content-offset"
  /// The resting offset at the start of the content.
  case insetRest = "inset-rest"
}

/// The effect of a scroll to a single coordinate on the other axis.
public enum SingleAxisChoice: String, CaseIterable, Hashable, Sendable {
  /// The other axis stays, as in WebKit's `ScrollPosition` and two reimplementations.
  case keepsOther = "keeps-other"
  /// The other axis goes to its start, as documented for `scrollTo(y:)`.
  case resetsOther = "resets-other"
}

/// The definition of equal positions.
public enum PositionEqualityChoice: String, CaseIterable, Hashable, Sendable {
  /// Equal content and an equal hidden count of changes.
  case seeded
  /// Equal content.
  case structural
}

/// The value that a programmatic scroll writes back into the position.
public enum ProgrammaticWriteBackChoice: String, CaseIterable, Hashable, Sendable {
  /// No value.
  case none
  /// The top-most visible target into a `ScrollPosition`, as documented; nothing into an id
  /// binding, as recorded.
  case position
  /// The top-most visible target.
  case topMost = "top-most"
}

/// The condition under which the anchor for size changes applies.
public enum SizeChangeChoice: String, CaseIterable, Hashable, Sendable {
  /// The offset is at the anchor's fraction of the range, within half a point.
  case atFraction = "at-fraction"
  /// The last target is visible.
  case lastVisible = "last-visible"
}

/// The meaning of a nil anchor for a role.
public enum NilDefaultAnchorChoice: String, CaseIterable, Hashable, Sendable {
  /// The role does not use the anchor for all roles.
  case optsOut = "opts-out"
  /// No effect: the anchor for all roles applies.
  case noOp = "no-op"
}

/// Whether an installed position or the default anchor takes precedence on a size change.
public enum PinningChoice: String, CaseIterable, Hashable, Sendable {
  /// The position.
  case position
  /// The default anchor.
  case defaultAnchor = "default-anchor"
}

/// The lengths that a lazy stack uses for off-screen items when its container changes its size.
public enum LazyResizeChoice: String, CaseIterable, Hashable, Sendable {
  /// The mean of measured items, until the items are visible again.
  case estimated
  /// Their lengths in the new container.
  case measured
}

/// Whether the scroll behavior is applied again when the container changes its size.
public enum ResizeChoice: String, CaseIterable, Hashable, Sendable {
  /// It is, as documented.
  case asked
  /// It is not, as reported from devices.
  case ignored
}

/// The length of a page.
public enum PageLengthChoice: String, CaseIterable, Hashable, Sendable {
  /// The frame without its insets.
  case container
  /// The frame with its insets.
  case frame
}

/// The number of pages that one gesture may turn.
public enum MaximumPagesChoice: String, CaseIterable, Hashable, Sendable {
  /// One.
  case one
  /// No limit other than the projected distance.
  case unlimited
}

/// The handling of a page that begins past the end.
public enum PageClampChoice: String, CaseIterable, Hashable, Sendable {
  /// The page is clamped to the end.
  case clamped
  /// The projected offset is used.
  case natural
}

/// The number of targets that the limit `always` allows one gesture to pass.
public enum AlwaysLimitChoice: String, CaseIterable, Hashable, Sendable {
  /// One target.
  case one
  /// A few targets.
  case few
}

/// Whether a drag that begins nearly along one axis is locked to it, if both axes scroll.
public enum DirectionalLockChoice: String, CaseIterable, Hashable, Sendable {
  /// No lock.
  case off
  /// Locked.
  case on
}

/// The effect of quick successive flicks.
public enum RepeatedFlicksChoice: String, CaseIterable, Hashable, Sendable {
  /// Each flick has the finger's velocity.
  case plain
  /// Flicks become faster from the fourth on.
  case accelerated
}

/// The distance of a fling between its release velocity and the velocity floor.
public enum FlingDistanceChoice: String, CaseIterable, Hashable, Sendable {
  /// The sum of one step per millisecond, as logged on devices in 2013.
  case stepped
  /// The integral of the velocity, as logged on iOS 26.5.
  case continuous

  /// Returns the distance in points per pt/s of lost velocity, at a rate per millisecond.
  public func distance(perVelocityAt rate: Double) -> Double {
    switch self {
    case .stepped: rate / (1 - rate) / 1000
    case .continuous: -1 / (1000 * Elementary.ln(rate))
    }
  }
}

/// The return of content that was held past an edge and released without velocity.
public enum EdgeReturnChoice: String, CaseIterable, Hashable, Sendable {
  /// It keeps a fraction of its distance per millisecond, as three recorded bounces do.
  case pull
  /// It follows the rubber-band curve of a returning finger, as logged on iOS 26.5.
  case rubberBand = "rubber-band"
}

/// The duration of a scroll to an offset that a behavior chose.
public enum SettleDurationChoice: String, CaseIterable, Hashable, Sendable {
  /// The duration of a deceleration with the same rate and another velocity to that offset.
  case solved
  /// The duration of the unmodified fling, as reported for a custom target.
  case natural
}

/// The unit of the velocity that a custom behavior receives.
public enum VelocityUnitChoice: String, CaseIterable, Hashable, Sendable {
  /// Points per second.
  case pointsPerSecond = "pt-per-s"
  /// Points per millisecond.
  case pointsPerMillisecond = "pt-per-ms"
}

/// What content that is not at its start does when the inset there changes.
public enum InsetShiftChoice: String, CaseIterable, Hashable, Sendable {
  /// It stays where it is on the screen; only content at its start goes along with the inset.
  case atStart = "at-start"
  /// It goes along with the inset, so that the sum of offset and inset stays.
  case always
}

/// What a deceleration does when insets change.
public enum InsetDecelerationChoice: String, CaseIterable, Hashable, Sendable {
  /// It continues, to the end of the new range if it would pass that.
  case goesOn = "goes-on"
  /// It stops where it is.
  case stops
}

/// Where content goes that returns to an edge when insets change.
public enum InsetReturnChoice: String, CaseIterable, Hashable, Sendable {
  /// It keeps its velocity, which may take it beyond the edge and on.
  case velocity
  /// It returns to the edge where that is now.
  case edge
}

/// Which rectangle visible fractions and transitions are measured against.
public enum ViewportChoice: String, CaseIterable, Hashable, Sendable {
  /// The whole visible rectangle, including content under bars.
  case visibleRect = "visible-rect"
  /// The rectangle within the insets.
  case unobscured
}

/// The quantity that a visible fraction refers to.
public enum VisibilityMeasureChoice: String, CaseIterable, Hashable, Sendable {
  /// The area.
  case area
  /// The length along the scroll axis.
  case length
}

/// Whether the part of a target that a pinned header or footer covers is visible.
public enum PinnedVisibilityChoice: String, CaseIterable, Hashable, Sendable {
  /// It counts: only frames are compared with the view, as in IntersectionObserver and FlatList.
  case counted
  /// It does not: visibility is that of the room between pinned views.
  case excluded
}

/// Where targets are aligned and reported while a header or footer is pinned.
public enum PinnedAlignmentChoice: String, CaseIterable, Hashable, Sendable {
  /// At the edges of the view: the top of a target ends under the header.
  case viewport
  /// Between the pinned views: the top of a target ends below the header.
  case uncovered
}

/// How a fraction is compared with a threshold.
public enum VisibilityCompareChoice: String, CaseIterable, Hashable, Sendable {
  /// The fraction reaches the threshold.
  case atLeast = "at-least"
  /// The fraction exceeds the threshold.
  case moreThan = "more-than"
}

/// Whether an observer is called for a view that is invisible at the first layout.
public enum InitialVisibilityChoice: String, CaseIterable, Hashable, Sendable {
  /// The observer is called with `false`, as logged on iOS 18.6, iOS 27 and macOS 27.
  case called
  /// The observer is first called when the view becomes visible.
  case silent
}

/// The changes that cause a new report of visible targets.
public enum VisibleSetUpdatesChoice: String, CaseIterable, Hashable, Sendable {
  /// Any change, as documented.
  case anyChange = "any-change"
  /// A change while the offset moves: one app reported no call after a mere layout correction.
  case scrolling
}

/// The number of calls of a geometry observer when it appears.
public enum InitialGeometryChoice: String, CaseIterable, Hashable, Sendable {
  /// One for the empty geometry, and one for the first real geometry if its value differs.
  case two
  /// One, for the first real geometry.
  case one
  /// No call.
  case none
}

/// Whether a phase observer is called when it appears.
public enum InitialPhaseChoice: String, CaseIterable, Hashable, Sendable {
  /// One call, from idle to idle.
  case called
  /// No call.
  case silent
}

/// Whether an id of an optional type matches a target of the wrapped type.
public enum OptionalIDChoice: String, CaseIterable, Hashable, Sendable {
  /// It does.
  case unwrap
  /// It does not: the types must be identical.
  case strict
}

/// What a drag over nested scroll views moves.
public enum NestedScrollChoice: String, CaseIterable, Hashable, Sendable {
  /// As the physics does: `passed-on` under `android`, `inner` under Flutter, else `latched`.
  case platform
  /// One view for the whole gesture: the innermost that can move in its first direction.
  case latched
  /// The innermost view that scrolls along the drag; what is left of each movement goes to the one around it.
  case passedOn = "passed-on"
  /// The innermost view that scrolls along the drag, whether it can move or not.
  case inner
  /// Each view as if it were alone.
  case separate
}

/// Which curve a fling of Chromium follows; each of its builds has one.
public enum ChromiumFlingChoice: String, CaseIterable, Hashable, Sendable {
  /// Constant deceleration in inches: Linux as recorded, Windows according to its source.
  case deceleration
  /// An exponential curve: macOS and ChromeOS, according to their source.
  case exponential
  /// The spline of Android's scroller: Android, according to its source.
  case spline
}

/// The effect of an interrupted fling on the next fling in Chromium.
public enum ChromiumBoostChoice: String, CaseIterable, Hashable, Sendable {
  /// The next fling adds the initial velocity of the interrupted one.
  case adds
  /// No effect.
  case none
}

/// The return of content that a finger releases past an edge without a velocity, in Flutter on iOS.
public enum FlutterReturnChoice: String, CaseIterable, Hashable, Sendable {
  /// The spring of all its motions.
  case spring
  /// Half the distance in 70 ms: Flutter 3.50 and later, according to its source.
  case halfLife = "half-life"
}

/// The position of content under a finger in Chromium.
public enum ChromiumLeadChoice: String, CaseIterable, Hashable, Sendable {
  /// Extrapolated by half the time between the last two samples, at most 8 ms.
  case extrapolated
  /// The finger's position.
  case none
}
