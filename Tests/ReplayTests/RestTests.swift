import Replay
import ScrollModel
import Testing

/// Content that rests at another offset than the other side's, then moves on and agrees again.
@Suite("intermediate rests")
struct RestTests {
  /// The offset of a side at a frame, and its reported phase.
  private typealias Look = (place: Double, phase: ScrollPhase?)

  private static func time(_ frame: Int) -> TraceTime {
    TraceTime(nanoseconds: Int64(frame) * 16_000_000)
  }

  /// Compares two sides; a frame without a look is not shown.
  private static func compare(
    _ frames: Int, _ first: (Int) -> Look?, _ second: (Int) -> Look?
  ) throws -> Divergence {
    var comparer = OutcomeComparer(tolerance: .standard, axes: .vertical, followsFirst: true)
    for frame in 0..<frames {
      for (side, look) in [(Side.first, first(frame)), (Side.second, second(frame))] {
        guard let look else { continue }
        let shown = GeometryFrame(offset: Point(x: 0, y: look.place), phase: look.phase)
        comparer.take(.observation(.frame(shown)), at: time(frame), of: side)
      }
      comparer.pass(time(frame))
    }
    let comparison = try comparer.finish(at: time(frames))
    return try #require(comparison.divergences.first { $0.kind == .offset })
  }

  /// Content that rests at an offset from a frame on, and from frame 50 on at another.
  private static func look(
    _ frame: Int, via place: Double, from arrival: Int = 20, to last: Double = 900
  ) -> Look {
    if frame < 10 { return (0, .idle) }
    if frame < arrival {
      return (place * Double(frame - 9) / Double(arrival - 9), .decelerating)
    }
    if frame < 40 { return (place, .idle) }
    if frame < 50 { return (place + (last - place) * Double(frame - 39) / 11, .decelerating) }
    return (last, .idle)
  }

  /// The same for a source without phases.
  private static func silentLook(_ frame: Int, via place: Double) -> Look {
    (look(frame, via: place).place, nil)
  }

  /// A movement to an offset and back, from a source without phases.
  private static func silentTrip(_ frame: Int, via place: Double) -> Look {
    (place * Double(max(0, 10 - abs(frame - 20))) / 10, nil)
  }

  @Test(
    "a different intermediate rest is wrong even if both sides meet again, with or without frames",
    arguments: [false, true], [20, 24])
  func wrong(pauses: Bool, arrival: Int) throws {
    let found = try Self.compare(60) { frame in
      pauses && frame > 20 && frame < 40 ? nil : Self.look(frame, via: 500)
    } _: { frame in
      Self.look(frame, via: 300, from: arrival)
    }
    #expect(found.verdict == .wrongPlace && found.restDifference == 200)
    #expect(found.severity > 1e5)
  }

  @Test("content that only arrives late differs during the movement")
  func late() throws {
    let found = try Self.compare(60) { frame in
      Self.look(frame, via: 500)
    } _: { frame in
      Self.look(frame, via: 500, from: 24)
    }
    #expect(found.verdict == .sameRestOtherWay && found.restDifference == nil)
  }

  @Test("the worst of several rests is reported")
  func several() throws {
    let found = try Self.compare(60) { frame in
      Self.look(frame, via: 500)
    } _: { frame in
      Self.look(frame, via: 300, to: 890)
    }
    #expect(found.verdict == .wrongPlace && found.restDifference == 200)
  }

  @Test("without phases, content rests where it stays or where the recording ends")
  func silent() throws {
    for frames in [60, 22] {
      let found = try Self.compare(frames) { frame in
        Self.silentLook(frame, via: 500)
      } _: { frame in
        Self.silentLook(frame, via: 300)
      }
      #expect(found.verdict == .wrongPlace && found.restDifference == 200, "\(frames) frames")
    }
  }

  @Test("without phases, a movement there and back is no rest")
  func trip() throws {
    let found = try Self.compare(40) { frame in
      Self.silentTrip(frame, via: 500)
    } _: { frame in
      Self.silentTrip(frame, via: 0)
    }
    #expect(found.verdict == .sameRestOtherWay && found.maximum == 500)
  }

  /// A replay has all frames; the recording has those of its jumps, with a coarser clock.
  private static func jumps(_ moments: [Int64], at shown: [Int64]) throws -> Comparison {
    var comparer = OutcomeComparer(tolerance: .standard, axes: .vertical, followsFirst: true)
    let places = [3000.0, 500, 3000]
    func show(_ place: Double, _ time: Int64, _ side: Side) {
      let frame = GeometryFrame(offset: Point(x: 0, y: place), phase: .idle)
      comparer.take(.observation(.frame(frame)), at: TraceTime(nanoseconds: time), of: side)
    }
    show(0, 0, .first)
    show(0, 0, .second)
    for index in moments.indices {
      show(places[index], shown[index], .first)
      show(places[index], moments[index], .second)
      comparer.pass(TraceTime(nanoseconds: min(shown[index], moments[index])))
    }
    return try comparer.finish(at: TraceTime(nanoseconds: 4_000_000_000))
  }

  @Test("a clock truncated to microseconds separates no equal times")
  func microseconds() throws {
    let moments: [Int64] = [516_666_666, 1_516_666_666, 2_516_666_666]
    let comparison = try Self.jumps(moments, at: moments.map { $0 / 1000 * 1000 })
    #expect(comparison.divergences.isEmpty && comparison.wouldPassAt == 0)
  }

  @Test(
    "a small time shift of one side is never a rest",
    arguments: [-400_000, -2_000, 2_000, 400_000] as [Int64])
  func early(shift: Int64) throws {
    let moments: [Int64] = [516_666_666, 1_516_666_666, 2_516_666_666]
    let comparison = try Self.jumps(moments, at: moments.map { $0 + shift })
    #expect(comparison.divergences.allSatisfy { $0.restDifference == nil })
    #expect(comparison.divergences.allSatisfy { $0.duration < 1_000_000 })
  }
}
