import ScrollModel

/// What a behavior on one axis decides from; offsets are measured from the content's start edge.
///
/// "Measured from the start edge" is the offset plus the start inset, so that content at rest is at
/// 0 and a target aligned with the container's start is at its own origin.
struct AxisSituation {
  /// The proposed rest.
  var proposed: Double
  /// The rest or target when the gesture began.
  var original: Double
  /// Velocity of the release in points per second, 0 if it does not decelerate.
  var velocity: Double
  /// Length of the content.
  var content: Double
  /// Length of the container within its insets.
  var container: Double
  /// Length of the frame.
  var frame: Double
  /// The inset at the start.
  var start: Double
  /// Whether content is let go past an end of its range and heads further out.
  var isPast = false

  /// The distance that counts as near under the proximity of CSS scroll snap.
  var nearby: Double { container * PeerConstant.cssProximity.value }
}

/// A behavior's answer on one axis.
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
  /// Whether the proposed rest lies between two places; what is as good as at one of them does not.
  ///
  /// Sums with insets are counted in another order than ranges are, so that ends differ by a rounding.
  func isProposed(between low: Double, and high: Double) -> Bool {
    proposed > low + 1e-6 && proposed < high - 1e-6
  }

  /// Rounds to pages (PAGE-7, with the aligned page held to the range unless the switch says no).
  ///
  /// Content past an end returns to it (PAGE-10), and content that lies at an end without velocity
  /// stays: the end is a place to rest even where no page begins (PAGE-9).
  func paging(_ switches: Switches) -> AxisDecision {
    let isFrame = switches.pageLength == .frame
    let length = isFrame ? frame : container
    // Pages of the frame's length are counted from the content offset, others from the rest; the
    // range is the same, whatever its coordinates.
    let shift = isFrame ? start : 0
    let (t, o) = (proposed - shift, original - shift)
    let (first, last) = (-shift, content - container - shift)
    guard length > 0, !isPast, t >= first - 1e-6, t <= last + 1e-6 else { return .leftAlone(self) }
    let isAtEnd = !isProposed(between: 0, and: content - container)
    if velocity == 0, isAtEnd { return .leftAlone(self) }
    let nearest = (t / length).rounded(.toNearestOrAwayFromZero)
    var page = nearest
    if velocity != 0 {
      let step: Double = velocity > 0 ? 1 : -1
      page = (o / length).rounded(.toNearestOrAwayFromZero) + step
      if switches.maximumPages == .unlimited, (nearest - page) * step > 0 { page = nearest }
    }
    var place = page * length
    if place < first || place > last {
      guard switches.pageClamp == .clamped else { return .leftAlone(self) }
      place = clamped(place, first, last)
    }
    let other = page + (t > page * length ? 1 : -1)
    let candidates = [page, other].map { number in
      SettleCandidate(
        offset: number * length + shift, distance: magnitude(number * length - t))
    }
    // Without velocity the choice turns at the middle between two pages.
    let margin = velocity == 0 ? magnitude(length / 2 - magnitude(page * length - t)) : nil
    return AxisDecision(
      place: place + shift, rule: velocity == 0 ? .nearest : .turnedPage, candidates: candidates,
      limit: switches.maximumPages == .one ? 1 : nil, flipMargin: margin)
  }

  /// Rounds to multiples of a length, ties away from the start (SNAP-20).
  func interval(_ length: Double) -> AxisDecision? {
    guard length > 0 else { return nil }
    let number = (proposed / length).rounded(.toNearestOrAwayFromZero)
    let place = number * length
    let other = place + (proposed < place ? -length : length)
    return AxisDecision(
      place: place, rule: .nearest,
      candidates: [place, other].map {
        SettleCandidate(offset: $0, distance: magnitude($0 - proposed))
      }, flipMargin: length / 2 - magnitude(place - proposed))
  }

  /// Picks the nearest of a list of offsets, ties to the larger.
  func offsets(_ offsets: [Double], snapsToStart: Bool, snapsToEnd: Bool) -> AxisDecision {
    var best: (place: Double, distance: Double)?
    var next: (place: Double, distance: Double)?
    var (least, largest) = (Double.infinity, -Double.infinity)
    for place in offsets {
      least = min(least, place)
      largest = max(largest, place)
      let distance = magnitude(place - proposed)
      guard let current = best else {
        best = (place, distance)
        continue
      }
      if place == current.place { continue }
      if distance < current.distance || (distance == current.distance && place > current.place) {
        next = current
        best = (place, distance)
      } else if next.map({ distance < $0.distance }) ?? true {
        next = (place, distance)
      }
    }
    guard let best else { return .leftAlone(self) }
    if !snapsToStart, proposed < least { return .leftAlone(self) }
    if !snapsToEnd, proposed > largest { return .leftAlone(self) }
    var candidates = [SettleCandidate(offset: best.place, distance: best.distance)]
    if let next { candidates.append(SettleCandidate(offset: next.place, distance: next.distance)) }
    return AxisDecision(
      place: best.place, rule: .nearest, candidates: candidates,
      flipMargin: next.map { ($0.distance - best.distance) / 2 })
  }
}
