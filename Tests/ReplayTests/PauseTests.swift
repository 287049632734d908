import Replay
import ScrollModel
import Testing

/// Recordings of one session, some of which contain no frames while nothing moves.
@Suite("pauses between frames")
struct PauseTests {
  /// A straight movement between two moments, in milliseconds, with a frame at a fixed step.
  private typealias Part = (from: Int, to: Int, start: Double, end: Double)

  /// The track of some movements, between which there are no frames.
  private static func track(_ parts: [Part], every step: Int = 16) -> RecordedOutcome {
    var track = RecordedOutcome()
    func time(_ milliseconds: Int) -> TraceTime {
      TraceTime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }
    func touch(_ phase: TouchPhase, _ moment: Int) {
      track.take(
        .input(.touch(TouchSample(pointer: 1, phase: phase, position: .zero))), at: time(moment))
    }
    touch(.began, 0)
    touch(.ended, 0)
    for part in parts {
      for moment in stride(from: part.from, through: part.to, by: step) {
        let share = Double(moment - part.from) / Double(part.to - part.from)
        let place = Point(x: 0, y: part.start + (part.end - part.start) * share)
        track.take(.observation(.frame(GeometryFrame(offset: place))), at: time(moment))
      }
    }
    return track
  }

  private static let start: Part = (0, 320, 0, 100)
  private static let trip: [Part] = [(1016, 1656, 120, 900), (2016, 2656, 880, 100)]
  private static let rest: Part = (336, 4000, 100, 100)
  private static let end: Part = (4016, 4336, 105, 205)

  private static func compare(_ first: RecordedOutcome, _ second: RecordedOutcome) throws
    -> Comparison
  {
    try OutcomeComparer.compare(first, second, tolerance: .standard, axes: .vertical).comparison
  }

  @Test("movement during a pause of the other side is a difference in either direction")
  func trips() throws {
    let still = Self.track([Self.start, Self.end])
    let moving = Self.track([Self.start] + Self.trip + [Self.end])
    for (first, second) in [(still, moving), (moving, still)] {
      let comparison = try Self.compare(first, second)
      #expect(comparison.isDivergent && comparison.wouldPassAt == 800)
      #expect(comparison.comparedFrames == Int64(moving.frames.count))
    }
  }

  @Test("after its last frame, a side stays at its last offset, whatever else it reports later")
  func trailing() throws {
    var still = Self.track([Self.start])
    let container = ContainerChange(size: Size(width: 300, height: 500))
    still.take(.input(.container(container)), at: TraceTime(nanoseconds: 4_000_000_000))
    let comparison = try Self.compare(still, Self.track([Self.start] + Self.trip))
    #expect(comparison.isDivergent && comparison.wouldPassAt == 800)
  }

  @Test("a recorder that pauses at rest equals one that continues", arguments: [16, 8])
  func resting(step: Int) throws {
    let pausing = Self.track([Self.start, Self.end])
    let steady = Self.track([Self.start, Self.rest, Self.end], every: step)
    for (first, second) in [(pausing, steady), (steady, pausing)] {
      let comparison = try Self.compare(first, second)
      #expect(!comparison.isDivergent, "\(comparison.divergences)")
    }
  }

  @Test("sparse frames do not imply a rest between them")
  func seldom() throws {
    let slide: Part = (0, 2560, 0, 1000)
    let often = Self.track([slide], every: 16)
    let seldom = Self.track([slide], every: 256)
    for (first, second) in [(often, seldom), (seldom, often)] {
      let comparison = try Self.compare(first, second)
      #expect(!comparison.isDivergent && comparison.comparedFrames == 11)
    }
  }

  /// A movement that accelerates and decelerates, up to 9 points off the line between frames of 48
  /// ms.
  private static func curve(every step: Int, ahead: Double = 0) -> RecordedOutcome {
    var track = RecordedOutcome()
    for time in stride(from: 0, through: 768, by: step) {
      // Fingers define the clock.
      if time == 0 || time == 96 {
        let touch = TouchSample(
          pointer: 1, phase: time == 0 ? .began : .ended, position: .zero)
        track.take(.input(.touch(touch)), at: TraceTime(nanoseconds: Int64(time) * 1_000_000))
      }
      let share = Double(time) / 768
      let way = 3000 * share * share * (3 - 2 * share)
      let offset = Point(x: 0, y: way + (share > 0 && share < 1 ? ahead : 0))
      track.take(
        .observation(.frame(GeometryFrame(offset: offset))),
        at: TraceTime(nanoseconds: Int64(time) * 1_000_000))
    }
    return track
  }

