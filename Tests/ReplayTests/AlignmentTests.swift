import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Replay

@Suite("two clocks")
struct AlignmentTests {
  @Test("a recording that starts later and runs slower matches the original")
  func shifted() throws {
    let scenario = try RandomScenario(seed: 5, isCalm: true)
    let session = try Session(try scenario.simulation(seed: 5))
    var first = RecordedOutcome()
    var second = RecordedOutcome()
    for (time, event) in session.batch.events {
      first.take(event, at: time)
      let late = TraceTime(nanoseconds: time.nanoseconds + time.nanoseconds / 50 + 40_000_000)
      second.take(event, at: time == .zero ? time : late)
    }
    let (comparison, alignment) = try OutcomeComparer.compare(
      first, second, tolerance: Tolerance(points: 30, milliseconds: 100), axes: .vertical)
    #expect(alignment.warpCost < 20)
    #expect(!comparison.isDivergent, "\(comparison.wouldPassAt)")
  }

  /// A finger moves the content by 200 points and releases it; it decelerates for 300 more in some
  /// frames.
  private static func track(slidesFor frames: Int, endsAt end: Int) -> RecordedOutcome {
    var track = RecordedOutcome()
    for frame in 0..<end {
      let time = TraceTime(nanoseconds: Int64(frame) * 16_000_000)
      if frame == 10 || frame == 30 {
        let sample = TouchSample(
          pointer: 1, phase: frame == 10 ? .began : .ended, position: .zero)
        track.take(.input(.touch(sample)), at: time)
      }
      let pulled = Double(min(max(frame - 10, 0), 20)) * 10
      let slid = Double(min(max(frame - 30, 0), frames)) / Double(frames) * 300
      let phase: ScrollPhase =
        frame < 10 || frame >= 30 + frames ? .idle : frame < 30 ? .interacting : .decelerating
      let place = Point(x: 0, y: pulled + slid)
      track.take(.observation(.frame(GeometryFrame(offset: place, phase: phase))), at: time)
    }
    return track
  }

  @Test("content that rests late diverges and is not explained by a slower clock")
  func late() throws {
    let tracks = [40, 52].map { Self.track(slidesFor: $0, endsAt: 150) }
    for (first, second) in [(tracks[0], tracks[1]), (tracks[1], tracks[0])] {
      let comparison = try OutcomeComparer.compare(
        first, second, tolerance: .standard, axes: .vertical
      ).comparison
      let parting = try #require(comparison.first)
      #expect(parting.kind == .offset && parting.verdict == .sameRestOtherWay)
      #expect(parting.from == TraceTime(nanoseconds: 31 * 16_000_000) && parting.firstFrame == 31)
      #expect(comparison.divergences.contains { $0.kind == .phase && $0.firstFrame == 70 })
    }
  }

  @Test("content that moves after the end of the other side is a difference in either direction")
  func shorter() throws {
    let (whole, cut) = (
      Self.track(slidesFor: 40, endsAt: 150), Self.track(slidesFor: 40, endsAt: 50)
    )
    for (first, second) in [(whole, cut), (cut, whole)] {
      let comparison = try OutcomeComparer.compare(
        first, second, tolerance: .standard, axes: .vertical
      ).comparison
      #expect(comparison.isDivergent && comparison.comparedFrames == 150)
      #expect((comparison.wouldPassAt - 157.5).magnitude < 1e-6)
    }
  }

  @Test("a recording of few frames is aligned with one of many", arguments: [2, 3, 4])
  func sparse(_ few: Int) throws {
    func track(_ frames: Int, every milliseconds: Int64) -> RecordedOutcome {
      var track = RecordedOutcome()
      for index in 0..<frames {
        let place = Point(x: 0, y: Double(index) / Double(frames - 1) * 1000)
        let time = TraceTime(nanoseconds: Int64(index) * milliseconds * 1_000_000)
        track.take(.observation(.frame(GeometryFrame(offset: place))), at: time)
      }
      return track
    }
    let (sparse, dense) = (track(few, every: 500), track(100, every: 16))
    for alignment in [OutcomeAlignment(sparse, dense), OutcomeAlignment(dense, sparse)] {
      let found = try #require(alignment)
      #expect(found.warpCost.isFinite && found.pins.count == few)
    }
  }

  @Test("recordings without frames are not compared")
  func empty() {
    #expect(throws: ReplayError.self) {
      try OutcomeComparer.compare(
        RecordedOutcome(), RecordedOutcome(), tolerance: .standard, axes: nil)
    }
  }
}
