import ScrollModel

/// The inputs of a behavior's decision on one axis, measured from the content's start edge.
///
/// These positions are the offset plus the start inset: content at rest at its start is at 0. A
/// target aligned with the container's start is at its own origin.
struct AxisSituation {
  /// The proposed resting position.
  var proposed: Double
  /// The resting position, or the destination of a motion, when the gesture began.
  var original: Double
  /// Velocity of the release in points per second; 0 if the release is too slow to decelerate.
  var velocity: Double
  /// Length of the content.
  var content: Double
  /// Length of the container within its insets.
  var container: Double
  /// Length of the frame.
  var frame: Double
  /// The inset at the start.
  var start: Double
  /// Whether content was released beyond an end of its range and would return to that end.
  var isPast = false
  /// The padding of CSS scroll snap.
  var padding = SnapPadding()

  /// The proximity distance of CSS scroll snap.
  var nearby: Double { padding.length(of: container) * PeerConstant.cssProximity.value }

  /// The position in the container at which a fraction of a target is aligned (WEB-14).
  func alignedPoint(_ fraction: Double) -> Double {
    padding.start + fraction * padding.length(of: container)
  }
}

/// A behavior's decision on one axis.
struct AxisDecision {
  var place: Double
  var rule: SettleRule
  var candidates: [SettleCandidate] = []
  var chosenID: TargetID?
  var limit: Int?
  var flipMargin: Double?

  static func leftAlone(_ situation: AxisSituation) -> AxisDecision {
    AxisDecision(place: situation.proposed, rule: .leftAlone)
  }
}

extension AxisSituation {
  /// The largest rounding difference between sums with insets and the ends of ranges.
  static let rounding = 1e-6

  /// Whether the proposed position is between two positions, and not within rounding of either.
  func isProposed(between low: Double, and high: Double) -> Bool {
    proposed > low + Self.rounding && proposed < high - Self.rounding
  }

  /// Snaps to pages (PAGE-7); the aligned page is clamped to the range unless a switch differs.
  func paging(_ switches: Switches) -> AxisDecision {
    guard let turned = turnedPage(switches) else { return .leftAlone(self) }
    let other = turned.number + (proposed > turned.start ? 1 : -1)
    let candidates = [turned.start, other * turned.length + turned.origin].map {
      SettleCandidate(offset: $0, distance: magnitude($0 - proposed))
    }
    // A release with a velocity turns a page regardless of the proposed position, unless it
    // flies beyond that page.
    var ways = FlipWays()
    let half = turned.length / 2
    if velocity <= 0 || turned.isBeyond { ways.back = proposed - (turned.start - half) }
    if velocity >= 0 || turned.isBeyond { ways.ahead = turned.start + half - proposed }
    if velocity != 0, switches.maximumPages == .one { ways = FlipWays() }
    return AxisDecision(
      place: turned.place, rule: velocity == 0 ? .nearest : .turnedPage, candidates: candidates,
      limit: switches.maximumPages == .one ? 1 : nil,
      flipMargin: flipMargin(of: turned.place, ways) {
        $0.turnedPage(switches)?.place ?? $0.proposed
      })
  }

  /// A page and the resting position on it.
  private struct Page {
    var number: Double
    /// The origin of the first page, and the length of a page.
    var origin: Double
    var length: Double
    /// Whether the release flies beyond the next page.
    var isBeyond = false
    var place: Double

    var start: Double { number * length + origin }
  }

  /// Returns the page that paging chooses; nil if it does not change the proposal.
  ///
  /// Content past an end returns to it (PAGE-10). Content at an end without velocity stays: the end
  /// is a resting position even if no page begins there (PAGE-9).
  private func turnedPage(_ switches: Switches) -> Page? {
    let isFrame = switches.pageLength == .frame
    let length = isFrame ? frame : container
    // Pages of the frame's length start at content offset 0, other pages at the resting
    // position. The range does not depend on these coordinates.
    let origin = isFrame ? start : 0
    let (t, o) = (proposed - origin, original - origin)
    let (first, last) = (-origin, content - container - origin)
    guard length > 0, !isPast, t >= first - Self.rounding, t <= last + Self.rounding else {
      return nil
    }
    if velocity == 0, !isProposed(between: 0, and: content - container) { return nil }
    let nearest = (t / length).rounded(.toNearestOrAwayFromZero)
    var page = Page(number: nearest, origin: origin, length: length, place: 0)
    if velocity != 0 {
      let step: Double = velocity > 0 ? 1 : -1
      page.number = (o / length).rounded(.toNearestOrAwayFromZero) + step
      page.isBeyond = switches.maximumPages == .unlimited && (nearest - page.number) * step > 0
      if page.isBeyond { page.number = nearest }
    }
    var place = page.number * length
    if place < first || place > last {
      guard switches.pageClamp == .clamped else { return nil }
      place = clamped(place, first, last)
    }
    page.place = place + origin
    return page
  }

