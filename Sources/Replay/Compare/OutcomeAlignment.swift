public import ScrollModel

/// The mapping between the clocks of two outcomes: piecewise linear between common times.
///
/// Landmarks of the same kind in the same order align the clocks. Between them, and without
/// landmarks, banded dynamic time warping of the offsets aligns them.
public struct OutcomeAlignment: Hashable, Sendable {
  /// A pair of times that are assumed to be equal.
  public struct Pin: Hashable, Sendable {
    /// The time on the first clock.
    public var first: TraceTime
    /// The same time on the second clock.
    public var second: TraceTime
  }

  /// The pairs in order; at least one.
  public var pins: [Pin]
  /// The number of pins that are landmarks of both sides.
  public var landmarkCount: Int
  /// The cost of the warping in points per frame: 0 for identical curves.
  public var warpCost: Double

  /// The largest number of frames per side for the warping.
  static let sampleLimit = 2000
  /// The band of the warping around the diagonal, as a fraction of the length.
  static let band = 0.15

  /// Aligns two outcomes; nil if one of them has no frame.
  public init?(_ first: RecordedOutcome, _ second: RecordedOutcome) {
    guard let startA = first.frames.first, let startB = second.frames.first else { return nil }
    let shared = Self.shared(first.landmarks, second.landmarks)
    let warp = Self.warp(Self.thinned(first.frames), Self.thinned(second.frames))
    warpCost = warp.cost
    landmarkCount = shared.count
    if !shared.isEmpty {
      pins = shared
    } else if warp.cost > Tolerance.standard.points, let shift = Self.shift(first, second) {
      pins = [shift]
    } else {
      pins = warp.pins.isEmpty ? [Pin(first: startA.time, second: startB.time)] : warp.pins
    }
  }

  private init(_ pin: Pin) {
    (pins, landmarkCount, warpCost) = ([pin], 0, 0)
  }

