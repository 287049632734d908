import Analysis
import ScrollModel

/// Scrolls whose destinations are computed from the offset in other units.
extension RequestPatternCauses {
  /// Scrolls that lead to a multiple of the current offset, plus or minus one step.
  func scaledOffsets() -> DiagnosedCause? {
    guard let scale = scene.scale, scale > 1 else { return nil }
    let known = requests.compactMap { request -> (request: ScrollRequest, goal: Double)? in
      guard request.isPoint, let goal = request.wanted else { return nil }
      return (request, goal)
    }
    // Three offsets decide: two are explained by many factors.
    let starts = Set(known.map { ($0.request.start / 20).rounded() })
    guard starts.count >= 3 else { return nil }
    for factor in [scale, 1 / scale] {
      let steps = known.map { $0.goal - factor * $0.request.start }
      guard let step = steps.first?.magnitude, step > 2,
        steps.allSatisfy({ ($0.magnitude - step).magnitude <= max(2, step * 0.02) })
      else { continue }
      return cause(
        known[known.firstIndex { $0.request.start > 20 } ?? 0], factor, step, known.count)
    }
    return nil
  }

  private func cause(
    _ found: (request: ScrollRequest, goal: Double), _ factor: Double, _ step: Double, _ count: Int
  ) -> DiagnosedCause {
    let text =
      factor == factor.rounded() ? pointsText(factor) : "\((factor * 1000).rounded() / 1000)"
    let request = found.request
    let sign = found.goal >= factor * request.start ? "plus" : "minus"
    let isRead = factor > 1
    return subject.cause(
      .units,
      [
        "The scroll at \(momentText(request.time)) leads from \(pointsText(request.start)) to \(pointsText(found.goal)) pt: "
          + "\(text) times the offset \(sign) \(pointsText(step)).",
        "\(text) is \(isRead ? "the display's scale" : "one by the display's scale"): the offset is read in "
          + "\(isRead ? "device pixels and written in points" : "points and written in device pixels").",
      ],
      proof: ["\(count) of \(countText(count, "scroll")) lead to such a place."], odds: 300,
      parameter: CauseParameter(name: "factor", value: factor, unit: ""),
      fix: (
        "read and write the offset in one unit",
        FixCode(
          apple: "let target = view.contentOffset.y + step // in points",
          web: "scroller.scrollTop += step // in CSS pixels",
          android: "scrollState.scrollBy(with(density) { step.toPx() })",
          flutter: "controller.jumpTo(controller.offset + step); // in logical pixels",
          reactNative: "list.current?.scrollToOffset({ offset: offset + step }) // in dp")
      ))
  }

  /// Scrolls to multiples of a length that is a little other than the distance of the items.
  func multiplesOfOtherLength() -> DiagnosedCause? {
    guard let pitch = scene.pitch, pitch >= 8 else { return nil }
    let goals = Set(
      requests.compactMap { $0.isPoint ? $0.wanted : nil }.filter { $0 > 2.5 * pitch })
    // Far from the start, every length has multiples nearby.
    guard goals.count >= 3, let first = goals.min(), let last = goals.max(), first < 1000 * pitch
    else { return nil }
    let wrong = goals.filter { ($0 - ($0 / pitch).rounded() * pitch).magnitude > 0.75 }
    guard wrong.count * 2 > goals.count else { return nil }
    let counts = stride(
      from: (first / pitch / 1.25).rounded(.up), through: first / pitch / 0.8, by: 1)
    let lengths = counts.map { first / $0 }.filter { length in
      (length - pitch).magnitude > 0.25
        && goals.allSatisfy { ($0 - ($0 / length).rounded() * length).magnitude <= 0.5 }
    }
    // The simplest length: a whole number of points, and the one nearest to the items.
    let ordered = lengths.sorted { one, other in
      let (isOne, isOther) = (one == one.rounded(), other == other.rounded())
      return isOne == isOther ? (one - pitch).magnitude < (other - pitch).magnitude : isOne
    }
    guard let length = ordered.first, ordered.count == 1 || length == length.rounded() else {
      return nil
    }
    let (size, real) = (pointsText(length), pointsText(pitch))
    let count = (last / length).rounded()
    let error = pointsText((count * (pitch - length)).magnitude)
    return subject.cause(
      .scrollTo,
      [
        "The scrolls lead to multiples of \(size) pt, but \(scene.item)s repeat every \(real) pt: each \(scene.item) adds "
          + "\(pointsText((pitch - length).magnitude)) pt to the error.",
        "At \(pointsText(last)) pt, \(pointsText(count)) times \(size), it is \(error) pt.",
      ],
      proof: ["\(countText(goals.count, "offset")) of scrolls, all multiples of \(size) pt."],
      odds: goals.count > 3 ? 200 : 60,
      parameter: CauseParameter(name: "length", value: length, unit: "pt"),
      symbolic: scene.explanation(of: pitch - length)?.text,
      fix: (
        "count with the length that the \(scene.item)s have, or scroll to one by its id",
        .scroll(
          to: "id", anchor: isVertical ? ".top" : ".leading", fraction: 0, along: subject.axis)
      ))
  }

  /// Scrolls of a strip by equal steps that cut its items.
  func partialSteps() -> DiagnosedCause? {
    guard !isVertical, let pitch = scene.pitch, let axis = scene.axis, pitch < axis.inner else {
      return nil
    }
    let moved = requests.filter {
      $0.isPoint && $0.ending == .rested && $0.wanted == $0.goal && $0.travel.magnitude > pitch / 2
    }
    let steps = moved.map(\.travel.magnitude).sorted()
    guard steps.count >= 3 else { return nil }
    let step = steps[steps.count / 2]
    let same = moved.filter { ($0.travel.magnitude - step).magnitude <= 1 }
    let excess = step - (step / pitch).rounded() * pitch
    guard same.count >= 3, same.count * 10 >= moved.count * 7,
      excess.magnitude > max(4, pitch * 0.03),
      let first = same.first
    else { return nil }
    let share = step / axis.inner
    let isShare = ((share * 20).rounded() / 20 - share).magnitude < 0.002
    return subject.cause(
      .scrollTo,
      [
        "Each scroll of the program moves by \(pointsText(step)) pt, but \(scene.item)s repeat every \(pointsText(pitch)) pt: "
          + "\(scene.item)s are cut off at the edge after it.",
        isShare
          ? "\(pointsText(step)) pt is \(factorText(share)) of the view (\(pointsText(axis.inner)))."
          : "A step of whole \(scene.item)s is \(pointsText(max(1, (step / pitch).rounded()) * pitch)) pt.",
      ],
      proof: [
        "\(same.count) of \(countText(moved.count, "scroll")), first at \(momentText(first.time))."
      ],
      odds: isShare ? 60 : 20, parameter: CauseParameter(name: "step", value: step, unit: "pt"),
      symbolic: isShare ? "\(factorText(share)) of the view" : nil,
      fix: (
        "move by whole \(scene.item)s with their spacing",
        .behavior(.interval(pitch), along: subject.axis)
      ))
  }
}
