import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

/// A second comparison of two outcomes, slow and simple, over whole arrays.
@Suite("Promise 12: a comparison equals a slow reference implementation")
struct RefereeTests {
  /// A divergence without its cause.
  struct Located: Hashable {
    var kind: DivergenceKind
    var from: TraceTime
    var to: TraceTime
    var firstFrame: Int64
    var maximum: Double
    var area: Double

    /// The order in which both lists are sorted.
    static func isBefore(_ a: Located, _ b: Located) -> Bool {
      a.from != b.from ? a.from < b.from : a.kind.rawValue < b.kind.rawValue
    }
  }

  struct Moment {
    var time: TraceTime
    var side: Side
    var offset: Point?
    var id: TargetID?
  }

  /// Two outcomes that are equal at first, differ and agree again, each with its own frames.
  private static func moments(_ random: inout SeededGenerator) -> [Moment] {
    var moments: [Moment] = []
    var time: Int64 = 0
    var (y, drift) = (0.0, 0.0)
    for _ in 0..<random.int(in: 1...120) {
      time += Int64(random.chance(0.05) ? random.int(in: 1...3000) : 8) * 1_000_000
      y += Double(random.int(in: -40...40)) / 4
      if random.chance(0.2) {
        drift = random.chance(0.5) ? 0 : Double(random.int(in: -80...80)) / 16
      }
      for (side, offset) in [(Side.first, 0), (.second, drift)] where random.chance(0.9) {
        moments.append(
          Moment(
            time: TraceTime(nanoseconds: time), side: side,
            offset: Point(x: random.chance(0.1) ? drift : 0, y: y + offset)))
      }
      if random.chance(0.2) {
        // Reports of the two sides never share a time, so that their order has no effect.
        for side in [Side.first, .second] where random.chance(0.7) {
          time += 1_000_000
          moments.append(
            Moment(
              time: TraceTime(nanoseconds: time), side: side,
              id: TargetID(Int64(random.int(in: 0...2)))))
        }
      }
    }
    return moments
  }

  // MARK: The reference implementation

  private static func offsets(
    _ moments: [Moment], _ tolerance: Tolerance
  ) -> (located: [Located], compared: Int64, maximum: Double) {
    func last(_ side: Side, at time: TraceTime) -> Point? {
      moments.last { $0.side == side && $0.offset != nil && $0.time <= time }?.offset
    }
    let times = Set(moments.filter { $0.offset != nil }.map(\.time)).sorted()
    var pairs: [(time: TraceTime, distance: Double)] = []
    for time in times {
      guard let a = last(.first, at: time), let b = last(.second, at: time) else { continue }
      let (dx, dy) = (a.x - b.x, a.y - b.y)
      pairs.append((time, (dx * dx + dy * dy).squareRoot()))
    }
    var located: [Located] = []
    var index = 0
    while index < pairs.count {
      guard pairs[index].distance > tolerance.points else {
        index += 1
        continue
      }
      let end = pairs[index...].firstIndex { $0.distance <= tolerance.points } ?? pairs.count
      let stretch = pairs[index..<end]
      var area = 0.0
      for (before, after) in zip(stretch, stretch.dropFirst()) {
        let seconds = Double(after.time.nanoseconds(since: before.time)) / 1e9
        area += min(seconds, 1) * (after.distance + before.distance) / 2
      }
      located.append(
        Located(
          kind: .offset, from: pairs[index].time, to: pairs[end - 1].time, firstFrame: Int64(index),
          maximum: stretch.map(\.distance).max() ?? 0, area: area))
      index = end
    }
    return (located, Int64(pairs.count), pairs.map(\.distance).max() ?? 0)
  }

  private static func ids(
    _ moments: [Moment], _ tolerance: Tolerance, end: TraceTime
  ) -> [(from: TraceTime, to: TraceTime)] {
    func last(_ side: Side, at time: TraceTime) -> TargetID? {
      moments.last { $0.side == side && $0.id != nil && $0.time <= time }?.id
    }
    let times = moments.filter { $0.id != nil }.map(\.time)
    var stretches: [(from: TraceTime, to: TraceTime)] = []
    var start: TraceTime?
    for time in times {
      let (a, b) = (last(.first, at: time), last(.second, at: time))
      let isDifferent = a != nil && b != nil && a != b
      if isDifferent, start == nil { start = time }
      if !isDifferent, let from = start {
        stretches.append((from, time))
        start = nil
      }
    }
    if let start { stretches.append((start, end)) }
    return stretches.filter {
      Double($0.to.nanoseconds(since: $0.from)) / 1e6 > tolerance.milliseconds
    }
  }

  /// The number of frames compared before a moment: those since both sides have shown one.
  private static func frames(_ moments: [Moment], before time: TraceTime) -> Int64 {
    let frames = moments.filter { $0.offset != nil }
    let starts = [Side.first, .second].compactMap { side in
      frames.first { $0.side == side }?.time
    }
    let start = starts.max() ?? .zero
    return Int64(Set(frames.map(\.time).filter { $0 >= start && $0 < time }).count)
  }

  // MARK: The comparison

  private static func compare(
    _ moments: [Moment], _ tolerance: Tolerance, end: TraceTime
  ) throws -> Comparison {
    var comparer = OutcomeComparer(tolerance: tolerance, axes: .vertical, followsFirst: false)
    for moment in moments {
      if let offset = moment.offset {
        comparer.take(
          .observation(.frame(GeometryFrame(offset: offset))), at: moment.time, of: moment.side)
      }
      if let id = moment.id {
        comparer.take(
          .observation(.position(PositionReport(id: id))), at: moment.time, of: moment.side)
      }
      comparer.pass(moment.time)
    }
    return try comparer.finish(at: end)
  }

  @Test("the times, durations and sizes of divergences equal those of the reference", .promise(12))
  func divergences() throws {
    var found = 0
    for seed in Promise.seeds(12) {
      Promise.count()
      var random = SeededGenerator(seed: seed, stream: 25)
      let moments = Self.moments(&random)
      let tolerance = Tolerance(
        points: Double(random.int(in: 0...8)) / 8, milliseconds: Double(random.int(in: 0...60)))
      let end = (moments.last?.time ?? .zero).advanced(byNanoseconds: 40_000_000)
      let (expected, compared, maximum) = Self.offsets(moments, tolerance)
      guard compared > 0 else {
        #expect(throws: ReplayError.self) { try Self.compare(moments, tolerance, end: end) }
        continue
      }
      let comparison = try Self.compare(moments, tolerance, end: end)
      #expect(comparison.comparedFrames == compared, "seed \(seed)")
      #expect(comparison.wouldPassAt == maximum, "seed \(seed)")
      let located = comparison.divergences.filter { $0.kind == .offset }.map {
        Located(
          kind: $0.kind, from: $0.from, to: $0.to, firstFrame: $0.firstFrame, maximum: $0.maximum,
          area: $0.area)
      }
      #expect(located.sorted(by: Located.isBefore) == expected, "seed \(seed)")
      let reports = comparison.divergences.filter { $0.kind == .id }.sorted { $0.from < $1.from }
      let stretches = Self.ids(moments, tolerance, end: end)
      #expect(reports.map(\.from) == stretches.map(\.from), "seed \(seed)")
      #expect(reports.map(\.to) == stretches.map(\.to), "seed \(seed)")
      #expect(
        reports.map(\.firstFrame) == stretches.map { Self.frames(moments, before: $0.from) },
        "seed \(seed)")
      #expect(comparison.divergenceCount == expected.count + stretches.count, "seed \(seed)")
      found += expected.count + stretches.count
    }
    #expect(found > 0)
  }
}
