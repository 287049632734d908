import ScrollModel

/// The resting positions of a configured behavior.
///
/// They depend only on the configuration and the layout; the engine chooses among them. The ends of
/// the range are always resting positions.
struct RestPlaces {
  enum Kind: Equatable {
    /// Multiples of a length from an origin.
    case multiples(length: Double, origin: Double)
    /// Listed offsets, ascending.
    case listed([Double], origin: Double, isFreeBefore: Bool, isFreeAfter: Bool)
    /// Targets aligned at a fraction.
    case targets(anchor: Double)
  }

  /// One resting position, with its index for counting.
  struct Place {
    var offset: Double
    var id: TargetID?
    var ordinal: Int
  }

  let kind: Kind
  let axis: MainAxis
  /// Largest length of a candidate, in containers (VAL-16).
  private var longest = 1.1
  /// Whether content may rest wherever an area longer than the container covers it.
  private var mayCover = false
  /// The padding within which targets are aligned.
  private var padding = SnapPadding()

  /// The resting positions of a configuration; nil without a behavior or for a custom one.
  init?(_ configuration: Configuration, _ axis: MainAxis) {
    self.axis = axis
    switch configuration.effectiveBehavior {
    case .none, .custom: return nil
    case .paging:
      let isFrame = configuration.switches.pageLength == .frame
      let length = isFrame ? axis.frame : axis.inner
      guard length > 0 else { return nil }
      kind = .multiples(length: length, origin: isFrame ? 0 : -axis.start)
    case .interval(let length):
      guard length > 0 else { return nil }
      kind = .multiples(length: length, origin: -axis.start)
    case .offsets(let offsets, let snapsToStart, let snapsToEnd):
      guard !offsets.isEmpty else { return nil }
      kind = .listed(
        offsets.sorted(), origin: -axis.start, isFreeBefore: !snapsToStart,
        isFreeAfter: !snapsToEnd)
    case .viewAligned(_, let anchor):
      let point = anchor ?? UnitPoint(x: 0, y: 0)
      kind = .targets(anchor: axis.axis == .vertical ? point.y : point.x)
    case .scrollSnap(let snap):
      // With proximity, content may rest anywhere.
      guard snap.strictness == .mandatory, let fraction = snap.alignment(axis.axis).fraction else {
        return nil
      }
      kind = .targets(anchor: fraction)
      padding = snap.padding
      if [.css, .chromium].contains(configuration.releasePhysics) {
        longest = .infinity
        mayCover = true
      }
    }
  }

  /// The resting positions of targets aligned at a fraction, without a configuration.
  ///
  /// Without a behavior, targets of any length have one.
  init(
    targetsAt anchor: Double, padding: SnapPadding = SnapPadding(), _ axis: MainAxis,
    ofAnyLength isAnyLength: Bool = false
  ) {
    self.axis = axis
    self.padding = padding
    kind = .targets(anchor: anchor)
    if isAnyLength { longest = .infinity }
  }

  /// Returns the position nearest an offset and the next one on the other side, before clamping.
  func nearest(to offset: Double, _ viewState: borrowing ViewState) -> (best: Place, next: Place?)?
  {
    switch kind {
    case .multiples(let length, let origin):
      let share = (offset - origin) / length
      guard share.magnitude < 1e9 else { return nil }
      let number = share.rounded(.toNearestOrAwayFromZero)
      let other = number + (share < number ? -1 : 1)
      return (
        Place(offset: origin + number * length, ordinal: Int(number)),
        Place(offset: origin + other * length, ordinal: Int(other))
      )
    case .listed(let offsets, let origin, _, _):
      return Self.nearest(in: offsets, origin, to: offset)
    case .targets(let anchor): return nearestTarget(to: offset, anchor, viewState)
    }
  }

  private static func nearest(
    in offsets: [Double], _ origin: Double, to offset: Double
  ) -> (best: Place, next: Place?)? {
    var order = offsets.indices.map { Place(offset: offsets[$0] + origin, ordinal: $0) }
    order.sort { ($0.offset - offset).magnitude < ($1.offset - offset).magnitude }
    guard let best = order.first else { return nil }
    return (best, order.first { $0.offset != best.offset })
  }

  private func nearestTarget(
    to offset: Double, _ anchor: Double, _ viewState: borrowing ViewState
  ) -> (best: Place, next: Place?)? {
    let spans = viewState.targets.index
    guard spans.count > 0 else { return nil }
    let longest = axis.inner * self.longest
    let room = padding.length(of: axis.inner)
    let point = offset + axis.start + padding.start + anchor * room
    // In mirrored coordinates, the leading fraction of a target is the opposite physical
    // fraction.
    let search = axis.isMirrored ? (axis.content ?? 0) - point : point
    let fraction = axis.isMirrored ? 1 - anchor : anchor
    let found = spans.nearest(
      to: search, anchor: fraction, prefersLater: !axis.isMirrored,
      allows: { spans.end(at: $0) - spans.start(at: $0) <= longest })
    guard let found else { return nil }
    return (
      place(found.rank, anchor, viewState), found.next.map { place($0.rank, anchor, viewState) }
    )
  }

  private func place(_ rank: Int, _ anchor: Double, _ viewState: borrowing ViewState) -> Place {
    let index = viewState.targets.index(at: rank)
    return Place(
      offset: axis.place(of: viewState.targets.frame(at: index), anchor: anchor, padding: padding),
      id: viewState.targets.id(of: viewState.targets.handles[index]),
      ordinal: axis.isMirrored ? -rank : rank)
  }

  /// Returns the offset that aligns a target, before clamping; nil if targets are not aligned or it
  /// has no frame.
  func offset(of id: TargetID, _ viewState: borrowing ViewState) -> Double? {
    guard case .targets(let anchor) = kind,
      let index = viewState.targets.handle(of: id).flatMap(viewState.targets.index)
    else { return nil }
    return axis.place(of: viewState.targets.frame(at: index), anchor: anchor, padding: padding)
  }

  /// Returns the distance of an offset from the nearest resting position; 0 at the ends and in free
  /// ranges.
  func residual(at offset: Double, _ viewState: borrowing ViewState, tolerance: Double) -> Double? {
    guard !axis.isAtEnd(offset, within: tolerance), axis.high != nil else { return 0 }
    if case .listed(let offsets, let origin, let isFreeBefore, let isFreeAfter) = kind {
      if isFreeBefore, let first = offsets.first, offset < first + origin { return 0 }
      if isFreeAfter, let last = offsets.last, offset > last + origin { return 0 }
    }
    if isCovered(at: offset, viewState, tolerance: tolerance) { return 0 }
    return nearest(to: offset, viewState).map { offset - axis.clamp($0.best.offset) }
  }

  /// Whether content may rest at an offset because one target covers the container.
  func isCovered(at offset: Double, _ viewState: borrowing ViewState, tolerance: Double) -> Bool {
    guard mayCover else { return false }
    let spans = viewState.targets.index
    let (leading, room) = (offset + axis.start + padding.start, padding.length(of: axis.inner))
    let low = axis.isMirrored ? (axis.content ?? 0) - leading - room : leading
    let (inside, end) = (low + tolerance, low + room - tolerance)
    return spans.window(from: inside, to: end).contains {
      spans.start(at: $0) <= inside && spans.end(at: $0) >= end
    }
  }
}