  /// Snaps to multiples of a length, ties away from the start (SNAP-20).
  func interval(_ length: Double) -> AxisDecision? {
    guard length > 0 else { return nil }
    let place = multiple(of: length)
    let other = place + (proposed < place ? -length : length)
    let ways = FlipWays(
      back: proposed - place + length / 2, ahead: place - proposed + length / 2)
    return AxisDecision(
      place: place, rule: .nearest,
      candidates: [place, other].map {
        SettleCandidate(offset: $0, distance: magnitude($0 - proposed))
      }, flipMargin: flipMargin(of: place, ways) { $0.multiple(of: length) })
  }

  private func multiple(of length: Double) -> Double {
    (proposed / length).rounded(.toNearestOrAwayFromZero) * length
  }

  /// Snaps to the nearest of a list of offsets, ties to the larger.
  func offsets(_ offsets: [Double], snapsToStart: Bool, snapsToEnd: Bool) -> AxisDecision {
    let list = OffsetList(offsets, snapsToStart: snapsToStart, snapsToEnd: snapsToEnd)
    guard let place = list.nearest(to: proposed) else { return .leftAlone(self) }
    let (before, after) = list.neighbors(of: place)
    // The choice changes at the first offset of the list if nothing snaps before it.
    let back = before.map { (proposed - $0 + (proposed - place)) / 2 }
    let ahead = after.map { ($0 - proposed + (place - proposed)) / 2 }
    let ways = FlipWays(
      back: back ?? (snapsToStart ? nil : proposed - place),
      ahead: ahead ?? (snapsToEnd ? nil : place - proposed))
    let next = [before, after].compactMap { $0 }.min {
      magnitude($0 - proposed) < magnitude($1 - proposed)
    }
    return AxisDecision(
      place: place, rule: .nearest,
      candidates: [place, next].compactMap { $0 }.map {
        SettleCandidate(offset: $0, distance: magnitude($0 - proposed))
      },
      flipMargin: flipMargin(of: place, ways) { list.nearest(to: $0.proposed) ?? $0.proposed })
  }
}

/// The resting offsets of a list, in any order.
private struct OffsetList {
  private let offsets: [Double]
  private let (snapsToStart, snapsToEnd): (Bool, Bool)

  init(_ offsets: [Double], snapsToStart: Bool, snapsToEnd: Bool) {
    self.offsets = offsets
    (self.snapsToStart, self.snapsToEnd) = (snapsToStart, snapsToEnd)
  }

  /// Returns the offset nearest a point, the later of two; nil outside the list where its ends do
  /// not snap.
  func nearest(to point: Double) -> Double? {
    var best: Double?
    var isBefore = true
    var isBehind = true
    for place in offsets {
      if place <= point { isBefore = false }
      if place >= point { isBehind = false }
      guard let current = best else {
        best = place
        continue
      }
      let (here, there) = (magnitude(place - point), magnitude(current - point))
      if here < there || (here == there && place > current) { best = place }
    }
    return (isBefore && !snapsToStart) || (isBehind && !snapsToEnd) ? nil : best
  }

  /// Returns the neighbors of an offset in the list.
  func neighbors(of place: Double) -> (before: Double?, after: Double?) {
    var before: Double?
    var after: Double?
    for other in offsets {
      if other < place, before.map({ other > $0 }) ?? true { before = other }
      if other > place, after.map({ other < $0 }) ?? true { after = other }
    }
    return (before, after)
  }
}