  /// The clock shift that aligns most moving frames, if there is one.
  ///
  /// It avoids that warping hides real differences between the curves.
  private static func shift(_ first: RecordedOutcome, _ second: RecordedOutcome) -> Pin? {
    func moving(_ track: RecordedOutcome) -> [(time: TraceTime, offset: Point)] {
      let frames = thinned(track.frames)
      return zip(frames, frames.dropFirst()).filter { $0.offset != $1.offset }.map { $1 }
    }
    let moves = (moving(first), moving(second))
    guard let startA = first.frames.first, let startB = second.frames.first,
      let a = moves.0.first, let b = moves.1.first
    else { return nil }
    let pins = [
      Pin(first: startA.time, second: startB.time), Pin(first: a.time, second: b.time),
      Pin(first: .zero, second: .zero),
    ]
    // Interpolation in a sparse side is unreliable, so its frames are searched in the denser
    // side.
    let looksForSecond = moves.1.count < moves.0.count
    let frames = looksForSecond ? moves.1 : moves.0
    func distance(by pin: Pin) -> Double {
      let there =
        looksForSecond
        ? AlignedFrames(first, OutcomeAlignment(Pin(first: pin.second, second: pin.first)))
        : AlignedFrames(second, OutcomeAlignment(pin))
      let distances = frames.map { frame -> Double in
        guard let place = there.offset(at: frame.time) else { return .infinity }
        return (frame.offset.x - place.x).magnitude + (frame.offset.y - place.y).magnitude
      }
      return distances.sorted()[distances.count / 2]
    }
    let rated = pins.map { (pin: $0, distance: distance(by: $0)) }
    let best = rated.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= Tolerance.standard.points ? $0.pin : nil }
  }

  /// Maps a time of the second clock to the first.
  public func first(for time: TraceTime) -> TraceTime {
    guard let last = pins.last, let start = pins.first else { return time }
    if time <= start.second {
      return start.first.advanced(byNanoseconds: time.nanoseconds(since: start.second))
    }
    if time >= last.second {
      return last.first.advanced(byNanoseconds: time.nanoseconds(since: last.second))
    }
    var (low, high) = (0, pins.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pins[middle].second <= time { low = middle } else { high = middle }
    }
    let (a, b) = (pins[low], pins[high])
    let span = b.second.nanoseconds(since: a.second)
    guard span > 0 else { return a.first }
    let share = Double(time.nanoseconds(since: a.second)) / Double(span)
    let whole = b.first.nanoseconds(since: a.first)
    // Rounds to nearest: truncation would shift equal clocks by one nanosecond.
    let part = Int64(exactly: (share * Double(whole)).rounded())
    return a.first.advanced(byNanoseconds: part ?? whole)
  }

  /// Pairs landmarks by kind and order if both sides have equally many of a kind.
  ///
  /// Touches align the clocks, or without touches the phases in which fingers hold the content. A
  /// rest is a consequence: an early or late rest on one side is a difference, not another clock.
  private static func shared(
    _ a: [RecordedOutcome.Landmark], _ b: [RecordedOutcome.Landmark]
  ) -> [Pin] {
    func pins(_ kind: RecordedOutcome.Landmark.Kind) -> [Pin] {
      let (first, second) = (a.filter { $0.kind == kind }, b.filter { $0.kind == kind })
      guard first.count == second.count else { return [] }
      return zip(first, second).map { Pin(first: $0.time, second: $1.time) }
    }
    var fingers = inOrder(pins(.down) + pins(.up))
    if fingers.isEmpty { fingers = inOrder(pins(.held) + pins(.released)) }
    return inOrder(fingers + pins(.rest).filter { isDue($0, by: fingers) })
  }

  /// The pins that keep both clocks ascending.
  private static func inOrder(_ pins: [Pin]) -> [Pin] {
    var pins = pins
    pins.sortStably { $0.first < $1.first }
    var kept: [Pin] = []
    for pin in pins {
      if let last = kept.last, pin.second <= last.second || pin.first <= last.first { continue }
      kept.append(pin)
    }
    return kept
  }

  /// Whether a rest comes at the time expected from the touches, on a clock of equal or scaled
  /// rate.
  private static func isDue(_ rest: Pin, by fingers: [Pin]) -> Bool {
    guard let start = fingers.first, let end = fingers.last else { return true }
    let before = fingers.last { $0.first <= rest.first } ?? start
    let after = fingers.first { $0.first > rest.first }
    func elapsed(from a: Pin, to b: Pin) -> (first: Double, second: Double) {
      (
        Double(b.first.nanoseconds(since: a.first)), Double(b.second.nanoseconds(since: a.second))
      )
    }
    let span = after.map { elapsed(from: before, to: $0) } ?? elapsed(from: start, to: end)
    let since = elapsed(from: before, to: rest)
    let rate = span.first > 0 ? span.second / span.first : 1
    let leeway = Tolerance.standard.milliseconds * 1e6
    return (since.second - since.first).magnitude <= leeway
      || (since.second - since.first * rate).magnitude <= leeway
  }

  private static func thinned(
    _ frames: [(time: TraceTime, offset: Point)]
  ) -> [(time: TraceTime, offset: Point)] {
    guard frames.count > sampleLimit else { return frames }
    return (0..<sampleLimit).map { frames[$0 * (frames.count - 1) / (sampleLimit - 1)] }
  }

  /// Dynamic time warping within a band around the diagonal.
  private static func warp(
    _ a: [(time: TraceTime, offset: Point)], _ b: [(time: TraceTime, offset: Point)]
  ) -> (pins: [Pin], cost: Double) {
    let (n, m) = (a.count, b.count)
    guard n > 1, m > 1 else { return ([], 0) }
    // At least as wide as the slope of the diagonal, so that a path exists.
    let width = max(8, Int(Double(max(n, m)) * band), (m - 1) / (n - 1) + 1)
    var table = [Double](repeating: .infinity, count: n * (2 * width + 1))
    func center(_ i: Int) -> Int { i * (m - 1) / (n - 1) }
    func slot(_ i: Int, _ j: Int) -> Int? {
      let offset = j - center(i) + width
      return offset >= 0 && offset <= 2 * width && j >= 0 && j < m
        ? i * (2 * width + 1) + offset : nil
    }
    func cost(_ i: Int, _ j: Int) -> Double { slot(i, j).map { table[$0] } ?? .infinity }
    for i in 0..<n {
      for j in max(0, center(i) - width)...min(m - 1, center(i) + width) {
        guard let place = slot(i, j) else { continue }
        let distance =
          (a[i].offset.x - b[j].offset.x).magnitude + (a[i].offset.y - b[j].offset.y).magnitude
        let before: Double
        if i == 0 && j == 0 {
          before = 0
        } else {
          before = min(
            i > 0 && j > 0 ? cost(i - 1, j - 1) : .infinity,
            min(i > 0 ? cost(i - 1, j) : .infinity, j > 0 ? cost(i, j - 1) : .infinity))
        }
        table[place] = before + distance
      }
    }
    var (i, j) = (n - 1, m - 1)
    let total = cost(i, j)
    guard total.isFinite else { return ([], .infinity) }
    var path: [Pin] = []
    while true {
      path.append(Pin(first: a[i].time, second: b[j].time))
      if i == 0 && j == 0 { break }
      let diagonal = i > 0 && j > 0 ? cost(i - 1, j - 1) : .infinity
      let up = i > 0 ? cost(i - 1, j) : .infinity
      let left = j > 0 ? cost(i, j - 1) : .infinity
      if diagonal <= up && diagonal <= left {
        i -= 1
        j -= 1
      } else if up <= left {
        i -= 1
      } else {
        j -= 1
      }
    }
    path.reverse()
    var pins: [Pin] = []
    for pin in path {
      if let last = pins.last, pin.first <= last.first || pin.second <= last.second { continue }
      pins.append(pin)
    }
    return (pins, total / Double(n + m))
  }
}

