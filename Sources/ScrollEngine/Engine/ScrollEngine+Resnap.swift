import ScrollModel

extension ScrollEngine {
  /// The target that content at rest is aligned with under CSS scroll snap; nil if there is none.
  var snappedTarget: TargetName? {
    guard phase == .idle, let alignment = snapAlignment, content.count > 0 else { return nil }
    let axis = content.mainAxis
    let here = offset(axis)
    let window = content.window(from: here, to: here + container.length(axis), near: lastWindow)
    var best: (rank: Int, distance: Double)?
    for rank in window {
      let place = alignedPlace(of: rank, alignment)
      // At an end of the content an area is aligned as far as the range allows.
      guard magnitude(ranges[axis].clamp(place) - here) < 0.5 else { continue }
      let distance = magnitude(place - here)
      if best.map({ distance < $0.distance }) ?? true { best = (rank, distance) }
    }
    return best.flatMap { content.names(of: [content.index(at: $0.rank)]).first }
  }

  /// Aligns content with the same target as before a layout change, in the same frame (WEB-10).
  ///
  /// If the target was removed, the content snaps to the nearest one.
  mutating func snapAgain(_ before: LayoutSnapshot) {
    guard let name = before.snapped, let alignment = snapAlignment else { return }
    guard let index = content.members(named: [name]).first else {
      awaitsResizeAnswer = true
      return
    }
    let place = alignedPlace(of: content.rank(of: index), alignment)
    self.place(content.mainAxis, at: ranges[content.mainAxis].clamp(place))
    awaitsResizeAnswer = false
  }

  /// The alignment of scroll snap along the main axis, and its padding.
  private var snapAlignment: (fraction: Double, padding: PinnedCover)? {
    guard case .scrollSnap(let snap) = configuration.effectiveBehavior else { return nil }
    let padding = PinnedCover(start: snap.padding.start, end: snap.padding.end)
    return snap.alignment(content.mainAxis).fraction.map { ($0, padding) }
  }

  private func alignedPlace(
    of rank: Int, _ alignment: (fraction: Double, padding: PinnedCover)
  ) -> Double {
    let axis = content.mainAxis
    let (start, length) = content.interval(at: rank, axis)
    return aligned(start, length, at: alignment.fraction, axis, alignment.padding)
  }
}
