import ScrollModel

extension SnapContainer {
  /// Returns the position nearest the intended one at which an oversized area fills the scrollport.
  func cover(
    of area: SnapArea, _ axis: Axis, _ aligned: SnapCandidate, _ intended: Double
  ) -> SnapCandidate? {
    switch edition {
    case .current: dodging(area, axis, aligned, intended)
    case .candidate2021: free(area, axis, aligned, intended)
    }
  }

  /// The rule of 2021: the intended position is kept if the area fills the scrollport and its
  /// neighbors are far.
  private func free(
    _ area: SnapArea, _ axis: Axis, _ aligned: SnapCandidate, _ intended: Double
  ) -> SnapCandidate? {
    let (box, port) = (area.span(axis), portSpan(axis))
    let range = SnapSpan(box.start - port.start, box.end - port.end)
    guard range.contains(intended) else { return nil }
    var (below, above) = (-Double.infinity, Double.infinity)
    for other in areas where other.alignment(axis) != .none {
      let place = alignedOffset(other, axis, other.alignment(axis))
      if place <= intended { below = max(below, place) }
      if place >= intended { above = min(above, place) }
    }
    guard above - below > port.length else { return nil }
    var result = aligned
    result.offset = intended
    result.cover = range
    return result
  }

  /// The current rule: the scrollport avoids other areas inside the oversized one.
  ///
  /// Three intervals are tried: between intruders on both sides, before them, and after them.
  private func dodging(
    _ area: SnapArea, _ axis: Axis, _ aligned: SnapCandidate, _ intended: Double
  ) -> SnapCandidate? {
    let box = area.span(axis)
    let port = portSpan(axis)
    let view = SnapSpan(intended + port.start, intended + port.start + port.length)
    var stretches = DodgingStretches(box)
    for intruder in areas where intruder.horizontal != .none || intruder.vertical != .none {
      let span = intruder.span(axis)
      guard span.start <= box.end, span.end >= box.start, !span.contains(box) else { continue }
      stretches.dodge(span, view)
    }
    func place(_ stretch: SnapSpan) -> SnapCandidate? {
      fit(stretch, box, port, aligned, intended, area.alignment(axis))
    }
    if let middle = stretches.middle.flatMap(place) { return middle }
    guard let before = place(stretches.before) else { return place(stretches.behind) }
    guard let behind = place(stretches.behind) else { return before }
    return magnitude(before.offset - intended) < magnitude(behind.offset - intended)
      ? before : behind
  }

  private func fit(
    _ stretch: SnapSpan, _ box: SnapSpan, _ port: SnapSpan, _ aligned: SnapCandidate,
    _ intended: Double, _ alignment: SnapAlignment
  ) -> SnapCandidate? {
    guard stretch.length > 0 else { return nil }
    var result = aligned
    let (least, most) = (stretch.start - port.start, stretch.end - port.end)
    if most > least {
      result.offset = clamped(intended, least, most)
      result.cover = SnapSpan(least, most)
      return result
    }
    // The scrollport does not fit, but the interval must stay reachable, so it is aligned
    // itself.
    let offset: Double =
      switch alignment {
      case .none, .start: least
      case .center: (least + most) / 2
      case .end: most
      }
    let range = SnapSpan(box.start - port.start, box.end - port.end)
    guard range.length >= 0 else { return nil }
    result.offset = clamped(offset, range.start, range.end)
    return result
  }
}

/// The parts of an oversized area without other areas, relative to a view.
private struct DodgingStretches {
  /// Before every area that intersects the view.
  var before: SnapSpan
  /// Between areas that intersect the view from both sides; nil if one covers the view or is inside
  /// it.
  var middle: SnapSpan?
  /// After every area that intersects the view.
  var behind: SnapSpan

  init(_ box: SnapSpan) {
    (before, middle, behind) = (box, box, box)
  }

  mutating func dodge(_ span: SnapSpan, _ view: SnapSpan) {
    if span.end < view.start {
      before.start = max(before.start, span.end)
    } else {
      before.end = min(before.end, span.start)
    }
    if span.start > view.end {
      behind.end = min(behind.end, span.start)
    } else {
      behind.start = max(behind.start, span.end)
    }
    guard var middle, !span.contains(view), !view.contains(span) else {
      middle = nil
      return
    }
    if span.start <= view.start {
      middle.start = max(middle.start, span.end)
    } else {
      middle.end = min(middle.end, span.start)
    }
    self.middle = middle
  }
}