extension OutcomeComparer {
  /// Compares two outcomes with different clocks; times of the second are mapped to the first.
  public static func compare(
    _ first: RecordedOutcome, _ second: RecordedOutcome, tolerance: Tolerance, axes: ScrollAxes?
  ) throws(ReplayError) -> (comparison: Comparison, alignment: OutcomeAlignment) {
    guard let alignment = OutcomeAlignment(first, second) else {
      throw ReplayError(.nothingToCompare, "nothing to compare: one of the sides has no frame")
    }
    var comparer = OutcomeComparer(
      tolerance: tolerance, axes: axes ?? ScrollAxes(movedAlongBy: [first, second]),
      followsFirst: true, sharesTargets: false)
    let (here, there) = (AlignedFrames(first), AlignedFrames(second, alignment))
    var pauses = RestIntervals(of: first.frames)
    var pausesThere = RestIntervals(of: there.frames)
    var turns = first.turns.makeIterator()
    var end = TraceTime.zero
    var last: GeometryFrame?
    var next = 0
    for (time, event) in first.entries {
      end = time
      while next < second.entries.count {
        let entry = second.entries[next]
        let moment = alignment.first(for: entry.time)
        guard moment <= time else { break }
        comparer.take(entry.event, at: max(moment, .zero), of: .second)
        pausesThere.take(entry.event)
        // Frames of the second side in a pause of the first are compared with its resting
        // offset.
        if case .observation(.frame(let shown)) = entry.event,
          let rest = pauses.offset(at: moment)
        {
          comparer.takeFirst(
            GeometryFrame(offset: rest), at: moment, isFree: true, sampled: shown.offset)
          comparer.pass(moment)
        }
        next += 1
      }
      pauses.take(event)
      if case .observation(.frame(let frame)) = event {
        last = GeometryFrame(offset: frame.offset, phase: frame.phase)
        let turn = turns.next() ?? .max
        let place =
          there.isPause(at: time)
          ? pausesThere.offset(at: time)
          : there.offset(at: time, turn: turn, along: here, frame.offset)
        if let place {
          comparer.takeFirst(frame, at: time, isFree: true, sampled: place)
        } else {
          comparer.see(frame, at: time)
        }
      } else {
        comparer.take(event, at: time, of: .first)
      }
      comparer.pass(time)
    }
    // After its end, each side keeps its last offset.
    for (time, event) in second.entries[next...] {
      end = max(end, alignment.first(for: time))
      comparer.take(event, at: end, of: .second)
      if case .observation(.frame(let frame)) = event, let last {
        comparer.takeFirst(last, at: end, isFree: true, sampled: frame.offset)
      }
      comparer.pass(end)
    }
    return (try comparer.finish(at: end), alignment)
  }
}

extension ScrollAxes {
  /// The axes of movement of outcomes without declared axes; nil without movement.
  fileprivate init?(movedAlongBy tracks: [RecordedOutcome]) {
    func moves(_ place: (Point) -> Double) -> Bool {
      tracks.contains { track in
        guard let start = track.frames.first.map({ place($0.offset) }) else { return false }
        return track.frames.contains {
          (place($0.offset) - start).magnitude > Tolerance.standard.points
        }
      }
    }
    switch (moves(\.x), moves(\.y)) {
    case (true, true): self = .both
    case (true, false): self = .horizontal
    case (false, true): self = .vertical
    case (false, false): return nil
    }
  }
}
