import Replay
import ScrollModel

/// A behavior with solved numbers that no configuration describes.
///
/// Positions are offsets that count from the leading side.
struct PlaceRule: Hashable, Sendable {
  /// The possible resting positions.
  enum Places: Hashable, Sendable {
    /// `origin + number × step`.
    case grid(step: Double, origin: Double)
    /// Offsets in order, for each layout of the recording.
    case lists([[Double]])
  }

  /// The rule that chooses a position for a release.
  enum Choice: Hashable, Sendable {
    /// The position nearest the proposal.
    case nearest
    /// The next position in the direction of the velocity; the nearest without one.
    case step
    /// The position nearest the proposal, at most one from the start of the gesture.
    case limited
    /// The next position if the finger covered a fraction of the distance to it.
    case dragged(Double)
    /// As many positions as the distance of the proposal; a fraction of a distance counts as a
    /// whole one.
    case proposed(Double)
  }

  var places: Places
  var choice: Choice

  /// A chosen position, and the range of proposals with the same choice at a constant distance.
  struct Answer {
    var place: Double
    var low = -Double.infinity
    var high = Double.infinity
  }

  /// Chooses for a release at `here` with the proposal `proposed`; nil without positions.
  func answer(
    here: Double, proposed: Double, original: Double, velocity: Double, layout: Int
  ) -> Answer? {
    let line = PlaceLine(places, layout: layout)
    guard line.isUsable, proposed.magnitude < 1e9, original.magnitude < 1e9 else { return nil }
    let first = line.nearest(to: original)
    let near = line.nearest(to: proposed)
    func answer(_ number: Int, from low: Double, to high: Double) -> Answer {
      Answer(place: line.place(number), low: low, high: high)
    }
    switch choice {
    case .nearest:
      return answer(near, from: line.turn(before: near), to: line.turn(before: near + 1))
    case .step:
      guard velocity == 0 else {
        return Answer(place: line.place(first + (velocity > 0 ? 1 : -1)))
      }
      return answer(near, from: line.turn(before: near), to: line.turn(before: near + 1))
    case .limited:
      let number = max(first - 1, min(first + 1, near))
      return answer(
        number, from: number < first ? -.infinity : line.turn(before: number),
        to: number > first ? .infinity : line.turn(before: number + 1))
    case .dragged(let share):
      return line.turned(from: first, at: here, share, most: 1).moved(by: proposed - here)
    case .proposed(let share):
      return line.turned(from: first, at: proposed, share, most: 1000)
    }
  }

  /// The same rule as a behavior for a replay.
  ///
  /// A behavior does not receive the current offset, so the finger's fraction is computed from the
  /// proposal.
  func behavior(of axis: Axis, start: Double) -> AxisBehavior {
    AxisBehavior(along: axis, start: start) { proposed, original, velocity in
      answer(
        here: proposed, proposed: proposed, original: original, velocity: velocity, layout: .max)?
        .place
    }
  }
}

extension PlaceRule.Answer {
  fileprivate func moved(by distance: Double) -> Self {
    Self(place: place, low: low + distance, high: high + distance)
  }
}

/// Numbered positions along an axis.
struct PlaceLine {
  private let step: Double
  private let origin: Double
  private let list: [Double]

  init(_ places: PlaceRule.Places, layout: Int) {
    switch places {
    case .grid(let step, let origin): (self.step, self.origin, list) = (step, origin, [])
    case .lists(let lists):
      (step, origin) = (0, 0)
      list = lists.isEmpty ? [] : lists[max(0, min(layout, lists.count - 1))]
    }
  }

  var isUsable: Bool { step > 0.5 || !list.isEmpty }

  private func held(_ number: Int) -> Int { max(0, min(number, list.count - 1)) }

  func place(_ number: Int) -> Double {
    list.isEmpty ? origin + Double(number) * step : list[held(number)]
  }

  func nearest(to offset: Double) -> Int {
    guard !list.isEmpty else {
      let share = ((offset - origin) / step).rounded(.toNearestOrAwayFromZero)
      return share.magnitude < 1e9 ? Int(share) : 0
    }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < list.count else { return list.count - 1 }
    return offset - list[low - 1] < list[low] - offset ? low - 1 : low
  }

  /// The middle between a position and the one before it.
  func turn(before number: Int) -> Double {
    if !list.isEmpty {
      if number <= 0 { return -.infinity }
      if number >= list.count { return .infinity }
    }
    return (place(number - 1) + place(number)) / 2
  }

  /// The position after as many turns as an offset is away; a fraction of a distance counts as a
  /// whole one.
  func turned(from first: Int, at offset: Double, _ share: Double, most: Int) -> PlaceRule.Answer {
    let isAhead = offset >= place(first)
    let direction = isAhead ? 1 : -1
    func reached(_ number: Int) -> Double {
      let before = place(number - direction)
      return before + share * (place(number) - before)
    }
    var number = first
    for _ in 0..<most {
      let next = number + direction
      guard place(next) != place(number), (offset - reached(next)) * Double(direction) >= 0 else {
        break
      }
      number = next
    }
    let isLast =
      Int((number - first).magnitude) >= most || place(number + direction) == place(number)
    let outer = isLast ? Double.infinity * Double(direction) : reached(number + direction)
    // Content that stays may be pulled back equally far before it turns in that direction.
    let back = place(first - direction)
    let inner =
      number != first
      ? reached(number)
      : back == place(first)
        ? -Double.infinity * Double(direction)
        : place(first) + share * (back - place(first))
    return PlaceRule.Answer(
      place: place(number), low: isAhead ? inner : outer, high: isAhead ? outer : inner)
  }
}