  @Test("every second or third frame of a curve describes the same curve", arguments: [32, 48])
  func sparse(step: Int) throws {
    let (often, sparse) = (Self.curve(every: 16), Self.curve(every: step))
    for (first, second) in [(often, sparse), (sparse, often)] {
      let comparison = try Self.compare(first, second)
      #expect(!comparison.isDivergent && comparison.wouldPassAt < 1e-6)
    }
    let ahead = Self.curve(every: step, ahead: 40)
    for (first, second) in [(often, ahead), (ahead, often)] {
      let comparison = try Self.compare(first, second)
      #expect(comparison.isDivergent && (comparison.wouldPassAt - 40).magnitude < 1e-6)
    }
  }

  @Test("a recording that starts late is compared from its first frame on")
  func late() throws {
    let whole = Self.track([Self.start])
    var tail = RecordedOutcome()
    for (time, event) in whole.entries {
      if case .observation = event, time < TraceTime(nanoseconds: 160_000_000) { continue }
      tail.take(event, at: time)
    }
    for (first, second) in [(whole, tail), (tail, whole)] {
      let comparison = try Self.compare(first, second)
      #expect(!comparison.isDivergent && comparison.comparedFrames == 11)
    }
  }

  @Test("frames with the same time are compared in their order")
  func oneMoment() throws {
    var track = Self.track([Self.start])
    let time = TraceTime(nanoseconds: 336_000_000)
    for y in [150.0, 400, 210] {
      track.take(.observation(.frame(GeometryFrame(offset: Point(x: 0, y: y)))), at: time)
    }
    let comparison = try OutcomeComparer.compare(
      track, track, tolerance: .exact, axes: .vertical
    ).comparison
    #expect(comparison.divergences.isEmpty && comparison.wouldPassAt == 0)
  }

  @Test("a recording equals itself to the nanosecond")
  func twice() throws {
    var track = RecordedOutcome()
    for frame in 0..<60 {
      let time = TraceTime(nanoseconds: Int64(frame) * 1_000_000_000 / 60)
      if frame == 1 || frame == 41 {
        let phase: TouchPhase = frame == 1 ? .began : .ended
        track.take(
          .input(.touch(TouchSample(pointer: 1, phase: phase, position: .zero))), at: time)
      }
      let place = Point(x: 0, y: Double(frame * frame))
      track.take(.observation(.frame(GeometryFrame(offset: place))), at: time)
    }
    let (comparison, alignment) = try OutcomeComparer.compare(
      track, track, tolerance: .exact, axes: .vertical)
    #expect(track.frames.allSatisfy { alignment.first(for: $0.time) == $0.time })
    #expect(comparison.divergences.isEmpty && comparison.wouldPassAt == 0)
  }

  /// A movement with recorded phases and a rest at a given frame.
  private static func told(restAt frame: Int, to place: Double, shift: Int64 = 0) -> RecordedOutcome
  {
    var track = RecordedOutcome()
    for number in 0..<200 {
      let phase: ScrollPhase =
        number < 10 ? .idle : number < 20 ? .interacting : number < frame ? .decelerating : .idle
      let way = Double(max(0, min(number, frame) - 10)) / Double(frame - 10)
      let time = TraceTime(nanoseconds: Int64(number) * 16_000_000 + shift)
      let frame = GeometryFrame(offset: Point(x: 0, y: place * way), phase: phase)
      track.take(.observation(.frame(frame)), at: time)
    }
    return track
  }

  @Test(
    "phases align the time if no fingers are recorded, so a late rest is a difference",
    arguments: [0, 700_000_000] as [Int64])
  func phases(shift: Int64) throws {
    let sides = (Self.told(restAt: 60, to: 300), Self.told(restAt: 180, to: 900, shift: shift))
    let (comparison, alignment) = try OutcomeComparer.compare(
      sides.0, sides.1, tolerance: .standard, axes: .vertical)
    #expect(alignment.landmarkCount == 2)
    #expect(
      alignment.first(for: TraceTime(nanoseconds: 320_000_000 + shift)).nanoseconds == 320_000_000)
    #expect(comparison.divergences.contains { $0.restDifference == 600 })
  }
}
